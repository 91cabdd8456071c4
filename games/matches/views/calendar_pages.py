"""When my clocks stand still, and time that I give to others."""

from __future__ import annotations

from datetime import date

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.matches import queries
from games.matches.clocks import clock_changes
from games.matches.clocks.calendar import MOST_DAYS, MOST_HOURS, MOST_VACATION, day_of
from games.matches.clocks.calendar_forms import CalendarForm, VacationForm
from games.matches.views.answers import MemberRequest, flash_message, match_action, number_from, see_other
from games.registry import Refusal
from taluva_site.http.redirects import login_required


@login_required
def calendar_page(request: MemberRequest) -> HttpResponse:
    """Show my calendar, and save it: what I change counts from my next turn."""
    known = clock_changes.current_calendar(request.user)
    form = CalendarForm(request.POST or None, calendar=known)
    if request.method == "POST" and form.is_valid():
        try:
            clock_changes.change_calendar(user=request.user, now=timezone.now(), **form.cleaned_data)
        except Refusal as refusal:
            form.add_error(None, refusal.message)
        else:
            flash_message(request, _("Saved. It applies from your next turn."))
            return see_other("calendar")
    return render_calendar(request, form, VacationForm())


def render_calendar(request: MemberRequest, form: CalendarForm, vacation: VacationForm) -> HttpResponse:
    known, now = clock_changes.current_calendar(request.user), timezone.now()
    today = day_of(known.zone, now)
    context = {
        "form": form,
        "vacation_form": vacation,
        "vacations": [each for each in known.vacations if each.last.year >= today.year],
        "today": today,
        "left": MOST_VACATION - known.days_in(today.year),
        "limits": {"hours": MOST_HOURS, "days": MOST_DAYS, "vacation": MOST_VACATION},
        "zone": known.zone,
    }
    status = 422 if form.errors or vacation.errors else 200
    return render(request, "accounts/notices_calendar.html", context, status=status)


@require_POST
@login_required
def vacation_create(request: MemberRequest) -> HttpResponse:
    form = VacationForm(request.POST)
    if form.is_valid():
        try:
            clock_changes.book_vacation(user=request.user, now=timezone.now(), **form.cleaned_data)
        except Refusal as refusal:
            form.add_error(None, refusal.message)
        else:
            flash_message(request, _("Enjoy your vacation. It applies from your next turn."))
            return see_other("calendar")
    return render_calendar(request, CalendarForm(calendar=clock_changes.current_calendar(request.user)), form)


@require_POST
@login_required
def vacation_cancel(request: MemberRequest, first: str) -> HttpResponse:
    try:
        day = date.fromisoformat(first)
    except ValueError:
        raise Http404 from None
    clock_changes.cancel_vacation(user=request.user, first=day, now=timezone.now())
    return see_other("calendar")


@match_action()
def give_time(request: MemberRequest, key: str, seat: int) -> HttpResponse:
    """Give another player's turn more time."""
    match = queries.match_for(key, request.user)
    clock_changes.give_time(
        match_id=match.pk,
        giver=request.user,
        seat=seat,
        hours=number_from(request.POST.get("hours", "24")) or 0,
        now=timezone.now(),
    )
    flash_message(request, _("Done. The new deadline is shown beside the name."))
    return see_other(match)

"""Pages of tables: the lobby, opening one, joining, leaving, a rematch, and games with or between bots."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from accounts.models import User
from accounts.views.signup import admit_guest
from games.bot_contract import Level
from games.matches import bot_core, queries
from games.matches import bot_turns as bot_service
from games.matches.tables import cancelling, eligibility, match_lists, pace, reliability, tables
from games.matches.tables.forms import NAMED, TableForm
from games.matches.tables.match_lists import TableFilter
from games.matches.tables.tables import SeatPlan
from games.matches.views.answers import (
    MemberRequest,
    flash_message,
    link_clauses,
    match_action,
    number_from,
    refusal_page,
    run_form_once,
    see_other,
    status_of,
    viewer_of,
)
from games.matches.views.game_choice import check_game, choose_game
from games.models import Match
from games.registry import BOARDS, RULES, Refusal, Rules
from taluva_site.http.client_addresses import request_address
from taluva_site.http.redirects import login_required
from taluva_site.utils import paging

PAGE = 10
GAMES = 9  # rows of three, where there is room


def lobby_page(request: HttpRequest) -> HttpResponse:
    """Open tables, with what somebody looks for in the address."""
    wish = TableFilter(
        rules=request.GET.get("rules", ""),
        players=number_from(request.GET.get("players", "")),
        pace=request.GET.get("pace", ""),
        rated=request.GET.get("rated", ""),
        option=request.GET.get("option", ""),
    )
    page = max(1, number_from(request.GET.get("page", "")) or 1)
    # One more than is shown tells whether there are others; counting them all would cost another query.
    listed = list(match_lists.open_tables(viewer_of(request), wish)[PAGE * (page - 1) : PAGE * page + 1])
    found = listed[:PAGE]
    figures = reliability.recent_reliability({table.creator for table in found})
    context = {
        "tables": found,
        "newer": page - 1,
        "older": page + 1 if len(listed) > PAGE else None,
        "figures": {table.pk: figures[table.creator_id] for table in found},
        "ratings": {key: list(seats.values()) for key, seats in queries.ratings_at(found).items()},
        "wish": wish,
        "games": RULES.values(),
        "options": match_lists.option_choices(wish.rules),
        "bots": bots_of(wish.rules),
    }
    return render(request, "games/lobby.html", context)


class BotGame(NamedTuple):
    """A game that bots play here: their levels, and the names of those that can't play now or in this club at all."""

    rules: Rules
    levels: dict[str, Level]
    not_ready: list[str]
    unavailable: list[str]


def bots_of(game_key: str) -> list[BotGame]:
    """Return the games that bots can play in this club; `wished`: this game alone."""
    found = []
    for key, rules in RULES.items():
        if game_key in ("", key) and (levels := bot_service.offered_levels(key)):
            found.append(BotGame(rules, levels, bot_core.names_not_ready(key), bot_core.names_unavailable(key)))
    return found


def running_page(request: HttpRequest) -> HttpResponse:
    """Return the games that run now, for everybody to watch: where the last turn is newest first."""
    after, before = (request.GET.get(side, "") for side in ("after", "before"))
    page = paging.page_of_rows(
        match_lists.games_to_watch(), "turn_at", falls=True, after=after, before=before, most=GAMES
    )
    return render(request, "games/running.html", {"page": page})


@login_required
def table_create(request: MemberRequest) -> HttpResponse:
    """Lead to the form for a new table of a game."""
    return choose_game(request, "table-create-of", _("New table"))


@login_required
def table_create_of(request: MemberRequest, rules: str) -> HttpResponse:
    """Open a table of this game, as its form says."""
    check_game(rules)
    whom = "" if request.user.is_guest else request.GET.get("with", "")
    initial = {"seat1": NAMED, "name1": whom} if whom else None
    form = TableForm(request.POST or None, rules=rules, creator=request.user, initial=initial)
    status = 422 if form.errors else 200
    if request.method == "POST" and form.is_valid():
        try:
            key = run_form_once(
                request, ("table", rules, form.data), partial(open_table_from_form, request, rules, form)
            )
        except Refusal as refusal:
            form.add_error(None, form_error(refusal, rules))
            status = status_of(refusal)
        else:
            return see_other(reverse("match", args=[key]))
    context = {"form": form, "rules": RULES[rules], "levels": bot_service.offered_levels(rules)}
    context["to_ask"] = eligibility.to_ask(request.user)
    return render(request, "games/table_create.html", context, status=status)


def form_error(refusal: Refusal, rules: str) -> str:
    """Return the refusal in a form, with its clause if it has one."""
    sentence = _(refusal.message)
    return link_clauses(f"{sentence} ({refusal.clause})", rules) if refusal.clause else sentence


def open_table_from_form(request: MemberRequest, rules: str, form: TableForm) -> str:
    """Return the key of the match that somebody wants."""
    creator, seats = request.user, form.cleaned_data["plans"]
    pace.check_pace(creator, [seat.invited for seat in seats], address=request_address(request))
    match = tables.create_match(
        creator=creator,
        rules=rules,
        settings=form.settings(),
        seats=seats,
        now=timezone.now(),
        **form.wishes(),
    )
    if form.cleaned_data["rated"] and not match.rated:
        flash_message(
            request, _("This game is casual: a guest or a program may join, and the result doesn't affect ratings.")
        )
    return match.key


def play_bot(request: MemberRequest, rules: str) -> HttpResponse:
    """Return a game against a bot at once, for a guest too: from the landing page to the board in one click."""
    if request.method != "POST":
        return redirect("lobby")
    levels = bot_service.offered_levels(rules)
    level = request.POST.get("level") or next(iter(levels), "")
    if level not in levels:
        raise Http404
    if too_often := admit_guest(request):
        return too_often
    try:
        key = run_form_once(
            request, ("bot", rules, level, this_minute()), partial(start_bot_match, request, rules, level)
        )
    except Refusal as refusal:
        return refused_in_lobby(request, refusal)
    return see_other(reverse("match", args=[key]))


def this_minute() -> int:
    """Return the minute it is: a second click within it is a double click; later it asks for another game."""
    return int(timezone.now().timestamp()) // 60


def start_bot_match(request: MemberRequest, rules: str, level: str) -> str:
    """Return the key of a match against a bot, which has started."""
    pace.check_pace(request.user, (), address=request_address(request))
    match = tables.create_match(
        creator=request.user,
        rules=rules,
        settings={},
        seats=[SeatPlan(user=request.user), SeatPlan(user=bot_service.bot_account(level))],
        now=timezone.now(),
        rated=False,
        draw_seats=False,
        visibility="unlisted",
    )
    if request.user.seats.count() == 1:
        flash_message(request, first_game_hint(rules))
    return match.key


def first_game_hint(rules: str) -> SafeString:
    """Return what somebody reads who plays their first game here: where it is taught, and that it waits."""
    page, number = reverse("learn-game", args=[rules]), len(BOARDS[rules].lessons())
    words = ngettext("%(n)d short exercise", "%(n)d short exercises", number) if number else _("Some drawings")
    lessons = format_html('<a href="{}">{}</a>', page, words % {"n": number})
    return format_html(_("Your first game here. {lessons} show how it goes; the game waits for you."), lessons=lessons)


def watch_bots(request: MemberRequest, rules: str) -> HttpResponse:
    """Return a match between levels, for a guest too: its page shows their turns as they are played."""
    if request.method != "POST":
        return redirect("lobby")
    check_game(rules)
    levels = request.POST.getlist("level")
    if not bot_service.offered_levels(rules).keys() >= set(levels) or len(levels) not in RULES[rules].seats:
        raise Http404
    try:
        if viewer_of(request) is None:
            bot_service.check_room(None, now=timezone.now())  # before a guest is made who would get nothing
        if too_often := admit_guest(request):
            return too_often
        key = run_form_once(
            request, ("watch", rules, levels, this_minute()), partial(start_watched_match, request.user, rules, levels)
        )
    except Refusal as refusal:
        return refused_in_lobby(request, refusal)
    return see_other(reverse("match", args=[key]))


def start_watched_match(watcher: User, rules: str, levels: list[str]) -> str:
    """Return the key of a match between bots."""
    return bot_service.show_match(watcher=watcher, rules=rules, levels=levels, now=timezone.now()).key


def refused_in_lobby(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    context = {"refusal": refusal, "back": reverse("lobby")}
    return render(request, "games/refused.html", context, status=status_of(refusal))


@require_POST
@login_required
def join_page(request: MemberRequest, key: str) -> HttpResponse:
    return sit_down(request, key=key, code=request.POST.get("code", ""))


def invited_by_link(request: MemberRequest, key: str, code: str) -> HttpResponse:
    """Return the page behind an invitation link: what the table is, and one button to sit down, as a guest too."""
    match = get_object_or_404(Match.objects.select_related("creator").prefetch_related(queries.with_seats()), key=key)
    if match.join_code != code:
        raise Http404
    who = viewer_of(request)
    if queries.seat_of(match, who):
        return see_other(match)
    check = tables.check_guest_by_link if who is None or who.is_guest else tables.check_open
    try:
        check(match)
    except Refusal as refusal:
        return without_button(request, match, refusal)
    if request.method != "POST":
        return render(request, "games/table_link.html", {"match": match, "parts": BOARDS[match.rules].parts})
    if too_often := admit_guest(request):
        return too_often
    return sit_down(request, key=key, code=code)


def without_button(request: HttpRequest, match: Match, refusal: Refusal) -> HttpResponse:
    """Return the page of a link that is of no use to its reader.

    Nothing was wrong with opening it. A game that has begun is shown instead to whoever may see it.
    """
    if request.method != "POST" and match.started_at and queries.may_see(match, viewer_of(request)):
        flash_message(request, _(refusal.message))
        return redirect(match)
    context = {
        "match": match,
        "parts": BOARDS[match.rules].parts,
        "refusal": refusal,
        "account_helps": match.is_open and match.rated,
    }
    status = status_of(refusal) if request.method == "POST" else 200
    return render(request, "games/table_link.html", context, status=status)


def sit_down(request: MemberRequest, key: str, code: str) -> HttpResponse:
    match = queries.match_to_join(key, request.user, code)
    try:
        return see_other(tables.join_table(match_id=match.pk, user=request.user, now=timezone.now(), code=code))
    except Refusal as refusal:
        # Who has the link sees its page; the match itself may be private.
        back = reverse("table-link", args=[key, code]) if tables.is_linked(match, code) else match.get_absolute_url()
        return refusal_page(request, refusal, rules=match.rules, back=back)


@match_action()
def leave_page(request: MemberRequest, key: str) -> HttpResponse:
    match = queries.match_for(key, request.user)
    match = tables.leave_table(match_id=match.pk, user=request.user, now=timezone.now())
    flash_message(request, _("You left the table.") if match.is_open else _("Table cancelled."))
    return see_other("lobby")


@match_action()
def decline_page(request: MemberRequest, key: str) -> HttpResponse:
    match = queries.match_for(key, request.user)
    tables.decline_invitation(match_id=match.pk, user=request.user, now=timezone.now())
    flash_message(request, _("Invitation declined."))
    return see_other("dashboard")


@match_action()
def cancel_page(request: MemberRequest, key: str) -> HttpResponse:
    match = queries.match_for(key, request.user)
    match = cancelling.offer_to_cancel(match_id=match.pk, user=request.user, now=timezone.now())
    if match.is_running:
        flash_message(request, _("The others have been asked. The game ends when all players agree."))
    return see_other(match)


@match_action()
def cancel_not(request: MemberRequest, key: str) -> HttpResponse:
    match = queries.match_for(key, request.user)
    cancelling.take_back(match_id=match.pk, user=request.user, now=timezone.now())
    flash_message(request, _("You withdrew your offer to cancel."))
    return see_other(match)


@match_action()
def rematch_page(request: MemberRequest, key: str) -> HttpResponse:
    match = queries.match_for(key, request.user)
    return see_other(tables.offer_rematch(match_id=match.pk, user=request.user, now=timezone.now()))

"""What staff sees. The log can't be changed here, and a running match keeps its secrets from staff too."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db import models
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from accounts.admin import ClubUserAdmin
from accounts.models import User
from games.matches import queries
from games.models import (
    Block,
    Delivery,
    Invitation,
    Match,
    Message,
    Notice,
    Report,
    Seat,
    StaffAction,
    Study,
    Tag,
    Token,
    Turn,
)
from games.people import moderation
from games.registry import Refusal
from taluva_site.admin.model_admin import ReadOnly


def staff_of(request: HttpRequest) -> User:
    assert isinstance(request.user, User)  # the admin's own door has seen to it
    return request.user


def may_moderate(request: HttpRequest) -> bool:
    """Return whether this one of the staff may do more with such rows than look at them."""
    return queries.may_moderate(staff_of(request))


def linked_name(row: User | Match) -> str:
    """Return the row's name, as a link to its page in the admin."""
    kind = row._meta
    address = reverse(f"admin:{kind.app_label}_{kind.model_name}_change", args=[row.pk])
    return format_html('<a href="{}">{}</a>', address, row)


class ModeratedAdmin(ReadOnly):
    """Rows to read; what else is done there is for moderators."""

    def has_moderate_permission(self, request: HttpRequest) -> bool:
        return may_moderate(request)


class ReasonForm(forms.Form):
    why = forms.CharField(label=_("Reason (visible to the players)"), max_length=300)


class ReasonForStaffForm(forms.Form):
    why = forms.CharField(label=_("Reason (visible to staff only)"), max_length=300)


def ask_for_reason(
    request: HttpRequest, form: forms.Form, act: Callable[[str], object], *, back: str, **context: object
) -> HttpResponse:
    """Return a page that asks for a reason, does it with that reason, and goes back.

    What is refused is said on the page.
    """
    if request.method == "POST" and form.is_valid():
        try:
            act(form.cleaned_data["why"])
        except Refusal as refusal:
            form.add_error(None, refusal.message)
        else:
            return redirect(back)
    return render(request, "admin/games/reason.html", {**context, "form": form})


class SeatInline(admin.TabularInline):
    model = Seat
    fields = ("index", "user", "awaited_since", "deadline", "stand_in", "place", "reason")
    readonly_fields = fields
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Match | None = None) -> bool:
        return False


@admin.register(Match)
class MatchAdmin(ModeratedAdmin):
    list_display = ("key", "name", "rules", "state", "turn_number", "turn_at", "creator")
    list_filter = ("state", "rules", "rated", "visibility")
    search_fields = ("key", "name", "seats__user__username")
    inlines = (SeatInline,)
    hidden = ("sealed_seed", "public_seed", "join_code")
    change_form_template = "admin/games/match_change.html"

    def get_fields(self, request: HttpRequest, obj: models.Model | None = None) -> list[Any]:
        """Return the seed only when the match is over; the code of the link never."""
        over = isinstance(obj, Match) and obj.is_over
        return [*super().get_fields(request, obj), *(["public_seed"] if over else [])]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Match]:
        return super().get_queryset(request).select_related("creator")

    def get_urls(self) -> list[URLPattern]:
        end = path("<int:pk>/end/", self.admin_site.admin_view(self.end), name="games_match_end")
        return [end, *super().get_urls()]

    def end(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Return a stuck match ends, with a reason."""
        if not may_moderate(request):
            raise PermissionDenied
        match = get_object_or_404(Match, pk=pk)
        return ask_for_reason(
            request,
            ReasonForm(request.POST or None),
            lambda why: moderation.end_match(match_id=pk, staff=staff_of(request), why=why, now=timezone.now()),
            back=reverse("admin:games_match_change", args=[pk]),
            sentence=_("%(match)s ends without a result. Its players read the reason.") % {"match": match},
            title=_("End this game"),
            **self.admin_site.each_context(request),
        )


@admin.register(Turn)
class TurnAdmin(ReadOnly):
    list_display = ("match", "number", "seat", "by", "played_at")
    search_fields = ("match__key",)
    list_select_related = ("match",)
    hidden = ("text", "key")

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Turn | None:
        """Return what was played only when the match is over: until then it may hold a secret of a seat."""
        turn: Turn | None = super().get_object(request, object_id, from_field)
        if turn and not turn.match.is_over:
            turn.text = "?"
        return turn

    def get_fields(self, request: HttpRequest, obj: models.Model | None = None) -> list[Any]:
        return [*super().get_fields(request, obj), "text"]


@admin.register(Message)
class MessageAdmin(ModeratedAdmin):
    list_display = ("written_at", "match", "user", "text", "hidden")
    list_filter = ("hidden",)
    search_fields = ("text", "user__username", "match__key")
    list_select_related = ("match", "user")
    actions = ("hide_messages", "show_messages")

    @admin.action(description=_("Hide the selected messages"), permissions=["moderate"])
    def hide_messages(self, request: HttpRequest, queryset: QuerySet[Message]) -> None:
        self.change(request, queryset, hidden=True)

    @admin.action(description=_("Show the selected messages again"), permissions=["moderate"])
    def show_messages(self, request: HttpRequest, queryset: QuerySet[Message]) -> None:
        self.change(request, queryset, hidden=False)

    def change(self, request: HttpRequest, queryset: QuerySet[Message], *, hidden: bool) -> None:
        for message in queryset:
            moderation.hide_message(
                message_id=message.pk,
                staff=staff_of(request),
                why=str(_("Found by staff.")),
                now=timezone.now(),
                hidden=hidden,
            )
        messages.info(request, _("Done and logged."))


@admin.register(Report)
class ReportAdmin(ModeratedAdmin):
    list_display = ("created_at", "message", "author", "match", "reporter", "why", "settled_at")
    list_filter = (("settled_at", admin.EmptyFieldListFilter),)
    list_select_related = ("message__user", "message__match", "reporter")
    actions = ("hide_reported", "settle")

    @admin.display(description=_("author"))
    def author(self, report: Report) -> str:
        """Return who wrote it, with a link to where staff can suspend them."""
        return linked_name(report.message.user)

    @admin.display(description=_("match"))
    def match(self, report: Report) -> str:
        return linked_name(report.message.match)

    @admin.action(description=_("Hide the message"), permissions=["moderate"])
    def hide_reported(self, request: HttpRequest, queryset: QuerySet[Report]) -> None:
        for report in queryset:
            moderation.hide_message(
                message_id=report.message_id,
                staff=staff_of(request),
                why=str(_("Reported by a player.")),  # what they wrote stays in the report
                now=timezone.now(),
            )

    @admin.action(description=_("Close without action"), permissions=["moderate"])
    def settle(self, request: HttpRequest, queryset: QuerySet[Report]) -> None:
        for report in queryset:
            moderation.settle_report(
                report_id=report.pk, staff=staff_of(request), why="No more is needed.", now=timezone.now()
            )


@admin.register(Study)
class StudyAdmin(ModeratedAdmin):
    """What is published; the rest is its owner's."""

    list_display = ("created_at", "owner", "title", "rules", "turn_number")
    search_fields = ("title", "owner__username", "key")
    list_select_related = ("owner",)
    actions = ("unpublish",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Study]:
        return super().get_queryset(request).filter(public=True)

    @admin.action(description=_("Unpublish"), permissions=["moderate"])
    def unpublish(self, request: HttpRequest, queryset: QuerySet[Study]) -> None:
        for study in queryset:
            moderation.unpublish_study(
                study_id=study.pk, staff=staff_of(request), why=str(_("Found by staff.")), now=timezone.now()
            )
        messages.info(request, _("Done and logged."))


@admin.register(Tag)
class TagAdmin(ModeratedAdmin):
    """What players call their games; what others do is theirs."""

    list_display = ("text", "match", "user")
    search_fields = ("text", "user__username", "match__key")
    list_select_related = ("match", "user")
    actions = ("remove",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Tag]:
        return super().get_queryset(request).filter(public=True)

    @admin.action(description=_("Remove the selected tags"), permissions=["moderate"])
    def remove(self, request: HttpRequest, queryset: QuerySet[Tag]) -> None:
        for tag in queryset:
            moderation.remove_tag(
                tag_id=tag.pk, staff=staff_of(request), why=str(_("Found by staff.")), now=timezone.now()
            )
        messages.info(request, _("Done and logged."))


class ModeratedUserAdmin(ClubUserAdmin):
    """Accounts, with the one way to suspend them: with a reason that stays."""

    change_form_template = "admin/games/user_change.html"

    def get_urls(self) -> list[URLPattern]:
        ways = [
            path(f"<int:pk>/{name}/", self.admin_site.admin_view(view), name=f"games_user_{name}")
            for name, view in (("suspend", self.suspend), ("unsuspend", self.unsuspend))
        ]
        return [*ways, *super().get_urls()]

    def suspend(self, request: HttpRequest, pk: int) -> HttpResponse:
        sentence = _("%(name)s can no longer log in. Their running games continue by the clock.")
        return self.change(request, pk, _("Suspend this account"), sentence, suspended=True)

    def unsuspend(self, request: HttpRequest, pk: int) -> HttpResponse:
        return self.change(request, pk, _("Lift suspension"), _("%(name)s can log in again."), suspended=False)

    def change(
        self, request: HttpRequest, pk: int, title: object, sentence: object, *, suspended: bool
    ) -> HttpResponse:
        user = get_object_or_404(User, pk=pk)
        if not may_moderate(request):
            raise PermissionDenied
        return ask_for_reason(
            request,
            ReasonForStaffForm(request.POST or None),
            lambda why: moderation.suspend_account(
                user=user, staff=staff_of(request), why=why, now=timezone.now(), suspended=suspended
            ),
            back=reverse("admin:accounts_user_change", args=[pk]),
            sentence=str(sentence) % {"name": user},
            title=title,
            **self.admin_site.each_context(request),
        )


admin.site.unregister(User)
admin.site.register(User, ModeratedUserAdmin)


@admin.register(StaffAction)
class StaffActionAdmin(ReadOnly):
    list_display = ("done_at", "staff", "action", "match", "user", "why")
    list_filter = ("action",)
    list_select_related = ("staff", "match", "user")


@admin.register(Block)
class BlockAdmin(ReadOnly):
    list_display = ("blocker", "blocked", "created_at")
    list_select_related = ("blocker", "blocked")


@admin.register(Invitation)
class InvitationAdmin(ReadOnly):
    list_display = ("match", "seat", "user", "created_at")
    list_select_related = ("match", "user")


@admin.register(Notice)
class NoticeAdmin(ReadOnly):
    list_display = ("created_at", "user", "event", "match", "turn", "read_at")
    list_filter = ("event",)
    list_select_related = ("user", "match")


@admin.register(Delivery)
class DeliveryAdmin(ReadOnly):
    list_display = ("notice", "channel", "state", "due_at", "done_at")
    list_filter = ("channel", "state")
    list_select_related = ("notice",)


@admin.register(Token)
class TokenAdmin(ReadOnly):
    list_display = ("user", "name", "scopes", "created_at", "used_at", "revoked_at")
    list_select_related = ("user",)
    hidden = ("digest",)

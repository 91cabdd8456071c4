"""What the games add to accounts: reserved names, tokens that end, what is forgotten and what is exported."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any

from django.db.models import F, Q, QuerySet

from accounts.extension import AccountExtension
from accounts.models import Mail, User
from games.history.studies import study_seats
from games.matches import live, play
from games.matches.clocks import clock_changes
from games.matches.tables import tables
from games.models import Delivery, Match, MatchState, Message, Notice, SeatOrder, StaffAction, Turn
from games.registry import Refusal, bot_names


class GamesAccountExtension(AccountExtension):
    def reserved_names(self) -> Iterable[str]:
        """Return what bots are called."""
        return bot_names()

    def end_access(self, user: User, now: datetime) -> None:
        """Revoke the person's tokens."""
        user.api_tokens.filter(revoked_at=None).update(revoked_at=now)

    def forget_person(self, user: User, now: datetime) -> None:
        """Leave the tables and blank what they wrote in rows that stay; turns stay, the games are the others' too."""
        named = named_by(user)
        live.close_sockets(user)
        blank_mails(user, named)
        leave_tables(user, now)
        Message.objects.filter(user=user).update(text="", hidden=True)
        Match.objects.filter(pk__in=named).update(name="")
        Match.objects.filter(creator=user).update(why_cancelled="")
        StaffAction.objects.filter(Q(staff=user) | Q(user=user)).update(why="")
        Notice.objects.filter(actor=user).delete()
        study_seats.blank_seats(user)

    def exported_rows(self, user: User) -> Iterator[QuerySet[Any]]:
        """Yield what is theirs by way of a seat or a notice: games, turns, what they prepared, what was delivered."""
        at_their_seat = {"match__seats__user": user, "match__seats__index": F("seat")}
        yield Match.objects.filter(seats__user=user)
        yield Turn.objects.filter(**at_their_seat)
        yield SeatOrder.objects.filter(**at_their_seat)
        yield Delivery.objects.filter(notice__user=user)

    def preferences_changed(self, user: User, now: datetime) -> None:
        """Let their clocks' calendar follow them to another time zone."""
        clock_changes.follow_zone(user=user, now=now)


def named_by(user: User) -> list[int]:
    """Return the tables to which they gave a name, and each rematch, which has it from the table before."""
    named: list[int] = []
    found = Match.objects.filter(creator=user, rematch_of=None).exclude(name="")
    while more := list(found.values_list("pk", flat=True)):
        named += more
        found = Match.objects.filter(rematch_of__in=more).exclude(name="")
    return named


def blank_mails(user: User, named: Sequence[int]) -> None:
    """Blank mails to others about a table with the person: who sat there, or what the person called it.

    A mail that still waits is written anew.
    """
    with_them = Q(seats__user=user) | Q(creator=user) | Q(notices__actor=user) | Q(invitations__user=user)
    with_them |= Q(pk__in=named)
    matches = Match.objects.filter(with_them).values("pk")
    mails = Mail.objects.filter(deliveries__notice__match__in=matches).values("pk")
    Mail.objects.filter(pk__in=mails).update(subject="", text="", html="")


def leave_tables(user: User, now: datetime) -> None:
    """Leave tables that have not started; in running games hand the seat to a bot, or resign."""
    for match in Match.objects.filter(seats__user=user, state=MatchState.OPEN):
        with suppress(Refusal):  # it starts, or is called off, at this moment
            tables.leave_table(match_id=match.pk, user=user, now=now)
    for match in Match.objects.filter(seats__user=user, state=MatchState.RUNNING):
        with suppress(Refusal):  # a seat that is out already has nothing to leave
            play.leave_match(match_id=match.pk, player=user, now=now)

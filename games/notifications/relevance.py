"""Which deliveries are due, and whether they are still relevant. Every channel asks before it sends."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet
from django.utils import timezone

from games.matches.clocks.seat_clocks import Clocks
from games.matches.notices import step_of
from games.models import Delivery, Invitation, Match, MatchState, Notice, Seat
from games.models.notice import ASKS_TO_CANCEL, DeliveryState, Event


def due_deliveries(now: datetime, **conditions: object) -> QuerySet[Delivery]:
    """Return the deliveries that are due, of a channel or a kind."""
    return Delivery.objects.filter(state=DeliveryState.WAITING, due_at__lte=now, **conditions)


@dataclass(frozen=True)
class Relevance:
    """Where one person's matches stand, as far as notices depend on it."""

    matches: dict[int, Match]
    seats: dict[int, Seat]
    invited: frozenset[int]

    def reason_to_drop(self, delivery: Delivery, now: datetime) -> str:
        """Return why the delivery need not be sent any more; empty if it is still relevant."""
        notice = delivery.notice
        if notice.match_id is None:
            return ""
        match, seat = self.matches[notice.match_id], self.seats.get(notice.match_id)
        match notice.event:
            case Event.YOUR_TURN:
                return reason_to_drop_turn(match, seat, notice, may_have_seen=delivery.digest)
            case Event.DEADLINE:
                return reason_to_drop_warning(match, seat, notice, now)
            case Event.STARTED | Event.PREPARED if match.is_over:
                return "over"
            case Event.STARTED | Event.PREPARED:
                return "seen" if seat is None or seat.seen_turn >= notice.turn else ""
            case Event.JOINED if not match.is_open:
                return "no longer open"
            case Event.MESSAGE if notice.detail == ASKS_TO_CANCEL and not match.may_be_cancelled:
                return "too late"
            case Event.INVITATION | Event.REMATCH if match.pk not in self.invited:
                return "answered"
            case Event.JOINED | Event.INVITATION | Event.REMATCH | Event.MESSAGE | Event.TIMED_OUT | Event.REPORT:
                return "seen" if notice.read_at else ""
            case _:
                return ""


def reason_to_drop_turn(match: Match, seat: Seat | None, notice: Notice, *, may_have_seen: bool) -> str:
    if seat is None or not is_still_awaited(match, seat, notice):
        return "played"
    if seat.stand_in:
        return "stand-in bot"
    return "seen" if seat.seen_turn >= notice.turn and not may_have_seen else ""


def reason_to_drop_warning(match: Match, seat: Seat | None, notice: Notice, now: datetime) -> str:
    if seat is None or seat.deadline is None or not is_still_awaited(match, seat, notice):
        return "played"
    if seat.deadline <= now:
        return "too late"
    come = steps_of_past_warnings(match, seat)
    if notice.step not in come:
        return "the deadline has moved"
    return "" if notice.step == come[-1] else "a later warning"


def steps_of_past_warnings(match: Match, seat: Seat) -> list[int]:
    """Return the warnings of this turn that have come, in order: a gift or a day of vacation puts them off."""
    turn = Clocks(match, [seat]).running(seat)
    every = turn.warnings() if turn else []
    return [step_of(warning.at) for warning in every if seat.warn_at is None or warning.at < seat.warn_at]


def is_still_awaited(match: Match, seat: Seat, notice: Notice) -> bool:
    """Return whether the match still waits for the seat, as it did when the notice was written."""
    return match.is_running and seat.awaited_since is not None and seat.awaited_since <= notice.created_at


def relevance_for(user_id: int, match_ids: Iterable[int]) -> Relevance:
    return relevance_for_people({user_id: set(match_ids)})[user_id]


def relevance_for_people(match_ids: Mapping[int, set[int]]) -> dict[int, Relevance]:
    """Return what relevance depends on, for each person and their matches: three queries, however many they are."""
    every = set().union(*match_ids.values()) if match_ids else set()
    matches = {match.pk: match for match in Match.objects.filter(pk__in=every)}
    seats: dict[int, dict[int, Seat]] = {}
    for seat in Seat.objects.filter(user__in=match_ids, match__in=every).select_related("user"):
        seats.setdefault(seat.user_id or 0, {})[seat.match_id] = seat
    invited: dict[int, set[int]] = {}
    rows = Invitation.objects.filter(user__in=match_ids, match__in=every, match__state=MatchState.OPEN)
    for user_id, match_id in rows.values_list("user", "match"):
        invited.setdefault(user_id, set()).add(match_id)
    return {user: Relevance(matches, seats.get(user, {}), frozenset(invited.get(user, ()))) for user in match_ids}


def drop_deliveries(ids: Collection[int], why: str) -> None:
    """Mark deliveries as dropped, now by the clock: what made the notice stale may have come after the task began."""
    Delivery.objects.filter(~Q(state=DeliveryState.DROPPED), pk__in=ids).update(
        state=DeliveryState.DROPPED, done_at=timezone.now(), why=why
    )

"""How far one can rely on somebody: turns in time, and games played to their end."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from django.core.cache import cache
from django.db.models import Count, F, Q

from accounts.models import User
from games.models import MatchState, Notice, Seat, Turn, TurnOrigin
from games.models.notice import Event

IN_TIME, TOO_LATE = (TurnOrigin.PERSON, TurnOrigin.PREPARED), (TurnOrigin.CLOCK, TurnOrigin.STAND_IN)
LEFT_ALONE = ("timeout", "stand-in")
LATELY = 300


class Reliability(NamedTuple):
    """Of the turns how many in time, and of the games how many without running out of time."""

    turns: int = 0
    in_time: int = 0
    games: int = 0
    finished: int = 0

    @property
    def turns_percent(self) -> int:
        """Return the share; 100 for who is new: nothing speaks against them."""
        return 100 if not self.turns else round(100 * self.in_time / self.turns)

    @property
    def games_percent(self) -> int:
        return 100 if not self.games else round(100 * self.finished / self.games)


def reliability_of(users: Iterable[User]) -> dict[int, Reliability]:
    """Return the figures of each; three queries, however many they are."""
    ids = {user.pk for user in users}
    if not ids:
        return {}
    own = Turn.objects.filter(match__seats__user__in=ids, match__seats__index=F("seat"))
    turns = own.values(who=F("match__seats__user")).annotate(
        in_time=Count("pk", filter=Q(by__in=IN_TIME)), late=Count("pk", filter=Q(by__in=TOO_LATE))
    )
    ended = Seat.objects.filter(user__in=ids, match__state=MatchState.FINISHED)
    games = ended.order_by().values("user").annotate(n=Count("pk"), left=Count("pk", filter=Q(reason__in=LEFT_ALONE)))
    after_all = too_late_by_person(ids)
    by_turn = {
        row["who"]: (row["in_time"] + row["late"], row["in_time"] - after_all.get(row["who"], 0))
        for row in turns.order_by()
    }
    by_game = {row["user"]: (row["n"], row["n"] - row["left"]) for row in games}
    return {pk: Reliability(*by_turn.get(pk, (0, 0)), *by_game.get(pk, (0, 0))) for pk in ids}


def too_late_by_person(ids: Iterable[int]) -> dict[int, int]:
    """Return how many turns each has played after all: time was over, and the bot that stands in was slower."""
    after_all = Notice.objects.filter(
        user__in=ids,
        event=Event.TIMED_OUT,
        match__turns__number=F("turn") + 1,
        match__turns__user=F("user"),
        match__turns__by=TurnOrigin.PERSON,
    )
    return dict(after_all.order_by().values_list("user").annotate(n=Count("match__turns", distinct=True)))


def recent_reliability(users: Iterable[User]) -> dict[int, Reliability]:
    """Return the figures as they were within these minutes.

    For lists, which many read and where a turn more says little.
    """
    keys = {f"reliability:{user.pk}": user for user in users}
    known = cache.get_many(keys)
    lacking = {key: user for key, user in keys.items() if key not in known}
    figures = reliability_of(lacking.values())
    reckoned = {key: figures[user.pk] for key, user in lacking.items()}
    cache.set_many(reckoned, LATELY)
    return {keys[key].pk: figure for key, figure in {**known, **reckoned}.items()}

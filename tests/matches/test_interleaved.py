"""Turns, orders, resignations, time-outs, stand-ins and cancellations in any order leave a log that replays."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import pytest
import time_machine
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from accounts.models import User
from games import tasks
from games.matches import play, queries, seat_orders, stored_match
from games.matches.tables import cancelling
from games.models import Match, MatchState, TurnOrigin
from games.registry import Refusal
from tests.factories import NOW, difference, people, played, running_match

KINDS = [
    *["turn"] * 6,
    *["order"] * 3,
    *["late", "bot"] * 2,
    *("stale", "wrong", "resign", "late anybody", "cancel", "twice", "back"),
]
STEPS = st.lists(
    st.tuples(st.sampled_from(KINDS), st.integers(0, 4), st.integers(0, 10**6)),
    min_size=25,
    max_size=70,
)
WISHES = st.fixed_dictionaries(
    {
        "players": st.integers(2, 5),
        "preview": st.sampled_from(["on", "off"]),
        "stand_in_level": st.sampled_from(["", "seedling"]),
    }
)


def step(match: Match, sitters: list[User], what: str, who: int, number: int) -> None:
    """One thing that somebody tries; a refusal is an answer like any other."""
    match = Match.objects.get(pk=match.pk)
    awaited = stored_match.game_of(match).awaited()
    seat = awaited[0] if what in {"late", "bot"} and awaited else who % len(sitters)
    player, now = sitters[seat], NOW + timedelta(hours=match.turn_number)
    late = now + timedelta(days=40)
    with time_machine.travel(now, tick=False):
        if what == "resign":
            play.resign_match(match_id=match.pk, player=player, now=now)
        elif what.startswith("late"):
            play.time_out(match_id=match.pk, seat=seat, number=match.next_number, now=late)
        elif what == "cancel":
            cancelling.offer_to_cancel(match_id=match.pk, user=player, now=now)
        elif what == "order":
            order(match, seat, player, number, now=now)
        elif what == "bot":
            tasks.play_bot_turn(match.pk, match.next_number, seat)
        elif what == "back":
            play.come_back(match_id=match.pk, user=player, now=now)
        else:
            turn(match, sitters, what, number, player)


def order(match: Match, seat: int, player: User, number: int, *, now: datetime) -> None:
    """A turn for later: what the mover may play with the drawn tile, with the tile that waits here."""
    game = stored_match.game_of(match)
    awaited = game.awaited()
    choices = game.choices(awaited[0]) if awaited else ["JC@0,0E -"]
    waiting = getattr(game, "waiting")(seat) or "JC"  # noqa: B009 - the face of Taluva alone
    text = waiting + choices[number % len(choices)][len(waiting) :]
    seat_orders.save_order(match_id=match.pk, user=player, kind="turn", text=text, now=now)


def turn(match: Match, sitters: list[User], what: str, number: int, player: User) -> None:
    game, now = stored_match.game_of(match), NOW + timedelta(hours=match.turn_number)
    awaited = game.awaited()
    choices = game.choices(awaited[0]) if awaited else ["-"]
    text = "nonsense" if what == "wrong" else choices[number % len(choices)]
    mover = sitters[awaited[0]] if awaited and what != "wrong" else player
    meant = match.next_number - (what == "stale")
    for _ in range(2 if what == "twice" else 1):
        play.play_turn(
            match_key=match.key,
            player=mover,
            number=meant,
            text=text,
            by=TurnOrigin.PERSON,
            now=now,
            key=f"key{number}",
        )


def holds(match: Match, before: int) -> None:
    """After every step: the log is whole, the rows say what it says, and nothing that was played is gone."""
    match = Match.objects.get(pk=match.pk)
    assert match.turn_number >= before
    assert difference(match) == ""
    assert stored_match.game_of(match).to_record() == stored_match.replay_match(match, match.turn_number).to_record()
    assert list(match.turns.values_list("number", flat=True)) == list(range(1, match.turn_number + 1))
    left = set(match.orders.values_list("seat", flat=True))
    assert set(match.seats.filter(has_orders=True).values_list("index", flat=True)) == left
    if match.state == MatchState.FINISHED:
        assert not left
    if match.is_over:
        assert not match.seats.filter(awaited_since__isnull=False).exists()
    for user in User.objects.filter(seats__match=match):
        awaited = match.seats.filter(user=user, awaited_since__isnull=False, stand_in=False)
        assert queries.count_awaiting(user) == (awaited.count() if match.is_running else 0)


class Interleaved(TestCase):
    @contextmanager
    def committed(self) -> Iterator[None]:
        """After a commit the position is kept, as on the site; bots move when a step says so."""
        with self.captureOnCommitCallbacks() as after_commit:
            yield
        for callback in after_commit:
            if isinstance(callback, partial) and callback.func is stored_match.cache_position:
                callback()

    def check(self, wishes: dict[str, Any], steps: list[tuple[str, int, int]]) -> None:
        sitters = people(wishes["players"])
        level = wishes["stand_in_level"]
        with self.committed():
            match = running_match(
                *sitters,
                settings={"preview": wishes["preview"]},
                at_deadline="stand-in" if level else "out",
                stand_in_level=level,
            )
        for what, who, number in steps:
            before = Match.objects.get(pk=match.pk).turn_number
            try:
                with self.committed():
                    step(match, sitters, what, who, number)
            except Refusal:
                assert Match.objects.get(pk=match.pk).turn_number == before
            holds(match, before)

    @settings(max_examples=8, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(wishes=WISHES, steps=STEPS)
    def test_any_order_leaves_a_log_that_replays(
        self, wishes: dict[str, Any], steps: list[tuple[str, int, int]]
    ) -> None:
        self.check(wishes, steps)

    @pytest.mark.long
    @pytest.mark.timeout(1800)
    @settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
    @given(wishes=WISHES, steps=STEPS)
    def test_any_order_for_long(self, wishes: dict[str, Any], steps: list[tuple[str, int, int]]) -> None:
        self.check(wishes, steps)


@pytest.mark.django_db
def test_who_is_stood_in_for_is_not_awaited() -> None:
    ann, ben = people(2)
    match = running_match(ann, ben, at_deadline="stand-in", stand_in_level="seedling")
    assert (queries.count_awaiting(ann), queries.next_awaiting(ann)) == (1, match)

    play.time_out(match_id=match.pk, seat=0, number=1, now=NOW + timedelta(days=40))
    assert (queries.count_awaiting(ann), queries.next_awaiting(ann)) == (0, None)

    play.come_back(match_id=match.pk, user=ann, now=NOW + timedelta(days=40))
    assert queries.count_awaiting(ann) == 0
    tasks.play_bot_turn(match.pk, 1, 0)
    played(match, player=ben)
    assert queries.count_awaiting(ann) == 1

"""Turns, resignations, time-outs and cancellations in any order leave a log that replays to what the rows say."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from accounts.models import User
from games import positions
from games.models import By, Match
from games.rules import Refusal
from games.services import play, replaying, tables
from tests.factories import NOW, people, running_match

KINDS = ["turn", "turn", "turn", "turn", "turn", "stale", "wrong", "resign", "late", "cancel", "twice"]
STEPS = st.lists(
    st.tuples(
        st.sampled_from(
            ["turn", "turn", "turn", "turn", "turn", "stale", "wrong", "resign", "late", "cancel", "twice"]
        ),
        st.integers(0, 4),
        st.integers(0, 10**6),
    ),
    min_size=5,
    max_size=60,
)


def step(match: Match, sitters: list[User], what: str, who: int, number: int) -> None:
    """One thing that somebody tries; a refusal is an answer like any other."""
    match = Match.objects.get(pk=match.pk)
    player, now = sitters[who % len(sitters)], NOW + timedelta(hours=match.turn_number)
    if what == "resign":
        play.resign(match_id=match.pk, player=player, now=now)
    elif what == "late":
        play.time_out(
            match_id=match.pk, seat=who % len(sitters), number=match.next_number, now=now + timedelta(days=40)
        )
    elif what == "cancel":
        tables.ask_to_cancel(match_id=match.pk, user=player, now=now)
    else:
        turn(match, sitters, what, number, player)


def turn(match: Match, sitters: list[User], what: str, number: int, player: User) -> None:
    game, now = positions.game_of(match), NOW + timedelta(hours=match.turn_number)
    awaited = game.awaited()
    choices = game.choices(awaited[0]) if awaited else ["-"]
    text = "nonsense" if what == "wrong" else choices[number % len(choices)]
    mover = sitters[awaited[0]] if awaited and what != "wrong" else player
    meant = match.next_number - (what == "stale")
    for _ in range(2 if what == "twice" else 1):
        play.play_turn(
            match_key=match.key, player=mover, number=meant, text=text, by=By.PERSON, now=now, key=f"key{number}"
        )


def holds(match: Match, before: int) -> None:
    """After every step: the log is whole, the rows say what it says, and nothing that was played is gone."""
    match = Match.objects.get(pk=match.pk)
    assert match.turn_number >= before
    assert replaying.difference(match) == ""
    assert list(match.turns.values_list("number", flat=True)) == list(range(1, match.turn_number + 1))
    if match.is_over:
        assert not match.seats.filter(awaited_since__isnull=False).exists()


class Interleaved(TestCase):
    def check(self, players: int, steps: list[tuple[str, int, int]]) -> None:
        sitters = people(players)
        match = running_match(*sitters)
        for what, who, number in steps:
            before = Match.objects.get(pk=match.pk).turn_number
            try:
                step(match, sitters, what, who, number)
            except Refusal:
                assert Match.objects.get(pk=match.pk).turn_number == before
            holds(match, before)

    @settings(max_examples=4, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(players=st.integers(2, 5), steps=STEPS)
    def test_any_order_leaves_a_log_that_replays(self, players: int, steps: list[tuple[str, int, int]]) -> None:
        self.check(players, steps)

    @pytest.mark.long
    @pytest.mark.timeout(1800)
    @settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
    @given(players=st.integers(2, 5), steps=STEPS)
    def test_any_order_for_long(self, players: int, steps: list[tuple[str, int, int]]) -> None:
        self.check(players, steps)

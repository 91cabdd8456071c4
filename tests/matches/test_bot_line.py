"""Nobody fills the bots' line so that others wait: neither with games that they leave, nor with many at once."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games import sweeping
from games.matches import bot_turns, play
from games.matches.tables import tables
from games.models import Match
from games.tasks import play_bot_turn
from tests.factories import guest, level_bot, people, person

pytestmark = pytest.mark.django_db


def waiting_match(creator: User, *bots: User, ago: float = 1) -> Match:
    """A game that its creator has begun, in which a bot is to move since so many seconds."""
    seats = [tables.SeatPlan(user=user) for user in (*(bots or (level_bot(),)), creator)]
    now = timezone.now() - timedelta(seconds=ago)
    return tables.create_match(
        creator=creator, rules="taluva", settings={}, seats=seats, now=now, rated=False, draw_seats=False
    )


def left_match(creator: User) -> Match:
    """A game that goes on between bots, since its creator has resigned."""
    match = waiting_match(creator, level_bot("seedling"), level_bot("settler"))
    return play.resign_match(match_id=match.pk, player=creator, now=timezone.now() - timedelta(seconds=1))


def is_played(match: Match) -> bool:
    """Whether the task of the bot that is to move plays its turn."""
    match.refresh_from_db()
    before, seat = match.turn_number, match.seats.get(awaited_since__isnull=False).index
    play_bot_turn(match.pk, match.next_number, seat)
    match.refresh_from_db()
    return match.turn_number == before + 1


def test_a_game_that_its_people_have_left_keeps_nobody_waiting() -> None:
    left, waited_for = left_match(guest()), waiting_match(person("Ann"))

    assert [is_played(match) for match in (left, waited_for, left)] == [False, True, True]


def test_whoever_begins_many_games_keeps_nobody_else_waiting() -> None:
    ann, ben = people(2)
    many = [waiting_match(ann) for _ in range(bot_turns.FEW + 1)]
    one = waiting_match(ben)

    assert [is_played(match) for match in (many[0], one, *many)] == [False, True, *[True] * len(many)]


def test_a_few_games_wait_in_line_like_others() -> None:
    ann, ben = people(2)
    few = [waiting_match(ann) for _ in range(bot_turns.FEW)]
    waiting_match(ben)

    assert [is_played(match) for match in few] == [True] * len(few)


def test_a_bot_that_can_not_move_keeps_nobody_waiting() -> None:
    stuck, left = waiting_match(person("Ann"), ago=61), left_match(guest())

    assert is_played(left)
    assert is_played(stuck)


def test_a_game_that_is_watched_is_played_as_others_are() -> None:
    watched = bot_turns.show_match(
        watcher=person("Ann"), rules="taluva", levels=["seedling", "settler"], now=timezone.now()
    )
    waiting_match(person("Ben"))

    assert is_played(watched)


def test_the_sweep_asks_last_for_games_that_everybody_has_left(monkeypatch: pytest.MonkeyPatch) -> None:
    left, waited_for = left_match(guest()), waiting_match(person("Ann"))
    asked: list[int] = []
    monkeypatch.setattr(sweeping, "enqueue", lambda _task, match, *_more: asked.append(match))
    sweeping.sweep_bots(timezone.now(), timedelta(0))

    assert asked == [waited_for.pk, left.pk]

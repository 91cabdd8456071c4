"""A die inside a turn: rolled by the rules as an entry of its own, and chosen in a sandbox (V-28, A-60)."""

import re

import pytest
from django.test import Client

from accounts.models import User
from games.matches import play, stored_match
from games.matches.tables import tables
from games.matches.tables.tables import SeatPlan
from games.models import Match, Notice, TurnOrigin
from games.models.notice import Event
from tests.factories import NOW, difference, people

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lanterns")]


def windy_match() -> tuple[Match, list[User]]:
    """A match of two with wind, in which Ann has ended her first turn."""
    ann, ben = people(2)
    match = tables.create_match(
        creator=ann,
        rules="lanterns",
        settings={"wind": "on"},
        seats=[SeatPlan(user=ann), SeatPlan(user=ben)],
        now=NOW,
        draw_seats=False,
        days_per_turn=3,
    )
    match = play.play_turn(match_key=match.key, player=ann, number=1, text="end", by=TurnOrigin.PERSON, now=NOW)
    return match, [ann, ben]


def test_the_die_is_rolled_by_the_rules_at_once() -> None:
    match, (_, ben) = windy_match()
    rows = [(turn.seat, turn.text, turn.by) for turn in match.turns.order_by("number")]

    assert rows[0] == (0, "end", "person")
    assert rows[1][::2] == (1, "rules")
    assert re.fullmatch("wind [1-6]", rows[1][1])
    assert list(Notice.objects.filter(user=ben, event=Event.YOUR_TURN).values_list("turn", flat=True)) == [2]
    assert not difference(match)


def test_the_sandbox_offers_every_result_of_the_die() -> None:
    match, (ann, _) = windy_match()
    client = Client()
    client.force_login(ann)
    page = client.get(f"{match.get_absolute_url()}0/try/?m=0:end").content.decode()

    assert {result for result in "123456" if f"m=~{result}" in page} == set("123456")
    played = client.get(f"{match.get_absolute_url()}0/try/?m=0:end&m=~4&m=1:wind+4&m=~1").content.decode()
    assert "Ben: wind 4" in played


def test_nobody_rolls_another_number() -> None:
    match, _ = windy_match()
    game = stored_match.game_of(match).at(1)
    due = game.brought()

    assert [game.why_not(f"wind {side}", 1) is None for side in range(1, 7)] == [
        str(side) == due for side in range(1, 7)
    ]

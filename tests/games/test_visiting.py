"""Programs and levels that visit a club: they play there over the API, by a bot account's token."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.bots import visitor
from games.models import By, Match
from games.models.token import Scope
from games.services import tokens
from games.services.tables import SeatPlan
from tests.factories import NOW, open_table, outside_bot, person, played

EXAMPLE = f"program:{sys.executable} {Path(__file__).parents[2] / 'docs' / 'example_bot.py'}"
pytestmark = pytest.mark.django_db(transaction=True)


def club_of(server: Any, scopes: list[str]) -> visitor.Club:
    _row, text = tokens.create(user=outside_bot(), name="test", scopes=scopes, now=NOW)
    return visitor.Club(server.url + "/", text)


@pytest.mark.parametrize("side", [EXAMPLE, "seedling"], ids=["program", "level"])
def test_a_bot_sits_down_where_it_is_invited_and_plays(live_server: Any, side: str) -> None:
    club, said = club_of(live_server, [Scope.READ, Scope.PLAY, Scope.CREATE]), list[str]()
    choose = visitor.chooser(side, seed=1)
    match = open_table(person("Ann"), SeatPlan(invited=outside()), draw_seats=False)

    visitor.call(club, choose, said.append)
    played(match)
    visitor.call(club, choose, said.append)
    visitor.call(club, choose, said.append)

    log = Match.objects.get().turns.order_by("number")
    assert [(turn.number, turn.by) for turn in log] == [(1, By.PERSON), (2, By.BOT)]
    assert said == [f"{match.key}: sat down", f"{match.key}: {log[1].text}"]


def outside() -> Any:
    from accounts.models import User

    return User.objects.get(username="Robo")


def test_what_is_refused_is_said_and_tried_again(live_server: Any) -> None:
    club, said = club_of(live_server, [Scope.READ, Scope.PLAY, Scope.CREATE]), list[str]()
    match = open_table(person("Ann"), SeatPlan(invited=outside()), draw_seats=False)
    club.sit_down()
    played(match)

    visitor.call(club, lambda game: "JJ@9,9E H@0,0", said.append)
    visitor.call(club, visitor.chooser("seedling", seed=1), said.append)

    assert "422" in said[0]
    assert "T-2" in said[0]
    assert Match.objects.get().turn_number == 2


def test_a_token_that_may_not_is_told_at_once(live_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TALUVA_TOKEN", "tlv_nobody")
    with pytest.raises(CommandError, match="401"):
        call_command("bots", "visit", live_server.url, "seedling")
    monkeypatch.delenv("TALUVA_TOKEN")
    with pytest.raises(CommandError, match="Set TALUVA_TOKEN"):
        call_command("bots", "visit", live_server.url, "seedling")


def test_a_club_that_is_away_is_asked_again_later() -> None:
    said: list[str] = []
    visitor.call(visitor.Club("http://127.0.0.1:9", "x"), visitor.chooser("seedling", seed=1), said.append)
    assert said[0].startswith("http://127.0.0.1:9 does not answer: ")

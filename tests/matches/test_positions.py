"""The cache of positions: nothing that this process looks at too early may be what it plays on with."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import get_resolver

from games.matches import stored_match
from games.models import Match
from tests.api.callers import V1, Caller
from tests.factories import first_choice, join, open_table, people, played

pytestmark = pytest.mark.django_db
PARTS = {"number": "0", "pk": "1", "kind": "card", "code": "wrong"}
API = ("", "/record", "/choices", "/fairness", "/orders", "/analysis", "/note", "/messages")
# What shows a game, and so is not there before the game is.
OF_A_GAME = {
    *("match-turn", "sandbox", "match-list", "turn-confirm", "resign-confirm", "match-record", "match-picture"),
    "match-fairness",
}


@pytest.fixture(autouse=True)
def _own_cache() -> Iterator[None]:
    stored_match.clear_cache()
    yield
    stored_match.clear_cache()


def addresses(match: Match) -> Iterator[tuple[str, str]]:
    """Every page of a match: its name, and its address."""
    for name, found in get_resolver().reverse_dict.lists():
        for possible, _pattern, _defaults, _converters in found:
            for address, parameters in possible:
                if isinstance(name, str) and address.startswith("games/%(key)s/"):
                    values = {"key": match.key, **{part: PARTS.get(part, "") for part in parameters if part != "key"}}
                    yield name, f"/{address % values}"


def test_no_page_of_an_open_table_is_taken_for_its_game_later(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    """One process looks at the table before another one starts its game."""
    ann, ben = people(2)
    match = open_table(ann, draw_seats=False)
    client, caller = Client(), Caller(ann)
    client.force_login(ann)
    with django_capture_on_commit_callbacks(execute=True):
        answers = {name: client.get(address).status_code for name, address in addresses(match)}
        by_program = {client.get(f"{V1}/matches/{match.key}{path}").status_code for path in API}
        by_program |= {caller.get(f"/matches/{match.key}{path}").status_code for path in API}
    with monkeypatch.context() as other_process, django_capture_on_commit_callbacks(execute=True):
        other_process.setattr(stored_match, "_kept", OrderedDict())
        join(match, ben)
        match = played(match)

    assert {name for name, status in answers.items() if status == 404} >= OF_A_GAME
    assert max(*answers.values(), *by_program) < 500
    assert stored_match.game_of(match).to_record() == stored_match.replay_match(match, 1).to_record()
    assert played(match, first_choice(match)).turn_number == 2


def test_a_table_has_no_game_before_its_seed() -> None:
    with pytest.raises(ValueError, match="no seed"):
        stored_match.game_of(open_table(people(1)[0]))

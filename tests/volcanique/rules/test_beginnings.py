"""`choices` with a beginning (A-62, V-28.24): whatever goes on from it leads to an entry, and every Rift is found."""

import random
import re
from itertools import combinations

import pytest

from games.hexes import Cell, neighbours
from games.volcanique.rules import Game
from games.volcanique.rules.entries.actions import Tear
from games.volcanique.rules.entries.notation import write_entry
from games.volcanique.rules.steps.rifts import TEAR
from tests.volcanique.rules.boards import game_at, position
from tests.volcanique.rules.random_games import play_some, random_settings, start
from tests.volcanique.rules.test_properties import numbers

PART = re.compile(r"[^ ;>@/]*[ ;>@/]?")
RICH = {"powers": "on", "base_cap": "9", "resources_per_type_per_player": "12", "bonus_resources": "3"}


def walk_to_an_entry(game: Game, rng: random.Random, seat: int, begin: str) -> str:
    """Go on from a beginning, part by part, as the list offers it; return the entry at the end."""
    while True:
        texts = game.choices(seat, begin)
        assert texts, begin
        assert all(text.startswith(begin) for text in texts)
        text = rng.choice(texts)
        assert game.why_not(text, seat) is None
        if text == begin:
            return text
        found = PART.match(text, len(begin))
        assert found
        begin = text[: found.end()]


@pytest.mark.parametrize("number", numbers(2, 12))
def test_whatever_is_offered_leads_to_an_entry(number: int) -> None:
    """A-62: for every kind of entry, in games that begin with islands of the players' own, too."""
    rng = random.Random(600 + number)
    settings = random_settings(rng) | RICH | {"setup_mode": ("build", "preset")[number % 2]}
    game = start(settings, 600 + number)
    while not game.over and game.turn < 250:
        for seat in game.may_play():
            kinds = sorted({text.split(" ")[0] for text in game.choices(seat)})
            for kind in kinds if rng.random() < 0.3 else ():
                walk_to_an_entry(game, rng, seat, kind)
        play_some(game, rng)


def random_island(rng: random.Random, size: int) -> set[Cell]:
    """Return a connected island of random shape."""
    island = {(0, 0)}
    while len(island) < size:
        island.add(rng.choice([beside for cell in sorted(island) for beside in neighbours(cell)]))
    return island


def all_rifts(game: Game, island: set[Cell]) -> set[str]:
    """Return every legal Rift of an island, found by trying all."""
    parts = [part for size in range(1, len(island)) for part in combinations(sorted(island), size)]
    tears = [Tear(direction, part) for part in parts for direction in range(6)]
    return {write_entry(tear) for tear in tears if TEAR.why_not(game.position, 0, tear) is None}


@pytest.mark.parametrize("number", numbers(8, 40))
def test_every_rift_is_found_and_no_beginning_of_one_leads_nowhere(number: int) -> None:
    """V-16.19: beside other land, and with frozen hexes."""
    rng = random.Random(number)
    island = random_island(rng, 3 + number % 5)
    near = sorted({beside for cell in island for beside in neighbours(cell)} - island)
    ocean = [cell for cell in (other for one in near for other in neighbours(one)) if cell not in {*island, *near}]
    board = [f"{q},{r}" for q, r in (*island, rng.choice(ocean))]
    pos = position(board, powers={"P1": "rift"})
    pos.frost = (rng.choice(near), 1) if number % 3 == 0 else None
    game = game_at(pos)
    every = all_rifts(game, island)
    begun = {text[:count] for text in every for count in range(1, len(text) + 1)}

    assert {begin for begin in begun if not set(game.choices(0, begin)) & every} == set()
    assert {text for text in every if text not in game.choices(0, text)} == set()
    assert {text for begin in begun for text in game.choices(0, begin) if text[0] == "Z"} <= every

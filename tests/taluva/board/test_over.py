"""What a turn changes is drawn over the land as it was: that looks like the land drawn anew."""

import random
from dataclasses import replace

import numpy as np
import pytest
from django.template.loader import render_to_string

from games.boards import Sight
from games.boards.picture import resolve_styles
from games.pictures.images import drawn_by_resvg, read_stylesheet
from games.registry import BOARDS
from games.taluva.board.draft import draft_query
from games.taluva.board.drawing.shapes import BoardDrawing
from games.taluva.board.island import direction_of, volcano_of
from games.taluva.rules import Game
from tests.boards import png
from tests.boards.games import NAMES, random_game

BOARD = BOARDS["taluva"]
SEEDS = range(6)


def shown(game: Game, **sight: object) -> BoardDrawing:
    board, _ = BOARD.show(game, Sight(names=NAMES, **sight))
    assert isinstance(board, BoardDrawing)
    return board


def pixels(board: BoardDrawing) -> png.Pixels:
    """The land alone, three units to a pixel."""
    svg = render_to_string("taluva/_picture.svg", {"board": replace(board, flags=(), ruins=()), "numbers": True})
    size = board.box.width // 3, board.box.height // 3
    return png.read(
        drawn_by_resvg(resolve_styles(svg, f"{read_stylesheet('taluva')} .drafted {{ --dash: none; }}", *size))
    )


def difference(one: BoardDrawing, other: BoardDrawing) -> float:
    """The share of pixels that differ plainly."""
    return float((np.abs(pixels(one).astype(int) - pixels(other)).max(axis=2) > 60).mean())


@pytest.mark.parametrize("seed", SEEDS)
def test_a_draft_over_the_land_looks_like_the_land_after_the_turn(seed: int) -> None:
    game = random_game(seed, players=2 + seed % 4, turns=14 + 2 * seed)
    game = game if game.to_move is not None else game.at(game.turn - 1)
    rng, turns = random.Random(seed), game.choices(game.to_move)
    eruptions = [text for text in turns if game.position.level(volcano_of(text.split()[0]))]
    placement, build = rng.choice(eruptions or turns).split()
    query = draft_query(volcano_of(placement), direction_of(placement), build)
    drafted = shown(game, turn_of=game.to_move, query=dict(part.split("=", 1) for part in query.split("&")), since=99)
    game.play(f"{placement} {build}")
    after = shown(game, since=99)

    assert drafted.over
    assert len(drafted.over) < len(drafted.rows) or len(drafted.rows) < 6
    same = {"box": drafted.box, "sea": after.sea, "shoals": None}
    assert difference(replace(drafted, **same), replace(after, **same)) < 0.003
    assert difference(replace(drafted, over=(), **same), replace(after, **same)) > 0.01


@pytest.mark.parametrize("seed", SEEDS)
def test_a_draft_by_the_sea_has_the_shoals_of_settled_land(seed: int) -> None:
    game = random_game(seed, players=2 + seed % 4, turns=[0, 1, 5, 12, 20, 24][seed])
    game = game if game.to_move is not None else game.at(game.turn - 1)
    at_sea = [text for text in game.legal_placements() if not game.position.level(volcano_of(text))]
    placement = random.Random(seed).choice(at_sea)
    build = game.legal_builds(placement)[0]
    query = draft_query(volcano_of(placement), direction_of(placement), build)
    drafted = shown(game, turn_of=game.to_move, query=dict(part.split("=", 1) for part in query.split("&")), since=99)
    game.play(f"{placement} {build}")
    waves = drafted.sea.waves
    after = replace(shown(game, since=99), box=drafted.box)
    after = replace(after, sea=replace(after.sea, waves=waves))

    assert drafted.shoals is not None
    assert difference(drafted, after) < 0.003
    assert difference(replace(drafted, shoals=None), after) > 0.006


@pytest.mark.parametrize("seed", SEEDS)
def test_a_turn_in_motion_ends_as_the_land_after_it(seed: int) -> None:
    game = random_game(seed, players=2 + seed % 4, turns=14 + 4 * seed)
    moved, still = shown(game, since=game.turn - 1, moved=game.turn), shown(game, since=game.turn - 1)

    assert difference(replace(moved, box=still.box), still) < 0.003

"""What a page gets for the tile in the hand says the same as the rules, and is small."""

import gzip
import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from games import records
from games.hexes import DIRECTIONS
from games.taluva.board.draft import cell_key
from games.taluva.board.hand import CODE, TurnsAhead, hand_of, legal_places, turns_ahead
from games.taluva.board.island import built_cells, island_of, read_placement, with_tile
from games.taluva.board.turn.blank_bars import blank_bars
from games.taluva.board.turn.possible_turns import LegalTurns, possible_turns
from games.taluva.rules import Game, Options, tiles
from games.taluva.rules.formats.notation import read_build

RECORDS = sorted(Path("tests/records/taluva").glob("*.txt"))
EVERY = 29  # of the placements of a position one in so many is compared
LATEST = 4  # of each record so many positions before its end, where there is most to choose


@cache
def positions() -> list[tuple[Game, LegalTurns]]:
    games = (records.read_record(path.read_text()) for path in RECORDS)
    last = [game.at(turn) for game in games for turn in range(max(0, game.turn - LATEST), game.turn)]
    return [(game, can) for game in last if game.to_move is not None and (can := possible_turns(game, game.to_move))]


@cache
def largest() -> list[tuple[Game, LegalTurns]]:
    return sorted(positions(), key=lambda pair: len(pair[1].placements()), reverse=True)[:3]


def read_legal(text: str) -> Iterator[tuple[str, int]]:
    """Yield each place, and how many tiles lie there."""
    for level, rows in enumerate(text.split(";")):
        for row in filter(None, rows.split(" ")):
            number, first, codes = row.split(":")
            for q, code in enumerate(codes, int(first)):
                ways = (way for bit, way in enumerate(DIRECTIONS) if CODE.index(code) >> bit & 1)
                yield from ((f"{q},{number}{way}", level) for way in ways)


def read_builds(turns: TurnsAhead, volcano: str, number: int) -> set[str]:
    less, more = (set(map(int, filter(None, part.split(",")))) for part in turns["after"][volcano][number].split("+"))
    return {turns["builds"][build] for build in (set(turns["most"]) - less) | more}


def legal_builds(game: Game, can: LegalTurns, text: str) -> Iterator[str]:
    """Yield what may be built after this placement, and the fields that it fills with their levels."""
    after = with_tile(island_of(game), text)
    for name in can.builds(text):
        if build := read_build(name):
            fields = (f"{cell_key(cell)},{after.level(cell)}" for cell in built_cells(after, build, can.seat))
            yield f"{name}|{' '.join(fields)}"


def unseen_stack() -> list[str]:
    return list(Counter(tiles.unseen_tiles(2, [])).elements())[:24]


def packed(text: str) -> int:
    return len(gzip.compress(text.encode(), 9))


def test_the_legal_data_of_every_record_say_what_the_rules_say() -> None:
    for game, can in positions():
        found = dict(read_legal(legal_places(can.position, can.placements())))
        legal = {
            text.partition("@")[2]: can.position.level(read_placement(text).volcano) for text in game.legal_placements()
        }
        assert found == legal


def test_the_legal_data_stay_small() -> None:
    sizes = [legal_places(can.position, can.placements()) for _, can in positions()]

    assert max(map(len, sizes)) <= 1024
    assert max(map(packed, sizes)) <= 450


@pytest.mark.parametrize("number", range(3))
def test_the_turns_ahead_say_what_the_rules_say(number: int) -> None:
    game, can = largest()[number]
    turns = turns_ahead(can)

    ways: dict[str, int] = {}
    for index, place in enumerate(sorted(map(read_placement, can.placements()), key=lambda place: place[1:3])):
        volcano = cell_key(place.volcano)
        ways[volcano] = ways.get(volcano, -1) + 1
        if index % EVERY == 0:
            text = f"{can.tile}@{volcano}{DIRECTIONS[place.direction]}"
            assert read_builds(turns, volcano, ways[volcano]) == set(legal_builds(game, can, text))
    assert packed(json.dumps(turns, separators=(",", ":"))) <= 4700


def test_the_first_tile_has_one_place_and_six_figures() -> None:
    can = possible_turns(Game(Options(players=2), tiles=unseen_stack()), 0)
    assert can
    hand = hand_of(can, can.placements())

    assert (hand.seat, hand.legal, hand.rise) == (0, "0:0:_", 18)
    assert [figure.direction for figure in hand.figures] == list(DIRECTIONS)


def test_bars_with_gaps_lead_on_and_back() -> None:
    can = possible_turns(Game(Options(players=2), tiles=unseen_stack()), 0)
    assert can
    laid, building, chosen = blank_bars(can)

    assert (laid.left, laid.right, laid.next, laid.back) == ("~left~", "~right~", "~next~", "~back~")
    assert [option.step for option in building.options[:4]] == ["~b:T~", "~b:W~", "~b:X~", "~b:H~"]
    assert (laid.text, building.text, chosen.text) == ("", "", "~text~")

"""Places in words: true, the same each time, and of little else on the island."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from games.hexes import Cell, neighbours
from games.registry import BOARDS
from games.taluva import rules
from games.taluva.board.draft import cell_key
from games.taluva.board.places import INLAND, PlaceMap, eruption_place, field_place, place_map, shore_place
from games.taluva.bots.settlements import IslandView
from games.taluva.bots.speech import place_of
from games.taluva.rules import building, placement
from games.taluva.rules.formats import notation
from games.taluva.rules.formats.notation import TurnParts
from games.taluva.rules.position import Position
from games.taluva.rules.tiles import VOLCANO
from tests.boards.games import NAMES

BOARD = BOARDS["taluva"]
RECORDS = sorted((Path(__file__).parents[2] / "records" / "taluva").glob("*.txt"))
# How many other places may be meant by the words of a tile, and of a build: at most, and on average.
MOST_TILES, USUAL_TILES = 25, 7
MOST_FIELDS, USUAL_FIELDS = 4, 2
PLACE = (
    r"(?:on the (?:north|south)?(?:east|west)? ?shore|on the (?:north|south) shore|by the sea in the middle"
    r"|in the (?:(?:north|south)?(?:east|west)|north|south|middle))"
    r"(?:, (?:beside|near) (?:\w+'s (?:temple|tower|huts|last tile|settlement of \d+)|a volcano of level \d"
    r"|a jungle|a clearing|sand|rock|a lake))?"
)
WAY = r"(?:E|SE|SW|W|NW|NE)"
GROUND = r"(?:in the jungle|in the clearing|on the sand|on the rock|at the lake)"
TERRAIN = r"(?:jungle|clearing|sand|rock|lake)"
SENTENCES = re.compile(
    rf"(?:The first tile, towards {WAY}\.|Tile {PLACE}, towards {WAY}\."
    rf"|Eruption {PLACE}: to level \d, towards {WAY}(?:, buries .+)?\."
    rf"|(?:Hut|Temple|Tower) (?:{PLACE}|on the new tile), {GROUND}\."
    rf"|Expands over {TERRAIN} (?:{PLACE}|on the new tile): \d+ huts? on \d+ fields?\."
    r"|That (?:splits|joins) .+\.|Can build nothing, .+|Resigns\.|Runs out of time\.|\w+ finishes in place \d\."
    r"|The game is over.+)"
)


def games() -> Iterator[rules.Game]:
    for path in RECORDS:
        yield rules.Game.from_record(path.read_text())


def test_the_log_and_the_reasons_of_bots_name_the_same_part_of_the_island() -> None:
    for game in games():
        island, seen = place_map(game.position, NAMES), IslandView(game.state())
        for cell, top in game.position.cells.items():
            if top.terrain != VOLCANO:
                assert str(island.part_of([cell], INLAND)) == f"in {place_of(seen, cell)['part']}"


def turns_of(game: rules.Game) -> Iterator[tuple[int, Position, TurnParts]]:
    """Each entry that placed a tile, and the position before it."""
    for number, entry in enumerate(game.entries, start=1):
        turn = notation.read_turn(entry.text)
        if isinstance(turn, TurnParts):
            yield number, game.at(number - 1).position, turn


def test_every_event_of_all_records_has_its_place_and_no_coordinates() -> None:
    said = 0
    for game in games():
        for number in range(1, game.turn + 1):
            for words in BOARD.story(game, number, NAMES):
                assert SENTENCES.fullmatch(str(words)), str(words)
                said += 1

    assert said > 4000


def test_the_same_turn_is_told_by_the_same_words() -> None:
    path = RECORDS[len(RECORDS) // 2]
    one, other = (rules.Game.from_record(path.read_text()) for _ in range(2))

    for number in range(1, one.turn + 1):
        assert BOARD.story(one, number, NAMES) == BOARD.story(other, number, NAMES)


@pytest.mark.parametrize("part", range(4))
def test_few_other_tiles_are_meant_by_the_place_of_one(part: int) -> None:
    """Of all legal volcano cells, in every fourth turn of the records."""
    found = []
    for game in list(games())[part::4]:
        for number, position, turn in turns_of(game):
            if number % 4 == part and position.cells:
                found.append(len(volcanoes_meant(position, turn)))

    assert max(found) <= MOST_TILES
    assert sum(found) / len(found) <= USUAL_TILES
    assert min(found) == 1


def volcanoes_meant(position: Position, turn: TurnParts) -> set[Cell]:
    """The cells on which a tile may land so that the same is said of it."""
    island, land = place_map(position, NAMES), position.cells
    describe = eruption_place if turn.placement.volcano in land else shore_place
    said = describe(island, turn.placement.cells)
    legal = placement.legal_placements(position, turn.placement.tile)
    alike = (place for place in legal if (place.volcano in land) == (turn.placement.volcano in land))
    return {place.volcano for place in alike if describe(island, place.cells) == said}


def test_few_other_fields_are_meant_by_the_place_of_a_build() -> None:
    found = []
    for game in games():
        for number, position, turn in turns_of(game):
            land = placement.place_tile(position, turn.placement, 0)
            cells = sorted(building.build_fields(land, game.entries[number - 1].seat, turn.build)) if turn.build else []
            if len(cells) == 1 and number % 3 == 0:
                found.append(len(fields_meant(land, cells[0], turn)))

    assert max(found) <= MOST_FIELDS
    assert sum(found) / len(found) <= USUAL_FIELDS


def fields_meant(land: Position, cell: Cell, turn: TurnParts) -> list[Cell]:
    island, terrain = place_map(land, NAMES), land.cells[cell].terrain
    said = field_place(island, [cell], turn.placement.cells)
    alike = (other for other in land.free if land.cells[other].terrain == terrain)
    return [other for other in alike if field_place(island, [other], turn.placement.cells) == said]


def test_a_landmark_that_is_named_is_there() -> None:
    checked = 0
    for game in list(games())[::2]:
        for _, position, turn in turns_of(game):
            if position.cells:
                island = place_map(position, NAMES)
                describe = eruption_place if position.level(turn.placement.volcano) else shore_place
                checked += stands_there(island, turn.placement.cells, str(describe(island, turn.placement.cells)))

    assert checked > 100


def stands_there(island: PlaceMap, cells: tuple[Cell, ...], words: str) -> bool:
    """Whether words with a temple or a tower are true, found without the describer; False: they name none."""
    named = re.search(r"(beside|near) (\w+)'s (temple|tower)$", words)
    if not named:
        return False
    reach = set(cells)
    for _ in range(1 + (named[1] == "near")):
        reach |= {other for cell in reach for other in neighbours(cell)}
    tops = [island.position.cells[cell] for cell in reach if cell in island.position.cells]
    assert any(top.piece and top.piece.value == named[3] and NAMES[top.owner or 0] == named[2] for top in tops), words
    return True


def test_parts_of_the_island_are_as_on_the_compass() -> None:
    cells = [(q, r) for q in range(-4, 5) for r in range(-4, 5) if abs(q + r) <= 4]
    land = {cell: rules.position.Hex(1, "J", None, 0) for cell in cells}  # type: ignore[attr-defined]
    position = Position(land, frozenset(), frozenset(cells), (frozenset(),) * 2, ())
    island = place_map(position, NAMES)

    said = {
        cell: str(field_place(island, [cell], ())).partition(",")[0]
        for cell in [(0, 0), (4, 0), (-4, 0), (2, -4), (-2, 4), (4, -4)]
    }
    assert said == {
        (0, 0): "in the middle",
        (4, 0): "in the east",
        (-4, 0): "in the west",
        (2, -4): "in the north",
        (-2, 4): "in the south",
        (4, -4): "in the northeast",
    }


def test_the_cells_of_a_turn_are_those_of_its_tile_and_what_was_built_on() -> None:
    for game in list(games())[::7]:
        for number, position, turn in turns_of(game):
            land = placement.place_tile(position, turn.placement, 0)
            seat = game.entries[number - 1].seat
            built = building.build_fields(land, seat, turn.build) if turn.build else ()
            cells = BOARD.cells(game, number)
            assert set(cells) == {cell_key(cell) for cell in (*turn.placement.cells, *built)}
            assert len(set(cells)) == len(cells)

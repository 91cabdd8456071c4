"""What is drawn of a position: every cell once, every cliff as high as it is, the marks of the turns that matter."""

import re
from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import pairwise

import pytest

from games.boards import Sight
from games.hexes import neighbours
from games.registry import BOARDS
from games.taluva import rules
from games.taluva.board.drawing.coordinates import COAST, RISE, centre
from games.taluva.board.drawing.film import VENT
from games.taluva.board.drawing.marks import APART
from games.taluva.board.drawing.shapes import BoardDrawing, RowDrawing, Spot
from games.taluva.board.text import cell_name
from games.taluva.rules.turn_events import Event
from tests.boards.games import NAMES, random_game

BOARD = BOARDS["taluva"]
TERRAINS = set("VJCSRL")


@cache
def game_to_draw(seed: int) -> rules.Game:
    return random_game(seed, players=2 + seed % 4, turns=15 + 5 * seed)


@pytest.fixture(params=range(8))
def game(request: pytest.FixtureRequest) -> rules.Game:
    """Return one of eight games; they are played once, by the first test that needs them."""
    return game_to_draw(request.param)


def drawn(game: rules.Game, **sight: int | str) -> BoardDrawing:
    board, _ = BOARD.show(game, Sight(names=NAMES, **sight))
    assert isinstance(board, BoardDrawing)
    return board


def fields_of(rows: Iterable[RowDrawing]) -> list[Spot]:
    return [spot for row in rows for spot in row.tops if spot.symbol in TERRAINS]


def test_every_cell_is_drawn_once_where_it_lies(game: rules.Game) -> None:
    cells = game.state()["cells"]

    expected = [(cell["terrain"], *centre((cell["q"], cell["r"]), cell["level"])) for cell in cells]
    assert sorted(fields_of(drawn(game).rows)) == sorted(expected)


def test_rows_are_drawn_from_north_to_south(game: rules.Game) -> None:
    rows = drawn(game).rows

    assert all(north.number < south.number for north, south in pairwise(rows))
    rows_of_cells = Counter(cell["r"] for cell in game.state()["cells"])
    assert {row.number: len(fields_of([row])) for row in rows} == rows_of_cells


def test_cliffs_have_a_band_for_each_level_and_reach_the_ground_below(game: rules.Game) -> None:
    levels = {(cell["q"], cell["r"]): cell["level"] for cell in game.state()["cells"]}
    expected = []
    for cell, level in levels.items():
        for side, sign in ((1, "r"), (2, "l")):
            below = levels.get(neighbours(cell)[side], 0)
            x, y = centre(cell, level)
            bands = range(level, max(below, 1), -1)
            expected += [(band, f"w{sign}", x, y + RISE * (level - band)) for band in bands]
            expected += [(1, f"c{sign}", *centre(cell))] if below == 0 else []

    found = [(band.level, *spot) for row in drawn(game).rows for band in row.cliffs for spot in band.spots]
    assert sorted(found) == sorted(expected)
    assert COAST < RISE


def test_the_edges_of_a_tile_are_between_it_and_others(game: rules.Game) -> None:
    """Each cell has the edge that leaves out its two sides towards the other cells of its tile."""
    board = drawn(game)
    tiles = {(cell["q"], cell["r"]): game.position.cells[cell["q"], cell["r"]].tile for cell in game.state()["cells"]}
    corners = {(edge.x, edge.y): int(edge.symbol[1:]) for row in board.rows for edge in row.edges}

    for cell, tile in tiles.items():
        corner = corners[centre(cell, game.position.level(cell))]
        inner = {neighbours(cell)[corner % 6], neighbours(cell)[(corner + 1) % 6]}
        same = {other for other in neighbours(cell) if tiles.get(other) == tile}
        assert same <= inner


def test_buildings_are_those_of_the_state_and_as_many_houses_as_huts(game: rules.Game) -> None:
    pieces = [piece for row in drawn(game).rows for piece in row.pieces]

    expected = [
        (cell["owner"], f"h{cell['huts']}" if cell["huts"] else cell["piece"], f"{cell['q']},{cell['r']}")
        for cell in game.state()["cells"]
        if cell["owner"] is not None
    ]
    assert sorted((piece.seat, piece.symbol, piece.key) for piece in pieces) == sorted(expected)
    assert all((piece.x, piece.y) in [(spot.x, spot.y) for spot in fields_of(drawn(game).rows)] for piece in pieces)


def test_the_one_number_is_the_level_in_the_craters_from_two_on(game: rules.Game) -> None:
    board = drawn(game)

    cells = game.state()["cells"]
    expected = [cell["level"] for cell in cells if cell["terrain"] == "V" and cell["level"] > 1]
    assert sorted(number.level for row in board.rows for number in row.numbers) == sorted(expected)
    others = [cell["level"] for cell in cells if cell["terrain"] != "V" or cell["level"] == 1]
    assert sorted(number.level for number in board.numbers()) == sorted(others)


def test_paths_join_the_cells_of_each_settlement(game: rules.Game) -> None:
    roads = Counter()
    for row in drawn(game).rows:
        for road in row.roads:
            roads[road.seat] += road.path.count("M")

    pairs = Counter()
    for seat, owned in enumerate(game.position.owned):
        pairs[seat] = sum(other in owned for cell in owned for other in neighbours(cell)[:3])
    assert roads == +pairs


def test_everything_lies_inside_the_picture(game: rules.Game) -> None:
    board, _ = BOARD.show(game, Sight(names=NAMES, turn_of=game.to_move))
    assert isinstance(board, BoardDrawing)

    left, top, width, height = board.box
    spots = [*fields_of(board.rows), *board.choices, *board.flags]
    assert all(left + 24 < spot.x < left + width - 24 and top + 24 < spot.y < top + height - 24 for spot in spots)
    assert all(piece.y - 60 > top for row in board.rows for piece in row.pieces)
    assert 1 <= width / height <= 4 / 3


def test_the_last_turn_of_each_seat_is_marked(game: rules.Game) -> None:
    board = drawn(game)

    seats = {entry.seat for entry in game.entries}
    assert sorted(flag.seat for flag in board.flags) == sorted(seats)
    seen = {top.tile for top in game.position.cells.values()}
    last = {entry.seat: index for index, entry in enumerate(game.entries)}
    marked = {edge.seat for row in board.rows for edge in row.marked}
    assert marked == {seat for seat, tile in last.items() if tile in seen}


def test_flags_do_not_stand_on_each_other(game: rules.Game) -> None:
    spots = [(flag.x, flag.y) for flag in drawn(game).flags]

    pairs = [(a, b) for a in spots for b in spots if a < b]
    assert all(abs(a[0] - b[0]) > APART or abs(a[1] - b[1]) > APART for a, b in pairs)


def test_every_field_has_its_name_on_its_own_ground_clear_of_flags(game: rules.Game) -> None:
    board = drawn(game)
    labels = board.labels()

    middles = {cell_name((c["q"], c["r"])): (centre((c["q"], c["r"]), c["level"]), c) for c in game.state()["cells"]}
    assert sorted(label.name for label in labels) == sorted(middles)
    for label in labels:
        (x, y), cell = middles[label.name]
        assert label.x - x in (-14, *([-32] if cell["piece"] else []))
        assert label.y - y in (-22, *([] if cell["piece"] else [27]))
        assert label.on_dark == (cell["terrain"] in "LJV")
        assert all(not -20 < flag.x - label.x < 34 or not -12 < flag.y - label.y < 34 for flag in board.flags)


def test_since_ones_turn_shows_what_was_buried() -> None:
    game = next(game for game in map(random_game, range(50)) if buried_last(game))
    lost = [event for event in game.events(game.turn) if event["kind"] == "huts-lost"]
    board = drawn(game, since=game.turn - 1)

    places = [
        (event["owner"], *centre(tuple(event["cell"]), game.position.level(tuple(event["cell"])))) for event in lost
    ]
    assert [(ruin.seat, ruin.x, ruin.y) for ruin in board.ruins] == places
    assert [flag.seat for flag in board.flags] == [game.entries[-1].seat]
    assert drawn(game).ruins == ()


def buried_last(game: rules.Game) -> bool:
    """Whether the last turn buried huts and built elsewhere."""
    events = game.events(game.turn)
    built = [cell for event in events if event["kind"] == "built" for cell in event["cells"]]
    lost = [event["cell"] for event in events if event["kind"] == "huts-lost"]
    return bool(lost) and not any(cell in built for cell in lost)


def test_a_turn_in_motion_moves_its_tile_and_its_pieces() -> None:
    game = random_game(1, turns=12)
    board = drawn(game, moved=12)

    tile = [spot for row in board.over if row.is_falling for spot in fields_of([row])]
    built = [event for event in game.events(12) if event["kind"] == "built"]
    rising = [piece for row in board.over for piece in row.pieces if "rise" in piece.look]
    assert len(tile) == 3
    assert len(rising) == sum(len(event["cells"]) for event in built)
    assert not any(row.is_falling for row in board.rows)


def test_until_the_tile_in_motion_lies_the_old_ground_and_its_huts_are_there() -> None:
    game = next(game for game in map(random_game, range(50)) if buried_last(game))
    before = drawn(game.at(game.turn - 1), since=game.turn - 1)
    board = drawn(game, since=game.turn - 1, moved=game.turn)

    assert fields_of(board.rows) == fields_of(before.rows)
    sinking = [piece.key for row in board.rows for piece in row.pieces if "vanish" in piece.look]
    lost = [event["cell"] for event in game.events(game.turn) if event["kind"] == "huts-lost"]
    assert sorted(sinking) == sorted(f"{q},{r}" for q, r in lost)
    assert {re.sub(" vanish", "", piece.look) for row in board.rows for piece in row.pieces} == {""}


def test_an_eruption_is_a_film_in_which_the_buried_huts_burn() -> None:
    game = next(game for game in map(random_game, range(50)) if buried_last(game))
    lost = {tuple(event["cell"]) for event in game.events(game.turn) if event["kind"] == "huts-lost"}
    film = drawn(game, since=game.turn - 1, moved=game.turn).film

    assert film
    tile = next(event for event in game.events(game.turn) if event["kind"] == "tile")
    old = [centre((cell[0], cell[1]), tile["level"] - 1) for cell in tile["cells"]]
    assert film.vent == (old[0].x, old[0].y + VENT)
    assert [len(film.lava.split("M")) - 1, len(film.puffs)] == [2, 9]
    burning = [centre((cell[0], cell[1]), tile["level"] - 1) for cell in lost]
    assert sorted(flames[0] for flames in film.flames) == sorted((at.x - 9, at.y - 2) for at in burning)


def test_a_tile_by_the_sea_and_a_board_at_rest_are_no_film() -> None:
    game = random_game(1, turns=30)
    by_the_sea = [n for n in range(1, game.turn + 1) if any(is_by_the_sea(event) for event in game.events(n))]

    assert by_the_sea
    assert all(drawn(game.at(n), since=n - 1, moved=n).film is None for n in by_the_sea)
    assert drawn(game).film is None


def is_by_the_sea(event: Event) -> bool:
    return event["kind"] == "tile" and event["level"] == 1


def test_a_name_keeps_two_boards_apart() -> None:
    assert drawn(random_game(1, turns=3), name="-a").name == "-a"

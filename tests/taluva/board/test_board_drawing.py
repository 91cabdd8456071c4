"""What is drawn of a position: every field once, every number right, the marks of the turns that matter."""

from functools import cache

import pytest

from games.boards import Sight
from games.registry import BOARDS
from games.taluva import rules
from games.taluva.board.drawing.coordinates import centre
from games.taluva.board.drawing.marks import APART
from games.taluva.board.drawing.shapes import BoardDrawing
from games.taluva.board.text import cell_name
from tests.boards.games import NAMES, random_game

BOARD = BOARDS["taluva"]


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


def test_every_cell_is_drawn_once_where_it_lies(game: rules.Game) -> None:
    fields = [spot for level in drawn(game).levels for tile in level.tiles for spot in tile.fields]

    cells = game.state()["cells"]
    expected = [(cell["terrain"], *centre((cell["q"], cell["r"]), cell["level"])) for cell in cells]
    assert sorted(fields) == sorted(expected)


def test_tiles_are_drawn_from_low_to_high_and_all_of_them(game: rules.Game) -> None:
    levels = drawn(game).levels

    assert [level.number for level in levels] == sorted({level.number for level in levels})
    assert sum(len(level.tiles) for level in levels) == game.tiles_placed


def test_pieces_and_numbers_are_those_of_the_state(game: rules.Game) -> None:
    board = drawn(game)

    cells = game.state()["cells"]
    assert sorted((p.seat, p.huts or 0) for p in board.pieces) == sorted(
        (cell["owner"], cell["huts"]) for cell in cells if cell["owner"] is not None
    )
    assert sorted(number.level for number in board.numbers) == sorted(cell["level"] for cell in cells)


def test_everything_lies_inside_the_picture(game: rules.Game) -> None:
    board, _ = BOARD.show(game, Sight(names=NAMES, turn_of=game.to_move))
    assert isinstance(board, BoardDrawing)

    left, top, width, height = board.box
    spots = [*board.pieces, *board.choices, *board.badges, *board.numbers]
    assert all(left + 24 < spot.x < left + width - 24 and top + 24 < spot.y < top + height - 24 for spot in spots)
    assert 1 <= width / height <= 4 / 3


def test_the_last_turn_of_each_seat_is_marked(game: rules.Game) -> None:
    board = drawn(game)

    seats = {entry.seat for entry in game.entries}
    assert sorted(badge.seat for badge in board.badges) == sorted(seats)
    assert [badge.text for badge in board.badges] == [str(n) for n in range(1, len(seats) + 1)]
    assert {outline.seat for level in board.levels for outline in level.marked} == seats


def test_badges_do_not_lie_on_each_other(game: rules.Game) -> None:
    spots = [(badge.x, badge.y) for badge in drawn(game).badges]

    pairs = [(a, b) for a in spots for b in spots if a < b]
    assert all(abs(a[0] - b[0]) > APART or abs(a[1] - b[1]) > APART for a, b in pairs)


def test_every_field_has_its_name_on_its_own_ground_clear_of_badges_and_spires(game: rules.Game) -> None:
    board = drawn(game)
    labels = board.labels()

    middles = {cell_name((c["q"], c["r"])): (centre((c["q"], c["r"]), c["level"]), c) for c in game.state()["cells"]}
    assert sorted(label.name for label in labels) == sorted(middles)
    for label in labels:
        (x, y), cell = middles[label.name]
        assert label.x - x in ((7 if cell["piece"] == "tower" else -7), *([-32] if cell["piece"] else []))
        assert label.y - y in (-22, *([] if cell["piece"] else [27]))
        assert label.on_dark == (cell["terrain"] in "LJV")
        assert all(abs(badge.x - label.x - 12) > 20 or abs(badge.y - label.y) > 12 for badge in board.badges)


def test_since_ones_turn_shows_what_was_buried() -> None:
    game = next(game for game in map(random_game, range(50)) if buried_last(game))
    lost = [event for event in game.events(game.turn) if event["kind"] == "huts-lost"]
    board = drawn(game, since=game.turn - 1)

    assert [(ash.seat, ash.huts) for ash in board.ashes] == [(event["owner"], event["huts"]) for event in lost]
    assert [badge.text for badge in board.badges] == ["1"]
    assert drawn(game).ashes == ()


def buried_last(game: rules.Game) -> bool:
    """Whether the last turn buried huts and built elsewhere."""
    events = game.events(game.turn)
    built = [cell for event in events if event["kind"] == "built" for cell in event["cells"]]
    lost = [event["cell"] for event in events if event["kind"] == "huts-lost"]
    return bool(lost) and not any(cell in built for cell in lost)


def test_a_turn_in_motion_moves_its_tile_and_its_pieces() -> None:
    game = random_game(1, turns=12)
    board = drawn(game, moved=12)

    assert [tile.moved for level in board.levels for tile in level.tiles].count(True) == 1
    built = [event for event in game.events(12) if event["kind"] == "built"]
    assert sum(piece.moved for piece in board.pieces) == sum(len(event["cells"]) for event in built)


def test_the_tile_in_motion_waits_only_for_huts_that_sink() -> None:
    game = next(game for game in map(random_game, range(50)) if buried_last(game))
    quiet = next(n for n in range(1, game.turn) if not [e for e in game.events(n) if e["kind"] == "huts-lost"])

    assert drawn(game, since=game.turn - 1, moved=game.turn).buries
    assert not drawn(game.at(quiet), since=quiet - 1, moved=quiet).buries


def test_a_name_keeps_two_boards_apart() -> None:
    assert drawn(random_game(1, turns=3), name="-a").name == "-a"

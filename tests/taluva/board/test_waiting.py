"""What a seat sees while it waits: the drawn tile, its own next one, what it may prepare, what it has prepared."""

import pytest

from games.boards import Sight
from games.registry import BOARDS
from games.taluva import rules
from games.taluva.board.drawing.shapes import BoardDrawing
from games.taluva.board.turn.possible_turns import possible_turns
from games.taluva.rules import placement
from games.taluva.rules.formats import notation
from games.taluva.rules.placement import Placement
from games.taluva.rules.position import Position
from tests.boards.games import NAMES
from tests.taluva import games

BOARD = BOARDS["taluva"]
PREVIEW = rules.Options(players=2, preview=True)
THREE = rules.Options(players=3, preview=True)


def words_seen(game: rules.Game, viewer: int | None) -> list[str]:
    return [str(draw.words) for draw in BOARD.open_draws(game.seen_by(viewer), viewer, NAMES)]


def with_waiting(game: rules.Game, seat: int, text: str) -> str:
    """The turn, with the tile that the seat waits with."""
    return text.replace(str(game.tile), str(game.waiting(seat)), 1)


def ghosts(game: rules.Game, seat: int, *prepared: str) -> BoardDrawing:
    board, _ = BOARD.show(game, Sight(names=NAMES, seat=seat, prepared=prepared))
    assert isinstance(board, BoardDrawing)
    return board


def test_the_drawn_tile_is_seen_by_all_and_a_waiting_one_by_its_seat_alone() -> None:
    game = rules.Game(THREE, tiles=["JC", "SJ", "RL", "LC"])

    drawn = f"{NAMES[0]} has drawn a volcano, jungle and clearing."
    assert words_seen(game, None) == [drawn]
    assert words_seen(game, 1) == [drawn, "Your next tile: a volcano, sand and jungle."]
    assert words_seen(game, 2) == [drawn, "Your next tile: a volcano, rock and lake."]


def test_without_preview_the_drawn_tile_alone_is_seen() -> None:
    game = games.dealt(rules.Options(players=2))

    assert len(words_seen(game, 1)) == 1


def test_nothing_is_seen_after_the_end() -> None:
    game = games.dealt(PREVIEW)
    game.resign(0)

    assert words_seen(game, 1) == []


def test_at_the_start_exactly_what_can_become_legal_may_be_prepared() -> None:
    game = games.dealt(PREVIEW)
    can = possible_turns(game, 1)
    assert can is not None
    tile, sea = str(game.waiting(1)), Position.at_start([(20, 3, 2)] * 2)  # type: ignore[list-item]
    cells = [(q, r) for q in range(-6, 7) for r in range(-6, 7)]
    firsts = [placement.place_tile(sea, place, 0) for place in placement.legal_placements(sea, "JC")]
    every = [Placement.at(tile, cell, direction) for cell in cells for direction in range(6)]
    legal = {place for place in every if any(not placement.first_violation(after, place) for after in firsts)}

    offered = can.placements()
    assert set(offered) == {notation.placement_text(place) for place in legal}
    assert len(offered) == len(legal) > 50
    assert not [text for text in offered if "@0,0" in text]
    for place in every:
        assert (can.why_not_there(place.volcano, place.direction) is None) == (place in legal)


@pytest.mark.parametrize("cell", ["0,0", "9,9"])
def test_what_can_never_become_legal_is_refused_with_its_reason(cell: str) -> None:
    game = games.dealt(PREVIEW)
    _, bar = BOARD.show(game, Sight(names=NAMES, turn_of=1, query={"v": cell}))

    assert bar is not None
    assert str(bar.refusal)[-7:] in {"(T-4.2)", "(T-4.3)", "T-4.3b)", "T-4.3c)"}  # type: ignore[attr-defined]


def test_who_is_to_move_first_places_at_the_origin() -> None:
    can = possible_turns(games.dealt(PREVIEW), 0)

    assert can is not None
    assert {text[2:6] for text in can.placements()} == {"@0,0"}


def test_a_prepared_turn_is_a_ghost_of_what_it_would_do() -> None:
    game = games.played(PREVIEW, 8)
    text = with_waiting(game, 1, next(text for text in game.choices(0) if " H@" in text))
    board = ghosts(game, 1, text)
    [ghost] = board.ghosts
    placed = notation.read_placement(text.split()[0])

    assert ghost.seat == 1
    assert placed is not None
    pieces = [piece.key for row in ghost.rows for piece in row.pieces if " drafted" in piece.look]
    assert pieces == [text.rpartition("@")[2]]
    assert ghosts(game, 1).ghosts == ()


def test_of_several_the_first_choice_lies_on_top() -> None:
    game = games.played(PREVIEW, 8)
    first, *_, last = (with_waiting(game, 1, text) for text in game.choices(0))

    assert ghosts(game, 1, first, last).ghosts == ghosts(game, 1, last).ghosts + ghosts(game, 1, first).ghosts


def test_of_what_is_not_legal_now_only_the_edge_is_drawn() -> None:
    game = games.played(PREVIEW, 8)
    [ghost] = ghosts(game, 1, f"{game.waiting(1)}@30,0E H@31,0").ghosts

    assert ghost.rows == ()


def test_a_build_that_is_not_legal_now_is_left_out() -> None:
    game = games.played(PREVIEW, 8)
    tile = with_waiting(game, 1, game.legal_placements()[0])
    [ghost] = ghosts(game, 1, f"{tile} T@30,0").ghosts

    assert ghost.rows
    assert not [piece for row in ghost.rows for piece in row.pieces if "drafted" in piece.look]


def test_before_the_first_tile_a_prepared_one_is_drawn_too() -> None:
    game = games.dealt(PREVIEW)
    can = possible_turns(game, 1)
    assert can is not None
    [ghost] = ghosts(game, 1, f"{can.placements()[0]} -").ghosts

    assert sum(len(row.edges) for row in ghost.rows) == 3


def test_ghosts_give_way_to_a_draft() -> None:
    game = games.played(PREVIEW, 8)
    text = with_waiting(game, 1, game.choices(0)[0])
    board, _ = BOARD.show(game, Sight(names=NAMES, seat=1, prepared=[text], turn_of=1, query={}))

    assert isinstance(board, BoardDrawing)
    assert board.ghosts == ()

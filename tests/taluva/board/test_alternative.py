"""A turn that was not played, drawn over the island: what it would have changed and nothing else."""

from __future__ import annotations

from django.template.loader import render_to_string

from games.boards import Alternative, Sight
from games.boards.translatable import say
from games.registry import BOARDS
from games.taluva.board.drawing.shapes import BoardDrawing
from games.taluva.rules import Game
from tests.boards.games import NAMES, random_game

BOARD = BOARDS["taluva"]
LABEL = say("Bots' choice")


def shown(game: Game, text: str = "", **sight: object) -> BoardDrawing:
    alternative = Alternative(text, LABEL) if text else None
    board, _ = BOARD.show(game, Sight(names=NAMES, moved=game.turn, alternative=alternative, **sight))
    assert isinstance(board, BoardDrawing)
    return board


def played(turns: int = 12) -> Game:
    return random_game(3, 2, turns)


def others(game: Game, *, same_place: bool) -> str:
    """Return a turn that could have been played instead of the last: with the tile in its place, or elsewhere."""
    before, text = game.at(game.turn - 1), game.entries[-1].text
    place = text.split()[0]
    return next(
        other
        for other in before.choices(before.awaited()[0])
        if other != text and (other.split()[0] == place) is same_place
    )


def test_an_alternative_has_its_tile_its_building_and_its_label() -> None:
    game = played()
    text = others(game, same_place=False)
    other = game.at(game.turn - 1)
    before = dict(other.position.cells)
    other.play(text)

    alternative = shown(game, text).alternative

    assert alternative is not None
    changed = {cell for cell, top in other.position.cells.items() if before.get(cell) != top}
    assert sum(len(row.tops) for row in alternative.rows) >= len(changed - {*game.position.cells}) > 0
    assert (alternative.edge is not None, alternative.label) == (True, LABEL)


def test_an_alternative_with_the_same_tile_shows_the_building_alone() -> None:
    game = played()

    alternative = shown(game, others(game, same_place=True)).alternative

    assert alternative is not None
    assert alternative.edge is None
    assert any(row.pieces for row in alternative.rows)


def test_the_turn_that_was_played_has_no_alternative() -> None:
    game = played()

    assert shown(game, game.entries[-1].text).alternative is None
    assert shown(game).alternative is None


def test_an_alternative_leaves_the_island_as_it_is() -> None:
    game = played()
    plain, with_other = shown(game), shown(game, others(game, same_place=False))

    assert (with_other.rows, with_other.over, with_other.box) == (plain.rows, plain.over, plain.box)


def test_the_picture_has_room_for_turns_that_were_not_played() -> None:
    game = played(1)
    far = "RJ@9,0E H@9,1"

    plain, wide = shown(game), shown(game, room=[far])

    assert wide.box.x + wide.box.width >= 70 * 9 > plain.box.x + plain.box.width


def test_an_alternative_is_drawn_with_the_step_and_hidden_from_who_listens() -> None:
    game = played()

    drawn = render_to_string("taluva/_step.svg", {"board": shown(game, others(game, same_place=False))})

    assert 'id="layer-alternative" class="unplayed" aria-hidden="true"' in drawn
    assert "Bots&#x27; choice</text>" in drawn


def test_the_label_stays_in_the_picture_and_off_the_building() -> None:
    game = played()
    before = game.at(game.turn - 1)
    for text in before.choices(before.awaited()[0])[:60]:
        board = shown(game, text)
        if board.alternative is None:
            continue
        box, at = board.box, board.alternative
        assert box.x < at.x < box.x + box.width
        assert box.y < at.y < box.y + box.height


def test_a_small_screen_shows_the_alternative_with_the_land() -> None:
    game = played()
    before = game.at(game.turn - 1)
    lands = {shown(game, text).land for text in before.choices(before.awaited()[0])[::20]}

    alone = shown(game).land
    assert len(lands) > 1
    assert all(land.x <= alone.x and land.width >= alone.width and land.height >= alone.height for land in lands)

"""Taluva's board as the site knows it (see `games.boards.board_contract`)."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from games import contract
from games.boards.board_contract import (
    BoardView,
    Caution,
    Example,
    Lesson,
    OpenDraw,
    OrderSummary,
    Place,
    SeatSummary,
    Sight,
    StepsAhead,
    Tally,
    TextRow,
)
from games.boards.translatable import Words, count, say
from games.hexes import DIRECTIONS
from games.taluva.board import examples, final_count, ghosts, hand, lessons, prepared, scene, story, text
from games.taluva.board.draft import DRAFT, Draft, cell_key, draft_query, read_cell, read_draft
from games.taluva.board.drawing.shapes import BoardDrawing
from games.taluva.board.island import Island, direction_of, island_of, tile_cells, volcano_of
from games.taluva.board.scene import Scene
from games.taluva.board.turn import blank_bars, stock, turn_bar, turn_lists
from games.taluva.board.turn.explanations import Explanation, why_no_build, why_no_volcano
from games.taluva.board.turn.possible_turns import LegalTurns, possible_turns
from games.taluva.rules import Game
from games.taluva.rules.formats.notation import NO_BUILD


class TaluvaBoard:
    """The value that stands for Taluva in `BOARDS`."""

    parts = "taluva"
    sheets = ("taluva/board.css",)
    scripts = ("hexes/sea.js", "hexes/keys.js")
    draft = DRAFT
    final = turn_bar.FINAL
    chance = say("Tile")
    unknown = say("Choose the tile to be drawn next.")
    openings = say("Buildings of the first four turns, in recent games.")
    showcase = (Path(__file__).parent / "showcase.txt").read_text()

    def show(self, game: contract.Game, sight: Sight) -> BoardView:
        """Return the board, and the turn that is being prepared on it."""
        taluva = taluva_game(game)
        shown = scene_of(taluva, sight)
        can = None if sight.turn_of is None else possible_turns(taluva, sight.turn_of)
        if can is None:
            return BoardView(scene.draw_scene(shown), None)
        draft = read_draft(sight.query, can.placements(), can.builds)
        refusal = refusal_reason(can, draft, sight)
        board = replace(
            scene.draw_scene(shown, draft, can.seat, refusal), hand=partial(hand.hand_of, can, draft.placements)
        )
        return BoardView(board, turn_bar.turn_bar(can, shown.island, draft, sight.names, refusal and refusal.words))

    def steps_ahead(self, game: contract.Game, sight: Sight) -> StepsAhead | None:
        """Return every legal turn of the seat, and the turn bar of each step."""
        can = None if sight.turn_of is None else possible_turns(taluva_game(game), sight.turn_of)
        return StepsAhead(partial(hand.turns_ahead, can), blank_bars.blank_bars(can)) if can else None

    def status(self, game: contract.Game) -> Words:
        """Return how many tiles are left."""
        return count("%(n)d tile left", "%(n)d tiles left", taluva_game(game).state()["tiles_left"])

    def warning(self, game: contract.Game, seat: int, text: str) -> Caution | None:
        """Return a warning for a turn that builds nothing, since that eliminates the player (T-6.1)."""
        return turn_bar.LAST_STAND if text.endswith(f" {NO_BUILD}") else None

    def order_summary(self, game: contract.Game, seat: int, order: str, names: Sequence[str]) -> OrderSummary:
        """Return a prepared turn (T-2.6)."""
        placement, build = order.split()
        [turn] = ghosts.prepared_turns([order])
        step = draft_query(volcano_of(placement), direction_of(placement), build)
        words = prepared.prepared_words(taluva_game(game), seat, turn, names)
        return OrderSummary(words, step, tuple(map(cell_key, turn.placement.cells)))

    def lines(self, game: contract.Game, sight: Sight) -> tuple[Place, ...]:
        """Return the cells for the volcano with their directions, eruptions first; or every build, kind by kind."""
        taluva = taluva_game(game)
        can = None if sight.turn_of is None else possible_turns(taluva, sight.turn_of)
        if can is None:
            return ()
        draft = read_draft(sight.query, can.placements(), can.builds)
        if draft.is_building:
            return turn_lists.build_choices(island_of(taluva), draft, can.seat)
        return turn_lists.place_choices(island_of(taluva), draft.placements, sight.names)

    def examples(self, names: Sequence[str]) -> tuple[Example, ...]:
        """Return clauses of T-4 and T-5 drawn."""
        return examples.drawn_examples(names)

    def lessons(self) -> tuple[Lesson, ...]:
        """Return the tutorial, in order."""
        return lessons.lessons()

    def tile(self, name: str) -> tuple[object, Words]:
        """Return a tile by itself."""
        return turn_bar.tile_picture(name, DIRECTIONS[1]), text.around_words(name)

    def opening(self, entries: Sequence[str]) -> Words | None:
        """Return what was built in the first turns."""
        return story.first_builds(entries)

    def seats(self, game: contract.Game) -> tuple[SeatSummary, ...]:
        """Return the supplies, in the order of the seats."""
        return stock.seats_of(taluva_game(game))

    def tallies(self, game: contract.Game) -> tuple[Tally, ...]:
        """Return temples, towers and huts (T-7.3)."""
        return final_count.tallies_of(taluva_game(game))

    def ending(self, game: contract.Game, names: Sequence[str]) -> Words:
        """Return why the game has ended, and which count decided it."""
        return final_count.ending_words(taluva_game(game), names)

    def rows(self, game: contract.Game, names: Sequence[str]) -> tuple[TextRow, ...]:
        """Return the board as text, row by row from the north."""
        rows = text.board_words(island_of(taluva_game(game)), names)
        return tuple(TextRow(number, tuple((cell_key(cell), words) for cell, words in cells)) for number, cells in rows)

    def story(self, game: contract.Game, number: int, names: Sequence[str]) -> tuple[Words, ...]:
        """Return what entry `number` did, one sentence after the other."""
        return story.turn_story(taluva_game(game), number, names)

    def cells(self, game: contract.Game, number: int) -> tuple[str, ...]:
        """Return the cells that the story of entry `number` speaks of."""
        return tuple(map(cell_key, story.turn_cells(taluva_game(game), number)))

    def drawn(self, game: contract.Game, seat: int) -> Words | None:
        """Return the tile of the seat to move (T-2.7)."""
        tile = taluva_game(game).tile
        return text.tile_words(tile) if tile and seat in game.awaited() else None

    def open_draws(self, game: contract.Game, viewer: int | None, names: Sequence[str]) -> tuple[OpenDraw, ...]:
        """Return the tile of the seat to move, and the one that the viewer waits with (T-2.6)."""
        taluva = taluva_game(game)
        waiting = None if viewer is None else taluva.waiting(viewer)
        seen = [(taluva.tile, None if taluva.to_move is None else names[taluva.to_move]), (waiting, None)]
        return tuple(
            OpenDraw(turn_bar.tile_picture(tile, DIRECTIONS[1]), text.draw_words(tile, name))
            for tile, name in seen
            if tile
        )


def taluva_game(game: contract.Game) -> Game:
    """Return the game with the face that only Taluva has."""
    if not isinstance(game, Game):
        raise TypeError(f"not a game of Taluva: {game!r}")
    return game


def scene_of(game: Game, sight: Sight) -> Scene:
    marks = story.last_marks(game) if sight.since is None else story.marks_since(game, sight.since)
    frame = sight.frame.box if isinstance(sight.frame, BoardDrawing) else None
    return Scene(
        island_of(game),
        game.turn,
        marks,
        shows_ruins=sight.since is not None,
        moved=sight.moved,
        before=island_of(game.at(sight.moved - 1)) if sight.moved else None,
        name=sight.name,
        ratio=sight.ratio,
        names=tuple(sight.names),
        frame=frame,
        lit=tuple(cell for cell in map(read_cell, sight.lit) if cell),
        prepared=tuple(ghosts.prepared_turns(sight.prepared)),
        owner=None if sight.seat is None else ghosts.Owner(sight.seat, game.options.founding),
        alternative=alternative_of(game, sight),
        room=tuple(cell for text in sight.room for cell in tile_cells(text.partition(" ")[0])),
    )


def alternative_of(game: Game, sight: Sight) -> tuple[Island, Words] | None:
    """Return the island as the turn that was not played would have left it, and the label of that turn."""
    if sight.alternative is None or not sight.moved:
        return None
    other = game.at(sight.moved - 1)
    other.play(sight.alternative.text, other.awaited()[0])
    return island_of(other), sight.alternative.label


def refusal_reason(can: LegalTurns, draft: Draft, sight: Sight) -> Explanation | None:
    """Return why what was tapped is not legal."""
    direction = sight.query.get("d", "")
    if draft.refused is not None and not draft.is_building:
        return why_no_volcano(can, draft.refused, sight.names, "" if draft.cell else direction)
    if draft.cell is not None and direction and direction != draft.direction:
        return why_no_volcano(can, draft.cell, sight.names, direction)
    return why_no_build(can, draft, sight.query.get("b", ""))

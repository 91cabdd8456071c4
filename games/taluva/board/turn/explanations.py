"""Why something is not legal: a sentence with its clause, and the cells in question."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import NamedTuple

from games.boards.translatable import Words, join_sentences, list_words, say
from games.contract import Violation
from games.hexes import DIRECTIONS, Cell
from games.taluva.board.draft import Draft
from games.taluva.board.text import cell_name
from games.taluva.board.turn.possible_turns import LegalTurns
from games.taluva.rules.building import Build, BuildKind
from games.taluva.rules.formats import notation
from games.taluva.rules.placement import Placement
from games.taluva.rules.position import Piece, Position

SINGLE = (BuildKind.HUT, BuildKind.TOWER, BuildKind.TEMPLE)
TITLES = {"T": say("Temple"), "W": say("Tower"), "X": say("Expand"), "H": say("New hut")}
NO_PLACE = {
    "T": say("no empty field beside a settlement of three or more fields that has no temple (T-5.4)"),
    "W": say("no empty field of level 3 or higher beside a settlement without a tower (T-5.3)"),
    "X": say("no field beside a settlement that your huts could fill (T-5.5)"),
    "H": say("no empty field of level 1 where a hut may be founded (T-5.2)"),
}
NO_PIECE = {
    "T": say("no temple is left in your supply (T-5.9)"),
    "W": say("no tower is left in your supply (T-5.9)"),
    "X": say("no hut is left in your supply (T-5.9)"),
    "H": say("no hut is left in your supply (T-5.9)"),
}

SAME_DIRECTION = "T-4.3c"
NO_OTHER_DIRECTION = say(
    "The volcano may not point in the direction of the one below it, and no other direction is legal here. (T-4.3c)"
)


class Explanation(NamedTuple):
    """The sentence, and the cells that the board rings."""

    words: Words
    cells: tuple[Cell, ...] = ()


def violation_words(violation: Violation) -> Words:
    """Return the sentence of a broken clause; the message itself is what gets translated."""
    return say("%(message)s (%(clause)s)", message=say(violation.message), clause=violation.clause)


def why_no_volcano(can: LegalTurns, cell: Cell, names: Sequence[str], choice: str = "") -> Explanation | None:
    """Return why no volcano can go there, for the direction that comes nearest to being legal."""
    directions = [DIRECTIONS.index(choice)] if choice in DIRECTIONS else range(len(DIRECTIONS))
    judged = ((can.why_not_there(cell, direction), Placement.at(can.tile, cell, direction)) for direction in directions)
    broken = [(violation, placed) for violation, placed in judged if violation]
    if not broken:
        return None
    violation, placed = max(broken, key=lambda pair: pair[0].clause)
    if violation.clause == SAME_DIRECTION and all(map(partial(can.why_not_there, cell), range(len(DIRECTIONS)))):
        return Explanation(NO_OTHER_DIRECTION)
    explain = EXPLAINED.get(violation.clause)
    return explain(can.position, placed, names) if explain else Explanation(violation_words(violation))


def why_not_level(position: Position, placed: Placement, names: Sequence[str]) -> Explanation:
    levels = list_words([say(str(position.level(cell))) for cell in placed.cells])
    return Explanation(
        say("The cells below the tile have the levels %(levels)s; they must have the same. (T-4.3a)", levels=levels),
        placed.cells,
    )


def why_uncovered(position: Position, placed: Placement, names: Sequence[str]) -> Explanation:
    """Return which temple or tower is in the way."""
    cell = next(cell for cell in placed.cells if position.cells[cell].piece in (Piece.TEMPLE, Piece.TOWER))
    top = position.cells[cell]
    name = names[top.owner or 0]
    if top.piece is Piece.TEMPLE:
        return Explanation(
            say("The temple of %(name)s on %(cell)s can't be covered. (T-4.3d)", name=name, cell=cell_name(cell)),
            (cell,),
        )
    return Explanation(
        say("The tower of %(name)s on %(cell)s can't be covered. (T-4.3d)", name=name, cell=cell_name(cell)), (cell,)
    )


def why_last_building(position: Position, placed: Placement, names: Sequence[str]) -> Explanation:
    """Return which settlement would be buried whole."""
    for cell in placed.cells:
        owner = position.cells[cell].owner
        whole = position.settlement(owner, cell).cells if owner is not None else None
        if owner is not None and whole and whole <= set(placed.cells):
            words = say(
                "It would bury the last building of a settlement of %(name)s, on %(cell)s. (T-4.3e)",
                name=names[owner],
                cell=cell_name(cell),
            )
            return Explanation(words, tuple(sorted(whole)))
    raise ValueError(f"no settlement is lost by {placed}")


EXPLAINED: dict[str, Callable[[Position, Placement, Sequence[str]], Explanation]] = {
    "T-4.3a": why_not_level,
    "T-4.3d": why_uncovered,
    "T-4.3e": why_last_building,
}


def why_no_build(can: LegalTurns, draft: Draft, choice: str) -> Explanation | None:
    """Return why that build can't be; or why nothing can be built on a cell, or a kind nowhere."""
    if draft.placement is None:
        return None
    if choice in TITLES and not any(text.startswith(choice) for text in draft.builds):
        why = no_build(can.after(draft.placement), choice, can.seat)
        return Explanation(say("%(build)s: %(why)s.", build=TITLES[choice], why=why))
    if draft.refused is None:
        return None
    named = notation.read_build(choice)
    is_named = named is not None and named.cell == draft.refused
    builds = [named] if named and is_named else builds_on(can.after(draft.placement), draft.refused, can.seat)
    broken = without_repeats(can.why_not_built(draft.placement, build) for build in builds)
    return Explanation(join_sentences([violation_words(violation) for violation in broken])) if broken else None


def builds_on(position: Position, cell: Cell, seat: int) -> list[Build]:
    """Return all that a tap on a cell may mean: a piece on it, or an expansion of a settlement that it touches."""
    beside = [settlement for settlement in position.settlements(seat) if cell in settlement.rim]
    expansions = (Build(BuildKind.EXPANSION, one.anchor, position.cells[cell].terrain) for one in beside)
    return [*(Build(kind, cell) for kind in SINGLE), *expansions]


def no_build(position: Position, letter: str, seat: int) -> Words:
    """Return why there is no build of that kind at all."""
    has_piece = position.supplies[seat].count_of(BuildKind(letter).piece)
    return NO_PLACE[letter] if has_piece else NO_PIECE[letter]


def without_repeats(broken: Iterable[Violation | None]) -> list[Violation]:
    """Return the violations, each once."""
    return list(dict.fromkeys(violation for violation in broken if violation))

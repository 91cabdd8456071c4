"""What a seat may play now, as canonical texts (V-28.24): all of it, but for what only a beginning spells out."""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from games.hexes import Cell
from games.volcanique.rules.entries.actions import (
    Action,
    BuyPoints,
    Choose,
    Drop,
    End,
    ForcedPass,
    Pick,
    PlacedTile,
    Turn,
    Undo,
)
from games.volcanique.rules.entries.clauses import AnyRule
from games.volcanique.rules.entries.grammar import HEX, PLACED, hex_of, placed_of
from games.volcanique.rules.entries.notation import write_entry
from games.volcanique.rules.position.position import Position
from games.volcanique.rules.position.resources import Counts, all_mixes, covers, legal_payments
from games.volcanique.rules.position.tiles import ROTATIONS
from games.volcanique.rules.position.waits import (
    Bonus,
    Discard,
    Inquiry,
    Relief,
    Roll,
    Rotation,
    StartingIsland,
    Uncover,
)
from games.volcanique.rules.position.words import hex_words
from games.volcanique.rules.questions.questions import legal_answers
from games.volcanique.rules.steps import (
    claims,
    flights,
    limited,
    moves,
    purchases,
    rifts,
    sacrifices,
    sea,
    setup,
    summon,
)
from games.volcanique.rules.turns.eruptions import possible_eruptions
from games.volcanique.rules.turns.judging import RULES, awaited_seats, first_obstacle, position_before

WHOLE_TILES: Final = re.compile(rf"(?:{PLACED} )*")
RIFT_BEGUN: Final = re.compile(rf"Z ([0-5]) ?((?:{HEX};)*)")
MOST_UNDONE = 99


def list_entries(pos: Position, seat: int, begin: str, due: str | None) -> list[str]:
    """Return the legal entries of a seat that begin so, canonical and sorted."""
    if pos.over or seat not in pos.seats or seat in pos.left:
        return due_texts(pos, due, begin) if not pos.over and seat == pos.active else []
    if isinstance(pos.wait, Roll | Uncover):
        return due_texts(pos, due, begin) if seat == pos.active else []
    texts = {write_entry(action) for action in candidate_entries(pos, seat, begin)}
    return sorted(text for text in texts if text.startswith(begin))


def due_texts(pos: Position, due: str | None, begin: str) -> list[str]:
    """V-23.7: the result of chance that is due, all results if it is not known."""
    results = [due] if due is not None else list(results_of(pos))
    if isinstance(pos.wait, Roll):
        texts = [f"D {result}" for result in results]
    elif isinstance(pos.wait, Uncover):
        texts = [f"O {hex_words(pos.wait.cell)}/{result}" for result in results]
    else:
        texts = []
    return [text for text in texts if text.startswith(begin)]


def results_of(pos: Position) -> dict[str, int]:
    """Return what chance may bring now, each as likely as any other."""
    if isinstance(pos.wait, Roll):
        return {str(result): 1 for result in range(1, pos.wait.sides + 1)}
    if isinstance(pos.wait, Uncover):
        return {str(rotation): 1 for rotation in range(ROTATIONS)}
    return {}


def candidate_entries(pos: Position, seat: int, begin: str) -> Iterator[Action]:
    """Yield the legal entries of a seat, and perhaps others that do not begin so."""
    if isinstance(pos.wait, Inquiry):
        if seat in awaited_seats(pos):
            yield from legal_answers(pos, seat)
    elif seat == pos.active:
        yield from listed_decisions(pos, seat, begin) if pos.wait is not None else turn_actions(pos, seat, begin)
    if limited.may_use_any(pos, seat):
        yield from only_legal(pos, seat, limited.possible_drifts(pos, seat))
        yield from only_legal(pos, seat, rifts.possible_tears(pos, seat, *part_in(begin)))
    if seat == pos.active and not isinstance(pos.wait, Inquiry | Rotation):
        yield from (Undo(count) for count in range(1, MOST_UNDONE) if position_before(pos, count))


def part_in(begin: str) -> tuple[Iterable[int], tuple[Cell, ...]]:
    """Return the directions in which a Rift that begins so may go, and the whole hexes that it names."""
    found = RIFT_BEGUN.match(begin)
    if found is None:
        return range(ROTATIONS), ()
    return [int(found[1])], tuple(map(hex_of, found[2].split(";")[:-1]))


def tiles_in(begin: str) -> list[tuple[PlacedTile, ...]]:
    """Return the whole tiles that a beginning of an island names; the last word may be whole or not."""
    found = [WHOLE_TILES.match(words) for words in (begin[2:], f"{begin[2:]} ")]
    rows = {tuple(map(placed_of, one[0].split())) for one in found if one is not None}
    return sorted(rows, key=len)


def listed_decisions(pos: Position, seat: int, begin: str) -> Iterator[Action]:
    """Yield what the active seat may decide before or after its actions."""
    match pos.wait:
        case StartingIsland():
            yield from (
                one
                for given in tiles_in(begin)
                for one in only_legal(pos, seat, setup.some_islands(pos, seat, given, begin[2:]))
            )
        case Bonus(count):
            yield from (Choose(way) for way in ways_to_take(count, pos.supply))
        case Discard(count):
            yield from (Drop(way) for way in ways_to_take(count, pos.held[seat]))
        case Relief():
            yield from (Pick(colour) for colour in range(3) if pos.supply[colour])
        case Rotation(cell):
            yield from (Turn(cell, rotation) for rotation in range(ROTATIONS))


def ways_to_take(count: int, held: Counts) -> list[Counts]:
    """All ways to take so many of these."""
    return [way for way in all_mixes(count) if covers(held, way)]


def only_legal(pos: Position, seat: int, actions: Iterable[Action]) -> Iterator[Action]:
    """Those that may be played."""
    for action in actions:
        if first_obstacle(pos, seat, action) is None and rule_of(action).why_not(pos, seat, action) is None:
            yield action


def rule_of(action: Action) -> AnyRule:
    """Return the rules of this kind of entry."""
    return RULES[type(action)]


Lister = Callable[[Position, int, str], Iterable[Action]]
# What an entry of the turn begins with, and what may be played so.
LISTERS: Final[dict[str, Lister]] = {
    "M": lambda pos, seat, begin: moves.possible_moves(pos, seat),
    "F": lambda pos, seat, begin: flights.possible_flights(pos, seat),
    "B": lambda pos, seat, begin: purchases.tile_purchases(pos, seat),
    "V": lambda pos, seat, begin: possible_eruptions(pos, seat, begin),
    "I": lambda pos, seat, begin: (
        one for given in tiles_in(begin) for one in summon.some_summons(pos, seat, given, begin[2:])
    ),
    "Q": lambda pos, seat, begin: map(BuyPoints, legal_payments("points", pos.held[seat])),
    "X": lambda pos, seat, begin: claims.possible_erosions(pos, seat),
    "C": lambda pos, seat, begin: claims.legal_claims(pos, seat),
    "U": lambda pos, seat, begin: claims.possible_upgrades(pos, seat),
    "W": lambda pos, seat, begin: sea.sea_actions(pos, seat),
    "K": lambda pos, seat, begin: (*sacrifices.possible_sacrifices(pos, seat), ForcedPass()),
    "E": lambda pos, seat, begin: (End(),),
}
SURE: Final = "BCV"  # what is listed is legal


def turn_actions(pos: Position, seat: int, begin: str) -> Iterator[Action]:
    """Yield the legal actions of a turn."""
    for first, lister in LISTERS.items():
        if not begin or begin[0] == first:
            actions = lister(pos, seat, begin)
            if first in SURE and first_obstacle(pos, seat, End()) is None:
                yield from actions
            else:
                yield from only_legal(pos, seat, actions)

"""Why a bot played a turn: what it does and what it threatens, in one sentence.

The words follow from the turn and the position alone, so they are as true of a person's turn.
"""

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from games.boards.extent import extent_of
from games.bot_contract import TurnReason
from games.contract import Game
from games.hexes import Cell
from games.taluva import rules
from games.taluva.bots.settlements import IslandView, SettlementView, settlements_of

TERRAINS = {"J": "jungle", "C": "clearing", "S": "sand", "R": "rock", "L": "lake"}
PARTS = (
    *("the northwest", "the north", "the northeast"),
    *("the west", "the middle", "the east"),
    *("the southwest", "the south", "the southeast"),
)
SAYINGS = {
    "wins": "wins the game",
    "ties": "shares the first place",
    "-": "finds nothing to build",
    "X": "expands over the %(terrain)s with %(huts)d huts",
    "X1": "expands over the %(terrain)s with one hut",
    "T": "builds a temple on the %(terrain)s in %(part)s",
    "W": "builds a tower on the %(terrain)s in %(part)s",
    "H": "founds a hut on the %(terrain)s in %(part)s",
    "destroys": "destroys %(huts)d huts of %(player)s",
    "destroys one": "destroys a hut of %(player)s",
    "keeps small": "keeps %(player)s below three fields",
    "takes sites": "leaves %(player)s no site for a temple",
    "temple next": "threatens a temple on the %(terrain)s in %(part)s",
    "tower next": "threatens a tower on the %(terrain)s in %(part)s",
}
MOST = 3


def all_texts() -> list[str]:
    """Return all texts that may have to be translated."""
    return [*SAYINGS.values(), *TERRAINS.values(), *PARTS]


def translate_reason(what: str, **values: str | int) -> TurnReason:
    """Return one of the sayings with its values; a `player` is a seat."""
    return TurnReason(SAYINGS[what], values)


class TurnChange(NamedTuple):
    """A turn, and the island before and after it."""

    seat: int
    build: str
    before: IslandView
    after: IslandView
    ending: str = ""  # "wins" or "ties"


def reasons_for(game: Game, text: str) -> list[TurnReason]:
    """Return what a legal turn does, the most important first."""
    change = after_turn(game, text)
    return [one for find in FINDERS for one in find(change)][:MOST]


def explain_turn(game: Game, text: str) -> str:
    """Return one sentence about a legal turn of the seat to move."""
    said = [one.said() for one in reasons_for(game, text)]
    together = said[0] if len(said) == 1 else ", ".join(said[:-1]) + " and " + said[-1]
    return together[0].upper() + together[1:] + "."


def after_turn(game: Game, text: str) -> TurnChange:
    """Return the turn played on a copy."""
    assert isinstance(game, rules.Game)
    assert game.to_move is not None
    copy, seat = game.copy(), game.to_move
    copy.play(text)
    firsts = [side for side in copy.sides if any(copy.places[each] == 1 for each in side)]
    ending = "" if copy.places[seat] != 1 else "wins" if len(firsts) == 1 else "ties"
    return TurnChange(seat, text.partition(" ")[2], IslandView(game.state()), IslandView(copy.state()), ending)


def place_of(land: IslandView, cell: Cell) -> dict[str, str | int]:
    """Return the terrain of a cell, and the part of the island that it lies in."""
    row, column = extent_of(land.cells).part_at([cell])
    return {"terrain": TERRAINS[land.cells[cell]["terrain"]], "part": PARTS[3 * row + column]}


def winning_reasons(change: TurnChange) -> list[TurnReason]:
    """Say that it ends the game, and well."""
    return [translate_reason(change.ending)] if change.ending else []


def building_reasons(change: TurnChange) -> list[TurnReason]:
    """Return the piece that was built."""
    kind, _, rest = change.build.partition("@")
    if kind == "-":
        return [translate_reason(kind)]
    if kind == "X":
        huts = change.before.supply(change.seat) - change.after.supply(change.seat)
        return [translate_reason("X1" if huts == 1 else "X", terrain=TERRAINS[rest[-1]], huts=huts)]
    q, r = map(int, rest.split(","))
    return [translate_reason(kind, **place_of(change.after, (q, r)))]


def eruption_reasons(change: TurnChange) -> list[TurnReason]:
    """Return which huts of others the eruption took."""
    lost: Counter[int] = Counter()
    for cell, top in change.before.cells.items():
        owner = top["owner"]
        if owner is not None and owner != change.seat and change.after.cells[cell]["level"] > top["level"]:
            lost[owner] += top["huts"]
    return [
        translate_reason("destroys one" if huts == 1 else "destroys", player=seat, huts=huts)
        for seat, huts in lost.most_common()
    ]


def temple_sites(land: IslandView, seat: int) -> list[SettlementView]:
    """Return the settlements that could get a temple."""
    if not land.seats[seat]["temples"]:
        return []
    return [one for one in settlements_of(land, seat) if len(one.cells) >= 3 and not one.has_temple and one.rim]


def breaking_reasons(change: TurnChange) -> list[TurnReason]:
    """Return which others could have built a temple and can't any more."""
    found = []
    for seat in range(len(change.before.seats)):
        if seat != change.seat and temple_sites(change.before, seat) and not temple_sites(change.after, seat):
            small = all(len(one.cells) < 3 for one in settlements_of(change.after, seat))
            found.append(translate_reason("keeps small" if small else "takes sites", player=seat))
    return found


def threat_reasons(change: TurnChange) -> list[TurnReason]:
    """Return a temple or a tower that could be built next."""
    after = change.after
    sites, old = temple_sites(after, change.seat), temple_sites(change.before, change.seat)
    if len(sites) > len(old):
        new = [one for one in sites if not any(one.cells & other.cells for other in old)] or sites
        return [translate_reason("temple next", **place_of(after, min(new[0].rim)))]
    high = high_sites(after, change.seat)
    if high and not high_sites(change.before, change.seat):
        return [translate_reason("tower next", **place_of(after, high[0]))]
    return []


def high_sites(land: IslandView, seat: int) -> list[Cell]:
    """Return fields for a tower."""
    if not land.seats[seat]["towers"]:
        return []
    wanting = [one for one in settlements_of(land, seat) if not one.has_tower]
    return sorted(cell for one in wanting for cell in one.rim if land.cells[cell]["level"] >= 3)


FINDERS: tuple[Callable[[TurnChange], list[TurnReason]], ...] = (
    winning_reasons,
    building_reasons,
    eruption_reasons,
    breaking_reasons,
    threat_reasons,
)

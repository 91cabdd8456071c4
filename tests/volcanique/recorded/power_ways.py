"""Which powers a game shows at work: each predicate asks for what the power's clause allows, and nothing else does."""

from collections.abc import Callable, Iterator

from games.hexes import Cell, neighbours
from games.volcanique.rules import Game
from games.volcanique.rules.entries.actions import Move
from games.volcanique.rules.entries.notation import read_entry
from games.volcanique.rules.lava.lava import DiversionRoll
from games.volcanique.rules.position.pieces import Unit
from games.volcanique.rules.position.position import Event, Position
from games.volcanique.rules.position.settling import cooperate
from games.volcanique.rules.position.words import sector_words

Way = Callable[[Game], bool]


def entries(game: Game) -> Iterator[tuple[Position, int, str, list[Event]]]:
    """The position before each entry, who made it, what it says and what it did."""
    for number, (seat, text) in enumerate(game.entries, 1):
        yield game._positions[number - 1], seat, text, game._positions[number].events


def holds(power: str, does: Callable[[Position, int, str, list[Event]], bool]) -> Way:
    """A game in which the holder of a power does something that needs it."""
    return lambda game: any(
        pos.has(seat, power) and does(pos, seat, text, done) for pos, seat, text, done in entries(game)
    )


def says(*beginnings: str) -> Callable[[Position, int, str, list[Event]], bool]:
    """An entry that begins so."""
    return lambda pos, seat, text, done: text.startswith(beginnings)


def tells(kind: str, **fields: object) -> Callable[[Position, int, str, list[Event]], bool]:
    """An entry with such an event."""
    return lambda pos, seat, text, done: any(
        event["kind"] == kind and fields.items() <= event.items() for event in done
    )


def keeps(power: str, count: int, *without: str) -> Way:
    """A holder of the power, and of none of the others, has so many resources left at the end of a turn: the cap."""

    def holds_so_many(game: Game) -> bool:
        return game.options.base_cap == 6 and any(
            pos.has(seat, power) and not any(pos.has(seat, other) for other in without) and sum(pos.held[seat]) == count
            for after in game._positions[1:]
            if any(event["kind"] == "turn" for event in after.events)
            for pos, seat in [(after, (after.active - 1) % after.options.players)]
        )

    return holds_so_many


def moved_into(pos: Position, seat: int, text: str) -> tuple[int, list[Unit]]:
    """Return how many pieces a move leads into another biome that others hold, and their units there; 0 if it does not.

    By V-5.3 only a pack, or Cooperative critters, may go there.
    """
    move = read_entry(text)
    unit = pos.unit_at(*move.start, seat) if isinstance(move, Move) and not move.join else None
    if not isinstance(move, Move) or unit is None or unit in pos.units_in(*move.end):
        return 0, []
    others = [other for other in pos.units_in(*move.end) if other.seat != seat]
    return (move.pieces or unit.pieces if others else 0), others


def pack_takes_over(pos: Position, seat: int, text: str, done: list[Event]) -> bool:
    """V-16.17, V-5.7: a pack goes into a biome of others, and all that do not share it go home."""
    pieces, others = moved_into(pos, seat, text)
    gone = [other for other in others if not cooperate(pos, seat, other.seat)]
    return pieces > 1 and bool(gone) and all(is_taken_over(other, done) for other in gone)


def is_taken_over(unit: Unit, done: list[Event]) -> bool:
    """Whether a unit went home by a takeover."""
    where = sector_words(unit.cell, unit.colour)
    homes = [event for event in done if event["kind"] == "home" and event["why"] == "takeover"]
    return any((event["seat"], event["sector"]) == (unit.seat, where) for event in homes)


def is_agile(pos: Position, seat: int, text: str, done: list[Event]) -> bool:
    """V-16.2: a second move in one turn."""
    return text.startswith(("M ", "F ")) and pos.moves == 1


def cooperates(pos: Position, seat: int, text: str, done: list[Event]) -> bool:
    """V-16.5: critters that are no pack go into a biome of others: they share it, or take over who does not share."""
    pieces, others = moved_into(pos, seat, text)
    is_pack = pieces > 1 and pos.has(seat, "pack")
    return (
        bool(others)
        and not is_pack
        and all(cooperate(pos, seat, other.seat) != is_taken_over(other, done) for other in others)
    )


def buys_a_third(pos: Position, seat: int, text: str, done: list[Event]) -> bool:
    """A third item after one that was not laid on soil."""
    return text.startswith(("B ", "V ")) and pos.bought == "st"


def has_a_herd(game: Game) -> bool:
    """A herd is there at the end and scores."""
    last = game.position
    return game.over and any(
        unit.is_group and last.has(unit.seat, "herding") for units in last.units.values() for unit in units
    )


def is_diverted(game: Game) -> bool:
    """V-16.14: a holder rolls, and the lava goes to the flank that the die says, which is a candidate."""
    for number, (pos, _, text, _) in enumerate(entries(game), 1):
        rolled = next((task for task in pos.agenda if isinstance(task, DiversionRoll)), None)
        if rolled is None or not text.startswith("D "):
            continue
        cell = pos.flow(rolled.number).cell
        aside = (rolled.direction + (int(text[2:]) - 1) // 2 - 1) % 6  # 1-2 counter-clockwise, 5-6 clockwise
        if aside != rolled.direction and next_target(game, number, rolled.number) == neighbours(cell)[aside]:
            return True
    return False


def next_target(game: Game, number: int, flow: int) -> Cell | None:
    """Return where a flow goes next, at entry `number` or after it."""
    later = (event for after in range(number, game.turn + 1) for event in game.events(after))
    steps = (event["to"] for event in later if event["kind"] == "lava" and event["flow"] == flow)
    return next(((q, r) for q, r in map(as_point, steps)), None)


def as_point(value: object) -> Cell:
    """Return a hex of an event."""
    assert isinstance(value, list)
    q, r = value
    return int(q), int(r)


def is_bombed(game: Game) -> bool:
    """A bomb that somebody throws, and that hits somebody."""
    return any(
        event["kind"] == "home" and event["why"] == "magma bomb" for _, _, _, done in entries(game) for event in done
    )


POWER_AT_WORK: dict[str, Way] = {
    "agile": holds("agile", is_agile),
    "bountiful": keeps("bountiful", 7, "extra"),
    "colossal": holds("colossal", says("U ")),
    "cooperative": holds("cooperative", cooperates),
    "crafty": holds("crafty", buys_a_third),
    "diversion": is_diverted,
    "erosion": holds("erosion", says("X ")),
    "exalted": lambda game: (
        game.over
        and any(game.position.has(seat, "exalted") and game.position.craters[seat] for seat in game.position.seats)
    ),
    "extra": keeps("extra", 8),
    "flying": holds("flying", says("F ")),
    "frugal": holds("frugal", lambda pos, seat, text, done: text.startswith("K$") and len(text.split("$")[-1]) == 3),
    "herding": has_a_herd,
    "landslide": lambda game: any(tells("slide")(*one) for one in entries(game)),
    "lateral": lambda game: any(tells("lateral", hit=True)(*one) for one in entries(game)),
    "magma": is_bombed,
    "migration": lambda game: any(text.startswith("v ") and not text.endswith(">-") for _, text in game.entries),
    "pack": holds("pack", pack_takes_over),
    "plates": holds("plates", says("T ")),
    "rift": holds("rift", says("Z ")),
    "sea": holds("sea", says("W>")),
    "super": lambda game: any(tells("eruption")(*one) for one in entries(game)),
    "winter": lambda game: game.reason == "winter",
}

"""What there has to be a recorded game of: every end, every power at work, every option that changes something."""

from collections.abc import Callable, Iterator

from games.contract import RecordError
from games.volcanique.rules import Game, Volcanique
from games.volcanique.rules.option_table import OPTIONS
from games.volcanique.rules.position.ending import REASONS
from games.volcanique.rules.position.position import Event, Position
from games.volcanique.rules.position.words import sector_words

Way = Callable[[Game], bool]
RULES = Volcanique()


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


def group_takes_over(pos: Position, seat: int, text: str, done: list[Event]) -> bool:
    """A group that takes over somebody by a move."""
    return text.startswith("M ") and "+" not in text and any(e["kind"] == "home" and e["seat"] != seat for e in done)


def is_agile(pos: Position, seat: int, text: str, done: list[Event]) -> bool:
    """A second move, or one onto a connecting tile."""
    return text.startswith("M ") and pos.moves == 1


def cooperates(pos: Position, seat: int, text: str, done: list[Event]) -> bool:
    """A single critter that goes where others are: it takes them over, or shares."""
    if not text.startswith("M ") or "+" in text or pos.has(seat, "pack"):
        return False
    return any(event["kind"] == "home" and event["seat"] != seat for event in done) or shares(pos, seat, text)


def shares(pos: Position, seat: int, text: str) -> bool:
    """Whether the move ends in a biome of somebody else's."""
    _, _, end = text.partition(">")
    words = end.partition("*")[0]
    units = [unit for found in pos.units.values() for unit in found if unit.seat != seat]
    return any(
        sector_words(cell, colour) == words and any(unit in pos.units_in(cell, colour) for unit in units)
        for colour, biomes in enumerate(pos.biomes)
        for cell in biomes
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
    """Lava that goes elsewhere after a diversion's die."""
    return any(text == "d y" for _, text in game.entries) and any(
        event["kind"] == "roll" and str(event["purpose"]).endswith("diversion") and event["result"] in (1, 2, 5, 6)
        for _, _, _, done in entries(game)
        for event in done
    )


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
    "pack": holds("pack", group_takes_over),
    "plates": holds("plates", says("T ")),
    "rift": holds("rift", says("Z ")),
    "sea": holds("sea", says("W>")),
    "super": lambda game: any(tells("eruption")(*one) for one in entries(game)),
    "winter": lambda game: game.reason == "winter",
}


# Ends, departures, and games that go on.


def ended(reason: str, *players: int) -> Way:
    """A game of so many players that ended so, and nobody left it."""
    return lambda game: game.reason == reason and game.options.players in players and not game.position.left


def left(how: str, *, in_turn: bool) -> Way:
    """Somebody left, in the own turn or out of it, and the others played to an end."""
    return lambda game: (
        game.reason not in (None, "alone")
        and any(text == how and (seat == pos.active) == in_turn for pos, seat, text, _ in entries(game))
    )


ENDS: dict[str, Way] = (
    {f"end-{reason}": ended(reason, 2, 3, 4, 5) for reason in REASONS if reason != "alone"}
    | {
        "end-alone": lambda game: game.reason == "alone",
        "end-shared": lambda game: game.over and game.places.count(1) > 1,
        "end-cools-down": lambda game: any(tells("turn", stage="cool")(*one) for one in entries(game)),
        "left-resign": left("resign", in_turn=True),
        "left-resign-out-of-turn": left("resign", in_turn=False),
        "left-timeout": left("timeout", in_turn=True),
        "running": lambda game: not game.over and game.turn > 20 and game.reader is None and None in rotations(game),
        "running-as-reader": lambda game: not game.over and game.reader is not None,
    }
    | {f"players-{players}": ended("land", players) for players in RULES.seats}
)


def rotations(game: Game) -> list[int | None]:
    """The rotations that were secret at first, None for those that this game does not know."""
    return list(game.knowledge.rotations.values())


# Questions, and other rare entries.


def has_entry(beginning: str) -> Way:
    """Somebody plays an entry that begins so."""
    return lambda game: any(text.startswith(beginning) for _, text in game.entries)


ENTRIES: dict[str, Way] = {
    f"entry-{name}": has_entry(beginning)
    for name, beginning in {
        "founding": "S ", "bonus": "G ", "move": "M ", "tile": "B ", "volcano": "V ", "turned": "VR ", "island": "I ",
        "claim": "C ", "sail": "W~ ", "sacrifice": "K ", "ritual": "K$ ", "forced-pass": "K!", "points": "Q ",
        "discard": "R -", "relief": "R +", "migrate": "m ", "evacuate": "e ", "vmigrate": "v ", "colossal": "c ",
        "divert": "d n", "bomb": "b n", "uncovered": "O ",
    }.items()
}  # fmt: skip


# Options.

FORBIDDING = {  # those that only forbid what is possible otherwise, or ask what would have been answered
    "limited_timing-own_turn", "reaction_default-ask", "left_threshold-9", "grid_sideways-off", "islands-off",
    "sacrifices-off",
}  # fmt: skip


def values(name: str) -> tuple[str, ...]:
    """Return the values of an option that games are recorded for: of a number the lowest and the highest."""
    option = next(option for option in OPTIONS if option.name == name)
    every = tuple(choice.value for choice in option.choices)
    return tuple(
        value
        for value in (every if not option.default.isdecimal() else (every[0], every[-1]))
        if value != option.default
    )


def plays_with(name: str, value: str) -> Way:
    """A whole game with this value that could not have gone so, or not with the same choices, with the usual one."""
    return lambda game: (
        game.over
        and game.settings[name] == value
        and not game.position.left
        and (is_refused(game, name) or (f"{name}-{value}" in FORBIDDING and has_other_choices(game, name)))
    )


def usual_value(name: str) -> str:
    """Return what an option is unless somebody changes it."""
    return next(option.default for option in OPTIONS if option.name == name)


def is_refused(game: Game, name: str) -> bool:
    """Whether the record is refused with the usual value of the option."""
    text, value = game.to_record(), game.settings[name]
    try:
        RULES.from_record(text.replace(f'"{name}":"{value}"', f'"{name}":"{usual_value(name)}"', 1))
    except RecordError:
        return True
    return False


def has_other_choices(game: Game, name: str) -> bool:
    """Whether somebody might have done something else at some time with the usual value of the option."""
    with_value, usual = played_anew(game, {}), played_anew(game, {name: usual_value(name)})
    return any(choices_of(one) != choices_of(other) for one, other in zip(with_value, usual, strict=True))


def played_anew(game: Game, changes: dict[str, str]) -> Iterator[Game]:
    """Yield the game before each of its entries, with other options."""
    known = game.knowledge
    assert known.seed is not None
    again = RULES.start({**game.settings, **changes}, known.seed, draw_seats=known.is_drawn).game
    assert isinstance(again, Game)
    for seat, text in game.entries:
        yield again
        if text in ("resign", "timeout"):
            again.resign(seat) if text == "resign" else again.timeout(seat)
        else:
            again.play(text, seat)


def choices_of(game: Game) -> object:
    """Return who may play what, and what the rules answer by themselves."""
    return game.ordered({}), {seat: game.choices(seat) for seat in game.may_play()}


OPTION_WAYS: dict[str, Way] = {
    f"{option.name}-{value}": plays_with(option.name, value) for option in OPTIONS for value in values(option.name)
}
WAYS = ENDS | {f"power-{power}": way for power, way in POWER_AT_WORK.items()} | ENTRIES | OPTION_WAYS


def ways_of(game: Game, among: dict[str, Way]) -> set[str]:
    """Return which of these the game shows."""
    return {name for name, way in among.items() if way(game)}

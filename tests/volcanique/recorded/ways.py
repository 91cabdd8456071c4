"""What there has to be a recorded game of: every end, every power at work, every option that changes something."""

from collections.abc import Iterator

from games.contract import RecordError
from games.volcanique.rules import Game, Volcanique
from games.volcanique.rules.option_table import OPTIONS
from games.volcanique.rules.position.ending import REASONS
from tests.volcanique.recorded.power_ways import POWER_AT_WORK, Way, entries, tells

RULES = Volcanique()


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

"""The options of a game (V-26), their groups and presets."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import lru_cache

from games.contract import Choice, Option, Refusal, Settings
from games.volcanique.rules.option_table import NUMBERS, OPTIONS, SEATS, SWITCHES, WORDS


@dataclass(frozen=True, slots=True)
class Options:
    """The options of one game, typed; `Options.from_settings` reads them from settings."""

    players: int
    critters_per_player: int
    uno_per_player: int
    duo_per_player: int
    trio_per_player: int
    resources_per_type_per_player: int
    bonus_resources: int
    base_cap: int
    colossal_limit: int
    volcanic_migration_cost: int
    left_threshold: int
    stall_rounds: int
    trio_kinds: str
    setup_mode: str
    lava_timing: str
    lava_height: str
    pooled_lava: str
    hot_tiles: str
    migration_chooser: str
    own_join: str
    landslide_target: str
    engagement: str
    limited_timing: str
    reaction_default: str
    lava_prefers_land: bool
    unstable_volcano: bool
    islands: bool
    exalted_free_islands: bool
    relief: bool
    powers: bool
    sacrifices: bool
    grid_sideways: bool
    bonus_tallest: bool
    bonus_largest: bool
    bonus_diversified: bool
    auto_end: bool

    @classmethod
    def from_settings(cls, settings: Mapping[str, object]) -> "Options":
        """Return the options that these settings stand for; what is left out has its default."""
        return typed_options(tuple(sorted(normalise_settings(settings).items())))

    def settings(self) -> Settings:
        """Return the values as a form, a record and the database keep them, in the order of the form."""
        values: Settings = {"players": self.players}
        return values | {option.name: as_text(getattr(self, option.name)) for option in OPTIONS}

    @property
    def tile_counts(self) -> tuple[int, ...]:
        """V-1.5: how many tiles of each kind the supply has at first."""
        uno, duo, trio = (
            count * self.players for count in (self.uno_per_player, self.duo_per_player, self.trio_per_player)
        )
        trios = (trio, trio) if self.trio_kinds == "both" else (2 * trio, 0)
        return (uno,) * 3 + (duo,) * 3 + trios


@lru_cache(maxsize=256)
def typed_options(settings: tuple[tuple[str, str | int], ...]) -> Options:
    """Return the options of complete and checked settings."""
    values = dict(settings)
    numbers = {name: int(values[name]) for name in ("players", *NUMBERS)}
    words = {name: str(values[name]) for name in WORDS}
    switches = {name: values[name] == "on" for name in SWITCHES}
    given: dict[str, int | str | bool] = {**numbers, **words, **switches}
    return Options(*(given[field.name] for field in fields(Options)))  # type: ignore[arg-type] # each by its own table


def normalise_settings(settings: Mapping[str, object]) -> Settings:
    """Return the settings complete and checked; raises Refusal with a sentence."""
    unknown = settings.keys() - {"players"} - {option.name for option in OPTIONS}
    if unknown:
        raise Refusal(f"Volcanique has no option “{min(unknown)}”.", "V-26")
    players = as_text(settings.get("players", 2))
    if players not in {str(seats) for seats in SEATS}:
        raise Refusal("Volcanique is for two to five players.", "V-3.1")
    checked: Settings = {"players": int(players)}
    checked |= {option.name: as_text(settings.get(option.name, option.default)) for option in OPTIONS}
    for option in OPTIONS:
        check_option(option, str(checked[option.name]))
    if checked["sacrifices"] == "off":  # V-26: without sacrifices nobody can fill a crater
        checked["islands"] = "off"
    return checked


def check_option(option: Option, value: str) -> None:
    """Raise Refusal when the option has no such choice."""
    if value not in {choice.value for choice in option.choices}:
        raise Refusal(f"{option.label}: choose {words_for(option.choices)}.", option.clause)


def words_for(choices: tuple[Choice, ...]) -> str:
    """Return the choices in words: a range of numbers, or each by name."""
    values = [choice.value for choice in choices]
    if len(values) > 3 and all(value.isdecimal() for value in values):
        return f"a number from {values[0]} to {values[-1]}"
    return f"{', '.join(values[:-1])} or {values[-1]}"


def as_text(value: object) -> str:
    """Return a setting as its option's choices spell it."""
    match value:
        case True:
            return "on"
        case False:
            return "off"
        case _:
            return str(value)

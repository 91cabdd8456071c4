"""What a program has to know of each game: its options, its bots, how a turn is written, what a position has."""

from __future__ import annotations

from typing import NamedTuple

from games import registry
from games.bot_contract import Level
from games.contract import Option, Rules
from games.registry import RULES


class Guide(NamedTuple):
    """One game, as the documentation of the API shows it."""

    rules: Rules
    levels: list[Level]


def game_guides() -> list[Guide]:
    return [Guide(rules, levels_of(key)) for key, rules in RULES.items()]


def levels_of(key: str) -> list[Level]:
    return list(registry.levels_of(key).values())


def level_key(text: str) -> str:
    """Return the key of a level that is named by its key or as pages name it, in any case."""
    folded = text.strip().casefold()
    names = {level.name.casefold(): key for key, level in registry.all_levels().items()}
    return names.get(folded, folded)


def options_text() -> str:
    """Return for each game its options, with their values and for how many players they are."""
    games = [f"{rules.key}: {'; '.join(option_text(option) for option in rules.options)}" for rules in RULES.values()]
    how = "By the name of the option, each value as text (a number is taken as its text); in brackets what is meant "
    return f"{how}where none is named. {'. '.join(games)}"


def option_text(option: Option) -> str:
    seats = {seat for choice in option.choices for seat in choice.seats}
    values = [
        choice.value if {*choice.seats} == seats else f"{choice.value} (players: {', '.join(map(str, choice.seats))})"
        for choice in option.choices
    ]
    return f"{option.name} = {', '.join(values)} [{option.default}]"


def levels_text() -> str:
    games = [f"{key}: {', '.join(level.key for level in levels)}" for key in RULES if (levels := levels_of(key))]
    return f"The bot's level, or its name in any case. {'. '.join(games)}"


def notation_text() -> str:
    return " ".join(f"{rules.title}: {rules.turn_notation}" for rules in RULES.values())


def position_text() -> str:
    """Return the fields of a position, game by game."""
    return " ".join(
        f"{rules.title}: {'; '.join(f'`{name}`: {text}' for name, text in rules.state_fields.items())}."
        for rules in RULES.values()
    )

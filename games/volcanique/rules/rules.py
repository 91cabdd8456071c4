"""Volcanique as the site offers it: its options, its start from a seed, its replay."""

from collections.abc import Mapping

from games.contract import Credit, Option, OrderKind, Preset, Settings, StartedGame
from games.volcanique.rules import option_table, programs
from games.volcanique.rules.game import Game
from games.volcanique.rules.options import Options
from games.volcanique.rules.position.ending import REASONS
from games.volcanique.rules.records import reading, record
from games.volcanique.rules.secrets import Knowledge
from games.volcanique.rules.turns import orders


class Volcanique:
    """The value that stands for Volcanique where games are listed."""

    key = record.KEY
    title = "Volcanique"
    version = record.RULES_VERSION
    credit: Credit | None = Credit(
        "Alex Barnes-Keoghan", "CC BY-NC-SA 4.0", "https://creativecommons.org/licenses/by-nc-sa/4.0/"
    )
    seats = option_table.SEATS
    options: tuple[Option, ...] = option_table.OPTIONS
    presets: tuple[Preset, ...] = option_table.PRESETS
    orders: tuple[OrderKind, ...] = orders.KINDS
    endings: Mapping[str, str] = REASONS

    turn_notation = programs.NOTATION
    state_fields = programs.STATE

    def check_options(self, settings: Mapping[str, object]) -> Settings:
        """Return the settings complete and normalised; raises Refusal with a sentence."""
        return Options.from_settings(settings).settings()

    def start(self, settings: Mapping[str, object], seed: str, *, draw_seats: bool) -> StartedGame:
        """Return a new game that knows everything, drawn in the order of V-21.4: the seats, then the powers."""
        options = Options.from_settings(settings)
        knowledge = Knowledge.of_seed(seed, is_drawn=draw_seats)
        seating, grid, rolls = reading.draw_setup(seed, options.players, is_drawn=draw_seats, has_powers=options.powers)
        return StartedGame(seating, Game(options, grid, knowledge, rolls))

    def is_record(self, text: str) -> bool:
        """Return whether the text begins with the line that names Volcanique."""
        return record.BEGINNING.match(text) is not None

    def from_record(self, text: str) -> Game:
        """Return the game of a record, checked whole; raises RecordError."""
        return reading.game_of(record.read_parts(text))

    def rename_seats(self, text: str, names: Mapping[int, str]) -> str:
        """Return the record with these names where it names these seats; nothing else in it changes."""
        return record.rename_seats(text, names)

"""Taluva as the site offers it: its options, its start from a seed, its replay."""

from collections.abc import Mapping

from games.chance import Chance, draw_seating
from games.contract import Credit, Option, OrderKind, Preset, Settings, StartedGame
from games.taluva.rules import options, orders, tiles
from games.taluva.rules.ending import Reason
from games.taluva.rules.formats import programs, record
from games.taluva.rules.game import Game
from games.taluva.rules.options import Options


class Taluva:
    """The value that stands for Taluva in `RULES`."""

    key = record.KEY
    title = "Taluva"
    version = record.RULES_VERSION
    credit: Credit | None = None
    seats = options.SEATS
    options: tuple[Option, ...] = options.OPTIONS
    presets: tuple[Preset, ...] = ()
    orders: tuple[OrderKind, ...] = (orders.PREPARED,)
    endings: Mapping[str, str] = {reason.value: reason.words for reason in Reason}

    turn_notation = programs.NOTATION
    state_fields = programs.STATE

    def check_options(self, settings: Mapping[str, object]) -> Settings:
        """Return the settings complete and normalised; raises Refusal with a sentence."""
        return Options.from_settings(settings).settings()

    def start(self, settings: Mapping[str, object], seed: str, *, draw_seats: bool) -> StartedGame:
        """Return a new game that knows the whole draw, in the order of T-2.7: the seats, then the tiles."""
        seating, game = start_game(Options.from_settings(settings), seed, draw_seats=draw_seats)
        return StartedGame(seating, game)

    def is_record(self, text: str) -> bool:
        """Return whether the text begins with the tag that names Taluva."""
        return record.BEGINNING.match(text) is not None

    def from_record(self, text: str) -> Game:
        """Return the game of a record, checked whole; raises RecordError."""
        return Game.from_record(text)

    def rename_seats(self, text: str, names: Mapping[int, str]) -> str:
        """Return the record with these names where it names these seats; nothing else in it changes."""
        return record.rename_seats(text, names)


def start_game(options: Options, seed: str, *, draw_seats: bool) -> tuple[tuple[int, ...], Game]:
    """T-2.7: return who sits where, and the game with its whole draw: the seats are drawn first, then the tiles."""
    chance = Chance(seed)
    seating = draw_seating(chance, options.players, is_drawn=draw_seats)
    return seating, Game(options, chance.shuffle(tiles.full_set(options.players))[: options.tile_count])

"""Checks records of games, and shows a position of one in the terminal."""

import sys
from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from games import records
from games.registry import READABLE, Game, RecordError


class Command(BaseCommand):
    help = "Check records of games (record check FILE…), or show a position of one (record show FILE --turn N)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        actions = parser.add_subparsers(dest="action", required=True)
        check = actions.add_parser("check", help="Replay each record and say what is wrong with it.")
        check.add_argument("files", nargs="+", metavar="FILE", help="A record; - reads standard input.")
        show = actions.add_parser("show", help="Draw the board after a turn.")
        show.add_argument("file", metavar="FILE", help="A record; - reads standard input.")
        show.add_argument("--turn", type=int, metavar="N", help="After this turn; 0 is the start. Default: the last.")

    def handle(self, *args: object, action: str, **options: object) -> None:
        if action == "check":
            files = options["files"]
            assert isinstance(files, list)
            self.check_all(files)
        else:
            self.show(str(options["file"]), options["turn"])

    def check_all(self, names: list[str]) -> None:
        """Print one line per file; fail at the end when one can't be read or replayed."""
        failed = sum(not self.check_one(name) for name in names)
        if failed:
            raise CommandError(f"{failed} of {len(names)} records can't be replayed.")

    def check_one(self, name: str) -> bool:
        """Print what the record is, or what is wrong; return whether it holds."""
        try:
            self.stdout.write(f"{name}: {records.record_summary(read_game(name))}")
        except (RecordError, OSError) as error:
            self.stdout.write(self.style.ERROR(wrong_with(name, error)))
            return False
        return True

    def show(self, name: str, turn: object) -> None:
        """Draw the board after a turn."""
        try:
            game = read_game(name)
        except (RecordError, OSError) as error:
            raise CommandError(wrong_with(name, error)) from error
        number = game.turn if turn is None else int(str(turn))
        if not 0 <= number <= game.turn:
            raise CommandError(f"{name} has the turns 1 to {game.turn}, and 0 for the start.")
        self.stdout.write(records.show_turn(game, number))


def read_game(name: str) -> Game:
    """Return the game of a file, or of standard input; raises RecordError or OSError."""
    try:
        text = sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise RecordError(1, None, "T-10", "A record is text in UTF-8.") from error
    return records.read_record(text, READABLE)


def wrong_with(name: str, error: RecordError | OSError) -> str:
    """Return the sentence about a record that can't be read, or is damaged."""
    if isinstance(error, OSError):
        return f"{name} can't be read: {error.strerror}."
    return f"{name}: {error}"

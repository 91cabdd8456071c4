"""The line protocol: other people's programs play ours and each other. docs/bots.md describes it."""

import shlex
import subprocess
import threading
from collections.abc import Callable, Iterator
from random import Random
from typing import IO

from games.bots.arena import Table
from games.bots.levels import LEVELS
from games.bots.thinking import choose_turn
from games.rules import taluva
from games.rules.contract import Refusal

HELLO = "taluva-bot 1"


class ProtocolError(Refusal):
    """A program that does not keep to the protocol."""


def request_lines(game: taluva.Game) -> list[str]:
    """What a program is asked: the record as its seat may see it, and to choose."""
    record = game.to_record(game.to_move).rstrip("\n").split("\n")
    return [f"record {len(record)}", *record, "choose"]


class Program:
    """A running program."""

    def __init__(self, command: str) -> None:
        self.process = subprocess.Popen(  # noqa: S603  # the person who starts the match names it
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        assert self.process.stdin
        assert self.process.stdout
        self.input: IO[str] = self.process.stdin
        self.output: IO[str] = self.process.stdout
        self.send([HELLO])
        self.name = self.expect("name ")

    def send(self, lines: list[str]) -> None:
        """Say something to the program."""
        self.input.write("\n".join(lines) + "\n")
        self.input.flush()

    def expect(self, start: str) -> str:
        """The rest of its next line, which has to begin so."""
        line = self.output.readline().rstrip("\n")
        if not line.startswith(start):
            raise ProtocolError(f"The program said “{line}” instead of “{start.strip()} …”.")
        return line[len(start) :]

    def choose(self, game: taluva.Game) -> str:
        """The turn that the program plays; it may ask for all legal ones first."""
        self.send(request_lines(game))
        while (line := self.output.readline().rstrip("\n")) == "choices":
            choices = game.choices(game.to_move or 0)
            self.send([f"choices {len(choices)}", *choices])
        if not line.startswith("turn "):
            raise ProtocolError(f"The program said “{line}” instead of “turn …”.")
        text = line.removeprefix("turn ")
        violation = game.why_not(text)
        if violation:
            raise ProtocolError(f"The program played “{text}”: {violation.message} ({violation.clause})")
        return text


class ProgramSide:
    """A program in a match; it is started once for each thread."""

    running = threading.local()

    def __init__(self, command: str) -> None:
        self.command = command

    def __str__(self) -> str:
        return self.command

    def choose(self, table: Table, rng: Random) -> int:
        """The number of the turn that the program plays."""
        programs: dict[str, Program] = self.running.__dict__.setdefault("programs", {})
        if self.command not in programs:
            programs[self.command] = Program(self.command)
        return table.position.turn_code(programs[self.command].choose(table.game()))


def serve(level: str, lines: Iterator[str], say: Callable[[str], None], seed: int) -> None:
    """Play as a level for somebody else, until the lines end."""
    rng, record = Random(seed), ""  # noqa: S311  # a game, not a secret
    for line in lines:
        word, _, rest = line.strip().partition(" ")
        match word:
            case "taluva-bot":
                say(f"name {LEVELS[level].name}")
            case "record":
                record = "".join(next(lines) for _ in range(int(rest)))
            case "choose":
                say(f"turn {choose_turn(LEVELS[level], taluva.Game.from_record(record), rng)}")
            case "quit":
                return

"""Somebody's program in a match between bots."""

import threading
from random import Random

from games.bots.protocol import Program
from lab.arena import ArenaGame


class ProgramSide:
    """A program in a match; it is started once for each thread."""

    running = threading.local()

    def __init__(self, command: str) -> None:
        self.command = command

    def __str__(self) -> str:
        return self.command

    def choose(self, table: ArenaGame, rng: Random) -> int:
        """Return the number of the turn that the program plays."""
        programs: dict[str, Program] = self.running.__dict__.setdefault("programs", {})
        if self.command not in programs:
            programs[self.command] = Program(self.command)
        return table.position.turn_code(programs[self.command].choose(table.game()))

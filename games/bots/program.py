"""A program that runs beside this one: lines to it and from it, each question within its time."""

import os
import selectors
import shlex
import signal
import subprocess
import time
from contextlib import suppress
from typing import IO

from games.contract import Refusal

PATIENCE = 60.0  # seconds for a question
GRACE = 2.0  # seconds for a program that was sent `quit`
LONGEST = 64 * 1024  # bytes of a line
TOKEN = "TALUVA_TOKEN"  # noqa: S105  # the variable by which we play on a club: none of the program's business


class ProtocolError(Refusal):
    """Somebody who does not keep to the protocol."""


class RunningProgram:
    """A program while it runs, with a process group of its own: what it starts ends with it.

    What leaves that group may hold the pipes for longer than the program lives, so nothing here waits for their end.
    """

    def __init__(self, command: str) -> None:
        self.heard, self.deadline = b"", 0.0
        try:
            self.process = subprocess.Popen(  # noqa: S603  # the person who plays by it names it
                shlex.split(command) or [""],
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env={name: value for name, value in os.environ.items() if name != TOKEN},
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            raise ProtocolError(f"It can't be started: {error}") from error
        assert self.process.stdin
        assert self.process.stdout
        self.input, self.output = self.process.stdin, self.process.stdout
        os.set_blocking(self.input.fileno(), False)  # it may not be reading

    @property
    def has_ended(self) -> bool:
        """Return whether there is nobody to ask any more."""
        return self.process.poll() is not None

    def begin(self) -> None:
        """Start the time for a question."""
        self.deadline = time.monotonic() + PATIENCE

    def wait(self, pipe: IO[bytes], event: int) -> None:
        """Wait until something can be read or written, within the time for the question."""
        with selectors.DefaultSelector() as selector:
            selector.register(pipe, event)
            if not selector.select(self.deadline - time.monotonic()):
                raise ProtocolError(f"It did not answer within {PATIENCE:.0f} s.")

    def say(self, lines: list[str]) -> None:
        """Say something to the program."""
        left = ("\n".join(lines) + "\n").encode(errors="replace")
        try:
            while left:
                self.wait(self.input, selectors.EVENT_WRITE)
                left = left[self.input.write(left) or 0 :]
        except OSError as error:
            raise ProtocolError("It ended.") from error

    def hear(self) -> str:
        """Return the next line that it says."""
        while b"\n" not in self.heard and len(self.heard) < LONGEST:
            self.wait(self.output, selectors.EVENT_READ)
            said = self.output.read(LONGEST)
            if not said:
                raise ProtocolError("It ended.")
            self.heard += said
        line, _, self.heard = self.heard.partition(b"\n")
        if len(line) >= LONGEST:
            raise ProtocolError("It said a line of more than 64 KB.")
        return line.decode(errors="replace").removesuffix("\r")

    def kill(self) -> None:
        """End it and what it has started."""
        with suppress(OSError):
            os.killpg(self.process.pid, signal.SIGKILL)

    def quit(self) -> None:
        """Tell it to end, and end it if it does not."""
        self.deadline = time.monotonic() + GRACE
        with suppress(ProtocolError, subprocess.TimeoutExpired):
            self.say(["quit"])
            self.input.close()
            self.process.wait(GRACE)
        self.end()

    def end(self) -> None:
        """End it at once."""
        self.kill()
        self.process.wait()
        self.input.close()
        self.output.close()

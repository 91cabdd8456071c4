"""The line protocol: other people's programs play ours and each other. docs/bots.md describes it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from multiprocessing.util import Finalize
from random import Random

from games.bots.program import ProtocolError, RunningProgram
from games.contract import Game, Refusal
from games.registry import BOTS, RULES, all_levels, levels_of

HELLO = "taluva-bot 1"
MOST_LINES = 9999  # of a record: far more than any game has


def request_lines(game: Game) -> list[str]:
    """Return what a program is asked: the record as its seat may see it, and to choose."""
    record = game.to_record(next(iter(game.awaited()), None)).rstrip("\n").split("\n")
    return [f"record {len(record)}", *record, "choose"]


def text_after(start: str, line: str) -> str:
    """Return the rest of a line that has to begin so."""
    if not line.startswith(start):
        raise ProtocolError(f"It said “{line[:200]}” instead of “{start.strip()} …”.")
    return line.removeprefix(start)


class Program:
    """Somebody's program: it is started when it is asked, and anew after it has failed or ended."""

    def __init__(self, command: str) -> None:
        self.command = command
        self.name = ""
        self.running: RunningProgram | None = None
        Finalize(None, self.close, exitpriority=0)  # unlike atexit, it is kept in the workers of a pool, too

    def choose(self, game: Game) -> str:
        """Return the turn that the program plays; it may ask for all legal ones first."""
        self.start()
        with self.question() as running:
            running.say(request_lines(game))
            line = running.hear()
            if line == "choices":
                choices = game.choices(next(iter(game.awaited()), 0))
                running.say([f"choices {len(choices)}", *choices])
                line = running.hear()
            text = text_after("turn ", line)
            violation = game.why_not(text)
            if violation:
                raise ProtocolError(f"It played “{text[:200]}”: {violation.message} ({violation.clause})")
        return text

    def start(self) -> None:
        """Start it and learn its name, unless it runs."""
        if self.running and not self.running.has_ended:
            return
        self.close()
        with self.question() as running:
            running.say([HELLO])
            self.name = text_after("name ", running.hear())

    @contextmanager
    def question(self) -> Iterator[RunningProgram]:
        """Yield the program, within the time for a question. What goes wrong names it, and ends it."""
        try:
            self.running = self.running or RunningProgram(self.command)
            self.running.begin()
            yield self.running
        except ProtocolError as error:
            if self.running:
                self.running.end()
            self.running = None
            raise ProtocolError(f"{self.command}: {error}") from error

    def close(self) -> None:
        """Let it quit."""
        if self.running:
            self.running.quit()
        self.running = None


def serve_program(level: str, lines: Iterator[str], say: Callable[[str], None], seed: int) -> None:
    """Play as a level for somebody else, until the lines end; to what can't be answered it says why."""
    rng, record = Random(seed), ""  # noqa: S311  # a game, not a secret
    for line in lines:
        try:
            match line.split():
                case ["taluva-bot", "1"]:
                    say(f"name {all_levels()[level].name}")
                case ["record", count]:
                    record = ""  # in place of a damaged one no older one is played
                    record = read_record(count, lines)
                case ["choose"]:
                    rules, game = read_game(record, level)
                    say(f"turn {choose_by_level(level, rules, game, rng)}")
                case ["quit"]:
                    return
                case _:
                    raise ProtocolError(f"A line is “{HELLO}”, “record” and a number, “choose” or “quit”.")
        except Refusal as refusal:
            say(f"error {refusal}")


def read_game(record: str, level: str) -> tuple[str, Game]:
    """Return the key of a record's game, one that the level plays, and the game; raise RecordError."""
    known = [RULES[key] for key in BOTS if level in levels_of(key)]
    rules = next((rules for rules in known if rules.is_record(record)), known[0])  # else the first says what is wrong
    return rules.key, rules.from_record(record)


def choose_by_level(level: str, rules: str, game: Game, rng: Random) -> str:
    """Return the turn that a level plays in a game; raise ProtocolError where it does not play that game."""
    if level not in levels_of(rules):
        raise ProtocolError(f"The level “{level}” does not play {RULES[rules].title}.")
    return BOTS[rules].choose(level, game, rng)


def read_record(count: str, lines: Iterator[str]) -> str:
    """Return a record, by the number of its lines."""
    number = int(count) if count.isdecimal() and len(count) <= len(str(MOST_LINES)) else 0
    if not number:
        raise ProtocolError(f"After “record” comes the number of its lines, 1 to {MOST_LINES}.")
    record = list(islice(lines, number))
    if len(record) < number:
        raise ProtocolError(f"The record has {len(record)} of {number} lines.")
    return "".join(record)

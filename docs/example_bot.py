"""A bot of its own: it speaks the line protocol of docs/bots.md and needs nothing but Python.

manage.py bots match "program:python docs/example_bot.py" seedling --games 20
"""

import random
import sys

PREFERRED = "TWXH"  # temples before towers, expansions before huts


def read_lines(count: int) -> list[str]:
    """The lines that were announced."""
    return [sys.stdin.readline().rstrip("\n") for _ in range(count)]


def say(line: str) -> None:
    """Answer at once: the other side waits."""
    print(line, flush=True)


def ask_choices() -> list[str]:
    """All legal turns of the position that was sent last."""
    say("choices")
    return read_lines(int(sys.stdin.readline().split()[1]))


def best_of(choices: list[str]) -> str:
    """A turn with the build that is liked most; among those, any."""

    def liking(turn: str) -> int:
        return PREFERRED.find(turn.partition(" ")[2][0]) % 9

    most = min(map(liking, choices))
    return random.choice([turn for turn in choices if liking(turn) == most])  # noqa: S311  # a game


def main() -> None:
    """Answer until the other side says that it is over."""
    for line in iter(sys.stdin.readline, ""):
        word, _, rest = line.strip().partition(" ")
        if word == "taluva-bot":
            say("name Example")
        elif word == "record":
            read_lines(int(rest))  # a better bot would look at it
        elif word == "choose":
            say(f"turn {best_of(ask_choices())}")
        elif word == "quit":
            return


if __name__ == "__main__":
    main()

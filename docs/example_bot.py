"""A bot of its own: it speaks the line protocol of docs/bots.md and needs nothing but Python.

python -m lab match "program:python docs/example_bot.py" seedling --games 20
"""

import random
import sys

PREFERRED = "TWXH"  # temples before towers, expansions before huts


def read_lines(count: int) -> list[str]:
    """Return the lines that were announced."""
    return [sys.stdin.readline().rstrip("\n") for _ in range(count)]


def say(line: str) -> None:
    """Answer at once: the other side waits."""
    print(line, flush=True)


def liking(turn: str) -> int:
    """Return how bad a turn is by its build: the lower the better."""
    return PREFERRED.find(turn.partition(" ")[2][0]) % 9


def choose() -> str:
    """Of all legal turns one with the build that is liked most; among those, any."""
    say("choices")
    choices = read_lines(int(sys.stdin.readline().split()[1]))
    random.shuffle(choices)
    return min(choices, key=liking)


def main() -> None:
    for line in iter(sys.stdin.readline, ""):
        word, _, rest = line.strip().partition(" ")
        if word == "taluva-bot":
            say("name Example")
        elif word == "record":
            read_lines(int(rest))  # a better bot would look at it
        elif word == "choose":
            say(f"turn {choose()}")
        elif word == "quit":
            return


if __name__ == "__main__":
    main()

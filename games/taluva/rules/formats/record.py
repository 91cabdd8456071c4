"""Records as text and back: tags, tiles and lines (T-10). What the lines mean is judged by playing them."""

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import pairwise
from typing import NamedTuple

from games.contract import RecordError, Refusal
from games.taluva.rules.options import Options

KEY = "taluva"
RECORD_VERSION = "1"
RULES_VERSION = "1"
RUNNING = "*"
HIDDEN = "??"
LONGEST = 200_000

OPTION_TAGS = {
    "Players": "players",
    "Founding": "founding",
    "TilesPerPlayer": "tiles_per_player",
    "Ranking": "ranking",
    "Teams": "teams",
    "Preview": "preview",
}
TAG_OF_CLAUSE = {
    "T-2.2": "TilesPerPlayer",
    "T-2.3": "Founding",
    "T-2.4": "Ranking",
    "T-2.5": "Teams",
    "T-2.6": "Preview",
    "T-9.4": "Teams",
}
FIXED = {"Game": KEY, "Record": RECORD_VERSION, "Rules": RULES_VERSION}
REQUIRED = (*FIXED, *OPTION_TAGS, "Tiles")
TAG = re.compile(r'\[\s*([A-Za-z][A-Za-z0-9_]*)\s+"((?:[^"\\\x00-\x1f\x7f]|\\["\\])*)"\s*\]')
BEGINNING = re.compile(rf'\ufeff?\s*\[\s*Game\s+"{KEY}"\s*\]')
TURN = re.compile(r"([1-9][0-9]{0,4})\.\s+(.*)")
ESCAPED = re.compile(r'\\(["\\])')
CONTROL = re.compile(r"[\x00-\x1f\x7f]")


class Line(NamedTuple):
    """One turn of a record: the line it stands on, its number, its text."""

    line: int
    turn: int
    text: str


class Record(NamedTuple):
    """What a record says before anything is played."""

    options: Options
    tiles: list[str | None]
    tags: dict[str, str]
    result: str | None
    turns: list[Line]
    tag_lines: dict[str, int]


def read_parts(text: str) -> Record:
    """Return the record's parts; raises RecordError at the first line that is not one."""
    if len(text) > LONGEST:
        raise RecordError(1, None, "T-10", "This is too long for a record.")
    lines = text.removeprefix("\ufeff").split("\n")
    head = next((number for number, line in enumerate(lines) if line.strip()), 0)  # a pasted text may begin empty
    tags, tag_lines = read_tags(lines, head)
    options = read_options(tags, tag_lines)
    check_order(tag_lines, options.players)
    others = {name: value for name, value in tags.items() if name not in (*REQUIRED, "Result")}
    tiles = [None if word == HIDDEN else word for word in tags["Tiles"].split()]
    turns = read_turns(lines, start=head + len(tags))
    return Record(options, tiles, others, tags.get("Result"), turns, tag_lines)


@contextmanager
def blame_line(line: int, turn: int | None) -> Iterator[None]:
    """Yield what is refused inside is damage on this line, at this turn (T-10.3)."""
    try:
        yield
    except Refusal as refusal:
        raise RecordError(line, turn, refusal.clause or "T-10.3", refusal.message) from refusal


def read_tags(lines: list[str], start: int) -> tuple[dict[str, str], dict[str, int]]:
    """T-10.1: return the tags at the head of the record, the required ones first and in order, and their lines."""
    tags: dict[str, str] = {}
    numbers: dict[str, int] = {}
    for number, line in enumerate(lines[start:], start + 1):
        if not line.strip():
            break
        found = TAG.fullmatch(line.strip())
        if found is None:
            raise RecordError(number, None, "T-10.1", "This is not a tag. An empty line ends the tags.")
        name = found[1]
        if name in tags:
            raise RecordError(number, None, "T-10.1", f"The tag {name} is there twice.")
        if len(tags) < len(REQUIRED) and name != REQUIRED[len(tags)]:
            raise RecordError(number, None, "T-10.1", f"The tag {REQUIRED[len(tags)]} is missing here.")
        tags[name], numbers[name] = ESCAPED.sub(r"\1", found[2]), number
    if len(tags) < len(REQUIRED):
        raise RecordError(start + len(tags) + 1, None, "T-10.1", f"The tag {REQUIRED[len(tags)]} is missing here.")
    return tags, numbers


def read_options(tags: Mapping[str, str], numbers: Mapping[str, int]) -> Options:
    """Return the options that the tags name."""
    for name, value in FIXED.items():
        if tags[name] != value:
            raise RecordError(numbers[name], None, "T-10.1", f"{name} has to be “{value}” here.")
    try:
        return Options.from_settings({option: tags[tag] for tag, option in OPTION_TAGS.items()})
    except Refusal as refusal:
        tag = TAG_OF_CLAUSE.get(refusal.clause or "", "Players")
        raise RecordError(numbers[tag], None, refusal.clause or "T-10.1", refusal.message) from refusal


def check_order(numbers: Mapping[str, int], players: int) -> None:
    """Raise RecordError when a seat or the result does not stand where `write` has it (T-10.1)."""
    known = [*REQUIRED, *seat_tags(players), "Result"]
    for before, name in pairwise(numbers):
        if name in known and (before not in known or known.index(before) > known.index(name)):
            raise RecordError(numbers[name], None, "T-10.1", f"The tag {name} belongs before {before}.")


def seat_tags(players: int) -> list[str]:
    """Return the tags that name who sits where."""
    return [f"Seat{seat}" for seat in range(players)]


def read_turns(lines: list[str], start: int) -> list[Line]:
    """Return the numbered turns after the tags (T-10.2)."""
    turns: list[Line] = []
    for number, line in enumerate(lines[start:], start + 1):
        if not line.strip():
            continue
        found = TURN.fullmatch(line.strip())
        turn = len(turns) + 1
        if found is None:
            raise RecordError(number, turn, "T-10.2", "A turn is its number, a full stop and what was played.")
        if int(found[1]) != turn:
            raise RecordError(number, turn, "T-10.2", f"Here turn {turn} has to follow.")
        turns.append(Line(number, turn, found[2]))
    return turns


def write_parts(
    options: Options, tiles: Iterable[str | None], tags: Mapping[str, str], result: str, turns: Iterable[str]
) -> str:
    """T-10.4: return the record of these parts: what was read, but for spacing and canonical fields."""
    settings = options.settings()
    values = dict(FIXED)
    values |= {tag: str(settings[option]) for tag, option in OPTION_TAGS.items()}
    values["Tiles"] = " ".join(tile or HIDDEN for tile in tiles)
    values |= {seat: tags[seat] for seat in seat_tags(options.players) if seat in tags}
    values["Result"] = result
    values |= {name: value for name, value in tags.items() if name not in values}
    head = [tag_line(name, value) for name, value in values.items()]
    return "\n".join([*head, "", *(f"{number}. {turn}" for number, turn in enumerate(turns, 1))]) + "\n"


def rename_seats(text: str, names: Mapping[int, str]) -> str:
    """Write these names into the tags of these seats, where they stand among the tags; every other line stays."""
    lines = text.split("\n")
    renamed = {f"Seat{seat}": name for seat, name in names.items()}
    head = next((number for number, line in enumerate(lines) if line.strip("\ufeff \t\r")), 0)
    for number in range(head, len(lines)):
        if not lines[number].strip():
            break
        found = TAG.fullmatch(lines[number].strip())
        if found and found[1] in renamed:
            lines[number] = tag_line(found[1], renamed[found[1]])
    return "\n".join(lines)


def tag_line(name: str, value: str) -> str:
    return f'[{name} "{escape_value(value)}"]'


def escape_value(value: str) -> str:
    """Return a tag's value as it is written; it can't break its line."""
    return CONTROL.sub(" ", value).replace("\\", "\\\\").replace('"', '\\"')

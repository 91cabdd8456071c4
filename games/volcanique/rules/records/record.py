"""Records as text and back (V-23.8). What the lines mean is judged by playing them."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Final, NamedTuple

from games.contract import RecordError, Refusal
from games.volcanique.rules.options import Options
from games.volcanique.rules.position.grid import POWERS, SLOTS

KEY: Final = "volcanique"
RULES_VERSION: Final = "1"
HEAD: Final = f"#{KEY} 1"
LONGEST: Final = 2_000_000
BEGINNING: Final = re.compile(rf"\ufeff?\s*{HEAD}[ \t]*\r?(?:\n|$)")
ENTRY: Final = re.compile(r"([1-9][0-9]{0,4})\. P([1-5]) (.+)")
SEAT: Final = re.compile(r'P([1-5])(?:=("(?:[^"\\]|\\.)*"))?')
TAG: Final = re.compile(r'([A-Za-z][A-Za-z0-9_]*)=("(?:[^"\\]|\\.)*")')
SEATING: Final = {"drawn": True, "joined": False}


class Line(NamedTuple):
    """One entry of a record: its line, number, seat, text, and the engine lines that follow it."""

    line: int
    number: int
    seat: int
    text: str
    derived: list[str]


class Record(NamedTuple):
    """What a record says before anything is played."""

    options: Options
    tags: dict[str, str]
    heads: dict[str, str]
    lines: dict[str, int]
    entries: list[Line]


@contextmanager
def blame_line(line: int, turn: int | None) -> Iterator[None]:
    """Raise a refusal from inside the `with` block as RecordError, with this line and entry."""
    try:
        yield
    except Refusal as refusal:
        raise RecordError(line, turn, refusal.clause or "V-23.8", refusal.message) from refusal


def read_parts(text: str) -> Record:
    """Return the record's parts; raises RecordError at the first line that is not one."""
    if len(text) > LONGEST:
        raise RecordError(1, None, "V-23.8", "This is too long for a record.")
    lines = text.removeprefix("\ufeff").split("\n")
    heads, tags, numbers, at = read_heads(lines)
    for name in ("options", "seats", "grid"):
        if name not in heads:
            raise RecordError(at + 1, None, "V-23.8", f"The line #{name} is missing here.")
    with blame_line(numbers["options"], None):
        options = read_options(heads["options"])
    with blame_line(numbers["seats"], None):
        tags = read_seats(heads["seats"], options.players) | tags
    return Record(options, tags, heads, numbers, read_entries(lines, at))


def read_heads(lines: list[str]) -> tuple[dict[str, str], dict[str, str], dict[str, int], int]:
    """Return the lines before the entries: what each says, the tags, where each stands, and where they end."""
    heads: dict[str, str] = {}
    tags: dict[str, str] = {}
    numbers: dict[str, int] = {}
    first = next((index for index, line in enumerate(lines) if line.strip()), 0)
    if lines[first].strip() != HEAD:
        raise RecordError(first + 1, None, "V-23.8", f"A record begins with {HEAD}.")
    for index in range(first + 1, len(lines)):
        line = lines[index].strip()
        if line and not line.startswith("#"):
            return heads, tags, numbers, index
        name, _, value = line.removeprefix("#").partition(" ")
        if name == "tag":
            tags |= read_tag(index + 1, value)
        elif name in heads:
            raise RecordError(index + 1, None, "V-23.8", f"The line #{name} is there twice.")
        elif line:
            heads[name], numbers[name] = value, index + 1
    return heads, tags, numbers, len(lines)


def read_tag(line: int, value: str) -> dict[str, str]:
    """Return what somebody added to the record."""
    found = TAG.fullmatch(value)
    if found is None:
        raise RecordError(line, None, "V-23.8", 'A tag is written like #tag Event="A club night".')
    return {found[1]: read_string(found[2])}


def read_string(text: str) -> str:
    """Return a quoted text."""
    try:
        return str(json.loads(text))
    except ValueError as error:
        raise Refusal("This is not a quoted text.", "V-23.8") from error


def read_options(text: str) -> Options:
    """Return the options of the game."""
    try:
        settings = json.loads(text)
    except ValueError as error:
        raise Refusal("The options are not written as JSON.", "V-23.8") from error
    if not isinstance(settings, dict):
        raise Refusal("The options are not written as an object.", "V-23.8")
    return Options.from_settings(settings)


def read_seats(text: str, players: int) -> dict[str, str]:
    """Return the names of the seats, as tags."""
    found = [(int(seat) - 1, name) for seat, name in SEAT.findall(text)]
    if [seat for seat, _ in found] != list(range(players)) or SEAT.sub("", text).strip():
        raise Refusal("The seats are not those of the game.", "V-23.8")
    return {f"Seat{seat}": read_string(name) for seat, name in found if name}


def read_grid(text: str, options: Options) -> dict[str, str]:
    """V-23.8: the powers by slot, none where it is played without."""
    grid = {} if text == "-" else dict(word.partition("=")[::2] for word in text.split())
    fits = list(grid) == list(SLOTS) and set(grid.values()) <= POWERS.keys() and len(set(grid.values())) == len(SLOTS)
    if not (fits if options.powers else not grid):
        raise Refusal("This game has no such grid.", "V-15.3")
    return grid


def read_entries(lines: list[str], start: int) -> list[Line]:
    """Return the numbered entries, and the engine lines between them."""
    entries: list[Line] = []
    for number, line in enumerate(lines[start:], start + 1):
        words = line.strip()
        if not words:
            continue
        turn = len(entries) + 1
        if words.startswith("~") and entries:
            entries[-1].derived.append(words)
            continue
        found = ENTRY.fullmatch(words)
        if found is None:
            raise RecordError(number, turn, "V-23.1", "An entry is its number, a full stop, the seat and what it says.")
        if int(found[1]) != turn:
            raise RecordError(number, turn, "V-23.1", f"Here entry {turn} has to follow.")
        entries.append(Line(number, turn, int(found[2]) - 1, found[3], []))
    return entries


def write_parts(options: Options, tags: Mapping[str, str], heads: Mapping[str, str], entries: Iterable[str]) -> str:
    """Return the record of these parts."""
    seats = [seat_word(seat, tags.get(f"Seat{seat}")) for seat in range(options.players)]
    names = {f"Seat{seat}" for seat in range(options.players)}
    lines = [HEAD, f"#options {json.dumps(options.settings(), separators=(',', ':'))}", f"#seats {' '.join(seats)}"]
    lines += [f"#{name} {value}" for name, value in heads.items()]
    lines += [f"#tag {name}={quote_text(value)}" for name, value in tags.items() if name not in names]
    return "\n".join([*lines, *entries, ""])


def seat_word(seat: int, name: str | None) -> str:
    """Return a seat, with its name if it has one."""
    return f"P{seat + 1}" if name is None else f"P{seat + 1}={quote_text(name)}"


def quote_text(text: str) -> str:
    """Return a text in quotation marks on one line."""
    return json.dumps(text, ensure_ascii=False)


def rename_seats(text: str, names: Mapping[int, str]) -> str:
    """Write these names where the record names these seats; every other line stays."""
    lines = text.split("\n")
    for index, line in enumerate(lines):
        if line.startswith("#seats "):
            lines[index] = "#seats " + " ".join(
                seat_word(int(seat) - 1, names.get(int(seat) - 1, read_string(name)) if name else None)
                for seat, name in SEAT.findall(line)
            )
            break
    return "\n".join(lines)

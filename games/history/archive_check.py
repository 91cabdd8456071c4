"""Whether the archive is what it should be: every stored game, every rating, and the public dump."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator
from pathlib import Path
from zipfile import ZipFile

from games.history import dumps, ratings, replaying
from games.models import Dump
from games.replays import Difference, faults
from taluva_site.parallel import on_cores

FILES = 20
Say = Callable[[str], None]


def differences(*, workers: int, say: Say) -> Iterator[Difference]:
    """Whatever is not as it has to be."""
    dump = dumps.newest()
    with dumps.opened(dump) as archive:
        if dump and archive is None:
            yield Difference("the dump", "it is not there as it was written: its checksum is another")
        yield from of_games(workers=workers, say=say, archive=archive)
        if dump and archive:
            say("holding the dump against the rows")
            yield from of_table(dump, archive)
    say("working out the ratings anew")
    yield from (Difference("a rating", words) for words in ratings.differences())


def of_games(
    key: str = "", *, workers: int, say: Say = lambda _text: None, archive: ZipFile | None = None
) -> Iterator[Difference]:
    """The matches, or the one with this key, that replay to something else than their rows say."""
    matches, held = replaying.started(key), frozenset(dumps.keys_of(archive) if archive else ())

    def record_of(key: str) -> str | None:
        return dumps.record_in(archive, key) if archive and key in held else None

    total = matches.count()
    for done, found in replaying.checked(matches, workers=workers, record_of=record_of):
        say(f"{done:,} of {total:,} games replayed")
        yield from found


def of_table(dump: Dump, archive: ZipFile) -> Iterator[Difference]:
    """Where the dump's table, or what records it has, is not what the rows say."""
    told = {line["key"]: line for line in csv.DictReader(io.StringIO(archive.read(dumps.TABLE).decode()))}
    stored = {line["key"]: line for line in dumps.lines(dumps.counted(dump.last_number))}
    for key in sorted({*dumps.keys_of(archive)} ^ told.keys()):
        yield Difference(key, "the dump has its record or its line, and not the other")
    for key in sorted(stored.keys() | told.keys()):
        if words := compared(stored.get(key), told.get(key)):
            yield Difference(key, words)


def compared(stored: dumps.Line | None, told: dumps.Line | None) -> str:
    if told is None:
        return "it is not in the dump"
    if stored is None:
        return "it is in the dump, and no rated game that all may see"
    wrong = [name for name, value in stored.items() if not holds(name, value, told.get(name, ""))]
    return f"the dump has another {', '.join(wrong)}" if wrong else ""


def holds(column: str, stored: str, told: str) -> bool:
    """Names may have changed since, and some keep their ratings to themselves."""
    if column in dumps.RATINGS:
        ours, theirs = stored.split(";"), told.split(";")
        return len(ours) == len(theirs) and all(one in ("", other) for one, other in zip(theirs, ours, strict=True))
    return column == "names" or stored == told


def of_records(folder: Path, *, workers: int) -> tuple[int, list[Difference]]:
    """How many records there are below a folder, and those that don't hold."""
    files = sorted(folder.rglob("*.txt"))
    portions = (
        [(str(path), path.read_text()) for path in files[at : at + FILES]] for at in range(0, len(files), FILES)
    )
    return len(files), [each for found in on_cores(faults, portions, workers) for each in found]

"""Whether the archive is what it should be: every stored game, every rating, and the public dump."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator
from pathlib import Path
from zipfile import ZipFile

from games.history import dumps, ratings, replaying
from games.models import Dump
from games.replays import Difference, record_faults
from taluva_site.utils.parallel import map_on_cores

FILES = 20
Say = Callable[[str], None]


def archive_differences(*, workers: int, say: Say) -> Iterator[Difference]:
    """Yield whatever differs between rows, records, dump and ratings."""
    dump = dumps.newest_dump()
    with dumps.open_dump(dump) as archive:
        if dump and archive is None:
            yield Difference("the dump", "it is not there as it was written: its checksum is another")
        yield from differences_in_games(workers=workers, say=say, archive=archive)
        if dump and archive:
            say("holding the dump against the rows")
            yield from differences_in_table(dump, archive)
    say("working out the ratings anew")
    yield from (Difference("a rating", words) for words in ratings.rating_differences())


def differences_in_games(
    key: str = "", *, workers: int, say: Say = lambda _text: None, archive: ZipFile | None = None
) -> Iterator[Difference]:
    """Yield the matches, or the one with this key, that replay to something else than their rows say."""
    matches, held = replaying.started_matches(key), frozenset(dumps.keys_of(archive) if archive else ())

    def record_of(key: str) -> str | None:
        return dumps.record_in(archive, key) if archive and key in held else None

    total = matches.count()
    for done, found in replaying.check_matches(matches, workers=workers, record_of=record_of):
        say(f"{done:,} of {total:,} games replayed")
        yield from found


def differences_in_table(dump: Dump, archive: ZipFile) -> Iterator[Difference]:
    """Yield where the dump's table, or the records that it has, differ from the rows."""
    dumped = {line["key"]: line for line in csv.DictReader(io.StringIO(archive.read(dumps.TABLE).decode()))}
    stored = {line["key"]: line for line in dumps.table_lines(dumps.counted_matches(dump.last_number))}
    for key in sorted({*dumps.keys_of(archive)} ^ dumped.keys()):
        yield Difference(key, "the dump has its record or its line, and not the other")
    for key in sorted(stored.keys() | dumped.keys()):
        if words := compare_match(stored.get(key), dumped.get(key)):
            yield Difference(key, words)


def compare_match(stored: dumps.Line | None, dumped: dumps.Line | None) -> str:
    if dumped is None:
        return "it is not in the dump"
    if stored is None:
        return "it is in the dump, and no rated game that all may see"
    wrong = [name for name, value in stored.items() if not column_matches(name, value, dumped.get(name, ""))]
    return f"the dump has another {', '.join(wrong)}" if wrong else ""


def column_matches(column: str, stored: str, dumped: str) -> bool:
    """Return whether a dump's column agrees with the rows: names may have changed since, and ratings may be hidden."""
    if column in dumps.RATINGS:
        ours, theirs = stored.split(";"), dumped.split(";")
        return len(ours) == len(theirs) and all(one in ("", other) for one, other in zip(theirs, ours, strict=True))
    return column == "names" or stored == dumped


def differences_in_records(folder: Path, *, workers: int) -> tuple[int, list[Difference]]:
    """Return how many records there are below a folder, and those that don't hold."""
    files = sorted(folder.rglob("*.txt"))
    portions = (
        [(str(path), path.read_text()) for path in files[at : at + FILES]] for at in range(0, len(files), FILES)
    )
    return len(files), [each for found in map_on_cores(record_faults, portions, workers) for each in found]

"""The public dump: every finished, rated game that all may see, as one archive. A new one takes the old one's place.

A game's record never changes, so what the dump before holds of it is taken over; names stand in the table alone, and
are written anew each time: who has left the club is gone from the next dump.
"""

from __future__ import annotations

import csv
import hashlib
import io
import tempfile
import zipfile
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from logging import getLogger
from typing import IO

from django.core.files import File
from django.core.files.storage import default_storage
from django.db import IntegrityError, transaction
from django.db.models import Max, QuerySet

from games import replays
from games.history.replaying import portions_by_id, useful_workers
from games.matches import queries
from games.models import Dump, Match, MatchState, ProfileWishes, RatingChange, Reckoning, Seat, Visibility
from games.models.rating import displayed_rating, rating_margin
from taluva_site.utils.parallel import map_on_cores

FOLDER, RECORDS, TABLE, READ_ME = "dumps", "records/", "games.csv", "README.txt"
RATINGS = ("ratings_before", "ratings_after")
COLUMNS = (
    *("number", "key", "rules", "rules_version", "options", "players", "names", "teams", "places", "reason"),
    *("started", "ended", "turns", *RATINGS),
)
READ_ME_TEXT = """\
The finished, rated, public games of this club.

records/KEY.txt   a game turn by turn; the rules of each game say how it is written
games.csv         a line for each game, in the order in which the results counted. What belongs to the seats is
                  separated by semicolons; a rating is its value and how far off it may be, nineteen times of twenty.
                  It is empty for those who keep theirs to themselves
"""
Line = dict[str, str]
log = getLogger("taluva.dumps")


def newest_dump() -> Dump | None:
    return Dump.objects.first()


def write_dump(*, now: datetime, workers: int = 1, anew: bool = False) -> Dump:
    """Return the dump as of now; those before it are gone. Of two that are written at a time the later one stays."""
    last = Reckoning.objects.aggregate(last=Max("number"))["last"] or 0
    before = None if anew else newest_dump()
    with tempfile.TemporaryFile() as file, open_dump(before) as old:
        games = fill_dump(file, counted_matches(last), old, workers)
        return store_dump(
            Dump(sha256=sha256_of(file), size=file.tell(), games=games, last_number=last, written_at=now), file
        )


def counted_matches(last: int) -> QuerySet[Match]:
    """Return the games that belong in a dump which looked at so many results."""
    return Match.objects.filter(state=MatchState.FINISHED, visibility=Visibility.PUBLIC, reckoning__number__lte=last)


def store_dump(dump: Dump, file: IO[bytes]) -> Dump:
    """Store the file, then the row that makes it the dump; the same content needs no second file."""
    same = Dump.objects.filter(sha256=dump.sha256).first()
    if same is not None and is_whole(same):
        same.written_at, same.last_number = dump.written_at, dump.last_number
        same.save()
        dump = same
    else:
        if same is not None:
            default_storage.delete(same.file)
            same.delete()
        dump.file = default_storage.save(f"{FOLDER}/games-{dump.sha256[:16]}.zip", File(file))
        announce_dump(dump)
    for old in Dump.objects.all()[1:]:
        default_storage.delete(old.file)
        old.delete()
    return dump


def announce_dump(dump: Dump) -> None:
    try:
        with transaction.atomic():
            dump.save()
    except IntegrityError:  # somebody has just written the same one
        default_storage.delete(dump.file)


def is_whole(dump: Dump) -> bool:
    with open_dump(dump) as archive:
        return archive is not None


@contextmanager
def open_dump(dump: Dump | None) -> Iterator[zipfile.ZipFile | None]:
    """Yield the dump to be read; None if there is none, or it is not what was written."""
    if dump is None or not default_storage.exists(dump.file):
        yield None
        return
    with default_storage.open(dump.file) as file:
        if sha256_of(file) != dump.sha256:
            yield None
            return
        with zipfile.ZipFile(file) as archive:
            yield archive


def sha256_of(file: IO[bytes] | File[bytes]) -> str:
    """Return the digest of the whole file, which is at its end afterwards."""
    file.seek(0)
    digest = hashlib.sha256()
    while part := file.read(1 << 20):
        digest.update(part)
    return digest.hexdigest()


def fill_dump(file: IO[bytes], matches: QuerySet[Match], old: zipfile.ZipFile | None, workers: int) -> int:
    """Write these games; return how many were written."""
    pks = dict(matches.order_by("reckoning__number").values_list("key", "pk"))
    with zipfile.ZipFile(file, "w") as new:
        add_file(new, READ_ME, READ_ME_TEXT)
        kept = [key for key in keys_of(old) if key in pks] if old else []
        for key in kept:
            assert old is not None
            add_file(new, name_of(key), record_in(old, key))
        held = {*kept, *put_records(new, [pks[key] for key in pks.keys() - {*kept}], workers)}
        add_file(new, TABLE, games_table(matches, held))
    return len(held)


def name_of(key: str) -> str:
    return f"{RECORDS}{key}.txt"


def keys_of(archive: zipfile.ZipFile) -> list[str]:
    """Return the keys of the games whose records it has."""
    return [name[len(RECORDS) : -len(".txt")] for name in archive.namelist() if name.startswith(RECORDS)]


def record_in(archive: zipfile.ZipFile, key: str) -> str:
    return archive.read(name_of(key)).decode()


def add_file(archive: zipfile.ZipFile, name: str, text: str) -> None:
    """Add a file without a date: the same games make the same archive."""
    archive.writestr(zipfile.ZipInfo(name), text, zipfile.ZIP_DEFLATED)


def put_records(archive: zipfile.ZipFile, matches: list[int], workers: int) -> Iterator[str]:
    """Replay these games, add their records, and yield the key of each that could be replayed."""
    for found in map_on_cores(
        replays.records_by_key, portions_by_id(sorted(matches)), useful_workers(workers, len(matches))
    ):
        for key, text in found:
            if text is None:
                log.error("match %s is left out of the dump: it can't be replayed", key)
            else:
                add_file(archive, name_of(key), text)
                yield key


def games_table(matches: QuerySet[Match], held: Collection[str]) -> str:
    """Return the lines of the games whose record is held, without the ratings of those who don't show them."""
    hidden = {*ProfileWishes.objects.filter(ratings=False).values_list("user", flat=True)}
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS)
    writer.writeheader()
    writer.writerows(line for line in table_lines(matches, hidden) if line["key"] in held)
    return text.getvalue()


def table_lines(matches: QuerySet[Match], hidden: Collection[int] = ()) -> Iterator[Line]:
    """Yield what the table says of each, in the order in which the results counted; of the hidden no rating."""
    rows = matches.select_related("reckoning").prefetch_related(queries.with_seats(), "reckoning__changes")
    for match in rows.order_by("reckoning__number").iterator(chunk_size=1000):
        changes: dict[int | None, RatingChange] = {each.user_id: each for each in match.reckoning.changes.all()}
        seats = list(match.seats.all())
        yield table_line(match, seats, [None if seat.user_id in hidden else changes[seat.user_id] for seat in seats])


def table_line(match: Match, seats: list[Seat], rated: Sequence[RatingChange | None]) -> Line:
    assert match.started_at is not None
    assert match.ended_at is not None
    options = {name: value for name, value in match.options.items() if name != "players"}
    return {
        "number": str(match.reckoning.number),
        "key": match.key,
        "rules": match.rules,
        "rules_version": match.rules_version,
        "options": " ".join(f"{name}={value}" for name, value in sorted(options.items())),
        "players": str(match.players),
        "names": join_values(seat.user for seat in seats),
        "teams": join_values(seat.team for seat in seats if seat.team is not None),
        "places": join_values(seat.place for seat in seats),
        "reason": match.reason,
        "started": format_moment(match.started_at),
        "ended": format_moment(match.ended_at),
        "turns": str(match.turn_number),
        "ratings_before": join_values(
            format_rating(each.mu_before, each.sigma_before) if each else "" for each in rated
        ),
        "ratings_after": join_values(format_rating(each.mu, each.sigma) if each else "" for each in rated),
    }


def join_values(values: Iterable[object]) -> str:
    return ";".join(map(str, values))


def format_moment(value: datetime) -> str:
    return value.astimezone(UTC).isoformat(timespec="seconds")


def format_rating(mu: float, sigma: float) -> str:
    return f"{displayed_rating(mu)}±{rating_margin(sigma)}"

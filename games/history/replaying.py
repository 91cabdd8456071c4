"""Stored games as plain values, portion by portion: other processes replay them without a database."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from math import ceil

from django.db.models import QuerySet

from games.models import Match, Seat, Turn
from games.replays import Difference, StoredGame, replay_differences
from taluva_site.utils.parallel import map_on_cores

PORTION = 100
Records = Callable[[str], str | None]


def no_record(_key: str) -> None:
    return None


def started_matches(key: str = "") -> QuerySet[Match]:
    """Return every match that was started, or one of them."""
    rows = Match.objects.filter(started_at__isnull=False)
    return rows.filter(key=key) if key else rows


def check_matches(
    matches: QuerySet[Match], *, workers: int, record_of: Records = no_record
) -> Iterator[tuple[int, list[Difference]]]:
    """Yield how many were replayed so far, and which of the last portion differ from their rows."""
    total = matches.count()
    found = map_on_cores(replay_differences, match_portions(matches, record_of), useful_workers(workers, total))
    for number, different in enumerate(found, 1):
        yield min(number * PORTION, total), different


def useful_workers(workers: int, games: int) -> int:
    """Return the number of processes that have something to do: at most one per portion."""
    return max(1, min(workers, ceil(games / PORTION)))


def match_portions(matches: QuerySet[Match], record_of: Records = no_record) -> Iterator[list[StoredGame]]:
    """Yield the matches, oldest first; a portion costs three queries."""
    last = 0
    while rows := list(matches.filter(pk__gt=last).order_by("pk")[:PORTION]):
        last = rows[-1].pk
        yield stored_matches(rows, record_of)


def portions_by_id(ids: Sequence[int]) -> Iterator[list[StoredGame]]:
    """Yield the matches with these ids, without what a dump has of them."""
    for first in range(0, len(ids), PORTION):
        yield from match_portions(Match.objects.filter(pk__in=ids[first : first + PORTION]))


def stored_matches(rows: Sequence[Match], record_of: Records) -> list[StoredGame]:
    turns: dict[int, list[tuple[int, int, str]]] = defaultdict(list)
    for pk, number, seat, text in Turn.objects.filter(match__in=rows).values_list("match_id", "number", "seat", "text"):
        turns[pk].append((number, seat, text))
    seats: dict[int, list[Seat]] = defaultdict(list)
    for row in Seat.objects.filter(match__in=rows):
        seats[row.match_id].append(row)
    return [stored_from_rows(match, seats[match.pk], turns[match.pk], record_of(match.key)) for match in rows]


def stored_from_rows(
    match: Match, seats: list[Seat], turns: list[tuple[int, int, str]], record: str | None
) -> StoredGame:
    return StoredGame(
        key=match.key,
        rules=match.rules,
        version=match.rules_version,
        options=match.options,
        seed=match.seed,
        seed_hash=match.seed_hash,
        draw_seats=match.draw_seats,
        state=match.state,
        reason=match.reason,
        places=tuple(seat.place for seat in seats),
        awaited=tuple(seat.index for seat in seats if seat.is_awaited),
        turns=match.turn_number,
        numbers=tuple(number for number, _seat, _text in turns),
        entries=tuple((seat, text) for _number, seat, text in turns),
        record=record,
    )

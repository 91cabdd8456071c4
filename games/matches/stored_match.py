"""A match as it is stored: its rows, locked while they are changed, and the game that its log leads to.

A game is replayed once, and from then on only what is new.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable
from functools import partial

from django.db import transaction
from django.utils.translation import gettext as _

from games.contract import Game
from games.matches import refusals
from games.matches.clocks.seat_clocks import CLOCK_FIELDS
from games.models import Match, Notice, Seat, Turn
from games.registry import RULES
from games.replays import replay_game

# What a turn may change of a match and of a seat.
OF_THE_MATCH = ("turn_number", "turn_at", "state", "ended_at", "reason", "public_seed")
OF_THE_SEAT = (*CLOCK_FIELDS, "place", "reason", "stand_in", "is_back", "has_orders", "team")
KEPT = 256
_lock = threading.Lock()
# A cache of the log that may be thrown away: (number of turns, the game after them), by match.
_kept: OrderedDict[str, tuple[int, Game]] = OrderedDict()


def lock_match(**which: int | str) -> Match:
    """Return the match, nobody else's until the transaction ends (on SQLite, BEGIN IMMEDIATE has locked everything)."""
    match = Match.objects.select_for_update().filter(**which).first()
    if match is None:
        raise refusals.NotFound(_("There is no such game."))
    return match


class MatchRows:
    """One match and its seats with who sits there, as they were read, and what is new in its log."""

    def __init__(self, match: Match, seats: list[Seat] | None = None) -> None:
        self.match = match
        self.seats = seats_of(match) if seats is None else seats
        self.turns: list[Turn] = []
        self.notices: list[Notice] = []
        self.were = [values_of(match, OF_THE_MATCH), *(values_of(seat, OF_THE_SEAT) for seat in self.seats)]

    def write(self) -> None:
        """Save what is new, and the fields that are no longer as they were read."""
        Turn.objects.bulk_create(self.turns)
        for row, were in zip((self.match, *self.seats), self.were, strict=True):
            if changed := [name for name, value in were.items() if getattr(row, name) != value]:
                row.save(update_fields=changed)
        Notice.objects.bulk_create(self.notices, ignore_conflicts=True)


def seats_of(match: Match) -> list[Seat]:
    """Return the seats in their order, with who sits there."""
    return list(match.seats.select_related("user").order_by("index"))


def values_of(row: Match | Seat, names: Iterable[str]) -> dict[str, object]:
    return {name: getattr(row, name) for name in names}


def game_of(match: Match) -> Game:
    """Return the game after `match.turn_number` turns, with all its secrets; the caller may play on with it."""
    with _lock:
        number, game = _kept.get(match.key, (0, None))
    if game is None or number > match.turn_number:
        game = replay_match(match, match.turn_number)
    elif number < match.turn_number:
        game = game.copy()
        for seat, text in read_entries(match, number, match.turn_number):
            game.play(text, seat)
    keep_committed(match, game)
    return game.copy()


def keep_committed(match: Match, game: Game) -> None:
    """Cache a position; within a transaction once it is committed, since what is rolled back was never played."""
    transaction.on_commit(partial(cache_position, match.key, match.turn_number, game))


def replay_match(match: Match, number: int) -> Game:
    if not match.seed:
        raise ValueError(f"{match.key} has no seed yet, and so no game.")  # nor may one be kept for it
    rules, entries = RULES[match.rules], read_entries(match, 0, number)
    return replay_game(rules, match.options, match.seed, draw_seats=match.draw_seats, entries=entries)


def read_entries(match: Match, after: int, upto: int) -> list[tuple[int, str]]:
    turns = match.turns.filter(number__gt=after, number__lte=upto).order_by("number")
    return list(turns.values_list("seat", "text"))


def cache_position(key: str, number: int, game: Game) -> None:
    with _lock:
        _kept[key] = (number, game)
        _kept.move_to_end(key)
        while len(_kept) > KEPT:
            _kept.popitem(last=False)


def clear_cache() -> None:
    """Forget every position. Only tests do: for them other databases, with the same keys, follow in one process."""
    with _lock:
        _kept.clear()

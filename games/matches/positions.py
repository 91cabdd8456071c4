"""From the log to the game: replayed once, and from then on only what is new."""

from __future__ import annotations

import threading
from collections import OrderedDict
from functools import partial

from django.db import transaction

from games.contract import Game
from games.models import Match
from games.registry import RULES
from games.replays import replay_game

KEPT = 256
_lock = threading.Lock()
# A cache of the log that may be thrown away: (number of turns, the game after them), by match.
_kept: OrderedDict[str, tuple[int, Game]] = OrderedDict()


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
    """Within a transaction only once it is committed: what is rolled back was never played."""
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
    with _lock:
        _kept.clear()

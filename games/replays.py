"""Stored games of any kind, replayed by today's rules and held against what was kept of them."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from games.chance import seed_hash
from games.contract import Game, RecordError, Refusal, Rules, Settings
from games.records import read_record
from games.registry import READABLE, RULES

FINISHED, CANCELLED = "finished", "cancelled"


class StoredGame(NamedTuple):
    """What is kept of a game, in plain values. `record`: what a dump holds of it, None where it holds nothing."""

    key: str
    rules: str
    version: str
    options: Settings
    seed: str
    seed_hash: str
    draw_seats: bool
    state: str
    reason: str
    places: tuple[int | None, ...]
    awaited: tuple[int, ...]
    turns: int
    numbers: tuple[int, ...]
    entries: tuple[tuple[int, str], ...]
    record: str | None = None


class Difference(NamedTuple):
    """A game that is not what was kept of it, and how."""

    name: str
    words: str


def replay_differences(games: Sequence[StoredGame]) -> list[Difference]:
    """Return the games that would come out differently."""
    differences = [
        Difference(f"{each.key} (rules {each.rules} {each.version})", replay_difference(each)) for each in games
    ]
    return [each for each in differences if each.words]


def replay_difference(stored: StoredGame) -> str:
    """Return what is different, empty if nothing is."""
    if stored.rules not in RULES:
        return "this game is not offered here any more"
    if list(stored.numbers) != list(range(1, stored.turns + 1)):
        return "its turns are not numbered from 1 to the last"
    if seed_hash(stored.seed) != stored.seed_hash:
        return "its fingerprint is not that of its seed"
    try:
        game = replay_stored(stored)
    except Refusal as refusal:
        return f"a turn is not legal: {refusal.message} ({refusal.clause})"
    return compare_stored(stored, game)


def replay_stored(stored: StoredGame) -> Game:
    """Return the game after all its turns; raises a Refusal at the first that is not legal."""
    rules = RULES[stored.rules]
    return replay_game(rules, stored.options, stored.seed, draw_seats=stored.draw_seats, entries=stored.entries)


def replay_game(
    rules: Rules, settings: Settings, seed: str, *, draw_seats: bool, entries: Iterable[tuple[int, str]]
) -> Game:
    """Return the game after these entries; raises IllegalTurn at the first that is not legal."""
    game = rules.start(settings, seed, draw_seats=draw_seats).game
    for seat, text in entries:
        game.play(text, seat)
    return game


def compare_stored(stored: StoredGame, game: Game) -> str:
    """Return what was kept otherwise than the game has it."""
    if stored.state == CANCELLED:
        return ""
    if game.over != (stored.state == FINISHED):
        return f"it is {'over' if game.over else 'not over'}, and stored as {stored.state}"
    if tuple(game.places) != stored.places:
        return f"the places are {list(game.places)}, and stored as {list(stored.places)}"
    if game.over and game.reason != stored.reason:
        return f"it ends by {game.reason}, and is stored as {stored.reason}"
    if sorted(game.awaited()) != list(stored.awaited):
        return f"seats {sorted(game.awaited())} are awaited, and stored as {list(stored.awaited)}"
    if stored.record not in (None, game.to_record()):
        return "its record in the dump is another"
    return ""


def records_by_key(games: Sequence[StoredGame]) -> list[tuple[str, str | None]]:
    """Return the record of each by its key, None where it can't be replayed."""
    return [(each.key, record_of(each)) for each in games]


def record_of(stored: StoredGame) -> str | None:
    try:
        return replay_stored(stored).to_record()
    except Refusal:
        return None


def record_faults(files: Sequence[tuple[str, str]]) -> list[Difference]:
    """Return the named records that don't hold, or that would be written otherwise."""
    differences = [Difference(name, record_fault(text)) for name, text in files]
    return [each for each in differences if each.words]


def record_fault(text: str) -> str:
    try:
        game = read_record(text, READABLE)
    except RecordError as error:
        return str(error)
    return "" if game.to_record() == text else "it would be written otherwise"

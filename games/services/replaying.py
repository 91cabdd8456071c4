"""Every stored game, replayed by today's rules and compared with what its rows say."""

from __future__ import annotations

from collections.abc import Iterator

from games.models import Match, Seat, State
from games.rules import RULES, Refusal
from games.rules.contract import Game


def differences(key: str | None = None) -> Iterator[tuple[Match, str]]:
    """Each match that was started, with what is different; an empty text if nothing is."""
    matches = Match.objects.exclude(seed="").order_by("pk").prefetch_related("seats", "turns")
    if key:
        matches = matches.filter(key=key)
    for match in matches.iterator(chunk_size=200):
        yield match, difference(match)


def difference(match: Match) -> str:
    if match.rules not in RULES:
        return "this game is not offered here any more"
    turns = list(match.turns.all())
    if [turn.number for turn in turns] != list(range(1, match.turn_number + 1)):
        return "its turns are not numbered from 1 to the last"
    try:
        game = RULES[match.rules].replay(
            match.options,
            match.seed,
            draw_seats=match.draw_seats,
            entries=[(turn.seat, turn.text) for turn in turns],
        )
    except Refusal as refusal:
        return f"a turn is not legal: {refusal.message} ({refusal.clause})"
    return compared(match, list(match.seats.all()), game)


def compared(match: Match, seats: list[Seat], game: Game) -> str:
    """What the rows say otherwise than the game."""
    if match.state == State.CANCELLED:
        return ""
    if game.over != (match.state == State.FINISHED):
        return f"it is {'over' if game.over else 'not over'}, and stored as {match.state}"
    places = [seat.place for seat in seats]
    if list(game.places) != places:
        return f"the places are {list(game.places)}, and stored as {places}"
    if game.over and game.reason != match.reason:
        return f"it ends by {game.reason}, and is stored as {match.reason}"
    awaited = [seat.index for seat in seats if seat.is_awaited]
    if sorted(game.awaited()) != awaited:
        return f"seats {sorted(game.awaited())} are awaited, and stored as {awaited}"
    return ""

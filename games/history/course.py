"""How a finished game went: everybody's chance to win turn by turn, where it swung, and how well they played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from math import exp
from statistics import fmean
from typing import NamedTuple

from games.contract import Game
from games.models import Analysis
from games.registry import every_place_counts

# A turn that moves its player's chance by so much is a turning point, and so many of them are named.
SWING, SWINGS = 0.12, 6
# What a turn counts that gives away a tenth of the chances: 61 of 100.
STEEPNESS = 5

Outlooks = Mapping[int, Analysis]
Chances = list[Sequence[float] | None]


class Cause(Enum):
    """What made a turn a turning point."""

    MISTAKE = "mistake"
    GOOD_TURN = "good turn"
    DRAW = "draw"
    DEPARTURE = "departure"


class Swing(NamedTuple):
    """A turning point: the turn, whose chance it moved most, that chance before and after it, and why.

    `cause` is None where the bots have not looked closely enough to say.
    """

    number: int
    seat: int
    before: float
    after: float
    cause: Cause | None = None

    @property
    def size(self) -> float:
        return abs(self.after - self.before)


def win_chances(rules: str, game: Game, outlooks: Outlooks) -> Chances:
    """Return each seat's chances to win before the first turn and after each; None where no bot has analysed."""
    seen: Chances = [outlooks[number].chances if number in outlooks else None for number in range(game.turn)]
    return [*seen, final_chances(rules, game)]


def final_chances(rules: str, game: Game) -> list[float]:
    """Return the share of each side: winners share the game; with ranking, what each leaves behind."""
    if every_place_counts(rules, game):
        return [share_beaten(place, game.places) for place in game.places]
    winners = [side for side in game.sides if any(game.places[seat] == 1 for seat in side)]
    share = 1 / max(1, len(winners))
    return [share if any(seat in side for side in winners) else 0.0 for seat in range(len(game.places))]


def share_beaten(own: int | None, places: Sequence[int | None]) -> float:
    """Return the share of the others whose place is behind one's own; an equal one counts half."""
    ahead = [(place or 0) - (own or 0) for place in places]
    return (sum(0.5 if by == 0 else by > 0 for by in ahead) - 0.5) / (len(ahead) - 1)


def largest_swings(game: Game, outlooks: Outlooks, course: Chances) -> list[Swing]:
    """Return the turns that changed anybody's chance most, in the order of the game."""
    found = []
    for number, entry in enumerate(game.entries, 1):
        before, after = course[number - 1], course[number]
        if before is not None and after is not None:
            seat = most_moved_seat(before, after, entry.seat)
            found.append(Swing(number, seat, before[seat], after[seat], cause_of(game, outlooks, course, number)))
    large = [swing for swing in found if swing.size >= SWING]
    return sorted(sorted(large, key=lambda swing: -swing.size)[:SWINGS], key=lambda swing: swing.number)


def most_moved_seat(before: Sequence[float], after: Sequence[float], mover: int) -> int:
    """Return whose chance changed most; of several who moved alike, the one who played."""
    return max(range(len(before)), key=lambda seat: (round(abs(after[seat] - before[seat]), 6), seat == mover))


def cause_of(game: Game, outlooks: Outlooks, course: Chances, number: int) -> Cause | None:
    """Return why turn `number` changed the chances, as seen by who played it.

    What a turn is expected to bring is known for those that the bots would have played. What comes on top of it came
    with what was drawn next; what is less than the best of them was given away.
    """
    if game.is_departure(game.entries[number - 1].text):
        return Cause.DEPARTURE
    worth = turn_worth(game, outlooks, course, number)
    if worth is None:
        return None
    lost, drawn = worth
    if abs(drawn) >= max(SWING / 2, abs(lost)):
        return Cause.DRAW
    if lost >= SWING / 2:
        return Cause.MISTAKE
    return Cause.GOOD_TURN if lost <= -SWING / 2 else None


def turn_worth(game: Game, outlooks: Outlooks, course: Chances, number: int) -> tuple[float, float] | None:
    """Return what turn `number` gave away of its player's best chance, and what came on top of it with the draw.

    None where the bots have not looked, or did not find a turn.
    """
    entry, row, after = game.entries[number - 1], outlooks.get(number - 1), course[number]
    if row is None or after is None or not row.turns:
        return None
    best, expected = float(row.turns[0][1]), dict(row.turns).get(entry.text)
    if expected is None:
        return best - after[entry.seat], 0.0
    return best - float(expected), after[entry.seat] - float(expected)


def seat_accuracies(game: Game, outlooks: Outlooks, course: Chances) -> list[int | None]:
    """Return how near each seat's turns come to the bots' choice: 100 for that itself, less the more one gave away.

    Leaving the game does not count as a turn.
    """
    marks: list[list[float]] = [[] for _ in game.places]
    for number, entry in enumerate(game.entries, 1):
        row, after = outlooks.get(number - 1), course[number]
        if row is None or after is None or not row.turns or game.is_departure(entry.text):
            continue
        given_away = max(0.0, float(row.turns[0][1]) - after[entry.seat])
        marks[entry.seat].append(100.0 if row.turns[0][0] == entry.text else 100 * exp(-STEEPNESS * given_away))
    return [round(fmean(of_seat)) if of_seat else None for of_seat in marks]

"""Who is still in, who has which place, and when the game is over (T-6 to T-9)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import TypeAlias, TypeVar

from games.taluva.rules.options import Options
from games.taluva.rules.position import FULL_SUPPLY, Supply

Score: TypeAlias = tuple[int, int, int]
Key = TypeVar("Key")

# T-9.1: seats 0 and 2 play seats 1 and 3.
TEAMS = ((0, 2), (1, 3))


class Status(Enum):
    """What has become of a seat."""

    IN = "in"
    OUT = "out"
    PLACED = "placed"


class Reason(Enum):
    """Why the game ended."""

    EARLY = "early"
    TILES = "tiles"
    LAST_STANDING = "last-standing"

    @property
    def words(self) -> str:
        """The reason in a few words, as lists of games show it."""
        return WORDS[self]


WORDS = {
    Reason.EARLY: "two kinds of pieces used up",
    Reason.TILES: "last tile placed",
    Reason.LAST_STANDING: "only one player left",
}


@dataclass(frozen=True, slots=True)
class Standing:
    """The seats' status and places, the seat to move, and the reason once the game is over."""

    status: tuple[Status, ...]
    places: tuple[int | None, ...]
    to_move: int | None = 0
    reason: Reason | None = None

    @classmethod
    def at_start(cls, players: int) -> "Standing":
        """Return everybody in, seat 0 to move (T-2.1)."""
        return cls((Status.IN,) * players, (None,) * players)

    @property
    def over(self) -> bool:
        """Return whether the game has ended."""
        return self.reason is not None

    @property
    def seats_in(self) -> list[int]:
        """The seats that still play."""
        return [seat for seat, status in enumerate(self.status) if status is Status.IN]

    def turns_from(self, seat: int) -> list[int]:
        """T-6.2: return the seats that still play in the order of their turns, from `seat` on if it is one (T-2.1)."""
        players = len(self.status)
        return [other % players for other in range(seat, seat + players) if self.status[other % players] is Status.IN]

    def marked(self, seat: int, status: Status) -> "Standing":
        """Return the standing with a new status for one seat."""
        return replace(self, status=(*self.status[:seat], status, *self.status[seat + 1 :]))

    def placed(self, places: dict[int, int]) -> "Standing":
        """Return the standing with these places given."""
        return replace(self, places=tuple(places.get(seat, place) for seat, place in enumerate(self.places)))

    def ended(self, reason: Reason, places: dict[int, int]) -> "Standing":
        """Return the game over, with these places given."""
        return replace(self.placed(places), reason=reason, to_move=None)


def after_turn(
    standing: Standing, seat: int, supplies: Sequence[Supply], options: Options, *, has_built: bool, is_last: bool
) -> Standing:
    """Return the standing after `seat` placed a tile (`is_last`: of the stack) and built, or could not."""
    after = after_build(standing, seat, supplies, options) if has_built else after_leaving(standing, seat, options)
    if is_last and not after.over:
        after = after_last_tile(after, supplies, options)
    return with_next_seat(after)


def after_departure(standing: Standing, seat: int, options: Options) -> Standing:
    """Return the standing after `seat` resigned or ran out of time (T-6.4)."""
    return with_next_seat(after_leaving(standing, seat, options))


def with_next_seat(standing: Standing) -> Standing:
    """Play goes on clockwise past those who play no more; who has still to move keeps the turn (T-2.1, T-6.2)."""
    if standing.over or standing.to_move is None:
        return standing
    return replace(standing, to_move=standing.turns_from(standing.to_move)[0])


def has_finished(supply: Supply) -> bool:
    """T-7.1: return whether none are left of two of the three kinds."""
    return supply.count(0) >= 2


def after_build(standing: Standing, seat: int, supplies: Sequence[Supply], options: Options) -> Standing:
    """Return the standing after a build: the turn passes on, unless it was an early end."""
    standing = replace(standing, to_move=(seat + 1) % len(supplies))
    if options.teams:
        return early_team_end(standing, seat, supplies)
    if not has_finished(supplies[seat]):
        return standing
    if options.ranking:
        return after_early_place(standing, seat)
    return early_end(standing, seat)


def early_end(standing: Standing, winner: int) -> Standing:
    """Return the winner, and then the others (T-7.1)."""
    return standing.ended(Reason.EARLY, with_others(standing, {winner: 1}))


def with_others(standing: Standing, places: dict[int, int]) -> dict[int, int]:
    """T-7.5: return these places; others who are still in are second, the eliminated after all who are not."""
    out = [seat for seat, status in enumerate(standing.status) if status is Status.OUT]
    last = len(standing.status) - len(out) + 1
    return dict.fromkeys(standing.seats_in, 2) | dict.fromkeys(out, last) | places


def early_team_end(standing: Standing, seat: int, supplies: Sequence[Supply]) -> Standing:
    """T-9.2: return the end: one of the team has none left of two kinds, the other none of at least one."""
    partner = (seat + 2) % 4
    lacking = sorted(supplies[player].count(0) for player in (seat, partner))
    if lacking[0] >= 1 and lacking[1] >= 2:
        return standing.ended(Reason.EARLY, team_places(winners=TEAMS[seat % 2]))
    return standing


def team_places(winners: Iterable[int]) -> dict[int, int]:
    """Return place 1 for both of one team, 2 for both of the other."""
    return dict.fromkeys(range(4), 2) | dict.fromkeys(winners, 1)


def free_places(standing: Standing) -> list[int]:
    """Return the places that nobody has yet, best first (T-8)."""
    return [place for place in range(1, len(standing.places) + 1) if place not in standing.places]


def after_early_place(standing: Standing, seat: int) -> Standing:
    """T-8.1: return the standing after a seat took the best place that is still free, with no more turns."""
    taken = standing.marked(seat, Status.PLACED).placed({seat: free_places(standing)[0]})
    return after_ranking(taken)


def after_ranking(standing: Standing) -> Standing:
    """T-8.3: return the standing in which the last one without a place takes the last free one."""
    left = standing.seats_in
    if len(left) > 1:
        return standing
    return standing.ended(Reason.LAST_STANDING, dict.fromkeys(left, free_places(standing)[0]))


def after_leaving(standing: Standing, seat: int, options: Options) -> Standing:
    """T-6.3: return the standing with the seat out; the game is over when one player or one team is left."""
    left = standing.marked(seat, Status.OUT)
    if options.ranking:
        # T-8.2: the worst place that is still free.
        return after_ranking(left.placed({seat: free_places(left)[-1]}))
    if options.teams:
        return after_leaving_a_team(left, seat)
    if len(left.seats_in) > 1:
        return left
    return left.ended(Reason.LAST_STANDING, with_others(left, dict.fromkeys(left.seats_in, 1)))


def after_leaving_a_team(standing: Standing, seat: int) -> Standing:
    """T-9.4: return the standing after a departure in teams: a team whose players are both out has lost."""
    if any(standing.status[player] is Status.IN for player in TEAMS[seat % 2]):
        return standing
    return standing.ended(Reason.LAST_STANDING, team_places(winners=TEAMS[1 - seat % 2]))


def after_last_tile(standing: Standing, supplies: Sequence[Supply], options: Options) -> Standing:
    """T-7.2: return the standing at the regular end, where those who are still in are compared."""
    if options.teams:
        # T-9.3: the team's sums, without the eliminated.
        sums = {team: add_scores(score(supplies[seat]) for seat in team if seat in standing.seats_in) for team in TEAMS}
        shares = shared_places(sums)
        return standing.ended(Reason.TILES, {seat: shares[team] for team in TEAMS for seat in team})
    shares_of_seats = shared_places({seat: score(supplies[seat]) for seat in standing.seats_in})
    if options.ranking:
        # T-8.4: the free places, shared out.
        free = free_places(standing)
        return standing.ended(Reason.TILES, {seat: free[place - 1] for seat, place in shares_of_seats.items()})
    return standing.ended(Reason.TILES, with_others(standing, shares_of_seats))


def score(supply: Supply) -> Score:
    """T-7.3: return temples, then towers, then huts ever built."""
    return (
        FULL_SUPPLY.temples - supply.temples,
        FULL_SUPPLY.towers - supply.towers,
        FULL_SUPPLY.huts - supply.huts,
    )


def add_scores(scores: Iterable[Score]) -> Score:
    """Return the sum of the scores, kind by kind."""
    temples, towers, huts = zip((0, 0, 0), *scores, strict=True)
    return sum(temples), sum(towers), sum(huts)


def shared_places(scores: dict[Key, Score]) -> dict[Key, int]:
    """T-7.4: return places, where equal scores share one and the next one is skipped."""
    return {key: 1 + sum(other > own for other in scores.values()) for key, own in scores.items()}

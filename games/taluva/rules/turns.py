"""One entry of the log, judged: what the game is after it, or the first clause that forbids it."""

from typing import NamedTuple, TypeAlias

from games.contract import Entry, Violation
from games.taluva.rules import building, ending, placement
from games.taluva.rules.ending import Reason, Standing
from games.taluva.rules.formats import notation
from games.taluva.rules.formats.notation import Departure, TurnParts
from games.taluva.rules.options import Options
from games.taluva.rules.placement import Placement
from games.taluva.rules.position import Position


class Moment(NamedTuple):
    """A game between two entries: the island, who is where, and how many tiles are on the table."""

    position: Position
    standing: Standing
    tiles_placed: int


Outcome: TypeAlias = tuple[Entry, Moment] | Violation

UNKNOWN_TILE = Violation("T-2.7", "The tile of this turn is not known yet.")
WRONG_TILE = Violation("T-2.7", "This is not the tile that was drawn for this turn.")
NOT_TO_MOVE = Violation("T-2.1", "It is not this seat's turn.")
CAN_BUILD = Violation("T-6.1", "Something can be built, so it has to be.")
OVER = {
    Reason.EARLY: Violation("T-7.1", "The game is over."),
    Reason.TILES: Violation("T-7.2", "The game is over."),
    Reason.LAST_STANDING: Violation("T-6.3", "The game is over."),
}
NOBODY_LEAVES = Violation("T-6.4", "The game is over.")
NOT_FOR_OTHERS = Violation("T-6.4", "You can't resign for another player.")
NO_SUCH_SEAT = Violation("T-6.4", "There is no such seat.")
PLAYS_NO_MORE = Violation("T-6.4", "This seat plays no more.")
NOT_ON_THE_CLOCK = Violation("T-6.4", "Only the seat to move runs out of time.")


def judge_text(moment: Moment, options: Options, tile: str | None, text: str, seat: int | None) -> Outcome:
    """Return what the text of `seat` (None.

    Of the seat to move) does with the drawn tile, or why it can't be played.
    """
    said = notation.read_turn(text)
    if said is None:
        return notation.NOT_A_TURN
    if isinstance(said, Departure):
        return judge_departure(moment, options, said, seat)
    if not moment.standing.over and seat not in (None, moment.standing.to_move):
        return NOT_TO_MOVE
    return judge_turn(moment, options, tile, said)


def judge_turn(moment: Moment, options: Options, tile: str | None, turn: TurnParts) -> Outcome:
    """Return what a tile and a build of the seat to move do.

    Judged in this order, the build on the island with the tile.
    """
    (position, standing, index), (placed, build) = moment, turn
    violation = placement_refusal(moment, tile, placed)
    if violation:
        return violation
    seat = standing.to_move
    assert seat is not None
    land = placement.place_tile(position, placed, index)
    if build is None:
        # T-6.1: out at once, but only who can build nothing.
        if building.has_build(land, seat, options.founding):
            return CAN_BUILD
        return play_judged(moment, options, placed, None, land)
    violation = building.first_violation(land, seat, build, options.founding)
    if violation:
        return violation
    build = building.canonical_build(land, seat, build)
    return play_judged(moment, options, placed, build, building.place_build(land, seat, build))


def placement_refusal(moment: Moment, tile: str | None, placed: Placement) -> Violation | None:
    """Return why this tile can't be placed so: it has to be the drawn one (T-2.7), and at a legal place (T-4)."""
    if moment.standing.reason is not None:
        return OVER[moment.standing.reason]
    if placed.tile != tile:
        return UNKNOWN_TILE if tile is None else WRONG_TILE
    return placement.first_violation(moment.position, placed)


def play_judged(
    moment: Moment, options: Options, placed: Placement, build: building.Build | None, position: Position
) -> tuple[Entry, Moment]:
    """Return the entry of the log, and the game after a turn that led to this position."""
    seat, count = moment.standing.to_move, moment.tiles_placed + 1
    assert seat is not None
    standing = ending.after_turn(
        moment.standing,
        seat,
        position.supplies,
        options,
        has_built=build is not None,
        is_last=count == options.tile_count,
    )
    return Entry(seat, notation.turn_text(placed, build)), Moment(position, standing, count)


def judge_departure(moment: Moment, options: Options, departure: Departure, seat: int | None) -> Outcome:
    """T-6.4: return the outcome of a resignation or time-out, or why it is refused."""
    position, standing, count = moment
    leaving = departure.seat
    if leaving is None:
        leaving = standing.to_move if seat is None else seat
    if leaving is None or standing.over:
        return NOBODY_LEAVES
    if leaving not in range(len(standing.status)):
        return NO_SUCH_SEAT
    if seat not in (None, leaving):
        return NOT_FOR_OTHERS
    if leaving not in standing.seats_in:
        return PLAYS_NO_MORE
    if departure.how == notation.TIMEOUT and leaving != standing.to_move:
        return NOT_ON_THE_CLOCK
    text = departure.how if leaving == standing.to_move else f"{departure.how}:{leaving}"
    return Entry(leaving, text), Moment(position, ending.after_departure(standing, leaving, options), count)

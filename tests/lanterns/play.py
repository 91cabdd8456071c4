"""Where a game of lanterns stands between two entries, and what an entry makes of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from games.contract import Violation

FIELDS = 9
ROUNDS = 3
COLOURS = ("1", "2")

WIND = 6  # the sides of the die; it blows out the lantern on the field of its number

NOT_WRITTEN_SO = Violation("L-1", "A turn is written like 3 light 5 1, end, snuff 5, yes, no, undo or wind 4.")
ENDINGS = {"alone": "one alone is left", "rounds": "all rounds are over"}
OVER = Violation("L-2", "The game is over.")
NOT_NOW = Violation("L-3", "This seat can't do that now.")
FOG = Violation("L-4", "Fog lies on this field, or it is not known yet where it lies.")
LIT = Violation("L-5", "This field is lit already.")
DARK = Violation("L-5", "No lantern stands there.")
CALM = Violation("L-7", "No wind is due, or it blows elsewhere.")


@dataclass(frozen=True)
class Moment:
    """Whose turn it is, what is lit, who is asked; `acted`: how many lanterns this turn has lit.

    `has_wind`: whether a die is rolled after every turn; `is_windy`: whether it is due.
    """

    players: int
    has_wind: bool = False
    is_windy: bool = False
    turns: int = 0
    acted: int = 0
    lit: Mapping[int, int] = field(default_factory=dict)
    new: int | None = None
    asked: tuple[int, ...] = ()
    snuffed: frozenset[int] = frozenset()
    out: tuple[int, ...] = ()
    before: "Moment | None" = None

    @property
    def mover(self) -> int:
        return self.turns % self.players

    @property
    def seats_in(self) -> list[int]:
        return [seat for seat in range(self.players) if seat not in self.out]

    @property
    def reason(self) -> str | None:
        if len(self.seats_in) < 2:
            return "alone"
        return "rounds" if self.turns >= ROUNDS * self.players else None

    @property
    def awaited(self) -> tuple[int, ...]:
        if self.reason:
            return ()
        return (self.mover,) if self.is_windy else self.asked or (self.mover,)

    @property
    def may_play(self) -> tuple[int, ...]:
        if self.reason or self.asked or self.is_windy:
            return self.awaited
        return tuple(seat for seat in self.seats_in if seat == self.mover or self.may_snuff(seat))

    def may_snuff(self, seat: int) -> bool:
        return seat not in self.snuffed and bool(self.lit)

    @property
    def places(self) -> list[int | None]:
        """The most lanterns first; who left comes after those who stayed, the first to leave last."""
        lanterns = [list(self.lit.values()).count(seat) for seat in range(self.players)]
        stayed = {seat: (1, lanterns[seat]) for seat in self.seats_in} if self.reason else {}
        score = stayed | {seat: (0, index) for index, seat in enumerate(self.out)}
        above = {seat: sum(other > own for other in score.values()) for seat, own in score.items()}
        waiting = 0 if self.reason else len(self.seats_in)
        return [above[seat] + waiting + 1 if seat in score else None for seat in range(self.players)]


def judged(moment: Moment, seat: int, words: list[str], brought: str | None) -> Moment | Violation:
    """The moment after these words of the seat, or why they can't be said now. `brought`: the die, or the fog."""
    if moment.reason:
        return OVER
    if moment.is_windy or words[0] == "wind":
        if words == ["resign"] and seat in moment.seats_in:
            return left(moment, seat)
        return blown(moment, words) if moment.is_windy and (seat, words) == (moment.mover, ["wind", brought]) else CALM
    fog = brought
    match words:
        case ["resign"] if seat in moment.seats_in:
            return left(moment, seat)
        case ["yes" | "no" as answer] if seat in moment.asked:
            return answered(moment, seat, answer)
        case ["snuff", number] if seat in moment.may_play and not moment.asked and moment.may_snuff(seat):
            return snuffed(moment, seat, number)
        case ["end"] if moment.awaited == (seat,) and not moment.asked:
            return next_turn(moment)
        case ["undo"] if moment.awaited == (seat,) and not moment.asked and moment.before:
            return moment.before
        case [*said, "light", number, colour] if moment.awaited == (seat,) and not moment.asked:
            if said != ([] if moment.acted else [fog]) or number == fog:
                return FOG
            return lighted(moment, seat, number) if colour in (*COLOURS, "?") else NOT_WRITTEN_SO
        case ["yes" | "no" | "snuff" | "end" | "undo" | "resign", *_] | [*_, "light", _, _]:
            return NOT_NOW
    return NOT_WRITTEN_SO


def field_of(number: str) -> int | None:
    return int(number) if number.isdecimal() and len(number) == 1 and int(number) < FIELDS else None


def lighted(moment: Moment, seat: int, number: str) -> Moment | Violation:
    at = field_of(number)
    if at is None or at in moment.lit:
        return LIT
    beside = {moment.lit.get((at + step) % FIELDS) for step in (-1, 1)} - {None, seat}
    asked = tuple(sorted(owner for owner in beside if owner is not None))
    after = replace(moment, lit={**moment.lit, at: seat}, acted=moment.acted + 1, new=at, asked=asked)
    after = replace(after, before=None if asked or moment.acted else moment)
    return after if asked else rested(after)


def answered(moment: Moment, seat: int, answer: str) -> Moment:
    lit = dict(moment.lit)
    if answer == "yes" and moment.new is not None:
        for at in ((moment.new - 1) % FIELDS, (moment.new + 1) % FIELDS):
            if lit.get(at) == seat:
                lit[at] = moment.mover
    asked = tuple(other for other in moment.asked if other != seat)
    after = replace(moment, lit=lit, asked=asked)
    return after if asked else rested(after)


def snuffed(moment: Moment, seat: int, number: str) -> Moment | Violation:
    at = field_of(number)
    if at is None or at not in moment.lit:
        return DARK
    lit = {where: owner for where, owner in moment.lit.items() if where != at}
    return replace(moment, lit=lit, snuffed=moment.snuffed | {seat}, before=None)


def left(moment: Moment, seat: int) -> Moment:
    asked = tuple(other for other in moment.asked if other != seat)
    after = replace(moment, out=(*moment.out, seat), asked=asked, before=None)
    return next_turn(after) if seat == moment.mover else after if asked else rested(after)


def blown(moment: Moment, words: list[str]) -> Moment:
    """The wind blows out the lantern on one field."""
    lit = {at: owner for at, owner in moment.lit.items() if at != int(words[1]) - 1}
    return replace(moment, lit=lit, is_windy=False, before=None)


def rested(moment: Moment) -> Moment:
    """The second lantern ends the turn, once nobody is asked."""
    return next_turn(moment) if moment.acted == 2 else moment


def next_turn(moment: Moment) -> Moment:
    after = replace(moment, turns=moment.turns + 1, acted=0, new=None, asked=(), before=None)
    if after.mover in after.out and not after.reason:
        return next_turn(after)
    return replace(after, is_windy=after.has_wind and not after.reason)

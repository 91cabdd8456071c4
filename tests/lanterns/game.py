"""A game of lanterns in memory."""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, Self

from games.contract import CarriedOrder, Entry, IllegalTurn, Occasion, Order, RecordError, Refusal, Violation
from tests.lanterns import play
from tests.lanterns.play import COLOURS, FIELDS, Moment

FOGS = ["0", "1"]
WINDS = [str(side) for side in range(1, play.WIND + 1)]
POLICY, ARMED = "answer", "armed"
ARMS = re.compile(r"(\d+) (snuff \d)")  # at the start of that turn
POLICIES = ("ask", "always", "never")
MASK = "?"
BEGINNING = "lanterns 1\n"


class Game:
    """The log, and the moments between its entries.

    `fogs` and `winds`: where fog lies in each turn, and the die before it, as far as this game knows.
    """

    def __init__(
        self, settings: Mapping[str, Any], fogs: Sequence[str | None] = (), winds: Sequence[str | None] = ()
    ) -> None:
        self.settings = dict(settings)
        players = int(settings["players"])
        self.fogs = [*fogs, *[None] * (play.ROUNDS * players - len(fogs))]
        self.winds = [*winds, *[None] * (play.ROUNDS * players - len(winds))]
        self.log: list[Entry] = []
        self.moments = [Moment(players, has_wind=settings["wind"] == "on")]
        self.tags: dict[str, str] = {}
        self.reader: int | None = None
        self.knows_all = True

    @property
    def moment(self) -> Moment:
        return self.moments[-1]

    @property
    def turn(self) -> int:
        return len(self.log)

    @property
    def entries(self) -> tuple[Entry, ...]:
        return tuple(self.log)

    @property
    def over(self) -> bool:
        return self.moment.reason is not None

    @property
    def places(self) -> Sequence[int | None]:
        return self.moment.places

    @property
    def sides(self) -> Sequence[Sequence[int]]:
        return [(seat,) for seat in range(len(self.places))]

    @property
    def reason(self) -> str | None:
        return self.moment.reason

    def awaited(self) -> tuple[int, ...]:
        return self.moment.awaited

    def may_play(self) -> tuple[int, ...]:
        return self.moment.may_play

    def occasion(self, seat: int) -> Occasion | None:
        if self.over:
            return None
        if seat in self.moment.asked:
            return Occasion(f"answer {self.moment.turns} {self.moment.acted}", is_turn=False)
        return Occasion(f"turn {self.moment.turns}") if seat == self.moment.mover else None

    def brought(self) -> str | None:
        if self.over or self.moment.acted:
            return None
        return self.winds[self.moment.turns] if self.moment.is_windy else self.fogs[self.moment.turns]

    def choices(self, seat: int, begin: str = "") -> list[str]:
        if self.moment.is_windy:
            due = WINDS if self.brought() is None else [str(self.brought())]
            texts = [f"wind {side}" for side in due] if seat in self.awaited() else []
            return [text for text in texts if text.startswith(begin)]
        said = "" if self.moment.acted else f"{self.brought()} "
        lights = [f"{said}light {number} {colour}" for number in range(FIELDS) for colour in COLOURS]
        snuffs = [f"snuff {number}" for number in range(FIELDS)]
        every = sorted([*lights, *snuffs, "end", "no", "undo", "yes"])
        return [text for text in every if text.startswith(begin) and self.why_not(text, seat) is None]

    def why_not(self, text: str, seat: int | None = None) -> Violation | None:
        judged = self.judged(text, seat)
        return judged if isinstance(judged, Violation) else None

    def judged(self, text: str, seat: int | None) -> Moment | Violation:
        if seat is None:
            seat = next(iter(self.awaited()), 0)
        if text.endswith(MASK) and self.knows_all:
            return play.NOT_WRITTEN_SO
        brought = None if self.over else self.fogs[self.moment.turns]
        return play.judged(self.moment, seat, text.split(" "), self.brought() if self.moment.is_windy else brought)

    def is_departure(self, text: str) -> bool:
        return text == "resign"

    def play(self, text: str, seat: int | None = None) -> str:
        if seat is None:
            seat = next(iter(self.awaited()), 0)
        judged = self.judged(text, seat)
        if isinstance(judged, Violation):
            raise IllegalTurn(*judged)
        self.log.append(Entry(seat, text))
        self.moments.append(judged)
        return text

    def resign(self, seat: int) -> str:
        return self.play("resign", seat)

    def timeout(self, seat: int) -> str:
        """Nobody is out for being late: the question is answered, the die is rolled, or the turn ends."""
        if self.moment.is_windy and seat in self.awaited():
            return self.play(self.choices(seat)[0], seat)
        return self.play("no" if seat in self.moment.asked else "end", seat)

    def state(self, viewer: int | None = None) -> Mapping[str, object]:
        lit = {str(at): owner for at, owner in sorted(self.moment.lit.items())}
        texts = [self.text_for(number, viewer) for number in range(1, self.turn + 1)]
        return {
            "turn": self.turn,
            "turns": self.moment.turns,
            "lit": lit,
            "fog": self.brought(),
            "windy": self.moment.is_windy,
            "awaited": list(self.awaited()),
            "places": list(self.places),
            "said": texts,
        }

    def text_for(self, number: int, viewer: int | None = None) -> str:
        seat, text = self.entry(number)
        if self.over or seat == viewer or "light" not in text:
            return text
        return text[: -len(COLOURS[0])] + MASK

    def entry(self, number: int) -> Entry:
        if not 1 <= number <= self.turn:
            raise Refusal("This game has no such turn.")
        return self.log[number - 1]

    def events(self, number: int) -> Sequence[Mapping[str, object]]:
        seat, text = self.entry(number)
        before, after = self.moments[number - 1].lit, self.moments[number].lit
        changed = [at for at in range(FIELDS) if before.get(at) != after.get(at)]
        return [{"seat": seat, "did": text.split(" ")[-3 if "light" in text else 0], "changed": changed}]

    def to_record(self, seat: int | None = None, **tags: str) -> str:
        seen = self.seen_by(self.reader if seat is None else seat)
        fog = None if self.moment.is_windy else seen.brought()
        lines = [json.dumps({"settings": self.settings, "tags": self.tags | tags, "fog": fog})]
        kept: list[str] = []
        for number, (who, text) in enumerate(seen.log, 1):
            if text == "undo":
                kept.pop()
            else:
                kept.append(f"{who} {seen.text_for(number, seen.reader)}")
        return BEGINNING + "".join(f"{line}\n" for line in [*lines, *kept])

    def at(self, number: int) -> Self:
        if not 0 <= number <= self.turn:
            raise Refusal("This game has no such turn.")
        twin = type(self)(self.settings, self.fogs, self.winds)
        twin.log, twin.moments = self.log[:number], self.moments[: number + 1]
        twin.tags, twin.reader, twin.knows_all = dict(self.tags), self.reader, self.knows_all
        return twin

    def copy(self) -> Self:
        return self.at(self.turn)

    def seen_by(self, viewer: int | None) -> Self:
        twin = self.copy()
        twin.log = [Entry(seat, self.text_for(number, viewer)) for number, (seat, _) in enumerate(self.log, 1)]
        known = len(self.fogs) if self.over else self.moment.turns + 1
        twin.fogs = [fog if index < known else None for index, fog in enumerate(self.fogs)]
        if self.moment.is_windy:
            twin.fogs[self.moment.turns] = None
        twin.winds = [None] * len(self.winds)
        twin.reader, twin.knows_all = viewer, False
        return twin

    def trial(self, number: int) -> Self:
        return self.at(number).seen_by(self.reader)

    def unseen(self) -> Mapping[str, int]:
        if self.over or self.moment.acted:
            return {}
        return dict.fromkeys(WINDS if self.moment.is_windy else FOGS, 1)

    def suppose(self, text: str, seat: int | None = None) -> str:
        words = text.split(" ")
        if len(words) == 4:
            self.redeal(words[0])
        if words[0] == "wind" and words[-1] in WINDS and self.moment.is_windy:
            self.redeal(words[-1])
        return self.play(text, seat)

    def redeal(self, drawn: str) -> None:
        if drawn not in self.unseen():
            raise IllegalTurn(*(play.OVER if self.over else play.FOG))
        (self.winds if self.moment.is_windy else self.fogs)[self.moment.turns] = drawn

    def orderable(self, seat: int) -> tuple[str, ...]:
        if self.over or seat not in self.moment.seats_in:
            return ()
        return (POLICY,) if seat in self.moment.snuffed else (POLICY, ARMED)

    def why_not_order(self, order: Order, seat: int) -> Violation | None:
        if order.kind not in self.orderable(seat):
            return play.NOT_NOW
        fits = order.text in POLICIES if order.kind == POLICY else ARMS.fullmatch(order.text)
        return None if fits else play.NOT_WRITTEN_SO

    def ordered(self, left: Mapping[int, Sequence[Order]]) -> CarriedOrder | None:
        if self.moment.is_windy:
            brought = self.brought()
            known = brought is not None and not self.over
            return CarriedOrder(self.moment.mover, f"wind {brought}", was_left=False) if known else None
        for seat in self.moment.asked:
            policies = [order.text for order in left.get(seat, ()) if order.kind == POLICY]
            policy = policies[0] if policies else self.settings["asks"]
            if policy != "ask":
                return CarriedOrder(seat, "yes" if policy == "always" else "no", was_left=bool(policies))
        if self.over or self.moment.asked or self.moment.acted:
            return None
        armed = [(who, order) for who in sorted(left) for order in left[who] if order.kind == ARMED]
        for seat, order in armed:
            found = ARMS.fullmatch(order.text)
            if found is None or int(found[1]) < self.moment.turns:
                return CarriedOrder(seat, None, (order,))
            if int(found[1]) == self.moment.turns:
                return CarriedOrder(seat, found[2] if self.why_not(found[2], seat) is None else None, (order,))
        return None

    def drawn(self) -> str:
        owners = [str(self.moment.lit.get(at, ".")) for at in range(FIELDS)]
        return f"{''.join(owners)} fog {self.brought()}\n"

    @classmethod
    def from_record(cls, text: str) -> Self:
        if not text.startswith(BEGINNING):
            raise RecordError(1, None, "L-9", "This is no record of lanterns.")
        head, *lines = text.removeprefix(BEGINNING).splitlines() or [""]
        try:
            read = json.loads(head)
            game = cls(read["settings"])
            game.tags, game.knows_all = read["tags"], False
        except (ValueError, KeyError, TypeError) as error:
            raise RecordError(
                2, None, "L-9", "The second line has to be the settings, the tags and the fog."
            ) from error
        for number, line in enumerate(lines, 1):
            seat, _, said = line.partition(" ")
            try:
                game.suppose(said, int(seat))
            except (ValueError, IllegalTurn) as error:
                raise RecordError(number + 2, number, "L-9", "This can't be played.") from error
        if read["fog"] is not None:
            game.redeal(read["fog"])
        return game

"""What the events of an entry add up to: pieces, resources and points after it have to be those of the naive rules.

The naive rules tell no events. So the events of the package are booked on what the naive rules had before the entry,
and the books have to agree with what they have after it: where every piece is, what every seat holds, whose turn it is,
what began the end. Events that book nothing are not compared, since the naive rules have no word for them: where lava
flows and lies (`lava`, `pool`, `soil`, `volcano`, `reveal`, `uncovered`, `tile`, `eroded`), hits without a critter
(`lateral`, `bomb`, `eruption`), what follows from the position (`conflict`, `roll`), and `undo`. What these do to
pieces comes as events that do book.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Final, cast

from tests.volcanique.naive import NaiveGame, ending, facts
from tests.volcanique.naive.grid import hex_text, sector_text

Event = Mapping[str, object]
STAGES: Final = {"normal": "normal", "final": "final", "cool": "cool", "erupt": "eruption", "winter": "normal"}


class Ledger:
    """Pieces and resources by seat, and the turn."""

    def __init__(self, game: NaiveGame) -> None:
        p, seats = game.position, range(game.options.players)
        self.units = Counter({(unit.seat, sector_text(unit.sector)): unit.pieces for unit in p.units})
        self.sea = {hex_text(cell): seat for cell, seat in p.sea.items()}
        self.hands = [facts.hand(p, seat) for seat in seats]
        self.held = [Counter(held) for held in p.resources]
        self.craters, self.points = list(p.craters), list(p.points)
        self.slots = [sorted(slots) for slots in p.slots]
        self.activations = list(p.activations)
        self.left = sorted(p.departed)
        self.turn = (p.active, p.turns_begun, STAGES[p.turn.mode]) if p.turns_begun else None  # None in the setup
        self.trigger = p.trigger.kind if p.trigger else None
        self.frozen = len(p.frozen)
        self.replies = list(p.replies)
        scored = [list(ending.score_parts(p, seat).values()) for seat in seats] if p.reason else []
        self.scores: list[list[object]] = [[*points, sum(points)] for points in scored]
        self.result = (p.reason, ending.places(p)) if p.reason else None

    def books(self) -> dict[str, object]:
        """Return everything, for comparing."""
        return vars(self) | {"units": +self.units, "held": [+held for held in self.held]}

    def book(self, events: Sequence[Event]) -> None:
        """Book events, in their order."""
        for event in events:
            booking = BOOKINGS.get(str(event["kind"]))
            if booking is not None:
                booking(self, event)
            self.pay(event)

    def pay(self, event: Event) -> None:
        """Book what was paid or received."""
        seat = event.get("seat")
        if isinstance(seat, int):
            self.held[seat].subtract(Counter(str(event.get("price", ""))))
            change = Counter(str(event.get("resources", "")))
            self.held[seat].subtract(change) if event["kind"] == "discard" else self.held[seat].update(change)

    def put(self, seat: int, sector: str, pieces: int = 1) -> None:
        """Book a piece that goes from hand to a sector."""
        self.hands[seat] -= pieces
        self.units[seat, sector] += pieces

    def move(self, event: Event) -> None:
        """Book pieces that move."""
        seat, pieces = number(event, "seat"), number(event, "pieces")
        self.units[seat, str(event["from"])] -= pieces
        self.units[seat, str(event["to"])] += pieces

    def home(self, event: Event) -> None:
        """Book pieces that return to hand, from land or sea."""
        seat, pieces = number(event, "seat"), number(event, "pieces")
        if "hex" in event:
            del self.sea[place(event, "hex")]
        else:
            self.units[seat, str(event["sector"])] -= pieces
        self.hands[seat] += pieces

    def fill_crater(self, event: Event) -> None:
        """Book a piece that goes into the crater, from land or hand."""
        seat = number(event, "seat")
        if event["kind"] == "sacrifice":
            self.units[seat, str(event["sector"])] -= 1
        else:
            self.hands[seat] -= 1
        self.craters[seat] += 1

    def sail(self, event: Event) -> None:
        """Book a sea critter that is put, moves or lands."""
        seat = number(event, "seat")
        if "from" in event:
            del self.sea[place(event, "from")]
        else:
            self.hands[seat] -= 1
        if event["kind"] == "land":
            self.units[seat, str(event["to"])] += 1
        else:
            self.sea[place(event, "to")] = seat

    def unlock(self, event: Event) -> None:
        """Book a piece that unlocks a slot, or only counts an activation."""
        seat = number(event, "seat")
        self.hands[seat] -= 1
        self.activations[seat] += 1
        if event["slot"] != "-":
            self.slots[seat] = sorted([*self.slots[seat], str(event["slot"])])

    def island(self, event: Event) -> None:
        """Book the critters of the crater that an island takes."""
        seat = number(event, "seat")
        self.craters[seat] -= 3
        self.hands[seat] += 3

    def shift(self, event: Event) -> None:
        """Book units that go with their hexes (Plates, Rift), or with a tile that slides."""
        if event["kind"] == "slide":
            ways = {place(event, "from"): place(event, "to")}
        else:
            hexes, ends = (cast("list[list[int]]", event[name]) for name in ("hexes", "to"))
            ways = {f"{q},{r}": f"{to[0]},{to[1]}" for (q, r), to in zip(hexes, ends, strict=True)}
        units: Counter[tuple[int, str]] = Counter()
        for (seat, sector), pieces in self.units.items():
            cell, _, colour = sector.partition(":")
            units[seat, f"{ways.get(cell, cell)}:{colour}"] += pieces
        self.units = units

    def begin_turn(self, event: Event) -> None:
        """Book whose turn it is."""
        self.turn = number(event, "seat"), number(event, "turn"), str(event["stage"])

    def freeze(self, event: Event) -> None:
        """Book how many hexes are frozen."""
        radius = number(event, "radius")
        self.frozen = 1 + 3 * radius * (radius + 1)

    def leave(self, event: Event) -> None:
        """Book who has left."""
        self.left = sorted([*self.left, number(event, "seat")])

    def begin_end(self, event: Event) -> None:
        """Book what began the end; the naive rules keep no stall."""
        if event["reason"] != "stall":
            self.trigger = str(event["reason"])

    def buy_points(self, event: Event) -> None:
        """Book points that were bought."""
        self.points[number(event, "seat")] += number(event, "count")

    def reply(self, event: Event) -> None:
        """Book who said yes or no, also where the rules did for a seat that has left."""
        self.replies.append((number(event, "seat"), str(event["about"]), event["yes"] is True))

    def score(self, event: Event) -> None:
        """Book the points of a seat at the end, item by item: one event for each seat, in order."""
        assert event["seat"] == len(self.scores)
        points = cast("Mapping[str, object]", event["points"])
        self.scores.append([*points.values(), event["total"]])

    def end(self, event: Event) -> None:
        """Book why the game is over, and the places."""
        self.result = str(event["reason"]), cast("list[int | None]", event["places"])


def number(event: Event, name: str) -> int:
    """Return a whole number of an event."""
    found = event[name]
    assert isinstance(found, int)
    return found


def place(event: Event, name: str) -> str:
    """Return a hex of an event as text."""
    q, r = cast("list[int]", event[name])
    return f"{q},{r}"


BOOKINGS: Final[dict[str, Callable[[Ledger, Event], None]]] = {
    "claim": lambda ledger, event: ledger.put(number(event, "seat"), str(event["sector"])),
    "upgrade": lambda ledger, event: ledger.put(number(event, "seat"), str(event["sector"])),
    "move": Ledger.move,
    "home": Ledger.home,
    "sacrifice": Ledger.fill_crater,
    "ritual": Ledger.fill_crater,
    "forced": Ledger.fill_crater,
    "sea": Ledger.sail,
    "sail": Ledger.sail,
    "land": Ledger.sail,
    "unlock": Ledger.unlock,
    "island": Ledger.island,
    "plates": Ledger.shift,
    "rift": Ledger.shift,
    "slide": Ledger.shift,
    "turn": Ledger.begin_turn,
    "freeze": Ledger.freeze,
    "left": Ledger.leave,
    "trigger": Ledger.begin_end,
    "points": Ledger.buy_points,
    "reply": Ledger.reply,
    "score": Ledger.score,
    "over": Ledger.end,
}

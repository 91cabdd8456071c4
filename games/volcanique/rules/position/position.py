"""Where a game stands between two entries (V-24): board, pieces, resources, flows, and what it waits for."""

from collections.abc import Mapping
from enum import Enum, IntEnum
from typing import Protocol, TypeAlias

from games.hexes import Cell
from games.volcanique.rules.options import Options
from games.volcanique.rules.position.biomes import NO_BIOMES, Biome, Biomes, Stacks
from games.volcanique.rules.position.geometry import distance
from games.volcanique.rules.position.pieces import Flow, Snapshot, Unit, Units
from games.volcanique.rules.position.resources import NOTHING, Counts
from games.volcanique.rules.position.tiles import HIDDEN, LAND_TILES, LAVA, SOIL, VOLCANO
from games.volcanique.rules.position.waits import Wait

Event: TypeAlias = dict[str, object]
CRATER = 3  # V-1.9


class Step(IntEnum):
    """V-4.1, V-24.1: the steps of a turn; T5 and T6 are one."""

    LAVA = 0
    MOVE = 1
    BUY = 2
    CLAIM = 3
    SACRIFICE = 4
    COLLECT = 5


class Stage(Enum):
    """What kind of turn it is (V-24.1)."""

    SETUP = "setup"
    NORMAL = "normal"
    FINAL = "final"
    ERUPTION = "eruption"
    COOL = "cool"
    OVER = "over"


class Task(Protocol):
    """Something that the rules do next; it changes the position, and may put further tasks on the agenda."""

    def run(self, pos: "Position") -> None:
        """Do it."""


class Position:
    """A game between two entries. One that is in a log never changes: an entry works on a copy.

    On the copy attributes are replaced; their values are never changed, so copies share them.
    """

    def __init__(self, options: Options, grid: Mapping[str, str]) -> None:
        self.options = options
        self.grid = grid
        self.number = 0  # entries so far, those taken back too
        self.rolls = 0  # V-21.2: the counter of the chance source
        self._begin_board()
        self._begin_seats(options)
        self._begin_turn()
        # The end.
        self.trigger: str | None = None
        self.trigger_seat = 0
        self.trigger_turn = 0
        self.alone = False
        # What comes next.
        self.wait: Wait | None = None
        self.rolled = 0
        self.purpose = ""  # of the die that is due
        self.reply = False
        self.agenda: tuple[Task, ...] = ()
        self.committed = False  # V-21.6
        self.before: Position | None = None
        self.events: list[Event] = []
        self._holders: tuple[Units, Biomes, dict[Biome, list[Unit]]] | None = None

    def _begin_board(self) -> None:
        """Set the open sea."""
        self.stacks: Stacks = {}
        self.biomes: Biomes = NO_BIOMES
        self.units: Units = {}
        self.sea: Mapping[Cell, int] = {}
        self.flows: tuple[Flow, ...] = ()
        self.flow_count = 0
        self.hidden: Mapping[Cell, int] = {}  # the entry that made the tile below the volcano secret
        self.shown: frozenset[int] = frozenset()  # entries whose secret has come out
        self.frost: tuple[Cell, int] | None = None  # V-19.14: the centre and the radius

    def _begin_seats(self, options: Options) -> None:
        """Set what everybody has, and what the supply has."""
        total = options.resources_per_type_per_player * options.players
        self.tiles = options.tile_counts
        self.removed = 0
        self.supply: Counts = (total, total, total)
        self.held: tuple[Counts, ...] = (NOTHING,) * options.players
        self.hands = (options.critters_per_player,) * options.players
        self.craters = (0,) * options.players
        self.slots: tuple[tuple[str, ...], ...] = ((),) * options.players
        self.powers: tuple[frozenset[str], ...] = (frozenset(),) * options.players
        self.track = (0,) * options.players
        self.volcanoes = (0,) * options.players
        self.points = (0,) * options.players
        self.limited: frozenset[tuple[int, str, bool]] = frozenset()  # seat, power, in the end sequence
        self.left: tuple[int, ...] = ()

    def _begin_turn(self) -> None:
        """Set the time before the first turn."""
        self.stage = Stage.SETUP
        self.turn = 0
        self.active = 0
        self.step = Step.MOVE
        self.moves = 0
        self.flown = False
        self.bought = ""  # V-6.8: s on soil, t elsewhere, v volcano, i island
        self.eroded = False
        self.settled = False  # a claim, upgrade or sea action was made in T3 (V-16.7)
        self.sailed = False
        self.sacrificed = False
        self.ritual = False
        self.busy = False  # V-19.6: something happened that is no idling
        self.opening = False  # V-22.9: since T0 nothing but limited powers was played
        self.asked = 0  # V-22: inquiries of this turn
        self.idle = 0
        self.diverted: frozenset[tuple[int, int]] = frozenset()  # flow, seat (V-16.14)

    def copy(self) -> "Position":
        """Return a second position to work on, with no events yet."""
        twin = object.__new__(Position)
        twin.__dict__.update(self.__dict__)
        twin.events = []
        twin.committed = False
        return twin

    # Questions that everything asks.

    @property
    def seats(self) -> range:
        """All seats, also those that have left."""
        return range(self.options.players)

    def seats_from(self, seat: int) -> list[int]:
        """All seats in turn order from this one."""
        count = self.options.players
        return [(seat + step) % count for step in range(count)]

    @property
    def snapshot(self) -> Snapshot:
        """What a change will be compared with."""
        return Snapshot(self.biomes, self.units)

    def has(self, seat: int, power: str) -> bool:
        """Return whether the seat has unlocked this power."""
        return power in self.powers[seat]

    def top(self, cell: Cell) -> int | None:
        """Return the top member of a hex, None for ocean."""
        stack = self.stacks.get(cell)
        return stack[-1] if stack else None

    def height(self, cell: Cell) -> int:
        """V-2.5: the number of members; ocean is 0."""
        return len(self.stacks.get(cell, ()))

    def is_biome_land(self, cell: Cell) -> bool:
        """V-2.6: whether a land tile lies on top."""
        stack = self.stacks.get(cell)
        return stack is not None and stack[-1] < LAND_TILES

    def is_hot_hex(self, cell: Cell) -> bool:
        """V-2.4: whether a volcano or lava lies on top."""
        stack = self.stacks.get(cell)
        return stack is not None and stack[-1] in (VOLCANO, LAVA)

    def is_soil(self, cell: Cell) -> bool:
        """V-2.4: whether volcanic soil lies on top."""
        stack = self.stacks.get(cell)
        return stack is not None and stack[-1] == SOIL

    def is_frozen(self, cell: Cell) -> bool:
        """V-19.16: whether the winter has come there."""
        return self.frost is not None and distance(cell, self.frost[0]) <= self.frost[1]

    def is_secret(self, cell: Cell) -> bool:
        """V-13.6: whether the tile under the hot one there has a secret rotation."""
        stack = self.stacks[cell]
        return len(stack) > 1 and stack[-2] >= HIDDEN

    def unit_at(self, cell: Cell, colour: int, seat: int) -> Unit | None:
        """Return the unit of this seat on a sector."""
        for unit in self.units.get(cell, ()):
            if unit.colour == colour and unit.seat == seat:
                return unit
        return None

    def holders(self) -> dict[Biome, list[Unit]]:
        """V-2.10: the controlled biomes, and the units in each."""
        cached = self._holders
        if cached is not None and cached[0] is self.units and cached[1] is self.biomes:
            return cached[2]
        found: dict[Biome, list[Unit]] = {}
        for units in self.units.values():
            for unit in units:
                found.setdefault(self.biomes[unit.colour][unit.cell], []).append(unit)
        self._holders = self.units, self.biomes, found
        return found

    def units_in(self, cell: Cell, colour: int) -> list[Unit]:
        """All units in the biome of a sector."""
        return self.holders().get(self.biomes[colour][cell], [])

    def units_of(self, seat: int) -> list[Unit]:
        """Return the units of a seat on land, by hex and colour."""
        return sorted(unit for units in self.units.values() for unit in units if unit.seat == seat)

    def flow(self, number: int) -> Flow:
        """Return the flow of this number."""
        return next(flow for flow in self.flows if flow.number == number)

    @property
    def in_end(self) -> bool:
        """Return whether the end has been triggered."""
        return self.trigger is not None

    @property
    def is_winter_turn(self) -> bool:
        """V-4.2: whether it is a turn after that of the winter's trigger."""
        return self.trigger == "winter" and self.stage is Stage.NORMAL and self.turn > self.trigger_turn

    @property
    def over(self) -> bool:
        """Return whether the game has ended."""
        return self.stage is Stage.OVER

    def tell(self, kind: str, **data: object) -> None:
        """Note something that happened, for the log, the show and mails."""
        self.events.append({"kind": kind, **data})

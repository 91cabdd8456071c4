"""Where everything is. Nothing here is derived: facts.py computes what follows from it."""

from collections import Counter
from dataclasses import dataclass, field

from tests.volcanique.naive.chance import Dice
from tests.volcanique.naive.grid import BASE, CLASS_OF, COLOURS, Hex, Sector
from tests.volcanique.naive.options import Options

HOT = ("volcano", "lava")


class Refused(Exception):  # noqa: N818 - the word of the rules
    """An entry that a clause forbids."""

    def __init__(self, clause: str, message: str) -> None:
        super().__init__(clause, message)
        self.clause = clause


@dataclass(eq=False)
class Member:
    """One storey of a stack: a land tile with its rotation, `soil`, `volcano` or `lava` (V-2.4)."""

    kind: str
    rotation: int = 0

    @property
    def text(self) -> str:
        return f"{self.kind}{self.rotation}" if self.kind in BASE else self.kind


@dataclass(eq=False)
class Unit:
    """What moves as one on a sector (V-2.13)."""

    seat: int
    hex: Hex
    colour: str
    pieces: int = 1
    colossal: bool = False

    @property
    def sector(self) -> Sector:
        return self.hex, self.colour

    @property
    def is_group(self) -> bool:
        return self.pieces > 1 and not self.colossal

    @property
    def is_single(self) -> bool:
        return self.pieces == 1


@dataclass(eq=False)
class Flow:
    """One volcano and its lava (V-13.8); `trail` are hot tiles that it left standing (V-14.14)."""

    owner: int
    hex: Hex
    state: str = "volcano"
    visited: set[Hex] = field(default_factory=set)
    trail: list[Hex] = field(default_factory=list)
    lifted: bool = False


@dataclass
class Question:
    """What one seat is asked: every answer that is legal, and the one that `auto` gives (V-22)."""

    kind: str
    answers: list[str]
    auto: str
    policy: str = ""  # the kind of standing policy that may answer it


@dataclass
class Wait:
    """What the game waits for: `act` (a turn), `answers`, `die`, `uncover`; empty when the game is over."""

    kind: str
    questions: dict[int, Question] = field(default_factory=dict)


@dataclass
class Turn:
    """What was done so far in the running turn."""

    mode: str = "setup"  # setup, normal, winter, final, erupt, cool
    step: int = 0
    moves: int = 0
    flown: bool = False
    items: list[str] = field(default_factory=list)  # soil, land, volcano, island
    started_t3: bool = False
    at_sea: bool = False
    sacrificed: bool = False
    paid_sacrifice: bool = False
    busy: bool = False  # something that keeps the game from stalling
    asked: int = 0  # how often seats were asked about something together
    acted: bool = False  # something else than a limited power was played (V-22.9)


@dataclass
class Trigger:
    """What started the end sequence (V-19.1)."""

    kind: str
    seat: int


class Position:
    """The whole position, secrets included; `applied` counts the clauses that were used."""

    def __init__(self, options: Options, dice: Dice) -> None:
        seats = range(options.players)
        self.options, self.dice = options, dice
        self.stacks: dict[Hex, list[Member]] = {}
        self.hidden: set[Hex] = set()  # hexes whose volcano covers a secret rotation (V-13.6)
        self.units: list[Unit] = []
        self.sea: dict[Hex, int] = {}
        self.flows: list[Flow] = []
        self.frozen: set[Hex] = set()
        self.supply = full_supply(options)
        self.bank = dict.fromkeys(COLOURS, options.number("resources_per_type_per_player") * options.players)
        self.resources = [dict.fromkeys(COLOURS, 0) for _ in seats]
        self.grid: dict[str, str] = {}
        self.slots: list[list[str]] = [[] for _ in seats]
        self.track = [0 for _ in seats]
        self.activations = [0 for _ in seats]
        self.craters = [0 for _ in seats]
        self.points = [0 for _ in seats]
        self.used: set[tuple[int, str, str]] = set()  # limited powers: seat, power, period
        self.removed: list[str] = []
        self.departed: list[int] = []
        self.active = 0
        self.turn = Turn()
        self.turns_begun = 0
        self.turns_since_trigger = 0
        self.idle_turns = 0
        self.trigger: Trigger | None = None
        self.wait = Wait("")
        self.reason: str | None = None
        self.replies: list[tuple[int, str, bool]] = []  # who said yes or no, to what (V-16.14, V-16.18)
        self.applied: Counter[str] = Counter()

    def note(self, *clauses: str) -> None:
        """Count clauses as applied."""
        self.applied.update(clauses)


def full_supply(options: Options) -> dict[str, int]:
    """Return the number of tiles of each kind (V-1.5)."""
    supply = {}
    for kind in BASE:
        each = options.number(f"{CLASS_OF[kind]}_per_player")
        if CLASS_OF[kind] == "trio" and options.word("trio_kinds") == "LMD_only":
            each = 2 * each if kind == "LMD" else 0
        supply[kind] = each * options.players
    return supply

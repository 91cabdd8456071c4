"""What a game waits for, but for the actions of the active player (V-24.1, V-24.2)."""

from typing import NamedTuple, TypeAlias

from games.hexes import Cell
from games.volcanique.rules.position.pieces import Unit, Units


class Roll(NamedTuple):
    """V-23.7: a die is due."""

    sides: int


class Uncover(NamedTuple):
    """V-23.7: a secret rotation comes out; `entry` is the one that made it secret."""

    cell: Cell
    entry: int


class StartingIsland(NamedTuple):
    """V-3.4: the active seat builds its island."""


class Bonus(NamedTuple):
    """V-3.7: the active seat chooses so many resources."""

    size: int


class Rotation(NamedTuple):
    """V-16.16: the active seat turns the tile below a lateral eruption."""

    cell: Cell


class Relief(NamedTuple):
    """V-12.6: the active seat chooses a resource."""


class Discard(NamedTuple):
    """V-12.4: the active seat has so many resources too many."""

    size: int


class Question(NamedTuple):
    """V-22.1: what one seat is asked, by the letter of its answer; about a unit, or about the event."""

    kind: str
    seat: int
    unit: Unit | None = None


class Inquiry(NamedTuple):
    """V-22.2: one event, and the questions that each seat still has to answer, one after the other."""

    queues: tuple[tuple[Question, ...], ...]
    away: tuple[Cell, ...] = ()  # no unit goes there
    before: Units = {}  # the units before any answer
    about: tuple[Cell, tuple[Cell, ...]] = ((0, 0), ())  # DIVERT: target and flanks; BOMB: the volcano, its neighbours


Wait: TypeAlias = Roll | Uncover | StartingIsland | Bonus | Rotation | Relief | Discard | Inquiry

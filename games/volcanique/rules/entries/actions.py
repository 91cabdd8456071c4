"""What an entry says, as values (V-23.2 to V-23.5, V-23.7). The notation alone knows how each is written."""

from typing import NamedTuple, TypeAlias

from games.hexes import Cell
from games.volcanique.rules.position.resources import Counts


class Sector(NamedTuple):
    """V-2.7: a colour on a hex."""

    cell: Cell
    colour: int


class PlacedTile(NamedTuple):
    """A tile with its rotation on a hex."""

    tile: int
    cell: Cell


class Migration(NamedTuple):
    """V-7.3: where the unit of a sector goes."""

    start: Sector
    end: Sector


Migrations: TypeAlias = tuple[Migration, ...]


class Found(NamedTuple):
    """V-3.4: a starting island: uno, duo, trio, and the colour of the critter on the trio."""

    uno: PlacedTile
    duo: PlacedTile
    trio: PlacedTile
    colour: int


class Choose(NamedTuple):
    """V-3.7: the bonus resources."""

    resources: Counts


class Move(NamedTuple):
    """V-5: a move of a unit or of some of its pieces (None: all); `join`: onto an own unit."""

    start: Sector
    end: Sector
    join: bool = False
    pieces: int | None = None


class Fly(NamedTuple):
    """V-16.10: a flight of a unit, or of one piece of a group."""

    start: Sector
    end: Sector
    pieces: int | None = None


class Buy(NamedTuple):
    """V-7: a land tile, its place and price, and the builder's own migrations."""

    placed: PlacedTile
    price: Counts
    migrations: Migrations = ()


class Erupt(NamedTuple):
    """V-13: a volcano. `rotation` None: a secret one (V-23.6)."""

    cell: Cell
    rotation: int | None
    price: Counts
    slot: str
    ending: str = ""
    arc: int | None = None
    slide: tuple[Cell, Cell | None] | None = None
    migrations: Migrations = ()


class Turn(NamedTuple):
    """V-16.16: the secret rotation of a lateral eruption."""

    cell: Cell
    rotation: int | None


class Summon(NamedTuple):
    """V-11: an island."""

    placed: tuple[PlacedTile, ...]
    price: Counts


class Erode(NamedTuple):
    """V-16.7."""

    cell: Cell


class Claim(NamedTuple):
    """V-9."""

    sector: Sector


class Upgrade(NamedTuple):
    """V-16.3: a single critter becomes a colossal one."""

    sector: Sector
    price: Counts


class PutToSea(NamedTuple):
    """V-16.20."""

    cell: Cell


class Sail(NamedTuple):
    """V-16.20."""

    start: Cell
    end: Cell


class Land(NamedTuple):
    """V-16.20."""

    start: Cell
    end: Sector


class Sacrifice(NamedTuple):
    """V-10.1."""

    sector: Sector


class Ritual(NamedTuple):
    """V-10.2."""

    price: Counts


class ForcedPass(NamedTuple):
    """V-10.3."""


class BuyPoints(NamedTuple):
    """V-19.7."""

    price: Counts


class Drop(NamedTuple):
    """V-12.4: what is discarded down to the cap."""

    resources: Counts


class Pick(NamedTuple):
    """V-12.6."""

    colour: int


class End(NamedTuple):
    """V-4.2."""


class Drift(NamedTuple):
    """V-16.13: Converging tectonic plates."""

    cell: Cell
    path: tuple[int, ...]


class Tear(NamedTuple):
    """V-16.19: Rift."""

    direction: int
    part: tuple[Cell, ...]


class Answer(NamedTuple):
    """V-23.4: an answer about a unit: where it goes (None: declined), how many, and the price (None: a hit point)."""

    kind: str
    start: Sector
    end: Sector | None
    pieces: int | None = None
    price: Counts | None = None


class Reply(NamedTuple):
    """V-23.4: yes or no to DIVERT or BOMB."""

    kind: str
    yes: bool


class Die(NamedTuple):
    """V-23.7: what a die shows."""

    result: int


class Reveal(NamedTuple):
    """V-23.7: the rotation in which a tile comes out."""

    cell: Cell
    rotation: int


class Leave(NamedTuple):
    """V-22.7: a resignation or a time-out."""

    how: str


class Undo(NamedTuple):
    """V-23.5: take back so many entries."""

    entries: int


Action: TypeAlias = (
    Found
    | Choose
    | Move
    | Fly
    | Buy
    | Erupt
    | Turn
    | Summon
    | Erode
    | Claim
    | Upgrade
    | PutToSea
    | Sail
    | Land
    | Sacrifice
    | Ritual
    | ForcedPass
    | BuyPoints
    | Drop
    | Pick
    | End
    | Drift
    | Tear
    | Answer
    | Reply
    | Die
    | Reveal
    | Leave
    | Undo
)

"""What the templates loop over: whole numbers, class names and symbols, in the order in which they are drawn."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from games.boards.translatable import Words


class Box(NamedTuple):
    x: int
    y: int
    width: int
    height: int


class Spot(NamedTuple):
    """A symbol at a point."""

    symbol: str
    x: int
    y: int


class Outline(NamedTuple):
    """A tile's outline around the corner that its cells share; `seat` where it is somebody's last turn."""

    shape: str
    x: int
    y: int
    seat: int = 0


class Crater(NamedTuple):
    x: int
    y: int
    angle: int


@dataclass(frozen=True, slots=True)
class TileDrawing:
    """A tile: card and cliff, the fields that are still on top, lava if the volcano is, rim. `moved`: it settles."""

    outline: Outline
    fields: tuple[Spot, ...]
    crater: Crater | None
    moved: bool = False

    def shifted(self, dx: int, dy: int) -> "TileDrawing":
        """Return the same tile elsewhere."""
        outline = self.outline._replace(x=self.outline.x + dx, y=self.outline.y + dy)
        fields = tuple(spot._replace(x=spot.x + dx, y=spot.y + dy) for spot in self.fields)
        crater = self.crater and self.crater._replace(x=self.crater.x + dx, y=self.crater.y + dy)
        return TileDrawing(outline, fields, crater, self.moved)


@dataclass(frozen=True, slots=True)
class LevelDrawing:
    """All tiles of one level from north to south, and the outlines of last turns on it."""

    number: int
    tiles: tuple[TileDrawing, ...]
    marked: tuple[Outline, ...] = ()


@dataclass(frozen=True, slots=True)
class Sea:
    waves: tuple[tuple[int, int], ...]
    coast: tuple[Outline, ...]


class Road(NamedTuple):
    """All roads of a seat as one path."""

    seat: int
    path: str


class PieceDrawing(NamedTuple):
    """A building on its plaza. `huts` is None for temples and towers; `is_new`: built in a marked turn."""

    seat: int
    symbol: str
    x: int
    y: int
    huts: int | None
    is_new: bool = False
    moved: bool = False

    @property
    def baseline(self) -> int:
        return self.y + 14


class Number(NamedTuple):
    """A level: in a crater, or as a tag on a field. `is_extra`: shown only when all numbers are wanted."""

    in_crater: bool
    is_extra: bool
    x: int
    y: int
    level: int

    @property
    def baseline(self) -> int:
        return self.y + 6


class Label(NamedTuple):
    """The name of a field at a point; `on_dark`: its ground is dark."""

    name: str
    x: int
    y: int
    on_dark: bool


class Ash(NamedTuple):
    """Huts of a seat that were buried."""

    seat: int
    x: int
    y: int
    huts: int
    moved: bool = False

    @property
    def baseline(self) -> int:
        return self.y + 6


class Badge(NamedTuple):
    """The badge of a marked turn: `text` is its place in the order played."""

    seat: int
    x: int
    y: int
    text: str

    @property
    def baseline(self) -> int:
        return self.y + 5


class Glyph(NamedTuple):
    """A small piece inside a ring: this can be built here."""

    symbol: str
    x: int
    y: int
    size: str


@dataclass(frozen=True, slots=True)
class CellChoice:
    """A cell that can be tapped: `key` names it, `step` is the query of the draft that the tap leads to.

    `is_quiet`: no sign and outside the tab order, since it only leads to the reason; without a step it leads nowhere.
    """

    key: str
    symbol: str
    x: int
    y: int
    label: Words
    step: str | None
    is_quiet: bool = False
    glyphs: tuple[Glyph, ...] = ()


class Elsewhere(NamedTuple):
    """A tap on the sea where no choice is: query and label of such a cell, which stand for the cell `q,r`."""

    step: str
    label: Words


class Pip(NamedTuple):
    """A direction that is legal; `is_on`: the chosen one."""

    x: int
    y: int
    is_on: bool


@dataclass(frozen=True, slots=True)
class DraftMarks:
    """What lies above the pieces: the dashed edge, directions, ghosts of buried huts, and the pieces to be built."""

    seat: int
    edge: Outline | None = None
    pips: tuple[Pip, ...] = ()
    buried: tuple[Ash, ...] = ()
    pieces: tuple[PieceDrawing, ...] = ()


class RefusedMarks(NamedTuple):
    """The cell that was tapped in vain, why, and the middles of the cells that are the reason."""

    x: int
    y: int
    why: Words
    rings: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class BoardDrawing:
    """One board, layer by layer. `name` keeps ids apart on a page that has several; `least`: its width in px.

    `own` and `last`: a cell of each own settlement, and the volcanoes of marked turns, for the keys that jump there.
    `elsewhere`: where a tap beside all choices leads; None where nothing is to be chosen.
    `labels`: the names of the fields, worked out only where somebody wishes to see them.
    """

    name: str
    title: Words
    label: Words
    box: Box
    least: int
    sea: Sea
    levels: tuple[LevelDrawing, ...]
    roads: tuple[Road, ...]
    pieces: tuple[PieceDrawing, ...]
    numbers: tuple[Number, ...]
    labels: Callable[[], tuple[Label, ...]]
    ashes: tuple[Ash, ...] = ()
    badges: tuple[Badge, ...] = ()
    choices: tuple[CellChoice, ...] = ()
    draft_tile: tuple[LevelDrawing, ...] = ()
    draft: DraftMarks | None = None
    refused: tuple[RefusedMarks, ...] = ()
    own: tuple[str, ...] = ()
    last: tuple[str, ...] = ()
    elsewhere: Elsewhere | None = None

    @property
    def buries(self) -> bool:
        """Whether the turn in motion buries huts: its tile waits until they have sunk."""
        return any(ash.moved for ash in self.ashes)

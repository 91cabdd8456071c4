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
    """A tile's outline around the corner that its cells share."""

    shape: str
    x: int
    y: int


class Band(NamedTuple):
    """The cliffs of one level in a row."""

    level: int
    spots: tuple[Spot, ...]


class Tint(NamedTuple):
    """The fields of one level in a row as one path: the higher, the paler."""

    level: int
    path: str


class Edge(NamedTuple):
    """The edges of the tiles of a player's last turn in a row."""

    seat: int
    spots: tuple[Spot, ...]


class Road(NamedTuple):
    """The roads of a seat in a row as one path."""

    seat: int
    path: str


class PieceDrawing(NamedTuple):
    """A building on its court. `key` names its cell, `look` says what is special about it: classes of the drawing."""

    seat: int
    symbol: str
    x: int
    y: int
    key: str
    look: str = ""


class Number(NamedTuple):
    """The level of a cell, around this point."""

    x: int
    y: int
    level: int

    @property
    def baseline(self) -> int:
        return self.y + 6


@dataclass(frozen=True, slots=True)
class RowDrawing:
    """Cells of one row, in the order in which their parts are drawn. `is_falling`: the tile of a turn in motion."""

    number: int
    is_falling: bool
    cliffs: tuple[Band, ...]
    tops: tuple[Spot, ...]
    tints: tuple[Tint, ...]
    shade: str
    edges: tuple[Spot, ...]
    marked: tuple[Edge, ...]
    roads: tuple[Road, ...]
    numbers: tuple[Number, ...]
    pieces: tuple[PieceDrawing, ...]


class TilePicture(NamedTuple):
    """A tile by itself, to be drawn at this point."""

    rows: tuple[RowDrawing, ...]
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Sea:
    """Where waves are, and the outlines of all cells as one path: the coast is drawn around them."""

    waves: tuple[tuple[int, int], ...]
    coast: str


class Shoals(NamedTuple):
    """The coast around a draft's tile in the sea: the outlines of all cells there, and what `land` hides of it."""

    box: Box
    coast: str
    land: str


class Label(NamedTuple):
    """The name of a field at a point; `on_dark`: its ground is dark."""

    name: str
    x: int
    y: int
    on_dark: bool


class Ruin(NamedTuple):
    """Huts of a seat that were buried, or would be; `moved`: by the turn in motion."""

    seat: int
    x: int
    y: int
    moved: bool = False


class Flag(NamedTuple):
    """The flag on the tile of a marked turn; `moved`: of the turn in motion."""

    seat: int
    x: int
    y: int
    moved: bool = False


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


class SeaTap(NamedTuple):
    """A tap on the sea where no choice is: query and label of such a cell, which stand for the cell `q,r`."""

    step: str
    label: Words


class Pip(NamedTuple):
    """A direction that is legal; `is_on`: the selected one."""

    x: int
    y: int
    is_on: bool


@dataclass(frozen=True, slots=True)
class DraftMarks:
    """What is dashed: the edge of the draft's tile, the directions that are legal, and what it would bury."""

    seat: int
    edge: Outline
    pips: tuple[Pip, ...] = ()
    buried: tuple[Ruin, ...] = ()


class Ghost(NamedTuple):
    """A turn that its player has prepared: the edge of its tile, and what it would change of the land."""

    seat: int
    edge: Outline
    rows: tuple[RowDrawing, ...]


@dataclass(frozen=True, slots=True)
class Film:
    """What moves while a tile comes down on land: `flames` around each cell whose huts burn, `puffs` of dust."""

    vent: tuple[int, int]
    lava: str
    flames: tuple[tuple[tuple[int, int], ...], ...]
    puffs: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class AlternativeDrawing:
    """A turn that was not played: the cells that it would have changed, the edge of its tile, and its label above."""

    rows: tuple[RowDrawing, ...]
    edge: Outline | None
    label: Words
    x: int
    y: int


class RefusedMarks(NamedTuple):
    """The cell that was tapped in vain, why, and the middles of the cells that are the reason."""

    x: int
    y: int
    why: Words
    rings: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class BoardDrawing:
    """One board, layer by layer. `name` keeps ids apart on a page that has several; `least`: its width in px.

    `land`: the part of `box` in which there is land.
    `rows`: the land before the turn in motion or the draft, `over`: what that turn changes of it, `shoals`: the sea
    around a draft's tile. `behind`: outlines of what cliffs hide.
    `film`: an eruption that is in motion. `ghosts`: what the reader has prepared, the first choice last. `lit`: the
    middles of cells that words speak of. `alternative`: what could have been played instead.
    `own` and `last`: a cell of each own settlement, and the volcanoes of marked turns, for the keys that jump there.
    `elsewhere`: where a tap beside all choices leads; None where nothing can be selected.
    `labels`, `numbers`: worked out only where somebody wishes to see them; `hand`: only where the whole board is drawn.
    """

    name: str
    title: Words
    label: Words
    box: Box
    land: Box
    least: int
    sea: Sea
    rows: tuple[RowDrawing, ...]
    labels: Callable[[], tuple[Label, ...]]
    numbers: Callable[[], tuple[Number, ...]]
    over: tuple[RowDrawing, ...] = ()
    shoals: Shoals | None = None
    behind: str = ""
    ruins: tuple[Ruin, ...] = ()
    flags: tuple[Flag, ...] = ()
    choices: tuple[CellChoice, ...] = ()
    draft: DraftMarks | None = None
    refused: tuple[RefusedMarks, ...] = ()
    own: tuple[str, ...] = ()
    last: tuple[str, ...] = ()
    elsewhere: SeaTap | None = None
    film: Film | None = None
    ghosts: tuple[Ghost, ...] = ()
    lit: tuple[tuple[int, int], ...] = ()
    alternative: AlternativeDrawing | None = None
    hand: Callable[[], object] | None = None

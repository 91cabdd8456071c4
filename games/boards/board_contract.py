"""What the site asks of a game's board: values that templates loop over, words, and queries. It knows no address.

`step` and the like are the draft's part of a query (`v=2,-1&d=SW`): the page puts a `?` before and its own part behind.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from games.boards.translatable import Words
from games.contract import Game


class Alternative(NamedTuple):
    """A turn in notation that could have been played instead, and the label under which the board shows it."""

    text: str
    label: Words


@dataclass(frozen=True, slots=True, kw_only=True)
class Sight:
    """Who looks at a game, and how.

    `turn_of`: the seat whose turn may be prepared here (None: one only looks), and `query` its draft.
    `order`: the kind of order that is drafted instead of a turn.
    `since`: show what was played after this entry, with what it buried; None: the last turn of each seat.
    `seat`: the reader's, and `prepared` the turns that they have left for later. `lit`: cells that are marked.
    `moved`: the entry that is shown in motion. `name` keeps ids apart on a page with several boards. `ratio`: the
    width and height that a picture has to fill. `frame`: a board whose picture this one shares, so that nothing shifts.
    `alternative`: a turn instead of entry `moved`, drawn over it. `room`: turns for which the picture needs room.
    """

    names: Sequence[str]
    turn_of: int | None = None
    order: str = ""
    query: Mapping[str, str] = field(default_factory=dict)
    since: int | None = None
    moved: int | None = None
    name: str = ""
    ratio: tuple[int, int] | None = None
    frame: object = None
    seat: int | None = None
    prepared: Sequence[str] = ()
    lit: Sequence[str] = ()
    alternative: Alternative | None = None
    room: Sequence[str] = ()


class Stock(NamedTuple):
    """How many pieces of a kind a supply holds: its symbol, the words that speech gets, and what the kind is called."""

    symbol: str
    left: int
    words: Words
    kind: Words


class Caution(NamedTuple):
    """What a turn costs its player that may be missed: said in the turn bar, and asked before it is played."""

    sentence: Words
    link: Words
    question: Words
    button: Words


class Place(NamedTuple):
    """A line of the choices as a list, under the heading `group`; each way is a query and its name."""

    words: Words
    ways: tuple[tuple[str, Words], ...]
    group: Words


class TurnBar(Protocol):
    """The turn being prepared, as far as the site knows it. The rest is between the game and its own `_turn_bar.html`.

    That template marks the current step by `class="now"` and an id, the links and buttons by `class="acts"`, and says
    by `data-keys` on which keys of the board they are pressed, by `data-again` that they may be pressed in a row.
    """

    @property
    def text(self) -> str:
        """The whole turn, what the confirmation plays; empty until it is ready."""

    @property
    def warning(self) -> Caution | None:
        """What has to be asked before it is played."""


class BoardView(NamedTuple):
    """The board to draw, and the turn bar of the seat that prepares its turn."""

    board: object
    turn: TurnBar | None


class StepsAhead(NamedTuple):
    """What the page shows of a turn before the server has answered: `turns` finds all that are legal, as data.

    `bars`: the turn bar of each step, `~name~` standing for what only the script knows.
    """

    turns: Callable[[], Mapping[str, object]]
    bars: tuple[TurnBar, ...]


class SeatSummary(NamedTuple):
    """A seat's supply, and how far it is from winning (None: nothing to say); `is_near`: worth a note."""

    seat: int
    stock: tuple[Stock, ...]
    goal: Words | None
    is_near: bool


class Tally(NamedTuple):
    """What each seat has built of a kind of pieces at the end: how many of `most`, and the words that speech gets."""

    symbol: str
    kind: Words
    most: int
    built: tuple[int, ...]
    words: tuple[Words, ...]


class TextRow(NamedTuple):
    """A row of the board as text: its number and its cells, each with a key and its sentence."""

    number: int
    cells: tuple[tuple[str, Words], ...]


class OrderSummary(NamedTuple):
    """What a player has left for later, in words, the query that drafts it again, and the cells that it speaks of."""

    words: Words
    step: str
    cells: tuple[str, ...]


class OpenDraw(NamedTuple):
    """Something drawn that the reader may see before its turn is played: as `_tile_picture.svg` draws it, in words."""

    picture: object
    words: Words


class Example(NamedTuple):
    """A clause drawn: `right` keeps it, by `turn` in words; `wrong` breaks it, and `why` says so."""

    clause: str
    right: object
    turn: Words
    wrong: object
    why: Words


class Lesson(NamedTuple):
    """An exercise of the tutorial: a game to be copied, and whether its last turn is what the task asks for."""

    title: Words
    task: Words
    game: Game
    is_solved: Callable[[Game], bool]


class GameBoard(Protocol):
    """The board of one game."""

    @property
    def parts(self) -> str:
        """The folder of its templates.

        `_symbols.svg`, `_board.html`, `_step.svg` (what a step of the turn changes),
        `_turn_bar.html`, `_list.html` (the turn as a list), `_keys.html`, `_picture.svg`, `_tile_picture.svg`,
        `_learn.html` (above the lessons), `_signs.html` (the legend), `_about.html` (what the game is, as plain text).
        The first game of the registry also has `_pitch.html` and `_trio.html`, for the first page. Of the static files,
        a folder of this name has `island.png`, the showcase as a picture (`manage.py draw_icons`).
        """

    @property
    def draft(self) -> tuple[str, ...]:
        """The names in a query that hold the draft."""

    @property
    def final(self) -> Words:
        """What people read before they confirm: why it can't be taken back."""

    @property
    def showcase(self) -> str:
        """The record of a game whose island is good to look at."""

    @property
    def chance(self) -> Words:
        """What chance brings: the heading over all that it may bring in a trial."""

    @property
    def unknown(self) -> Words:
        """The request to decide it, where a trial can't go on without."""

    @property
    def openings(self) -> Words | None:
        """What stands above the ways in which somebody began; None: this game does not tell them apart."""

    @property
    def sheets(self) -> tuple[str, ...]:
        """The style sheets that draw it, as static files: pages with this board and its pictures use them."""

    @property
    def scripts(self) -> tuple[str, ...]:
        """The scripts that only boards of its kind need, as static files."""

    def show(self, game: Game, sight: Sight) -> BoardView:
        """Return the board, and the turn that is being prepared on it."""

    def steps_ahead(self, game: Game, sight: Sight) -> StepsAhead | None:
        """Return what the scripts of this game's boards show ahead; None: they wait for the server."""

    def status(self, game: Game) -> Words:
        """Return how far the game is, in a few words."""

    def warning(self, game: Game, seat: int, text: str) -> Caution | None:
        """Return what has to be asked before this turn is played, if anything."""

    def order_summary(self, game: Game, seat: int, order: str, names: Sequence[str]) -> OrderSummary:
        """Return what an order of the seat with this text is to do."""

    def lines(self, game: Game, sight: Sight) -> tuple[Place, ...]:
        """Return everything that can be selected at the step of the turn in `sight`, as a list."""

    def examples(self, names: Sequence[str]) -> tuple[Example, ...]:
        """Return drawn examples of clauses, for the page of the rules."""

    def lessons(self) -> tuple[Lesson, ...]:
        """Return the tutorial, in order."""

    def tile(self, name: str) -> tuple[object, Words]:
        """Return what may be drawn, by its name in notation: as `_tile_picture.svg` draws it, and in words."""

    def opening(self, entries: Sequence[str]) -> Words | None:
        """Return how somebody began, from their first entries; None if these are too few or there is nothing to say."""

    def seats(self, game: Game) -> tuple[SeatSummary, ...]:
        """Return the supplies, in the order of the seats."""

    def tallies(self, game: Game) -> tuple[Tally, ...]:
        """Return what is counted at the end, kind by kind: what decides first comes first."""

    def ending(self, game: Game, names: Sequence[str]) -> Words:
        """Return why a game that is over has ended, and what decided it."""

    def rows(self, game: Game, names: Sequence[str]) -> tuple[TextRow, ...]:
        """Return the board as text."""

    def story(self, game: Game, number: int, names: Sequence[str]) -> tuple[Words, ...]:
        """Return what entry `number` did, one sentence after the other."""

    def cells(self, game: Game, number: int) -> tuple[str, ...]:
        """Return the cells that the story of entry `number` speaks of, named as in `Sight.lit`."""

    def drawn(self, game: Game, seat: int) -> Words | None:
        """Return what the seat has drawn for the turn that it is to take.

        None: nothing that its player needs to know.
        """

    def open_draws(self, game: Game, viewer: int | None, names: Sequence[str]) -> tuple[OpenDraw, ...]:
        """Return what has been drawn, as far as somebody may see it who waits (`viewer`: their seat) or looks on."""

"""A game of Taluva: the log, and the position that follows from it (T-11)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Self

from games.contract import CarriedOrder, Entry, IllegalTurn, Occasion, Order, Refusal, Settings, Violation
from games.taluva.rules import building, ending, orders, placement, reading, sight, turn_events, turns
from games.taluva.rules.draw import Draw
from games.taluva.rules.ending import TEAMS
from games.taluva.rules.formats import notation, record, state, text_board
from games.taluva.rules.formats.notation import Departure, TurnParts
from games.taluva.rules.formats.state import State
from games.taluva.rules.options import Options
from games.taluva.rules.orders import PREPARED
from games.taluva.rules.placement import Placement
from games.taluva.rules.position import FULL_SUPPLY, Position, Supply
from games.taluva.rules.turn_events import Event
from games.taluva.rules.turns import Moment, Outcome

NO_SUCH_TURN = "This game has no such turn."


class Game:
    """A game in memory. It knows the tiles that it was given: all of them, or the beginning of the draw."""

    def __init__(
        self,
        options: Options,
        tiles: Iterable[str | None] = (),
        supplies: Iterable[tuple[int, int, int]] | None = None,
    ) -> None:
        self.options = options
        self.tags: dict[str, str] = {}
        self.reader: int | None = None  # whose record the game was read from, if it shows a waiting tile
        self._entries: list[Entry] = []
        held = [FULL_SUPPLY] * options.players if supplies is None else [Supply(*supply) for supply in supplies]
        if len(held) != options.players:
            raise Refusal("Every seat has one supply.", "T-1.5")
        self._moments = [Moment(Position.at_start(held), ending.Standing.at_start(options.players), 0)]
        self._draw = Draw.from_options(options, tiles)

    def __repr__(self) -> str:
        """Return the last turn and the board after it: what a failing test shows."""
        last = f"{self.turn}. {self._entries[-1].text}" if self._entries else "the start"
        return f"{last}\n{self.drawn()}"

    # What can be asked.

    @property
    def settings(self) -> Settings:
        """The options as a form, a record and the database keep them."""
        return self.options.settings()

    @property
    def position(self) -> Position:
        """The island and the supplies."""
        return self._moments[-1].position

    @property
    def standing(self) -> ending.Standing:
        """Who is in, who has which place, who is to move."""
        return self._moments[-1].standing

    @property
    def to_move(self) -> int | None:
        """The seat to move, None when the game is over."""
        return self.standing.to_move

    @property
    def tiles_placed(self) -> int:
        """The number of tiles on the table: the index in the draw of the tile of this turn."""
        return self._moments[-1].tiles_placed

    @property
    def tile(self) -> str | None:
        """The tile that was drawn for this turn; None when it is not known, or the game is over."""
        return None if self.over else self.tiles[self.tiles_placed]

    @property
    def tiles(self) -> tuple[str | None, ...]:
        """The draw as far as this game knows it, None for each tile that it doesn't."""
        return self._draw.tiles

    @property
    def turn(self) -> int:
        """The number of entries so far."""
        return len(self._entries)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The log."""
        return tuple(self._entries)

    @property
    def over(self) -> bool:
        """Return whether the game has ended."""
        return self.standing.over

    @property
    def places(self) -> tuple[int | None, ...]:
        """The place of every seat, None while it has none."""
        return self.standing.places

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The two teams, or each seat alone."""
        return TEAMS if self.options.teams else tuple((seat,) for seat in range(len(self.places)))

    @property
    def reason(self) -> str | None:
        """`early`, `tiles` or `last-standing` once the game is over."""
        return self.standing.reason.value if self.standing.reason else None

    def awaited(self) -> tuple[int, ...]:
        """Return the seat to move, or nobody."""
        return () if self.to_move is None else (self.to_move,)

    def may_play(self) -> tuple[int, ...]:
        """Return the seat to move alone: nobody plays out of turn."""
        return self.awaited()

    def occasion(self, seat: int) -> Occasion | None:
        """Return the turn with the next tile, of the seat to move."""
        return Occasion(str(self.tiles_placed)) if seat == self.to_move else None

    def legal_placements(self) -> list[str]:
        """Return the legal placements of the drawn tile, sorted; empty when there is none, or it is not known."""
        if self.tile is None:
            return []
        return sorted(map(notation.placement_text, placement.legal_placements(self.position, self.tile)))

    def legal_builds(self, text: str) -> list[str]:
        """Return what may be built after this placement, sorted.

        `-` alone if nothing; raises IllegalTurn when not legal.
        """
        placed = notation.read_placement(text)
        violation = self.why_not_placement(text)
        if violation or placed is None or self.to_move is None:
            raise IllegalTurn(*(violation or notation.NOT_A_PLACEMENT))
        return self._builds(placed, self.to_move)

    def choices(self, seat: int, begin: str = "") -> list[str]:
        """Return all legal turns that begin so, sorted; none for a seat that is not to move."""
        if seat != self.to_move or self.tile is None:
            return []
        places = placement.legal_placements(self.position, self.tile)
        listed: list[str] = []
        for place in places:
            text = notation.placement_text(place)
            if text.startswith(begin) or begin.startswith(text):
                listed += [f"{text} {build}" for build in self._builds(place, seat)]
        return sorted(turn for turn in listed if turn.startswith(begin))

    def why_not(self, text: str, seat: int | None = None) -> Violation | None:
        """Return the first clause that forbids this turn of `seat` (of the seat to move, if left out), or None."""
        judged = self._judge(text, seat)
        return judged if isinstance(judged, Violation) else None

    def is_departure(self, text: str) -> bool:
        """Return whether the text is a resignation or a time-out (T-6.4)."""
        return isinstance(notation.read_turn(text), Departure)

    def why_not_placement(self, text: str) -> Violation | None:
        """Return the first clause that forbids this placement of the drawn tile, or None."""
        placed = notation.read_placement(text)
        if placed is None:
            return notation.NOT_A_PLACEMENT
        return turns.placement_refusal(self._moment, self.tile, placed)

    # What changes the game.

    def play(self, text: str, seat: int | None = None) -> str:
        """Play the turn and return it as the log keeps it; raise IllegalTurn and change nothing on a refusal."""
        judged = self._judge(text, seat)
        if isinstance(judged, Violation):
            raise IllegalTurn(*judged)
        entry, moment = judged
        self._entries.append(entry)
        self._moments.append(moment)
        return entry.text

    def resign(self, seat: int) -> str:
        """Play the resignation of `seat` and return the text for the log."""
        return self.play(notation.RESIGN, seat)

    def timeout(self, seat: int) -> str:
        """Play that `seat` ran out of time and return the text for the log."""
        return self.play(notation.TIMEOUT, seat)

    def deal(self, tile: str, index: int | None = None) -> None:
        """Name the next tile that is not known yet, or tile number `index` (from 0) of the draw."""
        self._draw = self._draw.deal(tile, index)

    # What a viewer may see.

    def waiting(self, seat: int) -> str | None:
        """Return the tile that `seat` waits with and sees (T-2.6), if there is one."""
        index = sight.waiting_index(self.options, self._moment, seat)
        return None if index is None else self.tiles[index]

    def state(self, viewer: int | None = None) -> State:
        """Return the position as JSON-serialisable data that this viewer may see."""
        data = state.state_data(
            self.position,
            self.standing,
            turn=self.turn,
            tile=self.tile,
            tiles_left=self.options.tile_count - self.tiles_placed,
        )
        if self.options.preview and viewer is not None:
            data["waiting"] = self.waiting(viewer)
        return data

    def text_for(self, number: int, viewer: int | None = None) -> str:
        """Return the text of entry `number`, which everybody sees whole."""
        return self._entry(number).text

    def events(self, number: int) -> list[Event]:
        """Return what entry `number` did."""
        seat, text = self._entry(number)
        entry = notation.read_turn(text)
        assert entry is not None
        return turn_events.entry_events(seat, entry, self._moments[number - 1], self._moments[number])

    @property
    def result(self) -> str:
        """The places as a record has them (T-10.1)."""
        return " ".join(map(str, self.places)) if self.over else record.RUNNING

    def to_record(self, seat: int | None = None, **tags: str) -> str:
        """Return the record that this seat, or a spectator, may see; the whole draw once the game is over."""
        seen = self._seen(self.reader if seat is None else seat)
        return record.write_parts(
            self.options, seen, self.tags | tags, self.result, (text for _, text in self._entries)
        )

    def drawn(self) -> str:
        """Return the position drawn in text."""
        return text_board.draw_text(self.position, self.standing, self.tile)

    # Other games.

    def copy(self) -> Self:
        """Return a second game that goes its own way."""
        return self.at(self.turn)

    def seen_by(self, viewer: int | None) -> Self:
        """Return a second game that knows no tile but those which this viewer may see.

        All of them once the game is over.
        """
        twin = self.copy()
        twin._draw = self._draw.show_only(self._seen(viewer))
        twin.reader = None if sight.waiting_index(self.options, self._moment, viewer) is None else viewer
        return twin

    def at(self, number: int) -> Self:
        """Return the game as it was after `number` entries."""
        if not 0 <= number <= self.turn:
            raise Refusal(NO_SUCH_TURN)
        twin = object.__new__(type(self))
        twin.options, twin.tags, twin.reader = self.options, dict(self.tags), self.reader
        twin._draw = self._draw
        twin._entries, twin._moments = self._entries[:number], self._moments[: number + 1]
        return twin

    # Trials: what might be played from here, with other tiles.

    def trial(self, number: int) -> Self:
        """Return a second game from entry `number` on.

        It forgets the tiles drawn later, but for the reader's waiting one.
        """
        if number == self.turn and not self.over:
            return self.seen_by(self.reader)
        twin = self.at(number)
        twin._draw = self._draw.show_only(self.tiles[: twin.tiles_placed + (not twin.over)])
        return twin

    def unseen(self) -> dict[str, int]:
        """Return how often each tile may still come: those of the full set that are unknown, and the drawn one."""
        return self._draw.unseen(self.tiles_placed)

    def brought(self) -> str | None:
        """Return the tile that was drawn for this turn, if it is known."""
        return self.tile

    def suppose(self, text: str, seat: int | None = None) -> str:
        """Play a turn of a trial, with the tile that it names instead of the drawn one."""
        said = notation.read_turn(text)
        if isinstance(said, TurnParts):
            self.redeal(said.placement.tile)
        return self.play(text, seat)

    def redeal(self, tile: str) -> None:
        """Name the tile of this turn anew; raise IllegalTurn when it can't come."""
        if self.standing.reason is not None:
            raise IllegalTurn(*turns.OVER[self.standing.reason])
        self._draw = self._draw.name_tile(self.tiles_placed, tile)

    @classmethod
    def from_record(cls, text: str) -> Self:
        """Return the game of a record, checked whole; raises RecordError."""
        read = record.read_parts(text)
        with record.blame_line(read.tag_lines["Tiles"], None):
            game = cls(read.options, read.tiles)
        game.tags = read.tags
        reading.play_record(game, read)
        return game

    # Orders left for later: a prepared turn, for the tile that a preview shows.

    def orderable(self, seat: int) -> tuple[str, ...]:
        """Return a turn, once the tile for it is seen."""
        return () if self.waiting(seat) is None else (PREPARED.name,)

    def why_not_order(self, order: Order, seat: int) -> Violation | None:
        """Return why `seat` can't prepare this turn now, or None."""
        return orders.order_violation(order, self.waiting(seat))

    def ordered(self, left: Mapping[int, Sequence[Order]]) -> CarriedOrder | None:
        """Return the first prepared turn of the seat to move that is legal, if there is one; the others are dropped."""
        seat = self.to_move
        return None if seat is None else orders.carry_out_orders(left.get(seat, ()), seat, self.why_not)

    # How it is done.

    @property
    def _moment(self) -> Moment:
        return self._moments[-1]

    def _judge(self, text: str, seat: int | None) -> Outcome:
        return turns.judge_text(self._moment, self.options, self.tile, text, seat)

    def _builds(self, placed: Placement, seat: int) -> list[str]:
        land = placement.place_tile(self.position, placed, self.tiles_placed)
        builds = building.legal_builds(land, seat, self.options.founding)
        return sorted(map(notation.build_text, builds)) or [notation.NO_BUILD]

    def _entry(self, number: int) -> Entry:
        if not 1 <= number <= self.turn:
            raise Refusal(NO_SUCH_TURN)
        return self._entries[number - 1]

    def _seen(self, viewer: int | None) -> list[str | None]:
        return sight.seen_draw(self.options, self._moment, self.tiles, viewer)

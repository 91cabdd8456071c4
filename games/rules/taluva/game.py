"""A game of Taluva: the log, and the position that follows from it (T-11)."""

from collections.abc import Iterable, Sequence
from typing import Self

from games.rules.contract import Entry, IllegalTurn, Order, RecordError, Violation
from games.rules.taluva import building, ending, events, notation, placement, record, state, text_board, tiles
from games.rules.taluva.events import Event, Moment
from games.rules.taluva.notation import Departure, Turn
from games.rules.taluva.options import Options
from games.rules.taluva.position import FULL_SUPPLY, Position, Supply
from games.rules.taluva.state import State

PREPARED = "turn"


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
        self._tiles: list[str | None] = [None] * options.tile_count
        self._entries: list[Entry] = []
        held = [FULL_SUPPLY] * options.players if supplies is None else [Supply(*supply) for supply in supplies]
        self._moments = [Moment(Position.at_start(held), ending.Standing.at_start(options.players), 0)]
        self._know(tiles)

    # What can be asked.

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
        return None if self.over else self._tiles[self.tiles_placed]

    @property
    def tiles(self) -> tuple[str | None, ...]:
        """The draw as far as this game knows it, None for each tile that it doesn't."""
        return tuple(self._tiles)

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
        """Whether the game has ended."""
        return self.standing.over

    @property
    def places(self) -> tuple[int | None, ...]:
        """The place of every seat, None while it has none."""
        return self.standing.places

    @property
    def reason(self) -> str | None:
        """`early`, `tiles` or `last-standing` once the game is over."""
        return self.standing.reason.value if self.standing.reason else None

    def awaited(self) -> tuple[int, ...]:
        """The seat to move, or nobody."""
        return () if self.to_move is None else (self.to_move,)

    def legal_placements(self) -> list[str]:
        """The legal placements of the drawn tile, sorted; empty when there is none, or it is not known."""
        if self.tile is None:
            return []
        return sorted(map(notation.placement_text, placement.legal_placements(self.position, self.tile)))

    def legal_builds(self, text: str) -> list[str]:
        """What may be built after this placement, sorted; `-` alone if nothing; raises IllegalTurn when not legal."""
        placed = notation.read_placement(text)
        violation = self.why_not_placement(text)
        if violation or placed is None or self.to_move is None:
            raise IllegalTurn(*(violation or notation.NOT_A_PLACEMENT))
        return self._builds(placed, self.to_move)

    def choices(self, seat: int) -> list[str]:
        """All legal turns, sorted; empty for a seat that is not to move."""
        if seat != self.to_move or self.tile is None:
            return []
        places = placement.legal_placements(self.position, self.tile)
        turns: list[str] = []
        for place in places:
            text = notation.placement_text(place)
            turns += [f"{text} {build}" for build in self._builds(place, seat)]
        return sorted(turns)

    def why_not(self, text: str, seat: int | None = None) -> Violation | None:
        """The first clause that forbids this turn of `seat` (of the seat to move, if left out), or None."""
        judged = self._judge(text, seat)
        return judged if isinstance(judged, Violation) else None

    def why_not_placement(self, text: str) -> Violation | None:
        """The first clause that forbids this placement of the drawn tile, or None."""
        placed = notation.read_placement(text)
        if placed is None:
            return notation.NOT_A_PLACEMENT
        if self.over:
            return self._over_refusal()
        return self._tile_refusal(placed) or placement.refusal(self.position, placed)

    # What changes the game.

    def play(self, text: str, seat: int | None = None) -> str:
        """Plays the turn and returns it as the log keeps it; raises IllegalTurn and changes nothing on a refusal."""
        judged = self._judge(text, seat)
        if isinstance(judged, Violation):
            raise IllegalTurn(*judged)
        entry, moment = judged
        self._entries.append(entry)
        self._moments.append(moment)
        return entry.text

    def resign(self, seat: int) -> str:
        """Plays the resignation of `seat` and returns the text for the log."""
        return self.play(notation.RESIGN, seat)

    def timeout(self, seat: int) -> str:
        """Plays that `seat` ran out of time and returns the text for the log."""
        return self.play(notation.TIMEOUT, seat)

    def deal(self, tile: str, index: int | None = None) -> None:
        """Names the next tile that is not known yet, or tile number `index` (from 0) of the draw."""
        if index is None:
            index = self._tiles.index(None) if None in self._tiles else len(self._tiles)
        if not 0 <= index < len(self._tiles) or self._tiles[index] not in (None, tile):
            raise IllegalTurn("T-2.7", "This tile of the draw is known already.")
        self._know([*self._tiles[:index], tile, *self._tiles[index + 1 :]])

    # What a viewer may see.

    def waiting(self, seat: int) -> str | None:
        """The tile that `seat` waits with and sees (T-2.6), if there is one."""
        index = self._waiting_index(seat)
        return None if index is None else self._tiles[index]

    def state(self, viewer: int | None = None) -> State:
        """The position as JSON-serialisable data that this viewer may see."""
        data = state.state(
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
        """The text of entry `number`, which everybody sees whole."""
        return self._entries[number - 1].text

    def events(self, number: int) -> list[Event]:
        """What entry `number` did."""
        seat, text = self._entries[number - 1]
        entry = notation.read(text)
        assert entry is not None
        return events.events(seat, entry, self._moments[number - 1], self._moments[number])

    def to_record(self, viewer: int | None = None, **tags: str) -> str:
        """The record that this viewer may see; the whole draw once the game is over."""
        result = " ".join(map(str, self.places)) if self.over else record.RUNNING
        seen = self._tiles_seen_by(self.reader if viewer is None else viewer)
        return record.write(self.options, seen, self.tags | tags, result, (text for _, text in self._entries))

    def drawn(self) -> str:
        """The position drawn in text."""
        return text_board.draw(self.position, self.standing, self.tile)

    # Other games.

    def copy(self) -> Self:
        """A second game that goes its own way."""
        return self.at(self.turn)

    def seen_by(self, viewer: int | None) -> Self:
        """A second game that knows no tile but those which this viewer may see; all of them once the game is over."""
        twin = self.copy()
        seen = list(self._tiles_seen_by(viewer))
        twin._tiles = seen + [None] * (len(self._tiles) - len(seen))
        twin.reader = None if viewer is None or self._waiting_index(viewer) is None else viewer
        return twin

    def at(self, number: int) -> Self:
        """The game as it was after `number` entries."""
        twin = object.__new__(type(self))
        twin.options, twin.tags, twin.reader = self.options, dict(self.tags), self.reader
        twin._tiles = list(self._tiles)
        twin._entries, twin._moments = self._entries[:number], self._moments[: number + 1]
        return twin

    @classmethod
    def from_record(cls, text: str) -> Self:
        """The game of a record, checked whole; raises RecordError."""
        read = record.read(text)
        game = cls(read.options)
        game.tags = read.tags
        game._play_record(read)
        return game

    # Orders left for later: a prepared turn, for the tile that a preview shows.

    def why_not_order(self, order: Order, seat: int) -> Violation | None:
        """Why `seat` can't prepare this turn now, or None."""
        turn = notation.read(order.text)
        if order.kind != PREPARED or not isinstance(turn, Turn):
            return notation.NOT_A_TURN
        waiting = self.waiting(seat)
        if waiting is None:
            return Violation("T-2.6", "You see no tile yet that you could prepare a turn for.")
        return None if turn.placement.tile == waiting else WRONG_TILE

    def ordered(self, seat: int, orders: Iterable[Order]) -> str | None:
        """The first prepared turn that `seat` can play now, or None."""
        texts = (order.text for order in orders if order.kind == PREPARED)
        return next(
            (text for text in texts if isinstance(notation.read(text), Turn) and not self.why_not(text, seat)), None
        )

    # How it is done.

    def _judge(self, text: str, seat: int | None) -> tuple[Entry, Moment] | Violation:
        """What the text does, or why it can't be played."""
        said = notation.read(text)
        if said is None:
            return notation.NOT_A_TURN
        if isinstance(said, Departure):
            return self._judge_departure(said, seat)
        if self.to_move is None:
            return self._over_refusal()
        if seat not in (None, self.to_move):
            return NOT_TO_MOVE
        return self._judge_turn(said, self.to_move)

    def _judge_turn(self, turn: Turn, seat: int) -> tuple[Entry, Moment] | Violation:
        position, placed = self.position, turn.placement
        violation = self._tile_refusal(placed) or placement.refusal(position, placed)
        if violation:
            return violation
        land = placement.after(position, placed, self.tiles_placed)
        build = turn.build
        if build is None:
            if building.has_build(land, seat, self.options.founding):
                return CAN_BUILD
            return self._after_turn(turn, land, seat)
        violation = building.refusal(land, seat, build, self.options.founding)
        if violation:
            return violation
        build = building.canonical(land, seat, build)
        return self._after_turn(Turn(placed, build), building.after(land, seat, build), seat)

    def _after_turn(self, turn: Turn, position: Position, seat: int) -> tuple[Entry, Moment]:
        placed = self.tiles_placed + 1
        standing = ending.after_turn(
            self.standing,
            seat,
            position.supplies,
            self.options,
            has_built=turn.build is not None,
            is_last=placed == self.options.tile_count,
        )
        return Entry(seat, notation.turn_text(*turn)), Moment(position, standing, placed)

    def _judge_departure(self, departure: Departure, seat: int | None) -> tuple[Entry, Moment] | Violation:
        """T-6.4: who may resign, and who can run out of time."""
        position, standing, placed = self._moments[-1]
        leaving = departure.seat if departure.seat is not None else standing.to_move if seat is None else seat
        if self.over or leaving is None:
            return Violation("T-6.4", "The game is over.")
        if seat not in (None, leaving):
            return Violation("T-6.4", "Nobody resigns for somebody else.")
        if leaving not in standing.seats_in:
            return Violation("T-6.4", "This seat plays no more.")
        if departure.how == notation.TIMEOUT and leaving != standing.to_move:
            return Violation("T-6.4", "Only the seat to move runs out of time.")
        text = departure.how if leaving == standing.to_move else f"{departure.how}:{leaving}"
        return Entry(leaving, text), Moment(position, ending.after_departure(standing, leaving, self.options), placed)

    def _over_refusal(self) -> Violation:
        """No turn follows the last one."""
        assert self.standing.reason is not None
        return OVER[self.standing.reason]

    def _tile_refusal(self, placed: placement.Placement) -> Violation | None:
        """T-2.7: the tile has to be the drawn one, and it has to be known."""
        if self.tile is None:
            return Violation("T-2.7", "The tile of this turn is not known yet.")
        return None if placed.tile == self.tile else WRONG_TILE

    def _builds(self, placed: placement.Placement, seat: int) -> list[str]:
        land = placement.after(self.position, placed, self.tiles_placed)
        builds = building.legal_builds(land, seat, self.options.founding)
        return sorted(map(notation.build_text, builds)) or [notation.NO_BUILD]

    def _know(self, draw: Iterable[str | None]) -> None:
        """Takes over these tiles from the beginning of the draw on; raises IllegalTurn when it can't be them."""
        known = list(draw)
        if len(known) > len(self._tiles):
            raise IllegalTurn("T-2.2", "These are more tiles than the game is played with.")
        known += self._tiles[len(known) :]
        violation = tiles.draw_refusal(self.options.players, known)
        if violation:
            raise IllegalTurn(*violation)
        self._tiles = known

    def _waiting_index(self, seat: int) -> int | None:
        """The index in the draw of the tile of the next turn of `seat`, if it waits and sees it (T-2.6)."""
        if not self.options.preview or self.to_move is None or seat == self.to_move:
            return None
        order = self.standing.turns_from(self.to_move)
        index = self.tiles_placed + order.index(seat) if seat in order else len(self._tiles)
        return index if index < len(self._tiles) else None

    def _tiles_seen_by(self, viewer: int | None) -> Sequence[str | None]:
        """The draw as a record shows it to this viewer (T-10.1)."""
        if self.over:
            return trimmed(self._tiles)
        shown = [*self._tiles[: self.tiles_placed + 1]]
        index = None if viewer is None else self._waiting_index(viewer)
        if index is not None and self._tiles[index] is not None:
            shown += [None] * (index - len(shown)) + [self._tiles[index]]
        return trimmed(shown)

    def _play_record(self, read: record.Record) -> None:
        """Plays a record's turns with its tiles, and checks its result."""
        try:
            self._know(read.tiles)
        except IllegalTurn as illegal:
            raise RecordError(read.tag_lines["Tiles"], None, illegal.clause or "", illegal.message) from illegal
        for line in read.turns:
            try:
                self.play(line.text)
            except IllegalTurn as illegal:
                raise RecordError(line.line, line.turn, illegal.clause or "", illegal.message) from illegal
        self._check_tiles(read)
        result = " ".join(map(str, self.places)) if self.over else record.RUNNING
        if read.result is not None and " ".join(read.result.split()) != result:
            number, turn = read.tag_lines["Result"], self.turn or None
            raise RecordError(number, turn, "T-10.3", f"The result that follows from the turns is “{result}”.")

    def _check_tiles(self, read: record.Record) -> None:
        """T-10.1: the record of an unfinished game shows no more than one reader may see."""
        if self.over or len(read.tiles) <= self.tiles_placed + 1:
            return
        readers = [seat for seat in self.standing.seats_in if list(self._tiles_seen_by(seat)) == read.tiles]
        if not readers:
            message = "The tiles of an unfinished game end with the drawn one, or with the reader's waiting tile."
            raise RecordError(read.tag_lines["Tiles"], None, "T-10.1", message)
        self.reader = readers[0]


def trimmed(draw: Sequence[str | None]) -> list[str | None]:
    """The draw without the unknown tiles at its end."""
    known = [index for index, tile in enumerate(draw) if tile is not None]
    return list(draw[: known[-1] + 1]) if known else []


WRONG_TILE = Violation("T-2.7", "This is not the tile that was drawn for this turn.")
NOT_TO_MOVE = Violation("T-2.1", "It is not this seat's turn.")
CAN_BUILD = Violation("T-6.1", "Something can be built, so it has to be.")
OVER = {
    ending.Reason.EARLY: Violation("T-7.1", "The game is over."),
    ending.Reason.TILES: Violation("T-7.2", "The game is over."),
    ending.Reason.LAST_STANDING: Violation("T-6.3", "The game is over."),
}

"""A game of Volcanique: the log, and the positions that follow from it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Self

from games.contract import CarriedOrder, Entry, IllegalTurn, Occasion, Order, Refusal, Settings, Violation
from games.volcanique.rules import state, text_board
from games.volcanique.rules.entries import notation
from games.volcanique.rules.entries.actions import Action, Die, Leave, Reveal
from games.volcanique.rules.options import Options
from games.volcanique.rules.position.ending import end_reason
from games.volcanique.rules.position.position import Event, Position
from games.volcanique.rules.records import writing
from games.volcanique.rules.scoring import all_scores, final_places
from games.volcanique.rules.secrets import Knowledge
from games.volcanique.rules.state import State
from games.volcanique.rules.turns import judging, listing, occasions, orders
from games.volcanique.rules.turns.turns import SetupStep

NO_SUCH_ENTRY = "This game has no such entry."


class Game:
    """A game in memory. What it knows of chance and secrets is in `knowledge`, the rest is open to all."""

    def __init__(self, options: Options, grid: Mapping[str, str], knowledge: Knowledge, rolls: int = 0) -> None:
        self.options = options
        self.grid = dict(grid)
        self.knowledge = knowledge
        self.tags: dict[str, str] = {}
        self.reader: int | None = None  # whose record the game was read from, or whose copy it is
        self._entries: list[Entry] = []
        start = Position(options, grid)
        start.rolls = self.first_roll = rolls
        start.agenda = (SetupStep(0),)
        judging.advance_rules(start)
        self._positions = [start]
        self._choices: tuple[tuple[int, int, str, Knowledge], list[str]] | None = None

    def __repr__(self) -> str:
        """Return the last entry and the board after it: what a failing test shows."""
        last = f"{self.turn}. {self._entries[-1]}" if self._entries else "the start"
        return f"{last}\n{self.drawn()}"

    # What can be asked.

    @property
    def settings(self) -> Settings:
        """The options as a form, a record and the database keep them."""
        return self.options.settings()

    @property
    def position(self) -> Position:
        """The position after the last entry."""
        return self._positions[-1]

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
        return self.position.over

    @property
    def places(self) -> tuple[int | None, ...]:
        """The place of every seat, None while it has none."""
        return final_places(self.position)

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """Each seat alone."""
        return tuple((seat,) for seat in self.position.seats)

    @property
    def reason(self) -> str | None:
        """Why the game ended, None while it runs (V-20.4)."""
        return end_reason(self.position)

    def awaited(self) -> tuple[int, ...]:
        """Return the seats that have something to decide now."""
        return judging.awaited_seats(self.position)

    def may_play(self) -> tuple[int, ...]:
        """Those awaited, and holders of limited powers at quiet points (V-22.8)."""
        return occasions.may_play(self.position)

    def occasion(self, seat: int) -> Occasion | None:
        """V-28.25: the turn of the active seat, or questions to another one."""
        return occasions.occasion(self.position, seat)

    def choices(self, seat: int, begin: str = "") -> list[str]:
        """Return the legal entries that begin so, sorted.

        Without a beginning all but what only one spells out (V-28.24).
        """
        key = self.turn, seat, begin, self.knowledge
        if self._choices is None or self._choices[0] != key:
            self._choices = key, listing.list_entries(self.position, seat, begin, self.brought())
        return list(self._choices[1])

    def why_not(self, text: str, seat: int | None = None) -> Violation | None:
        """Return the first clause that forbids this entry of `seat` (of the first awaited, if left out), or None."""
        judged = self._judge(text, self._seat(seat))
        return judged if isinstance(judged, Violation) else None

    def is_departure(self, text: str) -> bool:
        """Return whether the text is a resignation or a time-out."""
        return isinstance(notation.read_entry(text), Leave)

    # What changes the game.

    def play(self, text: str, seat: int | None = None) -> str:
        """Plays the entry and returns it as the log keeps it; raises IllegalTurn and changes nothing on a refusal."""
        by = self._seat(seat)
        judged = self._judge(text, by)
        if isinstance(judged, Violation):
            raise IllegalTurn(*judged)
        pos = self.position
        rolls = self.knowledge.counter_after(pos) if isinstance(judged, Die) else pos.rolls
        after = judging.position_after(pos, by, judged, rolls)
        self.knowledge = replace_assumed(self.knowledge.with_secret(pos, judged))
        self._entries.append(Entry(by, notation.write_entry(judged)))
        self._positions.append(after)
        return self._entries[-1].text

    def resign(self, seat: int) -> str:
        """Plays the resignation of `seat` and returns the text for the log."""
        return self.play("resign", seat)

    def timeout(self, seat: int) -> str:
        """Plays what follows when `seat` runs out of time: the answer by the rules, or a departure (V-28.23)."""
        text = occasions.late_answer(self.position, seat)
        if text is None and not self.over and seat in self.awaited() and occasions.is_due(self.position):
            text = self.choices(seat)[0]
        return self.play("timeout" if text is None else text, seat)

    # What a viewer may see.

    def state(self, viewer: int | None = None) -> State:
        """Return the position as JSON-serialisable data that this viewer may see."""
        return state.state_data(self.position, self.turn, self._seen(viewer).rotations)

    def text_for(self, number: int, viewer: int | None = None) -> str:
        """Return the text of entry `number`, a secret rotation masked until it has come out (V-23.6)."""
        seat, text = self._entry(number)
        if number not in self.knowledge.rotations or seat == viewer or self._is_public(number):
            return text
        return notation.mask_secret(text)

    def events(self, number: int) -> list[Event]:
        """Return what entry `number` did."""
        self._entry(number)
        return [dict(event) for event in self._positions[number].events]

    @property
    def result(self) -> str:
        """The points of all seats, as a record has them."""
        return " ".join(f"P{seat + 1}={score.total}" for seat, score in enumerate(all_scores(self.position)))

    def to_record(self, seat: int | None = None, **tags: str) -> str:
        """Return the record that this seat, or a spectator, may see; with the seed once the game is over."""
        viewer = self.reader if seat is None else seat
        return writing.record_of(self, viewer, self.tags | tags)

    def drawn(self) -> str:
        """Return the position drawn in text, the same for everybody: secrets are in it once the game is over."""
        return text_board.draw_text(self.position, self.knowledge.rotations if self.over else {})

    # Other games.

    def copy(self) -> Self:
        """Return a second game that goes its own way."""
        return self.at(self.turn)

    def at(self, number: int) -> Self:
        """Return the game as it was after `number` entries."""
        if not 0 <= number <= self.turn:
            raise Refusal(NO_SUCH_ENTRY)
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.tags, twin._choices = dict(self.tags), None
        twin._entries, twin._positions = self._entries[:number], self._positions[: number + 1]
        if number < self.turn:
            rotations = {entry: turned for entry, turned in self.knowledge.rotations.items() if entry <= number}
            twin.knowledge = replace(self.knowledge, rotations=rotations, assumed=None)
        return twin

    def seen_by(self, viewer: int | None) -> Self:
        """Return a second game that knows nothing but what this viewer may see; everything once the game is over."""
        twin = self.copy()
        twin._entries = [
            Entry(seat, self.text_for(number, viewer)) for number, (seat, _) in enumerate(self._entries, 1)
        ]
        twin.knowledge, twin.reader = self._seen(viewer), viewer
        return twin

    def trial(self, number: int) -> Self:
        """Return a second game from entry `number` on, that knows no more than was known then."""
        return self.at(number).seen_by(self.reader)

    def unseen(self) -> dict[str, int]:
        """Return what chance may bring now: the results of a die, or the rotations of a tile (V-23.7)."""
        return {} if self.over else listing.results_of(self.position)

    def brought(self) -> str | None:
        """Return what chance has brought for now; None when that is not known, or nothing was."""
        return self.knowledge.due(self.position)

    def suppose(self, text: str, seat: int | None = None) -> str:
        """Plays an entry of a trial, with the result of chance that it names."""
        said = notation.read_entry(text)
        if isinstance(said, Die | Reveal):
            result = str(said.result if isinstance(said, Die) else said.rotation)
            if result in self.unseen():
                self.redeal(result)
        return self.play(text, seat)

    def redeal(self, drawn: str) -> None:
        """Decides in a trial what chance brings now; raises IllegalTurn when it can't."""
        if drawn not in self.unseen():
            raise IllegalTurn(*(judging.OVER if self.over else judging.NOTHING_DUE))
        self.knowledge = replace(self.knowledge, assumed=drawn)

    # Orders left for later.

    def orderable(self, seat: int) -> tuple[str, ...]:
        """Return the kinds of orders that `seat` may leave now."""
        return orders.orderable_kinds(self.position, seat)

    def why_not_order(self, order: Order, seat: int) -> Violation | None:
        """Why `seat` can't leave this order now, or None."""
        return orders.order_violation(self.position, order, seat)

    def ordered(self, left: Mapping[int, Sequence[Order]]) -> CarriedOrder | None:
        """Return the result of chance that is due, the answers that policies give, and armed orders."""
        due = self.brought()
        if due is not None:
            return CarriedOrder(self.position.active, listing.due_texts(self.position, due, "")[0], was_left=False)
        if self.over or occasions.is_due(self.position):
            return None
        done = orders.carry_out_orders(self.position, left)
        if done is None or done.text is None or self.why_not(done.text, done.seat) is None:
            return done
        return done._replace(text=None)

    # How it is done.

    def _seat(self, seat: int | None) -> int:
        return next(iter(self.awaited()), 0) if seat is None else seat

    def _judge(self, text: str, seat: int) -> Action | Violation:
        said, pos = notation.read_entry(text), self.position
        if said is None:
            return notation.NOT_AN_ENTRY
        if seat not in pos.seats:
            return judging.NOT_YOUR_TURN
        action = judging.normalise_action(pos, said)
        knows_all = self.knowledge.is_whole and not self.over
        return judging.why_not(pos, seat, action, self.brought(), knows_all=knows_all) or action

    def _entry(self, number: int) -> Entry:
        if not 1 <= number <= self.turn:
            raise Refusal(NO_SUCH_ENTRY)
        return self._entries[number - 1]

    def _is_public(self, number: int) -> bool:
        return self.over or number in self.position.shown

    def _seen(self, viewer: int | None) -> Knowledge:
        owners = {number: self._entries[number - 1].seat for number in self.knowledge.rotations}
        return self.knowledge.seen(self.position, owners, viewer)


def replace_assumed(knowledge: Knowledge) -> Knowledge:
    """Return what a game knows after an entry: what was assumed is done."""
    return knowledge if knowledge.assumed is None else replace(knowledge, assumed=None)

"""What the site asks of any game, and all that it knows of it."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol, Self, TypeAlias

Settings: TypeAlias = dict[str, str | int]


class Refusal(Exception):  # noqa: N818 - people meet it as a refusal, not as an error
    """Something a person asked for that can't be done, with a sentence that says why."""

    def __init__(self, message: str, clause: str | None = None) -> None:
        super().__init__(message, clause)
        self.message = message
        self.clause = clause

    def __str__(self) -> str:
        return self.message


class Violation(NamedTuple):
    """A broken clause and the sentence that a player reads."""

    clause: str
    message: str


class IllegalTurn(Refusal):
    """A turn that the rules do not allow."""

    def __init__(self, clause: str, message: str) -> None:
        super().__init__(message, clause)
        self.args = (clause, message)


class RecordError(Refusal):
    """A record that can't be read: the line, the turn (None: before the first) and the clause that is broken."""

    def __init__(self, line: int, turn: int | None, clause: str, message: str) -> None:
        super().__init__(message, clause)
        self.args = (line, turn, clause, message)
        self.line = line
        self.turn = turn

    def __str__(self) -> str:
        turn = "" if self.turn is None else f", turn {self.turn}"
        return f"line {self.line}{turn}: {self.message} ({self.clause})"


class Choice(NamedTuple):
    """One value of an option, and the numbers of players that may choose it."""

    value: str
    label: str
    seats: tuple[int, ...]


class Option(NamedTuple):
    """A declared option: enough to build a form. An option with the choices off and on is a switch.

    A form shows options of one group together; a game with few options needs no groups.
    """

    name: str
    label: str
    sentence: str
    clause: str
    choices: tuple[Choice, ...]
    default: str
    group: str = ""

    @property
    def is_switch(self) -> bool:
        """Return whether the choices are off and on."""
        return [choice.value for choice in self.choices] == ["off", "on"]


class Preset(NamedTuple):
    """Settings that go well together, offered by name; what they leave out has its default."""

    name: str
    label: str
    sentence: str
    settings: Mapping[str, str]


class Credit(NamedTuple):
    """Whose game it is, and the licence under which a game's texts and drawings are adapted from theirs."""

    author: str
    licence: str
    url: str


class Entry(NamedTuple):
    """One line of the log: what one seat decided at once."""

    seat: int
    text: str


class Order(NamedTuple):
    """What a seat left to be done later, secret to that seat."""

    kind: str
    text: str


class OrderKind(NamedTuple):
    """A kind of order, and how many of it a seat may leave, the first preferred. Of one only, a new one replaces it.

    `action` is what the link says that leads to leaving one.
    """

    name: str
    label: str
    action: str
    sentence: str
    most: int


class CarriedOrder(NamedTuple):
    """What comes of orders now: what `seat` plays (None: nothing), and those of its orders that are spent by it.

    `was_left`: the seat had asked for it; else it is what the rules play for whoever left nothing.
    """

    seat: int
    text: str | None
    spent: tuple[Order, ...] = ()
    was_left: bool = True


class Occasion(NamedTuple):
    """What a seat decides, in one or more entries: its clock runs for this, and stops while others are asked.

    A name stands for one occasion of a game. Where a clock grows with each turn, only a turn makes it grow.
    """

    name: str
    is_turn: bool = True


class Game(Protocol):
    """A game in memory. Entries are counted from 1, others are refused; a viewer is a seat, or None for a spectator.

    An entry is what one seat decides at once: a turn, one action of several, an answer out of turn. Taking back, where
    a game has it, is a further entry, which records leave out (V-21.6).

    Chance before a turn is part of what the turn says, as Taluva's tile. Chance inside a turn is an entry of its own,
    in the name of the seat whose turn it is (V-28, A-60): while one is due that seat is awaited, `choices` is that one
    entry, or every possible one if the game does not know, and `ordered` carries it out.
    """

    @property
    def settings(self) -> Mapping[str, str | int]:
        """The settings that it was started with, as `check_options` gives them."""

    @property
    def tags(self) -> Mapping[str, str]:
        """What its record says besides: who sat where, as `Seat0`, and whatever somebody added."""

    @property
    def turn(self) -> int:
        """The number of entries so far."""

    @property
    def entries(self) -> Sequence[Entry]:
        """The log, as `replay` takes it."""

    @property
    def over(self) -> bool:
        """Return whether the game has ended."""

    @property
    def places(self) -> Sequence[int | None]:
        """The place of every seat, None while it has none."""

    @property
    def sides(self) -> Sequence[Sequence[int]]:
        """The seats that win and lose together: the teams, or each seat alone."""

    @property
    def reason(self) -> str | None:
        """Why the game ended, None while it runs."""

    def awaited(self) -> tuple[int, ...]:
        """Return the seats that have something to decide now: the game waits for them."""

    def may_play(self) -> tuple[int, ...]:
        """Return the seats that may play something now: those awaited, and where a game has it others too (V-22.8)."""

    def occasion(self, seat: int) -> Occasion | None:
        """Return what `seat` decides now, or goes on with when others have answered; None: nothing."""

    def choices(self, seat: int, begin: str = "") -> list[str]:
        """Return what `seat` may play now that begins with `begin`, canonical and sorted; nothing if it may not play.

        For a seat that is awaited it is never empty without `begin`, and all, but for what is too much to be listed
        (V-3.4, V-11.3, V-13, V-16.19): of that the more, the more of it `begin` says.
        """

    def why_not(self, text: str, seat: int | None = None) -> Violation | None:
        """Return the first clause that forbids `text`, or None when it is legal.

        Without a seat, of the seat to move.
        """

    def is_departure(self, text: str) -> bool:
        """Return whether `text` says that somebody leaves: a person's click or the clock says so, and no turn."""

    def play(self, text: str, seat: int | None = None) -> str:
        """Play `text` and return it as the log keeps it; raise IllegalTurn and change nothing on a refusal."""

    def resign(self, seat: int) -> str:
        """Play the resignation of `seat` and return the text for the log."""

    def timeout(self, seat: int) -> str:
        """Play what follows when `seat` runs out of time, a departure or not, and return the text for the log."""

    def state(self, viewer: int | None = None) -> Mapping[str, object]:
        """Return the position as JSON-serialisable data that this viewer may see."""

    def text_for(self, number: int, viewer: int | None = None) -> str:
        """Return the text of entry `number` as this viewer may see it."""

    def events(self, number: int) -> Sequence[Mapping[str, object]]:
        """Return what entry `number` did, as plain data."""

    def to_record(self, seat: int | None = None, **tags: str) -> str:
        """Return the record that this seat may see, everything once the game is over.

        Without a seat: what a spectator may see, and of a game that is `seen_by` somebody what they may.
        """

    def at(self, number: int) -> Self:
        """Return the game as it was after `number` entries."""

    def copy(self) -> Self:
        """Return a second game that goes its own way."""

    def seen_by(self, viewer: int | None) -> Self:
        """Return a second game that knows nothing but what this viewer may see; everything once the game is over."""

    def trial(self, number: int) -> Self:
        """Return a second game to try things on, from entry `number` on, that knows no more than was known then."""

    def unseen(self) -> Mapping[str, int]:
        """Return what chance may bring next, and how often it is left."""

    def brought(self) -> str | None:
        """Return what chance has brought for now, as `redeal` takes it; None when that is not known, or nothing was."""

    def suppose(self, text: str, seat: int | None = None) -> str:
        """Play `text` in a trial, with what it says that chance brought."""

    def redeal(self, drawn: str) -> None:
        """Decide in a trial what chance brings now; raise IllegalTurn when it can't."""

    def orderable(self, seat: int) -> tuple[str, ...]:
        """Return the kinds of orders that `seat` may leave now."""

    def why_not_order(self, order: Order, seat: int) -> Violation | None:
        """Return why `seat` can't leave this order now, or None when it can."""

    def ordered(self, left: Mapping[int, Sequence[Order]]) -> CarriedOrder | None:
        """Return what comes now of what the seats have left, or of their having left nothing; None when nothing does.

        It is asked after every entry, and again until it says None: what is carried out plays, spends, or both.
        """

    def drawn(self) -> str:
        """Return the position drawn in text, for a terminal."""


class StartedGame(NamedTuple):
    """A game at its start: `seating[seat]` is who sits there, by the order of joining from 0."""

    seating: tuple[int, ...]
    game: Game


class Rules(Protocol):
    """A game that the site offers. A setting is an option's value; the number of players is the setting `players`."""

    @property
    def key(self) -> str:
        """The word for it in addresses and records."""

    @property
    def title(self) -> str:
        """Its name for people."""

    @property
    def version(self) -> str:
        """The version of the rules that new games are started with."""

    @property
    def credit(self) -> Credit | None:
        """What every page about the game says of author and licence, if something of it is adapted from theirs."""

    @property
    def seats(self) -> tuple[int, ...]:
        """The numbers of players that can play."""

    @property
    def options(self) -> tuple[Option, ...]:
        """The declared options, in the order in which a form shows them."""

    @property
    def presets(self) -> tuple[Preset, ...]:
        """Settings that go well together, the first for beginners; none where the options need none."""

    @property
    def orders(self) -> tuple[OrderKind, ...]:
        """The kinds of orders that players may leave for later."""

    @property
    def endings(self) -> Mapping[str, str]:
        """How its games can end: each `reason`, and a few words for it."""

    @property
    def turn_notation(self) -> str:
        """How a turn is written, for authors of programs that play."""

    @property
    def state_fields(self) -> Mapping[str, str]:
        """What `Game.state` has, each field with a few words, for authors of programs."""

    def check_options(self, settings: Mapping[str, object]) -> Settings:
        """Return the settings complete and normalised, safe as JSON; raises Refusal with a sentence."""

    def start(self, settings: Mapping[str, object], seed: str, *, draw_seats: bool) -> StartedGame:
        """Return a new game that knows everything, from its seed."""

    def is_record(self, text: str) -> bool:
        """Return whether the text begins like a record of this game."""

    def from_record(self, text: str) -> Game:
        """Return the game of a record, checked whole; raises RecordError."""

    def rename_seats(self, text: str, names: Mapping[int, str]) -> str:
        """Return the record with these names where it names these seats; nothing else in it changes."""

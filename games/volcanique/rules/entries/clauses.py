"""Tables of clauses: what each kind of entry must fulfil, in the order in which it is asked, and what it then does."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, NamedTuple, Protocol, TypeVar

from games.contract import Violation
from games.volcanique.rules.position.position import Position

A = TypeVar("A")


class Clause(NamedTuple, Generic[A]):
    """One sentence of the rules: an entry of a seat for which it does not hold is not legal."""

    number: str
    message: str
    holds: Callable[[Position, int, A], bool]


class AnyRule(Protocol):
    """What can be judged and done, whatever kind of entry it is."""

    def why_not(self, pos: Position, seat: int, action: object) -> Violation | None:
        """Return the first clause that forbids the entry."""

    def do(self, pos: Position, seat: int, action: object) -> None:
        """Do what a legal entry does, on a position to work on."""


@dataclass(frozen=True)
class Rule(Generic[A]):
    """The rules of one kind of entry."""

    kind: type[A]
    clauses: tuple[Clause[A], ...]
    effect: Callable[[Position, int, A], None]

    def why_not(self, pos: Position, seat: int, action: object) -> Violation | None:
        """Return the first clause that forbids the entry."""
        assert isinstance(action, self.kind)
        for number, message, holds in self.clauses:
            if not holds(pos, seat, action):
                return Violation(number, message)
        return None

    def do(self, pos: Position, seat: int, action: object) -> None:
        """Do what a legal entry does, on a position to work on."""
        assert isinstance(action, self.kind)
        self.effect(pos, seat, action)

"""The rules of a match's clock: days for each turn, a bank that grows with each turn, or no limit."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from games.matches.clocks.calendar import Calendar, active_time, end_of

NOTHING = timedelta(0)
DAYS_PER_TURN = (1, 2, 3, 5, 7, 14)
LAST_CALL = timedelta(hours=2)
SHARES = (50, 20)


@dataclass(frozen=True)
class Clock:
    """Either `per_turn`, or a bank with which one starts, what a turn adds, and what it may hold at most."""

    per_turn: timedelta | None = None
    bank: timedelta | None = None
    increment: timedelta = NOTHING
    cap: timedelta | None = None

    def allowance(self, bank: timedelta | None, given: timedelta = NOTHING) -> timedelta | None:
        """Return how long a turn may take with so much in the bank; None: no limit."""
        if self.per_turn is not None:
            return self.per_turn + given
        if self.bank is not None:
            return (self.bank if bank is None else bank) + given
        return None

    def bank_after(
        self, bank: timedelta | None, used: timedelta, given: timedelta = NOTHING, *, is_turn: bool = True
    ) -> timedelta | None:
        """Return the bank after a turn, or something else that a seat decided, which took so long."""
        if self.bank is None:
            return None
        left = max(NOTHING, (self.bank if bank is None else bank) + given - used)
        full = left + self.increment if is_turn else left
        return full if self.cap is None else max(min(full, self.cap), min(left, full))

    def bank_on_return(self) -> timedelta | None:
        """Return the bank of somebody who comes back after it had run dry: what a turn adds, and a day at least."""
        return None if self.bank is None else min(self.bank, max(self.increment, timedelta(days=1)))


NO_LIMIT = Clock()


class DeadlineWarning(NamedTuple):
    """That so much time is left: `share` per cent, or 0 for the last call."""

    at: datetime
    share: int


@dataclass(frozen=True)
class RunningTurn:
    """A turn that began at `since` and may take `allowance` of its player's own time."""

    calendar: Calendar
    since: datetime
    allowance: timedelta

    def deadline(self) -> datetime:
        return end_of(self.calendar, self.since, self.allowance)

    def used(self, now: datetime) -> timedelta:
        return active_time(self.calendar, self.since, now)

    def left(self, now: datetime) -> timedelta:
        """Return what is left of the allowance; below nothing once it is late."""
        return self.allowance - self.used(now)

    def warnings(self) -> list[DeadlineWarning]:
        """Return when to warn, in order: with half and with a fifth of the time left, and two hours before the end."""
        shares = [
            DeadlineWarning(end_of(self.calendar, self.since, self.allowance * (100 - share) / 100), share)
            for share in SHARES
        ]
        deadline = self.deadline()
        last = DeadlineWarning(deadline - LAST_CALL, 0)
        known = [warning for warning in (*shares, last) if self.since < warning.at < deadline]
        return sorted(known)

    def next_warning(self, after: datetime) -> DeadlineWarning | None:
        return next((warning for warning in self.warnings() if warning.at > after), None)

"""Whose time it is, and until when: computed from the clock's rules, a person's calendar and the log, never ticked."""

from games.matches.clocks.calendar import ALWAYS, Calendar, Vacation, active_time, end_of, in_force
from games.matches.clocks.clock_rules import NO_LIMIT, Clock, DeadlineWarning, RunningTurn

__all__ = [
    "ALWAYS",
    "NO_LIMIT",
    "Calendar",
    "Clock",
    "DeadlineWarning",
    "RunningTurn",
    "Vacation",
    "active_time",
    "end_of",
    "in_force",
]

"""A scheduler that goes on when the machine's clock is set back."""

from __future__ import annotations

import logging
from datetime import UTC, datetime, timedelta
from typing import Any

from celery.beat import PersistentScheduler

log = logging.getLogger("taluva.scheduler")
# What an entry may be ahead of the clock by rounding.
TOLERANCE = timedelta(seconds=1)


class ClockProofScheduler(PersistentScheduler):
    """A scheduler that goes on after the clock has leapt forward and back.

    Celery's own waits until the clock has reached the last run of an entry again, as long as the leap was. Here an
    entry that has run in the future counts as run now, in memory and in the file.
    """

    def setup_schedule(self) -> None:
        super().setup_schedule()
        self.forget_future()

    def tick(self, *args: Any, **options: Any) -> float:
        self.forget_future()
        return float(super().tick(*args, **options))

    def forget_future(self) -> None:
        """Let entries that ran in the future count from now, and work out anew when each is due."""
        now = datetime.now(UTC)
        ahead = [entry for entry in self.schedule.values() if entry.last_run_at and entry.last_run_at > now + TOLERANCE]
        for entry in ahead:
            entry.last_run_at = now
        if ahead:
            log.warning(
                "The clock was set back: %s count from now.", ", ".join(sorted(str(entry.name) for entry in ahead))
            )
            self._heap = None  # celery fills it at the next tick

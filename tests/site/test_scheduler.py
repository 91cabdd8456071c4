"""The scheduler's own class, on a clock that leaps."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import time_machine

from taluva_site.celery import app
from taluva_site.queues.scheduler import ClockProofScheduler

START = datetime(2026, 11, 19, 12, tzinfo=UTC)
LEAPS = [timedelta(hours=26), timedelta(minutes=1), timedelta(days=400)]


class Recorder(ClockProofScheduler):
    """Notes what it sends, and by which clock."""

    def setup_schedule(self) -> None:
        self.sent: list[tuple[str, datetime]] = []
        super().setup_schedule()

    def apply_entry(self, entry: object, producer: object = None) -> None:
        self.sent.append((entry.name, datetime.now(UTC)))

    @property
    def producer(self) -> None:
        return None


def scheduler(folder: Path) -> Recorder:
    return Recorder(app, schedule_filename=str(folder / "beat"))


def ran(beat: Recorder, clock: time_machine.Coordinates, seconds: int) -> dict[str, int]:
    """How often each entry was sent in that time, slept through as the scheduler asks."""
    beat.sent.clear()
    left = float(seconds)
    while left > 0:
        pause = max(beat.tick(), 0.01)  # this clock stands still while the scheduler works
        clock.shift(pause)
        left -= pause
    names = [name for name, _at in beat.sent]
    return {name: names.count(name) for name in names}


def test_the_settings_name_it() -> None:
    assert app.conf.beat_scheduler == f"{ClockProofScheduler.__module__}.{ClockProofScheduler.__name__}"


@pytest.mark.parametrize("leap", LEAPS, ids=str)
def test_it_goes_on_within_a_minute_after_a_leap_forward_and_back(leap: timedelta, tmp_path: Path) -> None:
    with time_machine.travel(START, tick=False) as clock:
        beat = scheduler(tmp_path)
        ran(beat, clock, 60)
        clock.shift(leap)
        ahead = ran(beat, clock, 45)
        clock.shift(-leap)
        back = ran(beat, clock, 60)
        beat.close()

    assert ahead["heartbeat"] >= 4
    assert (back["heartbeat"], back["sweep"], back["mails"]) >= (5, 3, 3)


def test_it_goes_on_when_it_was_closed_while_the_clock_was_ahead(tmp_path: Path) -> None:
    """The file of the schedule has times to come."""
    with time_machine.travel(START + timedelta(hours=26), tick=False) as clock:
        before = scheduler(tmp_path)
        ran(before, clock, 60)
        before.close()
    with time_machine.travel(START, tick=False) as clock:
        beat = scheduler(tmp_path)
        back = ran(beat, clock, 60)
        latest = max(entry.last_run_at for entry in beat.schedule.values())
        beat.close()

    assert (back["heartbeat"], back["sweep"]) >= (5, 3)
    assert latest <= START + timedelta(seconds=61)


def test_it_runs_nothing_more_often_while_the_clock_is_right(tmp_path: Path) -> None:
    with time_machine.travel(START, tick=False) as clock:
        beat = scheduler(tmp_path)
        first, then = ran(beat, clock, 60), ran(beat, clock, 600)
        beat.close()

    assert ("guests" in first, "guests" in then) == (False, False)
    assert 58 <= then["heartbeat"] <= 62


def test_it_sleeps_no_longer_than_the_longest_loop(tmp_path: Path) -> None:
    with time_machine.travel(START, tick=False):
        beat = scheduler(tmp_path)
        assert beat.max_interval == app.conf.beat_max_loop_interval == 15
        beat.close()

"""The figures of the notices: the daily mails of 5,000 people, and what notices add to a turn.

python -m bench.notices [--json]
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING
from unittest import mock

if TYPE_CHECKING:
    from accounts.models import User
    from games.models import Match

PEOPLE = 5_000
TURNS = 200
LOOKED_AT = 20
WORDS = {
    "digest_s": f" (goal 30): daily mails of {PEOPLE:,} people gathered and queued",
    "digest_cpu_s": ": of the processor in it",
    "mail_ms": ": to render and keep one of them",
    "mail_cpu_ms": ": of the processor in it",
    "notices_queries": f" (goal 3): what they add to a turn, the most of {LOOKED_AT}",
    "notices_ms": f" (goal 2): what they add to a turn, medians of {TURNS}",
    "notices_cpu_ms": ": of the processor in it",
    "turn_ms": ": a turn without them",
}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="taluva-bench-") as folder:
        os.environ.update({"DJANGO_SETTINGS_MODULE": "taluva_site.settings", "TALUVA_VAR": folder})
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        with a_broker(Path(folder)):
            figures = measure()
    if options.json:
        print(json.dumps(figures))
    else:
        print("\n".join(f"{name} {figures[name]}{words}" for name, words in WORDS.items()))


def measure() -> dict[str, float]:
    """Return every figure, by its name."""
    gathered, gathering_cpu = digests()
    sent, sending_cpu = sent_mails()
    with_notices, quiet = turns()
    wall, processor = (with_them - without for with_them, without in zip(with_notices, quiet, strict=True))
    return {
        "digest_s": round(gathered, 1),
        "digest_cpu_s": round(gathering_cpu, 1),
        "mail_ms": round(sent * 1000 / PEOPLE, 1),
        "mail_cpu_ms": round(sending_cpu * 1000 / PEOPLE, 1),
        "notices_queries": queries(),
        "notices_ms": round(wall, 2),
        "notices_cpu_ms": round(processor, 2),
        "turn_ms": round(quiet[0], 2),
    }


@contextmanager
def a_broker(folder: Path) -> Iterator[None]:
    """Yield a real Valkey where the settings look for it, so that tasks are queued."""
    from taluva_site import environment
    from taluva_site.redis.valkey import socket_command
    from tests import processes

    with processes.running(socket_command(environment.socket_path(folder), folder), log=folder / "valkey.log"):
        time.sleep(1)
        yield


def digests() -> tuple[float, float]:
    """Return seconds until the daily mails of so many people are gathered and queued; each has a game that waits."""
    from accounts.models import Mail, NoticePreference, User
    from games.models import Delivery
    from games.models.notice import Event
    from games.notifications import deliveries
    from games.notifications.channels.mail import sending

    users = User.objects.bulk_create(
        [User(username=f"U{n}", name_key=f"u{n}", email=f"u{n}@club.example") for n in range(PEOPLE)]
    )
    NoticePreference.objects.bulk_create(
        [NoticePreference(user=user, event=kind, when="digest") for user in users for kind in Event.values]
    )
    now = waiting_games(users)
    while Delivery.objects.filter(state="waiting", digest=True).count() < PEOPLE:
        deliveries.plan_deliveries(now=now)
    started, spent = time.perf_counter(), time.process_time()
    later = now + timedelta(days=2)
    last: int | None = 0
    while last is not None:
        last = sending.gather_some(digest=True, after=last, now=later)
    seconds, cpu = time.perf_counter() - started, time.process_time() - spent
    assert Mail.objects.filter(state="waiting").count() == PEOPLE
    return seconds, cpu


def sent_mails() -> tuple[float, float]:
    """Return seconds until one worker has rendered and kept them, in a club whose inbox page shows its mails."""
    from django.utils import timezone

    from accounts.models import Mail
    from games.notifications.channels.mail import sending

    started, spent = time.perf_counter(), time.process_time()
    while Mail.objects.filter(state="waiting").exists():
        sending.send_due(now=timezone.now() + timedelta(days=2))
    seconds, cpu = time.perf_counter() - started, time.process_time() - spent
    assert Mail.objects.filter(state="sent").count() == PEOPLE
    return seconds, cpu


def waiting_games(users: Sequence[User]) -> datetime:
    """Create a game for each of them in which it is their turn, against the next of them."""
    from django.utils import timezone

    from games.models import Match, Notice, Seat
    from games.models.notice import Event

    now = timezone.now()
    matches = Match.objects.bulk_create(
        [
            Match(
                rules="taluva", rules_version="1", options={}, players=2, creator=user, state="running",
                sealed_seed="00", started_at=now, turn_at=now, days_per_turn=3, turn_number=1,
            )
            for user in users
        ]
    )  # fmt: skip
    seats = []
    for index, match in enumerate(matches):
        other = users[(index + 1) % len(users)]
        seats.append(
            Seat(match=match, index=0, user=users[index], joined=0, awaited_since=now, deadline=now + timedelta(days=3))
        )
        seats.append(Seat(match=match, index=1, user=other, joined=1))
    Seat.objects.bulk_create(seats, batch_size=500)
    Notice.objects.bulk_create(
        [
            Notice(user=user, event=Event.YOUR_TURN, match=match, turn=1, created_at=now)
            for user, match in zip(users, matches, strict=True)
        ]
    )
    return now


def turns() -> tuple[tuple[float, float], tuple[float, float]]:
    """Return milliseconds of a turn, and of the processor in it, with and without notices, measured by turns."""
    times: dict[bool, list[tuple[float, float]]] = {True: [], False: []}
    while len(times[False]) < TURNS:
        for with_notices in (True, False):
            match = a_match()
            with notices_on(with_notices):
                times[with_notices] += [timed_turn(match) for _index in range(10)]
    return medians(times[True]), medians(times[False])


def queries() -> int:
    """Return how many more queries a turn takes with notices than without, at most."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    counts: dict[bool, list[int]] = {True: [], False: []}
    for with_notices in (True, False):
        match = a_match()
        with notices_on(with_notices):
            for _index in range(LOOKED_AT):
                with CaptureQueriesContext(connection) as captured:
                    timed_turn(match)
                counts[with_notices].append(len(captured))
    return max(counts[True]) - min(counts[False])


def a_match() -> Match:
    """Create a game of four people."""
    from django.utils import timezone

    from accounts.models import User
    from games.matches.tables import tables
    from games.matches.tables.tables import SeatPlan

    users = [User.objects.get_or_create(username=f"Turn {n}", email=f"t{n}@club.example")[0] for n in range(4)]
    seats = [SeatPlan(user=user) for user in users]
    return tables.create_match(
        creator=users[0], rules="taluva", settings={}, seats=seats, now=timezone.now(), days_per_turn=3
    )


def notices_on(with_notices: bool) -> AbstractContextManager[object]:
    from games.matches import notices

    return mock.MagicMock() if with_notices else mock.patch.object(notices, "create_turn_notices")


def medians(times: list[tuple[float, float]]) -> tuple[float, float]:
    wall, processor = (statistics.median(column) * 1000 for column in zip(*times, strict=True))
    return wall, processor


def timed_turn(match: Match) -> tuple[float, float]:
    from django.utils import timezone

    from games.matches import play, stored_match
    from games.models import TurnOrigin

    match.refresh_from_db()
    game = stored_match.game_of(match)
    (seat,) = game.awaited()
    text = game.choices(seat)[0]
    player = match.seats.get(index=seat).user
    assert player is not None
    started, spent = time.perf_counter(), time.thread_time()
    play.play_turn(
        match_key=match.key,
        player=player,
        number=match.next_number,
        text=text,
        by=TurnOrigin.PERSON,
        now=timezone.now(),
    )
    return time.perf_counter() - started, time.thread_time() - spent


if __name__ == "__main__":
    main()

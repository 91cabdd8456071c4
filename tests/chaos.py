"""Turns by the thousand over the web, while web, workers, broker and scheduler are killed at random.

An SMTP sink takes the mails. In the end each notice that was owed has exactly one, and none was stale as it left.

    python -m tests.chaos                          10,000 turns over 300 matches
    python -m tests.chaos --turns 200 --matches 12
"""

from __future__ import annotations

import argparse
import http.client
import itertools
import os
import random
import signal
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.message import Message as Parsed
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode

from aiosmtpd.controller import Controller
from aiosmtpd.handlers import Message

from tests import postgres, processes

PEOPLE = 60
SETTLES_WITHIN = 420.0  # a killed worker's mail is held for two minutes, its task for five
IN_FLIGHT = timedelta(seconds=1)  # of the SMTP dialogue: what happens in it, the sender could not know
CSRF = "c" * 32


class Taken(NamedTuple):
    at: datetime
    message_id: str
    notices: list[int]


class Sink(Message):
    """Takes every mail, and remembers which notices it told."""

    def __init__(self) -> None:
        super().__init__()
        self.taken: list[Taken] = []
        self.told: set[int] = set()

    def handle_message(self, message: Parsed) -> None:
        notices = [int(pk) for pk in str(message["X-Notices"] or "").split()]
        self.taken.append(Taken(datetime.now(UTC), str(message["Message-ID"]), notices))
        self.told.update(notices)


class Part:
    """A process of the club that can be killed and comes back."""

    def __init__(self, name: str, begin: Callable[[], AbstractContextManager[Any]]) -> None:
        self.name, self.begin = name, begin
        self.run: AbstractContextManager[Any] = begin()
        self.process = self.run.__enter__()

    def kill(self) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.end()
        self.run = self.begin()
        self.process = self.run.__enter__()

    def end(self) -> None:
        self.run.__exit__(None, None, None)


@dataclass
class Club:
    """The whole club on a real PostgreSQL, with each process of its own."""

    hosted: processes.Hosted
    port: int
    parts: list[Part] = field(default_factory=list)
    kills: Counter[str] = field(default_factory=Counter)
    stopping: threading.Event = field(default_factory=threading.Event)

    def open(self) -> None:
        from taluva_site.management.commands import up

        sock = Path(self.hosted.redis.removeprefix("unix://"))
        web = [*up.uvicorn(), "--host", "127.0.0.1", "--port", str(self.port)]
        self.add("broker", lambda: processes.running(processes.on_socket(sock, sock.parent), log=sock.parent / "v.log"))
        self.add("web", lambda: self.hosted.start("web", web))
        for name in ("one", "two"):
            self.add(f"worker {name}", lambda name=name: self.hosted.worker("default", name))
        self.add("bots", lambda: self.hosted.worker("bots"))
        self.add("scheduler", self.hosted.scheduler)

    def add(self, name: str, begin: Callable[[], AbstractContextManager[Any]]) -> None:
        self.parts.append(Part(name, begin))

    def torment(self, chance: random.Random, pause: float) -> None:
        """Until it is told to stop: somebody is killed, and comes back."""
        while not self.stopping.wait(chance.uniform(0.5, 1.5) * pause):
            part = chance.choice(self.parts)
            part.kill()
            self.kills[part.name.partition(" ")[0]] += 1

    def close(self) -> None:
        for part in reversed(self.parts):
            part.end()


class Player:
    """Somebody who plays over the web, and tries again until there is an answer."""

    def __init__(self, port: int, session: str) -> None:
        self.port = port
        self.headers = {
            "Host": "localhost",
            "Cookie": f"sessionid={session}; csrftoken={CSRF}",
            "X-CSRFToken": CSRF,
            "Content-Type": "application/x-www-form-urlencoded",
        }

    def play(self, key: str, number: int, text: str) -> int:
        """The status of the last answer: 303 when it was played, 409 when somebody else was faster."""
        body = urlencode({"number": number, "text": text, "key": f"{key}-{number}"})
        while True:
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
            try:
                connection.request("POST", f"/games/{key}/turns/", body, self.headers)
                status = connection.getresponse().status
            except (OSError, http.client.HTTPException):
                status = 0
            finally:
                connection.close()
            if 0 < status < 500:
                return status
            time.sleep(0.2)


@dataclass
class Play:
    """All the matches, played turn after turn: some when the mail has come, some before, some too late."""

    club: Club
    sink: Sink
    chance: random.Random
    answers: Counter[int] = field(default_factory=Counter)
    lock: threading.Lock = field(default_factory=threading.Lock)
    played: set[tuple[int, int]] = field(default_factory=set)
    left: int = 0

    def set_up(self, matches: int) -> None:
        from django.utils import timezone

        from accounts.models import NoticePreference, User
        from games.models.notice import Event
        from games.services import tables
        from games.services.tables import SeatPlan

        users = [User(username=f"Player {n}", email=f"player{n}@club.example") for n in range(PEOPLE)]
        for user in users:
            user.set_unusable_password()
            user.save()
        kinds = (Event.YOUR_TURN, Event.PREPARED, Event.MESSAGE)
        NoticePreference.objects.bulk_create(
            [NoticePreference(user=user, event=kind, when="at-once", minutes=0) for user in users for kind in kinds]
        )
        self.players = {user.pk: Player(self.club.port, session_of(user)) for user in users}
        for _index in range(matches):
            one, other = self.chance.sample(users, 2)
            seats = [SeatPlan(user=one), SeatPlan(user=other)]
            tables.create_match(
                creator=one, rules="taluva", settings={}, seats=seats, now=timezone.now(), days_per_turn=1
            )

    def run(self, turns: int, threads: int = 4) -> None:
        self.left = turns
        workers = [threading.Thread(target=self.work, args=(random.Random(seed),)) for seed in range(threads)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()

    def work(self, chance: random.Random) -> None:
        from django.db import connection

        while self.left > 0:
            seat = self.next_seat(chance)
            if seat is None:
                time.sleep(0.2)
            else:
                self.move(seat, chance)
        connection.close()

    def next_seat(self, chance: random.Random) -> Any:
        """A seat that is to move and does so now: most people wait for the mail, some look before."""
        from games.models import Notice, Seat
        from games.models.notice import Event

        rows = list(Seat.objects.filter(awaited_since__isnull=False, match__state="running").select_related("match"))
        for seat in chance.sample(rows, min(len(rows), 12)):
            if chance.random() < 0.002:
                return seat
            told = Notice.objects.filter(
                user=seat.user_id, match=seat.match_id, turn=seat.match.turn_number, event=Event.YOUR_TURN
            ).values_list("pk", flat=True)
            if self.sink.told & set(told):
                return seat
        return None

    def move(self, seat: Any, chance: random.Random) -> None:
        from games import positions
        from games.models import Seat
        from games.rules import Refusal

        match = seat.match
        if chance.random() < 0.01:  # the clock sped up: this one never comes
            soon = datetime.now(UTC) + timedelta(seconds=1)
            Seat.objects.filter(pk=seat.pk, awaited_since=seat.awaited_since).update(deadline=soon, warn_at=None)
            return
        try:
            game = positions.game_of(match)
            text = chance.choice(game.choices(seat.index))
        except (Refusal, IndexError):
            return  # it was played meanwhile
        status = self.players[seat.user_id].play(match.key, match.next_number, text)
        with self.lock:
            self.answers[status] += 1
            if status == 303 and (match.pk, match.next_number) not in self.played:
                self.played.add((match.pk, match.next_number))
                self.left -= 1


def session_of(user: Any) -> str:
    from importlib import import_module

    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY

    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    return str(session.session_key)


@dataclass
class Report:
    """What the sink got, against what was owed."""

    figures: dict[str, object]
    lost: list[str]
    doubled: list[str]
    stale: list[str]

    @property
    def is_clean(self) -> bool:
        return not (self.lost or self.doubled or self.stale)

    def __str__(self) -> str:
        lines = [f"{name:34} {value}" for name, value in self.figures.items()]
        wrong = [f"  {line}" for line in [*self.lost, *self.doubled, *self.stale][:20]]
        return "\n".join([*lines, *wrong])


def settled() -> bool:
    from accounts.models import Mail
    from games.models import Delivery, Notice

    return not (
        Notice.objects.filter(planned_at=None).exists()
        or Delivery.objects.filter(state="waiting").exists()
        or Mail.objects.filter(state="waiting").exists()
    )


def report(club: Club, play: Play, seconds: float) -> Report:
    from games.models import Delivery, Notice, Turn

    mails = {pk: {each.message_id for each in play.sink.taken if pk in each.notices} for pk in play.sink.told}
    again = Counter(each.message_id for each in play.sink.taken)
    played = {(turn.match_id, turn.number): turn.played_at for turn in Turn.objects.all()}
    owed = list(Notice.objects.exclude(event="channel"))
    dropped = {row.notice_id: row for row in Delivery.objects.filter(state="dropped", channel="mail")}
    lost = [
        f"lost: {notice}" for notice in owed if notice.pk not in mails and not was_answered(notice, dropped, played)
    ]
    stale = stale_of(play.sink.taken, {notice.pk: notice for notice in owed}, played)
    first = set()
    copies = [each for each in play.sink.taken if each.message_id in first or first.add(each.message_id)]
    figures = {
        "turns played": Turn.objects.count(),
        "seconds": round(seconds),
        "answers by status": dict(play.answers),
        "killed": dict(club.kills),
        "notices owed": len(owed),
        "told by a mail": sum(notice.pk in mails for notice in owed),
        "answered before their mail left": sum(n.pk not in mails and was_answered(n, dropped, played) for n in owed),
        "mails taken by the sink": len(again),
        "sent again under the same id": len(copies),
        "lost": len(lost),
        "doubled": sum(len(ids) > 1 for ids in mails.values()),
        "stale when sent": len(stale),
    }
    return Report(figures, lost, [f"doubled: notice {pk}" for pk, ids in mails.items() if len(ids) > 1], stale)


def was_answered(notice: Any, dropped: dict[int, Any], played: dict[tuple[int, int], datetime]) -> bool:
    """Whether no mail was owed any more when it was dropped: the turn had been played by then, or the game ended."""
    row = dropped.get(notice.pk)
    if row is None:
        return False
    answer = played.get((notice.match_id, notice.turn + 1))
    if notice.event in {"your-turn", "deadline"}:
        return answer is not None and answer <= row.done_at
    return notice.event in {"started", "joined"}


def stale_of(taken: list[Taken], owed: dict[int, Any], played: dict[tuple[int, int], datetime]) -> list[str]:
    """Mails of which a turn had been played before they left; of two with one id the first counts."""
    found, seen = [], set()
    for each, pk in itertools.chain.from_iterable(((each, pk) for pk in each.notices) for each in taken):
        notice = owed[pk]
        answer = played.get((notice.match_id, notice.turn + 1))
        if (each.message_id, pk) in seen or notice.event != "your-turn":
            continue
        seen.add((each.message_id, pk))
        if answer is not None and answer < each.at - IN_FLIGHT:
            found.append(f"stale: {notice}, played {each.at - answer} before its mail")
    return found


def run(turns: int, matches: int, *, pause: float, seed: int = 1) -> Report:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="taluva-chaos-")))
        database = stack.enter_context(postgres.server())
        sink, smtp_port = Sink(), processes.free_port()
        controller = Controller(sink, hostname="127.0.0.1", port=smtp_port)
        controller.start()
        stack.callback(controller.stop)
        redis = f"unix://{folder / 'redis.sock'}"
        hosted = processes.Hosted(folder, database, redis, f"smtp://127.0.0.1:{smtp_port}")
        os.environ.update({**hosted.environ(), "MAIL_PICTURES": "off"})
        hosted.prepare()
        import django

        django.setup()
        club = Club(hosted, processes.free_port())
        stack.callback(club.close)
        club.open()
        return played_out(club, Play(club, sink, random.Random(seed)), turns, matches, pause=pause, seed=seed)


def played_out(club: Club, play: Play, turns: int, matches: int, *, pause: float, seed: int) -> Report:
    started = time.monotonic()
    play.set_up(matches)
    tormentor = threading.Thread(target=club.torment, args=(random.Random(seed), pause))
    tormentor.start()
    play.run(turns)
    club.stopping.set()
    tormentor.join()
    processes.wait_for(settled, within=SETTLES_WITHIN, why="something still waits")
    return report(club, play, time.monotonic() - started)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=10_000)
    parser.add_argument("--matches", type=int, default=300)
    parser.add_argument("--pause", type=float, default=4.0, help="seconds between two kills")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    found = run(options.turns, options.matches, pause=options.pause, seed=options.seed)
    print(found, flush=True)
    return 0 if found.is_clean else 1


if __name__ == "__main__":
    sys.exit(main())

"""Turns by the thousand over the web, while web, workers, broker and scheduler are killed at random.

An SMTP sink takes the mails. In the end everything that the log of turns says has exactly one, and none was stale as it
left.

    python -m tests.chaos                          10,000 turns over 300 matches
    python -m tests.chaos --turns 200 --matches 12 --pictures
"""

from __future__ import annotations

import argparse
import http.client
import os
import random
import sys
import tempfile
import threading
import time
import traceback
from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from zlib import crc32

from aiosmtpd.controller import Controller

from tests import expected_news, mail_audit, postgres, processes
from tests.killed_club import Club

PEOPLE = 60
SETTLES_WITHIN = 420.0  # a killed worker's mail is held for two minutes, its task for five
EAGER = 20  # one turn of so many is played as it comes, whether its mail is there or not
CSRF = "c" * 32


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
        """303 when it was played, 409 when somebody else was faster."""
        return self.post(f"/games/{key}/", {"number": number, "text": text, "key": f"{key}-{number}"})

    def say(self, key: str, text: str) -> int:
        return self.post(f"/games/{key}/talk/new/", {"text": text})

    def post(self, path: str, data: dict[str, object]) -> int:
        """The status of the last answer."""
        body = urlencode(data)
        while True:
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
            try:
                connection.request("POST", path, body, self.headers)
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
    sink: mail_audit.Sink
    chance: random.Random
    answers: Counter[int] = field(default_factory=Counter)
    lock: threading.Lock = field(default_factory=threading.Lock)
    taken: set[int] = field(default_factory=set)
    asleep: dict[tuple[int, int], float] = field(default_factory=dict)
    leaps: list[expected_news.Leap] = field(default_factory=list)
    accepted: set[tuple[int, int]] = field(default_factory=set)
    broken: list[str] = field(default_factory=list)
    left: int = 0
    fewest: int = 0  # matches at once: a turn waits for its mail, and a held mail for minutes

    def set_up(self, matches: int) -> None:
        from accounts.models import NoticePreference, User
        from games.matches import bot_turns
        from games.models.notice import Event

        users = [User(username=f"Player {n}", email=f"player{n}@club.example") for n in range(PEOPLE)]
        for user in users:
            user.set_unusable_password()
            user.save()
        kinds = (Event.YOUR_TURN, Event.PREPARED, Event.MESSAGE)
        NoticePreference.objects.bulk_create(
            [
                NoticePreference(user=user, event=kind, when="at-once" if number % 10 else "later", minutes=1)
                for number, user in enumerate(users)
                for kind in kinds
            ]
        )
        bot_turns.bot_account("seedling")
        self.fewest = matches // 2
        expected_news.create_trigger()
        self.users = users
        self.players = {user.pk: Player(self.club.port, session_of(user)) for user in users}
        for index in range(matches):
            self.begin_match("stand-in" if index % 2 else "out")

    def begin_match(self, at_deadline: str) -> None:
        from django.utils import timezone

        from games.matches.tables import tables
        from games.matches.tables.tables import SeatPlan

        one, other = self.chance.sample(self.users, 2)
        seats = [SeatPlan(user=one), SeatPlan(user=other)]
        wishes = {"days_per_turn": 1, "at_deadline": at_deadline}
        if at_deadline == "stand-in":
            wishes["stand_in_level"] = "seedling"
        tables.create_match(creator=one, rules="taluva", settings={}, seats=seats, now=timezone.now(), **wishes)

    def run(self, turns: int, threads: int = 4) -> None:
        self.left = turns
        workers = [threading.Thread(target=self.work, args=(random.Random(seed),)) for seed in range(threads)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()

    def tell(self, turns: int) -> None:
        """Says each half minute how far it has come."""
        while not self.club.stopping.wait(30):
            done, mails, kills = turns - self.left, len(self.sink.taken), self.club.kills.total()
            print(f"{time.strftime('%H:%M:%S')}  {done:,} turns, {mails:,} mails, {kills} kills", flush=True)

    def work(self, chance: random.Random) -> None:
        from django.db import connection

        try:
            while self.left > 0:
                self.step(chance)
        except Exception:
            self.broken.append(traceback.format_exc())
        finally:
            connection.close()

    def step(self, chance: random.Random) -> None:
        seat = self.next_seat(chance)
        if seat is None:
            time.sleep(0.2)
            return
        self.move(seat, chance)
        with self.lock:
            self.taken.discard(seat.match_id)

    def next_seat(self, chance: random.Random) -> Any:
        """A seat that is to move and does so now: of a turn that nobody is eager for, not before its mail has come."""
        from games.models import Seat

        awaited = Seat.objects.filter(awaited_since__isnull=False, match__state="running")
        rows = list(awaited.values_list("pk", "match_id", "match__turn_number", "match__key", "user__email"))
        if len(rows) < self.fewest:
            self.begin_match("out")
        for pk, match, turn, key, email in chance.sample(rows, min(len(rows), 12)):
            if self.asleep.get((match, turn), 0) > time.monotonic():
                continue
            is_told = expected_news.News(email, "your-turn", key, turn) in self.sink.told
            looks_before = is_eager(match, turn) and chance.random() < 0.2
            if (is_told or looks_before) and self.take(match):
                return Seat.objects.select_related("match").get(pk=pk)
        return None

    def take(self, match: int) -> bool:
        """Whether the match is this thread's now."""
        with self.lock:
            is_free = match not in self.taken
            self.taken.add(match)
        return is_free

    def move(self, seat: Any, chance: random.Random) -> None:
        from games.matches import stored_match
        from games.registry import Refusal

        match = seat.match
        if chance.random() < 0.02:
            self.asleep[match.pk, match.turn_number] = time.monotonic() + chance.uniform(10, 90)
            return self.leap(seat, chance)
        if chance.random() < 0.05:
            self.players[seat.user_id].say(match.key, "Hello!")
        try:
            game = stored_match.game_of(match)
            text = chance.choice(game.choices(seat.index))
        except (Refusal, IndexError):
            return None  # it was played meanwhile
        status = self.players[seat.user_id].play(match.key, match.next_number, text)
        with self.lock:
            self.answers[status] += 1
            self.left -= status == 303
            if status == 303:
                self.accepted.add((match.pk, match.next_number))
        return None

    def leap(self, seat: Any, chance: random.Random) -> None:
        """The clock leaps: half of the day is gone, or four fifths, or all but the last hour, or but a second.

        What the person was told of the match lies as much longer ago: it keeps its place before or after that moment.
        """
        from django.db import transaction
        from django.db.models import F

        from games.models import Notice, Seat

        now, day = datetime.now(UTC), expected_news.DAY
        gone = chance.choice([day * 0.55, day * 0.85, timedelta(hours=23), day - timedelta(seconds=1)])
        warn_at = now if gone < timedelta(hours=23.5) else None
        running = Seat.objects.filter(pk=seat.pk, awaited_since=seat.awaited_since, deadline__isnull=False)
        with transaction.atomic():
            if running.update(awaited_since=now - gone, deadline=now - gone + day, warn_at=warn_at):
                told = Notice.objects.filter(match=seat.match_id, user=seat.user_id)
                told.update(created_at=F("created_at") - (seat.awaited_since - (now - gone)))
                self.leaps.append(
                    expected_news.Leap(now, seat.match_id, seat.match.turn_number, seat.index, now - gone)
                )

    def turns_played(self) -> dict[str, int]:
        from games.models import Turn

        return dict(Counter(Turn.objects.values_list("by", flat=True)))

    def turns_lost(self) -> set[tuple[int, int]]:
        """Turns that were answered as played, and are not in the log."""
        from games.models import Turn

        return self.accepted - set(Turn.objects.values_list("match_id", "number"))


def is_eager(match: int, turn: int) -> bool:
    """Always the same of a turn: a mail that is lost is not made good by somebody who looks in the end."""
    return crc32(f"{match}/{turn}".encode()) % EAGER == 0


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


def run(turns: int, matches: int, *, pause: float, pictures: bool, seed: int) -> mail_audit.Report:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="taluva-chaos-")))
        database = stack.enter_context(postgres.server())
        sink, smtp_port = mail_audit.Sink(), processes.free_port()
        controller = Controller(sink, hostname="127.0.0.1", port=smtp_port)
        controller.start()
        stack.callback(controller.stop)
        redis = f"unix://{folder / 'redis.sock'}"
        hosted = processes.Hosted(folder, database, redis, f"smtp://127.0.0.1:{smtp_port}")
        mails = {"MAIL_PICTURES": "on" if pictures else "off"}
        own = {**mails, "NUMBA_CACHE_DIR": str(folder / "numba")}  # which others take for compiled
        os.environ.update({**hosted.environ(), **own})
        hosted.prepare()
        import django

        django.setup()
        club = Club(hosted, processes.free_port())
        stack.callback(club.close)
        club.open()
        return played_out(club, Play(club, sink, random.Random(seed)), turns, matches, pause=pause, seed=seed)


def played_out(club: Club, play: Play, turns: int, matches: int, *, pause: float, seed: int) -> mail_audit.Report:
    from games.models import Match
    from games.taluva.bots import fast_core

    fast_core.ready_marker().touch()  # nobody plays a level that is compiled: no worker is to begin with compiling
    play.set_up(matches)
    started = time.monotonic()
    beside = [
        threading.Thread(target=club.kill_at_random, args=(random.Random(seed), pause)),
        threading.Thread(target=play.tell, args=(turns,)),
    ]
    for thread in beside:
        thread.start()
    play.run(turns)
    club.stopping.set()
    for thread in beside:
        thread.join()
    took = time.monotonic() - started
    settle()
    found = mail_audit.build_report(
        play.sink.taken,
        expected_news.expected_news(play.leaps, expected_news.recorded_stand_ins()),
        **{"turns played": play.turns_played(), "seconds": round(took)},
        **{"turns a second": round((turns - play.left) / took, 1)},
        **{"seconds to settle": round(time.monotonic() - started - took)},
        **{"answers by status": dict(play.answers), "killed": dict(club.kills), "clocks set forward": len(play.leaps)},
    )
    found.wrong += [f"a player broke off: {each}" for each in play.broken]
    found.wrong += [f"{play.left} turns were not played"] if play.left > 0 else []
    found.wrong += [f"never killed: {name}" for name in club.never_killed()]
    found.wrong += [f"a turn was answered for, and is not in the log: {each}" for each in play.turns_lost()]
    matches_now = list(Match.objects.only("key", "join_code", "sealed_seed", "public_seed"))
    found.wrong += [f"a mail is not as it must be: {each}" for each in play.sink.faults(matches_now)]
    return found


def settle() -> None:
    end = time.monotonic() + SETTLES_WITHIN
    while waiting := mail_audit.unfinished_work():
        assert time.monotonic() < end, f"after {SETTLES_WITHIN:.0f} s there still wait {waiting}"
        time.sleep(0.5)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=10_000)
    parser.add_argument("--matches", type=int, default=300)
    parser.add_argument("--pause", type=float, default=10.0, help="seconds between two kills")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pictures", action="store_true", help="with the boards in the mails, which takes longer")
    found = run(**vars(parser.parse_args()))
    print(found, flush=True)
    return 0 if found.is_clean else 1


if __name__ == "__main__":
    sys.exit(main())

"""What strangers can do to others: how long a bot's turn and a page take, first in peace and then under attack.

    python -m bench.abuse [--json] [--idle 60] [--seconds 120] [--level elder]

A person plays a bot over HTTP, and a visitor asks for one page after the other. The stranger wants 200 animations and
500 pictures of finished games, has 50 games analysed, and asks again and again for what is refused; meanwhile they post
ten bodies of 1 GB, half of them in chunks. They have 20 client addresses and 10 accounts, since whoever has one of each
meets the limits of an address before anything else.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
import time
from collections import Counter, defaultdict, deque
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from http.client import HTTPConnection, HTTPException
from itertools import cycle, islice, product
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlencode, urlsplit

from bench import site, turns
from bench.crowd import Visitor, half_played, run_beside
from games.taluva.bots.levels import LADDER, LEVELS

if TYPE_CHECKING:
    from accounts.models import User
    from games.models import Match

GOALS = {"bot_ratio": 2.0, "page_ratio": 3.0, "disk_mb": 100.0, "slowest_page_s": 5.0}
ADDRESSES = [f"127.4.0.{number}" for number in range(1, 21)]
ACCOUNTS = 10
ANIMATIONS, PICTURES, ANALYSES, BODIES = 200, 500, 50, 10
BODY = 1_000_000_000
CHUNK = 65_536
AT_ONCE = {"animations": 4, "pictures": 16, "analyses": 4}  # requests of the stranger
PAUSE_S = 1.0  # between an answer and the next of these
READS_S = 1.0  # a person looks at the bot's turn
STUCK_S = 120.0  # without the bot's turn
KINDS = ("card", "card-dark", "link")
GRANTED = {"animations": 200, "pictures": 200, "analyses": 303}


@dataclass
class Opponent:
    """Somebody who plays a bot over the web; the seconds from each of their turns to the bot's in the log."""

    port: int
    name: str
    level: str
    user: User = field(init=False)
    player: turns.Player = field(init=False)
    match: Match = field(init=False)
    taken: list[float] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Log in and start the first game: both would take the time of the measurement."""
        from tests.factories import person

        self.user = person(self.name)
        self.player = log_in(self.user)
        self.match = start_match(self.user, self.level)

    def play(self, stopping: Event) -> None:
        """Play one game after the other, at least one turn."""
        from django.db import connection

        rng = random.Random(1)
        try:
            while True:
                self.play_turn(rng)
                if self.broken or stopping.wait(READS_S):
                    break
                if not self.match.is_running:
                    self.match = start_match(self.user, self.level)
        finally:
            connection.close()

    def play_turn(self, rng: random.Random) -> None:
        from games.matches import stored_match
        from tests.factories import some_choice

        match = self.match
        number = match.next_number
        values = {
            "csrfmiddlewaretoken": self.player.token,
            "number": number,
            "text": some_choice(stored_match.game_of(match), rng),
        }
        started = time.perf_counter()
        status = self.post(f"/games/{match.key}/", self.player.cookies, urlencode(values))
        if status != 303:
            self.broken.append(f"the person's turn {number} of {match.key} was answered with {status}")
        elif self.is_answered(match, number + 1):
            self.taken.append(time.perf_counter() - started)

    def post(self, path: str, cookies: str, body: str) -> int:
        """Return the status, 0 without an answer."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            return turns.request(connection, "POST", path, cookies, body)
        except (OSError, HTTPException):
            return 0
        finally:
            connection.close()

    def is_answered(self, match: Match, number: int) -> bool:
        """Wait until this turn is in the log; return False if the game ended with the turn before it."""
        end = time.monotonic() + STUCK_S
        while time.monotonic() < end:
            match.refresh_from_db()
            if match.turn_number >= number or not match.is_running:
                return match.turn_number >= number
            time.sleep(0.02)
        self.broken.append(f"turn {number} of {match.key} was not played within {STUCK_S:.0f} s")
        return False

    def p95_s(self) -> float:
        return round(sorted(self.taken or [math.inf])[len(self.taken) * 95 // 100], 2)


def log_in(user: User) -> turns.Player:
    from bench.matches import logged_in

    return turns.Player(*logged_in(user))


def start_match(person: User, level: str) -> Match:
    """Start a match of this person, who begins, and a bot."""
    from django.utils import timezone

    from games.matches import bot_turns
    from games.matches.tables import tables

    seats = [tables.SeatPlan(user=person), tables.SeatPlan(user=bot_turns.bot_account(level))]
    return tables.create_match(
        creator=person, rules="taluva", settings={}, seats=seats, now=timezone.now(), rated=False, draw_seats=False
    )


class Wish(NamedTuple):
    """What the stranger asks for, until they get it."""

    path: str
    player: turns.Player | None = None


@dataclass
class Stranger:
    """Asks for all of it again and again, and posts what nobody wants; the statuses of the answers by what it was."""

    port: int
    wishes: dict[str, deque[Wish]]
    answers: defaultdict[str, Counter[int]] = field(default_factory=lambda: defaultdict(Counter))
    posted: int = 0  # bytes that were taken

    def __post_init__(self) -> None:
        self.addresses = cycle(ADDRESSES)

    def ask(self, stopping: Event, kind: str) -> None:
        """Take the next wish of this kind, and put it at the end if it is not granted."""
        while not stopping.wait(PAUSE_S):
            with suppress(IndexError):  # all are granted, or being asked for
                wish = self.wishes[kind].popleft()
                status = self.status_of(wish)
                self.answers[kind][status] += 1
                if status != GRANTED[kind]:
                    self.wishes[kind].append(wish)

    def status_of(self, wish: Wish) -> int:
        """Return the status, 0 without an answer."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=30, source_address=(next(self.addresses), 0))
        try:
            if wish.player is None:
                return turns.request(connection, "GET", wish.path, "")
            body = urlencode({"csrfmiddlewaretoken": wish.player.token})
            return turns.request(connection, "POST", wish.path, wish.player.cookies, body)
        except (OSError, HTTPException):
            return 0
        finally:
            connection.close()

    def post_body(self, stopping: Event, in_chunks: bool) -> None:
        """Post a body where the largest ones are taken, and go on until the other side has enough."""
        import socket

        from tests.site import serving

        length = "Transfer-Encoding: chunked" if in_chunks else f"Content-Length: {BODY}"
        part = b"x" * CHUNK
        data = b"%x\r\n%b\r\n" % (CHUNK, part) if in_chunks else part
        address = ("127.0.0.1", self.port)
        with socket.create_connection(address, timeout=60, source_address=(next(self.addresses), 0)) as sock:
            sock.sendall(serving.request("POST", "/studies/new/", length))
            self.posted += serving.send_until_closed(sock, data, BODY)
            self.answers["bodies"][serving.status(sock)] += 1


def find_wishes(matches: Sequence[Match]) -> dict[str, deque[Wish]]:
    """List what the stranger asks for, by kind."""
    from tests.factories import guest

    players = [log_in(guest(f"Guest {number:08}")) for number in range(ACCOUNTS)]
    stills = ((match, number, kind) for number, kind, match in product(range(5, 100), KINDS, matches))
    pictures = (
        f"/games/{match.key}/{number}/{kind}.png" for match, number, kind in stills if number < match.turn_number
    )
    pairs = zip(matches[:ANALYSES], cycle(players), strict=False)
    return {
        "animations": deque(Wish(f"/games/{match.key}/game.gif") for match in matches),
        "pictures": deque(map(Wish, islice(pictures, PICTURES))),
        "analyses": deque(Wish(f"/games/{match.key}/analysis/", player) for match, player in pairs),
    }


def finished_matches(number: int) -> list[Match]:
    """Fill the club with so many games, played at random, and draw what links show of them: nobody has to later."""
    from django.utils import timezone

    from games import demo
    from games.models import Match, MatchState
    from games.pictures import drawing

    size = demo.Size(people=20, originals=2, finished=number, running=0, open=0)
    demo.create_large_demo(size, now=timezone.now(), rng=random.Random(1))
    matches = list(Match.objects.filter(state=MatchState.FINISHED))
    for match in matches:
        drawing.draw_pictures_of(match_id=match.pk)
    return matches


def megabytes_in(folder: Path) -> float:
    size = 0
    for path in folder.rglob("*"):
        with suppress(FileNotFoundError):  # it has just been removed
            size += path.stat().st_size
    return size / 1e6


def measure(var: Path, address: str, options: argparse.Namespace) -> dict[str, object]:
    port = urlsplit(address).port or 0
    if LEVELS[options.level].needs_core:
        site.wait_until_compiled(var)
    paths = ["/", "/tables/", "/archive/", half_played().get_absolute_url()]
    wishes = find_wishes(finished_matches(options.games))
    idle, busy = Visitor(address, paths), Visitor(address, paths)
    calm, harassed = Opponent(port, "Calm", options.level), Opponent(port, "Harassed", options.level)
    stranger = Stranger(port, wishes)
    bodies = [partial(stranger.post_body, in_chunks=bool(number % 2)) for number in range(BODIES)]
    run_beside(idle.reload_pages, calm.play, until=lambda: time.sleep(options.idle))
    before = megabytes_in(var)
    asking = [partial(stranger.ask, kind=kind) for kind, number in AT_ONCE.items() for _ in range(number)]
    run_beside(busy.reload_pages, harassed.play, *asking, *bodies, until=lambda: time.sleep(options.seconds))
    return {
        **{"level": options.level, "seconds": options.seconds, "turns": [len(calm.taken), len(harassed.taken)]},
        **{"bot_idle_s": calm.p95_s(), "bot_attacked_s": harassed.p95_s()},
        "bot_ratio": round(harassed.p95_s() / calm.p95_s(), 2),
        **{"page_idle_ms": idle.p95_ms(), "page_attacked_ms": busy.p95_ms()},
        "page_ratio": round(busy.p95_ms() / idle.p95_ms(), 2),
        **{"slowest_page_s": round(max(busy.taken, default=math.inf), 2), "pages": [len(idle.taken), len(busy.taken)]},
        **{"disk_mb": round(megabytes_in(var) - before, 1), "posted_mb": round(stranger.posted / 1e6, 1)},
        "answers": {kind: dict(sorted(counts.items())) for kind, counts in sorted(stranger.answers.items())},
        "broken": [*idle.broken, *calm.broken, *busy.broken, *harassed.broken],
    }


def lines_of(found: dict[str, object]) -> list[str]:
    goals = {f"{name}_goal": f"(goal: {goal:g})" for name, goal in GOALS.items()}
    rows = [
        "p95                      idle  attacked     ratio",
        "bot's turn, s      {bot_idle_s:>10} {bot_attacked_s:>9} {bot_ratio:>9} {bot_ratio_goal}",
        "page, ms           {page_idle_ms:>10} {page_attacked_ms:>9} {page_ratio:>9} {page_ratio_goal}",
        "slowest page, s    {slowest_page_s:>20} {slowest_page_s_goal}",
        "disk used, MB      {disk_mb:>20} {disk_mb_goal}",
        "bodies of 1 GB, MB {posted_mb:>20} taken of 10,000, what the sockets' buffers hold included",
        "{turns[0]} and {turns[1]} turns of {level}, {pages[0]} and {pages[1]} pages; attacked for {seconds:g} s",
    ]
    answers = found["answers"]
    assert isinstance(answers, dict)
    statuses = [
        f"answers to {kind:11} " + ", ".join(f"{status}: {number}" for status, number in counts.items())
        for kind, counts in answers.items()
    ]
    threads = sum(AT_ONCE.values())
    means = f"the stranger asks {threads} times at once, from {len(ADDRESSES)} addresses, with {ACCOUNTS} accounts"
    return [*(row.format(**found, **goals) for row in rows), *statuses, means]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--idle", type=float, default=60.0, help="seconds before the attack")
    parser.add_argument("--seconds", type=float, default=120.0, help="of the attack")
    parser.add_argument("--games", type=int, default=ANIMATIONS, help="that have ended; each has one animation")
    parser.add_argument("--level", choices=LEVELS, default=LADDER[-1].key, help="the bot's")
    options = parser.parse_args()
    with site.open_club() as club:
        found = measure(club.var, club.address, options)
    broken = found["broken"]
    assert isinstance(broken, list)
    print(json.dumps(found) if options.json else "\n".join([*lines_of(found), *broken]))
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())

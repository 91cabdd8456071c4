"""How much a turn costs: durable turns through HTTP, beside a page of the same web stack that only reads the session.

python -m bench.turns [--json] [--turns 960] [--only postgresql|sqlite]

Everything is real: the club's server (one process a core), Valkey, PostgreSQL with synchronous_commit=on or SQLite with
synchronous=FULL, sessions, CSRF, the rules, the log, the outbox rows and what is sent after the commit.
"""

from __future__ import annotations

import argparse
import json
import os
import secrets
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple
from urllib.parse import urlencode

from tests import postgres, processes

ROOT = Path(__file__).resolve().parent.parent
CLIENTS = (1, 16)
DURABLE = {"listen_addresses": "", "synchronous_commit": "on", "fsync": "on", "max_connections": "60"}


class Player(NamedTuple):
    cookies: str
    token: str


class Game(NamedTuple):
    """A match that is ready, and the turns that will be played in it, each by which of the two."""

    key: str
    players: tuple[Player, Player]
    turns: list[tuple[int, str]]


# Of each player, by their cookies, as browsers have them: two players of a game need not meet the same process.
Connections = dict[str, HTTPConnection]
Step = Callable[[Connections], int]


@contextmanager
def club(database: str, folder: Path) -> Iterator[int]:
    """Yield the port of a web that serves this database."""
    port = processes.free_port()
    with processes.valkey(folder) as redis:
        environ = {
            "DATABASE_URL": database,
            "REDIS_URL": redis,
            "EMAIL_URL": "smtp://127.0.0.1:9",
            "SECRET_KEY": secrets.token_urlsafe(48),
            "ALLOWED_HOSTS": "127.0.0.1",
            "SITE_URL": f"http://127.0.0.1:{port}",
            "TALUVA_VAR": str(folder),
            "DJANGO_SETTINGS_MODULE": "bench.settings",
        }
        os.environ.update(environ)
        for command in (["migrate", "-v0"], ["collectstatic", "--noinput", "-v0"]):
            subprocess.run([sys.executable, "manage.py", *command], cwd=ROOT, check=True)
        web = [sys.executable, "-m", "taluva_site.server", "--port", str(port), "--processes", str(os.cpu_count() or 1)]
        with processes.running(web, log=folder / "web.log"):
            processes.wait_for(lambda: is_open(port), why="the web does not answer")
            yield port


def is_open(port: int) -> bool:
    try:
        return request(HTTPConnection("127.0.0.1", port, timeout=5), "GET", "/healthz", "") == 200
    except OSError:
        return False


def request(
    connection: HTTPConnection,
    method: str,
    path: str,
    cookies: str,
    body: str = "",
    headers: Mapping[str, str] = MappingProxyType({}),
) -> int:
    usual = {"Cookie": cookies, "Content-Type": "application/x-www-form-urlencoded"}
    connection.request(method, path, body or None, {**usual, **headers})
    answer = connection.getresponse()
    answer.read()
    return answer.status


def time_turns(port: int, games: list[Game], clients: int) -> list[float]:
    """Return the seconds that each turn of these games took; each client plays its own games, turn after turn."""
    shares = [games[index::clients] for index in range(clients)]
    return time_steps(port, [[step for game in share for step in turns_of(game)] for share in shares], 303)


def time_pages(port: int, player: Player, number: int, clients: int) -> list[float]:
    """Return the seconds that the yardstick took, as often."""

    def look(connections: Connections) -> int:
        return request(connections[player.cookies], "GET", "/bench/session/", player.cookies)

    return time_steps(port, [[look] * (number // clients) for _ in range(clients)], 200)


def turns_of(game: Game) -> Iterator[Step]:
    for number, (seat, text) in enumerate(game.turns, 1):
        player = game.players[seat]
        values = {"csrfmiddlewaretoken": player.token, "number": number, "text": text, "key": f"{game.key}{number}"}
        body = urlencode(values)

        def play(connections: Connections, cookies: str = player.cookies, body: str = body) -> int:
            return request(connections[cookies], "POST", f"/games/{game.key}/", cookies, body)

        yield play


def time_steps(port: int, shares: list[list[Step]], status: int) -> list[float]:
    def client(steps: list[Step]) -> list[float]:
        connections: Connections = defaultdict(lambda: HTTPConnection("127.0.0.1", port, timeout=30))
        taken = []
        for step in steps:
            started = time.perf_counter()
            answered = step(connections)
            taken.append(time.perf_counter() - started)
            assert answered == status, f"answered {answered}, not {status}"
        return taken

    with ThreadPoolExecutor(len(shares)) as pool:
        return [seconds for taken in pool.map(client, shares) for seconds in taken]


def by_turns(port: int, warm: Game, games: list[Game], clients: int) -> dict[str, dict[str, float]]:
    """Measure page and turn a moment each by turns: what else the machine does weighs on both alike."""
    taken: dict[str, list[float]] = {"page": [], "turn": []}
    clock = dict.fromkeys(taken, 0.0)
    step = max(2, clients)
    for share in (games[at : at + step] for at in range(0, len(games), step)):
        number = clients * (sum(len(game.turns) for game in share) // clients)
        for what, measure in (
            ("page", lambda number=number: time_pages(port, warm.players[0], number, clients)),
            ("turn", lambda share=share: time_turns(port, share, clients)),
        ):
            started = time.perf_counter()
            taken[what] += measure()
            clock[what] += time.perf_counter() - started
    return {what: figures(taken[what], clock[what]) for what in taken}


def figures(seconds: list[float], by_clock: float) -> dict[str, float]:
    ordered = sorted(seconds)
    return {
        "number": len(ordered),
        "per_second": round(len(ordered) / by_clock, 1),
        "p50_ms": round(1000 * statistics.median(ordered), 2),
        "p95_ms": round(1000 * ordered[int(0.95 * len(ordered))], 2),
    }


def run(name: str, database: str, turns: int) -> dict[str, Any]:
    with tempfile.TemporaryDirectory(prefix="taluva-bench-") as path:
        folder = Path(path)
        with club(database or f"sqlite:///{folder / 'bench.sqlite3'}", folder) as port:
            games = prepare_games(2 * turns // 24 + 2)
            warm, games = games[:2], games[2:]
            time_turns(port, warm, 2)
            time_pages(port, warm[0].players[0], 64, 16)
            result: dict[str, Any] = {"database": name}
            for clients, share in zip(CLIENTS, (games[: len(games) // 2], games[len(games) // 2 :]), strict=True):
                result[f"{clients} client{'s' if clients > 1 else ''}"] = by_turns(port, warm[0], share, clients)
    one, many = result["1 client"], result["16 clients"]
    result["turn_vs_page"] = round(one["turn"]["p50_ms"] / one["page"]["p50_ms"], 2)
    result["turn_vs_page_16"] = round(many["page"]["per_second"] / many["turn"]["per_second"], 2)
    result["p95_vs_p50"] = round(many["turn"]["p95_ms"] / many["turn"]["p50_ms"], 2)
    return result


def prepare_games(number: int, quiet: int = 0) -> list[Game]:
    """Create so many matches of 24 turns, in a process of their own, since this one only asks; then `quiet` ones."""
    command = [sys.executable, "-m", "bench.matches", str(number), str(quiet)]
    made = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout
    return [
        Game(row["key"], (Player(*row["players"][0]), Player(*row["players"][1])), [tuple(t) for t in row["turns"]])
        for row in json.loads(made)
    ]


def shown(result: dict[str, Any]) -> str:
    lines = [result["database"]]
    for name, values in result.items():
        if isinstance(values, dict):
            for what in ("page", "turn"):
                f = values[what]
                lines.append(
                    f"  {name:10} {what:5} {f['per_second']:8.1f} a second   p50 {f['p50_ms']:7.2f} ms"
                    f"   p95 {f['p95_ms']:7.2f} ms   ({f['number']})"
                )
    lines.append(
        f"  turn_vs_page {result['turn_vs_page']} (with 16 clients {result['turn_vs_page_16']})"
        f"   p95_vs_p50 {result['p95_vs_p50']}"
    )
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--turns", type=int, default=960, help="of each kind, with each number of clients")
    parser.add_argument("--only", choices=("postgresql", "sqlite"))
    options = parser.parse_args()
    results = []
    if options.only != "sqlite":
        postgres.SETTINGS = DURABLE
        with postgres.server() as url:
            results.append(run("postgresql", url, options.turns))
    if options.only != "postgresql":
        results.append(run("sqlite", "", options.turns))
    print(json.dumps(results, indent=2) if options.json else "\n".join(map(shown, results)))


if __name__ == "__main__":
    main()

"""What a large archive costs: checking all of it, writing its dump, and its pages beside an empty and a small club's.

python -m bench.history [--json] [--matches 10000]

The matches are games of two to five that were played at random, rated, in a database of their own. Pages are measured
by the processor's clock, the best of several; the small club has just enough for a full page of each.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
CORES = 2
SMALL = 600
ROUNDS = 15
CHECK_GOAL_S = 60
PAGE_GOAL = 2  # times what the page costs in the small club; the hundredth page: what the first costs
ANEW_GOAL_MS = 200  # the statistics are worked out once an hour, and grow with the games


class Cost(NamedTuple):
    """Of a page: its queries, and its milliseconds of the processor."""

    queries: int
    ms: float


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--matches", type=int, default=10_000, help=f"finished ones, more than {SMALL}")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="taluva-bench-") as folder:
        os.environ.update({"DJANGO_SETTINGS_MODULE": "taluva_site.settings", "TALUVA_VAR": folder})
        Path(folder, "static").mkdir()  # else each client says that it is not there
        found = measure(options.matches)
    print(json.dumps(found, indent=2) if options.json else shown(found))


def measure(matches: int) -> dict[str, float]:
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command
    from django.test.utils import override_settings, setup_test_environment

    storage = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    memory = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
    setup_test_environment()
    with override_settings(CACHES=memory, STORAGES={**settings.STORAGES, "staticfiles": storage}):
        call_command("migrate", verbosity=0)
        empty = costs_without_games()
        turns = fill_club(people=120, originals=1, matches=SMALL)
        small = page_costs()
        turns += fill_club(people=400, originals=6, matches=matches - SMALL)
        large = page_costs()
    found: dict[str, float] = {"matches": matches, "turns": turns}
    for action in ("dump", "check"):
        wall, processor = time_action(action)
        found[f"{action}_s_per_10000"] = round(wall * 10_000 / matches, 1)
        found[f"{action}_processor_s_per_10000"] = round(processor * 10_000 / matches, 1)
    for page, cost in large.items():
        found |= {f"{page}_ms": cost.ms, f"{page}_queries": cost.queries}
        found |= {f"{page}_small_ms": small[page].ms, f"{page}_small_queries": small[page].queries}
    for page, cost in empty.items():
        found |= {f"{page}_empty_ms": cost.ms, f"{page}_empty_queries": cost.queries}
    return found


def fill_club(*, people: int, originals: int, matches: int) -> int:
    """Return the turns of so many more finished, rated games."""
    from django.utils import timezone

    from games import demo

    size = demo.Size(people=people, originals=originals, finished=matches, running=0, open=0, rated=True)
    return demo.create_large_demo(size, now=timezone.now(), rng=random.Random(matches))[1]


def costs_without_games() -> dict[str, Cost]:
    """Return the cost of each page that an empty club has, as somebody who is not logged in asks for it."""
    return {
        "archive_first": cost("/archive/"),
        "people": cost("/people/"),
        "ratings": cost("/ratings/"),
        "statistics": cost("/statistics/"),
        "dump": cost("/archive/dump/"),
    }


def page_costs() -> dict[str, Cost]:
    """Return those costs, and those of the pages of games and players."""
    from django.core.cache import cache

    from accounts.models import User
    from games.models import Match, Rating

    match = Match.objects.filter(players=4).order_by("-ended_at").first()
    busy = Rating.objects.order_by("-matches").first()
    assert match
    assert busy
    name = User.objects.get(pk=busy.user_id).username
    return {
        **costs_without_games(),
        "archive_hundredth": cost("/archive/", after=hundredth()),
        "archive_of_somebody": cost("/archive/", player=name),
        "profile": cost(f"/people/{name}/"),
        "statistics_anew": cost("/statistics/", before=cache.clear, rounds=3),
        "finished_match": cost(match.get_absolute_url()),
    }


def hundredth() -> str:
    """Return where the archive's hundredth page begins, or where its last full one does."""
    from games.history import archive_search
    from games.history.views.archive_pages import PAGE
    from taluva_site.utils import paging

    rows = list(
        archive_search.finished_matches(None, archive_search.ArchiveFilter()).order_by("-ended_at", "-pk")[: 100 * PAGE]
    )
    return paging.place_after(rows[-PAGE - 1], "ended_at")


def cost(path: str, *, before: Callable[[], object] = lambda: None, rounds: int = ROUNDS, **query: str) -> Cost:
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    client, taken = Client(), []
    assert client.get(path, query).status_code == 200, path
    before()
    with CaptureQueriesContext(connection) as captured:
        client.get(path, query)
        queries = len(captured)
    for _round in range(rounds):
        before()
        started = time.process_time()
        client.get(path, query)
        taken.append(time.process_time() - started)
    return Cost(queries, round(1000 * min(taken), 1))


def time_action(action: str) -> tuple[float, float]:
    """Return the seconds of a command by the clock, and by the processors of all its processes."""
    before, started = spent(), time.monotonic()
    command = [sys.executable, "manage.py", "archive", action, "--workers", str(CORES)]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.monotonic() - started, spent() - before


def spent() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def shown(found: dict[str, float]) -> str:
    lines = [f"{found['matches']:,} finished matches, {found['turns']:,} turns; of the processor what is in brackets"]
    for action, goal in (("check", f" (goal: {CHECK_GOAL_S})"), ("dump", "")):
        lines.append(
            f"archive {action}, s per 10,000 matches on {CORES} cores  {found[f'{action}_s_per_10000']:6.1f}{goal}"
            f"   [{found[f'{action}_processor_s_per_10000']:.1f}]"
        )
    small_club = f"in a club of {SMALL} games"
    lines.append(f"\n{'page':22} {'ms':>7} {'queries':>8}   {'in an empty club':>18}   {small_club:>22}   goal, ms")
    for page in (name.removesuffix("_small_ms") for name in found if name.endswith("_small_ms")):
        small = found[f"{page}_small_ms"]
        own = {"archive_hundredth": found["archive_first_ms"], "statistics_anew": ANEW_GOAL_MS}
        limit = own.get(page, PAGE_GOAL * small)
        empty = f"{'-':>18}"
        if f"{page}_empty_ms" in found:
            empty = f"{found[f'{page}_empty_ms']:9.1f} {found[f'{page}_empty_queries']:8.0f}"
        lines.append(
            f"{page:22} {found[f'{page}_ms']:7.1f} {found[f'{page}_queries']:8.0f}   {empty}"
            f"   {small:11.1f} {found[f'{page}_small_queries']:10.0f}   {limit:8.1f}"
        )
    return "\n".join(lines)


if __name__ == "__main__":
    main()

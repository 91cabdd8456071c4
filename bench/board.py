"""What the largest board costs: bytes of a page and of a step, server time, the next paint after a tap, panning.

python -m bench.board [--json] [--no-browser]

The board is that of sixty tiles and five players, a turn before the end. Bytes are those of gzip, assets included in
`page_kb`. The browser's processor is slowed down six times.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
import statistics
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from tests.browser import pictures

if TYPE_CHECKING:
    from django.test import Client

    from accounts.models import User
    from games.models import Match

ROUNDS = 12
THROTTLE = 6
PHONE = {"width": 390, "height": 844}
STEP = {"HX-Request": "true", "HX-Target": "board-step", "Accept-Encoding": "gzip"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--no-browser", action="store_true")
    options = parser.parse_args()
    with pictures.club() as site:
        figures = measure(site, with_browser=not options.no_browser)
    if options.json:
        print(json.dumps(figures))
    else:
        for name, value in figures.items():
            print(f"{name:18} {value}")


def measure(site: str, *, with_browser: bool) -> dict[str, float]:
    from django.test import Client

    from tests import factories
    from tests.browser.players import aside

    people = aside(factories.people, 5)
    matches = (aside(pictures.grown, people, 59, draw=draw) for draw in count())
    match = next(match for match in matches if match.is_running)
    mover = aside(factories.mover, match)
    client = Client()
    client.force_login(mover)
    address, step = match.get_absolute_url(), first_step(match)
    figures = {
        "tiles": match.turn_number,
        "page_kb": kilobytes(page_bytes(client, address)),
        "swap_kb": kilobytes(max(step_bytes(client, address + query) for query in (step, f"{step}&b="))),
        "page_ms": milliseconds(lambda: client.get(address)),
        "swap_ms": milliseconds(lambda: client.get(address + step, headers=STEP)),
        "bare_ms": milliseconds(lambda: client.get("/terms/")),
    }
    return figures | (in_browser(site, mover, address) if with_browser else {})


def first_step(match: Match) -> str:
    """Return the query of the first place that the board offers."""
    from games.matches import stored_match
    from games.taluva import rules as taluva

    game = stored_match.game_of(match)
    assert isinstance(game, taluva.Game)
    place = game.legal_placements()[0].split("@")[1].rstrip("NESW")
    return f"?v={place}"


def kilobytes(size: int) -> float:
    return round(size / 1024, 1)


def milliseconds(call: Callable[[], object]) -> float:
    """Return the usual time of a call, after a first one that fills the caches."""
    call()
    times = []
    for _ in range(ROUNDS):
        started = time.perf_counter()
        call()
        times.append(time.perf_counter() - started)
    return round(statistics.median(times) * 1000, 1)


def page_bytes(client: Client, address: str) -> int:
    """Return the page and every style sheet, script and icon that it names, each compressed."""
    answer = client.get(address, headers={"Accept-Encoding": "gzip"})
    html = gzip.decompress(answer.content).decode()
    assets = re.findall(r'(?:href|src)="/static/([^"]+\.(?:css|js|svg))"', html)
    return len(answer.content) + sum(len(gzip.compress(asset(name), 9)) for name in dict.fromkeys(assets))


def asset(name: str) -> bytes:
    from django.contrib.staticfiles import finders

    found = finders.find(name)
    return Path(str(found)).read_bytes()


def step_bytes(client: Client, address: str) -> int:
    return len(client.get(address, headers=STEP).content)


def in_browser(site: str, person: User, address: str) -> dict[str, float]:
    """Measure from a tap to the paint after the swap, without the server's part; and frames a second in a pan."""
    from playwright.sync_api import sync_playwright

    from tests.browser import chromium
    from tests.browser.players import context_of

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(chromium.chromium()), args=chromium.flags())
        context = context_of(browser, site, person, viewport=PHONE, has_touch=True, reduced_motion="reduce")
        page = context.new_page()
        page.goto(address)
        client = context.new_cdp_session(page)
        client.send("Emulation.setCPUThrottlingRate", {"rate": THROTTLE})
        taps = [page.evaluate(TAP, index) for index in range(ROUNDS)]
        frames = page.evaluate(PAN)
        browser.close()
    waits = [tap["painted"] - tap["served"] for tap in taps]
    return {"tap_ms": round(statistics.median(waits), 1), "pan_fps": round(frames, 1)}


TAP = """index => new Promise(done => {
  const places = document.querySelectorAll("#layer-choices a[href]:not([data-quiet])");
  const started = performance.now();
  performance.clearResourceTimings();
  document.addEventListener("board:swapped", () => requestAnimationFrame(() => setTimeout(() => {
    const asked = performance.getEntriesByType("resource").pop();
    done({ painted: performance.now() - started, served: asked.responseStart - asked.requestStart });
  })), { once: true });
  places[index % places.length].dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
})"""
PAN = """() => new Promise(done => {
  Zoom.step(1);
  const box = document.querySelector("#stage .scroll");
  const started = performance.now();
  let frames = 0;
  const next = () => {
    frames += 1;
    box.scrollLeft = 100 + 100 * Math.sin(frames / 10);
    const passed = performance.now() - started;
    if (passed < 2000) requestAnimationFrame(next);
    else done(frames / passed * 1000);
  };
  next();
})"""


if __name__ == "__main__":
    main()

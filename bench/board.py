"""What the largest board costs: bytes of a page and of a step, server time, paint after a tap, panning, dragging.

python -m bench.board [--json] [--no-browser]

The board is that of sixty tiles and five players, a turn before the end. `page_kb` is the page with all that it loads,
as a hosted club sends it to a browser over https: the page by gzip, scripts and style sheets minified and by brotli;
`page_gzip_kb` is the same by gzip alone. `legal_kb` is what the page says of legal places, without compression;
`turns_kb` all turns by gzip, which are fetched later; `swap_kb` a step by gzip. The browser's processor is slowed down
six times. `drag_fps` counts frames while a tile is dragged, `drop_ms` is from letting go to the next paint. `ahead_ms`
is the longest of the steps from there to Confirm, each from the press to the paint that shows it, with a network that
takes 300 ms: above that, a step has waited for it.
"""

from __future__ import annotations

import argparse
import gzip
import json
import math
import re
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from tests.browser import pictures

if TYPE_CHECKING:
    from django.test import Client
    from playwright.sync_api import Browser, FloatRect, Page

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
        **page_weights(client, address),
        "legal_kb": kilobytes(len(legal_data(client, address))),
        "turns_kb": kilobytes(turns_bytes(client, f"{address}turns/")),
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


def page_weights(client: Client, address: str) -> dict[str, float]:
    """Return the weight of the page and of every style sheet, script and icon that it names."""
    with hosted_files() as folder:
        answer = client.get(address, headers={"Accept-Encoding": "gzip"})
        html = gzip.decompress(answer.content).decode()
        names = re.findall(r'(?:href|src)="/static/([^"]+\.(?:css|js|svg))"', html)
        later = re.findall(r'data-scripts="([^"]+)"', html)
        names += [name.removeprefix("/static/") for listed in later for name in listed.split()]
        files = [folder / name for name in dict.fromkeys(names)]
        by_gzip = sum(smallest(file, f"{file}.gz") for file in files)
        by_brotli = sum(smallest(file, f"{file}.gz", f"{file}.br") for file in files)
    return {
        "page_kb": kilobytes(len(answer.content) + by_brotli),
        "page_gzip_kb": kilobytes(len(answer.content) + by_gzip),
    }


@contextmanager
def hosted_files() -> Iterator[Path]:
    """Collect static files as a hosted club does."""
    from django.conf import settings
    from django.core.management import call_command
    from django.test import override_settings

    storage = {"BACKEND": "taluva_site.static_storage.CompressedStaticFilesStorage"}
    with (
        TemporaryDirectory() as folder,
        override_settings(STATIC_ROOT=folder, STORAGES={**settings.STORAGES, "staticfiles": storage}),
    ):
        call_command("collectstatic", interactive=False, verbosity=0)
        yield Path(folder)


def smallest(*paths: Path | str) -> int:
    """Return the size of the smallest of these files that there is: some are not worth compressing."""
    return min(Path(path).stat().st_size for path in paths if Path(path).exists())


def legal_data(client: Client, address: str) -> str:
    """Return what the page says of legal places."""
    found = re.search(r'data-legal="([^"]+)"', client.get(address).content.decode())
    return found[1] if found else ""


def turns_bytes(client: Client, address: str) -> int:
    return len(gzip.compress(json.dumps(client.get(address).json()["turns"], separators=(",", ":")).encode(), 9))


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
        dragged = in_the_hand(browser, site, person, address)
        browser.close()
    waits = [tap["painted"] - tap["served"] for tap in taps]
    return {"tap_ms": round(statistics.median(waits), 1), "pan_fps": round(frames, 1)} | dragged


def in_the_hand(browser: Browser, site: str, person: User, address: str) -> dict[str, float]:
    """Frames while a tile is dragged and the paint after it falls, slowed down; then a turn over a slow network."""
    from tests.browser.players import context_of

    context = context_of(browser, site, person, viewport=PHONE)
    context.add_init_script(f"({WATCH})()")  # before scripts that let nobody else hear of a click
    page = context.new_page()
    client = context.new_cdp_session(page)
    open_hand(page, address)
    client.send("Emulation.setCPUThrottlingRate", {"rate": THROTTLE})
    frames = [drag_frames(page, number) for number in range(DRAGS)]
    drops = page.evaluate("window.paints.filter(one => one.name === 'pointerup').map(one => one.ms)")
    client.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    client.send("Network.enable")
    client.send("Network.emulateNetworkConditions", SLOW)
    open_hand(page, address)
    drag_frames(page, 0)
    page.locator("#turn-next").click()
    page.locator("a.opt:not(.off)").first.click()
    page.locator("#turn-confirm").wait_for()
    page.wait_for_function("() => window.paints.length >= 3")
    ahead = page.evaluate("window.paints.slice(0, 3)")
    shown = [one["shown"] for one in ahead]
    if shown != ["now-0", "now-1", "now-2"]:
        raise SystemExit(f"A step was not shown ahead: {ahead}")
    return {
        "drag_fps": round(statistics.median(frames), 1),
        "drop_ms": round(statistics.median(drops), 1),
        "ahead_ms": round(max(one["ms"] for one in ahead), 1),
    }


def open_hand(page: Page, address: str) -> None:
    """Open the page, and wait for all that its hand needs."""
    page.goto(address)
    page.wait_for_function("() => typeof Ahead === 'object' && Boolean(Turns.all())")


def drag_frames(page: Page, number: int) -> float:
    """Drag the tile over the whole board and let it go on a legal place; return frames a second meanwhile."""
    x, y = page.evaluate(PLACE, number)
    box, tray = box_of(page, "#board-view"), box_of(page, "#turn-bar [data-tray]")
    page.mouse.move(tray["x"] + tray["width"] / 2, tray["y"] + tray["height"] / 2)
    page.mouse.down()
    page.evaluate("window.frames0 = [performance.now(), window.drawn]")
    for step in range(MOVES):
        share = step / MOVES
        page.mouse.move(
            box["x"] + box["width"] * (0.5 + 0.3 * math.sin(9 * share)), box["y"] + box["height"] * (0.15 + 0.7 * share)
        )
    frames = page.evaluate("(window.drawn - window.frames0[1]) / (performance.now() - window.frames0[0]) * 1000")
    page.mouse.move(x, y)
    page.mouse.up()
    page.wait_for_function("() => !document.querySelector('.ghost, .ahead')")
    return float(frames)


def box_of(page: Page, selector: str) -> FloatRect:
    box = page.locator(selector).bounding_box()
    if box is None:
        raise SystemExit(f"{selector} is not on the page")
    return box


SLOW = {"offline": False, "latency": 300, "downloadThroughput": -1, "uploadThroughput": -1}
DRAGS, MOVES = 6, 90
# Counts frames, and notes of each press how long it took to the paint after it, and which step was shown then.
WATCH = """() => {
  Object.assign(window, { drawn: 0, paints: [] });
  const next = () => { window.drawn += 1; requestAnimationFrame(next); };
  next();
  const note = ({ type, timeStamp, target }) => {
    if (type === "click" && !target.closest?.("#turn-bar a")) return;
    requestAnimationFrame(() => setTimeout(() => {
      const bar = document.querySelector("#turn-bar");
      const shown = bar.querySelector("#turn-confirm, #turn-ask") ? "now-2" : bar.querySelector(".now").id;
      window.paints.push({ name: type, ms: performance.now() - timeStamp, shown });
    }));
  };
  addEventListener("pointerup", (event) => document.querySelector(".holding") && note(event), true);
  addEventListener("click", note, true);
}"""
# Where in the window a legal place is that one sees.
PLACE = """number => {
  const { a, d, e, f } = document.querySelector("#board .above").getScreenCTM();
  const box = document.querySelector("#board-view").getBoundingClientRect();
  const seen = [...Turns.places.values()].map(({ x, y }) => [x * a + e, y * d + f]).filter(([x, y]) =>
    x > box.left + 60 && x < box.right - 60 && y > box.top + 60 && y < box.bottom - 60);
  return seen[number * 7 % seen.length];
}"""
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

"""Dragging on a board, by mouse and by finger, and where things are in the window."""

from __future__ import annotations

import re
from typing import Protocol

from playwright.sync_api import Locator, Page

# The middle of a cell at this level, in the window, its board scrolled to where it is seen.
POINT = """([q, r, level]) => {
  const box = document.getElementById("board-view"), edges = box.getBoundingClientRect();
  const at = () => {
    const { a, d, e, f } = document.querySelector("#board .above").getScreenCTM();
    return [(70 * q + 35 * r) * a + e, (60 * r - 18 * (level - 1)) * d + f];
  };
  const [x, y] = at();
  if (x < edges.left + 60 || x > edges.right - 60) box.scrollLeft += x - edges.left - edges.width / 2;
  if (y < edges.top + 60 || y > edges.bottom - 60) box.scrollTop += y - edges.top - edges.height / 2;
  return at();
}"""
TRAY = "#turn-bar [data-tray]"


class Pointer(Protocol):
    """A mouse or a finger. It holds what it has pressed a little below, if a finger holds things above itself."""

    below: int

    def press(self, x: float, y: float) -> None: ...
    def move(self, x: float, y: float) -> None: ...
    def release(self) -> None: ...


class Mouse:
    below = 0

    def __init__(self, page: Page) -> None:
        self.mouse = page.mouse

    def press(self, x: float, y: float) -> None:
        self.mouse.move(x, y)
        self.mouse.down()

    def move(self, x: float, y: float) -> None:
        self.mouse.move(x, y, steps=4)

    def release(self) -> None:
        self.mouse.up()


class Finger:
    """Touches as the browser's own protocol sends them; `press_second` puts another finger down."""

    below = 54

    def __init__(self, page: Page) -> None:
        self.client = page.context.new_cdp_session(page)
        self.at: list[tuple[float, float]] = []

    def send(self, kind: str) -> None:
        points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(self.at)]
        self.client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def press(self, x: float, y: float) -> None:
        self.at = [(x, y)]
        self.send("touchStart")

    def move(self, x: float, y: float) -> None:
        (x0, y0), *others = self.at
        for share in (0.25, 0.5, 0.75, 1):
            self.at = [(x0 + (x - x0) * share, y0 + (y - y0) * share), *others]
            self.send("touchMove")

    def release(self) -> None:
        self.at = []
        self.send("touchEnd")

    def press_second(self, x: float, y: float) -> None:
        self.at = [self.at[0], (x, y)]
        self.send("touchStart")

    def move_second(self, x: float, y: float) -> None:
        self.at = [self.at[0], (x, y)]
        self.send("touchMove")


def point_of(page: Page, q: int, r: int, level: int = 1) -> tuple[float, float]:
    x, y = page.evaluate(POINT, [q, r, level])
    return x, y


def middle_of(part: Locator) -> tuple[float, float]:
    part.scroll_into_view_if_needed()
    box = part.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def carry(page: Page, pointer: Pointer, source: str, cell: tuple[int, int], level: int = 1) -> None:
    """Press what is to be dragged, and move it over that cell."""
    pointer.press(*middle_of(page.locator(source).first))
    for _ in range(2):  # on the way over its edge the board may scroll
        x, y = point_of(page, *cell, level)
        pointer.move(x, y + pointer.below)


def drag(page: Page, pointer: Pointer, source: str, cell: tuple[int, int], level: int = 1) -> None:
    carry(page, pointer, source, cell, level)
    pointer.release()


def wait_for_hand(page: Page) -> None:
    """The scripts of the hand run, and all turns have arrived."""
    page.wait_for_function("() => typeof Ahead === 'object' && Boolean(Turns.all())")


def held_way(page: Page) -> str | None:
    """Return the direction in which the tile is held."""
    way = page.evaluate("document.querySelector('.ghost .on')?.dataset.way")
    return str(way) if way else None


def drafted(page: Page) -> dict[str, str]:
    """Return what the address says of the turn."""
    return dict(re.findall(r"[?&]([vdbx])=([^&]*)", page.url))

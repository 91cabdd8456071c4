"""A whole game to its last tile: by keyboard, by ear from the plain list, without scripting, by dragging, by taps.

The person comes in by the list of their games and never by an address; the other seat is played through the service.
"""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from accounts.models import User
from games.matches import stored_match
from games.models import Match, TurnOrigin
from tests.boards.games import random_turn
from tests.browser.dragging import TRAY, Finger, Mouse, Pointer, drag, wait_for_hand
from tests.browser.players import Open, aside, current
from tests.factories import played

pytestmark = pytest.mark.long
SEED = "5" * 64
TURNS = 24  # twelve tiles for each of two


@pytest.fixture
def match(match: Match) -> Match:
    """With tiles in an order that is known, so that every run plays the same game."""
    Match.objects.filter(pk=match.pk).update(sealed_seed=SEED)
    stored_match.clear_cache()
    return match


def answer(match: Match, rng: random.Random) -> None:
    """The other seat's turn, if it is theirs."""
    now = current(match)
    game = stored_match.game_of(now)
    if 1 in game.awaited():
        played(now, random_turn(game, rng), by=TurnOrigin.PERSON)


def ended(match: Match, me: User) -> Match:
    """The game, over with its last tile, and every other turn played by this person."""
    over = current(match)
    assert (over.state, over.reason, over.turn_number) == ("finished", "tiles", TURNS)
    mine = list(over.turns.filter(user=me).values_list("number", "seat", "by"))
    assert mine == [(number, 0, TurnOrigin.PERSON) for number in range(1, TURNS, 2)]
    return over


def headline(match: Match) -> str:
    """What Ann reads who has played it with Ben."""
    winners = tuple(str(seat.user) for seat in match.seats.select_related("user").order_by("index") if seat.place == 1)
    return {("Ann",): "You won", ("Ben",): "Ben won", ("Ann", "Ben"): "You and Ben won"}[winners]


class Keys:
    """Somebody who has no mouse: keys are pressed, and what has the focus is looked at."""

    def __init__(self, page: Page) -> None:
        self.page, self.press = page, page.keyboard.press

    def has(self, selector: str) -> bool:
        return bool(self.page.evaluate("selector => document.activeElement.matches(selector)", selector))

    def go_to(self, selector: str, key: str = "Tab") -> None:
        for _ in range(80):
            if self.has(selector):
                return
            self.press(key)
        raise AssertionError(f"{key} does not lead to {selector}")

    def cell(self) -> str:
        return str(self.page.evaluate("document.activeElement.id"))

    def enter(self, selector: str) -> None:
        self.go_to(selector)
        self.press("Enter")


def by_keys(keys: Keys, number: int, rng: random.Random) -> None:
    """A turn: to the board, with jumps and arrows to a place, turned, then built on the board or from the list."""
    page, bar = keys.page, keys.page.locator("#turn-bar")
    keys.go_to("#board .choices > a")
    if number > 1:
        keys.press("N" if rng.random() < 0.5 else "n")
        for _ in range(rng.randrange(12)):
            keys.press("n")
        for arrow in ("ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown"):
            here = keys.cell()
            keys.press(arrow)
            assert re.fullmatch(r"c-?\d+,-?\d+", keys.cell()), f"{arrow} leads from {here} off the board"
        keys.press("p")
        before = page.url
        keys.press("Enter")
        expect(page).not_to_have_url(before)
        expect(bar.locator("#turn-next")).to_be_visible()
        turns = bar.locator("#turn-right").count()
        for key in ("]", "Enter", "[")[: 3 * turns]:
            before = page.url
            keys.press(key)
            expect(page).not_to_have_url(before)
    keys.enter("#turn-next")
    expect(bar.locator(".opts")).to_be_visible()
    if not bar.locator("#turn-confirm").count():
        build_by_keys(keys, on_board=number % 4 == 1)
    keys.enter("#turn-confirm")


def build_by_keys(keys: Keys, *, on_board: bool) -> None:
    before = keys.page.url
    if on_board:
        keys.go_to("#board .choices > a", "Shift+Tab")
        keys.press("n")
        keys.press("Enter")
    else:
        keys.enter("a.opt:not(.off)")
    expect(keys.page).not_to_have_url(before)
    expect(keys.page.locator("#turn-confirm")).to_be_visible()


def test_a_whole_game_with_the_keyboard_alone(open_as: Open, sitters: list[User], match: Match) -> None:
    page = open_as(sitters[0], "/")
    keys, rng = Keys(page), random.Random(3)
    shown = page.locator("#match .head")

    keys.enter(f".gcard h3 a[href='{match.get_absolute_url()}']")
    for number in range(1, TURNS, 2):
        expect(shown).to_contain_text(f"Turn {number},")
        by_keys(keys, number, rng)
        expect(shown).to_contain_text(f"Turn {number + 1},")
        aside(answer, match, rng)
    expect(shown).to_contain_text("Finished")

    over = ended(match, sitters[0])
    expect(page.locator("#turn-bar h2")).to_have_text(headline(over))
    keys.enter(f"#turn-bar a.btn[href$='/{TURNS}/']")
    expect(page.locator("#at")).to_have_text(f"{TURNS} / {TURNS}")


class Ears:
    """Somebody who sees nothing: what there is comes from the accessibility tree, and is used by its role and name."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def tree(self) -> str:
        return self.page.get_by_role("main").aria_snapshot()

    def hears(self, words: str) -> bool:
        return words in self.tree()

    def links(self, start: str, heading: str = "") -> list[str]:
        """The names of the links that begin like this, from that heading on."""
        after = self.tree().partition(f'heading "{heading}')[2]
        names = re.findall(r'link "((?:[^"\\]|\\.)*)"', after)
        return [name for name in names if re.match(start, name)]

    def follow(self, name: str) -> None:
        self.one("link", name).click()

    def one(self, role: str, name: str) -> Locator:
        """The first of this role whose name begins so: a number of what waits may follow."""
        return self.page.get_by_role(role, name=re.compile(f"^{re.escape(name)}")).first  # type: ignore[arg-type]


def by_ear(ears: Ears, number: int, rng: random.Random) -> None:
    """A turn from the list: a direction of a cell, a build, Confirm."""
    ears.one("heading", "Where to place the tile").wait_for()
    if ways := ears.links("(E|SE|SW|W|NW|NE), ", "Where to place the tile"):
        ears.follow(rng.choice(ways))
    ears.one("link", "Build next").wait_for()
    assert ears.hears("Volcano on ")
    ears.follow("Build next")
    ears.one("heading", "What to build").wait_for()
    if builds := ears.links("(Hut|Temple|Tower|Expand)", "What to build"):
        ears.follow(rng.choice(builds))
    ears.one("button", f"Confirm turn {number}").click()


def test_a_whole_game_from_the_list_by_the_accessibility_tree(open_as: Open, sitters: list[User], match: Match) -> None:
    ears, rng = Ears(open_as(sitters[0], "/")), random.Random(4)

    for number in range(1, TURNS, 2):
        ears.follow("My games")
        ears.one("heading", "Your turn in 1 game").wait_for()
        ears.follow(ears.links("Ann, Ben", "Waiting for you")[0])
        ears.follow("As a list")
        by_ear(ears, number, rng)
        ears.page.get_by_text("Ben to move").first.wait_for()
        aside(answer, match, rng)
    ears.follow("My games")
    ears.follow(ears.links("Ann, Ben", "Recently finished")[0])

    over = ended(match, sitters[0])
    assert ears.hears("Finished on ")
    assert ears.hears(headline(over))


def without_scripts(page: Page, number: int, rng: random.Random) -> None:
    """A turn by the links of the board and Confirm."""
    places = page.locator("#layer-choices a[href]:not([tabindex='-1'])")
    if number > 1:
        places.nth(rng.randrange(places.count())).click(force=True)
        if page.locator("#turn-right").count():
            page.locator("#turn-right").click()
    page.locator("#turn-next").click()
    if not page.locator("#turn-confirm").count():
        places.nth(rng.randrange(places.count())).click(force=True)
    page.locator("#turn-confirm").click()


def test_a_whole_game_without_scripting(open_as: Open, sitters: list[User], match: Match) -> None:
    page, rng = open_as(sitters[0], "/", java_script_enabled=False), random.Random(5)

    for number in range(1, TURNS, 2):
        page.get_by_role("link", name="My games").click()
        page.get_by_role("region", name="Waiting for you").get_by_role("link").click()
        without_scripts(page, number, rng)
        expect(page.locator("#match .head")).to_contain_text(f"Turn {number + 1},")
        aside(answer, match, rng)
    page.get_by_role("link", name="My games").click()
    page.get_by_role("region", name="Recently finished").get_by_role("link", name="Ann, Ben").click()

    over = ended(match, sitters[0])
    expect(page.locator("#turn-bar h2")).to_have_text(headline(over))


PLACES = "[...Turns.places.values()].map(({ key, level }) => [...key.split(',').map(Number), level + 1])"
# The field on which the piece of an option can be let go: the first of its first build, with its level.
FIELD = """option => {
  const name = new URLSearchParams(option.getAttribute("href")).get("b");
  const builds = Turns.builds(Ahead.draft());
  return (builds.find(({ text }) => text === name) || builds.find(({ kind }) => kind === name[0])).cells[0];
}"""


def by_dragging(page: Page, pointer: Pointer, number: int, rng: random.Random) -> None:
    """A turn: the tile dragged to a place, then what is built to its field, each let go there; and two buttons."""
    wait_for_hand(page)
    if number > 1:
        q, r, level = rng.choice(page.evaluate(PLACES))
        drag(page, pointer, TRAY, (q, r), level)
        expect(page).to_have_url(re.compile(rf"\?v={q},{r}&d=[NESW]+"))
    page.locator("#turn-next").click()
    expect(page.locator("#turn-bar .opts")).to_be_visible()
    if not page.locator("#turn-confirm").count():
        option = page.locator("a.opt:not(.off)").nth(rng.randrange(page.locator("a.opt:not(.off)").count()))
        q, r, level = option.evaluate(FIELD)
        drag(page, pointer, f"#{option.get_attribute('id')} .ic", (q, r), level)
    page.locator("#turn-confirm").click()


@pytest.mark.parametrize("phone", [False, True], ids=["mouse", "finger"])
def test_a_whole_game_by_dragging(open_as: Open, sitters: list[User], match: Match, phone: bool) -> None:
    screen = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True} if phone else {}
    page, rng = open_as(sitters[0], match.get_absolute_url(), **screen), random.Random(6)
    pointer: Pointer = Finger(page) if phone else Mouse(page)

    for number in range(1, TURNS, 2):
        expect(page.locator("#match .head")).to_contain_text(f"Turn {number},")
        by_dragging(page, pointer, number, rng)
        expect(page.locator("#match .head")).to_contain_text(f"Turn {number + 1},")
        aside(answer, match, rng)

    over = ended(match, sitters[0])
    expect(page.locator("#turn-bar h2")).to_have_text(headline(over))


# Where the turn's main button ends, as much of the screen as the board has in percent, and the width of a cell.
SCREEN = """() => {
  const [main, box] = ["#turn-bar .acts .main", "#stage .scroll"].map((part) => document.querySelector(part));
  const [at, seen, ground] = [main?.getBoundingClientRect(), box.getBoundingClientRect(), box.querySelector(".ground")];
  if (typeof Zoom !== "object") return null; // the page is still being made
  return {
    main: at && [Math.round(at.right), Math.round(at.bottom)],
    share: Math.round((100 * seen.height) / innerHeight),
    cell: Math.round((70 * ground.clientWidth) / ground.viewBox.baseVal.width),
    isMoved: scrollY > 0 || document.documentElement.scrollWidth > innerWidth,
  };
}"""


def screen_of(page: Page) -> dict[str, Any]:
    screen: dict[str, Any] = page.wait_for_function(SCREEN).json_value()
    return screen


def by_taps(page: Page, number: int, rng: random.Random) -> list[dict[str, Any]]:
    """A turn by a finger; return how the screen was at each step."""
    seen = [screen_of(page)]
    if number > 1:
        places = page.locator("#layer-choices a:not([tabindex='-1'])")
        places.nth(rng.randrange(places.count())).tap(force=True)
        expect(page.locator("#turn-next")).to_be_visible()
        seen.append(screen_of(page))
        if page.locator("#turn-right").count():
            before = page.url
            page.locator("#turn-right").tap()
            expect(page).not_to_have_url(before)
            seen.append(screen_of(page))
    page.locator("#turn-next").tap()
    expect(page.locator("#turn-bar .opts")).to_be_visible()
    seen.append(screen_of(page))
    if not page.locator("#turn-confirm").count():
        builds = page.locator("a.opt:not(.off)")
        builds.nth(rng.randrange(builds.count())).tap()
    expect(page.locator("#turn-confirm")).to_be_visible()
    seen.append(screen_of(page))
    page.locator("#turn-confirm").tap()
    return seen


@pytest.mark.parametrize(("width", "height"), [(390, 844), (320, 568)])
def test_a_whole_game_by_taps_with_the_button_at_one_place(
    open_as: Open, sitters: list[User], match: Match, width: int, height: int
) -> None:
    screen = {"viewport": {"width": width, "height": height}, "has_touch": True, "is_mobile": True}
    page, rng, seen = open_as(sitters[0], match.get_absolute_url(), **screen), random.Random(7), []

    for number in range(1, TURNS, 2):
        expect(page.locator("#match .head")).to_contain_text(f"Turn {number},")
        seen += by_taps(page, number, rng)
        expect(page.locator("#match .head")).to_contain_text(f"Turn {number + 1},")
        seen.append(screen_of(page))
        aside(answer, match, rng)

    ended(match, sitters[0])
    assert len({tuple(step["main"]) for step in seen if step["main"]}) == 1
    assert [step for step in seen if not 65 <= step["share"] <= 75 or step["cell"] < 34 or step["isMoved"]] == []

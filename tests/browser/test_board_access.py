"""Axe finds nothing in any state of the board: in every palette and theme, and while others' turns are shown."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Match
from games.taluva.board.examples import GROWN
from tests.browser.players import Open, aside, dealt, paused
from tests.factories import person, played_on, running_match

LOOKS = [(palette, theme) for palette in ("", "contrast", "greys") for theme in ("light", "dark")]
PUT_ON = "palette => { document.documentElement.dataset.palette = palette; }"
LAID = "?since=off&v=0,0&d=NW"
# Each by its address and by what is seen there only.
STATES = {
    "choosing": ("", "#turn-list"),
    "as text": ("?text=1", "#as-text.on"),
    "list": ("list/", ".pickers"),
    "turning": ("?since=off&v=3,-1", ".pip"),
    "refused": ("?since=off&v=1,0", "#turn-bar .no"),
    "refused beside the tile": (f"{LAID}&x=1,0", "#turn-bar .no"),
    "building": (f"{LAID}&b=", ".opt"),
    "kind refused": (f"{LAID}&b=W", "#turn-bar .no"),
    "ready": (f"{LAID}&b=T@1,-1", "#turn-confirm"),
    "asked once more": ("confirm/?number=5&text=RJ@0,0NW T@1,-1", "main form"),
    "replay": ("2/", "#at"),
    "sandbox": ("4/try/", "#tile-random"),
}


def faults(page: Page, *rules: str) -> list[str]:
    options = {"runOnly": list(rules)} if rules else None
    found = Axe().run(page, options=options).response["violations"]
    return [f"{page.url}: {fault['id']}: {node['html'][:120]}" for fault in found for node in fault["nodes"]]


def in_every_look(page: Page) -> list[str]:
    """Everything once, and the contrast of all that is written in each palette and theme."""
    found = faults(page)
    for palette, theme in LOOKS:
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")  # type: ignore[arg-type]
        page.evaluate(PUT_ON, palette)
        found += [f"{palette} {theme} {fault}" for fault in faults(page, "color-contrast")]
    return found


@pytest.mark.parametrize("width", [390, 1440])
def test_axe_finds_nothing_in_any_state_of_a_turn(open_as: Open, sitters: list[User], match: Match, width: int) -> None:
    aside(dealt, match, GROWN, "RJ")
    page = open_as(sitters[0], "/terms/", viewport={"width": width, "height": 900})
    found = []

    for address, sign in STATES.values():
        page.goto(match.get_absolute_url() + address)
        expect(page.locator(sign).first).to_be_attached()
        found += in_every_look(page)

    assert found == []


def test_axe_finds_nothing_for_who_waits_looks_on_or_comes_too_late(
    open_as: Open, sitters: list[User], match: Match
) -> None:
    aside(dealt, match, GROWN, "RJ")
    waits = open_as(sitters[1], match.get_absolute_url())
    onlooker = open_as(aside(person, "Cleo"), match.get_absolute_url())
    onlooker.locator("#signs summary").click()
    expect(onlooker.locator("#signs li").last).to_be_visible()

    found = in_every_look(waits) + in_every_look(onlooker)
    aside(played_on, match, 200)
    waits.goto(match.get_absolute_url())
    expect(waits.locator("#turn-bar")).to_contain_text("Final count")

    assert found + in_every_look(waits) == []


def test_axe_finds_nothing_while_a_turn_is_prepared_and_kept(open_as: Open, sitters: list[User]) -> None:
    match = aside(running_match, *sitters, now=timezone.now(), settings={"preview": "on"})
    aside(played_on, match, 2)
    page = open_as(sitters[1], f"{match.get_absolute_url()}?prepare=turn")
    found = in_every_look(page)

    page.locator("#layer-choices a:has(use[href='#spot'])").first.click(force=True)
    page.locator("#turn-next").click()
    page.locator("a.opt:not(.off)").first.click()
    expect(page.locator("#turn-keep")).to_be_visible()
    found += in_every_look(page)
    page.locator("#turn-keep").click()
    expect(page.locator(".prepared li")).to_have_count(1)

    assert found + in_every_look(page) == []


@pytest.mark.parametrize(
    ("field", "value", "said"), [("number", "4", "position has changed"), ("text", "RJ@9,9E H@9,9", "T-4")]
)
def test_axe_finds_nothing_when_confirm_is_refused(
    open_as: Open, sitters: list[User], match: Match, field: str, value: str, said: str
) -> None:
    aside(dealt, match, GROWN, "RJ")
    page = open_as(sitters[0], f"{match.get_absolute_url()}{LAID}&b=T@1,-1")

    page.locator(f"#turn-bar [name='{field}']").evaluate("(input, value) => { input.value = value; }", value)
    page.locator("#turn-confirm").click()
    expect(page.locator("#turn-bar [role='alert']")).to_contain_text(said)

    assert in_every_look(page) == []


def test_axe_finds_nothing_while_turns_are_shown(open_as: Open, sitters: list[User], match: Match) -> None:
    aside(played_on, match, 3)
    page = open_as(sitters[1], match.get_absolute_url(), reduced_motion="no-preference", first=paused())

    expect(page.locator("#show")).to_be_visible()

    assert faults(page) == []

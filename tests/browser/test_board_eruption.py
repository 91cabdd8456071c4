"""An eruption is shown as a film: until its tile has come down, the old ground is there."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image
from playwright.sync_api import FloatRect, Page, expect

from accounts.models import User
from games.models import Match
from games.taluva.board.examples import BURIED
from tests.browser.players import Open, aside, dealt
from tests.factories import played

ERUPTION = "SR@-1,1NE H@-1,0"
VOLCANO = "#c-1\\,1"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
PAUSE = "time => document.getAnimations().forEach(one => { one.pause(); one.currentTime = time; })"
RUNNING = "document.getAnimations().filter(one => one.playState !== 'finished').length"
LONGEST = "Math.max(...document.getAnimations().map(one => one.effect.getComputedTiming().endTime))"
OPACITY = "part => getComputedStyle(part).opacity"
FINISH = "document.getAnimations().forEach(one => one.finish())"


def seen(page: Page, clip: FloatRect) -> npt.NDArray[np.int16]:
    """The pixels of a part of the window."""
    with Image.open(BytesIO(page.screenshot(clip=clip))) as shot:
        return np.asarray(shot.convert("RGB"), dtype=np.int16)


@pytest.fixture
def eruption(match: Match) -> str:
    """The address of a turn that buries a hut; without the `/` and number at its end it is the match."""
    aside(played, aside(dealt, match, BURIED, ERUPTION[:2]), ERUPTION)
    return f"{match.get_absolute_url()}{len(BURIED) + 1}/"


def open_at_begin(open_as: Open, user: User, address: str, **wishes: Any) -> Page:
    """Open a page whose animations stand still, however long the test takes: it puts them to a moment."""
    page = open_as(user, "/rules/", reduced_motion="no-preference", **wishes)
    client = page.context.new_cdp_session(page)
    client.send("Animation.enable")
    client.send("Animation.setPlaybackRate", {"playbackRate": 0})
    page.goto(address)
    return page


def test_an_eruption_begins_on_the_old_ground_and_ends_on_the_new(
    open_as: Open, sitters: list[User], match: Match, eruption: str
) -> None:
    page = open_at_begin(open_as, sitters[0], f"{match.get_absolute_url()}{len(BURIED)}/")
    page.evaluate(FINISH)
    clip = page.locator(VOLCANO).bounding_box()
    assert clip
    before = seen(page, clip)

    page.goto(eruption)
    expect(page.locator("#layer-land .vanish")).to_have_count(1)
    assert page.evaluate(LONGEST) == 1600
    page.evaluate(PAUSE, 0)
    begun = seen(page, clip)
    page.evaluate(FINISH)
    ended = seen(page, clip)

    assert np.abs(begun - before).mean() < 12
    assert np.abs(ended - before).mean() > 25


def test_lava_runs_and_the_hut_burns_before_the_tile_falls(open_as: Open, sitters: list[User], eruption: str) -> None:
    page = open_at_begin(open_as, sitters[0], eruption)

    opacities = [shown_at(page, time) for time in (160, 620, 1400)]

    assert [shown["flow1"] for shown in opacities] == [1, 1, 0]
    assert [shown["burning"] for shown in opacities] == [0, pytest.approx(1, abs=0.1), 0]
    assert [shown["vanish"] for shown in opacities] == [1, 1, 0]
    assert [shown["settle"] for shown in opacities] == [0, pytest.approx(0.6, abs=0.4), 1]


def shown_at(page: Page, time: int) -> dict[str, float]:
    """How much is seen of each part of the film after so many milliseconds, by its class."""
    page.evaluate(PAUSE, time)
    parts = ("flow1", "burning", "vanish", "settle")
    return {part: float(page.locator(f"#board .{part}").first.evaluate(OPACITY)) for part in parts}


@pytest.mark.parametrize("wishes", [{}, PHONE])
def test_the_picture_goes_to_the_eruption_and_comes_back(
    open_as: Open, sitters: list[User], eruption: str, wishes: dict[str, Any]
) -> None:
    page = open_at_begin(open_as, sitters[0], eruption, **wishes)

    page.evaluate(PAUSE, 800)
    near, frame = box_of(page, "#board .ground"), box_of(page, "#stage .scroll")
    vent = box_of(page, "#board [data-film]")
    page.evaluate(FINISH)

    assert near["width"] > 1.4 * box_of(page, "#board .ground")["width"]
    assert frame["x"] <= vent["x"] + vent["width"] / 2 <= frame["x"] + frame["width"]
    assert frame["y"] <= vent["y"] + vent["height"] / 2 <= frame["y"] + frame["height"]


def box_of(page: Page, selector: str) -> FloatRect:
    box = page.locator(selector).bounding_box()
    assert box
    return box


def test_a_key_ends_the_film(open_as: Open, sitters: list[User], eruption: str) -> None:
    page = open_at_begin(open_as, sitters[0], eruption)
    assert page.evaluate(RUNNING) > 5
    assert page.evaluate("document.getAnimations().every(one => one.currentTime === 0)")

    page.keyboard.press("Shift")

    assert not page.evaluate(RUNNING)


@pytest.mark.parametrize("wish", ["of the system", "of the person"])
def test_without_movement_the_new_island_is_there(open_as: Open, sitters: list[User], eruption: str, wish: str) -> None:
    if wish == "of the person":
        aside(User.objects.filter(pk=sitters[0].pk).update, motion=False)
    page = open_as(sitters[0], eruption, reduced_motion="reduce" if wish == "of the system" else "no-preference")

    expect(page.locator("#board .settle")).not_to_have_count(0)
    page.evaluate("Promise.all(document.getAnimations().map(one => one.finished)).then(() => true)")
    assert {float(page.locator(f"#board .{part}").first.evaluate(OPACITY)) for part in ("flow1", "glare")} == {0}
    assert float(page.locator("#board .settle").first.evaluate(OPACITY)) == 1

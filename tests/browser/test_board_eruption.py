"""A turn that is shown in motion: until its tile has come down, the old ground is there."""

from __future__ import annotations

from io import BytesIO

import numpy as np
import numpy.typing as npt
from PIL import Image
from playwright.sync_api import FloatRect, Page, expect

from accounts.models import User
from games.models import Match
from games.taluva.board.examples import BURIED
from tests.browser.players import Open, aside, dealt
from tests.factories import played

ERUPTION = "SR@-1,1NE H@-1,0"
VOLCANO = "#c-1\\,1"
PAUSE = "time => document.getAnimations().forEach(one => { one.pause(); one.currentTime = time; })"
FINISH = "document.getAnimations().forEach(one => one.finish())"


def seen(page: Page, clip: FloatRect) -> npt.NDArray[np.int16]:
    """The pixels of a part of the window."""
    with Image.open(BytesIO(page.screenshot(clip=clip))) as shot:
        return np.asarray(shot.convert("RGB"), dtype=np.int16)


def test_an_eruption_begins_on_the_old_ground_and_ends_on_the_new(
    open_as: Open, sitters: list[User], match: Match
) -> None:
    aside(played, aside(dealt, match, BURIED, ERUPTION[:2]), ERUPTION)
    last = len(BURIED) + 1
    page = open_as(sitters[0], f"{match.get_absolute_url()}{last - 1}/", reduced_motion="no-preference")
    page.evaluate(FINISH)
    clip = page.locator(VOLCANO).bounding_box()
    assert clip
    before = seen(page, clip)

    page.goto(f"{match.get_absolute_url()}{last}/")
    expect(page.locator("#layer-land .vanish")).to_have_count(1)
    page.evaluate(PAUSE, 0)
    begun = seen(page, clip)
    page.evaluate(PAUSE, 850)
    sunk = seen(page, clip)
    page.evaluate(FINISH)
    ended = seen(page, clip)

    assert np.abs(begun - before).mean() < 12
    assert sunk.mean() > before.mean() - 25
    assert np.abs(ended - before).mean() > 25

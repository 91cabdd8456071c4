"""For each clause of T-4 and T-5: something that breaks it is tapped, and the sentence that says so is read.

Where no tap leads to it, since the board offers legal cells and directions only, it is asked for by the address, as the
form of the list of places does.
"""

from __future__ import annotations

from typing import NamedTuple

import pytest
from django.utils import timezone
from playwright.sync_api import Page

from accounts.models import User
from games.boards.taluva.examples import CASES
from tests.browser.players import Open, aside, dealt
from tests.factories import running_match

GAMES = {case.clause: case for case in CASES}
NOT_A_HUT = "A hut is founded on level 1. (T-5.2)"
NOWHERE_A_TEMPLE = "Temple: no empty field beside a settlement of three that has no temple (T-5.4)."
NO_TOWER = "A tower stands on level 3 or higher. (T-5.3)"
NO_TEMPLE = "A temple has to touch a settlement of yours that has three cells or more and no temple. (T-5.4)"
NO_NEIGHBOUR = "The tile has to touch the island along an edge. (T-4.2)"


class Try(NamedTuple):
    """The clause, the draft in the address, what is tapped then, the sentence; the example whose game it is."""

    clause: str
    draft: str
    tapped: str
    says: str
    game: str = ""


TRIES = [
    Try("T-4.1", "", "1,0", "The first tile has its volcano on 0,0. (T-4.1)"),
    Try("T-4.2", "v=3,2&d=E", "", NO_NEIGHBOUR),
    Try("T-4.3", "v=0,0&d=SE", "", "A tile lies wholly on the sea or wholly on land. (T-4.3)"),
    Try("T-4.3a", "", "1,0", "The cells below the tile have the levels 1, 1 and 2; they must have the same. (T-4.3a)"),
    Try("T-4.3b", "", "0,1", "The volcano has to land on a volcano. (T-4.3b)"),
    Try("T-4.3c", "", "0,0", "The volcano has to point in another direction than the one below it. (T-4.3c)"),
    Try("T-4.3d", "v=-1,2&d=SW", "", "The temple of Ann on −2,2 can't be covered. (T-4.3d)"),
    Try("T-4.3e", "", "-1,2", "It would bury the last building of a settlement of Ann, on 0,1. (T-4.3e)", "T-5.8"),
    Try("T-4.4", "v=-1,1&d=W", "", "It would bury the last building of a settlement of Ben, on −2,1. (T-4.3e)"),
    Try("T-4.5", "v=4,0&d=NE", "", NO_NEIGHBOUR),
    Try("T-5.1", "v=-1,2&d=NE&b=", "Temple", NOWHERE_A_TEMPLE),
    Try("T-5.2", "v=-2,1&d=NE&b=H@0,1", "", "A new hut must not touch a settlement of yours. (T-5.2)"),
    Try(
        *("T-5.3", "v=0,0&d=E&b=", "1,0"),
        f"{NOT_A_HUT} A tower has to touch a settlement of yours that has no tower. (T-5.3) {NO_TEMPLE}",
    ),
    Try("T-5.4", "v=0,0&d=NW&b=", "0,-1", f"{NOT_A_HUT} {NO_TOWER} {NO_TEMPLE}"),
    Try(
        *("T-5.5", "v=0,0&d=E&b=", "Expand"),
        "Expand: no field beside a settlement that your huts could fill (T-5.5).",
        "T-5.6",
    ),
    Try("T-5.6", "v=0,0&d=E&b=", "0,0", "A volcano never carries a building. (T-5.6)"),
    Try("T-5.7", "v=0,0&d=W&b=", "Temple", NOWHERE_A_TEMPLE),
    Try("T-5.8", "v=-1,-1&d=NW&b=T@0,2", "", NO_TEMPLE),
    Try("T-5.9", "v=0,0&d=NW&b=", "Temple", "Temple: no temple is left in your supply (T-5.9)."),
    Try("T-5.10", "v=-1,-1&d=NW&b=X@-1,2:J", "", "No settlement of yours stands here. (T-5.5)"),
]


@pytest.mark.parametrize("section", ["T-4", "T-5"])
def test_what_breaks_a_clause_says_so(open_as: Open, sitters: list[User], section: str) -> None:
    tries = [tried for tried in TRIES if tried.clause.startswith(section)]
    pages = [open_as(someone, "/terms/") for someone in sitters]
    said = {}

    for tried in tries:
        case = GAMES[tried.game or tried.clause]
        match = aside(running_match, *sitters, now=timezone.now())
        aside(dealt, match, case.played, case.legal[:2], case.supplies)
        page = pages[len(case.played) % 2]
        page.goto(f"{match.get_absolute_url()}?{tried.draft}&since=off")
        if tried.tapped:
            tap(page, tried.tapped)
        said[tried.clause] = page.locator("#turn-bar .no").inner_text()

    assert said == {tried.clause: tried.says for tried in tries}
    assert list(said) == [clause for clause in GAMES if clause.startswith(section)]


def tap(page: Page, what: str) -> None:
    """A cell, or a build that is off."""
    if what[0].isalpha():
        page.locator(".opt.off", has_text=what).click()
    else:
        page.locator(f"[id='c{what}']").click(force=True)

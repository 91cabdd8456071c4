"""A tab that nobody looks at shows what is new once it is looked at again, and nobody is taken to be there before."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import User
from games import sweeping
from games.models import Match, Seat
from tests.browser.players import Open, aside
from tests.factories import level_bot, played, running_match

TAB = """
window.shownNow = true;
Object.defineProperty(document, "hidden", { get: () => !window.shownNow });
Object.defineProperty(document, "visibilityState", { get: () => (window.shownNow ? "visible" : "hidden") });
window.show = (yes) => { window.shownNow = yes; document.dispatchEvent(new Event("visibilitychange")); };
"""


def tab_of(open_as: Open, who: User, match: Match) -> Page:
    page = open_as(who, "/tables/")
    page.add_init_script(TAB)
    page.goto(match.get_absolute_url())
    expect(page.locator("#match")).to_be_visible()
    page.wait_for_function("() => document.title.length > 0")
    return page


def seat_of(match: Match, who: User) -> Seat:
    return aside(lambda: Seat.objects.get(match=match, user=who))


def test_a_hidden_tab_has_seen_nothing_until_it_is_shown(open_as: Open, sitters: list[User], match: Match) -> None:
    ben = sitters[1]
    page = tab_of(open_as, ben, match)
    calm = page.title()
    page.evaluate("show(false)")
    aside(played, match, now=timezone.now())

    expect(page).to_have_title(f"(1) {calm}")
    page.wait_for_timeout(500)
    assert seat_of(match, ben).seen_turn == 0
    assert not page.locator("#turn-bar .steps").count()

    page.evaluate("show(true)")
    expect(page.locator("#turn-bar .steps")).to_be_visible()
    expect(page).to_have_title(f"(1) Your turn: {calm}")
    assert seat_of(match, ben).seen_turn == 1

    aside(played, match, now=timezone.now())
    expect(page).to_have_title(calm)


def test_who_only_looks_is_not_back_until_they_say_so(open_as: Open, sitters: list[User]) -> None:
    ann = sitters[0]
    aside(level_bot)
    begun = timezone.now() - timedelta(days=1, minutes=-1)
    match = aside(running_match, *sitters, now=begun, days_per_turn=1, at_deadline="stand-in",
                  stand_in_level="seedling")  # fmt: skip
    page = tab_of(open_as, ann, match)
    aside(sweeping.sweep_clocks, timezone.now() + timedelta(minutes=2))
    warning = page.locator(".warn").get_by_text("A bot plays for you until you are back.")
    expect(warning).to_be_visible()  # and has played
    page.reload()
    assert seat_of(match, ann).stand_in

    page.get_by_role("button", name="I'm back").click()
    expect(page.get_by_text("Welcome back.")).to_be_visible()
    assert not seat_of(match, ann).stand_in

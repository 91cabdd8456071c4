"""A table that starts, and whatever changes in the list of one's games, is shown without anybody's reload."""

from __future__ import annotations

from typing import Literal

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import User
from games.matches import play, talk
from games.matches.tables import cancelling, tables
from games.matches.tables.tables import SeatPlan
from games.models import Match, Message
from tests.browser.players import Open, aside
from tests.factories import open_table, played, running_match


def joined(match: Match, user: User) -> Match:
    return tables.join_table(match_id=match.pk, user=user, now=timezone.now())


def test_a_table_that_starts_becomes_a_board_with_all_its_parts(open_as: Open, sitters: list[User]) -> None:
    ann, ben = sitters
    table = aside(open_table, ann, now=timezone.now(), draw_seats=False)
    page = open_as(ann, table.get_absolute_url())
    expect(page.get_by_role("heading", name="Invite by link")).to_be_visible()

    aside(joined, table, ben)

    expect(page.locator("#turn-bar .steps")).to_be_visible()
    expect(page.locator("#spot")).to_have_count(1)
    page.locator("#layer-choices a:not([tabindex='-1'])").first.click(force=True)
    expect(page.locator("#turn-next")).to_be_visible()


# Where new words are pointed to: on a phone at the button that opens the talk, else beside the title.
POINTERS = {390: ("button", "Talk New"), 768: ("link", "New messages at the table")}


@pytest.mark.parametrize("width", POINTERS)
def test_new_words_out_of_sight_are_pointed_to_until_they_are_seen(
    open_as: Open, sitters: list[User], width: int
) -> None:
    ann, ben = sitters
    match = aside(running_match, ann, ben, now=timezone.now())
    page = open_as(ann, match.get_absolute_url(), viewport={"width": width, "height": 700})

    aside(talk.write_message, match_id=match.pk, user=ben, text="Well met!", now=timezone.now())

    see_new_words(page, *POINTERS[width])


@pytest.mark.parametrize("width", POINTERS)
def test_words_from_before_are_pointed_to_on_arrival_beside_the_whole_title(
    open_as: Open, sitters: list[User], width: int
) -> None:
    ann, ben = sitters
    match = aside(running_match, ann, ben, now=timezone.now())
    aside(talk.write_message, match_id=match.pk, user=ben, text="Well met!", now=timezone.now())
    page = open_as(ann, match.get_absolute_url(), viewport={"width": width, "height": 700})

    expect(page.get_by_role("heading", level=1)).to_have_text("Ann, Ben")
    if width > 390:  # on a phone it is said and not shown
        assert page.locator("#match h1").evaluate("title => title.scrollWidth - title.clientWidth") <= 0
    see_new_words(page, *POINTERS[width])


def see_new_words(page: Page, role: Literal["button", "link"], name: str) -> None:
    pointer = page.get_by_role(role, name=name)
    expect(pointer).to_be_visible()
    pointer.click()
    expect(page.get_by_text("Well met!")).to_be_in_viewport()
    expect(pointer).to_be_hidden()


def test_words_that_are_taken_away_are_not_pointed_to(open_as: Open, sitters: list[User]) -> None:
    ann, ben = sitters
    match = aside(running_match, ann, ben, now=timezone.now())
    message = aside(talk.write_message, match_id=match.pk, user=ben, text="Well met!", now=timezone.now())
    page = open_as(ann, match.get_absolute_url(), viewport={"width": 390, "height": 700})

    aside(Message.objects.filter(pk=message.pk).update, hidden=True)
    page.evaluate("window.dispatchEvent(new Event('online'))")

    expect(page.get_by_text("No messages yet.")).to_have_count(1)
    assert page.get_by_text("Well met!").count() == 0
    expect(page.locator("#heard")).to_be_hidden()


def test_the_list_of_games_follows_all_that_concerns_it(open_as: Open, sitters: list[User]) -> None:
    ann, ben = sitters
    page = open_as(ann, "/games/")
    expect(page.get_by_role("heading", name="No games yet")).to_be_visible()

    table = aside(open_table, ben, SeatPlan(invited=ann), SeatPlan(), now=timezone.now(), draw_seats=False)
    expect(page.get_by_role("heading", name="Ben invites you to a game")).to_be_visible()

    aside(tables.decline_invitation, match_id=table.pk, user=ann, now=timezone.now())
    expect(page.get_by_role("heading", name="No games yet")).to_be_visible()

    own = aside(open_table, ann, now=timezone.now(), draw_seats=False)
    expect(page.get_by_role("heading", name="Not started yet")).to_be_visible()

    aside(joined, own, ben)
    expect(page.get_by_role("heading", name="Waiting for you")).to_be_visible()

    aside(played, own, now=timezone.now())
    expect(page.get_by_role("heading", name="Waiting for others")).to_be_visible()

    aside(play.resign_match, match_id=own.pk, player=ben, now=timezone.now())
    expect(page.get_by_role("heading", name="Recently finished")).to_be_visible()


def test_who_is_asked_to_cancel_sees_it_at_once_and_while_it_holds(open_as: Open, sitters: list[User]) -> None:
    ann, ben = sitters
    match = aside(running_match, ann, ben, now=timezone.now())
    page = open_as(ben, match.get_absolute_url())
    agree = page.get_by_role("button", name="Agree to cancel")

    aside(cancelling.offer_to_cancel, match_id=match.pk, user=ann, now=timezone.now())
    expect(agree).to_be_visible()
    aside(cancelling.take_back, match_id=match.pk, user=ann, now=timezone.now())
    expect(agree).to_have_count(0)


def test_a_table_shows_who_comes(open_as: Open, sitters: list[User]) -> None:
    ann, ben = sitters
    table = aside(open_table, ann, SeatPlan(), SeatPlan(), now=timezone.now())
    page = open_as(ann, table.get_absolute_url())
    expect(page.locator(".sitting li", has_text="Ben")).to_have_count(0)

    aside(joined, table, ben)

    expect(page.locator(".sitting li", has_text="Ben")).to_be_visible()

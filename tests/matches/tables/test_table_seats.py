"""Seats that are kept, given back and left, and tables that end: declined, left, cancelled, too old."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from accounts.models import User
from games.matches import refusals
from games.matches.tables import tables
from games.matches.tables.tables import SeatPlan
from games.models import Match, MatchState
from games.models.notice import Event
from tests.factories import (
    NOW,
    browser_of,
    join,
    names_in,
    open_table,
    people,
    person,
    running_match,
)

pytestmark = pytest.mark.django_db


def shown(match: Match, user: User) -> str:
    """What an open page compares of the seats."""
    return str(browser_of(user).get(f"/games/{match.key}/pulse/").json()["seats"])


def test_invitation_keeps_the_seat() -> None:
    ann, ben, cleo = people(3)
    match = open_table(ann, SeatPlan(invited=ben))
    assert match.notices.get().event == Event.INVITATION
    with pytest.raises(refusals.SiteRefusal):
        join(match, cleo)
    match = join(match, ben)

    assert match.is_running
    assert not match.invitations.exists()


def test_declined_seat_is_open_to_anybody() -> None:
    ann, ben, cleo = people(3)
    match = open_table(ann, SeatPlan(invited=ben))
    before = shown(match, ann)
    tables.decline_invitation(match_id=match.pk, user=ben, now=NOW)

    assert (before, shown(match, ann)) == ("xn", "xa")  # so that an open page shows it
    assert join(match, cleo).is_running


def test_seat_of_an_invited_person_who_left_is_open_to_anybody() -> None:
    ann, ben, cleo, dov = people(4)
    match = open_table(ann, SeatPlan(invited=ben), SeatPlan())
    join(match, ben)
    tables.leave_table(match_id=match.pk, user=ben, now=NOW)
    join(match, cleo)

    assert join(match, dov).is_running


@pytest.mark.parametrize("verb", [tables.decline_invitation, tables.leave_table])
def test_seat_given_back_at_a_private_table_is_for_the_link(verb: Callable[..., Match]) -> None:
    ann, ben, cleo = people(3)
    match = open_table(ann, SeatPlan(invited=ben), SeatPlan(), visibility="private")
    if verb is tables.leave_table:
        join(match, ben)
    verb(match_id=match.pk, user=ben, now=NOW)
    with pytest.raises(refusals.Forbidden):
        join(match, cleo)

    assert [seat.kept_for for seat in match.seats.order_by("index")] == ["anybody", "link", "anybody"]
    join(match, cleo, match.join_code)
    assert names_in(match) == ["Ann", "Cleo", None]


def test_private_table_is_for_the_invited_and_for_the_link() -> None:
    ann, ben, cleo, dov = people(4)
    match = open_table(ann, SeatPlan(invited=ben), SeatPlan(), visibility="private")
    for code in ("", "wrong", "ö"):
        with pytest.raises(refusals.Forbidden):
            join(match, dov, code)
    join(match, ben)

    assert join(match, cleo, match.join_code).is_running


def test_leaving_frees_the_seat_and_the_creator_takes_the_table_along() -> None:
    ann, ben = people(2)
    match = open_table(ann, SeatPlan(), SeatPlan())
    join(match, ben)
    tables.leave_table(match_id=match.pk, user=ben, now=NOW)
    assert names_in(match) == ["Ann", None, None]
    match = tables.leave_table(match_id=match.pk, user=ann, now=NOW)

    assert (match.state, match.ended_at) == (MatchState.CANCELLED, NOW)


def test_running_match_is_not_left() -> None:
    ann, ben = people(2)
    match = running_match(ann, ben)
    for verb in (tables.leave_table, tables.decline_invitation):
        with pytest.raises(refusals.SiteRefusal):
            verb(match_id=match.pk, user=ben, now=NOW)


def test_table_ends_after_fourteen_days_and_not_before() -> None:
    match = open_table(person())
    tables.end_unstarted(match_id=match.pk, now=NOW + timedelta(days=14, seconds=-1))
    match.refresh_from_db()
    assert match.is_open

    match = tables.end_unstarted(match_id=match.pk, now=NOW + timedelta(days=14))
    assert (match.state, match.why_cancelled) == (MatchState.CANCELLED, "It didn't fill up within 14 days.")

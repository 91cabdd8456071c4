"""How the seats are drawn when a table is full, and playing again with them rotated."""

from __future__ import annotations

import hashlib

import pytest

from games.matches import refusals, stored_match
from games.matches.tables import tables
from games.matches.tables.tables import SeatPlan
from games.models import Match, MatchState
from games.models.match import SeatAccess
from tests.api.callers import Caller, is_problem
from tests.factories import (
    NOW,
    browser_of,
    finished_match,
    guest,
    join,
    level_bot,
    names_in,
    open_table,
    people,
    person,
    played_on,
    running_match,
)

pytestmark = pytest.mark.django_db


def rolls(seed: str, sides: list[int]) -> list[int]:
    """T-2.7 from its text, with nothing of ours: a fair number from 1 for each number of sides."""
    counter, results = 0, []
    for n in sides:
        while True:
            x = int(hashlib.sha256(f"{seed}:{counter}".encode()).hexdigest()[:16], 16)
            counter += 1
            if x < 2**64 // n * n:
                results.append(x % n + 1)
                break
    return results


@pytest.mark.parametrize("number", [2, 3, 5])
def test_seats_are_drawn_as_the_seed_says(number: int) -> None:
    everybody = people(number)
    match = open_table(everybody[0], *[SeatPlan()] * (number - 1))
    for user in everybody[1:]:
        match = join(match, user)
    seating = list(range(number))
    for i, roll in zip(range(number - 1, 0, -1), rolls(match.seed, list(range(number, 1, -1))), strict=True):
        seating[i], seating[roll - 1] = seating[roll - 1], seating[i]

    assert names_in(match) == [everybody[order].username for order in seating]
    assert match.seed_hash == hashlib.sha256(match.seed.encode()).hexdigest()
    assert (len(match.seed), set(match.seed) <= set("0123456789abcdef")) == (64, True)


def test_chosen_seats_stay() -> None:
    ann, ben, cleo = people(3)
    match = open_table(ann, SeatPlan(invited=ben), SeatPlan(), draw_seats=False)
    join(match, cleo)

    assert names_in(join(match, ben)) == ["Ann", "Ben", "Cleo"]


def test_no_two_matches_share_a_seed() -> None:
    ann, ben = people(2)

    assert len({running_match(ann, ben).seed for _ in range(5)}) == 5


def test_rematch_rotates_the_seats_and_invites_once() -> None:
    ann, ben, cleo = people(3)
    old = finished_match(ann, ben, cleo, name="Tuesday")
    again = tables.offer_rematch(match_id=old.pk, user=ben, now=NOW)
    assert (again.name, again.rematch_of, again.state) == ("Tuesday", old, MatchState.OPEN)
    assert tables.offer_rematch(match_id=old.pk, user=cleo, now=NOW).pk == again.pk
    again = tables.offer_rematch(match_id=old.pk, user=ann, now=NOW)

    assert (again.state, names_in(again)) == (MatchState.RUNNING, ["Ben", "Cleo", "Ann"])
    assert tables.offer_rematch(match_id=old.pk, user=ann, now=NOW).pk == again.pk


def test_a_table_at_which_nothing_was_played_has_no_rematch() -> None:
    ann, ben = people(2)
    old = open_table(ann, SeatPlan(invited=ben), visibility="private")
    tables.leave_table(match_id=old.pk, user=ann, now=NOW)
    refused = browser_of(ann).post(f"{old.get_absolute_url()}rematch/")
    told = Caller(ann).post(f"/matches/{old.key}/rematch")

    assert "This table never started. Open a new one." in refused.text
    assert (refused.status_code, is_problem(told, 422)) == (422, True)
    assert list(Match.objects.all()) == [old]


def test_rematch_with_a_bot_starts_at_once_for_a_guest_too() -> None:
    visitor = guest()
    old = finished_match(visitor, level_bot(), rated=False)
    again = tables.offer_rematch(match_id=old.pk, user=visitor, now=NOW)

    assert (again.state, names_in(again)) == (MatchState.RUNNING, ["Seedling", visitor.username])


def test_guest_accepts_a_rematch() -> None:
    ann, visitor = person(), guest()
    match = open_table(ann, SeatPlan(kept_for=SeatAccess.LINK), draw_seats=False)
    join(match, visitor, match.join_code)
    played_on(match, 99)
    again = tables.offer_rematch(match_id=match.pk, user=ann, now=NOW)

    assert join(again, visitor).is_running


def test_rematch_is_for_players_of_an_ended_match() -> None:
    ann, ben = people(2)
    match = running_match(ann, ben)
    with pytest.raises(refusals.SiteRefusal):
        tables.offer_rematch(match_id=match.pk, user=ann, now=NOW)
    match = played_on(match, 99)
    with pytest.raises(refusals.SiteRefusal):
        tables.offer_rematch(match_id=match.pk, user=person("Zoe"), now=NOW)


def test_every_position_of_a_started_match_comes_from_its_seed() -> None:
    match = running_match(*people(2))
    Match.objects.filter(pk=match.pk).update(sealed_seed="0123456789abcdef" * 4)
    stored_match.clear_cache()
    match.refresh_from_db()

    assert '[Tiles "SS"]' in stored_match.game_of(match).to_record()

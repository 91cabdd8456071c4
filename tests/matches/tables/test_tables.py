"""From an idea to a table that people find: who may open and who may join."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client

from accounts.models import User
from games.matches import play, refusals
from games.matches.tables import match_lists, tables
from games.matches.tables.forms import BANKS
from games.matches.tables.tables import SeatPlan
from games.models import Block, Match, MatchState
from games.models.match import SeatAccess
from games.models.notice import Event
from games.registry import Refusal
from tests.factories import (
    NOW,
    finished_match,
    guest,
    join,
    level_bot,
    names_in,
    open_table,
    outside_bot,
    people,
    person,
    running_match,
)

pytestmark = pytest.mark.django_db

pytestmark = pytest.mark.django_db


def test_table_waits_until_the_last_seat_is_taken() -> None:
    ann, ben, cleo = people(3)
    match = open_table(ann, SeatPlan(), SeatPlan(), draw_seats=False)
    assert (match.state, match.expires_at) == (MatchState.OPEN, NOW + timedelta(days=14))
    assert join(match, ben).state == MatchState.OPEN
    match = join(match, cleo)

    assert (match.state, match.expires_at, names_in(match)) == (MatchState.RUNNING, None, ["Ann", "Ben", "Cleo"])
    assert match.seats.get(index=0).awaited_since == NOW
    assert set(match.notices.filter(event=Event.STARTED).values_list("user__username", flat=True)) == {"Ann", "Ben"}


def test_match_against_bots_starts_at_once() -> None:
    match = open_table(person(), SeatPlan(user=level_bot()), SeatPlan(user=level_bot()))

    assert (match.state, match.rated, names_in(match).count("Seedling")) == (MatchState.RUNNING, True, 2)


@pytest.mark.parametrize(
    ("settings", "seats", "clause"),
    [({"teams": "on"}, 2, "T-2.5"), ({"ranking": "on"}, 1, "T-2.4"), ({"tiles_per_player": "18"}, 2, "T-2.2")],
)
def test_options_that_do_not_fit_are_refused(settings: dict[str, object], seats: int, clause: str) -> None:
    with pytest.raises(Refusal) as refused:
        open_table(person(), *[SeatPlan()] * seats, settings=settings)

    assert refused.value.clause == clause
    assert not Match.objects.exists()


@pytest.mark.parametrize("name", ["Atoll\nof stone", " Atoll \r\n\t of\u2028stone\x0b"])
def test_the_name_of_a_game_is_one_line(name: str) -> None:
    assert open_table(person(), name=name).name == "Atoll of stone"


def test_nobody_has_two_seats() -> None:
    ann, ben = people(2)
    for seats in ([SeatPlan(invited=ben)] * 2, [SeatPlan(user=ann)], [SeatPlan(invited=ann)]):
        with pytest.raises(refusals.SiteRefusal):
            open_table(ann, *seats)


def test_guest_opens_tables_for_bots_and_by_link_only() -> None:
    visitor, ben = guest(), person("Ben")
    for plan in (SeatPlan(), SeatPlan(invited=ben)):
        with pytest.raises(refusals.SiteRefusal):
            open_table(visitor, plan)

    assert not open_table(visitor, SeatPlan(user=level_bot())).rated
    assert not open_table(visitor, SeatPlan(kept_for=SeatAccess.LINK)).rated


def test_joining_twice_is_one_seat() -> None:
    ann, ben = people(2)
    match = open_table(ann, SeatPlan(), SeatPlan())
    join(match, ben)
    join(match, ben)

    assert names_in(match).count("Ben") == 1


def test_full_or_ended_table_takes_nobody() -> None:
    ann, ben, cleo = people(3)
    match = open_table(ann)
    join(match, ben)
    with pytest.raises(refusals.SiteRefusal):
        join(match, cleo)


def test_who_withdraws_a_table_is_not_told_of_it() -> None:
    ann, ben = people(2)
    match = join(open_table(ann, SeatPlan(), SeatPlan()), ben)
    tables.leave_table(match_id=match.pk, user=ann, now=NOW)

    assert [notice.user for notice in match.notices.filter(event=Event.ENDED)] == [ben]


def test_seat_for_the_link_is_for_the_link() -> None:
    ann, ben = people(2)
    match = open_table(ann, SeatPlan(kept_for=SeatAccess.LINK))
    for code in ("", "wrong"):
        with pytest.raises(refusals.SiteRefusal):
            join(match, ben, code)

    assert not match.rated
    assert join(match, guest(), match.join_code).is_running


def test_guest_joins_by_link_only() -> None:
    match = open_table(person())
    with pytest.raises(refusals.Forbidden):
        join(match, guest())


def test_guest_does_not_turn_a_rated_game_into_a_casual_one() -> None:
    match = open_table(person())
    assert match.rated
    with pytest.raises(refusals.Forbidden):
        join(match, guest(), match.join_code)

    match.refresh_from_db()
    assert (match.rated, match.state) == (True, MatchState.OPEN)


def test_restrictions_hold_for_the_list_and_not_for_the_invited() -> None:
    ann, ben, cleo = people(3)
    match = open_table(ann, SeatPlan(), SeatPlan(invited=cleo), min_finished=1)
    with pytest.raises(refusals.SiteRefusal):
        join(match, ben)
    join(match, cleo)
    finished_match(ben, level_bot())
    join(match, ben)

    assert Match.objects.get(pk=match.pk).is_running


def test_who_runs_out_of_time_often_is_not_reliable() -> None:
    ann, ben = people(2)
    late = running_match(ben, level_bot())
    play.time_out(match_id=late.pk, seat=0, number=1, now=NOW + timedelta(days=9))
    match = open_table(ann, min_reliability=80)
    with pytest.raises(refusals.SiteRefusal, match="80"):
        join(match, ben)


@pytest.mark.parametrize("mutual", ["blocker", "blocked"])
def test_block_keeps_two_apart_both_ways(mutual: str) -> None:
    ann, ben = people(2)
    match = open_table(ann)
    Block.objects.create(
        **({"blocker": ann, "blocked": ben} if mutual == "blocker" else {"blocker": ben, "blocked": ann})
    )
    with pytest.raises(refusals.SiteRefusal, match="You and Ann can't play at the same table"):
        join(match, ben)
    with pytest.raises(refusals.SiteRefusal, match="You and Ben can't play at the same table"):
        open_table(ann, SeatPlan(invited=ben))


def test_nobody_sits_down_with_who_is_suspended(client: Client) -> None:
    ann, ben = people(2)
    match = open_table(ann)
    before = list(client.get("/tables/").context["tables"])
    User.objects.filter(pk=ann.pk).update(is_active=False)
    with pytest.raises(refusals.SiteRefusal, match="Ann no longer plays here"):
        join(match, ben)

    assert (before, client.get("/tables/").context["tables"]) == ([match], [])


def test_bot_from_outside_takes_an_open_seat_and_an_invitation() -> None:
    robo = outside_bot()
    assert join(open_table(person("Ann"), rated=False), robo).is_running
    assert join(open_table(person("Ben"), SeatPlan(invited=robo)), robo).is_running


def test_program_plays_unrated() -> None:
    ann, robo = person(), outside_bot()
    rated = open_table(ann)
    with pytest.raises(refusals.Forbidden):
        join(rated, robo)
    with pytest.raises(refusals.Forbidden):
        join(rated, robo, rated.join_code)

    assert rated.rated
    assert not open_table(ann, SeatPlan(invited=robo)).rated
    assert not open_table(ann, SeatPlan(user=robo)).rated
    assert not open_table(robo).rated


@pytest.mark.parametrize(
    ("clock", "pace"),
    [
        *(({"days_per_turn": days}, pace) for days, pace in [(1, "quick"), (2, "steady"), (4, "steady")]),
        *(({"days_per_turn": days}, "slow") for days in (5, 7, 14, 15, 30)),
        *((BANKS[name], "bank") for name in BANKS),
        ({}, "none"),
    ],
)
def test_open_tables_by_every_clock_that_there_is(clock: dict[str, int], pace: str) -> None:
    match = open_table(person("Ann"), **clock)
    paces = ["quick", "steady", "slow", "bank", "none"]

    found = {name: match_lists.open_tables(None, match_lists.TableFilter(pace=name)) for name in paces}

    assert [name for name, tables in found.items() if match in tables] == [pace]


@pytest.mark.parametrize(
    ("option", "found"),
    [
        ("", {"plain", "seen", "seen anywhere"}),
        ("preview=on", {"seen", "seen anywhere"}),
        ("founding=anywhere", {"seen anywhere"}),
        ("teams=on", set()),
        ("players=2", set()),
        ("preview__contains=o", set()),
    ],
)
def test_open_tables_by_option(option: str, found: set[str], client: Client) -> None:
    ann, ben = people(2)
    for name, settings in (
        ("plain", {}),
        ("seen", {"preview": "on"}),
        ("seen anywhere", {"preview": "on", "founding": "anywhere"}),
    ):
        open_table(ann, name=name, settings=settings)
    client.force_login(ben)

    listed = match_lists.open_tables(ben, match_lists.TableFilter(option=option))
    page = client.get("/tables/", {"option": option})

    assert {table.name for table in listed} == found
    assert {table.name for table in listed if f"/games/{table.key}/" in page.text} == found
    assert page.text.count('<option value="preview=on" selected>Preview</option>') == (option == "preview=on")

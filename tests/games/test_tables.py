"""From an idea to a full table: who may open, join, leave and cancel, and how the seats are drawn."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client

from accounts.models import User
from games import positions, queries
from games.models import Block, Match, State
from games.models.match import KeptFor
from games.models.notice import Event
from games.rules import Refusal
from games.services import play, refusals, tables
from games.services.tables import SeatPlan
from tests.factories import (
    NOW,
    finished_match,
    guest,
    level_bot,
    open_table,
    outside_bot,
    people,
    person,
    played_on,
    running_match,
)

pytestmark = pytest.mark.django_db


def sitters(match: Match) -> list[str | None]:
    return list(match.seats.values_list("user__username", flat=True))


def join(match: Match, user: User, code: str = "") -> Match:
    return tables.join(match_id=match.pk, user=user, now=NOW, code=code)


# Opening.


def test_table_waits_until_the_last_seat_is_taken() -> None:
    ann, ben, cleo = people(3)
    match = open_table(ann, SeatPlan(), SeatPlan(), draw_seats=False)
    assert (match.state, match.expires_at) == (State.OPEN, NOW + timedelta(days=14))
    assert join(match, ben).state == State.OPEN
    match = join(match, cleo)

    assert (match.state, match.expires_at, sitters(match)) == (State.RUNNING, None, ["Ann", "Ben", "Cleo"])
    assert match.seats.get(index=0).awaited_since == NOW
    assert set(match.notices.filter(event=Event.STARTED).values_list("user__username", flat=True)) == {"Ann", "Ben"}


def test_match_against_bots_starts_at_once() -> None:
    match = open_table(person(), SeatPlan(user=level_bot()), SeatPlan(user=level_bot()))

    assert (match.state, match.rated, sitters(match).count("Seedling")) == (State.RUNNING, True, 2)


@pytest.mark.parametrize(
    ("settings", "seats", "clause"),
    [({"teams": "on"}, 2, "T-2.5"), ({"ranking": "on"}, 1, "T-2.4"), ({"tiles_per_player": "18"}, 2, "T-2.2")],
)
def test_options_that_do_not_fit_are_refused(settings: dict[str, object], seats: int, clause: str) -> None:
    with pytest.raises(Refusal) as refused:
        open_table(person(), *[SeatPlan()] * seats, settings=settings)

    assert refused.value.clause == clause
    assert not Match.objects.exists()


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
    assert not open_table(visitor, SeatPlan(kept_for=KeptFor.LINK)).rated


# Joining.


def test_joining_twice_is_one_seat() -> None:
    ann, ben = people(2)
    match = open_table(ann, SeatPlan(), SeatPlan())
    join(match, ben)
    join(match, ben)

    assert sitters(match).count("Ben") == 1


def test_full_or_ended_table_takes_nobody() -> None:
    ann, ben, cleo = people(3)
    match = open_table(ann)
    join(match, ben)
    with pytest.raises(refusals.SiteRefusal):
        join(match, cleo)


def test_seat_for_the_link_is_for_the_link() -> None:
    ann, ben = people(2)
    match = open_table(ann, SeatPlan(kept_for=KeptFor.LINK))
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
    assert (match.rated, match.state) == (True, State.OPEN)


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
    with pytest.raises(refusals.SiteRefusal):
        join(match, ben)
    with pytest.raises(refusals.SiteRefusal):
        open_table(ann, SeatPlan(invited=ben))


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


# Invitations.


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
    tables.decline(match_id=match.pk, user=ben, now=NOW)

    assert join(match, cleo).is_running


def test_seat_of_an_invited_person_who_left_is_open_to_anybody() -> None:
    ann, ben, cleo, dov = people(4)
    match = open_table(ann, SeatPlan(invited=ben), SeatPlan())
    join(match, ben)
    tables.leave(match_id=match.pk, user=ben, now=NOW)
    join(match, cleo)

    assert join(match, dov).is_running


@pytest.mark.parametrize("verb", [tables.decline, tables.leave])
def test_seat_given_back_at_a_private_table_is_for_the_link(verb: Callable[..., Match]) -> None:
    ann, ben, cleo = people(3)
    match = open_table(ann, SeatPlan(invited=ben), SeatPlan(), visibility="private")
    if verb is tables.leave:
        join(match, ben)
    verb(match_id=match.pk, user=ben, now=NOW)
    with pytest.raises(refusals.Forbidden):
        join(match, cleo)

    assert [seat.kept_for for seat in match.seats.order_by("index")] == ["anybody", "link", "anybody"]
    join(match, cleo, match.join_code)
    assert sitters(match) == ["Ann", "Cleo", None]


def test_private_table_is_for_the_invited_and_for_the_link() -> None:
    ann, ben, cleo, dov = people(4)
    match = open_table(ann, SeatPlan(invited=ben), SeatPlan(), visibility="private")
    for code in ("", "wrong", "ö"):
        with pytest.raises(refusals.Forbidden):
            join(match, dov, code)
    join(match, ben)

    assert join(match, cleo, match.join_code).is_running


# Leaving, cancelling, expiring.


def test_leaving_frees_the_seat_and_the_creator_takes_the_table_along() -> None:
    ann, ben = people(2)
    match = open_table(ann, SeatPlan(), SeatPlan())
    join(match, ben)
    tables.leave(match_id=match.pk, user=ben, now=NOW)
    assert sitters(match) == ["Ann", None, None]
    match = tables.leave(match_id=match.pk, user=ann, now=NOW)

    assert (match.state, match.ended_at) == (State.CANCELLED, NOW)


def test_running_match_is_not_left() -> None:
    ann, ben = people(2)
    match = running_match(ann, ben)
    for verb in (tables.leave, tables.decline):
        with pytest.raises(refusals.SiteRefusal):
            verb(match_id=match.pk, user=ben, now=NOW)


def test_table_ends_after_fourteen_days_and_not_before() -> None:
    match = open_table(person())
    tables.end_unstarted(match_id=match.pk, now=NOW + timedelta(days=14, seconds=-1))
    match.refresh_from_db()
    assert match.is_open

    match = tables.end_unstarted(match_id=match.pk, now=NOW + timedelta(days=14))
    assert (match.state, match.why_cancelled) == (State.CANCELLED, "It did not fill up in 14 days.")


def test_agreement_of_all_people_cancels_in_the_first_two_rounds() -> None:
    ann, ben = people(2)
    match = running_match(ann, ben, level_bot())
    played_on(match, 5)
    match = tables.ask_to_cancel(match_id=match.pk, user=ann, now=NOW)
    assert match.is_running
    match = tables.ask_to_cancel(match_id=match.pk, user=ben, now=NOW)

    assert (match.state, match.seats.filter(awaited_since__isnull=False).exists()) == (State.CANCELLED, False)


def test_who_has_resigned_is_not_asked() -> None:
    ann, ben, cleo = people(3)
    match = running_match(ann, ben, cleo)
    play.resign(match_id=match.pk, player=ben, now=NOW)
    assert tables.ask_to_cancel(match_id=match.pk, user=ann, now=NOW).is_running

    assert tables.ask_to_cancel(match_id=match.pk, user=cleo, now=NOW).state == State.CANCELLED


def test_bot_from_outside_is_asked_too() -> None:
    ann, robo = person(), outside_bot()
    match = running_match(ann, robo)

    assert tables.ask_to_cancel(match_id=match.pk, user=ann, now=NOW).is_running
    assert not tables.ask_to_cancel(match_id=match.pk, user=robo, now=NOW).is_running


def test_no_cancelling_in_the_third_round_nor_by_strangers() -> None:
    ann, ben = people(2)
    match = running_match(ann, ben)
    with pytest.raises(refusals.Forbidden):
        tables.ask_to_cancel(match_id=match.pk, user=person("Zoe"), now=NOW)
    played_on(match, 4)
    with pytest.raises(refusals.SiteRefusal):
        tables.ask_to_cancel(match_id=match.pk, user=ann, now=NOW)


# Starting and playing again.


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

    assert sitters(match) == [everybody[order].username for order in seating]
    assert match.seed_hash == hashlib.sha256(match.seed.encode()).hexdigest()
    assert (len(match.seed), set(match.seed) <= set("0123456789abcdef")) == (64, True)


def test_chosen_seats_stay() -> None:
    ann, ben, cleo = people(3)
    match = open_table(ann, SeatPlan(invited=ben), SeatPlan(), draw_seats=False)
    join(match, cleo)

    assert sitters(join(match, ben)) == ["Ann", "Ben", "Cleo"]


def test_no_two_matches_share_a_seed() -> None:
    ann, ben = people(2)

    assert len({running_match(ann, ben).seed for _ in range(5)}) == 5


def test_rematch_rotates_the_seats_and_invites_once() -> None:
    ann, ben, cleo = people(3)
    old = finished_match(ann, ben, cleo, name="Tuesday")
    again = tables.rematch(match_id=old.pk, user=ben, now=NOW)
    assert (again.name, again.rematch_of, again.state) == ("Tuesday", old, State.OPEN)
    assert tables.rematch(match_id=old.pk, user=cleo, now=NOW).pk == again.pk
    again = tables.rematch(match_id=old.pk, user=ann, now=NOW)

    assert (again.state, sitters(again)) == (State.RUNNING, ["Ben", "Cleo", "Ann"])
    assert tables.rematch(match_id=old.pk, user=ann, now=NOW).pk == again.pk


def test_rematch_with_a_bot_starts_at_once_for_a_guest_too() -> None:
    visitor = guest()
    old = finished_match(visitor, level_bot(), rated=False)
    again = tables.rematch(match_id=old.pk, user=visitor, now=NOW)

    assert (again.state, sitters(again)) == (State.RUNNING, ["Seedling", visitor.username])


def test_guest_accepts_a_rematch() -> None:
    ann, visitor = person(), guest()
    match = open_table(ann, SeatPlan(kept_for=KeptFor.LINK), draw_seats=False)
    join(match, visitor, match.join_code)
    played_on(match, 99)
    again = tables.rematch(match_id=match.pk, user=ann, now=NOW)

    assert join(again, visitor).is_running


def test_rematch_is_for_players_of_an_ended_match() -> None:
    ann, ben = people(2)
    match = running_match(ann, ben)
    with pytest.raises(refusals.SiteRefusal):
        tables.rematch(match_id=match.pk, user=ann, now=NOW)
    match = played_on(match, 99)
    with pytest.raises(refusals.SiteRefusal):
        tables.rematch(match_id=match.pk, user=person("Zoe"), now=NOW)


def test_every_position_of_a_started_match_comes_from_its_seed() -> None:
    match = running_match(*people(2))
    Match.objects.filter(pk=match.pk).update(seed="0123456789abcdef" * 4)
    positions.forget()
    match.refresh_from_db()

    assert '[Tiles "SS"]' in positions.game_of(match).to_record()


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

    listed = queries.open_tables(ben, queries.TableFilter(option=option))
    page = client.get("/tables/", {"option": option})

    assert {table.name for table in listed} == found
    assert {table.name for table in listed if f"/games/{table.key}/" in page.text} == found
    assert page.text.count('<option value="preview=on" selected>Preview</option>') == (option == "preview=on")

"""Ratings: openskill's own results, who counts, and that all comes out the same when it is recomputed."""

from __future__ import annotations

import random
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from openskill.models import PlackettLuce

from accounts.models import User
from accounts.services import account_deletion
from games.history import ratings
from games.history.ratings import Result, Strength
from games.matches import play
from games.models import Match, MatchState, Rating, RatingChange, Reckoning, Seat
from games.models.rating import Field
from tests.factories import NOW, level_bot, people, running_match
from tests.history.games import ended

pytestmark = pytest.mark.django_db
OURS, THEIRS = (0, 2), (1, 3)


def strengths(field: Field) -> dict[str, Strength]:
    rows = Rating.objects.filter(field=field).select_related("user")
    return {str(row.user): Strength(row.mu, row.sigma) for row in rows}


def close(strength: Strength, mu: float, sigma: float) -> bool:
    return strength == pytest.approx((mu, sigma), abs=1e-9)


def test_two_players_as_openskill_s_worked_result_has_them() -> None:
    """Both begin with 25 and 25/3, and the first one wins."""
    ended(*people(2), places=[1, 2])
    ratings.reckon_waiting()
    found = strengths(Field.TWO)

    assert close(found["Ann"], 27.635389493140497, 8.06590141354368)
    assert close(found["Ben"], 22.364610506859503, 8.06590141354368)


# The numbers of openskill's own tests (tests/models/data/plackettluce.json): sides, places, each side's mu and sigma.
SOLO, PAIR, TRIO = (1,), (2, 3), (4, 5, 6)
THEIR_START = Strength(31.321989232514305, 11.379964801443018)
THEIR_RESULTS = [
    ((SOLO, PAIR), (1, 2), [(36.48967347401391, 11.237778601372977), (26.154304991014694, 11.17822477763209)]),
    ((SOLO, PAIR), (2, 1), [(30.19454401757094, 11.237778601372977), (32.44943444745767, 11.17822477763209)]),
    (
        (SOLO, PAIR, TRIO),
        (1, 2, 1),
        [
            (33.21874815457553, 11.354896725884002),
            (30.27713112192334, 11.291328826858104),
            (30.470088421044046, 11.249240904583088),
        ],
    ),
]


@pytest.mark.parametrize(("sides", "places", "expected"), THEIR_RESULTS)
def test_sides_of_any_size_as_openskill_s_own_tests_have_them(
    sides: tuple[tuple[int, ...], ...], places: tuple[int, ...], expected: list[tuple[float, float]]
) -> None:
    known = {user: THEIR_START for side in sides for user in side}
    after = ratings.strengths_after(Result(Field.TEAMS, sides, places, frozenset()), known, lost=())

    assert all(close(after[user], *numbers) for side, numbers in zip(sides, expected, strict=True) for user in side)


@pytest.mark.parametrize(
    ("number", "places"), [(2, [1, 1]), (3, [2, 1, 3]), (4, [1, 2, 2, 4]), (5, [5, 3, 1, 2, 4]), (5, [1, 1, 1, 1, 1])]
)
def test_each_on_their_own_as_openskill_rates_them(number: int, places: list[int]) -> None:
    model = PlackettLuce()
    expected = model.rate([[model.rating()] for _ in range(number)], ranks=[float(place) for place in places])
    sitters = people(number)
    ended(*sitters, places=places)
    ratings.reckon_waiting()
    found = strengths(Field.TWO if number == 2 else Field.MORE)

    assert [found[str(user)] for user in sitters] == [Strength(side[0].mu, side[0].sigma) for side in expected]


def test_teams_are_rated_together_and_apart_from_others() -> None:
    model = PlackettLuce()
    ours, theirs = model.rate([[model.rating(), model.rating()], [model.rating(), model.rating()]], ranks=[2, 1])
    sitters = people(4)
    ended(*sitters, places=[3, 1, 3, 1], teams=True)
    ratings.reckon_waiting()
    found = strengths(Field.TEAMS)

    assert found["Ann"] == found["Cleo"] == Strength(ours[0].mu, ours[0].sigma)
    assert found["Ben"] == Strength(theirs[0].mu, theirs[0].sigma)
    assert strengths(Field.MORE) == {}


def test_a_draw_moves_nobody_but_makes_surer() -> None:
    ended(*people(2), places=[1, 1])
    ratings.reckon_waiting()

    assert {round(one.mu, 6) for one in strengths(Field.TWO).values()} == {25}
    assert max(one.sigma for one in strengths(Field.TWO).values()) < Strength().sigma


def test_who_left_the_seat_to_a_bot_has_lost_even_if_the_bot_has_won() -> None:
    ended(*people(2), places=[1, 2], gone=(0,))
    ratings.reckon_waiting()
    found = strengths(Field.TWO)

    assert found["Ann"].mu < 25 < found["Ben"].mu


def test_of_a_team_only_who_left_has_lost() -> None:
    ended(*people(4), places=[1, 3, 1, 3], teams=True, gone=(0,))
    ratings.reckon_waiting()
    found = strengths(Field.TEAMS)

    assert found["Ann"].mu < 25 < found["Cleo"].mu
    assert found["Ben"].mu == found["Dov"].mu < 25


def test_bots_are_rated_like_everybody() -> None:
    ended(people(1)[0], level_bot(), places=[2, 1])
    ratings.reckon_waiting()

    assert strengths(Field.TWO)["Seedling"].mu > 25


@pytest.mark.parametrize("what", [{"rated": False}, {"state": MatchState.CANCELLED}, {"state": MatchState.RUNNING}])
def test_what_is_casual_cancelled_or_not_over_does_not_count(what: dict[str, object]) -> None:
    ended(*people(2), places=[1, 2], **what)
    ratings.reckon_waiting()

    assert not Rating.objects.exists()


def test_a_bot_in_several_seats_makes_a_game_that_can_t_count() -> None:
    bot = level_bot()
    match = ended(people(1)[0], bot, bot, places=[1, 2, 3])
    ratings.reckon_waiting()
    match.refresh_from_db()

    assert (match.rated, Rating.objects.exists(), ratings.matches_to_rate()) == (False, False, [])


def test_a_result_counts_once() -> None:
    match = ended(*people(2), places=[1, 2])
    ratings.rate_match(match.pk)
    before = strengths(Field.TWO)
    ratings.rate_match(match.pk)
    ratings.reckon_waiting()

    assert (strengths(Field.TWO), Reckoning.objects.count(), Rating.objects.first().matches) == (before, 1, 1)  # type: ignore[union-attr]


def some_results(rng: random.Random) -> list[Match]:
    everybody = people(6)
    found = []
    for index in range(40):
        number = rng.choice([2, 2, 3, 4, 5])
        sitters = rng.sample(everybody, number)
        places = sorted(rng.choices(range(1, number + 1), k=number))
        found.append(ended(*sitters, places=places, teams=number == 4, days=index))
    return found


def test_running_ratings_are_those_that_come_out_anew_in_whatever_order_results_counted() -> None:
    rng = random.Random(7)
    matches = some_results(rng)
    rng.shuffle(matches)
    for match in matches:  # who ended first need not be the first to count
        ratings.rate_match(match.pk)
    kept = {field: strengths(field) for field in Field}
    course = list(RatingChange.objects.values_list("user", "mu_before", "sigma_before", "mu", "sigma"))

    assert ratings.rating_differences() == []
    ratings.recompute_ratings()
    assert {field: strengths(field) for field in Field} == kept
    assert sorted(RatingChange.objects.values_list("user", "mu_before", "sigma_before", "mu", "sigma")) == sorted(
        course
    )
    assert all(kept.values())


def test_who_leaves_the_club_leaves_the_others_ratings_as_they_come_out_anew() -> None:
    ann, ben = people(2)
    ended(ann, ben)
    ratings.reckon_waiting()
    account_deletion.delete_account(user=ann, now=NOW)
    ended(ben, ann, days=1)
    ratings.reckon_waiting()

    assert ratings.rating_differences() == []
    assert Rating.objects.get(user=ben).matches == 2


def test_many_results_count_at_once_as_one_by_one() -> None:
    matches = some_results(random.Random(3))
    for match in matches[:15]:
        ratings.rate_match(match.pk)
    ended(*[people_again(1)[0]] * 2, places=[1, 2], days=99)
    ratings.reckon_all()

    assert ratings.rating_differences() == []
    assert (ratings.matches_to_rate(), Reckoning.objects.count()) == ([], len(matches))


def test_a_wrong_rating_is_found() -> None:
    ended(*people(2), places=[1, 2])
    ratings.reckon_waiting()
    Rating.objects.filter(user__username="Ann").update(mu=30)

    [difference] = ratings.rating_differences()
    assert "(30.0," in difference


def test_a_game_that_ends_counts_at_once(django_capture_on_commit_callbacks) -> None:  # type: ignore[no-untyped-def]
    ann, ben = people(2)
    match = running_match(ann, ben)
    with django_capture_on_commit_callbacks(execute=True):
        play.resign_match(match_id=match.pk, player=ann, now=NOW)
    found = strengths(Field.TWO)

    assert found["Ann"].mu < 25 < found["Ben"].mu


def test_teams_of_the_rules_are_the_teams_of_the_seats() -> None:
    match = running_match(*people(4), settings={"teams": "on"})

    assert list(Seat.objects.filter(match=match).order_by("index").values_list("team", flat=True)) == [0, 1, 0, 1]
    assert set(Seat.objects.filter(match=running_match(*people_again(2))).values_list("team", flat=True)) == {None}


def people_again(number: int) -> list[User]:
    return list(User.objects.order_by("pk")[:number])


def test_the_command_finds_what_differs_and_mends_it() -> None:
    ended(*people(2), places=[1, 2])
    ratings.reckon_waiting()
    Rating.objects.update(matches=7)
    out = StringIO()
    with pytest.raises(CommandError, match="2 ratings differ"):
        call_command("ratings", "check", stdout=out)
    call_command("ratings", "recompute", stdout=out)
    call_command("ratings", "check", stdout=out)

    assert out.getvalue().splitlines()[-2:] == ["2 ratings written anew.", "All ratings are as they come out anew."]

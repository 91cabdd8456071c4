from __future__ import annotations

from datetime import timedelta

import pytest

from games import sweeping
from games.matches import play
from games.matches.tables import reliability
from games.matches.tables.reliability import Reliability
from games.models import TurnOrigin
from tests.factories import NOW, level_bot, people, played, played_on, running_match

pytestmark = pytest.mark.django_db


def test_turns_in_time_and_games_to_their_end_are_counted_by_person(django_assert_num_queries: object) -> None:
    ann, ben, cleo = people(3)
    level_bot()
    played_on(running_match(ann, ben), 200)
    late = played_on(running_match(ann, ben, days_per_turn=1), 4)
    sweeping.sweep_clocks(NOW + timedelta(days=9))
    left = played(running_match(cleo, ben, days_per_turn=1, at_deadline="stand-in", stand_in_level="seedling"))

    with django_assert_num_queries(3):
        found = reliability.reliability_of([ann, ben, cleo])

    with django_assert_num_queries(3):
        reliability.recent_reliability([ann, ben])
    with django_assert_num_queries(0):
        assert reliability.recent_reliability([ann, ben, ann]) == {ann.pk: found[ann.pk], ben.pk: found[ben.pk]}

    late.refresh_from_db()
    assert (found[ann.pk].games, found[ann.pk].finished) == (2, 1)
    assert (found[ann.pk].turns - found[ann.pk].in_time, found[ben.pk].turns - found[ben.pk].in_time) == (1, 0)
    assert found[cleo.pk] == Reliability(1, 1, 0, 0)
    assert (found[ann.pk].games_percent, found[cleo.pk].games_percent) == (50, 100)
    assert left.is_running


@pytest.mark.parametrize("is_faster", [True, False], ids=["the person is faster", "the bot is faster"])
def test_a_time_out_counts_whoever_plays_the_turn_then(is_faster: bool) -> None:
    ann, ben = people(2)
    bot = level_bot()
    match = running_match(ann, ben, days_per_turn=1, at_deadline="stand-in", stand_in_level="seedling")
    sweeping.sweep_clocks(NOW + timedelta(days=1))
    play.come_back(match_id=match.pk, user=ann, now=NOW + timedelta(days=1))
    values = {"player": ann} if is_faster else {"player": bot, "by": TurnOrigin.STAND_IN}
    played(match, now=NOW + timedelta(days=1, hours=1), **values)
    played(match, player=ben)
    played(match, player=ann)

    assert reliability.reliability_of([ann])[ann.pk] == Reliability(2, 1, 0, 0)
    assert not match.seats.get(user=ann).stand_in

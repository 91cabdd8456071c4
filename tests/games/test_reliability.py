from __future__ import annotations

from datetime import timedelta

import pytest

from games.services import reliability, sweeping
from games.services.reliability import Reliability
from tests.factories import NOW, level_bot, people, played, played_on, running_match

pytestmark = pytest.mark.django_db


def test_turns_in_time_and_games_to_their_end_are_counted_by_person(django_assert_num_queries: object) -> None:
    ann, ben, cleo = people(3)
    level_bot()
    played_on(running_match(ann, ben), 200)
    late = played_on(running_match(ann, ben, days_per_turn=1), 4)
    sweeping.sweep_clocks(NOW + timedelta(days=9))
    left = played(running_match(cleo, ben, days_per_turn=1, at_deadline="stand-in", stand_in_level="seedling"))

    with django_assert_num_queries(2):
        found = reliability.of_people([ann, ben, cleo])

    with django_assert_num_queries(2):
        reliability.lately([ann, ben])
    with django_assert_num_queries(0):
        assert reliability.lately([ann, ben, ann]) == {ann.pk: found[ann.pk], ben.pk: found[ben.pk]}

    late.refresh_from_db()
    assert (found[ann.pk].games, found[ann.pk].finished) == (2, 1)
    assert (found[ann.pk].turns - found[ann.pk].in_time, found[ben.pk].turns - found[ben.pk].in_time) == (1, 0)
    assert found[cleo.pk] == Reliability(1, 1, 0, 0)
    assert (found[ann.pk].games_percent, found[cleo.pk].games_percent) == (50, 100)
    assert left.is_running

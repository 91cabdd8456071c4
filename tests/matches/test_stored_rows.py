"""What a turn reads of a match, and what it writes."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from games.matches import play
from games.matches.stored_match import MatchRows, lock_match
from games.models import Match, Notice, Seat, Turn, TurnOrigin
from games.models.notice import Event
from tests import factories

pytestmark = pytest.mark.django_db
# The match, its seats and its log; the turn, what changed of the match and of two seats, and one notice.
STATEMENTS_OF_A_TURN = [*["SELECT"] * 3, "INSERT", *["UPDATE"] * 3, "INSERT"]


def turn_of(match: Match, number: int, text: str = "x") -> Turn:
    return Turn(match=match, number=number, seat=0, by=TurnOrigin.PERSON, played_at=factories.NOW, text=text)


def test_only_what_changed_is_written() -> None:
    match = factories.running_match(*factories.people(2))
    rows = MatchRows(match)
    first, _second = rows.seats
    Seat.objects.filter(pk=first.pk).update(muted=True, place=4)
    first.given, first.reason = timedelta(hours=3), "it's 100 %s; %"

    rows.turns.append(turn_of(match, 1, "a; b %s"))
    with CaptureQueriesContext(connection) as queries:
        rows.write()

    written = Seat.objects.get(pk=first.pk)
    assert (written.given, written.reason, written.muted, written.place) == (
        timedelta(hours=3),
        "it's 100 %s; %",
        True,
        4,
    )
    assert [turn.text for turn in match.turns.all()] == ["a; b %s"]
    assert [statement["sql"].split()[0] for statement in queries] == ["INSERT", "UPDATE"]


def test_nothing_to_write_asks_nothing() -> None:
    rows = MatchRows(factories.running_match(*factories.people(2)))
    with CaptureQueriesContext(connection) as queries:
        rows.write()

    assert not queries.captured_queries


def test_a_second_turn_of_a_number_is_refused_and_a_second_notice_left_out() -> None:
    ann, ben = factories.people(2)
    match = factories.running_match(ann, ben)
    before = Notice.objects.count()
    notice = {"user": ben, "event": Event.YOUR_TURN, "match": match, "turn": 9, "created_at": factories.NOW}
    for _again in range(2):
        rows = MatchRows(match)
        rows.notices.append(Notice(**notice))
        rows.write()
    assert Notice.objects.count() == before + 1

    rows.turns.append(turn_of(match, 1))
    rows.write()
    rows.turns[:] = [turn_of(match, 1, "again")]
    with pytest.raises(IntegrityError), transaction.atomic():
        rows.write()
    assert [turn.text for turn in match.turns.all()] == ["x"]


def test_a_turn_asks_the_database_a_constant_number_of_times() -> None:
    match = factories.running_match(*factories.people(2))
    for number in (1, 2, 3):
        player, text, now = factories.mover(match), factories.first_choice(match), factories.NOW + timedelta(number)
        with CaptureQueriesContext(connection) as queries:
            match = play.play_turn(
                match_key=match.key,
                player=player,
                number=number,
                text=text,
                by=TurnOrigin.PERSON,
                now=now,
                key=str(number),
            )
        asked = [statement["sql"].split()[0] for statement in queries]
        assert asked[1:-1] == STATEMENTS_OF_A_TURN  # within the transaction


@pytest.mark.django_db(transaction=True)
def test_a_locked_match_is_read_for_update() -> None:
    match = factories.running_match(*factories.people(2))
    with transaction.atomic(), CaptureQueriesContext(connection) as queries:
        assert lock_match(key=match.key) == lock_match(pk=match.pk) == match
    if connection.features.has_select_for_update:
        assert sum("FOR UPDATE" in statement["sql"] for statement in queries) == 2

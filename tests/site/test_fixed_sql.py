"""SQL that stands as it is written reads and writes the same as Django's."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.models import By, Match, Seat, Turn
from taluva_site.fixed_sql import Batch, columns, fetched
from tests import factories

pytestmark = pytest.mark.django_db
SQL = """
    SELECT {seat}, {user} FROM games_seat LEFT JOIN accounts_user ON accounts_user.id = games_seat.user_id
    WHERE match_id = %s ORDER BY games_seat."index"
"""


def values_of(row: Match | Seat | User | None) -> list[object] | None:
    return row and [getattr(row, field.attname) for field in row._meta.concrete_fields]


def turn_of(match: Match, number: int, **values: object) -> Turn:
    return Turn(match=match, number=number, seat=0, by=By.PERSON, played_at=factories.NOW, **{"text": "x"} | values)


def test_rows_are_those_that_django_reads() -> None:
    ann, ben = factories.people(2)
    table = factories.open_table(ann, bank_hours=90, days_per_turn=None, settings={"preview": "on"})
    match = factories.played(factories.running_match(ann, ben))

    for each in (table, match):
        found = fetched(SQL.format(seat=columns(Seat), user=columns(User)), [each.pk], Seat, User)
        seats = each.seats.select_related("user").order_by("index")
        assert [[values_of(row) for row in line] for line in found] == [
            [values_of(seat), values_of(seat.user)] for seat in seats
        ]
        [[alone]] = fetched(f"SELECT {columns(Match)} FROM games_match WHERE id = %s", [each.pk], Match)
        assert values_of(alone) == values_of(Match.objects.get(pk=each.pk))


def test_a_batch_writes_what_it_was_given_and_nothing_else() -> None:
    match = factories.running_match(*factories.people(2))
    first, second = match.seats.order_by("index")
    first.given, first.reason, first.muted = timedelta(hours=3), "it's 100 %s; %", True
    batch = Batch()

    batch.update(first, {"given", "reason"})
    batch.insert(turn_of(match, 1, text="a; b %s", used=timedelta(minutes=7)))
    with CaptureQueriesContext(connection) as queries:
        batch.send()

    written, turn = Seat.objects.get(pk=first.pk), match.turns.get()
    assert (written.given, written.reason, written.muted) == (timedelta(hours=3), "it's 100 %s; %", False)
    assert values_of(Seat.objects.get(pk=second.pk)) == values_of(second)
    assert (turn.text, turn.used, turn.user, turn.played_at) == ("a; b %s", timedelta(minutes=7), None, factories.NOW)
    assert len(queries) == (1 if connection.vendor == "postgresql" else 2)


def test_what_breaks_a_constraint_is_left_out_only_where_it_may_be() -> None:
    match = factories.running_match(*factories.people(2))
    batch = Batch()
    batch.insert(turn_of(match, 1))
    batch.insert(turn_of(match, 1, text="again"), if_new=True)
    batch.send()
    batch.insert(turn_of(match, 1, text="once more"))
    with pytest.raises(IntegrityError), transaction.atomic():
        batch.send()

    assert [turn.text for turn in match.turns.all()] == ["x"]


def test_nothing_to_write_asks_nothing() -> None:
    with CaptureQueriesContext(connection) as queries:
        Batch().send()

    assert not queries.captured_queries

"""What is put together once reads and writes the same as Django does each time."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.models import Seat
from taluva_site import statements
from taluva_site.statements import Statement
from tests import factories

pytestmark = pytest.mark.django_db


def of_person(user: User) -> list[Seat]:
    return list(Seat.objects.filter(user=user).select_related("match", "user").order_by("match", "index"))


def fields_of(seats: list[Seat]) -> list[tuple[object, ...]]:
    return [tuple(getattr(row, f.attname) for row in (s, s.match, s.user) for f in row._meta.fields) for s in seats]


def test_a_statement_finds_what_its_query_finds() -> None:
    ann, ben, cleo = factories.people(3)
    factories.played(factories.running_match(ann, ben))
    factories.running_match(cleo, ann, bank_hours=90, days_per_turn=None)
    seats = Statement(lambda: Seat.objects.filter(user=0).select_related("match", "user").order_by("match", "index"))

    with CaptureQueriesContext(connection) as queries:
        found = [fields_of(seats(user.pk)) for user in (ann, ben, cleo, ann)]

    assert found == [fields_of(of_person(user)) for user in (ann, ben, cleo, ann)]
    assert [len(rows) for rows in found] == [2, 1, 1, 2]
    assert len(queries) == 4
    assert seats(0) == []


def test_an_update_writes_the_named_fields_of_one_row() -> None:
    match = factories.running_match(*factories.people(2))
    first, second = match.seats.order_by("index")
    first.given, first.reason, first.muted = timedelta(hours=3), "it's", True

    statements.update(first, {"given", "reason"})

    written = Seat.objects.get(pk=first.pk)
    assert (written.given, written.reason, written.muted) == (timedelta(hours=3), "it's", False)
    assert fields_of([Seat.objects.get(pk=second.pk)]) == fields_of([second])

"""What becomes of studies and the names in them when somebody leaves the club."""

from __future__ import annotations

from importlib import import_module

import pytest
from django.apps import apps
from django.test import Client

from accounts.models import User
from accounts.services import account_deletion
from games import records
from games.matches import queries
from games.models import Study, StudySeat
from tests.factories import NOW, finished_match, person
from tests.history.studies import OVER, keep_study

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann() -> User:
    return person("Ann")


def test_whoever_leaves_takes_their_studies_and_their_name_along(ann: User) -> None:
    ben = person("Ben")
    keep_study(ann, public=True), keep_study(ann)
    other = keep_study(ben, text=OVER.replace('"Ana"', '"Ann"'), public=True)
    account_deletion.delete_account(user=ann, now=NOW)

    other.refresh_from_db()
    assert list(Study.objects.all()) == [other]
    assert '[Seat0 "?"]' in other.record
    assert records.read_record(other.record).entries == records.read_record(OVER).entries


LEAVERS = ["off", "on", "apart", "12", "?", "taluva"]


@pytest.mark.parametrize("name", LEAVERS)
def test_whoever_leaves_under_a_word_of_records_changes_no_record(ann: User, name: str) -> None:
    study = keep_study(ann, public=True)
    stranger = User.objects.create_user(name)

    account_deletion.delete_account(user=stranger, now=NOW)

    study.refresh_from_db()
    assert study.record == OVER
    assert Client().get(study.get_absolute_url()).status_code == 200


def test_a_stranger_has_no_say_over_a_name_that_stood_there_before(ann: User) -> None:
    before = keep_study(ann)
    ana = person("Ana")
    after = keep_study(ann)

    account_deletion.delete_account(user=ana, now=NOW)

    before.refresh_from_db(), after.refresh_from_db()
    assert (before.record, after.record) == (OVER, OVER.replace('[Seat0 "Ana"]', '[Seat0 "?"]'))


def test_a_name_is_blanked_at_its_seat_alone(ann: User) -> None:
    cleo = person("Cleo")
    text = OVER.replace('[Seat0 "Ana"]', '[ Seat0  "Cleo" ]').replace("\n\n", '\n[Event "Cleo"]\n\n', 1)
    study = keep_study(ann, text=text)

    account_deletion.delete_account(user=cleo, now=NOW)

    study.refresh_from_db()
    assert study.record == text.replace('[ Seat0  "Cleo" ]', '[Seat0 "?"]')


def test_a_study_of_a_game_here_forgets_who_sat_there_under_an_earlier_name(ann: User) -> None:
    zoe, match = person("Zoe"), finished_match(ann, person("Kim"))
    record = queries.record_for(match, None)
    User.objects.filter(username="Kim").update(username="Kay", name_key="kay")
    study = keep_study(zoe, text=record)

    account_deletion.delete_account(user=User.objects.get(username="Kay"), now=NOW)

    study.refresh_from_db()
    assert study.record == record.replace('"Kim"', '"?"')


def test_seats_of_studies_that_were_kept_before_are_noted_once(ann: User) -> None:
    zoe, match = person("Zoe"), finished_match(ann, person("Kim"))
    made = [keep_study(zoe, text=text) for text in (queries.record_for(match, None), OVER, OVER.replace("Ana", "Ann"))]
    noted = sorted(StudySeat.objects.values_list("study", "seat", "user__username"))
    StudySeat.objects.all().delete()
    migration = import_module("games.migrations.0023_study_seats")
    migration.BATCH = 2

    migration.note_seats(apps, None)

    assert sorted(StudySeat.objects.values_list("study", "seat", "user__username")) == noted
    assert noted == [(made[0].pk, 0, "Ann"), (made[0].pk, 1, "Kim"), (made[2].pk, 0, "Ann")]


def test_a_record_that_begins_otherwise_is_of_no_game_here(ann: User) -> None:
    over, other = (finished_match(ann, person(name)) for name in ("Ben", "Cleo"))
    record = queries.record_for(over, None)

    assert keep_study(ann, text=record.replace('"Ben"', '"Nobody"')).match == over
    assert keep_study(ann, text=record.replace('"Ann"', '"X"').replace('"Ben"', '"Y"')).match is None
    assert keep_study(ann, text=OVER.replace('"Ana"', '"Ann"')).match is None
    assert keep_study(ann, text=queries.record_for(other, None)).match == other

"""Studies: records that are checked and kept, by whom they may be, and programs that do so."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from games import records
from games.history.studies import study_queries as reads
from games.history.studies import study_records
from games.matches import refusals
from games.matches.tables import pace
from games.models import Study
from tests.api.callers import Caller
from tests.factories import NOW, guest, person
from tests.history.studies import DAMAGED, OVER, RUNNING, as_user, keep_study

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann() -> User:
    return person("Ann")


def test_a_record_is_kept_as_it_was_sent_with_what_lists_need(ann: User) -> None:
    study = keep_study(ann, " Two  kinds used up ")

    assert (study.title, study.record, study.owner) == ("Two kinds used up", OVER, ann)
    assert (study.rules, study.players, study.public) == ("taluva", 2, False)
    assert study.turn_number == records.read_record(OVER).turn
    assert study.options == records.read_record(OVER).settings


def test_several_records_in_one_text_are_several_studies(ann: User) -> None:
    text = f"\ufeff\r\n{OVER}\n\n{RUNNING}{OVER}".replace("\n", "\r\n")
    made = study_records.save_studies(owner=ann, text=text, title="x" * 80, now=NOW)

    assert [records.read_record(study.record).entries for study in made] == [
        records.read_record(each).entries for each in (OVER, RUNNING, OVER)
    ]
    assert [study.title for study in made] == [f"{'x' * 76} ({number})" for number in (1, 2, 3)]


def test_all_damage_is_told_by_line_and_clause_and_nothing_is_kept(ann: User) -> None:
    with pytest.raises(study_records.DamagedRecords) as refused:
        study_records.save_studies(owner=ann, text=f"{OVER}{DAMAGED}{OVER}\nnonsense", now=NOW)

    second, third = OVER.count("\n") + 16, 3 * OVER.count("\n") + 2
    assert [(one.line, one.turn, one.clause, one.rules) for one in refused.value.found] == [
        (second, 2, "T-4.3", "taluva"), (third, 22, "T-10.2", "taluva")
    ]  # fmt: skip
    assert refused.value.message == "2 records are invalid."
    assert not Study.objects.exists()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (" \n", "Paste a record"),
        ("x" * (study_records.LONGEST + 1), "400001 characters; at most 400000"),
        (f"{OVER.splitlines()[0]}\n" * 51, "51 records; at most 50"),
    ],
)
def test_nothing_and_too_much_is_refused(text: str, sentence: str, ann: User) -> None:
    with pytest.raises(refusals.SiteRefusal, match=sentence):
        study_records.save_studies(owner=ann, text=text, now=NOW)


def test_who_saves_a_lot_waits_and_who_keeps_a_lot_deletes(ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(study_records.SAVED.number):
        keep_study(ann)
    with pytest.raises(pace.RateLimited):
        keep_study(ann)
    monkeypatch.setattr(study_records, "MOST", 1)
    keep_study(person("Ben"))
    with pytest.raises(refusals.SiteRefusal, match="at most 1 studies"):
        keep_study(User.objects.get(username="Ben"))


def test_a_guest_studies_for_themselves() -> None:
    someone = guest()
    study = keep_study(someone)
    for publish in (
        lambda: keep_study(someone, public=True),
        lambda: study_records.change_study(study=study, title="x", public=True),
    ):
        with pytest.raises(refusals.Forbidden):
            publish()


def test_published_ones_are_for_all_and_private_ones_for_their_owner(ann: User) -> None:
    public, private = keep_study(ann, "public", public=True), keep_study(ann, "private")
    sam = person("Sam", is_staff=True)

    assert {study.title for study in reads.find_studies(ann)} == {"public", "private"}
    assert [[study.title for study in reads.find_studies(who)] for who in (None, sam)] == [["public"], ["public"]]
    for client in (Client(), as_user(sam)):
        for end in ("", "3/", "3/try/", "record.txt", "3/card.png"):
            answers = [client.get(study.get_absolute_url() + end).status_code for study in (public, private)]
            assert answers == [200, 404], end


def test_a_stranger_changes_and_deletes_nothing(ann: User) -> None:
    study = keep_study(ann, public=True)
    for client, status in ((Client(), 302), (as_user(person("Zoe")), 404)):
        for end in ("change/", "delete/"):
            assert client.post(f"{study.get_absolute_url()}{end}", {"title": "x"}).status_code == status

    assert Study.objects.get().title == "A study"


def test_programs_keep_and_read_studies(ann: User) -> None:
    caller, zoe = Caller(ann), Caller(person("Zoe"))
    made = caller.post("/studies", {"text": OVER + RUNNING, "title": "Two", "public": False})
    first, second = made.json()

    assert made.status_code == 201
    assert (first["title"], first["players"], first["public"]) == ("Two (1)", 2, False)
    assert caller.get(f"/studies/{first['key']}").json()["record"] == OVER
    assert caller.get("/studies").json()["count"] == 2
    assert zoe.get("/studies").json() == {"items": [], "count": 0}
    assert zoe.get(f"/studies/{second['key']}").status_code == 404
    assert Caller(person("Rea"), ["read"]).post("/studies", {"text": OVER}).status_code == 403


def test_programs_are_told_all_damage(ann: User) -> None:
    problem = Caller(ann).post("/studies", {"text": DAMAGED + OVER})

    assert problem.status_code == 422
    assert problem.json()["detail"] == "1 record is invalid."
    assert problem.json()["errors"] == ["Line 16, turn 2: A tile lies wholly on the sea or wholly on land. (T-4.3)"]

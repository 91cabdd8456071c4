"""Studies: records that are checked, kept, shown and played on with, by whom they may be."""

from __future__ import annotations

from datetime import timedelta
from importlib import import_module
from pathlib import Path

import pytest
from django.apps import apps
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from accounts.services import account_deletion
from games import records
from games.history.studies import study_queries as reads
from games.history.studies import study_records
from games.matches import queries, refusals
from games.matches.tables import pace
from games.models import Study, StudySeat
from tests.api.callers import Caller
from tests.factories import NOW, finished_match, guest, person, running_match

pytestmark = pytest.mark.django_db
RECORDS = Path(__file__).parent.parent / "records" / "taluva"
OVER, RUNNING = ((RECORDS / f"{name}.txt").read_text() for name in ("early-huts-towers", "running"))
DAMAGED = OVER.replace("2. CC@1,-2E", "2. CC@0,0E")


def kept(owner: User, title: str = "A study", text: str = OVER, **values: object) -> Study:
    (study,) = study_records.save_studies(owner=owner, text=text, title=title, now=NOW, **values)  # type: ignore[arg-type]
    return study


def as_user(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def ann() -> User:
    return person("Ann")


def test_a_record_is_kept_as_it_was_sent_with_what_lists_need(ann: User) -> None:
    study = kept(ann, " Two  kinds used up ")

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
    with pytest.raises(study_records.Damaged) as refused:
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
        kept(ann)
    with pytest.raises(pace.TooOften):
        kept(ann)
    monkeypatch.setattr(study_records, "MOST", 1)
    kept(person("Ben"))
    with pytest.raises(refusals.SiteRefusal, match="at most 1 studies"):
        kept(User.objects.get(username="Ben"))


def test_a_guest_studies_for_themselves() -> None:
    someone = guest()
    study = kept(someone)
    for publish in (
        lambda: kept(someone, public=True),
        lambda: study_records.change_study(study=study, title="x", public=True),
    ):
        with pytest.raises(refusals.Forbidden):
            publish()


def test_published_ones_are_for_all_and_private_ones_for_their_owner(ann: User) -> None:
    public, private = kept(ann, "public", public=True), kept(ann, "private")
    sam = person("Sam", is_staff=True)

    assert {study.title for study in reads.find_studies(ann)} == {"public", "private"}
    assert [[study.title for study in reads.find_studies(who)] for who in (None, sam)] == [["public"], ["public"]]
    for client in (Client(), as_user(sam)):
        for end in ("", "3/", "3/try/", "record.txt", "3/card.png"):
            answers = [client.get(study.get_absolute_url() + end).status_code for study in (public, private)]
            assert answers == [200, 404], end


def test_a_stranger_changes_and_deletes_nothing(ann: User) -> None:
    study = kept(ann, public=True)
    for client, status in ((Client(), 302), (as_user(person("Zoe")), 404)):
        for end in ("change/", "delete/"):
            assert client.post(f"{study.get_absolute_url()}{end}", {"title": "x"}).status_code == status

    assert Study.objects.get().title == "A study"


def test_it_is_shown_turn_by_turn_like_a_match(ann: User) -> None:
    study, client = kept(ann, text=OVER.replace('"Ben"', '"<b>Ben</b>"')), as_user(ann)
    base = study.get_absolute_url()
    end, fifth = client.get(base).text, client.get(f"{base}5/").text
    step = client.get(f"{base}6/", headers={"HX-Request": "true", "HX-Target": "board"}).text

    assert f'data-base="{base}" data-last="{study.turn_number}"' in end
    assert "<b>Ana</b> won." in end
    assert "place 2" in end
    assert "Turn 5, Ana." in fifth
    assert "(you)" not in fifth
    assert f'href="{base}4/"' in fifth
    assert f'href="{base}5/try/"' in fifth
    assert "&lt;b&gt;Ben&lt;/b&gt;" in end
    assert ("<!doctype" not in step, 'id="turn-bar"' in step, f'href="{base}7/"' in step) == (True, True, True)
    assert client.get(f"{base}{study.turn_number + 1}/").status_code == 404
    assert client.get(f"{base}replay/", {"t": "7"}).headers["Location"] == f"{base}7/"
    assert client.get(f"{base}record.txt").text == study.record


def test_a_link_to_a_published_one_shows_its_turn_elsewhere(ann: User) -> None:
    public, private = kept(ann, public=True), kept(ann)
    page = Client().get(f"{public.get_absolute_url()}5/").text

    assert f'og:image" content="{settings.SITE_URL}{public.get_absolute_url()}5/link.png"' in page
    assert 'og:title" content="A study"' in page
    assert Client().get(f"{public.get_absolute_url()}5/link.png").headers["Content-Type"] == "image/png"
    assert Client().get(f"{public.get_absolute_url()}5/poster.png").status_code == 404
    assert "og:image" not in as_user(ann).get(private.get_absolute_url()).text


def test_bots_explain_a_turn_of_it(ann: User) -> None:
    base = kept(ann).get_absolute_url()
    client = as_user(ann)

    assert f'href="{base}5/?why=1"' in client.get(f"{base}5/").text
    assert 'id="reasons"' in client.get(f"{base}5/", {"why": "1"}).text
    assert 'id="analyse"' not in client.get(base).text


@pytest.mark.parametrize("text", [OVER, RUNNING], ids=["over", "running"])
def test_from_each_turn_one_plays_on(text: str, ann: User) -> None:
    study, client = kept(ann, text=text), as_user(ann)
    base = study.get_absolute_url()
    for number in (0, 4, study.turn_number):
        page = client.get(f"{base}{number}/try/")
        assert page.status_code == 200
        assert f'href="{base}{number}/">Back to the game' in page.text
        assert "line-keep" not in page.text
    played = client.get(f"{base}1/try/", {"m": "1:CC@0,0E H@5,5"})
    assert (played.status_code, "That is not possible" in played.text) == (422, True)
    assert client.get(f"{base}{study.turn_number + 1}/try/").status_code == 404


def test_nameless_seats_have_numbers(ann: User) -> None:
    nameless = "".join(line for line in OVER.splitlines(keepends=True) if "Seat" not in line)
    page = as_user(ann).get(kept(ann, text=nameless).get_absolute_url()).text

    assert ("Player 1" in page, "Player 2" in page) == (True, True)


def test_the_form_keeps_what_was_typed_and_says_what_is_wrong(ann: User) -> None:
    client = as_user(ann)
    page = client.post("/studies/new/", {"text": DAMAGED, "title": "Mine", "public": "on"})

    assert page.status_code == 422
    assert "Line 16, turn 2: A tile lies wholly on the sea or wholly on land." in page.text
    assert 'href="/rules/taluva/#T-4.3"' in page.text
    assert "2. CC@0,0E" in page.text
    assert ('value="Mine"' in page.text, "checked" in page.text) == (True, True)
    for text, sentence in (("", "Paste a record"), ("1. e4 e5", "does not begin like a record"), ("a\0b", "Null")):
        again = client.post("/studies/new/", {"text": text})
        assert (again.status_code, sentence in again.text) == (422, True)
    assert not Study.objects.exists()


def test_files_join_the_text(ann: User) -> None:
    client = as_user(ann)
    files = [SimpleUploadedFile(f"{number}.txt", f"\ufeff{OVER}".encode()) for number in range(2)]
    several = client.post("/studies/new/", {"text": RUNNING, "file": files})
    assert (several.status_code, several.headers["Location"], Study.objects.count()) == (303, "/studies/?mine=1", 3)

    damaged = client.post("/studies/new/", {"text": OVER, "file": SimpleUploadedFile("a.txt", DAMAGED.encode())})
    assert (damaged.status_code, "2. CC@0,0E" in damaged.text) == (422, True)

    for content, sentence in ((b"\xff\xfe\x00", "a.txt is not a text file."), (b"x" * 400_001, "a.txt is too large")):
        page = client.post("/studies/new/", {"text": OVER, "file": SimpleUploadedFile("a.txt", content)})
        assert (page.status_code, sentence in page.text, "2. CC@1,-2E" in page.text) == (422, True, True)


def test_a_finished_game_is_studied(ann: User) -> None:
    ben = person("Ben")
    over, running = finished_match(ann, ben, name="Sunday"), running_match(ann, ben)
    private = finished_match(ann, ben, visibility="private")
    client = as_user(ann)
    link = f"/studies/new/?game={over.key}"
    assert link in client.get(over.get_absolute_url()).text
    form = client.get(link).context["form"]
    client.post("/studies/new/", {"text": form["text"].value(), "title": form["title"].value()})
    study = Study.objects.get()

    assert (study.title, study.turn_number, study.match) == ("Game of 5 May 2026", over.turn_number, over)
    assert study.record == client.get(f"{over.get_absolute_url()}record.txt").text
    assert client.get("/studies/new/", {"game": running.key}).status_code == 404
    assert as_user(person("Zoe")).get("/studies/new/", {"game": private.key}).status_code == 404
    assert "studies/new" not in client.get(running.get_absolute_url()).text


def test_its_owner_renames_publishes_and_deletes_it(ann: User) -> None:
    study, client = kept(ann), as_user(ann)
    base = study.get_absolute_url()
    client.post(f"{base}change/", {"title": "Open game", "public": "on"})
    study.refresh_from_db()
    assert (study.title, study.public) == ("Open game", True)
    for title in ("", "x" * 81):
        assert client.post(f"{base}change/", {"title": title}).status_code == 422
    assert client.post(f"{base}delete/").headers["Location"] == "/studies/?mine=1"
    assert not Study.objects.exists()


def test_the_list_is_searched_and_has_pages(ann: User) -> None:
    for number in range(23):
        study = kept(ann, f"Game {number}", public=number % 2 == 0)
        Study.objects.filter(pk=study.pk).update(created_at=NOW + timedelta(days=number // 3))
    client = as_user(ann)
    first = client.get("/studies/").context["page"]
    second = client.get("/studies/", {"after": first.after}).context["page"]
    third = client.get("/studies/", {"after": second.after}).context["page"]
    back = client.get("/studies/", {"before": second.before}).context["page"]

    assert [study.title for study in [*first.rows, *second.rows, *third.rows]] == [
        f"Game {number}" for number in range(22, -1, -1)
    ]
    assert (back.rows, third.after, first.before) == (first.rows, "", "")
    assert [study.title for study in client.get("/studies/", {"title": "game 2"}).context["page"].rows] == [
        "Game 22", "Game 21", "Game 20", "Game 2"
    ]  # fmt: skip
    assert len(Client().get("/studies/", {"title": "Game 2", "mine": "1"}).context["page"].rows) == 3
    assert Client().get("/studies/", {"title": "\0", "after": "\0~1"}).status_code == 200


def test_empty_lists_say_what_to_do(ann: User) -> None:
    client = as_user(ann)
    assert "No published studies yet." in client.get("/studies/").text
    assert "You have no studies yet." in client.get("/studies/", {"mine": "1"}).text
    assert "No studies match." in client.get("/studies/", {"title": "x"}).text
    assert 'href="/studies/"' in client.get("/archive/").text


def test_who_published_it_has_a_page(ann: User) -> None:
    study = kept(ann, public=True)
    for address in ("/studies/", study.get_absolute_url()):
        assert '<a class="person" href="/people/Ann/">Ann</a>' in Client().get(address).text


def test_pages_cost_the_same_queries_however_much_there_is(ann: User) -> None:
    client, study = as_user(ann), kept(ann)
    client.get("/terms/")  # what the person may do is remembered
    counts = []
    for name in ("Ben", "Cleo"):
        for page in ("/studies/", study.get_absolute_url()):
            with CaptureQueriesContext(connection) as queries:
                client.get(page)
            counts.append(len(queries))
        for _ in range(3):
            kept(User.objects.filter(username=name).first() or person(name), public=True)

    assert counts[:2] == counts[2:]
    assert max(counts) <= 4


def test_whoever_leaves_takes_their_studies_and_their_name_along(ann: User) -> None:
    ben = person("Ben")
    kept(ann, public=True), kept(ann)
    other = kept(ben, text=OVER.replace('"Ana"', '"Ann"'), public=True)
    account_deletion.delete_account(user=ann, now=NOW)

    other.refresh_from_db()
    assert list(Study.objects.all()) == [other]
    assert '[Seat0 "?"]' in other.record
    assert records.read_record(other.record).entries == records.read_record(OVER).entries


LEAVERS = ["off", "on", "apart", "12", "?", "taluva"]


@pytest.mark.parametrize("name", LEAVERS)
def test_whoever_leaves_under_a_word_of_records_changes_no_record(ann: User, name: str) -> None:
    study = kept(ann, public=True)
    stranger = User.objects.create_user(name)

    account_deletion.delete_account(user=stranger, now=NOW)

    study.refresh_from_db()
    assert study.record == OVER
    assert Client().get(study.get_absolute_url()).status_code == 200


def test_a_stranger_has_no_say_over_a_name_that_stood_there_before(ann: User) -> None:
    before = kept(ann)
    ana = person("Ana")
    after = kept(ann)

    account_deletion.delete_account(user=ana, now=NOW)

    before.refresh_from_db(), after.refresh_from_db()
    assert (before.record, after.record) == (OVER, OVER.replace('[Seat0 "Ana"]', '[Seat0 "?"]'))


def test_a_name_is_blanked_at_its_seat_alone(ann: User) -> None:
    cleo = person("Cleo")
    text = OVER.replace('[Seat0 "Ana"]', '[ Seat0  "Cleo" ]').replace("\n\n", '\n[Event "Cleo"]\n\n', 1)
    study = kept(ann, text=text)

    account_deletion.delete_account(user=cleo, now=NOW)

    study.refresh_from_db()
    assert study.record == text.replace('[ Seat0  "Cleo" ]', '[Seat0 "?"]')


def test_a_study_of_a_game_here_forgets_who_sat_there_under_an_earlier_name(ann: User) -> None:
    zoe, match = person("Zoe"), finished_match(ann, person("Kim"))
    record = queries.record_for(match, None)
    User.objects.filter(username="Kim").update(username="Kay", name_key="kay")
    study = kept(zoe, text=record)

    account_deletion.delete_account(user=User.objects.get(username="Kay"), now=NOW)

    study.refresh_from_db()
    assert study.record == record.replace('"Kim"', '"?"')


def test_seats_of_studies_that_were_kept_before_are_noted_once(ann: User) -> None:
    zoe, match = person("Zoe"), finished_match(ann, person("Kim"))
    made = [kept(zoe, text=text) for text in (queries.record_for(match, None), OVER, OVER.replace("Ana", "Ann"))]
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

    assert kept(ann, text=record.replace('"Ben"', '"Nobody"')).match == over
    assert kept(ann, text=record.replace('"Ann"', '"X"').replace('"Ben"', '"Y"')).match is None
    assert kept(ann, text=OVER.replace('"Ana"', '"Ann"')).match is None
    assert kept(ann, text=queries.record_for(other, None)).match == other


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

"""Pages of studies: shown and played on with, searched, renamed, published."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.models import Study
from tests.factories import NOW, finished_match, person, running_match
from tests.history.studies import DAMAGED, OVER, RUNNING, as_user, keep_study

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann() -> User:
    return person("Ann")


def test_it_is_shown_turn_by_turn_like_a_match(ann: User) -> None:
    study, client = keep_study(ann, text=OVER.replace('"Ben"', '"<b>Ben</b>"')), as_user(ann)
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
    public, private = keep_study(ann, public=True), keep_study(ann)
    page = Client().get(f"{public.get_absolute_url()}5/").text

    assert f'og:image" content="{settings.SITE_URL}{public.get_absolute_url()}5/link.png"' in page
    assert 'og:title" content="A study"' in page
    assert Client().get(f"{public.get_absolute_url()}5/link.png").headers["Content-Type"] == "image/png"
    assert Client().get(f"{public.get_absolute_url()}5/poster.png").status_code == 404
    assert "og:image" not in as_user(ann).get(private.get_absolute_url()).text


def test_bots_explain_a_turn_of_it(ann: User) -> None:
    base = keep_study(ann).get_absolute_url()
    client = as_user(ann)

    assert f'href="{base}5/?why=1"' in client.get(f"{base}5/").text
    assert 'id="reasons"' in client.get(f"{base}5/", {"why": "1"}).text
    assert 'id="analyse"' not in client.get(base).text


@pytest.mark.parametrize("text", [OVER, RUNNING], ids=["over", "running"])
def test_from_each_turn_one_plays_on(text: str, ann: User) -> None:
    study, client = keep_study(ann, text=text), as_user(ann)
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
    page = as_user(ann).get(keep_study(ann, text=nameless).get_absolute_url()).text

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


def test_a_study_goes_on_at_the_turn_from_which_it_was_made(ann: User) -> None:
    over = finished_match(ann, person("Ben"))
    client = as_user(ann)
    page = client.get("/studies/new/", {"game": over.key, "t": "7"})
    text = page.context["form"]["text"].value()
    assert '<input type="hidden" name="t" value="7">' in page.text
    answers = [client.post("/studies/new/", {"text": text, "t": turn}) for turn in ("7", "999", "x")]

    assert [[part for part in answer["Location"].split("/")[3:] if part] for answer in answers] == [["7"], [], []]
    assert client.get(answers[0]["Location"]).status_code == 200
    assert 'name="t" value="7"' in client.post("/studies/new/", {"text": "broken", "t": "7"}).text


def test_its_owner_renames_publishes_and_deletes_it(ann: User) -> None:
    study, client = keep_study(ann), as_user(ann)
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
        study = keep_study(ann, f"Game {number}", public=number % 2 == 0)
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
    study = keep_study(ann, public=True)
    for address in ("/studies/", study.get_absolute_url()):
        assert '<a class="person" href="/people/Ann/">Ann</a>' in Client().get(address).text


def test_pages_cost_the_same_queries_however_much_there_is(ann: User) -> None:
    client, study = as_user(ann), keep_study(ann)
    client.get("/terms/")  # what the person may do is remembered
    counts = []
    for name in ("Ben", "Cleo"):
        for page in ("/studies/", study.get_absolute_url()):
            with CaptureQueriesContext(connection) as queries:
                client.get(page)
            counts.append(len(queries))
        for _ in range(3):
            keep_study(User.objects.filter(username=name).first() or person(name), public=True)

    assert counts[:2] == counts[2:]
    assert max(counts) <= 4

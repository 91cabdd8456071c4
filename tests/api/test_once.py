"""What is sent twice, by a double click or by a program that tries again, is made once."""

from __future__ import annotations

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import IntegrityError, connection
from django.test import Client
from django.utils import timezone

from accounts import tasks
from accounts.models import Click, User
from accounts.models.user import Kind
from accounts.services.once import run_once
from games.matches.tables import pace
from games.models import Match, Message, Notice, Study
from taluva_site.security import limits
from tests.api.callers import Caller
from tests.factories import NOW, browser_of, open_table, people, person, running_match
from tests.matches.tables.test_new_table import NEW_TABLE

pytestmark = pytest.mark.django_db
RECORD = (Path(__file__).parent.parent / "records" / "taluva" / "running.txt").read_text()
TABLE = {**NEW_TABLE, "seat1": "name", "name1": "Ben", "seat2": "bot:seedling"}
WISH = {"seats": [{"kind": "me"}, {"kind": "person", "name": "Ben"}, {"kind": "bot", "level": "seedling"}]}
FORMS = [
    ("/tables/new/taluva/", "/tables/new/taluva/", TABLE),
    ("/tables/", "/play/taluva/", {"level": "seedling"}),
    ("/tables/", "/watch/taluva/", {"level": ["seedling", "settler"]}),
    ("match", "talk/new/", {"text": "Well met!"}),
    ("/studies/new/", "/studies/new/", {"text": RECORD}),
    ("/studies/new/", "/studies/new/", {"text": f"{RECORD}\n{RECORD}"}),
]
OPERATIONS = [
    ("/matches", WISH),
    ("/matches/{key}/messages", {"text": "Well met!"}),
    ("/studies", {"text": RECORD}),
    ("/studies", {"text": f"{RECORD}\n{RECORD}"}),
]


def rows() -> tuple[int, ...]:
    return tuple(model.objects.count() for model in (Match, Message, Study, Notice))


@pytest.fixture(autouse=True)
def _one_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two clicks of a test fall into one minute, whenever it runs."""
    monkeypatch.setattr("games.matches.views.table_pages.this_minute", lambda: 0)


@pytest.fixture
def match() -> Match:
    return running_match(*people(2))


def key_in(page: str, action: str) -> str:
    """The key of the form on this page that goes to this address, or to the page itself."""
    forms = [form for form in re.findall(r"<form.*?</form>", page, re.DOTALL) if 'method="post"' in form]
    (form,) = (form for form in forms if f'{action}"' in form.split(">")[0] or "action" not in form.split(">")[0])
    (key,) = re.findall(r'name="key" value="([^"]{16})"', form)
    return key


@pytest.mark.parametrize(("where", "action", "sent"), FORMS, ids=[form[1] for form in FORMS])
def test_a_form_that_is_sent_twice_is_done_once(match: Match, where: str, action: str, sent: dict[str, Any]) -> None:
    browser, here = browser_of(User.objects.get(username="Ann")), match.get_absolute_url()
    where, action = (here, here + action) if where == "match" else (where, action)
    before = rows()
    keys = [key_in(browser.get(where).text, action) for _form in range(2)]

    first = browser.post(action, {**sent, "key": keys[0]})
    made = rows()
    again = browser.post(action, {**sent, "key": keys[0]})

    assert (first.status_code, again.status_code, again["Location"]) == (303, 303, first["Location"])
    assert before != made == rows()
    browser.post(action, {**sent, "key": keys[1]})
    assert rows() != made


@pytest.mark.parametrize(("path", "body"), OPERATIONS)
def test_a_program_that_tries_again_gets_the_first_answer(match: Match, path: str, body: dict[str, Any]) -> None:
    caller, path = Caller(User.objects.get(username="Ann")), path.format(key=match.key)
    before = rows()

    first = caller.post(path, body, Idempotency_Key="abc")
    made = rows()
    again = caller.post(path, body, Idempotency_Key="abc")

    assert (first.status_code, again.status_code, again.json()) == (201, 201, first.json())
    assert before != made == rows()
    for more in ({"Idempotency_Key": "other"}, {}):
        assert caller.post(path, body, **more).status_code == 201
    assert rows()[:3] == tuple(3 * new - 2 * old for new, old in zip(made[:3], before[:3], strict=True))


def test_other_words_under_the_same_key_are_said_too(match: Match) -> None:
    ann, ben = User.objects.order_by("username")
    say = f"{match.get_absolute_url()}talk/new/"
    for who, text in ((ann, "Well met!"), (ann, "Well met, all!"), (ben, "Well met!"), (ann, "Well met!")):
        browser_of(who).post(say, {"text": text, "key": "the same"})

    told = list(Message.objects.order_by("pk").values_list("user__username", "text"))
    assert told == [("Ann", "Well met!"), ("Ann", "Well met, all!"), ("Ben", "Well met!")]


def test_words_that_were_refused_are_sent_again_once(match: Match) -> None:
    browser, say = browser_of(User.objects.get(username="Ann")), f"{match.get_absolute_url()}talk/new/"
    refused = browser.post(say, {"text": "x" * 501, "key": "one"}).text
    for _click in range(2):
        browser.post(say, {"text": "Well met!", "key": key_in(refused, say)})

    assert [message.text for message in Message.objects.all()] == ["Well met!"]


def test_what_was_refused_can_be_sent_again(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    browser = browser_of(User.objects.get(username="Ann"))
    sent = {**TABLE, "name1": "Zoe", "key": "one"}
    refused = browser.post("/tables/new/taluva/", sent)
    zoe = person("Zoe")
    made = browser.post("/tables/new/taluva/", sent)

    assert (refused.status_code, made.status_code) == (422, 303)
    monkeypatch.setattr(pace, "TABLES", limits.Limit("none", 0, 3600))
    assert browser.post("/tables/new/taluva/", sent)["Location"] == made["Location"]
    assert browser.post("/tables/new/taluva/", {**sent, "key": "two"}).status_code == 429
    assert zoe.invitations.count() == 1


VISITORS = [("/", "/play/taluva/", {}), ("/account/login/?next=/learn/", "/account/guest/", {"next": "/learn/"})]


@pytest.mark.parametrize(("where", "action", "sent"), VISITORS)
def test_two_clicks_of_a_visitor_make_one_guest(where: str, action: str, sent: dict[str, str]) -> None:
    browser = Client()
    key = key_in(browser.get(where).text, action)
    first, second = (Client() for _click in range(2))
    for click in (first, second):  # the second leaves before the first is answered
        click.cookies.load(browser.cookies.output(header=""))
    answers = [click.post(action, {**sent, "key": key}) for click in (first, second)]

    guest = User.objects.get(kind=Kind.GUEST)
    assert {answer["Location"] for answer in answers} == {sent.get("next") or Match.objects.get().get_absolute_url()}
    assert [click.session["_auth_user_id"] for click in (first, second)] == [str(guest.pk)] * 2


def test_the_key_of_another_browser_lets_nobody_be_its_guest() -> None:
    key = key_in(Client().get("/").text, "/play/taluva/")
    for _browser in range(2):
        browser = Client()
        browser.get("/")
        browser.post("/play/taluva/", {"key": key})

    assert User.objects.filter(kind=Kind.GUEST).count() == 2


def test_who_was_a_guest_and_left_is_another_guest_when_the_page_comes_back() -> None:
    browser = Client()
    key = key_in(browser.get("/").text, "/play/taluva/")
    for _visit in range(2):
        browser.post("/play/taluva/", {"key": key})
        browser.post("/account/leave/", {"sure": "yes"})

    assert Match.objects.values("creator").distinct().count() == 2


def test_a_defect_while_it_is_made_leaves_nothing_behind(match: Match) -> None:
    ann = User.objects.get(username="Ann")
    tries: list[Callable[[], int]] = [broken, lambda: 7, broken]
    answers = []
    for make in tries:
        try:
            answers.append(run_once(who=ann.pk, key="k", wish="w", make=make, now=NOW))
        except IntegrityError:
            answers.append(0)

    assert answers == [0, 7, 7]


def broken() -> int:
    raise IntegrityError


@pytest.mark.django_db(transaction=True)
def test_at_the_same_moment_one_makes_it_and_the_others_wait() -> None:
    ann = person("Ann")

    def sent(_time: int) -> str:
        try:
            return run_once(who=ann.pk, key="k", wish="w", make=lambda: open_table(ann).key, now=NOW)
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(sent, range(8)))

    assert answers == [Match.objects.get().key] * 8


def test_keys_are_forgotten_after_a_day(match: Match) -> None:
    ann = User.objects.get(username="Ann")
    for hours in (23, 25):
        run_once(who=ann.pk, key="k", wish=hours, make=lambda: 1, now=timezone.now() - timedelta(hours=hours))

    tasks.tidy()

    assert [timezone.now() - click.at < timedelta(days=1) for click in Click.objects.all()] == [True]

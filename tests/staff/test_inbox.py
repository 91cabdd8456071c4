"""The inbox of the embedded club: for whoever sits at its machine, has its key, or is the one a mail is for."""

from __future__ import annotations

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.utils import timezone

from accounts.mail import compose, outbox
from accounts.models import Mail, User
from tests.accounts.conftest import new_person
from tests.factories import guest

pytestmark = pytest.mark.django_db
KEY = "a-key-that-was-printed-at-the-start"
CODE = "ABCD-EFGH"


@pytest.fixture(autouse=True)
def _network(settings: Any) -> None:
    """A club that listens to its network, as with HOST=0.0.0.0."""
    settings.INBOX_KEY = KEY
    settings.ALLOWED_HOSTS = ["192.168.1.5", "club.local", "localhost", "127.0.0.1", "[::1]"]


def mail_to(address: str, user: User | None = None) -> Mail:
    message = compose.compose_mail(subject=f"For {address}", text=f"Hello Anna,\n\n{CODE}\n\nSee you soon", to=address)
    return outbox.queue_mail(message, user_id=user.pk if user else None)[0]


def browser(sender: str, host: str, **headers: str) -> Client:
    return Client(REMOTE_ADDR=sender, headers={"host": host, **headers})


def statuses(client: Client, mail: Mail) -> list[int]:
    pages = ("/inbox/", f"/inbox/{mail.pk}/", f"/inbox/{mail.pk}/html/")
    answers = [client.get(page) for page in pages]
    assert all((CODE in answer.text) <= (answer.status_code == 200) for answer in answers)
    return [answer.status_code for answer in answers]


@pytest.mark.parametrize(
    ("sender", "host", "status"),
    [
        ("127.0.0.1", "localhost:8000", 200),
        ("127.0.0.1", "127.0.0.1:8000", 200),
        ("127.0.0.1", "[::1]:8000", 200),
        ("::1", "localhost", 200),
        ("::ffff:127.0.0.1", "localhost", 200),
        ("192.168.1.7", "192.168.1.5:8000", 403),
        ("192.168.1.7", "localhost:8000", 403),
        ("192.168.1.5", "192.168.1.5:8000", 403),
        ("127.0.0.1", "club.local:8000", 403),
        ("", "localhost", 403),
    ],
)
def test_the_machine_itself_reads_all_mails_and_no_other_does(sender: str, host: str, status: int) -> None:
    assert statuses(browser(sender, host), mail_to("anna@example.org")) == [status] * 3


@pytest.mark.parametrize(
    "header", ["X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP", "Forwarded", "Via"]
)
def test_what_came_through_a_proxy_is_not_from_this_machine(header: str) -> None:
    client = browser("127.0.0.1", "localhost", **{header: "127.0.0.1"})

    assert statuses(client, mail_to("anna@example.org")) == [403] * 3


def test_behind_a_known_proxy_no_address_counts(settings: Any) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1

    assert statuses(browser("127.0.0.1", "localhost"), mail_to("anna@example.org")) == [403] * 3


def test_the_printed_key_opens_the_inbox_and_leaves_the_address_bar() -> None:
    mail, client = mail_to("anna@example.org"), browser("192.168.1.7", "192.168.1.5:8000")
    answer = client.get("/inbox/", {"key": KEY})
    cookie = answer.cookies["inbox"]

    assert (answer.status_code, answer.url) == (302, "/inbox/")
    assert (cookie["path"], cookie["httponly"], cookie["samesite"]) == ("/inbox/", True, "Lax")
    assert KEY not in cookie.value
    assert statuses(client, mail) == [200] * 3


@pytest.mark.parametrize("key", ["", "wrong", KEY[:-1]])
def test_a_wrong_key_opens_nothing(key: str) -> None:
    client = browser("192.168.1.7", "192.168.1.5:8000")
    answer = client.get("/inbox/", {"key": key})

    assert (answer.status_code, "ask whoever runs the club" in answer.text) == (403, True)
    assert statuses(client, mail_to("anna@example.org")) == [403] * 3


def test_the_cookie_of_another_start_and_an_empty_key_open_nothing(settings: Any) -> None:
    mail, client = mail_to("anna@example.org"), browser("192.168.1.7", "192.168.1.5:8000")
    client.get("/inbox/", {"key": KEY})
    found = []
    for key in ("the-key-of-another-start", ""):
        settings.INBOX_KEY = key
        found.append(statuses(client, mail))
    client.cookies["inbox"] = ""

    assert found == [[403] * 3] * 2
    assert statuses(client, mail) == [403] * 3
    assert client.get("/inbox/?key=").status_code == 403


def test_members_read_the_mails_to_their_proved_address_alone() -> None:
    anna, ben = new_person("Anna"), new_person("Ben")
    own, other, unclaimed = mail_to(anna.email, anna), mail_to(ben.email, ben), mail_to("cleo@example.org")
    EmailAddress.objects.create(user=anna, email="cleo@example.org", verified=False)
    claimed = mail_to("cleo@example.org", anna)
    client = browser("192.168.1.7", "192.168.1.5:8000")
    client.force_login(anna)

    assert statuses(client, own) == [200] * 3
    assert [statuses(client, mail) for mail in (other, unclaimed, claimed)] == [[200, 404, 404]] * 3
    listed = client.get("/inbox/").text
    assert [f"For {mail.to}" in listed for mail in (own, other, claimed)] == [True, False, False]


def test_guests_find_no_mail_of_others() -> None:
    mail, client = mail_to("anna@example.org"), browser("192.168.1.7", "192.168.1.5:8000")
    client.force_login(guest())

    assert statuses(client, mail) == [200, 404, 404]


def test_a_newcomer_at_the_machine_finds_the_code_without_a_key(settings: Any) -> None:
    settings.EMAIL_BACKEND, settings.INBOX_KEY = "accounts.mail.outbox.OutboxBackend", ""
    client = browser("127.0.0.1", "localhost:8000")
    client.post("/account/signup/", {"username": "Anna", "email": "anna@example.org", "password1": "three tall towers"})
    mail = Mail.objects.get(to="anna@example.org")

    assert "Welcome: your code" in client.get("/inbox/").text
    assert client.get(f"/inbox/{mail.pk}/").status_code == 200


def test_a_mail_that_is_not_rendered_yet_is_not_listed() -> None:
    client, now = browser("127.0.0.1", "localhost"), timezone.now()
    written = mail_to("anna@example.org")
    anna = new_person("Anna")
    mail = outbox.new_mail(key="x", user_id=anna.pk, address=anna.email, task="games.tasks.send_mail", now=now)
    mail.save()
    page = client.get("/inbox/").text

    assert [f"/inbox/{each.pk}/" in page for each in (written, mail)] == [True, False]
    assert client.get(f"/inbox/{mail.pk}/").status_code == 404

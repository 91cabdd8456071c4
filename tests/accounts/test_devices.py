"""Wrong passwords of strangers lock nobody out of a browser in which they have been logged in before."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from accounts.models import User
from tests.accounts.conftest import PASSWORD, log_in, new_person

OFTEN = "Too many attempts"


def attempt(client: Client, password: str, name: str = "Anna") -> str:
    """Try to log in; return what comes of it."""
    answer = client.post("/account/login/", {"login": name, "password": password})
    if answer.status_code == 302:
        client.post("/account/logout/")
        return "in"
    return "often" if OFTEN in answer.text else "wrong"


def lock(name: str = "Anna") -> None:
    """Six strangers, each with one wrong password."""
    tries = [attempt(Client(REMOTE_ADDR=f"10.0.0.{index}"), "no", name) for index in range(6)]
    assert tries == ["wrong"] * 5 + ["often"]


@pytest.fixture
def known(anna: User) -> Client:
    """A browser in which Anna was logged in, and is no more."""
    client = Client()
    log_in(client, anna)
    client.get("/account/")
    client.post("/account/logout/")
    return client


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["Anna", "ANNA", "anna@example.org"])
def test_a_known_browser_logs_in_while_strangers_lock_the_name(known: Client, name: str) -> None:
    lock()
    lock("anna@example.org")

    assert attempt(Client(REMOTE_ADDR="10.0.1.1"), PASSWORD, name) == "often"
    assert attempt(known, PASSWORD, name) == "in"


@pytest.mark.django_db
def test_a_known_browser_can_not_guess_without_limit(known: Client) -> None:
    names = ["Anna", "ANNA", "anna", "anna@example.org", "Anna@example.org", "Anna"]

    assert [attempt(known, "no", name) for name in names] == ["wrong"] * 5 + ["often"]
    assert attempt(known, PASSWORD) == "often"
    assert attempt(Client(), PASSWORD) == "in"


@pytest.mark.django_db
def test_what_a_known_browser_guessed_is_forgotten_when_the_password_was_right(known: Client) -> None:
    guesses = ["no"] * 4 + [PASSWORD] + ["no"] * 4 + [PASSWORD] * 6

    assert [attempt(known, guess) for guess in guesses] == ["wrong"] * 4 + ["in"] + ["wrong"] * 4 + ["in"] * 6


@pytest.mark.django_db
def test_a_browser_is_known_for_the_people_who_used_it_only(known: Client) -> None:
    new_person("Ben")
    lock("Ben")

    assert [attempt(known, PASSWORD, name) for name in ("Ben", "Anna")] == ["often", "in"]


@pytest.mark.django_db
def test_one_browser_is_known_for_several_people(known: Client) -> None:
    log_in(known, new_person("Ben"))
    known.post("/account/logout/")
    lock()
    lock("Ben")

    assert [attempt(known, PASSWORD, name) for name in ("Ben", "Anna")] == ["in", "in"]


@pytest.mark.django_db
def test_a_new_password_makes_other_browsers_unknown(known: Client, anna: User) -> None:
    changing = Client()
    log_in(changing, anna)
    new = "four tall towers"
    changing.post("/account/password/change/", {"oldpassword": PASSWORD, "password1": new, "password2": new})
    changing.post("/account/logout/")
    lock()

    assert [attempt(known, new), attempt(changing, new)] == ["often", "in"]


@pytest.mark.django_db
def test_a_cookie_that_was_altered_is_worth_nothing(known: Client) -> None:
    lock()
    cookie = known.cookies["device"].value
    for forged in (f"{cookie[:-1]}{'a' if cookie[-1] != 'a' else 'b'}", "", "nonsense", "e30:1:1"):
        stranger = Client(REMOTE_ADDR="10.0.1.1")
        stranger.cookies["device"] = forged
        assert attempt(stranger, PASSWORD) == "often"


@pytest.mark.django_db
@pytest.mark.parametrize(("days", "result"), [(364, "in"), (366, "often")])
def test_a_browser_is_known_for_a_year(known: Client, days: int, result: str) -> None:
    with time_machine.travel(timezone.now() + timedelta(days=days), tick=False):
        lock()
        assert attempt(known, PASSWORD) == result


@pytest.mark.django_db
def test_the_cookie_is_hidden_from_scripts_and_set_once(anna: User) -> None:
    client = Client()
    answer = client.post("/account/login/", {"login": "Anna", "password": PASSWORD})
    cookie = answer.cookies["device"]

    assert (cookie["httponly"], cookie["samesite"], cookie["max-age"]) == (True, "Lax", 365 * 24 * 3600)
    assert "device" not in client.get("/account/").cookies


@pytest.mark.django_db
def test_a_guest_without_a_password_needs_no_cookie(client: Client) -> None:
    assert "device" not in client.post("/account/guest/").cookies
    assert "device" not in client.get("/games/").cookies

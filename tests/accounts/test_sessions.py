"""Sessions are found by the users whom they name, never by what else stands in them."""

from __future__ import annotations

from datetime import timedelta
from importlib import import_module

import pytest
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from allauth.usersessions.models import UserSession
from celery.exceptions import SoftTimeLimitExceeded
from django.apps import apps
from django.contrib.sessions.backends.db import SessionStore as DjangoStore
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import tasks
from accounts.models import SessionUser, User
from accounts.models.user import Kind
from accounts.services import account_deletion, guests, logouts
from accounts.session_engine import SessionStore
from tests.accounts.conftest import PASSWORD, also_forget, log_in, new_person

pytestmark = pytest.mark.django_db


def key_of(client: Client) -> str:
    return str(client.session.session_key)


def named() -> list[tuple[str, str]]:
    return sorted(SessionUser.objects.values_list("session", "user__username"))


@pytest.mark.parametrize("name", ["password", "accounts.backends.ClubBackend", "127.0.0.1", "method"])
def test_a_departure_ends_no_session_in_which_the_name_is_a_word(name: str) -> None:
    member = Client()
    log_in(member, new_person("Anna"))
    guest = Client()
    guest.post("/account/guest/")
    stranger = User.objects.create_user(name, password=PASSWORD)

    account_deletion.delete_account(user=stranger, now=timezone.now())

    assert [browser.get("/account/").status_code for browser in (member, guest)] == [200, 200]
    assert Session.objects.count() == UserSession.objects.count() == 2


def test_a_session_names_who_is_logged_in(anna: User) -> None:
    client, other = Client(), Client()
    log_in(client, anna)
    other.post("/account/guest/")
    guest = User.objects.get(kind=Kind.GUEST)

    assert named() == sorted([(key_of(client), "Anna"), (key_of(other), guest.username)])
    client.post("/account/logout/")
    assert named() == [(key_of(other), guest.username)]
    assert [row.session_key for row in UserSession.objects.all()] == [key_of(other)]


def test_a_session_names_who_is_at_the_second_step_of_a_login(client: Client, anna: User) -> None:
    TOTP.activate(anna, generate_totp_secret())
    answer = client.post("/account/login/", {"login": "Anna", "password": PASSWORD})

    assert answer.url.startswith("/account/2fa/")
    assert "_auth_user_id" not in client.session
    assert named() == [(key_of(client), "Anna")]


def test_a_session_names_whose_password_is_reset_beside_who_is_logged_in(client: Client, anna: User) -> None:
    client.post("/account/guest/")
    client.post("/account/password/reset/", {"email": "Anna@example.org"})
    guest = User.objects.get(kind=Kind.GUEST)

    assert named() == sorted([(key_of(client), "Anna"), (key_of(client), guest.username)])


def test_a_session_names_who_owns_the_address_of_a_sign_up(client: Client, anna: User) -> None:
    client.post("/account/signup/", {"username": "Ben", "email": "anna@example.org", "password1": PASSWORD})

    assert named() == sorted([(key_of(client), "Anna"), (key_of(client), "Ben")])


def test_a_session_does_not_name_who_only_claims_an_address(client: Client) -> None:
    claims = Client()
    claims.post("/account/signup/", {"username": "Mallory", "email": "anna@example.org", "password1": PASSWORD})
    client.post("/account/signup/", {"username": "Anna", "email": "anna@example.org", "password1": PASSWORD})

    assert ("Mallory" in dict(named()).values(), (key_of(client), "Mallory") in named()) == (True, False)


def test_a_departure_takes_what_names_the_leaver_out_of_the_session_of_another(anna: User) -> None:
    signing_up, resetting, nobody = Client(), Client(), Client()
    signing_up.post("/account/signup/", {"username": "Ben", "email": "anna@example.org", "password1": PASSWORD})
    resetting.post("/account/guest/")
    for browser in (resetting, nobody):
        browser.post("/account/password/reset/", {"email": "anna@example.org"})
    assert SessionUser.objects.filter(user=anna).count() == 3

    account_deletion.delete_account(user=anna, now=timezone.now())

    assert [browser.get("/account/").status_code for browser in (signing_up, resetting, nobody)] == [200, 200, 302]
    assert "anna" not in " ".join(repr(session.get_decoded()) for session in Session.objects.all())
    assert SessionUser.objects.count() == UserSession.objects.count() == 2


def test_a_departure_reads_as_much_however_many_sessions_there_are(client: Client) -> None:
    anna, ben = new_person("Anna"), new_person("Ben")
    log_in(client, anna)
    with CaptureQueriesContext(connection) as few:
        account_deletion.delete_account(user=anna, now=timezone.now())
    log_in(client, ben)
    for _number in range(30):
        Client().post("/account/password/reset/", {"email": "somebody@example.org"})
        guest = guests.new_guest()
        store = SessionStore()
        store["_auth_user_id"] = str(guest.pk)
        store.create()
    with CaptureQueriesContext(connection) as many:
        account_deletion.delete_account(user=ben, now=timezone.now())

    assert len(many) == len(few)
    reads = [query["sql"] for query in many if "django_session" in query["sql"] and "SELECT" in query["sql"]]
    assert [sql for sql in reads if "session_data" in sql and "WHERE" not in sql] == []


def test_ending_sessions_may_spare_one(anna: User) -> None:
    one, two, ben = Client(), Client(), Client()
    log_in(one, anna)
    log_in(two, anna)
    log_in(ben, new_person("Ben"))

    logouts.end_sessions(anna, but=key_of(one))

    assert [browser.get("/account/").status_code for browser in (one, two, ben)] == [200, 302, 200]
    assert UserSession.objects.filter(user=anna).count() == 1


def test_expired_sessions_go_with_their_rows_in_the_lists(anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("accounts.session_engine.BATCH", 2)
    browsers = [Client() for _number in range(6)]
    for browser in browsers:
        log_in(browser, anna)
    old = [key_of(browser) for browser in browsers[:5]]
    Session.objects.filter(pk__in=old).update(expire_date=timezone.now() - timedelta(seconds=1))

    tasks.tidy()

    left = key_of(browsers[5])
    assert [row.pk for row in Session.objects.all()] == [row.session_key for row in UserSession.objects.all()] == [left]


@pytest.mark.django_db(transaction=True)
def test_a_process_of_the_version_before_may_end_sessions_beside(anna: User) -> None:
    browsers = [Client(), Client()]
    for browser in browsers:
        log_in(browser, anna)
    with connection.cursor() as cursor:  # all that Django's own sessions do
        cursor.execute("DELETE FROM django_session WHERE session_key = %s", [key_of(browsers[0])])
    left = [SessionUser.objects.count()]
    tasks.tidy()
    left.append(SessionUser.objects.count())

    assert (left, named()) == ([2, 1], [(key_of(browsers[1]), "Anna")])
    assert [browser.get("/account/").status_code for browser in browsers] == [302, 200]


def test_the_migration_records_whom_the_sessions_name_and_nobody_is_logged_out(client: Client, anna: User) -> None:
    migration = import_module("accounts.migrations.0008_session_users")
    client.post("/account/guest/")
    client.post("/account/password/reset/", {"email": "anna@example.org"})
    member, waiting, stranger = Client(), Client(), Client()
    log_in(member, anna)
    TOTP.activate(anna, generate_totp_secret())
    waiting.post("/account/login/", {"login": "Anna", "password": PASSWORD})
    stranger.post("/account/signup/", {"username": "Ben", "email": "anna@example.org", "password1": PASSWORD})
    before = named()
    SessionUser.objects.all().delete()
    orphan = DjangoStore()
    orphan["_auth_user_id"] = "999999"
    orphan.create()
    migration.BATCH = 2

    migration.record_users(apps, None)

    assert (named(), len(before)) == (before, 6)
    assert [browser.get("/account/").status_code for browser in (member, client)] == [200, 200]


def old_guests(number: int) -> list[User]:
    old = [guests.new_guest() for _number in range(number)]
    User.objects.update(seen_at=timezone.now() - timedelta(days=31))
    return old


def kinds(users: list[User]) -> list[str]:
    return [User.objects.get(pk=user.pk).kind for user in users]


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The guests after whom another task was asked to go on."""
    asked: list[int] = []
    monkeypatch.setattr(tasks, "enqueue_on_commit", lambda task, after: asked.append(after))
    return asked


def test_forgetting_guests_goes_on_in_another_task_when_its_time_is_up(
    told: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    old = old_guests(3)
    monkeypatch.setattr(guests, "AT_A_TIME", -1)

    tasks.forget_old_guests()
    assert (kinds(old), told) == ([Kind.GONE, Kind.GUEST, Kind.GUEST], [old[0].pk])
    for _task in range(3):
        tasks.forget_old_guests(told[-1])
    assert (kinds(old), told) == ([Kind.GONE] * 3, [guest.pk for guest in old])


def test_forgetting_goes_on_behind_the_guest_at_whom_a_task_was_ended(
    told: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    old = old_guests(3)

    def endless(user: User, now: object) -> None:
        if user == old[1]:
            raise SoftTimeLimitExceeded

    also_forget(monkeypatch, endless)

    tasks.forget_old_guests()
    tasks.forget_old_guests(told[0])

    assert (kinds(old), told) == ([Kind.GONE, Kind.GUEST, Kind.GONE], [old[1].pk])


def test_a_guest_who_comes_back_meanwhile_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = old_guests(2)

    def back(user: User, now: object) -> None:
        User.objects.filter(pk=two.pk).update(seen_at=timezone.now())

    also_forget(monkeypatch, back)

    guests.forget_old(now=timezone.now())

    assert kinds([one, two]) == [Kind.GONE, Kind.GUEST]

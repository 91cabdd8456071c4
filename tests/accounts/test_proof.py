"""Whose an address is: nobody's until it is proved. A stranger tries to keep one for good."""

from __future__ import annotations

import json
import re
from importlib import import_module
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.apps import apps
from django.db import connection
from django.test import Client
from django.utils import timezone

from accounts.models import Mail, NoticeSettings, User, Webhook
from accounts.models.user import Kind
from accounts.services import exports, proof
from games.api import tokens
from games.models import Token
from games.models.token import Scope
from tests.accounts.authenticators import app_code, new_passkey
from tests.accounts.conftest import PASSWORD, code_for, confirm_again, log_in, new_person
from tests.accounts.test_signup import words

SIGNUP, CODE = "/account/signup/", "/account/confirm-email/"
TOTP, PASSKEY = "/account/2fa/totp/activate/", "/account/2fa/webauthn/add/"
ADDRESS, STRANGERS = "dora@example.org", "a stranger has come"
FORM = {"username": "Mallory", "email": ADDRESS, "password1": STRANGERS}
OWNERS = {"username": "Dora", "email": ADDRESS, "password1": PASSWORD}
FIRST = "Confirm your email address first"


def stranger_with(second_step: str) -> Client:
    """A guest who tries to get a second step, and then signs up with somebody else's address."""
    stranger = Client(REMOTE_ADDR="10.0.0.66")
    stranger.post("/account/guest/")
    if second_step == "passkey":
        page = stranger.get(PASSKEY)
        options = (page.context and page.context.get("js_data")) or {}
        credential = new_passkey(options) if options else "{}"
        stranger.post(PASSKEY, {"name": "mine", "credential": credential, "passwordless": "on"})
    if second_step == "app":
        page = stranger.get(TOTP)
        form = page.context and page.context.get("form")
        stranger.post(TOTP, {"code": app_code(form.secret) if form else "123456"})
    stranger.post(SIGNUP, FORM)
    return stranger


@pytest.mark.django_db
@pytest.mark.parametrize("second_step", ["", "passkey", "app"])
def test_the_owner_signs_up_with_an_address_that_a_stranger_claims(second_step: str) -> None:
    stranger = stranger_with(second_step)
    claimed = User.objects.get(username="Mallory")
    owner = Client()
    first = owner.post(SIGNUP, OWNERS)
    owner.post(first.url, {"code": code_for(ADDRESS)})
    dora = User.objects.get(username="Dora")

    assert (dora.kind, dora.email, owner.session["_auth_user_id"]) == (Kind.PERSON, ADDRESS, str(dora.pk))
    assert list(EmailAddress.objects.values_list("user", "email", "verified")) == [(dora.pk, ADDRESS, True)]
    assert Authenticator.objects.count() == 0
    claimed.refresh_from_db()
    assert (claimed.kind, claimed.email) == (Kind.GUEST, "")
    assert stranger.get("/account/").status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize("second_step", ["", "passkey", "app"])
def test_a_reset_gives_no_address_to_a_stranger_who_claims_it(second_step: str) -> None:
    stranger_with(second_step)
    owner = Client()
    answer = owner.post("/account/password/reset/", {"email": ADDRESS})
    mail = Mail.objects.latest("pk")
    claimed = User.objects.get(username="Mallory")

    assert (answer.url, mail.subject) == ("/account/password/reset/confirm/", "No account with this address")
    assert "/account/signup/" in mail.text
    assert (claimed.kind, claimed.check_password(STRANGERS)) == (Kind.GUEST, True)
    assert not EmailAddress.objects.exists()


@pytest.mark.django_db
def test_a_claim_that_was_stored_before_ends_with_the_proof(client: Client) -> None:
    guest = User.objects.create_user("Mallory", ADDRESS, STRANGERS, kind=Kind.GUEST)
    EmailAddress.objects.create(user=guest, email=ADDRESS, primary=True)
    eve = new_person("Eve")
    EmailAddress.objects.create(user=eve, email=ADDRESS)
    first = client.post(SIGNUP, OWNERS)
    client.post(first.url, {"code": code_for(ADDRESS)})

    assert list(EmailAddress.objects.order_by("pk").values_list("user__username", "email", "verified")) == [
        ("Eve", "eve@example.org", True),
        ("Dora", ADDRESS, True),
    ]
    assert list(User.objects.order_by("pk").values_list("email", flat=True)) == ["", "eve@example.org", ADDRESS]


def loaded(user: User, secret: str = "a secret address") -> None:
    """What could act for somebody: made directly, as it may stand in a database from before."""
    Authenticator.objects.create(user=user, type="webauthn", data={"name": "mine", "credential": {}})
    Authenticator.objects.create(user=user, type="recovery_codes", data={"seed": "x", "used_mask": 0})
    Token.objects.create(user=user, name="mine", digest=secret, scopes=["read"])
    Webhook.objects.create(user=user, kind="json", url="https://hook.example/", events=[])
    Webhook.objects.create(user=user, kind="push", url="https://push.example/", events=[])
    NoticeSettings.objects.create(user=user, feed_token=secret)


def held(user: User) -> tuple[int, int, int, list[str | None]]:
    """Of its second steps, tokens and webhooks how many there are, and its feeds' secret."""
    return (
        Authenticator.objects.filter(user=user).count(),
        user.api_tokens.filter(revoked_at=None).count(),
        user.webhooks.count(),
        list(NoticeSettings.objects.filter(user=user).values_list("feed_token", flat=True)),
    )


@pytest.mark.django_db
def test_the_first_proof_ends_all_that_was_set_before(client: Client) -> None:
    first = client.post(SIGNUP, OWNERS)
    dora = User.objects.get(username="Dora")
    elsewhere = Client()
    log_in(elsewhere, dora)
    loaded(dora)
    before = held(dora)
    client.post(first.url, {"code": code_for(ADDRESS)})

    assert before == (2, 1, 2, ["a secret address"])
    assert held(dora) == (0, 0, 0, [None])
    assert [each.get("/account/").status_code for each in (client, elsewhere)] == [200, 302]
    assert UserSession.objects.filter(user=dora).count() == 1


@pytest.mark.django_db
def test_the_upgrade_drops_what_unproved_accounts_had(client: Client, anna: User) -> None:
    client.post(SIGNUP, OWNERS)
    dora = User.objects.get(username="Dora")
    for user in (anna, dora):
        loaded(user, f"of {user.username}")
    EmailAddress.objects.create(user=dora, email=ADDRESS, primary=True)
    User.objects.filter(pk=dora.pk).update(email=ADDRESS)
    Mail.objects.filter(to=ADDRESS).update(user=dora)
    migration = import_module("accounts.migrations.0009_unproved_addresses")
    migration.drop_claims(apps, connection.schema_editor())
    dora.refresh_from_db()

    assert (held(dora)[0], *held(dora)[2:], dora.email) == (0, 0, [None], "")
    assert list(EmailAddress.objects.values_list("email", flat=True)) == ["anna@example.org"]
    assert held(anna) == (2, 1, 2, ["of Anna"])
    assert Mail.objects.get(to=ADDRESS).user is None


@pytest.mark.django_db
def test_a_change_of_address_ends_nothing(client: Client, anna: User) -> None:
    log_in(client, anna)
    confirm_again(client)
    loaded(anna)
    first = client.post("/account/email/", {"action_add": "", "email": "new@example.org"})
    client.post(first.url, {"code": code_for("new@example.org")})

    assert User.objects.get(pk=anna.pk).email == "new@example.org"
    assert held(anna) == (2, 1, 2, ["a secret address"])


DOORS: list[tuple[str, str, dict[str, Any]]] = [
    ("get", "/account/2fa/", {}),
    ("get", TOTP, {}),
    ("post", TOTP, {"code": "123456"}),
    ("get", PASSKEY, {}),
    ("post", PASSKEY, {"name": "x", "credential": "{}"}),
    ("get", "/account/2fa/webauthn/", {}),
    ("get", "/account/2fa/recovery-codes/", {}),
    ("get", "/account/2fa/recovery-codes/generate/", {}),
    ("post", "/account/2fa/recovery-codes/generate/", {}),
    ("get", "/account/tokens/", {}),
    ("post", "/account/tokens/", {"name": "x", "scopes": ["read"]}),
    ("post", "/account/tokens/mark/", {"bot": "1"}),
    ("get", "/notices/channels/", {}),
    ("post", "/notices/channels/", {"kind": "json", "url": "https://hook.example/", "events": ["your-turn"]}),
    ("post", "/notices/feeds/renew/", {}),
    ("post", "/notices/browsers/", {"url": "https://push.example/", "public": "x", "auth": "y"}),
]


@pytest.mark.django_db
@pytest.mark.parametrize("signed_up", [False, True])
def test_who_has_proved_no_address_gets_nothing_that_could_act_for_them(signed_up: bool) -> None:
    client = Client()
    client.post("/account/guest/")
    if signed_up:
        client.post(SIGNUP, FORM)
        confirm = client.post("/account/reauthenticate/", {"password": STRANGERS})
        assert confirm.status_code == 302
    answers = [getattr(client, method)(path, data) for method, path, data in DOORS]
    way_out = 'href="/account/signup/"'

    assert [(a.status_code, FIRST in a.text, way_out in a.text) for a in answers] == [(403, True, True)] * len(DOORS)
    assert held(User.objects.get()) == (0, 0, 0, [])


@pytest.mark.django_db
def test_the_account_of_a_guest_offers_nothing_that_needs_a_proof(client: Client) -> None:
    client.post("/account/guest/")
    page = client.get("/account/").text

    assert [path for path in ("/account/2fa/", "/account/tokens/", "/notices/channels/") if path in page] == []


@pytest.mark.django_db
def test_a_token_of_who_has_proved_no_address_is_none(client: Client) -> None:
    now, user = timezone.now(), new_person("Bea")
    _token, text = tokens.create_token(user=user, name="x", scopes=Scope.values, now=now)
    User.objects.filter(pk=user.pk).update(kind=Kind.GUEST)

    assert tokens.find_token(text, now=now) is None


def exported(user: User) -> str:
    data = exports.export_of(user)
    return json.dumps(data, default=str)


@pytest.mark.django_db
def test_a_code_is_in_nobody_s_export_before_it_proves_the_address(client: Client, anna: User) -> None:
    client.post(SIGNUP, FORM)
    mallory = User.objects.get(username="Mallory")
    inside = Client()
    log_in(inside, anna)
    confirm_again(inside)
    inside.post("/account/email/", {"action_add": "", "email": "victim@example.org"})

    assert code_for(ADDRESS) not in exported(mallory)
    assert code_for("victim@example.org") not in exported(anna)


def follow_up(address: str, name: str, number: int) -> list[str]:
    """All that a stranger sees who signs up with an address, looks around, and signs up again."""
    client = Client(REMOTE_ADDR=f"10.0.1.{number}")
    form = {**FORM, "username": name, "email": address}
    client.post("/account/guest/")
    first = client.post(SIGNUP, form)
    client.post("/account/reauthenticate/", {"password": STRANGERS})
    pages = [client.get(path) for path in (first.url, SIGNUP, "/account/", "/account/email/", "/notices/settings/")]
    pages += [client.post(first.url, {"action": "resend"}), client.get(first.url)]
    pages += [client.post(SIGNUP, {**form, "password1": "short"}), client.get("/account/export/")]
    texts = [f"{page.status_code} {page.headers.get('Location', '')} {plain(page, address, name)}" for page in pages]
    return [*texts, *sorted(client.cookies), *sorted(client.session.keys())]


def plain(page: Any, address: str, name: str) -> str:
    """The answer without what is another one's by right: name, address, ids and times."""
    text = words(page.text, address).replace(name, "NAME").replace(name.lower(), "name")
    return re.sub(r'("id": )\d+|\d{4}-\d\d-\d\dT[0-9:.+Z]*|"10\.0\.1\.\d+"', r"\1", text)


@pytest.mark.django_db
def test_nothing_that_follows_tells_whether_an_address_is_free(anna: User) -> None:
    taken = follow_up("anna@example.org", "Curious", 1)
    free = follow_up("nobody@example.org", "Furious", 2)

    assert taken == free
    assert {mail.subject for mail in Mail.objects.filter(to="anna@example.org")} == {"You already have an account"}


@pytest.mark.django_db
def test_the_only_proved_address_stays(client: Client, anna: User) -> None:
    log_in(client, anna)
    confirm_again(client)
    client.post("/account/email/", {"action_remove": "", "email": "anna@example.org"})

    assert EmailAddress.objects.get(user=anna).verified
    assert User.objects.get(pk=anna.pk).email == "anna@example.org"


def seen_by_who_changes(address: str, number: int) -> list[str]:
    """All that a member sees who changes to an address."""
    client = Client(REMOTE_ADDR=f"10.0.2.{number}")
    log_in(client, new_person(f"Member{number}"))
    confirm_again(client)
    first = client.post("/account/email/", {"action_add": "", "email": address})
    pages = [client.get(path) for path in (first.url, "/account/email/", "/account/")]
    pages += [client.post(first.url, {"code": "AAAA-AAAA"}), client.post(first.url, {"action": "resend"})]
    name = f"Member{number}"
    return [f"{page.status_code} {page.headers.get('Location', '')} {plain(page, address, name)}" for page in pages]


@pytest.mark.django_db
def test_a_change_of_address_does_not_tell_whether_the_new_one_is_free(anna: User) -> None:
    taken = seen_by_who_changes("anna@example.org", 1)
    free = seen_by_who_changes("nobody@example.org", 2)

    assert taken == free
    assert {mail.subject for mail in Mail.objects.filter(to="anna@example.org")} == {"You already have an account"}


@pytest.mark.django_db
def test_an_account_that_the_host_has_made_proves_its_address_at_the_first_log_in(client: Client) -> None:
    host = User.objects.create_superuser("Host", "host@example.org", PASSWORD)
    loaded(host)
    Authenticator.objects.all().delete()
    step = client.post("/account/login/", {"login": "Host", "password": PASSWORD})
    client.post(step.url, {"code": code_for("host@example.org")})

    assert EmailAddress.objects.get(user=host).verified
    assert held(host) == (0, 0, 0, [None])
    assert client.get("/account/").status_code == 200


@pytest.mark.django_db
def test_a_reset_that_is_the_first_proof_removes_second_steps(client: Client) -> None:
    host = User.objects.create_superuser("Host", "host@example.org", PASSWORD)
    EmailAddress.objects.create(user=host, email="host@example.org", primary=True)
    loaded(host)
    client.post("/account/password/reset/", {"email": "host@example.org"})
    confirm = client.post("/account/password/reset/confirm/", {"code": code_for("host@example.org")})
    client.post(confirm.url, {"password1": "a new tall tower", "password2": "a new tall tower"})

    assert held(host) == (0, 0, 0, [None])
    assert client.session["_auth_user_id"] == str(host.pk)


@pytest.mark.django_db
@pytest.mark.parametrize("alike", ["ho\u017ft@work.example", "host@work.\u0131n", "HOST@WORK.\u0131N"])
def test_who_reads_an_address_that_looks_alike_is_not_its_owner(client: Client, alike: str) -> None:
    address = "host@work.in" if "\u0131" in alike else "host@work.example"
    host = User.objects.create_superuser("Host", address, PASSWORD)
    client.post("/account/password/reset/", {"email": alike})
    stranger = Client()
    first = stranger.post(SIGNUP, {**OWNERS, "email": alike})
    stranger.post(first.url, {"code": code_for(alike.lower())})

    assert proof.owner_of(address.upper()) == host
    subjects = set(Mail.objects.values_list("subject", flat=True))
    assert subjects == {"No account with this address", "Welcome: your code"}
    assert User.objects.get(pk=host.pk).email == address
    assert User.objects.get(username="Dora").kind == Kind.PERSON


@pytest.mark.django_db
def test_of_two_who_prove_an_address_the_first_keeps_it() -> None:
    clients = [Client(), Client()]
    codes = []
    for index, client in enumerate(clients):
        client.post(SIGNUP, {**OWNERS, "username": f"Dora {index}"})
        codes.append(code_for(ADDRESS))
    answers = [client.post(CODE, {"code": code}) for client, code in zip(clients, codes, strict=True)]

    assert [answer.status_code for answer in answers] == [302, 200]
    assert "Another account uses this address now." in answers[1].text
    assert EmailAddress.objects.get().user.username == "Dora 0"

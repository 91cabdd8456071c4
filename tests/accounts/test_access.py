"""What works without a password: who may make it, who is told, and how it ends."""

from __future__ import annotations

import re
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client
from pytest_django.asserts import assertNumQueries

from accounts.models import Mail, NoticeSettings, User
from accounts.models.user import Kind
from games.models import Token
from tests.accounts.authenticators import app_code, new_passkey
from tests.accounts.conftest import PASSWORD, code_for, confirm_again, log_in, new_person
from tests.accounts.test_proof import held, loaded

ACCESS, TOKENS, CHANNELS = "/account/access/", "/account/tokens/", "/notices/channels/"
NEW_PASSWORD = {"password1": "a new tall tower", "password2": "a new tall tower"}
TOKEN = {"name": "my display", "scopes": ["read"]}
WEBHOOK = {"kind": "discord", "url": "https://hook.example/", "events": ["your-turn"]}
BROWSER = {"url": "https://push.example/", "public": "x", "auth": "y", "events": ["your-turn"]}

pytestmark = pytest.mark.django_db


@pytest.fixture
def inside(client: Client, anna: User) -> Client:
    log_in(client, anna)
    return client


def subjects(user: User) -> list[str]:
    return list(Mail.objects.filter(user=user).order_by("pk").values_list("subject", flat=True))


@pytest.mark.parametrize(
    ("path", "data"),
    [(TOKENS, TOKEN), (CHANNELS, WEBHOOK), ("/notices/feeds/renew/", {}), ("/notices/browsers/", BROWSER)],
)
def test_what_acts_without_a_password_asks_for_it_first(
    inside: Client, anna: User, path: str, data: dict[str, object]
) -> None:
    answer = inside.post(path, data)

    assert (answer.status_code, answer.url) == (302, f"/account/reauthenticate/?next={path.replace('/', '%2F')}")
    assert held(anna) == (0, 0, 0, [])


def test_what_was_asked_for_is_done_once_the_password_is_typed(inside: Client, anna: User) -> None:
    asked = inside.post(TOKENS, TOKEN)
    page = inside.post(asked.url, {"password": PASSWORD})
    asked_again = [inside.post(path, data).url for path, data in ((CHANNELS, WEBHOOK), ("/notices/feeds/renew/", {}))]

    assert re.search(r'<input id="made" value="taluva_[^"]{43}"', page.text)
    assert re.search(rf'<form (class="[^"]*" )?method="post" action="{TOKENS}">', page.text)
    assert asked_again == [CHANNELS, CHANNELS]
    assert (Token.objects.get().name, anna.webhooks.get().url) == ("my display", "https://hook.example/")
    assert NoticeSettings.objects.get(user=anna).feed_token


def test_the_owner_is_told_of_a_new_token(inside: Client, anna: User) -> None:
    confirm_again(inside)
    inside.post(TOKENS, {"name": "my display", "scopes": ["read", "play"]}, headers={"user-agent": "Browser 7"})
    mail = Mail.objects.get(user=anna)

    assert (mail.to, mail.subject) == ("anna@example.org", "API token created")
    assert "“my display”" in mail.text
    assert "\n\n- read: see my games and everything I can see of others'\n- play: play turns, resign" in mail.text
    assert "with the browser Browser 7." in mail.text


def test_the_owner_of_an_account_that_a_program_plays_is_told_too(inside: Client, anna: User) -> None:
    confirm_again(inside)
    inside.post("/account/tokens/mark/", {"bot": "1"})
    inside.post(TOKENS, TOKEN)

    assert User.objects.get(pk=anna.pk).kind == Kind.BOT
    assert subjects(anna) == ["API token created"]


def test_the_owner_is_told_of_each_change_of_the_second_step(
    inside: Client, anna: User, django_capture_on_commit_callbacks: Any
) -> None:
    confirm_again(inside)
    with django_capture_on_commit_callbacks(execute=True):
        options = inside.get("/account/2fa/webauthn/add/").context["js_data"]
        inside.post("/account/2fa/webauthn/add/", {"name": "my phone", "credential": new_passkey(options)})
    with django_capture_on_commit_callbacks(execute=True):
        secret = inside.get("/account/2fa/totp/activate/").context["form"].secret
        inside.post("/account/2fa/totp/activate/", {"code": app_code(secret)})
    with django_capture_on_commit_callbacks(execute=True):
        inside.post("/account/2fa/recovery-codes/generate/")
    passkey = Authenticator.objects.get(user=anna, type="webauthn")
    with django_capture_on_commit_callbacks(execute=True):
        inside.post(f"/account/2fa/webauthn/keys/{passkey.pk}/remove/")
        inside.post("/account/2fa/totp/deactivate/")

    assert subjects(anna) == [
        "A passkey was added",
        "Authenticator app enabled",
        "New recovery codes",
        "A passkey was removed",
        "Authenticator app disabled",
    ]


def test_the_old_address_is_told_of_the_new_one(inside: Client, anna: User) -> None:
    confirm_again(inside)
    first = inside.post("/account/email/", {"action_add": "", "email": "new@example.org"})
    inside.post(first.url, {"code": code_for("new@example.org")})
    mail = Mail.objects.get(to="anna@example.org")

    assert (mail.subject, mail.user) == ("Your email address was changed", anna)
    assert "from anna@example.org to new@example.org" in mail.text


def reset(client: Client) -> str:
    """Where a reset leads."""
    client.post("/account/password/reset/", {"email": "anna@example.org"})
    confirm = client.post("/account/password/reset/confirm/", {"code": code_for("anna@example.org")})
    return str(client.post(confirm.url, NEW_PASSWORD).url)


def test_a_reset_ends_sessions_and_shows_what_goes_on(inside: Client, anna: User) -> None:
    loaded(anna)
    Authenticator.objects.filter(user=anna).delete()
    other = Client()
    end = reset(other)
    page = other.get(end).text
    later = other.post("/account/logout/") and other.post(
        "/account/login/", {"login": "Anna", "password": NEW_PASSWORD["password1"]}
    )

    assert (end, inside.get("/account/").status_code) == (ACCESS, 302)
    assert [text in page for text in ("<h3>mine</h3>", "https://hook.example/", "deadlines as a calendar")] == [
        True
    ] * 3
    assert later.url == "/"
    assert subjects(anna) == ["Your password reset code", "Your password was reset"]


def test_a_second_step_survives_a_reset_and_is_asked_for(inside: Client, anna: User) -> None:
    confirm_again(inside)
    secret = inside.get("/account/2fa/totp/activate/").context["form"].secret
    inside.post("/account/2fa/totp/activate/", {"code": app_code(secret)})
    code = inside.get("/account/2fa/recovery-codes/").context["unused_codes"][0]
    other = Client()
    step = reset(other)
    before = "_auth_user_id" in other.session
    end = other.post(step, {"code": code}).url

    assert (step, before, end) == ("/account/2fa/authenticate/", False, ACCESS)
    assert Authenticator.objects.filter(user=anna).count() == 2


def test_a_reset_in_a_browser_that_is_logged_in_shows_it_too(inside: Client) -> None:
    assert reset(inside) == ACCESS


def test_all_is_ended_at_once(inside: Client, anna: User) -> None:
    bea = new_person("Bea")
    loaded(anna)
    loaded(bea, "another secret")
    elsewhere = Client()
    log_in(elsewhere, anna)
    answer = inside.post("/account/access/end/", follow=True)

    assert answer.redirect_chain == [(ACCESS, 303)]
    assert "logged out everywhere else" in answer.text
    assert held(anna) == (2, 0, 0, [None])
    assert held(bea) == (2, 1, 2, ["another secret"])
    assert [each.get("/account/").status_code for each in (inside, elsewhere)] == [200, 302]


def test_the_page_lists_only_ones_own_and_costs_no_more_with_more(inside: Client, anna: User) -> None:
    loaded(new_person("Bea"), "another secret")
    empty = inside.get(ACCESS).text
    for number in (1, 3):
        while anna.api_tokens.count() < number:
            Token.objects.create(user=anna, name="mine too", digest=str(anna.api_tokens.count()))
            anna.webhooks.create(kind="json", url="https://hook.example/")
        with assertNumQueries(6):
            inside.get(ACCESS)

    assert ("mine" in empty, empty.count('<p class="hint">None.</p>')) == (False, 3)

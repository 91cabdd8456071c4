"""With https, cookies come from this very host only; whoever was logged in before stays so."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from taluva_site.http.cookies import GRACE, MARK, MessagesCookie
from tests import processes
from tests.accounts.conftest import PASSWORD, new_person
from tests.site.test_environment import HOSTED

NAMES = ["SESSION_COOKIE_NAME", "CSRF_COOKIE_NAME", "THEME_COOKIE_NAME", "DEVICE_COOKIE_NAME", "LANGUAGE_COOKIE_NAME"]
FORMER = ["sessionid", "csrftoken", "theme", "device", "language"]
TOKEN = "a" * 32


@pytest.fixture
def https(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A site with https, as settings.py sets it."""
    for name, former in zip(NAMES, FORMER, strict=True):
        setattr(settings, name, f"__Host-{former}")
    settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = True
    monkeypatch.setattr(MessagesCookie, "cookie_name", "__Host-messages")


def browser(**cookies: str) -> Client:
    client = Client(enforce_csrf_checks=True)
    for name, value in cookies.items():
        client.cookies[name] = value
    return client


def former_login(user: User, settings: Any) -> str:
    """The session of somebody who logged in before the names changed."""
    client = Client()
    client.force_login(user)
    session = client.session
    del session[MARK]
    session.save()
    return str(session.session_key)


def cookies_of(site_url: str) -> dict[str, Any]:
    """What the settings say about cookies at this address of the site."""
    program = (
        "import json, django; django.setup(); from django.conf import settings as s; "
        "from taluva_site.http import cookies; "
        f"print(json.dumps([[getattr(s, name) for name in {NAMES}], cookies.MessagesCookie.cookie_name]))"
    )
    environ = {**os.environ, **HOSTED, "SITE_URL": site_url, "DJANGO_SETTINGS_MODULE": "taluva_site.settings"}
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=processes.ROOT, env=environ, capture_output=True, text=True, check=True
    )
    names, messages = json.loads(done.stdout)
    return {"names": names, "messages": messages}


def test_the_settings_ask_for_the_prefix_with_https_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TALUVA_VAR", str(tmp_path))
    with_prefix = {"names": [f"__Host-{name}" for name in FORMER], "messages": "__Host-messages"}

    assert cookies_of("https://taluva.example") == with_prefix
    assert cookies_of("http://taluva.example") == {"names": FORMER, "messages": "messages"}


@pytest.mark.usefixtures("https")
@pytest.mark.django_db
def test_every_cookie_is_secure_hidden_from_scripts_and_for_this_host_alone() -> None:
    new_person("Anna")
    client = Client()
    seen = dict(client.get("/account/login/", secure=True).cookies)
    seen |= client.post("/account/login/", {"login": "Anna", "password": PASSWORD}, secure=True).cookies
    seen |= client.post("/account/theme/", {"theme": "dark"}, secure=True).cookies
    seen |= client.post("/account/logout/", secure=True).cookies

    assert {"__Host-sessionid", "__Host-csrftoken", "__Host-theme", "__Host-device"} <= set(seen)
    for name, cookie in seen.items():
        attributes = (cookie["secure"], cookie["path"], cookie["domain"], cookie["samesite"])
        assert (name[:7], *attributes) == ("__Host-", True, "/", "", "Lax")
        assert cookie["httponly"] is True or not cookie.value  # one that is deleted says nothing


@pytest.mark.usefixtures("https")
@pytest.mark.django_db
def test_a_login_and_an_open_form_outlive_the_new_names(settings: Any) -> None:
    anna = new_person("Anna")
    client = browser(sessionid=former_login(anna, settings), csrftoken=TOKEN)

    form = {"theme": "dark", "csrfmiddlewaretoken": TOKEN}
    answer = client.post("/account/theme/", form, secure=True, headers={"referer": "https://testserver/"})
    renamed = {name: cookie.value for name, cookie in answer.cookies.items()}

    assert answer.status_code == 302
    assert (renamed["sessionid"], renamed["csrftoken"], renamed["__Host-csrftoken"]) == ("", "", TOKEN)
    assert answer.cookies["__Host-sessionid"]["secure"] is True
    later = browser(**{"__Host-sessionid": renamed["__Host-sessionid"], "__Host-csrftoken": TOKEN})
    assert later.get("/account/", secure=True).status_code == 200
    assert later.post("/account/theme/", form, secure=True, headers={"referer": "https://testserver/"}).url == "/"


@pytest.mark.usefixtures("https")
@pytest.mark.django_db
def test_all_tabs_that_open_at_once_stay_logged_in(settings: Any) -> None:
    key = former_login(new_person("Anna"), settings)
    tabs = [browser(sessionid=key).get("/account/", secure=True) for _tab in range(3)]

    assert [(tab.status_code, tab.cookies["__Host-sessionid"].value) for tab in tabs] == [(200, key)] * 3


@pytest.mark.usefixtures("https")
@pytest.mark.django_db
def test_a_session_of_the_new_names_is_not_accepted_by_the_former_one(settings: Any) -> None:
    anna = new_person("Anna")
    fresh, early = Client(), Client()
    for client in (fresh, early):
        client.force_login(anna)
    session = early.session
    session[MARK] = int(time.time()) - GRACE - 1  # renamed a while ago
    session.save()

    for planted in (str(fresh.session.session_key), str(session.session_key), "nowhere"):
        assert browser(sessionid=planted).get("/account/", secure=True).status_code == 302


@pytest.mark.django_db
def test_without_https_names_stay_as_they_were() -> None:
    new_person("Anna")
    client = Client()
    client.post("/account/login/", {"login": "Anna", "password": PASSWORD})

    assert ("sessionid" in client.cookies, MARK in client.session) == (True, False)

"""Who may keep an answer: what shows something of a person is kept by nobody else, a secret by nobody at all."""

from __future__ import annotations

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory

from games.history import dumps
from games.models import Visibility
from taluva_site.middleware import PROBES, SECRET_PAGES, CacheControlMiddleware
from tests.accounts.conftest import confirm_again, log_in, new_person
from tests.factories import NOW, played_on, running_match
from tests.site.test_responses import ALL

PRIVATE = {"private", "no-cache"}
# The same for everybody.
PUBLIC = {"/api/v1/openapi.json", "/robots.txt", "/sitemap.xml", "/.well-known/security.txt"}


def directives(client: Client, address: str) -> set[str]:
    return set(client.get(address).headers.get("Cache-Control", "").split(", "))


@pytest.mark.django_db
def test_every_page_of_a_person_is_kept_by_nobody_else(client: Client) -> None:
    client.raise_request_exception = False
    anna = new_person("Anna", is_staff=True, is_superuser=True)
    log_in(client, anna)
    confirm_again(client)
    match = running_match(anna, new_person("Ben"))
    board = [f"/games/{match.key}/{page}" for page in ("", "talk/", "list/", "pulse/", "fairness/")]
    answers = {}
    for address in [*ALL, *board]:
        if address not in PROBES and address != "/account/logout/":
            answers[address] = directives(client, address)
            assert "_auth_user_id" in client.session, address

    assert {address for address, said in answers.items() if not said & {"private", "no-store"}} <= PUBLIC
    secret = {address for address in answers if address.startswith(SECRET_PAGES)}
    assert {address for address in secret if "no-store" not in answers[address]} == set()
    assert {"/account/2fa/totp/activate/", "/account/tokens/", "/account/sessions/", "/account/export/"} < secret
    assert {tuple(sorted(answers[address])) for address in board} == {tuple(sorted(PRIVATE))}


@pytest.mark.django_db
def test_what_everybody_may_see_can_be_kept(client: Client) -> None:
    anna, ben = new_person("Anna"), new_person("Ben")
    log_in(client, anna)
    public = played_on(running_match(anna, ben), 2)
    private = played_on(running_match(anna, ben, visibility=Visibility.PRIVATE), 2)
    dumps.write_dump(now=NOW)
    kinds = [directives(client, f"/games/{match.key}/1/link.png") for match in (public, private)]

    assert kinds == [{"public", "max-age=31536000", "immutable"}, {"private", "max-age=31536000", "immutable"}]
    assert directives(client, "/archive/dump/games.zip") == {"public", "no-cache"}


def test_an_answer_that_sets_a_cookie_is_nobody_elses(rf: RequestFactory) -> None:
    def view(request: HttpRequest) -> HttpResponse:
        response = HttpResponse(headers={"Cache-Control": "public, max-age=60"})
        response.set_cookie("sessionid", "x")
        return response

    answer = CacheControlMiddleware(view)(rf.get("/rules/"))

    assert answer.headers["Cache-Control"] == "max-age=60, private"

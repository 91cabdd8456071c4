"""What can be asked of the site can be asked on a page: no route that no template leads to."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import URLPattern

from games import urls
from games.notifications import urls as notice_urls
from tests.site.templates import templates
from tests.site.test_responses import addresses

PAGES = "\n".join(path.read_text() for path in templates(".html", ".svg"))
LINKED = set(re.findall(r"{% *url '([a-z-]+)'", PAGES))
SENT_TO = set(re.findall(r"(?:action|hx-post)=\"{% *url '([a-z-]+)'", PAGES))
# Reached by an address that is put together elsewhere: a game's own, a turn's and its slider's, a choice of the form
# before, a mail's, a feed's, the picture of a card.
ELSEWHERE = {
    *("match", "match-replay", "study", "study-turn", "study-replay", "study-sandbox"),
    *(
        "ratings-game",
        "table-create-of",
        "notices-stop",
        "feed-deadlines",
        "feed-turns",
        "match-picture",
        "study-picture",
    ),
}
ROUTES = [route for route in (*urls.urlpatterns, *notice_urls.urlpatterns) if route.name not in ELSEWHERE]


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: route.name)
@pytest.mark.django_db
def test_a_page_leads_to_each_route(route: URLPattern, client: Client) -> None:
    (address,) = addresses([route])
    takes_post_alone = client.get(address).status_code == 405

    assert route.name in (SENT_TO if takes_post_alone else LINKED)


def test_what_is_reached_elsewhere_exists() -> None:
    names = {route.name for route in (*urls.urlpatterns, *notice_urls.urlpatterns)}

    assert ELSEWHERE - names == set()

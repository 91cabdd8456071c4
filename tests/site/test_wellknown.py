"""What crawlers, scanners and password managers look for."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.robotparser import RobotFileParser
from xml.etree import ElementTree

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from games.home import sitemaps
from games.models import Match
from tests.factories import NOW, finished_match, open_table, people, running_match
from tests.site.hostile import ROUTES

pytestmark = pytest.mark.django_db
NAMESPACE = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
COSTLY = [
    *("/games/abcdefghij/game.gif", "/games/abcdefghij/3/card.png", "/games/abcdefghij/3/try/", "/account/login/"),
    *("/games/abcdefghij/analysis/", "/feeds/x/turns.atom", "/api/v1/me", "/games/abcdefghij/?t=SJ@0,0E"),
    *("/studies/abcdefghij/3/try/", "/admin/"),
]


def allowed(rules: str, path: str) -> bool:
    """By the longest rule that fits, with stars, as search engines read it (RFC 9309)."""
    found = re.findall(r"^(Allow|Disallow): (.+)$", rules, re.MULTILINE)
    fitting = [
        (len(pattern), kind) for kind, pattern in found if re.match(re.escape(pattern).replace(r"\*", ".*"), path)
    ]
    return max(fitting, default=(0, "Allow"))[1] == "Allow"


def test_robots_are_kept_from_what_costs_work(client: Client) -> None:
    answer = client.get("/robots.txt")
    pages = [
        "/",
        "/rules/",
        "/archive/",
        "/games/abcdefghij/",
        "/games/abcdefghij/3/link.png",
        "/studies/abcdefghij/3/link.png",
        "/people/Ann/",
        "/learn/taluva/1/",
        "/api/",
    ]

    assert (answer.status_code, answer["Content-Type"]) == (200, "text/plain; charset=utf-8")
    assert [path for path in COSTLY if allowed(answer.text, path)] == []
    assert [path for path in pages if not allowed(answer.text, path)] == []
    reader = RobotFileParser()
    reader.parse(answer.text.splitlines())
    assert reader.site_maps() == ["http://localhost:8000/sitemap.xml"]


def test_every_rule_for_robots_is_about_an_address_of_the_site(client: Client) -> None:
    sample = {"number": "3", "pk": "1", "kind": "link"}
    known = [re.sub(r"<(?:\w+:)?(\w+)>", lambda name: sample.get(name[1], "abcdefghij"), route) for route in ROUTES]
    for rule in re.findall(r"^Disallow: (.+)$", client.get("/robots.txt").text, re.MULTILINE):
        pattern = re.compile(re.escape(rule.removesuffix("?")).replace(r"\*", ".*"))
        assert any(pattern.match(path) for path in known), rule


def addresses(client: Client) -> list[str]:
    cache.clear()
    tree = ElementTree.fromstring(client.get("/sitemap.xml").content)
    return [element.text or "" for element in tree.iter(f"{NAMESPACE}loc")]


def test_the_sitemap_has_public_pages_and_public_games_that_ended(client: Client, monkeypatch: Any) -> None:
    ann, ben = people(2)
    shown = finished_match(ann, ben)
    hidden = [finished_match(ann, ben, visibility="private"), running_match(ann, ben), open_table(ann)]
    listed = addresses(client)

    assert f"http://testserver/games/{shown.key}/" in listed
    assert [match.key for match in hidden if any(match.key in address for address in listed)] == []
    assert "http://testserver/rules/taluva/" in listed
    assert {client.get(address).status_code for address in listed} == {200}
    rules = client.get("/robots.txt").text
    assert [address for address in listed if not allowed(rules, address.removeprefix("http://testserver"))] == []


def test_the_sitemap_stays_short_and_is_made_once_an_hour(
    client: Client, monkeypatch: Any, django_assert_num_queries: Any
) -> None:
    ann, ben = people(2)
    for days in range(3):
        match = finished_match(ann, ben)
        Match.objects.filter(pk=match.pk).update(ended_at=NOW - timedelta(days=days))
    monkeypatch.setattr(sitemaps, "MOST", 2)
    games = [address for address in addresses(client) if "/games/" in address]
    with django_assert_num_queries(0):
        client.get("/sitemap.xml")

    assert len(games) == 2
    assert games[-1] != f"http://testserver/games/{match.key}/"


def test_the_sitemap_is_made_for_no_query(client: Client, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(0):
        answer = client.get("/sitemap.xml?p=1&x=2")

    assert (answer.status_code, answer["Location"]) == (302, "/sitemap.xml")


def test_security_txt_names_the_contact_and_is_valid_for_less_than_a_year(client: Client, settings: Any) -> None:
    settings.CONTACT = "host@club.example"
    answer = client.get("/.well-known/security.txt")
    fields = dict(line.split(": ", 1) for line in answer.text.splitlines())
    expires = datetime.strptime(fields["Expires"], "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)

    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert fields["Contact"] == "mailto:host@club.example"
    assert fields["Canonical"] == "http://localhost:8000/.well-known/security.txt"
    assert client.get(fields["Policy"].removeprefix("http://localhost:8000")).status_code == 200
    assert timedelta(days=30) < expires - timezone.now() < timedelta(days=365)


def test_a_contact_may_be_an_address_of_the_web(client: Client, settings: Any) -> None:
    settings.CONTACT = "https://club.example/report"

    assert "Contact: https://club.example/report\n" in client.get("/.well-known/security.txt").text


def test_a_password_manager_finds_the_page_that_changes_the_password(client: Client) -> None:
    answer = client.get("/.well-known/change-password")

    assert (answer.status_code, answer["Location"]) == (302, "/account/password/change/")

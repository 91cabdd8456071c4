"""No page says a word past the catalogue: in a language that wraps every text, nothing bare is left but data."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.test import Client, override_settings
from django.utils import translation

from accounts.mail import compose
from games.history.studies import study_records
from games.matches import match_tags, talk
from games.models import Match
from games.registry import BOARDS
from games.taluva.bots.levels import LADDER
from taluva_site.translations import catalogues
from tests.factories import NOW, finished_match, mover, people, played_on, running_match
from tests.matches.tables.test_new_table import NEW_TABLE
from tests.pseudo import locale, wrapped

PSEUDO = "xx"
LEVELS = {level.name for level in LADDER}


@pytest.fixture
def pseudo_folder(tmp_path: Path) -> Path:
    """A locale in which every text stands in ⟦ ⟧, its placeholders kept."""
    return locale(tmp_path / "pseudo", PSEUDO, wrapped)


@pytest.fixture
def pseudo(pseudo_folder: Path) -> Iterator[None]:
    catalogues.compile_stale([pseudo_folder])
    languages = [("en", "English"), (PSEUDO, "Pseudo")]
    with override_settings(LOCALE_PATHS=[pseudo_folder], LANGUAGES=languages):
        yield


class Escaped(HTMLParser):
    """What a page says outside ⟦ ⟧: in its text, and in attributes that are read out or shown."""

    SILENT = {"script", "style", "code", "kbd", "time"}
    READ = {"alt", "aria-label", "aria-valuetext", "title", "placeholder"}

    def __init__(self, data: set[str]) -> None:
        super().__init__()
        self.data = data
        self.depth = self.silent = self.wrapped = 0
        self.words: list[str] = []
        self.language = ""

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.silent += tag in self.SILENT
        if tag == "html":
            self.language = dict(attributes).get("lang") or ""
        for name, value in attributes:
            if name in self.READ and value:
                self.judge(bare(value, 0)[0])

    def handle_endtag(self, tag: str) -> None:
        self.silent -= tag in self.SILENT

    def handle_data(self, data: str) -> None:
        self.wrapped += data.count("⟦")
        outside, self.depth = bare(data, self.depth)
        if not self.silent:
            self.judge(outside)

    def judge(self, text: str) -> None:
        for name in sorted(self.data, key=len, reverse=True):
            text = text.replace(name, "")
        if re.search(r"[^\W\d_]", text):
            self.words.append(" ".join(text.split()))


def bare(text: str, depth: int) -> tuple[str, int]:
    """What is outside the brackets, and how deep in them the text ends."""
    outside = ""
    for sign in text:
        depth -= sign == "⟧"
        outside += sign if not depth and sign not in "⟦⟧" else ""
        depth += sign == "⟦"
    return outside, depth


def assert_all_is_translated(client: Client, address: str, data: set[str]) -> str:
    answer = client.get(address, headers={"accept-language": PSEUDO})
    page = Escaped(data | {"Taluva"})
    page.feed(answer.content.decode())

    assert answer.status_code == 200
    assert page.language == PSEUDO
    assert page.wrapped > 20
    assert (address, page.words) == (address, [])
    return answer.content.decode()


def test_what_escapes_is_found() -> None:
    page = Escaped({"Ann"})
    page.feed('<p title="Bare">⟦Hut of <b>Ann</b> ⟦on⟧ 2⟧ Ann 3,4 <i>Loose</i> <code>SJ</code></p>')

    assert page.words == ["Bare", "Loose"]


@pytest.mark.django_db
@pytest.mark.usefixtures("pseudo")
@pytest.mark.parametrize("address", ["/", "/account/login/", "/tables/"])
def test_nothing_escapes_on_a_page_for_visitors(address: str) -> None:
    assert_all_is_translated(Client(), address, LEVELS)


def signed_in(match: Match) -> Client:
    client = Client()
    client.force_login(mover(match))
    return client


@pytest.mark.django_db
@pytest.mark.usefixtures("pseudo")
def test_nothing_escapes_on_the_page_of_a_new_table() -> None:
    client = signed_in(running_match(*people(2)))

    assert_all_is_translated(client, "/tables/new/taluva/", {"Ann"} | LEVELS)


@pytest.mark.django_db
@pytest.mark.usefixtures("pseudo")
def test_nothing_escapes_on_the_pages_of_a_running_match() -> None:
    match = played_on(running_match(*people(3), settings={"ranking": "on", "founding": "anywhere"}), 9)
    client, here = signed_in(match), match.get_absolute_url()
    data = {"Ann", "Ben", "Cleo", match.seed_hash[:12]}

    page = assert_all_is_translated(client, here, data)
    steps = re.findall(r'href="(\?v=[^"]+)"', page)
    for query in (steps[0], steps[-1], "?v=40,40", "?text=1", "?since=0"):
        assert_all_is_translated(client, here + query.replace("&amp;", "&"), data)
    assert_all_is_translated(Client(), here, data)


@pytest.mark.django_db
@pytest.mark.usefixtures("pseudo")
def test_nothing_escapes_around_a_match() -> None:
    match = played_on(running_match(*people(2)), 4)
    client, here = signed_in(match), match.get_absolute_url()
    data = {"Ann", "Ben", match.seed_hash[:12], "Discord", "Slack", "ntfy"}

    for address in ("/games/", f"{here}list/", f"{here}2/", f"{here}resign/", f"{here}fairness/", "/account/2fa/"):
        assert_all_is_translated(client, address, data)
    for page in ("", "settings/", "calendar/", "channels/"):
        assert_all_is_translated(client, f"/notices/{page}", data)


@pytest.mark.django_db
@pytest.mark.usefixtures("pseudo")
def test_nothing_escapes_around_a_finished_match() -> None:
    ann, ben = people(2)
    match, client = finished_match(ann, ben), Client()
    client.force_login(ann)
    match_tags.save_tags(match=match, user=ann, text="zyx")
    for user in (ann, ben):
        talk.write_message(match_id=match.pk, user=user, text="Wow", now=NOW)
    data = {"Ann", "Ben", "zyx", "Wow", "JSON", match.seed_hash[:12]}

    said, here = match.messages.get(user=ben), match.get_absolute_url()
    for address in (here, f"{here}talk/{said.pk}/report/", "/archive/?tag=zyx"):
        assert_all_is_translated(client, address, data | LEVELS)


@pytest.mark.django_db
@pytest.mark.usefixtures("pseudo")
def test_nothing_escapes_around_a_study() -> None:
    client, ann = Client(), people(1)[0]
    client.force_login(ann)
    (study,) = study_records.save_studies(
        owner=ann, text=BOARDS["taluva"].showcase, title="Atoll", public=True, now=NOW
    )
    base = study.get_absolute_url()
    data = {"Ann", "Atoll", "Ana", "Ben", "Cleo"}

    for address in ("/studies/", "/studies/new/", base, f"{base}3/", f"{base}3/try/"):
        assert_all_is_translated(client, address, data)


@pytest.mark.django_db
@pytest.mark.usefixtures("pseudo")
def test_a_refusal_of_the_rules_is_translated() -> None:
    match = running_match(*people(2))
    client, wrong = signed_in(match), {"number": match.next_number, "text": "no turn at all", "key": "0123456789abcdef"}

    played = client.post(match.get_absolute_url(), wrong, headers={"accept-language": PSEUDO})
    opened = client.post("/tables/new/taluva/", NEW_TABLE | {"option_teams": "on"}, headers={"accept-language": PSEUDO})

    assert (played.status_code, opened.status_code) == (422, 422)
    assert "⟦A turn is written like SJ@2,-1SW H@1,-1.⟧" in played.content.decode()
    assert "⟦Teams need exactly four players.⟧" in opened.content.decode()


@pytest.mark.django_db
@pytest.mark.usefixtures("pseudo")
def test_error_pages_and_mails_name_their_language() -> None:
    offline = Client().get("/offline/", headers={"accept-language": PSEUDO}).content.decode()
    with translation.override(PSEUDO):
        mail = compose.html_of("Subject", "Text")

    assert [text.count(f'<html lang="{PSEUDO}"') for text in (offline, mail)] == [1, 1]


@pytest.mark.usefixtures("pseudo")
def test_the_pseudo_language_is_what_speaks() -> None:
    with translation.override(PSEUDO):
        assert translation.gettext("You left the table.") == "⟦You left the table.⟧"
        assert translation.ngettext("%(n)d hut", "%(n)d huts", 2) == "⟦%(n)d huts⟧"

"""Whatever people write, on pages, in the API and in the admin, holds no control characters."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import pytest
from allauth.mfa.models import Authenticator
from django.apps import apps
from django.db import models
from django.http import HttpResponse
from django.test import Client

from games.api.site import api
from games.history.studies import study_records
from games.matches import talk
from games.models import Match
from games.notifications import notification_settings
from taluva_site.utils.characters import control_in, remove_controls
from tests.accounts.conftest import confirm_again, log_in, new_person
from tests.api.callers import Caller
from tests.factories import NOW, finished_match, played, running_match

pytestmark = pytest.mark.django_db

SENTENCE = "This text contains a character that can"
CONTROLS = ["a\x00b", "a\x01b", "a\x1bb", "a\x7fb", "a\x80b", "a\u202eb", "a\u2066b", "a\ufffeb"]
# In one line these become spaces, or are refused; of several lines the first two are fine, the others refused.
BREAKS = ["a\nb", "a\tb", "a\x0bb", "a\x1fb", "a\x85b", "a\u2028b"]
RECORD = (Path(__file__).parent.parent / "records" / "taluva" / "early-huts-towers.txt").read_text()

# What people write.
WRITTEN = {
    *("accounts.User.username", "accounts.Webhook.url", "mfa.Authenticator.data"),
    *("games.Match.name", "games.Match.why_cancelled", "games.Message.text", "games.Note.text", "games.Report.why"),
    *("games.StaffAction.why", "games.Study.record", "games.Study.title", "games.Tag.text", "games.Token.name"),
}
OF_LINES = {"games.Message.text", "games.Note.text", "games.Report.why", "games.Study.record"}
# What the program makes itself, or knows all values of: keys, digests, kinds, zones, turns, what it writes in mails.
MADE = {
    *("account.EmailAddress.email", "account.EmailConfirmation.key", "usersessions.UserSession.session_key"),
    *("usersessions.UserSession.user_agent", "usersessions.UserSession.data"),
    *("accounts.Click.digest", "accounts.Click.made", "accounts.MailSlot.digest"),
    *(f"accounts.Mail.{name}" for name in ("key", "to", "sender", "subject", "text", "html", "headers", "message_id")),
    *("accounts.Mail.reason", "accounts.Mail.task", "accounts.NoticePreference.event"),
    *(f"accounts.NoticeSettings.{name}" for name in ("feed_token", "paused_address", "paused_why")),
    *(f"accounts.CalendarEntry.{name}" for name in ("zone", "weekdays", "vacations")),
    *(f"accounts.Webhook.{name}" for name in ("label", "events", "secret", "failure")),
    *(f"accounts.User.{name}" for name in ("password", "name_key", "look_key", "email", "bot_level", "time_zone")),
    "accounts.User.language",
    *(f"games.Match.{name}" for name in ("key", "rules", "rules_version", "options", "sealed_seed", "public_seed")),
    *(f"games.Match.{name}" for name in ("seed_hash", "stand_in_level", "join_code", "reason")),
    *("games.Seat.reason", "games.Analysis.chances", "games.Analysis.turns", "games.Dump.file", "games.Dump.sha256"),
    *("games.Notice.detail", "games.Delivery.channel", "games.Delivery.why", "games.Rating.rules"),
    *("games.Study.key", "games.Study.rules", "games.Study.options", "games.StaffAction.action"),
    *("games.Token.digest", "games.Token.scopes"),
    *(
        "games.Turn.text",
        "games.Turn.key",
        "games.SeatOrder.kind",
        "games.SeatOrder.sealed_text",
        "games.SeatOrder.plain_text",
    ),
}
# Fields of the API's bodies that take any text; those behind the second row name what has to be there already.
API_FIELDS = {
    *("MatchIn.name", "MessageIn.text", "ReportIn.why", "NoteIn.text", "TagsIn.tags", "StudyIn.text", "StudyIn.title"),
    *("MatchIn.rules", "MatchIn.stand_in_level", "SeatIn.name", "SeatIn.level"),
}


class World(SimpleNamespace):
    """Everything that somebody may write about."""

    page: Client
    boss: Client
    caller: Caller
    match: Match
    message: Any
    study: Any
    passkey: Any
    ann: Any
    ben: Any

    @cached_property
    def over(self) -> Match:
        return finished_match(self.ann, self.ben)


@pytest.fixture
def world() -> World:
    ann, ben = new_person("Ann"), new_person("Ben")
    page, admin = Client(), Client()
    for client, user in ((page, ann), (admin, new_person("Boss", is_staff=True, is_superuser=True))):
        log_in(client, user)
        confirm_again(client)
    match = running_match(ann, ben)
    message = talk.write_message(match_id=match.pk, user=ben, text="hello", now=NOW)
    [study] = study_records.save_studies(owner=ann, text=RECORD, title="Mine", now=NOW)
    key = Authenticator.objects.create(user=ann, type="webauthn", data={"name": "key", "credential": {}})
    named = {"match": match, "message": message, "study": study, "passkey": key, "ann": ann, "ben": ben}
    return World(page=page, boss=admin, caller=Caller(ann), **named)


TABLE = {"clock": "3", "at_deadline": "out", "starts": "drawn", "visibility": "public", "seat1": "anybody"}
TABLE |= {f"seat{seat}": "nobody" for seat in (2, 3, 4)} | {"stand_in_level": "seedling"}
SEATS = [{"kind": "me"}, {"kind": "anybody"}]
HOOK = {"kind": "generic", "events": ["your_turn"]}
PREFERENCES = {"time_zone": "UTC", "theme": "", "palette": ""}

Case = Callable[[World, str], HttpResponse]
# Of one line.
LINES: dict[str, Case] = {
    "name of a table": lambda w, text: w.page.post("/tables/new/taluva/", {**TABLE, "name": text}),
    "name of a table, API": lambda w, text: w.caller.post("/matches", {"name": text, "seats": SEATS}),
    "tag": lambda w, text: w.page.post(f"/games/{w.over.key}/tags/", {"text": text}),
    "tag, API": lambda w, text: w.caller.put(f"/matches/{w.over.key}/tags", {"tags": [text]}),
    "title": lambda w, text: w.page.post("/studies/new/", {"text": RECORD, "title": text}),
    "title, changed": lambda w, text: w.page.post(f"/studies/{w.study.key}/change/", {"title": text}),
    "title, API": lambda w, text: w.caller.post("/studies", {"text": RECORD, "title": text}),
    "token": lambda w, text: w.page.post("/account/tokens/", {"name": text, "scopes": ["read"]}),
    "passkey": lambda w, text: w.page.post(f"/account/2fa/webauthn/keys/{w.passkey.pk}/edit/", {"name": text}),
    "webhook": lambda w, text: w.page.post("/notices/channels/", {**HOOK, "url": f"https://example.org/{text}"}),
    "name of a person": lambda w, text: w.page.post("/account/", {**PREFERENCES, "username": text}),
    "why, end": lambda w, text: w.boss.post(f"/admin/games/match/{w.match.pk}/end/", {"why": text}),
    "why, suspend": lambda w, text: w.boss.post(f"/admin/accounts/user/{w.ben.pk}/suspend/", {"why": text}),
}
# Of several.
TEXTS: dict[str, Case] = {
    "talk": lambda w, text: w.page.post(f"/games/{w.match.key}/talk/new/", {"text": text}),
    "talk, API": lambda w, text: w.caller.post(f"/matches/{w.match.key}/messages", {"text": text}),
    "comment": lambda w, text: w.page.post(f"/games/{w.over.key}/talk/new/", {"text": text}),
    "report": lambda w, text: w.page.post(f"/games/{w.match.key}/talk/{w.message.pk}/report/", {"why": text}),
    "report, API": lambda w, text: w.caller.post(
        f"/matches/{w.match.key}/messages/{w.message.pk}/report", {"why": text}
    ),
    "note": lambda w, text: w.page.post(f"/games/{w.match.key}/note/", {"text": text}),
    "note, API": lambda w, text: w.caller.put(f"/matches/{w.match.key}/note", {"text": text}),
    "record": lambda w, text: w.page.post("/studies/new/", {"text": f"# {text}\n{RECORD}"}),
    "record, API": lambda w, text: w.caller.post("/studies", {"text": f"# {text}\n{RECORD}"}),
}


def columns() -> Iterator[tuple[str, models.Field[Any, Any]]]:
    for model in apps.get_models():
        if model._meta.app_label in {"account", "accounts", "games", "mfa", "usersessions"}:
            for field in model._meta.concrete_fields:
                if isinstance(field, models.CharField | models.TextField | models.JSONField) and not field.choices:
                    yield f"{model._meta.label}.{field.name}", field


def stored_controls() -> list[tuple[str, str]]:
    """Where something is kept that should not be."""
    found = []
    for name, field in columns():
        if name in WRITTEN:
            values = [str(value) for value in field.model.objects.values_list(field.name, flat=True)]
            found += [(name, value) for value in values if control_in(value, lines=name in OF_LINES)]
    return found


def test_every_column_of_text_is_written_by_people_or_made_by_the_program() -> None:
    assert {name for name, _field in columns()} - MADE == WRITTEN


def test_every_text_that_the_api_takes_is_known() -> None:
    found = set()
    for name, schema in api.get_openapi_schema()["components"]["schemas"].items():
        if name.endswith("In"):
            for field, shape in schema["properties"].items():
                plain = shape.get("items", shape)
                if plain.get("type") == "string" and "x00" in plain.get("pattern", "x00") and "enum" not in plain:
                    found.add(f"{name}.{field}")

    assert found == API_FIELDS


@pytest.mark.parametrize("case", [*LINES, *TEXTS])
def test_controls_are_refused_with_a_sentence(world: World, case: str) -> None:
    act = (LINES | TEXTS)[case]
    for text in [*CONTROLS, *(BREAKS[2:] if case in TEXTS else [])]:
        answer = act(world, text)
        assert answer.status_code in (200, 400, 422), (case, text, answer.status_code)
        own_words = (SENTENCE, "Null characters", "should match pattern", "letters and digits", "valid URL")
        assert any(words in answer.text for words in own_words), (case, text)

    assert stored_controls() == []


@pytest.mark.parametrize("case", LINES)
def test_one_line_stays_one_line(world: World, case: str) -> None:
    for text in BREAKS:
        assert LINES[case](world, text).status_code < 500

    assert stored_controls() == []


@pytest.mark.parametrize("case", [case for case in TEXTS if not case.startswith("record")])
def test_several_lines_are_fine_where_there_is_room(world: World, case: str) -> None:
    answer = TEXTS[case](world, "one\r\n\ttwo")

    assert answer.status_code < 400, answer.text


def test_feeds_of_older_rows_are_valid(client: Client, world: World) -> None:
    token = notification_settings.renew_feeds(world.ben)
    played(world.match, now=NOW)
    Match.objects.update(name="".join(f"a{text}b" for text in CONTROLS[1:]) + "\ud7ff😀")
    atom = client.get(f"/feeds/{token}/turns.atom").content.decode()
    ics = client.get(f"/feeds/{token}/deadlines.ics").content.decode()

    [entry] = ElementTree.fromstring(atom).findall("{http://www.w3.org/2005/Atom}entry")[:1]
    assert "aabb" in (entry.findtext("{http://www.w3.org/2005/Atom}summary") or "")
    assert "\u202e" not in atom + ics
    lines = ics.split("\r\n")
    assert [line for line in lines if control_in(line)] == []
    assert any(line.startswith("SUMMARY:") and "aabb" in line for line in lines)


def test_what_is_cleaned_keeps_everything_else() -> None:
    text = "Zoë\t李小龙\n👩‍🚀 עברית\u200f\r\n"

    assert (remove_controls(text), control_in(text, lines=True)) == (text, "")
    assert [control_in(part) for part in ("a\tb", "a\nb", "a b")] == ["\t", "\n", ""]

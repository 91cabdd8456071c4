"""Everything that a stranger may send: each address of the site, each form, and values that no page expects."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

from django.core.cache import cache
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import URLResolver, get_resolver

ROOT = Path(__file__).resolve().parent.parent.parent
# As they stand in an address, or in a form: percent-encoded bytes, of which some are no text.
VALUES = [
    *("%00", "a%00b", "%ED%A0%80", "%FF%FE", "%C0%AF", "%E2%80%AE", "%0d%0aX: y", "%"),
    *("", "+", "x", "0", "-1", "1", "2147483648", "99999999999999999999", "9" * 400, "1e400", "NaN", "1_000"),
    *(quote(text) for text in ("²", "１", "٣", "\u0301" * 50, "İ", "x" * 5000, "a,b,,", "null", "true")),
    *(quote(text, safe="") for text in ("[]", "{}", '{"a":', "[" * 20_000, '{"id": 1}', '{"id": "x", "type": 1}')),
    *(quote(text, safe="") for text in ('[{"id": 1}]', '"\\ud800"', '{"response": {"userHandle": {"a": 1}}}')),
    *(quote(text, safe="") for text in ("../../etc/passwd", "//evil.example", "http://[", "x?next=y", "'\"><b>")),
    *("0001-01-01", "9999-12-31", "2026-02-30", "9999-12-31T23:59:59%2B14:00", "24:00", "2026-W60", "~", "5~x"),
    *("Europe/Berlin", "SJ@2,-1SW+H@1,-1", "SJ@99999999999999999999,0E", "on", "public", "turn", "taluva"),
]
HEADERS = [
    {},
    {},
    {"Referer": "http://["},
    {"HX-Request": "true", "HX-Current-URL": "http://["},
    {"HX-Request": "true", "HX-Target": "x" * 3000, "HX-Trigger": "%00"},
    {"Accept-Language": "x" * 3000},
    {"Range": "bytes=9-1,x", "If-Modified-Since": "never", "If-None-Match": '"'},
    {"Authorization": "Bearer \xff"},
    {"Idempotency-Key": "x" * 3000},
]
BODIES = [
    *("", "{", "[]", "null", "1e400", "NaN", "[" * 20_000, '"\\ud800"', '{"text": "\\u0000"}', '{"text": ["\\ud800"]}'),
    *('{"number": 99999999999999999999, "text": "x"}', '{"seats": {"a": 1}}', '{"id": 1}', '{"options": [[]]}'),
]
TYPES = [
    *(
        "application/json",
        "application/x-www-form-urlencoded",
        "multipart/form-data",
        "multipart/form-data; boundary=x",
    ),
    *("text/plain; charset=rot13", "application/x-www-form-urlencoded; charset=utf-16", "application/json; charset=x"),
]


def names_read() -> list[str]:
    """The parameters that the sources ask requests for, and a few that Django's own pages take."""
    found: set[str] = {"o", "p", "q", "all", "e", "_popup", "_to_field", "after", "before", "csrfmiddlewaretoken"}
    for folder in ("games", "accounts", "taluva_site"):
        for path in (ROOT / folder).rglob("*.py"):
            found |= set(re.findall(r"(?:GET|POST)(?:\.get\(|\.getlist\(|\[)\"([\w-]+)\"", path.read_text()))
    return sorted(found)


def routes(patterns: list[Any], prefix: str = "/") -> Iterator[str]:
    """Each route of the URL conf, with its parameters as <kind:name>."""
    for pattern in patterns:
        text = str(pattern.pattern)
        text = re.sub(r"\(\?P<(\w+)>(?:[^()]|\([^()]*\))*\)", r"<str:\1>", text).replace("\\Z", "").strip("^$")
        text = text.replace("\\.", ".").replace("\\", "")
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns, prefix + text)
        else:
            yield prefix + text


ROUTES = sorted(set(routes(get_resolver().url_patterns)))


@dataclass
class Form:
    """A form as a page holds it: where it goes, and what it sends if nobody changes it."""

    action: str
    method: str
    fields: dict[str, str] = field(default_factory=dict)


class FormReader(HTMLParser):
    def __init__(self, page: str) -> None:
        super().__init__()
        self.page, self.forms, self.chooser = page, list[Form](), ""

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attributes}
        if tag == "form":
            action = urlsplit(given.get("action") or self.page)
            self.forms.append(Form(action.path, given.get("method", "get").upper()))
        elif tag == "option" and self.chooser and self.forms:
            self.forms[-1].fields.setdefault(self.chooser, given.get("value", ""))
        elif self.forms and (name := given.get("name")):
            self.chooser = name if tag == "select" else ""
            if tag in ("input", "button", "textarea"):
                self.forms[-1].fields.setdefault(name, given.get("value", ""))


class Stranger:
    """Sends hostile requests, chosen by a seed, and notes each that broke the site. Nothing that is done stays."""

    def __init__(self, client: Client, samples: dict[str, list[str]], seed: int) -> None:
        self.client, self.samples, self.rng = client, samples, random.Random(seed)
        self.client.raise_request_exception = False
        self.cookies = {name: morsel.value for name, morsel in client.cookies.items()}
        self.broken: list[str] = []
        self.sent = 0
        self.names = names_read()

    def ask(self, method: str, address: str, body: str = "", content_type: str = "", **headers: str) -> HttpResponse:
        """One request, as whoever this is; the database is afterwards as it was."""
        path, _, query = address.partition("?")
        self.client.cookies = SimpleCookie(self.cookies)
        cache.clear()
        self.sent += 1
        with transaction.atomic():
            answer: HttpResponse = self.client.generic(
                method, path, body, content_type, headers=headers, QUERY_STRING=query
            )
            transaction.set_rollback(True)
        if answer.status_code >= 500 and path != "/readyz":
            what = f"{answer.status_code} {method} {address[:200]} {headers} {content_type} {body[:200]}"
            self.broken.append(f"{what}: {(getattr(answer, 'exc_info', None) or ('', ''))[1]!r}")
        return answer

    def value(self) -> str:
        return self.rng.choice(VALUES)

    def filled(self, route: str, *, hostile: bool) -> str:
        """The route's address with what there is in the place of its parameters, or with one that there is not."""
        names = re.findall(r"<(?:\w+:)?(\w+)>", route)
        wrong = self.rng.choice(names) if hostile and names else ""

        def put(found: re.Match[str]) -> str:
            name = found[2]
            return self.value() if name == wrong else self.rng.choice(self.samples.get(name, ["1"]))

        return re.sub(r"<(?:(\w+):)?(\w+)>", put, route)

    def query(self, names: list[str]) -> str:
        chosen = self.rng.sample(names, min(len(names), self.rng.randint(1, 3)))
        return "&".join(f"{name}={self.value()}" for name in chosen)

    def walk(self, rounds: int, ways: int) -> None:
        """Each route: with wrong parameters, wrong queries, wrong forms and wrong bodies, or with so many of these."""
        for route in ROUTES:
            for _round in range(rounds):
                for send in self.rng.sample(WAYS, ways):
                    send(self, route)

    def send_parameter(self, route: str) -> None:
        self.ask("GET", self.filled(route, hostile=True), **self.rng.choice(HEADERS))

    def send_query(self, route: str) -> None:
        self.ask("GET", f"{self.filled(route, hostile=False)}?{self.query(self.names)}")

    def send_form(self, route: str) -> None:
        self.ask("POST", self.filled(route, hostile=False), self.query(self.names), TYPES[1])

    def send_body(self, route: str) -> None:
        body, kind = self.rng.choice(BODIES), self.rng.choice(TYPES)
        method = self.rng.choice(["POST", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "HEAD"])
        self.ask(method, self.filled(route, hostile=False), body, kind, **self.rng.choice(HEADERS))

    def forms(self) -> dict[tuple[str, ...], Form]:
        """Every form that a page shows, once."""
        found: dict[tuple[str, ...], Form] = {}
        for route in ROUTES:
            address = self.filled(route, hostile=False)
            answer = self.ask("GET", address)
            if answer.status_code == 200 and answer.get("Content-Type", "").startswith("text/html"):
                reader = FormReader(address)
                reader.feed(answer.content.decode())
                for form in reader.forms:
                    found.setdefault((re.sub(r"\d+", "N", form.action), form.method, *sorted(form.fields)), form)
        return found

    def fill_forms(self, rounds: int) -> int:
        """Each form with one or two fields that are hostile, missing or doubled, and the others as the page has them.
        Returns how many forms there are."""
        forms = self.forms()
        for form in forms.values():
            for _round in range(rounds):
                sent = [(name, quote(value)) for name, value in form.fields.items()]
                for at in self.rng.sample(range(len(sent)), min(len(sent), self.rng.randint(1, 2))):
                    name = sent[at][0]
                    sent[at] = self.rng.choice([(name, self.value()), (name, self.value()), ("x", "")])
                    if self.rng.random() < 0.1:
                        sent.append((name, self.value()))
                text = "&".join(f"{quote(name)}={value}" for name, value in sent)
                if form.method == "GET":
                    self.ask("GET", f"{form.action}?{text}")
                else:
                    self.ask("POST", form.action, text, TYPES[1], **self.rng.choice(HEADERS))
        return len(forms)


WAYS = [Stranger.send_parameter, Stranger.send_query, Stranger.send_form, Stranger.send_body]


def credentials() -> Iterator[str]:
    """A passkey's answers that are not as a browser makes them."""
    whole = {"id": "eA", "rawId": "eA", "type": "public-key", "clientExtensionResults": {}}
    data = {"clientDataJSON": "e30", "authenticatorData": "eA", "signature": "eA", "userHandle": "MQ"}
    data |= {"attestationObject": "oA"}
    strange = [None, 1, [], {}, "", "é", "\ud800", "=", "x" * 3000, "AAAA", {"a": 1}, [1]]
    yield from (json.dumps(value) for value in [*strange, {"id": 1}, {**whole, "response": data}])
    for name in whole:
        yield from (json.dumps({**whole, "response": data, name: value}) for value in strange)
    for name in data:
        yield from (json.dumps({**whole, "response": {**data, name: value}}) for value in strange)
    yield from (json.dumps({**whole, "response": value}) for value in strange)
    yield "[" * 20_000

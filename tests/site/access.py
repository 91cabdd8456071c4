"""Who gets what at each door: a club with something of everything, and every route and operation walked by seven.

access.txt has what each is to get, and says how it is read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.apps import apps
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.core.cache import cache as limits_and_all
from django.db import connection, reset_queries, transaction
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.mail import compose, outbox
from accounts.models import User, Webhook
from accounts.models.notice_settings import WebhookKind
from games.api import tokens
from games.api.site import api
from games.history.studies import study_records
from games.matches import match_tags, play, seat_orders, stored_match, talk
from games.matches.tables.tables import SeatPlan
from games.models import Delivery, Match, Notice, Token
from games.models.token import Scope
from games.notifications import notification_settings
from games.notifications.channels.mail import mail_text
from games.notifications.channels.webhooks import calls
from games.people import moderation
from games.pictures import drawing
from taluva_site.middleware import PROBES
from tests.accounts.authenticators import new_passkey
from tests.accounts.conftest import confirm_again, log_in, new_person
from tests.factories import first_choice, guest, open_table, person, played, running_match
from tests.site.hostile import ROUTES
from tests.site.writes import allowed_of, written_by

TABLE = Path(__file__).with_name("access.txt")
RECORD = Path(__file__).parent.parent / "records" / "taluva" / "running.txt"
VIEWERS = ("nobody", "guest", "Ann", "Zoe", "Sam", "Mo", "revoked")
STATES = ("@open", "@running", "@finished", "@public")
PARTS = ("admin", "account", "api", *STATES, "others")
OF_A_MATCH = ("/games/<slug:key>/", "/api/v1/matches/<key>")
# Whether it is ready depends on the machine of the tests; balancers ask, and it says the same to everybody.
LEFT_OUT = {"/readyz"}
# Where a redirect leads, if that says more than its status.
LEADS_TO = {"/account/login/": "login", "/admin/login/": "login", "/account/reauthenticate/": "again"}


class Door(NamedTuple):
    """One way in: a method of a route, and of a match's routes the state that the match has."""

    method: str
    route: str
    state: str = ""

    def __str__(self) -> str:
        return " ".join(filter(None, self))

    @property
    def part(self) -> str:
        if self.state:
            return self.state
        return next((part for part in ("admin", "account", "api") if self.route.startswith(f"/{part}/")), "others")


TableRows = dict[Door, tuple[str, ...]]


@cache
def operations() -> dict[str, list[str]]:
    """The methods of each address of the API, as its document has them."""
    paths = api.get_openapi_schema()["paths"]
    return {re.sub(r"{(\w+)}", r"<\1>", path): [name.upper() for name in each] for path, each in paths.items()}


@cache
def doors() -> tuple[Door, ...]:
    """Every door there is, in the order of the table."""
    routes = sorted({*ROUTES, *PROBES} - LEFT_OUT)
    found = [
        Door(method, route, state)
        for route in routes
        for method in operations().get(route, ["GET", "POST"])
        for state in (STATES if route.startswith(OF_A_MATCH) else ("",))
    ]
    return tuple(sorted(found, key=lambda door: (PARTS.index(door.part), door.route, door.method)))


def read() -> TableRows:
    """The table."""
    lines = [line.split() for line in TABLE.read_text().splitlines() if line and not line.startswith("#")]
    return {Door(*words[: -len(VIEWERS)]): tuple(words[-len(VIEWERS) :]) for words in lines}


def line_of(door: Door, statuses: Iterable[str]) -> str:
    """A row as it stands in the table."""
    words = "".join(f"{status:<6}" for status in statuses)
    return f"{door.method:<6} {door.route:<56} {door.state:<9} {words}".rstrip()


def write(rows: TableRows) -> None:
    """Put these rows into the table, and take out those of no door; what it says at its head stays."""
    head = TABLE.read_text().partition("\n## ")[0]
    known = read() | rows
    parts = []
    for part in PARTS:
        lines = [line_of(door, known[door]) for door in doors() if door.part == part and door in known]
        parts.append("\n".join([f"## {part}", *lines]))
    TABLE.write_text("\n\n".join([head.rstrip(), *parts]) + "\n")


@dataclass(frozen=True)
class Club:
    """The situation: who asks, and what stands in addresses and bodies."""

    clients: dict[str, Client]
    cookies: dict[str, dict[str, str]]
    matches: dict[str, Match]
    samples: dict[str, dict[str, object]]
    former_feed: str
    wrong_writes: set[str] = field(default_factory=set)  # of GETs that were asked

    def walk(self, part: str) -> Iterator[tuple[Door, tuple[str, ...]]]:
        """Each door of the part, with what each viewer gets there."""
        for door in doors():
            if door.part == part:
                yield door, tuple(self.ask(viewer, door) for viewer in VIEWERS)

    def ask(self, viewer: str, door: Door) -> str:
        """What one of them gets at a door; all is afterwards as it was before."""
        client = self.clients[viewer]
        client.cookies = SimpleCookie(self.cookies[viewer])
        limits_and_all.clear()
        reset_queries()  # of 9,000 the log keeps no more
        with CaptureQueriesContext(connection) as queries, transaction.atomic():
            answer = client.generic(door.method, self.address(viewer, door), *self.body(door))
            transaction.set_rollback(True)
        if door.method == "GET":
            written = written_by(query["sql"] for query in queries)
            self.wrong_writes.update(f"{door} by {viewer}: {what}" for what in written - allowed_of(door.route))
        return word_for(answer)

    def address(self, viewer: str, door: Door) -> str:
        def value(found: re.Match[str]) -> str:
            if found[1] == "token" and door.route.startswith("/feeds/") and viewer == "revoked":
                return self.former_feed
            return str(self.sample(door, found[1]))

        return re.sub(r"<(?:\w+:)?(\w+)>", value, door.route)

    def sample(self, door: Door, name: str) -> object:
        """What stands in the address for the parameter."""
        if door.state and name == "key":
            return self.matches[door.state].key
        if name == "object_id" and (model := model_of(door.route)):
            return getattr(model.objects.order_by("-pk").first(), "pk", 0)
        for route in (door.state + door.route, door.route):
            begins = [begin for begin in self.samples if route.startswith(begin) and name in self.samples[begin]]
            if begins:
                return self.samples[max(begins, key=len)][name]
        raise AssertionError(f"access.py has nothing to put in the place of <{name}> in {door.route}")

    def body(self, door: Door) -> tuple[str, str]:
        """An empty form for pages; for operations what they want, so that they don't refuse it before they look who
        asks."""
        if door.route not in operations():
            return "", "application/x-www-form-urlencoded"
        path = door.route.replace("<", "{").replace(">", "}")
        if "requestBody" not in api.get_openapi_schema()["paths"][path][door.method.lower()]:
            return "", "application/json"
        wish = self.wishes(door).get((door.method, door.route.removeprefix("/api/v1")))
        assert wish is not None, f"access.py has no body for {door.method} {door.route}"
        return json.dumps(wish), "application/json"

    def wishes(self, door: Door) -> dict[tuple[str, str], object]:
        match = self.matches[door.state or "@open"]
        turn = first_choice(match) if match.is_running else "SJ@0,0E H@0,1"
        return {
            ("POST", "/matches"): {"seats": [{"kind": "me"}, {"kind": "anybody"}]},
            ("POST", "/studies"): {"text": RECORD.read_text()},
            ("POST", "/matches/<key>/join"): {},
            ("POST", "/matches/<key>/turns"): {"number": match.next_number, "text": turn},
            ("POST", "/matches/<key>/orders"): {"text": turn_of_waiting(match, 0) if match.is_running else turn},
            ("POST", "/matches/<key>/time"): {"seat": 1, "hours": 24},
            ("POST", "/matches/<key>/messages"): {"text": "hello"},
            ("POST", "/matches/<key>/messages/<pk>/report"): {"why": "rude"},
            ("PUT", "/matches/<key>/mute"): {"muted": True},
            ("PUT", "/matches/<key>/note"): {"text": "mine"},
            ("PUT", "/matches/<key>/tags"): {"tags": ["close"]},
        }


def word_for(answer: HttpResponse) -> str:
    return LEADS_TO.get(urlsplit(answer.headers.get("Location", "")).path, str(answer.status_code))


def model_of(route: str) -> Any:
    """Whose page of the admin it is."""
    found = re.match(r"/admin/(\w+)/(\w+)/", route)
    return found and apps.get_model(*found.groups())


def build() -> Club:
    """A club where Ann has something of everything, and six others who look for it."""
    ann, ben = new_person("Ann"), person("Ben")
    matches = matches_of(ann, ben)
    clients = clients_of(ann)
    samples = samples_of(ann, ben, matches)
    former_feed = str(samples["/feeds/"].pop("former"))
    cookies = {name: {key: each.value for key, each in client.cookies.items()} for name, client in clients.items()}
    return Club(clients, cookies, matches, samples, former_feed)


def matches_of(ann: User, ben: User) -> dict[str, Match]:
    """One for each state, in which Ann and Ben sit; all but the last are private."""
    now = timezone.now()
    private = {"visibility": "private", "now": now}
    ahead = {"settings": {"preview": "on"}}  # else nobody prepares a turn
    made = {
        "@open": open_table(ann, SeatPlan(user=ben), SeatPlan(invited=person("Cleo")), SeatPlan(), **private),
        "@running": running_match(ann, ben, **private, **ahead),
        "@finished": played(running_match(ann, ben, **private), now=now),
        "@public": played(running_match(ann, ben, now=now, **ahead), now=now),
    }
    for match in made.values():
        talk.write_message(match_id=match.pk, user=ben, text="hello", now=now)
    play.resign_match(match_id=made["@finished"].pk, player=ben, now=now)
    drawing.draw_animation(match_id=made["@finished"].pk)
    for state, user, seat in (("@running", ben, 1), ("@public", ann, 0)):
        text = turn_of_waiting(made[state], seat)
        seat_orders.save_order(match_id=made[state].pk, user=user, kind="turn", text=text, now=now)
    return {state: Match.objects.get(pk=match.pk) for state, match in made.items()}


def turn_of_waiting(match: Match, seat: int) -> str:
    """A turn with the tile that waits for this seat; of a seat that is to move, with another one."""
    tile = getattr(stored_match.game_of(match), "waiting")(seat) or "SJ"  # noqa: B009 - the face of Taluva alone
    return f"{tile}@0,0E H@0,1"


def clients_of(ann: User) -> dict[str, Client]:
    """How each of them asks: with their session, and a token of their own."""
    sam, mo = new_person("Sam", is_staff=True), new_person("Mo")
    sam.user_permissions.add(Permission.objects.get(codename="view_match", content_type__app_label="games"))
    mo.user_permissions.add(Permission.objects.get(codename="moderate", content_type__app_label="games"))
    people = {"guest": guest(), "Ann": ann, "Zoe": new_person("Zoe"), "Sam": sam, "Mo": mo}
    clients = {"nobody": Client(), **{name: client_of(user) for name, user in people.items()}, "revoked": revoked(ann)}
    add_passkey(clients["Ann"])
    for client in clients.values():
        client.raise_request_exception = False
    return clients


def add_passkey(client: Client) -> None:
    options = client.get("/account/2fa/webauthn/add/").context["js_data"]
    form = {"name": "my phone", "credential": new_passkey(options)}
    assert client.post("/account/2fa/webauthn/add/", form).status_code == 302


def client_of(user: User) -> Client:
    """A browser in which the user has logged in, with a token beside."""
    client = Client(headers={"Authorization": f"Bearer {token_of(user)}"})
    if user.is_guest:
        client.force_login(user)
    else:
        log_in(client, user)
        confirm_again(client)
    return client


def token_of(user: User) -> str:
    """A token with every scope. A guest gets none: theirs is a row that somehow came about all the same."""
    if not user.is_guest:
        return tokens.create_token(user=user, name="mine", scopes=Scope.values, now=timezone.now())[1]
    Token.objects.create(user=user, name="mine", digest=tokens.token_digest("a guest's"), scopes=Scope.values)
    return "a guest's"


def revoked(ann: User) -> Client:
    """What Ann had once: a token and a session, both ended."""
    client = client_of(ann)
    tokens.revoke_token(user=ann, token_id=ann.api_tokens.latest("pk").pk, now=timezone.now())
    UserSession.objects.get(session_key=client.session.session_key).end()
    return client


def samples_of(ann: User, ben: User, matches: dict[str, Match]) -> dict[str, dict[str, object]]:
    """What stands in addresses: by how the route begins, the values of its parameters."""
    now, running = timezone.now(), matches["@running"]
    message = running.messages.get()
    moderation.report_message(match_id=running.pk, message_id=message.pk, user=ann, why="rude", now=now)
    moderation.block_user(blocker=ann, blocked=(dov := person("Dov")))
    study = study_records.save_studies(owner=ann, text=RECORD.read_text(), now=now)[0]
    add_rows_for_staff(ann, ben, matches)
    hook = Webhook(user=ann, kind=WebhookKind.JSON, url="https://127.0.0.1:9/", events=["your-turn"])
    calls.add_webhook(hook)
    letter = compose.compose_mail(subject="Hello", text="Hello Ann,\n\nABCD-EFGH\n\nSee you soon", to=ann.email)
    content_type = ContentType.objects.get_for_model(Match)
    return {
        "/account/2fa/webauthn/keys/": {"pk": Authenticator.objects.get(user=ann, type="webauthn").pk},
        "/account/blocks/": {"pk": ann.blocks.get(blocked=dov).pk},
        "/account/sessions/": {"pk": UserSession.objects.filter(user=ann).latest("pk").pk},
        "/account/tokens/": {"pk": ann.api_tokens.get(revoked_at=None).pk},
        "/admin/": {"app_label": "games", "url": "nowhere", "content_type_id": content_type.pk},
        "/admin/accounts/user/": {"id": ann.pk, "pk": ann.pk},
        "/admin/games/match/": {"pk": running.pk},
        "/admin/r/": {"object_id": running.pk},
        "/api/v1/studies/": {"key": study.key},
        "/feeds/": {"former": notification_settings.renew_feeds(ann), "token": notification_settings.renew_feeds(ann)},
        "/games/<slug:key>/": {"number": 0, "seat": 1, "kind": "card"},
        "/inbox/": {"pk": outbox.queue_mail(letter, user_id=ann.pk)[0].pk},
        "/learn/": {"rules": "taluva", "number": 1},
        "/moderation/": {"key": running.key, "name": "hide", "pk": message.pk},
        "/moderation/people/": {"pk": ben.pk},
        "/notices/stop/": {"token": mail_text.UNSUBSCRIBE.sign(f"{ann.pk}.your-turn")},
        "/notices/vacation/": {"first": "2030-01-01"},
        "/notices/webhooks/": {"pk": hook.pk},
        "/people/": {"name": "Ann", "other": "Ben"},
        "/play/": {"rules": "taluva"},
        "/ratings/": {"rules": "taluva", "field": "two"},
        "/rules/": {"rules": "taluva"},
        "/static/": {"rules": "taluva"},
        "/studies/": {"key": study.key, "number": 1, "kind": "card"},
        "/tables/new/": {"rules": "taluva"},
        "/watch/": {"rules": "taluva"},
        **samples_in(matches),
    }


def add_rows_for_staff(ann: User, ben: User, matches: dict[str, Match]) -> None:
    """What the admin has pages for and nothing else here brings about."""
    now, public = timezone.now(), matches["@public"]
    study_records.save_studies(owner=ben, text=RECORD.read_text(), public=True, now=now)
    match_tags.save_tags(match=matches["@finished"], user=ann, text="close")
    message = public.messages.get()
    report = moderation.report_message(match_id=public.pk, message_id=message.pk, user=ann, why="", now=now)
    moderation.settle_report(report_id=report.pk, staff=User.objects.get(username="Mo"), why="It is not rude.", now=now)
    Delivery.objects.create(notice=Notice.objects.filter(user=ann).latest("pk"), channel="mail")


def samples_in(matches: dict[str, Match]) -> dict[str, dict[str, object]]:
    """By its state, a match's message by Ben and what somebody has prepared: Ben, or where it is public, Ann. A match
    without any is asked for what belongs to another, and the public one with the code of another's link."""
    found: dict[str, dict[str, object]] = {}
    for state, match in matches.items():
        order = match.orders.first() or matches["@running"].orders.get()
        found[f"{state}/games/<slug:key>/join/"] = {"code": matches["@open" if state == "@public" else state].join_code}
        for begin in OF_A_MATCH:
            place = f"{state}{begin.rstrip('/')}"
            found[f"{place}/orders/"] = {"pk": order.pk}
            found[f"{place}/messages/"] = found[f"{place}/talk/"] = {"pk": match.messages.get().pk}
    return found

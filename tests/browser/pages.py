"""Every page of the site, found by its URL conf, with something on it: for tests that look at all of them."""

from __future__ import annotations

from datetime import date, timedelta
from hashlib import sha256
from typing import Any, NamedTuple

from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings
from django.test import Client
from django.urls import get_resolver
from django.utils import timezone
from fido2.cose import ES256
from fido2.utils import websafe_encode
from fido2.webauthn import Aaguid, AttestationObject, AttestedCredentialData, AuthenticatorData
from playwright.sync_api import Page

from tests.browser.people import in_database
from tests.site.test_responses import SAMPLES, addresses

# The longest names that can be had, and nowhere in them can a line end.
LONGEST = "Annahildegardmariaconstantinea", "Beatrixwilhelminakonstantinova"
KEY, NUMBER = SAMPLES["slug"], SAMPLES["int"]
# Asked for with GET these show no page of their own here; what stands in their place is in `further`, or in a flow.
NO_PAGE = {
    # Elsewhere at once.
    *("/account/2fa/webauthn/login/", "/account/login/code/confirm/", "/account/password/set/"),
    *(
        "/.well-known/change-password",
        "/imprint/",  # unless a host brings one
        "/moderation/people/",
        "/favicon.ico",
        "/learn/",
        "/learn/signs/",
        f"/learn/{NUMBER}/",
        "/rules/",
        "/next/",
        "/play/",
        f"/play/{KEY}/",
        "/ratings/",
        "/ratings/more/",
        "/ratings/teams/",
        "/ratings/two/",
        "/tables/new/",
        "/watch/",
        f"/watch/{KEY}/",
        f"/games/{KEY}/replay/",
        f"/studies/{KEY}/replay/",
    ),
    # Of a game that is over: further_matches has one.
    *(f"/games/{KEY}/{name}" for name in ("course/", "record.json", "game.gif")),
    # Steps of a flow: test_axe_finds_nothing_on_the_ways_in walks it.
    *("/account/2fa/authenticate/", "/account/confirm-email/"),
    *("/account/password/reset/complete/", "/account/password/reset/confirm/"),
    # Only with an argument that no sample can be.
    *(f"/learn/{KEY}/", f"/learn/{KEY}/signs/", f"/learn/{KEY}/{NUMBER}/", f"/rules/{KEY}/", f"/tables/new/{KEY}/"),
    *(f"/games/{KEY}/join/x/", "/notices/stop/x/"),
    *("/people/x/", "/people/x/x/", f"/ratings/{KEY}/", f"/ratings/{KEY}/{KEY}/", f"/static/verify_{KEY}.py"),
    *(
        "/feeds/x/deadlines.ics",
        "/feeds/x/turns.atom",
        f"/games/{KEY}/{NUMBER}/{KEY}.png",
        f"/studies/{KEY}/{NUMBER}/{KEY}.png",
    ),
    *("/api/v1/", "/^api/v1/"),
    # Django's own pages, and a file for whoever has recovery codes.
    *("/admin/", "/admin/accounts/mail/", "/admin/accounts/user/", "/account/2fa/recovery-codes/download/"),
}


class Stop(NamedTuple):
    """A page, and whose browser shows it: the cookie of their session, or none."""

    address: str
    session: str


class Walk(NamedTuple):
    """Each page once, as the first visitor who gets it; some twice, as they differ. And who asked for it in vain."""

    stops: list[Stop]
    in_vain: set[str]


def walk() -> Walk:
    return in_database(survey)  # type: ignore[no-any-return]


def survey() -> Walk:
    (anna, bea, stranger), further = furnished()
    left = {*addresses(get_resolver().url_patterns)}
    stops = []
    for client in (anna, bea, stranger):
        found = {address for address in left if is_page(client, address)}
        left -= found
        stops += [Stop(address, session_of(client)) for address in sorted(found)]
    stops += [Stop(address, session_of(anna)) for address in further]
    stops += [Stop(address, "") for address in further if "/games/" in address and is_page(stranger, address)]
    return Walk(stops, {address for address in left if is_in_vain(anna, address)})


def is_page(client: Client, address: str) -> bool:
    answer = client.get(address)
    return answer.status_code == 200 and not answer.streaming and b"<!doctype html" in answer.content[:300].lower()


def is_in_vain(client: Client, address: str) -> bool:
    """Whether a person who asks for it is sent on or finds nothing: data, parts and POST have other answers."""
    return client.get(address).status_code in (301, 302, 303, 404)


def session_of(client: Client) -> str:
    cookie = client.cookies.get(settings.SESSION_COOKIE_NAME)
    return cookie.value if cookie else ""


def show(page: Page, site: str, stop: Stop) -> None:
    """The page, in this window."""
    page.context.clear_cookies()
    if stop.session:
        page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": stop.session, "url": site}])
    answer = page.goto(stop.address)
    assert answer
    assert (answer.status, page.url) == (200, f"{site}{stop.address}")


def furnished() -> tuple[list[Client], list[str]]:
    """Who looks (a person, one with a second step, a stranger), and addresses that no sample makes."""
    from tests.accounts.conftest import confirm_again, log_in, new_person

    anna, bea = (new_person(name) for name in LONGEST)
    clients = [Client(raise_request_exception=False) for _visitor in range(3)]
    for client, user in zip(clients, (anna, bea), strict=False):
        log_in(client, user)
        confirm_again(client)
    second_step(bea)
    told(anna, bea)
    reported(anna, bea)
    return clients, [*further_matches(anna, bea), *further(anna)]


def furnished_with_second_step(name: str) -> None:
    from tests.accounts.conftest import new_person

    second_step(new_person(name))


def second_step(user: Any) -> None:
    """An authenticator app, recovery codes and a passkey."""
    from allauth.mfa.models import Authenticator
    from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
    from allauth.mfa.totp.internal.auth import TOTP

    Authenticator.objects.create(
        pk=int(NUMBER), user=user, type="webauthn", data={"name": "my phone", "credential": passkey()}
    )
    TOTP.activate(user, "JBSWY3DPEHPK3PXP")
    RecoveryCodes.activate(user)


def passkey() -> dict[str, Any]:
    """What a browser sends when it has made one."""
    key = ES256.from_cryptography_key(ec.generate_private_key(ec.SECP256R1()).public_key())
    credential = AttestedCredentialData.create(Aaguid(bytes(16)), b"a key of tests", key)
    made = AuthenticatorData.create(sha256(b"localhost").digest(), AuthenticatorData.FLAG(0x45), 0, credential)
    client_data = b'{"type": "webauthn.create", "challenge": "", "origin": "http://localhost"}'
    response = {
        "clientDataJSON": websafe_encode(client_data),
        "attestationObject": websafe_encode(AttestationObject.create("none", made, {})),
    }
    name = websafe_encode(credential.credential_id)
    return {"id": name, "rawId": name, "type": "public-key", "response": response}


def told(anna: Any, bea: Any) -> None:
    """A game under way that both wrote at, and a row of all that Anna can set."""
    from accounts.models import Mail, Webhook
    from games.api import tokens
    from games.history.studies import study_records
    from games.matches import talk
    from games.matches.clocks import clock_changes
    from games.matches.tables import tables
    from games.models import Match, Study
    from games.models.token import Scope
    from games.registry import BOARDS
    from tests.factories import open_table, played

    now = timezone.now()
    Mail.objects.create(pk=int(NUMBER), user=anna, to=anna.email, subject="Hello", text="Hello.", message_id="<1@x>")
    table = open_table(anna, now=now, draw_seats=False)
    Match.objects.filter(pk=table.pk).update(key=KEY)
    match = tables.join_table(match_id=table.pk, user=bea, now=now)
    for _turn in range(4):
        match = played(match, now=now)
    said = talk.write_message(match_id=match.pk, user=bea, text="A fine volcano.", now=now)
    match.messages.filter(pk=said.pk).update(id=NUMBER)
    study_records.save_studies(owner=anna, text=BOARDS["taluva"].showcase, title="An island", now=now)
    Study.objects.update(key=KEY)
    Webhook.objects.create(user=anna, kind="json", url="https://anna.example/hook", events=["ended"])
    tokens.create_token(user=anna, name="my program", scopes=Scope.values, now=now)
    today = date.today()
    clock_changes.book_vacation(user=anna, first=today + timedelta(days=20), last=today + timedelta(days=22), now=now)


def reported(anna: Any, bea: Any) -> None:
    """What a moderator finds: Anna reported what Bea said, and something was done before."""
    from accounts.models import User
    from accounts.services import rights
    from games.models import Match
    from games.people import moderation
    from tests.accounts.conftest import new_person

    now = timezone.now()
    rights.make_moderator(anna)
    moderator = User.objects.get(pk=anna.pk)
    match = Match.objects.get(key=KEY)
    moderation.hide_message(message_id=int(NUMBER), staff=moderator, why="Found by staff.", now=now, hidden=False)
    moderation.report_message(match_id=match.pk, message_id=int(NUMBER), user=anna, why="It is no volcano.", now=now)
    if not User.objects.filter(pk=NUMBER).exists():
        new_person("Zoe", pk=NUMBER)


def further_matches(anna: Any, bea: Any) -> list[str]:
    """Tables before the start, and games after the end."""
    from games.history import dumps, ratings
    from games.matches import play
    from games.matches.tables.tables import SeatPlan
    from games.models import Analysis
    from tests.factories import another_turn, open_table, played, running_match

    now = timezone.now()
    own, others = open_table(anna, now=now), open_table(bea, SeatPlan(), SeatPlan(), now=now)
    over = running_match(anna, bea, now=now)
    for _turn in range(3):
        over = played(over, now=now)
    play.resign_match(match_id=over.pk, player=bea, now=now)
    ratings.reckon_waiting()
    dumps.write_dump(now=now)
    Analysis.objects.bulk_create(
        Analysis(
            match=over,
            number=number,
            chances=[chance, 1 - chance],
            turns=[[another_turn(over, number), 0.9]],
            simulations=24,
        )
        for number, chance in enumerate((0.5, 0.8, 0.2, 0.9))
    )
    here = over.get_absolute_url()
    return [
        *(own.get_absolute_url(), others.get_absolute_url(), f"{others.get_absolute_url()}join/{others.join_code}/"),
        *(here, f"{here}fairness/", f"{here}list/", f"{here}3/", f"{here}3/?mode=analysis", f"{here}2/try/"),
    ]


def further(anna: Any) -> list[str]:
    from games.notifications.channels.mail import mail_text

    stop = mail_text.stop_url(anna, "your-turn").removeprefix(settings.SITE_URL)
    steps = [f"/games/{KEY}/{query}" for query in ("?v=0,0", "?text=1", "1/try/?v=0,0")]
    people = [
        f"/people/{LONGEST[0]}/",
        f"/people/{'/'.join(LONGEST)}/",
        "/ratings/taluva/more/",
        "/archive/?mine=1&players=2",
    ]
    learn = ["/learn/taluva/", "/learn/taluva/signs/", "/learn/taluva/2/", "/rules/taluva/"]
    return [*learn, "/tables/new/taluva/", stop, *steps, *people]

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.test import Client
from django.urls import clear_url_caches
from django.utils import timezone

from accounts.mail import compose, outbox
from accounts.models import Mail, User
from tests.accounts.authenticators import app_code
from tests.accounts.conftest import PASSWORD, code_for, confirm_again, log_in, new_person

PREFERENCES = {
    "username": "Änne",
    "time_zone": "Pacific/Auckland",
    "language": "en",
    "theme": "dark",
    "palette": "contrast",
    "all_numbers": "on",
    "coordinates": "on",
    "confirm_twice": "on",
}


@pytest.fixture
def inside(client: Client, anna: User) -> Client:
    log_in(client, anna)
    return client


def test_preferences_are_saved_and_shown(inside: Client, anna: User) -> None:
    answer = inside.post("/account/", PREFERENCES, follow=True)
    anna.refresh_from_db()

    assert {name: str(getattr(anna, name)) for name in PREFERENCES} == {
        **PREFERENCES,
        "all_numbers": "True",
        "coordinates": "True",
        "confirm_twice": "True",
    }
    assert (anna.patterns, anna.motion) == (False, False)
    assert 'data-theme="dark" data-palette="contrast" data-patterns="off"' in " ".join(answer.text.split())
    assert "Saved." in answer.text


def test_every_page_that_the_account_leads_to_leads_back(inside: Client) -> None:
    confirm_again(inside)
    rows = re.findall(r'<a class="btn" href="([^"]+)" aria-label', inside.get("/account/").text)

    assert len(rows) == 11
    assert [row for row in rows if '<p class="back"><a href="/account/">' not in inside.get(row).text] == []


LOG_INS = [
    ("/terms/?x=1", "/account/login/?next=%2Fterms%2F%3Fx%3D1"),
    ("/", "/account/login/"),
    ("/account/signup/", "/account/login/"),
]


@pytest.mark.django_db
@pytest.mark.parametrize(("page", "link"), LOG_INS)
def test_the_way_to_log_in_leads_back_to_the_page(client: Client, page: str, link: str) -> None:
    assert f'href="{link}"' in client.get(page).text


@pytest.mark.parametrize(("field", "value"), [("time_zone", "Mars/Olympus"), ("theme", "pink"), ("username", "a@b")])
def test_a_preference_that_is_none_is_refused(inside: Client, anna: User, field: str, value: str) -> None:
    answer = inside.post("/account/", {**PREFERENCES, field: value})
    anna.refresh_from_db()

    assert (answer.status_code, anna.time_zone) == (422, "Europe/Berlin")
    assert field in answer.context["form"].errors


def test_each_time_zone_is_listed_once_and_an_old_name_stays_valid(inside: Client, anna: User) -> None:
    old = {"Asia/Calcutta", "Asia/Saigon", "Australia/West", "Etc/GMT+3", "GMT+3", "US/Eastern"}
    now = {"Asia/Kolkata", "Asia/Ho_Chi_Minh", "Australia/Perth", "America/New_York", "UTC"}
    before = listed_zones(inside)
    User.objects.filter(pk=anna.pk).update(time_zone="Asia/Calcutta")
    after = listed_zones(inside)
    saved = inside.post("/account/", {**PREFERENCES, "time_zone": "Asia/Calcutta"})

    assert (now <= {*before}, old & {*before}, len(before)) == (True, set(), len({*before}))
    assert after == ["Asia/Calcutta", *before]
    assert (saved.status_code, User.objects.get(pk=anna.pk).time_zone) == (302, "Asia/Calcutta")


def listed_zones(client: Client) -> list[str]:
    groups = client.get("/account/").context["form"].fields["time_zone"].choices
    return [name for _region, zones in groups for name, _place in zones]


def test_a_refused_name_does_not_show_in_the_header(inside: Client) -> None:
    page = inside.post("/account/", {**PREFERENCES, "username": "<x>"}).text

    assert "<b>Anna</b>" in page


def test_the_theme_is_kept_with_the_person(inside: Client, anna: User) -> None:
    answer = inside.post("/account/theme/", {"theme": "dark", "next": "/terms/"})
    anna.refresh_from_db()

    assert (answer.url, anna.theme, inside.cookies["theme"].value) == ("/terms/", "dark", "dark")


@pytest.mark.django_db
def test_a_stranger_has_a_theme_too(client: Client) -> None:
    client.post("/account/theme/", {"theme": "dark"})

    assert 'data-theme="dark"' in client.get("/terms/").text
    client.post("/account/theme/", {"theme": ""})
    assert "data-theme" not in client.get("/terms/").text


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["https://evil.example/", "//evil.example", "javascript:alert(1)"])
def test_nobody_is_sent_elsewhere(client: Client, address: str) -> None:
    assert client.post("/account/theme/", {"theme": "dark", "next": address}).url == "/"


def test_one_of_the_other_sessions_is_ended(inside: Client, anna: User) -> None:
    elsewhere = Client(headers={"user-agent": "Mozilla/5.0 (X11; Linux) Gecko Firefox/150.0"})
    log_in(elsewhere, anna)
    listed = inside.get("/account/sessions/").text
    theirs = UserSession.objects.get(user_agent__contains="Firefox")
    inside.post(f"/account/sessions/{theirs.pk}/end/")

    assert "Firefox on Linux" in listed
    assert [each.get("/account/").status_code for each in (inside, elsewhere)] == [200, 302]


def test_nobody_ends_the_session_of_somebody_else(inside: Client) -> None:
    other = Client()
    log_in(other, new_person("Ben"))
    theirs = UserSession.objects.exclude(user__username="Anna").get()

    assert inside.post(f"/account/sessions/{theirs.pk}/end/").status_code == 404
    assert other.get("/account/").status_code == 200


def test_all_other_sessions_are_ended_at_once(inside: Client, anna: User) -> None:
    others = [Client(), Client()]
    for other in others:
        log_in(other, anna)
    inside.post("/account/sessions/")

    assert [each.get("/account/").status_code for each in (inside, *others)] == [200, 302, 302]


def test_the_password_is_changed_and_other_sessions_end(inside: Client, anna: User) -> None:
    elsewhere = Client()
    log_in(elsewhere, anna)
    form = {"oldpassword": PASSWORD, "password1": "four tall towers", "password2": "four tall towers"}
    inside.post("/account/password/change/", form)
    anna.refresh_from_db()

    assert anna.check_password("four tall towers")
    assert [each.get("/account/").status_code for each in (inside, elsewhere)] == [200, 302]
    assert "password was changed" in Mail.objects.latest("pk").text


def test_the_address_changes_once_the_new_one_is_proved(inside: Client, anna: User) -> None:
    confirm_again(inside)
    first = inside.post("/account/email/", {"action_add": "", "email": "new@example.org"})
    before = User.objects.get(pk=anna.pk).email
    inside.post(first.url, {"code": code_for("new@example.org")})

    assert (before, User.objects.get(pk=anna.pk).email) == ("anna@example.org", "new@example.org")
    assert "was changed from anna@example.org to new@example.org" in Mail.objects.get(to="anna@example.org").text


def test_a_second_step_is_switched_on_and_asked_for(inside: Client, anna: User) -> None:
    confirm_again(inside)
    page = inside.get("/account/2fa/totp/activate/")
    secret = page.context["form"].secret
    inside.post("/account/2fa/totp/activate/", {"code": app_code(secret)})
    codes = inside.get("/account/2fa/recovery-codes/").context["unused_codes"]
    other = Client()
    step = other.post("/account/login/", {"login": "Anna", "password": PASSWORD})
    before = "_auth_user_id" in other.session
    other.post(step.url, {"code": codes[0]})

    assert 'src="data:image/svg+xml' in page.text
    assert (step.url, before, "_auth_user_id" in other.session) == ("/account/2fa/authenticate/", False, True)
    assert len(codes) == 10
    assert Authenticator.objects.filter(user=anna).count() == 2


@pytest.mark.parametrize("address", ["/account/2fa/totp/activate/", "/account/2fa/webauthn/add/", "/account/export/"])
def test_what_matters_asks_for_the_password_again(inside: Client, address: str) -> None:
    assert inside.get(address).url.startswith("/account/reauthenticate/")


@pytest.mark.django_db
def test_the_admin_is_entered_by_the_door_of_the_site(client: Client) -> None:
    assert client.get("/admin/").status_code == 302
    assert client.get("/admin/login/").url.startswith("/account/login/")
    log_in(client, new_person("Ben"))
    assert client.get("/admin/login/").status_code == 403


def a_mail(**values: object) -> Mail:
    message = compose.compose_mail(
        subject="Your turn", text="Hello Anna,\n\nABCD-EFGH\n\nSee you soon", to="anna@example.org"
    )
    [mail] = outbox.queue_mail(message)
    Mail.objects.filter(pk=mail.pk).update(**values)
    mail.refresh_from_db()
    return mail


@pytest.mark.django_db
def test_a_mail_has_text_and_html_with_the_same_words_and_asks_for_no_answer() -> None:
    mail = a_mail()
    words = re.sub(r"<[^>]+>", " ", re.sub(r"<head>.*?</head>", "", mail.html, flags=re.DOTALL))

    assert mail.headers["Auto-Submitted"] == "auto-generated"
    assert all(word in words.split() for word in mail.text.split())
    assert "<script" not in mail.html


@pytest.mark.django_db
def test_the_admin_sends_a_mail_again(client: Client) -> None:
    boss = new_person("Boss", is_staff=True, is_superuser=True)
    log_in(client, boss)
    mail = a_mail(state="failed", reason="550 no such user", attempts=3)
    listed = client.get("/admin/accounts/mail/?state__exact=failed").text
    client.post("/admin/accounts/mail/", {"action": "send_again", "_selected_action": [mail.pk]})
    again = Mail.objects.get(pk=mail.pk)

    assert "550 no such user" in listed
    assert (again.message_id, again.state != "failed", again.reason) == (mail.message_id, True, "")


@pytest.mark.django_db
def test_the_admin_finds_a_name_however_it_is_written(client: Client) -> None:
    log_in(client, new_person("Boss", is_staff=True, is_superuser=True))
    new_person("Straße", address="s@example.org")

    assert "s@example.org" in client.get("/admin/accounts/user/?q=STRASSE").text


@pytest.mark.django_db
def test_the_inbox_shows_a_mail_as_text_and_as_a_page_that_can_do_nothing() -> None:
    mail, client = a_mail(), Client(headers={"host": "localhost"})
    listed, shown = client.get("/inbox/").text, client.get(f"/inbox/{mail.pk}/").text
    page = client.get(f"/inbox/{mail.pk}/html/")

    assert "Your turn" in listed
    assert "ABCD-EFGH" in shown
    assert '<iframe class="mail-frame" sandbox src=' in shown
    policy = {part.strip() for part in page.headers["Content-Security-Policy"].split(";")}
    assert {"sandbox", "default-src 'none'", "frame-ancestors 'self'"} <= policy
    assert page.headers["X-Frame-Options"] == "SAMEORIGIN"


@pytest.mark.django_db
def test_a_hosted_club_has_no_inbox(settings: object) -> None:
    import importlib

    from taluva_site import urls

    settings.HOSTED = True
    try:
        importlib.reload(urls)
        clear_url_caches()
        assert Client().get("/inbox/").status_code == 404
        assert "/inbox/" not in Client().get("/terms/").text
    finally:
        settings.HOSTED = False
        importlib.reload(urls)
        clear_url_caches()


@pytest.mark.django_db
def test_old_mails_are_forgotten_but_not_those_that_wait() -> None:
    now = timezone.now()
    old = now - timedelta(days=91)
    kept = [a_mail(), a_mail(created_at=old, state="waiting", sent_at=None)]
    a_mail(created_at=old, state="sent", sent_at=old)

    assert outbox.forget_old(now=now) == 1
    assert set(Mail.objects.all()) == set(kept)

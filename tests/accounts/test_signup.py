from __future__ import annotations

import re

import pytest
from allauth.account.models import EmailAddress
from django.test import Client

from accounts.models import Mail, User
from accounts.models.user import Kind
from tests.accounts.conftest import PASSWORD, code_for, new_person

FORM = {"username": "Ben", "email": "ben@example.org", "password1": PASSWORD, "time_zone": "Asia/Tokyo"}
SIGNUP, CODE = "/account/signup/", "/account/confirm-email/"


@pytest.mark.django_db
def test_signing_up_makes_a_person_once_the_code_is_typed(client: Client) -> None:
    first = client.post(SIGNUP, FORM)
    ben = User.objects.get(username="Ben")
    before = (ben.kind, ben.time_zone, "_auth_user_id" in client.session)
    second = client.post(CODE, {"code": code_for("ben@example.org")})
    ben.refresh_from_db()

    assert (first.url, second.status_code) == (CODE, 302)
    assert before == (Kind.GUEST, "Asia/Tokyo", True)
    assert (ben.kind, client.session["_auth_user_id"]) == (Kind.PERSON, str(ben.pk))
    assert EmailAddress.objects.get(user=ben).verified


@pytest.mark.django_db
def test_the_terms_and_what_is_kept_are_one_press_away(client: Client) -> None:
    form = client.get(SIGNUP).text.partition("</main>")[0]

    assert ('<a href="/terms/">terms</a>' in form, '<a href="/privacy/">what we store</a>' in form) == (True, True)


@pytest.mark.django_db
def test_a_wrong_code_is_refused(client: Client) -> None:
    client.post(SIGNUP, FORM)
    answer = client.post(CODE, {"code": "AAAA-AAAA"})

    assert "Wrong code" in answer.text
    assert User.objects.get(username="Ben").kind == Kind.GUEST


@pytest.mark.django_db
def test_a_mistyped_address_is_typed_again(client: Client) -> None:
    client.post(SIGNUP, {**FORM, "email": "bne@example.org"})
    page = client.get(SIGNUP)
    client.post(SIGNUP, FORM)
    client.post(CODE, {"code": code_for("ben@example.org")})

    assert page.context["form"]["email"].value() == "bne@example.org"
    assert User.objects.get().is_person
    assert [(row.email, row.verified) for row in EmailAddress.objects.all()] == [("ben@example.org", True)]


@pytest.mark.django_db
def test_who_has_not_proved_an_address_may_log_in_as_a_guest_by_name_only(client: Client) -> None:
    client.post(SIGNUP, FORM)
    by_name, by_address = Client(), Client()
    by_name.post("/account/login/", {"login": "Ben", "password": PASSWORD})
    by_address.post("/account/login/", {"login": "ben@example.org", "password": PASSWORD})

    assert ("_auth_user_id" in by_name.session, "_auth_user_id" in by_address.session) == (True, False)


@pytest.mark.django_db
@pytest.mark.parametrize(("wish", "end"), [("/tables/", "/tables/"), ("https://evil.example/", "/"), ("", "/")])
def test_signing_up_goes_on_where_one_wanted_to_go(client: Client, wish: str, end: str) -> None:
    first = client.post(SIGNUP, {**FORM, "next": wish})
    last = client.post(first.url, {"code": code_for("ben@example.org")})

    assert last.url == end


@pytest.mark.django_db
@pytest.mark.parametrize("guess", ["", "Mars/Olympus", "<script>"])
def test_a_zone_that_was_not_guessed_is_utc(client: Client, guess: str) -> None:
    client.post(SIGNUP, {**FORM, "time_zone": guess})

    assert User.objects.get(username="Ben").time_zone == "UTC"


@pytest.mark.django_db
def test_a_form_with_mistakes_says_each_beside_its_field_and_on_top(client: Client, anna: User) -> None:
    page = client.post(SIGNUP, {**FORM, "username": "ANNA", "password1": "short"}).text

    assert page.count("That name is taken") == 2
    assert 'id="id_username_error"' in page
    assert re.search(
        r'id="id_username"[^>]*aria-describedby="id_username_helptext id_username_error"', page
    ) or re.search(r'aria-describedby="id_username_helptext id_username_error"[^>]*id="id_username"', page)
    assert re.search(r'class="no errors"[^>]*tabindex="-1"[^>]*autofocus', page)
    assert not User.objects.filter(email="ben@example.org").exists()


def seen_by_a_stranger(client: Client, address: str, name: str) -> tuple[object, ...]:
    """All that somebody who signs up with this address can see of what follows."""
    first = client.post(SIGNUP, {**FORM, "username": name, "email": address, "password1": "a stranger has come"})
    page = client.get(first.url)
    wrong = client.post(first.url, {"code": "AAAA-AAAA"})
    again = Client()
    inside = again.post("/account/login/", {"login": name, "password": "a stranger has come"})
    by_address = Client().post("/account/login/", {"login": address, "password": "a stranger has come"})
    pages = [
        words(answer.text, address).replace(name, "NAME")
        for answer in (page, wrong, again.get("/account/"), by_address)
    ]
    return first.status_code, first.url, pages, inside.url, sorted(client.cookies)


def words(page: str, address: str) -> str:
    """The page, but for what differs by chance: its token, a form's key, and the address that was typed."""
    return re.sub(r'value="[^"]{64}"|name="key" value="[^"]{16}"|"X-CSRFToken": "[^"]*"', "", page).replace(
        address, "ADDRESS"
    )


@pytest.mark.django_db
def test_signing_up_does_not_tell_whether_an_address_is_known(anna: User) -> None:
    known, unknown = Client(), Client()

    of_known = seen_by_a_stranger(known, "anna@example.org", "Curious")
    of_unknown = seen_by_a_stranger(unknown, "nobody@example.org", "Furious")

    assert of_known == of_unknown
    assert "already have an account" in Mail.objects.get(to="anna@example.org").subject


@pytest.mark.django_db
def test_resetting_does_not_tell_whether_an_address_is_known(anna: User) -> None:
    answers = []
    for address in ("anna@example.org", "nobody@example.org"):
        client = Client()
        first = client.post("/account/password/reset/", {"email": address})
        page = client.get(first.url)
        wrong = client.post(first.url, {"code": "AAAA-AAAA"})
        answers.append((first.status_code, first.url, words(page.text, address), words(wrong.text, address)))

    assert answers[0] == answers[1]


@pytest.mark.django_db
def test_logging_in_does_not_tell_whether_a_name_or_address_is_known(anna: User) -> None:
    pages = [
        words(Client().post("/account/login/", {"login": who, "password": "not the password"}).text, who)
        for who in ("Anna", "Nobody", "anna@example.org", "nobody@example.org")
    ]

    assert len(set(pages)) == 1


@pytest.mark.django_db
@pytest.mark.parametrize("who", ["Anna", "Nobody", "anna@example.org", "nobody@example.org"])
def test_each_wrong_log_in_hashes_one_password(
    client: Client, anna: User, monkeypatch: pytest.MonkeyPatch, who: str
) -> None:
    from django.contrib.auth.hashers import MD5PasswordHasher

    hashed: list[str] = []
    encode = MD5PasswordHasher.encode
    monkeypatch.setattr(
        MD5PasswordHasher,
        "encode",
        lambda self, password, salt: hashed.append(password) or encode(self, password, salt),
    )
    client.post("/account/login/", {"login": who, "password": "not the password"})

    assert hashed == ["not the password"]


@pytest.mark.django_db
def test_too_many_wrong_passwords_are_refused_in_any_spelling_of_the_name(anna: User) -> None:
    spellings = ["Anna", "ANNA", "anna", "ａnna", "aNNa", "anNa"]
    pages = [
        Client(REMOTE_ADDR=f"10.0.0.{index}").post("/account/login/", {"login": name, "password": "no"}).text
        for index, name in enumerate(spellings)
    ]

    assert ["Too many attempts" in page for page in pages] == [False] * 5 + [True]


@pytest.mark.django_db
def test_a_limit_answers_429_with_a_sentence(client: Client) -> None:
    answers = [client.post("/account/login/", {"login": f"x{index}", "password": "no"}) for index in range(31)]

    assert answers[-1].status_code == 429
    assert "Wait a few minutes and try again" in answers[-1].text
    assert answers[-1].headers["Retry-After"] == "300"


@pytest.mark.django_db
def test_a_closed_account_does_not_open(client: Client) -> None:
    new_person("Eve", is_active=False)
    client.post("/account/login/", {"login": "Eve", "password": PASSWORD})

    assert "_auth_user_id" not in client.session

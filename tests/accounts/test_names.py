import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from accounts.models import User
from accounts.services import guests, names
from tests.accounts.conftest import PASSWORD, new_person

GOOD = ["Jo", "Zoë", "O'Neill", "Anna-Lena B.", "हिन्दी", "李小龙", "under_score", "x2"]
BAD = ["a", "-dash", "dash-", "a@b.c", "double--dash", "x" * 31, "<b>x</b>", ". ."]
SAME = [("Straße", "STRASSE"), ("Anna", "ａｎｎａ"), ("Anna", "ANNA"), ("Zoë", "ZOE\u0308"), ("Anna Lee", "anna  lee")]


@pytest.mark.django_db
@pytest.mark.parametrize("name", GOOD)
def test_a_name_is_accepted(name: str) -> None:
    assert names.checked_name(name) == User.normalize_username(name)


@pytest.mark.django_db
@pytest.mark.parametrize("name", BAD)
def test_a_name_is_refused(name: str) -> None:
    with pytest.raises(ValidationError):
        names.checked_name(name)


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["Guest 12345678", "gone 7", "GUEST 1", "Settler", "seedling", "ＴＡＬＵＶＡ"])
def test_names_that_the_site_gives_are_refused_to_people(name: str) -> None:
    with pytest.raises(ValidationError):
        names.checked_name(name)


@pytest.mark.django_db
@pytest.mark.parametrize(("one", "other"), SAME)
def test_two_spellings_of_a_name_are_one_name(one: str, other: str) -> None:
    owner = new_person(one, address="one@example.org")

    with pytest.raises(ValidationError):
        names.checked_name(other)
    assert names.checked_name(other, owner=owner) != ""


@pytest.mark.django_db
@pytest.mark.parametrize(("one", "other"), SAME)
def test_one_logs_in_with_any_spelling_of_the_name(client: Client, one: str, other: str) -> None:
    user = new_person(one, address="one@example.org")

    client.post("/account/login/", {"login": other, "password": PASSWORD})

    assert client.session["_auth_user_id"] == str(user.pk)


@pytest.mark.django_db
@pytest.mark.parametrize("spelling", ["anna@example.org", "Anna@Example.ORG", "  anna@example.org "])
def test_one_logs_in_with_the_address(client: Client, anna: User, spelling: str) -> None:
    client.post("/account/login/", {"login": spelling, "password": PASSWORD})

    assert client.session["_auth_user_id"] == str(anna.pk)


@pytest.mark.django_db
def test_guests_have_names_of_their_own() -> None:
    made = {guests.new_guest().username for _index in range(20)}

    assert len(made) == 20

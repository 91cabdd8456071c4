from collections.abc import Callable
from importlib import import_module

import pytest
from django.apps import apps
from django.core.exceptions import ValidationError
from django.test import Client

from accounts.models import User
from accounts.services import guests, names, rights
from tests.accounts.conftest import PASSWORD, log_in, new_person

GOOD = ["Jo", "Zoë", "O'Neill", "Anna-Lena B.", "हिन्दी", "李小龙", "under_score", "x2"]
GOOD += [
    "Việt",
    "Анна",
    "Ελένη",
    "山田たろう",
    "タロー",
    "金철수",
    "מִרְיָם",
    "مُحَمَّد",
    "မြို့",
    "น้ำผึ้ง",
    "X̌x̌",
    "Teamster",
    "Modesta",
    "Badminton",
    "Flagstaff",
    "Club of 7",
    "2001",
]
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


# Of the script, of marks, and of what Unicode counts as signs or controls.
ODD = {
    "Аdmin": "A name uses one alphabet. “А” is from another one.",
    "Pаul": "A name uses one alphabet. “а” is from another one.",
    "Annα": "A name uses one alphabet. “α” is from another one.",
    "たろ김": "A name uses one alphabet. “김” is from another one.",
    "Z" + "\u0301\u0302\u0303" * 9: "A name can have at most two accents on a letter, and none without a letter.",
    "Z\u0304\u0308\u0335": "A name can have at most two accents on a letter, and none without a letter.",
    "Anna \u0301b": "A name can have at most two accents on a letter, and none without a letter.",
    "A\u20ddb": "A name can have at most two accents on a letter, and none without a letter.",
    "ก\u0e47\u0e47\u0e47ข": "A name can have at most two accents on a letter, and none without a letter.",
    "An\u202ena": "Names consist of letters and digits, with single spaces, dots, hyphens or apostrophes between them.",
    "An\u200bna": "Names consist of letters and digits, with single spaces, dots, hyphens or apostrophes between them.",
    "An\x01na": "Names consist of letters and digits, with single spaces, dots, hyphens or apostrophes between them.",
    **{
        f"An{hidden}na": f"This text contains a character that can’t be shown ({code}). Delete it and try again."
        for hidden, code in {"\ufe0f": "U+FE0F", "\u034f": "U+034F", "\U000e0100": "U+E0100"}.items()
    },
    "\u3164\u3164": "This text contains a character that can’t be shown (U+1160). Delete it and try again.",
}
OF_THE_CLUB = [
    "admin",
    "Admin",
    "ADMIN",
    "ADMlN",
    "adrnin",
    "a.d.m.i.n",
    "Ad min",
    "Admin Anna",
    "The-Moderator",
    "Staff x",
]
OF_THE_CLUB += ["Support", "r00t", "He1p", "SETTLER", "Guest 12", "Guest l2", "Gone 1O", "Tal-uva", "Seed1ing"]
OF_THE_CLUB += [
    "ᴀᴅᴍɪɴ",
    "ꓮꓓꓟꓲꓠ",
    "Admin2",
    "admin2026",
    "Moderators",
    "Taluva Team",
    "Support-Team",
    "Bot 2",
    "Guest0001",
    "Gone-12 3",
    "AdminAnna",
    "TaluvaAdmin",
    "siteadmin",
    "Administratorin",
    "MODERATOR7Ann",
    "SuperMod",
]
ALIKE = [
    ("An\ufe0fna", "Anna"),
    ("Paul", "Pau1"),
    ("Robert", "R0bert"),
    ("Bern", "Bem"),
    ("lan", "Ian"),
    ("ABE", "АВЕ"),
    ("Ola", "0la"),
    ("Stefan", "ꜱᴛᴇꜰᴀɴ"),
]


@pytest.mark.django_db
@pytest.mark.parametrize("name", ODD)
def test_an_odd_name_is_refused_with_a_sentence(name: str) -> None:
    with pytest.raises(ValidationError) as refused:
        names.checked_name(name)

    assert refused.value.messages == [ODD[name]]


@pytest.mark.django_db
@pytest.mark.parametrize("name", OF_THE_CLUB)
def test_a_name_of_the_club_is_refused_however_it_is_written(name: str) -> None:
    with pytest.raises(ValidationError) as refused:
        names.checked_name(name)

    assert refused.value.messages == ["That name is reserved. Please choose another."]


@pytest.mark.django_db
@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_a_name_that_looks_like_somebody_else_s_is_refused(one: str, other: str) -> None:
    owner = new_person(one, address="one@example.org")

    with pytest.raises(ValidationError) as refused:
        names.checked_name(other)
    assert refused.value.messages == ["That name looks like somebody else’s. Please choose another."]
    assert names.checked_name(other, owner=owner) == other


@pytest.mark.django_db
@pytest.mark.parametrize("is_staff", [True, False])
def test_a_name_differs_from_one_with_rights_by_more_than_signs(is_staff: bool) -> None:
    ann = new_person("Ann Lee", address="boss@example.org", is_staff=is_staff)
    if not is_staff:
        rights.make_moderator(ann)
    new_person("Bea Lee", address="bea@example.org")

    for name in ("AnnLee", "Ann-Lee", "Änn Lee"):
        with pytest.raises(ValidationError):
            names.checked_name(name)
    assert names.checked_name("BeaLee") == "BeaLee"


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["moderator", "MODERATOR", "Moderator"])
def test_who_has_a_name_that_nobody_may_take_keeps_it_and_may_change_its_case(name: str) -> None:
    owner = new_person("Moderator")

    assert names.checked_name(name, owner=owner) == name


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["zoë", "Zoe", "Zoé"])
def test_a_person_changes_case_and_accents(client: Client, name: str) -> None:
    owner = new_person("Zoë", address="zoe@example.org")

    assert names.checked_name(name, owner=owner) == name


@pytest.mark.django_db
def test_an_upgrade_keeps_names_that_look_alike_and_the_look_for_staff_or_the_first() -> None:
    rows = [
        User(username=name, name_key=name, is_staff=name == "pau1") for name in ("paul", "pau1", "pаul", "eve", "еvе")
    ]
    User.objects.bulk_create(rows)
    fill = import_module("accounts.migrations.0012_look_alikes").fill

    fill(apps)
    looks = dict(User.objects.values_list("username", "look_key"))
    fill(apps)

    assert looks == {"paul": None, "pau1": "paul", "pаul": None, "eve": "eve", "еvе": None}
    assert dict(User.objects.values_list("username", "look_key")) == looks
    again = User.objects.get(username="paul")
    again.save()
    assert again.look_key is None
    again.username = "Pauline"
    again.save()
    assert User.objects.get(username="Pauline").look_key == "pauline"


@pytest.mark.django_db
def test_staff_gives_nobody_the_look_of_another(client: Client) -> None:
    log_in(client, new_person("Boss", is_staff=True, is_superuser=True))
    new_person("Paul")
    anna = new_person("Anna")
    fields = {"username": "Pau1", "time_zone": "UTC"}
    answers = [
        client.post(f"/admin/accounts/user/{anna.pk}/change/", fields),
        client.post("/admin/accounts/user/add/", {"username": "PAUL", "usable_password": "false"}),
    ]

    assert ["looks like somebody" in answer.text for answer in answers] == [True, False]
    assert ["That name is taken" in answer.text for answer in answers] == [False, True]
    assert (
        client.post("/admin/accounts/user/add/", {"username": "Moderator", "usable_password": "false"}).status_code
        == 302
    )


@pytest.mark.django_db
def test_whoever_comes_second_to_a_name_is_told_so(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both were checked before either was saved."""
    new_person("Paul")
    anna = new_person("Anna")
    log_in(client, anna)
    monkeypatch.setattr(names, "check_free", once_late(names.check_free))
    form = {"username": "Pau1", "time_zone": "UTC", "theme": "", "palette": ""}
    answer = client.post("/account/", form)

    assert (answer.status_code, "looks like somebody else’s" in answer.text) == (422, True)
    assert User.objects.get(pk=anna.pk).username == "Anna"


def once_late(check: Callable[..., None]) -> Callable[..., None]:
    """A check that finds nothing the first time."""
    calls = iter([lambda *_args: None])
    return lambda *args: next(calls, check)(*args)


@pytest.mark.django_db
def test_guests_have_names_of_their_own() -> None:
    made = {guests.new_guest().username for _index in range(20)}

    assert len(made) == 20

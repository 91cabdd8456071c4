"""What the operator does on the command line: give and take rights, and answer a request about somebody's data."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

import pytest
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import Group, Permission
from django.core.management import CommandError, call_command

from accounts.models import User
from accounts.services import rights
from games.matches import queries
from games.people import moderation
from tests.accounts.conftest import new_person
from tests.factories import browser_of, guest, level_bot, moderator, people, person, played, running_match

pytestmark = pytest.mark.django_db


def said(*words: str) -> str:
    out = StringIO()
    call_command(*words, stdout=out)
    return out.getvalue()


def test_a_member_becomes_moderator_and_is_none_any_more() -> None:
    ann = person("Ann")
    client = browser_of(ann)
    assert 'href="/moderation/"' not in client.get("/games/").text
    assert said("staff", "ANN", "--moderator") == "Ann: moderator\n"
    assert queries.may_moderate(User.objects.get(pk=ann.pk))
    assert 'href="/moderation/"' in client.get("/games/").text
    assert client.get("/moderation/").status_code == 200
    assert said("staff", "Ann", "--remove") == "Ann: no rights\n"
    assert client.get("/moderation/").status_code == 403
    assert 'href="/moderation/"' not in client.get("/games/").text


def test_a_member_becomes_superuser_and_is_asked_for_a_second_step() -> None:
    ann, ben = new_person("Ann"), new_person("Ben")
    Authenticator.objects.create(user=ben, type="totp", data={})
    first, second = said("staff", "ann@example.org", "--superuser"), said("staff", "Ben", "--superuser")

    assert (first.startswith("Ann: superuser\n"), "no second step yet" in first) == (True, True)
    assert second == "Ben: superuser, second step\n"
    assert list(User.objects.filter(is_staff=True, is_superuser=True).order_by("pk")) == [ann, ben]


def test_the_group_gets_its_permission_back() -> None:
    Group.objects.filter(name="Moderators").delete()
    said("staff", str(person("Ann")), "--moderator")

    assert list(Group.objects.get().permissions.values_list("codename", flat=True)) == ["moderate"]


def test_the_staff_is_listed() -> None:
    assert said("staff").startswith("Nobody has a right yet.")
    moderator("Mo")
    person("Boss", is_staff=True, is_superuser=True)
    clark = person("Clark", is_staff=True, is_active=False)
    clark.user_permissions.add(Permission.objects.get(codename="view_user"))
    person("Ann")

    assert said("staff").splitlines() == ["Boss: superuser", "Clark: may open /admin/, suspended", "Mo: moderator"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["Nobody", "--moderator"], "Nobody here is called Nobody, or has proved that address."),
        (["ann@club.example", "--moderator"], "has proved that address"),
        (["Guest 00000001", "--superuser"], "only members get rights"),
        (["Seedling", "--moderator"], "only members get rights"),
        (["Out", "--moderator"], "Out is suspended."),
        (["--moderator"], "Whom?"),
    ],
)
def test_who_can_get_no_right_is_said_in_a_sentence(words: list[str], sentence: str) -> None:
    guest()
    level_bot()
    person("Ann")
    person("Out", is_active=False)
    with pytest.raises(CommandError) as refused:
        call_command("staff", *words)

    assert sentence in str(refused.value)
    assert not User.objects.filter(is_staff=True).exists()
    assert not User.objects.with_perm(rights.MODERATE, backend=moderation.BACKEND).exists()


def test_somebodys_data_is_written_to_a_file_for_its_owner_alone(tmp_path: Path) -> None:
    ann, ben = people(2)
    played(running_match(ann, ben))
    path = tmp_path / "ann.json"
    assert said("person", "export", "ann", "--to", str(path)) == f"What the club knows of Ann is in {path}.\n"
    written = json.loads(path.read_text())

    assert (path.stat().st_mode & 0o777, written["accounts.User"][0]["username"]) == (0o600, "Ann")
    assert len(written["games.Turn"]) == 1
    assert json.loads(said("person", "export", "Ann")) == written
    with pytest.raises(CommandError, match="File exists"):
        call_command("person", "export", "Ann", "--to", str(path))


def test_somebody_is_erased_when_it_is_sure() -> None:
    ann, _ben = people(2)
    with pytest.raises(CommandError, match="Say --yes if you are sure"):
        call_command("person", "erase", "Ann")
    assert User.objects.get(pk=ann.pk).username == "Ann"
    words = said("person", "erase", "Ann", "--yes")
    ann.refresh_from_db()

    assert (ann.is_gone, f"is called {ann} in the games" in words) == (True, True)
    for name, sentence in ((ann.username, "has left already"), ("Ann", "Nobody here is called Ann")):
        with pytest.raises(CommandError, match=sentence):
            call_command("person", "erase", name, "--yes")


def test_a_bot_is_not_erased() -> None:
    with pytest.raises(CommandError, match="is a bot of the club"):
        call_command("person", "erase", str(level_bot()), "--yes")

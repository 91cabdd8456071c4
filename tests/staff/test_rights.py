"""Nobody gains rights in the admin: neither for themselves nor by way of somebody who has more."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.apps import apps
from django.contrib.auth.models import Group, Permission
from django.test import Client

from accounts.models import User
from accounts.services import rights
from games.matches import queries, refusals, talk
from games.models import StaffAction
from games.people import moderation
from tests.accounts.conftest import PASSWORD, new_person
from tests.factories import NOW, browser_of, moderator, people, person, running_match

pytestmark = pytest.mark.django_db
# Everything about accounts that can be given without making somebody a superuser.
ABOUT_ACCOUNTS = ("user", "group", "permission", "emailaddress", "authenticator", "usersession")


def clerk(name: str = "Clark") -> User:
    """Somebody of the staff with every permission about accounts, and no superuser."""
    user = person(name, is_staff=True)
    user.user_permissions.set(Permission.objects.filter(content_type__model__in=ABOUT_ACCOUNTS))
    return user


def form_of(client: Client, user: User) -> dict[str, Any]:
    """What a browser would send back from the page of this account, with every right that there is."""
    values: dict[str, Any] = {name: getattr(user, name) for name in ("username", "time_zone", "language", "theme")}
    everything = list(Permission.objects.values_list("pk", flat=True))
    values |= {"is_staff": "on", "is_superuser": "on", "user_permissions": everything}
    values |= {"groups": list(Group.objects.values_list("pk", flat=True)), "email": "evil@example.org"}
    return values | {"password": "x", "patterns": "on", "motion": "on"}


def rights_of(user: User) -> tuple[bool, bool, int, int, str]:
    user = User.objects.get(pk=user.pk)
    return user.is_staff, user.is_superuser, user.user_permissions.count(), user.groups.count(), user.email


@pytest.mark.parametrize("whose", ["own", "member"])
def test_who_may_change_accounts_gives_nobody_a_right(whose: str) -> None:
    clark, ann = clerk(), person("Ann")
    target, client = {"own": clark, "member": ann}[whose], browser_of(clark)
    before = (rights_of(target), target.password)
    page = f"/admin/accounts/user/{target.pk}/change/"
    answer = client.post(page, {**form_of(client, target), "time_zone": "Asia/Tokyo"})
    target.refresh_from_db()

    assert (answer.status_code, target.time_zone) == (302, "Asia/Tokyo")
    assert (rights_of(target), target.password) == before
    shown = client.get(page).text
    assert [f'name="{name}"' in shown for name in ("username", "is_superuser", "email", "groups")] == [True] + [
        False
    ] * 3


def test_who_may_change_accounts_sets_no_password_and_makes_no_account() -> None:
    ann, client = person("Ann"), browser_of(clerk())
    before = ann.password
    new = {"password1": "three tall towers", "password2": "three tall towers", "usable_password": "true"}
    answers = [
        client.post(f"/admin/accounts/user/{ann.pk}/password/", new),
        client.get(f"/admin/accounts/user/{ann.pk}/password/"),
        client.post("/admin/accounts/user/add/", {"username": "Eve", **new}),
        client.get("/admin/accounts/user/add/"),
    ]
    ann.refresh_from_db()

    assert [answer.status_code for answer in answers] == [403] * 4
    assert (ann.password, User.objects.filter(username="Eve").exists()) == (before, False)


def test_nobody_changes_the_account_of_somebody_with_more_rights() -> None:
    boss, mo, client = person("Boss", is_staff=True, is_superuser=True), moderator(), browser_of(clerk())
    for target in (boss, mo):
        page = f"/admin/accounts/user/{target.pk}/change/"
        assert client.get(page).status_code == 200  # to read
        assert client.post(page, form_of(client, target)).status_code == 403
        factor = Authenticator.objects.create(user=target, type="totp", data={})
        assert client.post(f"/admin/mfa/authenticator/{factor.pk}/delete/", {"post": "yes"}).status_code == 403
        chosen = {"action": "delete_selected", "_selected_action": [factor.pk], "post": "yes"}
        assert client.post("/admin/mfa/authenticator/", chosen).status_code == 403

    assert Authenticator.objects.count() == 2


def test_the_admin_takes_no_passwords() -> None:
    """Its own pages would ask for no second step, count no wrong passwords, and tell nobody of a new one."""
    clark, boss = clerk(), new_person("Boss", is_staff=True, is_superuser=True)
    client, new = browser_of(clark), {"new_password1": "a new tall tower", "new_password2": "a new tall tower"}
    login = client.post("/admin/login/", {"username": "Boss", "password": PASSWORD})
    assert (login.status_code, login.url, client.session["_auth_user_id"]) == (302, "/admin/", str(clark.pk))
    client.force_login(boss)
    change = client.post("/admin/password_change/", {"old_password": PASSWORD, **new})
    boss.refresh_from_db()

    assert (change.status_code, change.url) == (302, "/account/password/change/")
    assert boss.check_password(PASSWORD)


def test_a_member_who_lost_their_device_is_helped() -> None:
    factor = Authenticator.objects.create(user=person("Ann"), type="totp", data={})
    answer = browser_of(clerk()).post(f"/admin/mfa/authenticator/{factor.pk}/delete/", {"post": "yes"})

    assert (answer.status_code, Authenticator.objects.exists()) == (302, False)


def test_neither_groups_nor_addresses_are_a_way_round() -> None:
    boss, client = person("Boss", is_staff=True, is_superuser=True), browser_of(clerk())
    group = Group.objects.create(name="Helpers")
    address = EmailAddress.objects.create(user=boss, email="evil@example.org", verified=False)
    everything = list(Permission.objects.values_list("pk", flat=True))
    answers = [
        client.post(f"/admin/auth/group/{group.pk}/change/", {"name": "Helpers", "permissions": everything}),
        client.post("/admin/auth/group/add/", {"name": "All", "permissions": everything}),
        client.post("/admin/account/emailaddress/add/", {"user": boss.pk, "email": "x@example.org", "verified": "on"}),
        client.post(f"/admin/account/emailaddress/{address.pk}/change/", {"verified": "on"}),
    ]
    client.post("/admin/account/emailaddress/", {"action": "make_verified", "_selected_action": [address.pk]})
    address.refresh_from_db()

    assert [answer.status_code for answer in answers] == [403] * 4
    assert (group.permissions.count(), address.verified) == (0, False)


def test_a_superuser_still_gives_rights_and_passwords() -> None:
    ann, client = person("Ann"), browser_of(person("Boss", is_staff=True, is_superuser=True))
    group = Group.objects.get(name="Moderators")
    values = {**form_of(client, ann), "groups": [group.pk], "user_permissions": []}
    del values["is_superuser"]
    assert client.post(f"/admin/accounts/user/{ann.pk}/change/", values).status_code == 302
    new = {"password1": "three tall towers", "password2": "three tall towers", "usable_password": "true"}
    assert client.post(f"/admin/accounts/user/{ann.pk}/password/", new).status_code == 302
    ann = User.objects.get(pk=ann.pk)

    assert (ann.is_staff, ann.is_superuser, ann.check_password("three tall towers")) == (True, False, True)
    assert queries.may_moderate(ann)


def test_who_may_act_on_whom() -> None:
    boss, mo, moe = person("Boss", is_superuser=True), moderator("Mo"), moderator("Moe")
    ann, clark, idle = person("Ann"), clerk(), person("Idle", is_staff=True)
    allowed = {
        (str(one), str(other))
        for one in (boss, mo, ann, clark, idle)
        for other in (boss, moe, ann, clark, idle)
        if rights.may_act_on(one, other)
    }

    assert allowed == {
        *(("Boss", name) for name in ("Boss", "Moe", "Ann", "Clark", "Idle")),
        ("Mo", "Moe"),
        ("Mo", "Ann"),
        ("Ann", "Ann"),
        ("Clark", "Ann"),
        ("Clark", "Clark"),
        ("Clark", "Idle"),
        ("Idle", "Ann"),
        ("Idle", "Idle"),
    }


def test_a_suspended_account_has_its_rights_still() -> None:
    mo, clark = moderator(), clerk()
    dan = with_more_rights()
    for user in (mo, dan):
        User.objects.filter(pk=user.pk).update(is_active=False)
        user.refresh_from_db()

    assert [rights.may_act_on(clark, user) for user in (mo, dan)] == [False, False]
    with pytest.raises(refusals.Forbidden):
        moderation.suspend_account(user=dan, staff=moderator("Moe"), why="A friend.", now=NOW, suspended=False)


def test_a_moderator_suspends_members_and_neither_staff_nor_superusers() -> None:
    mo, ann = moderator(), person("Ann")
    moderation.suspend_account(user=ann, staff=mo, why="Spam.", now=NOW)
    for other in (person("Boss", is_superuser=True), person("Clark", is_staff=True), with_more_rights()):
        with pytest.raises(refusals.Forbidden):
            moderation.suspend_account(user=other, staff=mo, why="Fun.", now=NOW)

    assert list(StaffAction.objects.values_list("action", "user__username")) == [("suspend", "Ann")]
    assert not User.objects.get(pk=ann.pk).is_active


def with_more_rights() -> User:
    user = person("Dan")
    user.user_permissions.add(Permission.objects.get(codename="view_mail"))
    return user


def test_an_upgrade_lets_those_moderate_who_could_suspend_before() -> None:
    Group.objects.filter(name="Moderators").delete()
    users = {name: person(name, is_staff=name != "Ann") for name in ("Ann", "Clark", "Grace", "Vic")}
    change, view = (Permission.objects.get(codename=f"{way}_user") for way in ("change", "view"))
    for name, permission in (("Ann", change), ("Clark", change), ("Vic", view)):
        users[name].user_permissions.add(permission)
    helpers = Group.objects.create(name="Helpers")
    helpers.permissions.add(change)
    users["Grace"].groups.add(helpers)
    import_module("games.migrations.0024_moderators").add_moderators(apps, None)

    may = {name for name in users if queries.may_moderate(User.objects.get(username=name))}
    assert may == {"Clark", "Grace"}
    codes = Group.objects.get(name="Moderators").permissions.values_list("codename", flat=True)
    assert list(codes) == ["moderate"]


@pytest.mark.parametrize("visibility", ["private", "unlisted"])
def test_staff_without_the_permission_to_moderate_reads_no_private_talk(visibility: str) -> None:
    ann, ben = people(2)
    match = running_match(ann, ben, visibility=visibility)
    talk.write_message(match_id=match.pk, user=ann, text="only for Ben", now=NOW)
    sent = [
        (answer.status_code, "only for Ben" in answer.text)
        for user in (ben, moderator(), person("Boss", is_superuser=True), clerk(), person("Cleo"))
        for answer in [browser_of(user).get(match.get_absolute_url())]
    ]

    none = (404, False) if visibility == "private" else (200, False)
    assert sent == [(200, True)] * 3 + [none] * 2

from __future__ import annotations

import json
from collections.abc import Container, Iterator
from datetime import timedelta
from importlib import import_module
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.apps import apps
from django.contrib.admin.models import CHANGE, DELETION, LogEntry
from django.contrib.auth.models import Group
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.db import connection, models
from django.test import Client
from django.utils import timezone

from accounts.models import Mail, User
from accounts.models.user import Kind
from accounts.services import account_deletion, exports
from games.models import Delivery, Match, Notice, Seat, SeatOrder
from games.people.account_extension import GamesAccountExtension
from tests.accounts.conftest import PASSWORD, confirm_again, log_in, new_person

TEXT = (models.CharField, models.TextField, models.JSONField, models.GenericIPAddressField)
# What the site wrote itself, in rows that stay for the games: the log, keys, and words out of fixed lists.
WRITTEN_BY_THE_SITE = {
    "accounts.User": {"name_key", "bot_level"},
    "games.Match": {
        *(
            "key",
            "rules",
            "rules_version",
            "options",
            "sealed_seed",
            "public_seed",
            "seed_hash",
            "stand_in_level",
            "join_code",
            "reason",
        ),
    },
    "games.Seat": {"reason"},
    "games.Turn": {"text", "key"},
    "games.Rating": {"rules"},
    "games.StaffAction": {"action"},
    "admin.LogEntry": {"object_id"},
}
# Of a mail to somebody else what is about the person can only be in its words.
OF_THE_MAIL = {"key", "to", "sender", "headers", "message_id", "task", "reason"}


def people_fields() -> Iterator[tuple[type[models.Model], models.Field[Any, Any]]]:
    """Each way in which a row of any model can belong to somebody."""
    for model in apps.get_models(include_auto_created=True):
        for field in model._meta.concrete_fields:
            if field.is_relation and field.related_model is User:
                yield model, field


def texts_of(model: type[models.Model], *, but: set[str]) -> list[models.Field[Any, Any]]:
    return [
        field
        for field in model._meta.concrete_fields
        if isinstance(field, TEXT) and not (field.name in but or field.choices or field.primary_key)
    ]


def plant(rows: list[models.Model], written: dict[str, set[str]]) -> dict[str, str]:
    """A word of its own in each text of the rows, behind the back of every check: the word, and where it stands."""
    words = {}
    for row in rows:
        planted = {}
        for field in texts_of(type(row), but=written.get(row._meta.label, set())):
            number = len(words)
            is_ip = isinstance(field, models.GenericIPAddressField)
            planted[field.attname] = word = f"203.0.113.{number}" if is_ip else f"zq{number}q"
            words[word] = f"{row._meta.label}.{field.name}"
        if planted:
            type(row)._base_manager.filter(pk=row.pk).update(**planted)
    return words


def everything_in_the_database() -> str:
    """All rows of all tables, sessions as what they say."""
    found = [repr(session.get_decoded()) for session in Session.objects.all()]
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
            found.append(repr(cursor.fetchall()))
    return "\n".join(found)


def a_full_life(client: Client) -> User:
    """Somebody with a row of every model that can belong to somebody, and with what hangs on those."""
    anna = new_person("Anna", is_staff=True)
    log_in(client, anna)
    for model, field in people_fields():
        if not model._base_manager.filter(**{field.name: anna}).exists():
            made(model, **{field.name: anna})
    made(SeatOrder, match=Seat.objects.get(user=anna).match)
    made(Delivery, notice=Notice.objects.get(user=anna))
    return anna


def rows_of(user: User, *, but: Container[str] = ()) -> list[models.Model]:
    """Theirs by a key, but for these keys."""
    found: dict[tuple[type[models.Model], int], models.Model] = {(User, user.pk): user}
    for model, field in people_fields():
        if str(field) not in but:
            found |= {(model, row.pk): row for row in model._base_manager.filter(**{field.name: user})}
    return list(found.values())


def mails_about(anna: User) -> list[models.Model]:
    """What Ben was told of a table where she sits, and of one that she left."""
    ben = User.objects.get(username="Ben")
    seated = made(Notice, user=ben, match=Seat.objects.get(user=anna).match, event="ended")
    by_her = made(Notice, user=ben, actor=anna, match=made(Match), event="joined")
    mails = []
    for number, (state, notice) in enumerate([("sent", seated), ("waiting", seated), ("waiting", by_her)]):
        mail = made(Mail, user=ben, state=state, sent_at=timezone.now(), message_id=str(number))
        made(Delivery, notice=notice, mail=mail, channel=str(number))
        mails.append(mail)
    return mails


def logged_about(rows: list[models.Model]) -> list[models.Model]:
    """What Ben did to each of them in the admin, and to an address of hers that he deleted."""
    ben = User.objects.get(username="Ben")
    return [
        LogEntry.objects.create(
            user=ben, content_type=ContentType.objects.get_for_model(row), object_id=str(row.pk), action_flag=CHANGE
        )
        for row in rows
        if not row._meta.auto_created
    ]


@pytest.mark.django_db
def test_nothing_of_the_person_is_left_anywhere(client: Client) -> None:
    anna = a_full_life(client)
    rows = rows_of(anna)
    rows += mails_about(anna) + logged_about(rows)
    words = plant(rows, {**WRITTEN_BY_THE_SITE, "accounts.Mail": OF_THE_MAIL})
    before = everything_in_the_database()
    assert {words[word] for word in words if word not in before} == set()

    account_deletion.delete_account(user=anna, now=timezone.now())

    after = everything_in_the_database()
    assert {words[word] for word in words if word in after} == set()
    assert len(words) > 90


@pytest.mark.django_db
def test_the_log_has_no_words_of_rows_that_are_gone_or_there(client: Client, anna: User) -> None:
    client.force_login(new_person("Ben", is_staff=True, is_superuser=True))
    mail, group = made(Mail, to=anna.email), Group.objects.create(name=anna.email)
    client.post(f"/admin/accounts/mail/{mail.pk}/delete/", {"post": "yes"})
    client.post(f"/admin/auth/group/{group.pk}/change/", {"name": "Anna"})
    client.post("/admin/auth/group/add/", {"name": "Anna's"})
    chosen = {"action": "delete_selected", "_selected_action": [group.pk], "post": "yes"}
    client.post("/admin/auth/group/", chosen)
    added = Group.objects.get(name="Anna's")

    assert list(LogEntry.objects.order_by("pk").values_list("object_repr", "change_message")) == [
        (f"#{mail.pk}", ""),
        (f"#{group.pk}", '[{"changed": {"fields": ["Name"]}}]'),
        (f"#{added.pk}", '[{"added": {}}]'),
        (f"#{group.pk}", ""),
    ]
    assert client.get("/admin/").status_code == 200


@pytest.mark.django_db
def test_the_migration_takes_the_words_out_of_the_log(anna: User) -> None:
    ben = new_person("Ben")
    inline = '[{"added": {"name": "address", "object": "anna@example.org"}}, {"changed": {"fields": ["Name"]}}]'
    about = {"user": ben, "content_type": ContentType.objects.get_for_model(EmailAddress)}
    LogEntry.objects.create(**about, object_id="99", object_repr="anna@example.org", action_flag=DELETION)
    LogEntry.objects.create(**about, object_id="7", object_repr="Ben", action_flag=CHANGE, change_message=inline)

    import_module("accounts.migrations.0010_numbers_in_log").write_numbers(apps, None)

    assert list(LogEntry.objects.order_by("pk").values_list("object_repr", "change_message")) == [
        ("#99", ""),
        ("#7", inline.replace("anna@example.org", "")),
    ]


@pytest.mark.django_db
def test_mails_from_before_the_address_was_known_go_and_those_to_a_claimed_address_stay(client: Client) -> None:
    client.post("/account/password/reset/", {"email": "Anna@Example.org"})
    anna = new_person("Anna")
    ben = new_person("Ben")
    mallory = User.objects.create_user("Mallory", "ben@example.org", PASSWORD)
    EmailAddress.objects.create(user=mallory, email="ben@example.org", verified=False)
    for user in (None, ben):
        made(Mail, user=user, to="ben@example.org", message_id=str(user))
    assert Mail.objects.filter(to__iexact="anna@example.org").count() == 1

    for leaver in (mallory, anna):
        account_deletion.delete_account(user=leaver, now=timezone.now())

    assert list(Mail.objects.values_list("to", flat=True)) == ["ben@example.org"] * 2


def made(model: type[models.Model], **given: Any) -> models.Model:
    needed = {field.name: least(field) for field in model._meta.concrete_fields if is_needed(field)}
    return model._base_manager.create(**{**needed, **SPECIAL.get(model._meta.label, {}), **given})


def is_needed(field: models.Field[Any, Any]) -> bool:
    return not (field.primary_key or field.null or field.has_default() or (field.blank and not field.is_relation))


def least(field: models.Field[Any, Any]) -> Any:
    """Some value that such a field takes."""
    related = field.related_model
    if related is User:
        return User.objects.filter(username="Ben").first() or new_person("Ben")
    if related:
        return made(related)
    if field.choices:
        return field.choices[0][0]
    if isinstance(field, models.DurationField):
        return timedelta(hours=1)
    if isinstance(field, models.DateTimeField):
        return timezone.now()
    return "x" if isinstance(field, models.CharField | models.TextField) else 1


# What checks of the database ask for beyond the kind of the field.
SPECIAL: dict[str, dict[str, Any]] = {
    "games.Match": {"players": 2},
    "games.Seat": {"joined": 0},
}


@pytest.mark.django_db
def test_the_row_that_stays_says_gone(client: Client) -> None:
    anna = a_full_life(client)
    gone = account_deletion.delete_account(user=anna, now=timezone.now())

    gone.refresh_from_db()
    assert gone.username.startswith("Gone ")
    assert (gone.pk, gone.kind, gone.email, gone.is_active, gone.is_staff) == (anna.pk, Kind.GONE, "", False, False)
    assert not gone.has_usable_password()


@pytest.mark.django_db
def test_who_has_gone_is_logged_out_everywhere(client: Client) -> None:
    anna = new_person("Anna")
    elsewhere = Client()
    log_in(client, anna)
    log_in(elsewhere, anna)

    account_deletion.delete_account(user=anna, now=timezone.now())

    assert Session.objects.count() == 0
    assert [each.get("/account/").status_code for each in (client, elsewhere)] == [302, 302]


@pytest.mark.django_db
def test_a_reset_that_was_begun_is_forgotten(client: Client, anna: User) -> None:
    client.post("/account/password/reset/", {"email": "Anna@example.org"})
    other = Client()
    other.post("/account/password/reset/", {"email": "ben@example.org"})
    assert Mail.objects.filter(user=anna).count() == 1

    account_deletion.delete_account(user=anna, now=timezone.now())

    assert "anna@" not in everything_in_the_database().lower()
    assert [session.session_key for session in Session.objects.all()] == [other.session.session_key]


@pytest.mark.django_db
def test_leaving_twice_is_leaving_once(anna: User) -> None:
    first = account_deletion.delete_account(user=anna, now=timezone.now())
    second = account_deletion.delete_account(user=anna, now=timezone.now())

    assert first.username == second.username


@pytest.mark.django_db
def test_the_page_asks_for_the_password_and_for_a_tick(client: Client, anna: User) -> None:
    log_in(client, anna)
    asked = client.get("/account/leave/")
    confirm_again(client)
    unsure = client.post("/account/leave/")
    sure = client.post("/account/leave/", {"sure": "yes"}, follow=True)

    assert asked.url.startswith("/account/reauthenticate/")
    assert (unsure.status_code, sure.redirect_chain) == (422, [("/", 302)])
    assert "Your account was deleted" in sure.text
    assert User.objects.get(pk=anna.pk).is_gone


@pytest.mark.django_db
def test_a_guest_leaves_without_a_password(client: Client) -> None:
    client.post("/account/guest/")
    client.post("/account/leave/", {"sure": "yes"})

    assert User.objects.get().is_gone


@pytest.mark.django_db
def test_the_export_is_a_file_after_the_password(client: Client, anna: User) -> None:
    log_in(client, anna)
    asked = client.get("/account/export/")
    confirm_again(client)
    answer = client.get("/account/export/")
    data, row = json.loads(answer.content), EmailAddress.objects.get(user=anna)

    assert asked.url.startswith("/account/reauthenticate/")
    assert answer.headers["Content-Disposition"].startswith('attachment; filename="Anna ')
    assert data["accounts.User"][0]["username"] == "Anna"
    assert data["account.EmailAddress"] == [
        {"id": row.pk, "user": "Anna", "email": "anna@example.org", "verified": True, "primary": True}
    ]
    assert data["usersessions.UserSession"][0]["ip"] == "127.0.0.1"


# What lets somebody in, what is secret in a game that runs, the words of others, and what only staff reads.
KEPT_BACK = {
    "accounts.Mail.html",
    "accounts.NoticeSettings.feed_token",
    "accounts.User.password",
    "accounts.Webhook.secret",
    "admin.LogEntry.object_repr",
    "games.Match.join_code",
    "games.Match.public_seed",
    "games.Match.sealed_seed",
    "games.StaffAction.why",
    "games.Token.digest",
    "mfa.Authenticator.data",
    "usersessions.UserSession.session_key",
}


@pytest.mark.django_db
def test_the_export_has_every_text_but_what_is_kept_back(client: Client) -> None:
    anna = a_full_life(client)
    own = [*rows_of(anna, but=exports.OF_OTHERS), SeatOrder.objects.get(), Delivery.objects.get()]
    words = plant(own, {})
    data = exports.export_of(anna)
    text = json.dumps(data, default=str)

    assert {words[word] for word in words if word not in text} == KEPT_BACK
    name = User.objects.get(pk=anna.pk).username
    assert [row["blocker"] for row in data["games.Block"]] == [name]
    assert [row["user"] for row in data["games.Notice"]] == [name]


@pytest.mark.django_db
def test_the_export_names_passkeys_and_groups(anna: User) -> None:
    Authenticator.objects.create(user=anna, type="webauthn", data={"name": "my phone", "credential": {"rawId": "zq"}})
    anna.groups.add(Group.objects.create(name="hosts"))
    data = exports.export_of(anna)

    assert data["passkeys"] == ["my phone"]
    assert data["accounts.User_groups"][0]["group"] == "hosts"
    assert "zq" not in json.dumps(data, default=str)


@pytest.mark.django_db
def test_an_app_adds_rows_to_the_export(anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    hosts = Group.objects.filter(name="hosts")
    monkeypatch.setattr(GamesAccountExtension, "exported_rows", lambda _self, _user: [hosts])
    Group.objects.create(name="hosts")

    assert [row["name"] for row in exports.export_of(anna)["auth.Group"]] == ["hosts"]


@pytest.mark.django_db
def test_the_export_of_who_has_gone_has_no_string_of_theirs(anna: User) -> None:
    gone = account_deletion.delete_account(user=anna, now=timezone.now())
    text = json.dumps(exports.export_of(gone), default=str)

    assert "nna" not in text
    assert "Europe/Berlin" not in text

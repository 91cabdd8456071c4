from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.apps import apps
from django.contrib.sessions.models import Session
from django.db import connection, models
from django.test import Client
from django.utils import timezone

from accounts.models import Mail, User
from accounts.models.user import Kind
from accounts.services import departures, exports
from tests.accounts.conftest import confirm_again, log_in, new_person

TEXT = (models.CharField, models.TextField, models.JSONField, models.GenericIPAddressField)
# What the site wrote itself, in rows that stay for the games: the log, keys, and words out of fixed lists.
WRITTEN_BY_THE_SITE = {
    "accounts.User": {"name_key", "bot_level"},
    "games.Match": {
        *("key", "rules", "rules_version", "options", "seed", "seed_hash", "stand_in_level", "join_code", "reason"),
    },
    "games.Seat": {"reason"},
    "games.Turn": {"text", "key"},
    "games.StaffAction": {"action"},
}


def people_fields() -> Iterator[tuple[type[models.Model], models.Field[Any, Any]]]:
    """Each way in which a row of any model can belong to somebody."""
    for model in apps.get_models(include_auto_created=True):
        for field in model._meta.concrete_fields:
            if field.is_relation and field.related_model is User:
                yield model, field


def texts_of(model: type[models.Model]) -> list[models.Field[Any, Any]]:
    written = WRITTEN_BY_THE_SITE.get(model._meta.label, set())
    return [
        field
        for field in model._meta.concrete_fields
        if isinstance(field, TEXT) and not (field.name in written or field.choices or field.primary_key)
    ]


def plant(row: models.Model) -> list[str]:
    """A word of its own in each text of the row, behind the back of every check."""
    planted = {}
    for field in texts_of(type(row)):
        word = f"zq{row._meta.model_name}{field.name}{row.pk}"[: field.max_length or 99]
        planted[field.attname] = "203.0.113.77" if isinstance(field, models.GenericIPAddressField) else word
    if planted:
        type(row)._base_manager.filter(pk=row.pk).update(**planted)
    return list(planted.values())


def everything_in_the_database() -> str:
    """All rows of all tables, but for sessions, whose text can't be read."""
    found = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
            found.append(repr(cursor.fetchall()))
    return "\n".join(found)


def a_full_life(client: Client) -> User:
    """Somebody with a row in as many tables as can be had by living here."""
    from allauth.mfa.models import Authenticator
    from django.contrib.admin.models import ADDITION, LogEntry
    from django.contrib.auth.models import Group
    from django.contrib.contenttypes.models import ContentType

    anna = new_person("Anna", is_staff=True)
    log_in(client, anna)
    Authenticator.objects.create(user=anna, type="totp", data={"secret": "x"})
    Mail.objects.create(user=anna, to="anna@example.org", sender="x", subject="x", text="x", message_id="<1@x>")
    anna.groups.add(Group.objects.create(name="hosts"))
    content_type = ContentType.objects.get_for_model(User)
    LogEntry.objects.create(user=anna, content_type=content_type, object_id="1", object_repr="x", action_flag=ADDITION)
    return anna


def rows_of(user: User) -> list[models.Model]:
    rows: list[models.Model] = [user]
    for model, field in people_fields():
        rows.extend(model._base_manager.filter(**{field.name: user}))
    return rows


@pytest.mark.django_db
def test_nothing_of_the_person_is_left_anywhere(client: Client) -> None:
    anna = a_full_life(client)
    anna_plays(anna)
    words = [word for row in rows_of(anna) for word in plant(row)]
    before = everything_in_the_database()
    assert all(word in before for word in words)

    departures.leave(user=anna, now=timezone.now())

    after = everything_in_the_database()
    assert [word for word in words if word in after] == []
    assert len(words) > 20


def anna_plays(anna: User) -> None:
    """A row of every model of the games that can belong to somebody."""
    for model, field in people_fields():
        if model._meta.app_label == "games":
            fill(model, field, anna)


def fill(model: type[models.Model], field: models.Field[Any, Any], anna: User) -> models.Model:
    """A row with this field hers, and what the database asks for in the others."""
    return made(model, **{field.name: anna})


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
    if isinstance(field, models.DurationField):
        return timedelta(hours=1)
    if isinstance(field, models.DateTimeField):
        return timezone.now()
    return "x" if isinstance(field, models.CharField | models.TextField) else 1


# What checks of the database ask for beyond the kind of the field.
SPECIAL: dict[str, dict[str, Any]] = {
    "games.Match": {"players": 2},
    "games.Seat": {"joined": 0},
    "games.Turn": {"by": "person"},
    "games.Notice": {"event": "joined"},
}


@pytest.mark.django_db
def test_the_row_that_stays_says_gone(client: Client) -> None:
    anna = a_full_life(client)
    gone = departures.leave(user=anna, now=timezone.now())

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

    departures.leave(user=anna, now=timezone.now())

    assert Session.objects.count() == 0
    assert [each.get("/account/").status_code for each in (client, elsewhere)] == [302, 302]


@pytest.mark.django_db
def test_mails_to_an_address_of_before_go_too(client: Client, anna: User) -> None:
    client.post("/account/password/reset/", {"email": "anna@example.org"})
    assert Mail.objects.filter(user=anna).count() == 1

    departures.leave(user=anna, now=timezone.now())

    assert Mail.objects.count() == 0


@pytest.mark.django_db
def test_leaving_twice_is_leaving_once(anna: User) -> None:
    first = departures.leave(user=anna, now=timezone.now())
    second = departures.leave(user=anna, now=timezone.now())

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
    assert "Nothing about you is kept" in sure.text
    assert User.objects.get(pk=anna.pk).is_gone


@pytest.mark.django_db
def test_a_guest_leaves_without_a_password(client: Client) -> None:
    client.post("/account/guest/")
    client.post("/account/leave/", {"sure": "yes"})

    assert User.objects.get().is_gone


@pytest.mark.django_db
def test_the_export_has_every_part(client: Client, anna: User) -> None:
    log_in(client, anna)
    asked = client.get("/account/export/")
    confirm_again(client)
    answer = client.get("/account/export/")
    data = json.loads(answer.content)

    assert asked.url.startswith("/account/reauthenticate/")
    assert answer.headers["Content-Disposition"].startswith('attachment; filename="Anna ')
    assert set(data) == set(exports.PARTS)
    assert data["account"]["username"] == "Anna"
    assert data["account"]["addresses"] == [{"email": "anna@example.org", "verified": True, "primary": True}]
    assert data["security"]["sessions"][0]["ip"] == "127.0.0.1"


@pytest.mark.django_db
def test_an_app_adds_its_part_to_the_export(anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exports, "PARTS", dict(exports.PARTS))
    exports.register("shells", lambda user: [f"a shell of {user}"])

    assert exports.export_of(anna)["shells"] == ["a shell of Anna"]


@pytest.mark.django_db
def test_the_export_of_who_has_gone_has_no_string_of_theirs(anna: User) -> None:
    gone = departures.leave(user=anna, now=timezone.now())
    text = json.dumps(exports.export_of(gone), default=str)

    assert "nna" not in text
    assert "Europe/Berlin" not in text

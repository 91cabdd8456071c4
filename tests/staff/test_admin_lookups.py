"""The admin filters and sorts by what it shows, and by nothing else: a filter on a hidden column would reveal it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.contrib import admin
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.db import models
from django.http import HttpRequest
from django.test import Client

from games.models import Match, SeatOrder
from tests.factories import browser_of, person, running_match

pytestmark = pytest.mark.django_db

# Filters on anything else are refused: a model or a field that is added later is in here or stays closed.
HARMLESS = {
    ("account.EmailAddress", "primary"),
    ("account.EmailAddress", "verified"),
    ("mfa.Authenticator", "type"),
    ("accounts.Mail", "state"),
    ("accounts.Mail", "created_at"),
    ("accounts.User", "kind"),
    ("accounts.User", "is_active"),
    ("accounts.User", "is_staff"),
    ("games.Match", "state"),
    ("games.Match", "rules"),
    ("games.Match", "rated"),
    ("games.Match", "visibility"),
    ("games.Message", "hidden"),
    ("games.Report", "settled_at"),
    ("games.StaffAction", "action"),
    ("games.Notice", "event"),
    ("games.Delivery", "channel"),
    ("games.Delivery", "state"),
}
SECRETS = {
    "accounts.User": {"password"},
    "accounts.Mail": {"text", "html", "headers", "key"},
    "games.Match": {"seed", "public_seed", "sealed_seed", "join_code"},
    "games.Turn": {"text", "key"},
    "games.Token": {"digest"},
    "mfa.Authenticator": {"data"},
    "usersessions.UserSession": {"session_key"},
}


def boss_request() -> HttpRequest:
    request = HttpRequest()
    request.user = person("Boss", is_staff=True, is_superuser=True)
    return request


def fields_within_reach(model: type[models.Model]) -> Iterator[tuple[str, bool]]:
    """Each field of the model, and each of the models that it leads to or that lead to it; whether it is its own."""
    for field in model._meta.get_fields(include_hidden=True):
        name = field.name if not field.auto_created or field.concrete else field.get_accessor_name() or field.name
        query_name = field.name
        if getattr(field, "concrete", False):
            yield name, True
        if field.is_relation and field.related_model:
            for further in field.related_model._meta.concrete_fields:
                yield f"{query_name}__{further.name}", False


def test_no_filter_reaches_a_field_that_is_not_offered() -> None:
    request, offered = boss_request(), set()
    for model, page in admin.site._registry.items():
        label = model._meta.label
        for name, own in fields_within_reach(model):
            for ending in ("", "__exact", "__startswith", "__regex", "__gte", "__isnull", "__in"):
                if page.lookup_allowed(f"{name}{ending}", "8", request):
                    assert own, f"{label}: {name}"
                    offered.add((label, name))

    assert offered == HARMLESS


def test_no_page_of_the_admin_names_a_secret_column() -> None:
    request = boss_request()
    for model, page in admin.site._registry.items():
        secrets = SECRETS.get(model._meta.label, set())
        searched = {name.partition("__")[0].lstrip("^=@") for name in page.get_search_fields(request)}
        assert not secrets & {*page.get_list_display(request), *searched, *page.get_ordering(request)}, model
        assert not any(page.to_field_allowed(request, name) for name in secrets), model


def test_secret_columns_are_not_even_read_for_a_list() -> None:
    request = boss_request()
    for label in SECRETS.keys() - {"accounts.User"}:  # a superuser may set a password
        page = next(each for model, each in admin.site._registry.items() if model._meta.label == label)
        columns = str(page.get_queryset(request).query).partition(" FROM ")[0]
        assert not [name for name in SECRETS[label] if f'."{name}"' in columns], label


@pytest.mark.parametrize(
    "lookup", ["public_seed__startswith", "sealed_seed", "join_code__regex", "seats__bank", "creator__password"]
)
def test_a_running_match_does_not_tell_its_secrets_letter_by_letter(client: Client, lookup: str) -> None:
    match = running_match(person("Ann"), person("Ben"))
    client.force_login(person("Sam", is_staff=True, is_superuser=True))
    true, false = (client.get("/admin/games/match/", {lookup: value}) for value in (match.seed[:1], "?"))

    assert (true.status_code, false.status_code) == (400, 400)


def test_neither_a_popup_nor_another_key_nor_the_order_leads_to_a_seed(client: Client) -> None:
    matches = [running_match(person(f"Ann {n}"), person(f"Ben {n}")) for n in range(3)]
    client.force_login(person("Sam", is_staff=True, is_superuser=True))
    page = "/admin/games/match/"

    assert client.get(page, {"_popup": "1", "_to_field": "seed"}).status_code == 400
    assert client.get(f"{page}{matches[0].seed}/change/", {"_to_field": "seed"}).status_code == 400
    assert [matches[0].seed in client.get(page, {"o": str(n)}).text for n in range(-9, 20)] == [False] * 29
    assert client.get(page, {"q": matches[0].seed[:20]}).text.count("field-key") == 0


def test_the_link_to_a_page_is_for_who_may_look_at_the_row() -> None:
    match = running_match(person("Ann"), person("Ben"), visibility="unlisted")
    kinds = [ContentType.objects.get_for_model(model).pk for model in (Match, SeatOrder)]
    viewer, idle = person("Vic", is_staff=True), person("Idle", is_staff=True)
    viewer.user_permissions.add(Permission.objects.get(codename="view_match"))
    asked = [f"{kinds[0]}/{match.pk}", f"{kinds[0]}/{match.pk + 1}", f"{kinds[1]}/1", f"%20{kinds[0]}/{match.pk}"]
    answers = [[browser_of(user).get(f"/admin/r/{each}/") for each in asked] for user in (viewer, idle)]

    assert [[answer.status_code for answer in each] for each in answers] == [[302, 404, 403, 404], [403, 403, 403, 404]]
    assert answers[0][0].url.endswith(match.get_absolute_url())


def test_the_offered_filters_work(client: Client) -> None:
    ann = person("Ann")
    running_match(ann, person("Ben"))
    client.force_login(person("Sam", is_staff=True, is_superuser=True))
    for address, shown in [
        ("games/match/?state__exact=running", 1),
        ("games/match/?state__exact=finished", 0),
        ("games/match/?rules=taluva", 1),
        ("games/match/?rated__exact=1", 1),
        ("games/report/?settled_at__isempty=1", 0),
        ("accounts/user/?kind__exact=person", 3),
        ("accounts/mail/?created_at__year=2026", 0),
        ("accounts/mail/?created_at__gte=2026-05-04+00%3A00%3A00%2B00%3A00", 0),
    ]:
        answer = client.get(f"/admin/{address}")
        assert (answer.status_code, answer.context["cl"].result_count) == (200, shown), address
    assert Match.objects.count() == 1


def test_an_empty_to_field_of_a_form_is_none() -> None:
    boss = person("Boss", is_staff=True, is_superuser=True)
    answer = browser_of(boss).post(f"/admin/accounts/user/{person('Ann').pk}/change/", {"_to_field": ""})

    assert answer.status_code in (200, 403)

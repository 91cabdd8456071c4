"""The moderators' own pages: what they show, what can be done there, and to whom they answer."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.history.studies import study_records
from games.matches import queries, talk
from games.models import Match, MatchState, Message, Report, StaffAction, Study, Tag
from games.people import moderation
from games.registry import BOARDS
from tests.factories import NOW, browser_of, finished_match, guest, moderator, people, person, running_match

pytestmark = pytest.mark.django_db


@pytest.fixture
def report() -> Report:
    ann, ben = people(2)
    match = running_match(ann, ben, visibility="private")
    message = talk.write_message(match_id=match.pk, user=ann, text="something <b>rude</b>", now=NOW)
    return moderation.report_message(match_id=match.pk, message_id=message.pk, user=ben, why="She is rude.", now=NOW)


def pages(report: Report) -> list[str]:
    return [
        "/moderation/",
        "/moderation/people/?name=ann",
        f"/moderation/people/{report.message.user_id}/",
        f"/moderation/games/{report.message.match.key}/",
    ]


def act(client: Client, name: str, pk: int, why: str = "Because.", **values: str) -> Any:
    return client.post(f"/moderation/{name}/{pk}/", {"why": why, **values})


def traces() -> list[tuple[str, str, str]]:
    return list(StaffAction.objects.order_by("pk").values_list("action", "why", "staff__username"))


def test_only_moderators_get_in(report: Report) -> None:
    ann = report.message.user
    for user in (ann, guest(), person("Clark", is_staff=True)):
        client = browser_of(user)
        assert [client.get(page).status_code for page in pages(report)] == [403] * 4
        assert act(client, "suspend", ann.pk).status_code == 403
        assert 'href="/moderation/"' not in client.get("/games/").text
    stranger = Client()
    assert {stranger.get(page).url.partition("?")[0] for page in pages(report)} == {"/account/login/"}
    assert act(stranger, "suspend", ann.pk).url.startswith("/account/login/")
    moved = moderator("Out", is_active=False)
    assert not queries.may_moderate(moved)
    assert (traces(), User.objects.get(pk=ann.pk).is_active) == ([], True)


def test_a_moderator_who_is_no_staff_finds_the_reports_from_the_menu(report: Report) -> None:
    client = browser_of(moderator())
    assert 'href="/moderation/"' in client.get("/games/").text
    first, found, history, talked = (client.get(page) for page in pages(report))

    assert [answer.status_code for answer in (first, found, history, talked)] == [200, 303, 200, 200]
    assert found.url == f"/moderation/people/{report.message.user_id}/"
    for answer in (first, history, talked):
        assert "something &lt;b&gt;rude&lt;/b&gt;" in answer.text
    assert ["She is rude." in answer.text for answer in (first, history)] == [True, True]
    assert client.get("/admin/", follow=True).status_code == 403
    assert client.get("/moderation/people/?name=nobody%00", follow=True).status_code == 200


@pytest.mark.parametrize(("name", "hidden"), [("hide", True), ("settle", False)])
def test_a_report_is_settled_with_a_reason(report: Report, name: str, hidden: bool) -> None:
    client = browser_of(moderator())
    pk = report.message_id if name == "hide" else report.pk
    assert act(client, name, pk, why=" ").status_code == 422
    answer = act(client, name, pk, next="/moderation/?x=1")
    report.refresh_from_db()

    assert (answer.status_code, answer.url) == (303, "/moderation/?x=1")
    assert (report.settled_at is not None, Message.objects.get().hidden) == (True, hidden)
    assert traces() == [(f"{name} {'message' if hidden else 'report'}", "Because.", "Mo")]
    assert "No open reports." in client.get("/moderation/").text
    if hidden:
        assert act(client, "show", pk).status_code == 303
        assert not Message.objects.get().hidden


def test_a_person_is_suspended_and_let_in_again(report: Report) -> None:
    client, ann = browser_of(moderator()), report.message.user
    page = f"/moderation/people/{ann.pk}/"
    assert "/moderation/suspend/" in client.get(page).text
    assert act(client, "suspend", ann.pk, next=page).url == page
    assert not User.objects.get(pk=ann.pk).is_active
    assert act(client, "suspend", ann.pk).status_code == 422
    assert "/moderation/unsuspend/" in client.get(page).text
    assert act(client, "unsuspend", ann.pk).status_code == 303

    assert User.objects.get(pk=ann.pk).is_active
    assert traces() == [("suspend", "Because.", "Mo"), ("unsuspend", "Because.", "Mo")]
    assert "Because." in client.get(page).text


def test_nobody_with_more_rights_is_suspended_from_here() -> None:
    client = browser_of(moderator())
    for other in (person("Boss", is_superuser=True), person("Clark", is_staff=True)):
        assert "/moderation/suspend/" not in client.get(f"/moderation/people/{other.pk}/").text
        assert act(client, "suspend", other.pk).status_code == 403
        assert User.objects.get(pk=other.pk).is_active
    assert traces() == []


def test_studies_and_tags_are_taken_from_the_public_and_a_match_is_ended() -> None:
    ann, ben = people(2)
    study = study_records.save_studies(owner=ann, text=BOARDS["taluva"].showcase, title="rude", public=True, now=NOW)[0]
    tag = Tag.objects.create(match=finished_match(ann, ben), user=ann, text="rude", public=True)
    match, client = running_match(ann, ben), browser_of(moderator())
    page = client.get(f"/moderation/people/{ann.pk}/").text
    assert [f"/moderation/{name}/" in page for name in ("unpublish", "untag")] == [True, True]
    for name, pk in (("unpublish", study.pk), ("untag", tag.pk), ("end", match.pk)):
        assert act(client, name, pk).status_code == 303
    match.refresh_from_db()

    assert (Study.objects.get().public, Tag.objects.exists()) == (False, False)
    assert (match.state, match.why_cancelled) == (MatchState.CANCELLED, "Because.")
    assert [action for action, _why, _staff in traces()] == ["unpublish study", "remove tag", "end match"]
    assert act(client, "end", match.pk).status_code == 422


def test_what_is_not_there_is_no_error(report: Report) -> None:
    client = browser_of(moderator())
    for name in ("hide", "show", "settle", "unpublish", "untag", "end", "suspend", "unsuspend", "explode"):
        assert act(client, name, 999_999).status_code == 404, name
    assert client.get("/moderation/people/999999/").status_code == 404
    assert client.get("/moderation/games/nowhere/").status_code == 404
    assert client.get(f"/moderation/hide/{report.message_id}/").status_code == 405
    assert act(client, "hide", report.message_id, next="https://elsewhere.example/").url == "/moderation/"


def test_the_pages_cost_the_same_however_much_was_reported(report: Report, django_assert_max_num_queries: Any) -> None:
    client, match, ben = browser_of(moderator()), report.message.match, report.reporter
    for page in (pages(report)[index] for index in (0, 2, 3)):
        client.get(page)
        with django_assert_max_num_queries(60) as one:
            client.get(page)
        for number in range(3):
            text = f"rude again {Message.objects.count()}"
            message = talk.write_message(match_id=match.pk, user=report.message.user, text=text, now=NOW)
            if number:
                moderation.report_message(match_id=match.pk, message_id=message.pk, user=ben, why="", now=NOW)
        moderation.hide_message(message_id=message.pk, staff=User.objects.get(username="Mo"), why="x", now=NOW)
        with django_assert_max_num_queries(len(one)):
            client.get(page)
    assert Match.objects.count() == 1

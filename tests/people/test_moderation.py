"""What staff does leaves a trace; nobody else can do it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import Permission
from django.test import Client

from accounts.models import User
from accounts.services import exports
from games.history.studies import study_records
from games.matches import play, queries, refusals, talk
from games.models import Match, MatchState, StaffAction, Study
from games.models.notice import Event
from games.people import moderation
from games.registry import BOARDS
from tests.factories import NOW, finished_match, people, person, played, running_match

pytestmark = pytest.mark.django_db


def staff() -> User:
    return person("Sam", is_staff=True, is_superuser=True)


def traces() -> list[tuple[str, str]]:
    return list(StaffAction.objects.values_list("action", "why"))


def test_stuck_match_ends_with_a_reason_that_its_players_read() -> None:
    ann, ben = people(2)
    match = moderation.end_match(match_id=running_match(ann, ben).pk, staff=staff(), why="Ben fell ill.", now=NOW)

    assert (match.state, match.why_cancelled) == (MatchState.CANCELLED, "Ben fell ill.")
    assert set(match.notices.filter(event=Event.ENDED).values_list("user", flat=True)) == {ann.pk, ben.pk}
    assert traces() == [("end match", "Ben fell ill.")]
    with pytest.raises(refusals.NotRunning):
        played(match, "x", player=ann)
    with pytest.raises(refusals.SiteRefusal):
        moderation.end_match(match_id=match.pk, staff=User.objects.get(is_staff=True), why="again", now=NOW)


def test_message_is_hidden_shown_and_its_reports_settled() -> None:
    ann, ben = people(2)
    match, sam = running_match(ann, ben), staff()
    message = talk.write_message(match_id=match.pk, user=ann, text="something rude", now=NOW)
    report = moderation.report_message(match_id=match.pk, message_id=message.pk, user=ben, why="rude", now=NOW)
    moderation.hide_message(message_id=message.pk, staff=sam, why="rude", now=NOW)
    report.refresh_from_db()

    assert report.settled_at == NOW
    assert queries.messages_for(queries.match_for(match.key, ben), ben) == []
    moderation.hide_message(message_id=message.pk, staff=sam, why="not so rude", now=NOW, hidden=False)
    assert queries.messages_for(queries.match_for(match.key, ben), ben) == [message]
    assert traces() == [("hide message", "rude"), ("show message", "not so rude")]


def test_staff_takes_a_study_back_from_the_public_and_sees_no_private_one(client: Client) -> None:
    ann, text = person("Ann"), BOARDS["taluva"].showcase
    for title in ("rude", "private"):
        study_records.save_studies(owner=ann, text=text, title=title, public=title == "rude", now=NOW)
    client.force_login(staff())
    page = client.get("/admin/games/study/").text
    rude = Study.objects.get(title="rude")
    client.post("/admin/games/study/", {"action": "unpublish", "_selected_action": [rude.pk]})

    assert ("rude" in page, "private" in page) == (True, False)
    assert not Study.objects.filter(public=True).exists()
    assert traces() == [("unpublish study", "Found by staff.")]


def test_suspended_account_is_out_and_may_come_back(client: Client) -> None:
    ann, sam = person("Ann"), staff()
    client.force_login(ann)
    moderation.suspend_account(user=ann, staff=sam, why="spam", now=NOW)
    ann.refresh_from_db()
    assert not ann.is_active
    moderation.suspend_account(user=ann, staff=sam, why="a mistake", now=NOW, suspended=False)

    assert traces() == [("suspend", "spam"), ("unsuspend", "a mistake")]
    with pytest.raises(refusals.Forbidden):
        moderation.suspend_account(user=sam, staff=sam, why="fun", now=NOW)


def test_admin_suspends_with_a_reason_and_lets_in_again(client: Client) -> None:
    ann, sam_s, ann_s = person("Ann"), client, Client()
    sam_s.force_login(staff())
    ann_s.force_login(ann)
    page = f"/admin/accounts/user/{ann.pk}/"
    ways = [(f"{page}suspend/", "Spam."), (f"{page}unsuspend/", "A mistake.")]
    inside = []
    for path, why in ways:
        assert path in sam_s.get(f"{page}change/").text
        assert sam_s.post(path, {"why": " "}).status_code == 200
        assert sam_s.post(path, {"why": why}).status_code == 302
        again = sam_s.post(path, {"why": "again"})
        assert (again.status_code, "This account is" in again.text) == (200, True)
        inside.append(ann_s.get("/account/").status_code)
        ann_s.force_login(ann)

    assert inside == [302, 200]
    assert traces() == [("suspend", "Spam."), ("unsuspend", "A mistake.")]


def test_admin_has_no_other_way_to_suspend(client: Client) -> None:
    ann, sam = person("Ann"), staff()
    client.force_login(sam)
    page = client.get(f"/admin/accounts/user/{ann.pk}/change/").text
    own = f"/admin/accounts/user/{sam.pk}/"
    assert ('name="is_staff"' in page, 'name="is_active"' in page) == (True, False)
    assert "suspend/" not in client.get(f"{own}change/").text
    assert "Staff accounts cannot be suspended here." in client.post(f"{own}suspend/", {"why": "fun"}).text
    helper = person("Hal", is_staff=True)
    client.force_login(helper)

    assert client.post(f"/admin/accounts/user/{ann.pk}/suspend/", {"why": "?"}).status_code == 403
    assert traces() == []


def test_others_are_refused_and_staff_needs_a_reason() -> None:
    ann, ben = people(2)
    match, sam = running_match(ann, ben), staff()
    for who, why, refusal in [(ann, "mine", refusals.Forbidden), (sam, " ", refusals.SiteRefusal)]:
        with pytest.raises(refusal):
            moderation.end_match(match_id=match.pk, staff=who, why=why, now=NOW)

    assert (traces(), Match.objects.get(pk=match.pk).is_running) == ([], True)


def test_admin_hides_seeds_while_the_match_runs(client: Client) -> None:
    ann, ben = people(2)
    running, finished = running_match(ann, ben), finished_match(ann, ben)
    client.force_login(staff())
    shown = [client.get(f"/admin/games/match/{match.pk}/change/").text for match in (running, finished)]
    listed = client.get("/admin/games/match/").text

    assert [match.seed in page for match, page in zip((running, finished), shown, strict=True)] == [False, True]
    assert running.join_code not in shown[0]
    assert running.seed_hash in shown[0]
    assert running.seed not in listed


def test_admin_lists_every_model_of_the_club(client: Client) -> None:
    ann, ben = people(2)
    match = played(running_match(ann, ben))
    message = talk.write_message(match_id=match.pk, user=ann, text="hello", now=NOW)
    moderation.report_message(match_id=match.pk, message_id=message.pk, user=ben, why="?", now=NOW)
    client.force_login(staff())
    models = [model for model in admin.site._registry if model._meta.app_label == "games"]
    for model in models:
        assert client.get(f"/admin/games/{model._meta.model_name}/").status_code == 200

    assert {model._meta.model_name for model in models} >= {
        "match",
        "turn",
        "message",
        "report",
        "staffaction",
        "block",
    }


def test_a_report_leads_to_who_wrote_and_where(client: Client, django_assert_max_num_queries: Any) -> None:
    ann, ben = people(2)
    match = running_match(ann, ben)
    client.force_login(staff())
    most = 60
    for number in range(3):
        message = talk.write_message(match_id=match.pk, user=ann, text=f"rude {number}", now=NOW)
        moderation.report_message(match_id=match.pk, message_id=message.pk, user=ben, why="?", now=NOW)
        with django_assert_max_num_queries(most) as asked:
            page = client.get("/admin/games/report/").text
        most = len(asked)

    assert page.count(f'<a href="/admin/accounts/user/{ann.pk}/change/">Ann</a>') == 3
    assert page.count(f'<a href="/admin/games/match/{match.pk}/change/">') == 3


def test_what_a_reporter_wrote_never_reaches_who_was_reported(client: Client) -> None:
    ann, ben = people(2)
    match = running_match(ann, ben)
    message = talk.write_message(match_id=match.pk, user=ann, text="something rude", now=NOW)
    report = moderation.report_message(
        match_id=match.pk, message_id=message.pk, user=ben, why="She calls me names.", now=NOW
    )
    client.force_login(staff())

    client.post("/admin/games/report/", {"action": "hide_reported", "_selected_action": [report.pk]})

    assert traces() == [("hide message", "Reported by a player.")]
    exported = json.dumps(exports.export_of(ann), default=str)
    assert ("something rude" in exported, "hide message" in exported) == (True, True)
    assert "calls me names" not in exported
    assert "Reported by a player." not in exported


def test_admin_changes_nothing_in_the_log(client: Client) -> None:
    ann, ben = people(2)
    match = played(running_match(ann, ben))
    turn = match.turns.get()
    client.force_login(staff())
    answers = [
        client.post(f"/admin/games/turn/{turn.pk}/change/", {"text": "x"}),
        client.post(f"/admin/games/turn/{turn.pk}/delete/", {"post": "yes"}),
        client.post("/admin/games/turn/add/", {"text": "x"}),
        client.post(f"/admin/games/match/{match.pk}/delete/", {"post": "yes"}),
    ]

    assert {answer.status_code for answer in answers} == {403}
    turn.refresh_from_db()
    play.resign_match(match_id=match.pk, player=ann, now=NOW)


def test_admin_ends_a_match_with_a_reason(client: Client) -> None:
    ann, ben = people(2)
    match = running_match(ann, ben)
    client.force_login(staff())
    url = f"/admin/games/match/{match.pk}/end/"
    assert client.post(url, {"why": ""}).status_code == 200
    assert client.post(url, {"why": "It was stuck."}).status_code == 302
    match.refresh_from_db()

    assert (match.state, match.why_cancelled) == (MatchState.CANCELLED, "It was stuck.")
    assert traces() == [("end match", "It was stuck.")]


def helper(*permissions: str) -> Client:
    """The browser of one of the staff who may do this and no more."""
    hal, client = person("Hal", is_staff=True), Client()
    hal.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    client.force_login(hal)
    return client


@pytest.mark.parametrize(
    ("permissions", "status"), [(["view_match", "change_match"], 403), (["view_match", "moderate"], 302)]
)
def test_only_a_moderator_ends_a_match(permissions: list[str], status: int) -> None:
    ann, ben = people(2)
    match, client = running_match(ann, ben), helper(*permissions)
    page = f"/admin/games/match/{match.pk}/"
    may = status == 302

    assert (f"{page}end/" in client.get(f"{page}change/").text) is may
    assert client.post(f"{page}end/", {"why": "It was stuck."}).status_code == status
    assert traces() == [("end match", "It was stuck.")] * may
    reader = Client()
    reader.force_login(ben)
    assert ("It was stuck." in reader.get(match.get_absolute_url()).text) is may


@pytest.mark.parametrize(
    ("permissions", "may"), [(["view_message", "change_message"], False), (["view_message", "moderate"], True)]
)
def test_only_a_moderator_hides_a_message(permissions: list[str], may: bool) -> None:
    ann, ben = people(2)
    message = talk.write_message(match_id=running_match(ann, ben).pk, user=ann, text="something rude", now=NOW)
    data = {"action": "hide_messages", "_selected_action": [message.pk]}
    helper(*permissions).post("/admin/games/message/", data)

    message.refresh_from_db()
    assert (message.hidden, traces()) == (may, [("hide message", "Found by staff.")] * may)


@pytest.mark.parametrize(
    ("permissions", "status"), [(["view_user", "change_user"], 403), (["view_user", "moderate"], 302)]
)
def test_only_a_moderator_suspends_somebody(permissions: list[str], status: int) -> None:
    ann, client = person("Ann"), helper(*permissions)
    page = f"/admin/accounts/user/{ann.pk}/"
    may = status == 302

    assert (f"{page}suspend/" in client.get(f"{page}change/").text) is may
    assert client.post(f"{page}suspend/", {"why": "Spam."}).status_code == status
    ann.refresh_from_db()
    assert (ann.is_active, traces()) == (not may, [("suspend", "Spam.")] * may)

"""Tags of finished games: whose they are, who reads them, and what they find."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from accounts.services import account_deletion
from games.history import archive_search
from games.history.archive_search import ArchiveFilter
from games.matches import match_tags, refusals
from games.matches.tables import pace
from games.models import Match, StaffAction, Tag
from tests.api.callers import Caller
from tests.factories import NOW, finished_match, guest, outside_bot, people, person, running_match
from tests.history.games import ended

pytestmark = pytest.mark.django_db


def tagged(match: Match, user: User, text: str) -> list[str]:
    return match_tags.save_tags(match=match, user=user, text=text)


def found(user: User | None, tag: str) -> list[Match]:
    return list(archive_search.finished_matches(user, ArchiveFilter(tag=tag)))


def as_user(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def sitters() -> list[User]:
    return people(2)


@pytest.fixture
def over(sitters: list[User]) -> Match:
    return ended(*sitters)


def test_a_player_s_tags_are_for_all_and_others_for_themselves(over: Match, sitters: list[User]) -> None:
    zoe = person("Zoe")
    tagged(over, sitters[0], "Temple  Race,close")
    tagged(over, zoe, "learn from it")

    assert [found(who, "temple race") for who in (None, sitters[1], zoe)] == [[over]] * 3
    assert [found(who, "learn from it") for who in (None, sitters[0], zoe)] == [[], [], [over]]
    assert found(None, "temple") == []


def test_a_list_replaces_the_one_before_and_nobody_else_s(over: Match, sitters: list[User]) -> None:
    tagged(over, sitters[0], "one, two")
    tagged(over, sitters[1], "two")
    assert tagged(over, sitters[0], " THREE,,two , Two") == ["three", "two"]

    assert list(over.tags.order_by("user", "text").values_list("user", "text", "public")) == [
        (sitters[0].pk, "three", True), (sitters[0].pk, "two", True), (sitters[1].pk, "two", True)
    ]  # fmt: skip
    assert tagged(over, sitters[0], "") == []
    assert over.tags.count() == 1


@pytest.mark.parametrize(
    ("text", "sentence"),
    [(",".join("abcdefghi"), "at most 8 of your tags"), ("x" * 25, "at most 24 characters")],
)
def test_too_many_and_too_long_tags_are_refused(text: str, sentence: str, over: Match, sitters: list[User]) -> None:
    tagged(over, sitters[0], "x" * 24 + "," + ",".join("abcdefg"))
    with pytest.raises(refusals.SiteRefusal, match=sentence):
        tagged(over, sitters[0], text)

    assert over.tags.count() == 8


def test_who_tags_a_lot_waits(over: Match, sitters: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match_tags, "KEPT", match_tags.limits.Limit("tags", 1, 3600))
    tagged(over, sitters[0], "a")
    with pytest.raises(pace.RateLimited):
        tagged(over, sitters[0], "b")


def test_guests_and_programs_tag_nothing_and_only_finished_games_are_tagged(over: Match, sitters: list[User]) -> None:
    for who in (guest(), outside_bot()):
        with pytest.raises(refusals.Forbidden):
            tagged(over, who, "x")
    with pytest.raises(refusals.SiteRefusal):
        tagged(running_match(*sitters), sitters[0], "x")


def test_hidden_games_are_found_by_tag_by_those_alone_who_find_them(sitters: list[User]) -> None:
    match = ended(*sitters, visibility="private")
    tagged(match, sitters[0], "secret")

    assert [found(who, "secret") for who in (None, person("Zoe"), sitters[1])] == [[], [], [match]]
    assert as_user(User.objects.get(username="Zoe")).post(f"/games/{match.key}/tags/", {"text": "x"}).status_code == 404


def test_the_page_shows_and_keeps_tags(sitters: list[User]) -> None:
    match, zoe = finished_match(*sitters), as_user(person("Zoe"))
    here = match.get_absolute_url()
    tagged(match, sitters[0], "temple & race")
    assert zoe.post(f"{here}tags/", {"text": "Mine"}).headers["Location"] == f"{here}#tags"
    page, stranger = zoe.get(here).text, Client().get(here).text

    assert 'value="mine"' in page
    assert "Only you can see it." in page
    assert 'href="/archive/?tag=temple%20%26%20race">temple &amp; race</a>' in stranger
    assert (">mine<" in page, ">mine<" in stranger, "tags-text" in stranger) == (True, False, False)
    assert "everyone who can see it can read your tags" in as_user(sitters[1]).get(here).text
    refused = zoe.post(f"{here}tags/", {"text": "y" * 25})
    assert (refused.status_code, "y" * 25 in refused.text) == (422, True)
    assert Client().post(f"{here}tags/", {"text": "x"}).status_code == 302
    assert 'id="tags"' not in zoe.get(running_match(*sitters).get_absolute_url()).text


def test_an_untagged_game_says_what_tags_are_for(sitters: list[User]) -> None:
    assert "No tags yet." in Client().get(finished_match(*sitters).get_absolute_url()).text


def test_the_archive_shows_and_finds_them_however_they_are_written(over: Match, sitters: list[User]) -> None:
    ended(*sitters)
    tagged(over, sitters[0], "close")
    tagged(over, sitters[1], "close")
    page = Client().get("/archive/", {"tag": " CLOSE "})

    assert [match.key for match in page.context["page"].rows] == [over.key]
    assert page.context["form"].filter_words == [("Tag", "close")]
    assert page.text.count('?tag=close"') == 1
    assert Client().get("/archive/", {"tag": "x" * 25}).status_code == 422


def test_the_archive_costs_the_same_however_much_is_tagged(sitters: list[User]) -> None:
    client, counts = as_user(sitters[0]), []
    client.get("/terms/")  # what the person may do is remembered
    for number in range(3):
        for who in sitters:
            tagged(ended(*sitters), who, f"tag {number}, close")
        with CaptureQueriesContext(connection) as asked:
            client.get("/archive/", {"tag": "close"})
        counts.append(len(asked))

    assert len(set(counts)) == 1


def test_programs_tag_too(over: Match, sitters: list[User]) -> None:
    caller, zoe = Caller(sitters[0]), Caller(person("Zoe"))
    assert caller.put(f"/matches/{over.key}/tags", {"tags": ["Close", "close", "b"]}).json() == {
        "tags": ["b", "close"], "own": ["b", "close"]
    }  # fmt: skip
    zoe.put(f"/matches/{over.key}/tags", {"tags": ["mine"]})

    assert zoe.get(f"/matches/{over.key}/tags").json() == {"tags": ["b", "close", "mine"], "own": ["mine"]}
    assert caller.get(f"/matches/{over.key}/tags").json()["tags"] == ["b", "close"]
    assert caller.get("/finished", tag="CLOSE").json()["count"] == 1
    assert caller.get("/finished", tag="mine").json()["count"] == 0
    assert caller.put(f"/matches/{over.key}/tags", {"tags": ["a,b"]}).status_code == 422


def test_tags_go_with_who_made_them(over: Match, sitters: list[User]) -> None:
    tagged(over, sitters[0], "anna's triumph")
    account_deletion.delete_account(user=sitters[0], now=NOW)

    assert not Tag.objects.exists()


def test_staff_removes_a_player_s_tag_and_sees_no_other(over: Match, sitters: list[User], client: Client) -> None:
    tagged(over, sitters[0], "rude")
    tagged(over, person("Zoe"), "private")
    client.force_login(person("Sam", is_staff=True, is_superuser=True))
    page = client.get("/admin/games/tag/").text
    rude = Tag.objects.get(text="rude")
    client.post("/admin/games/tag/", {"action": "remove", "_selected_action": [rude.pk]})

    assert ("rude" in page, "private" in page) == (True, False)
    assert [tag.text for tag in Tag.objects.all()] == ["private"]
    assert StaffAction.objects.get().action == "remove tag"

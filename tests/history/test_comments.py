"""Comments on a finished match: who writes them, who reads them, and who hears of them."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.matches import play, queries, refusals, talk
from games.matches.tables import pace
from games.models import Match, Message
from games.models.notice import Event
from games.people import moderation
from tests.api.callers import Caller
from tests.factories import NOW, guest, moderator, outside_bot, people, person, running_match
from tests.history.games import ended

pytestmark = pytest.mark.django_db


def commented(match: Match, user: User, text: str = "A fine temple.") -> Message:
    return talk.write_message(match_id=match.pk, user=user, text=text, now=NOW)


def heard(match: Match, user: User | None) -> list[str]:
    return [message.text for message in queries.messages_for(queries.match_for(match.key, user), user)]


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


def test_whoever_sees_a_finished_match_comments_on_it(over: Match, sitters: list[User]) -> None:
    zoe = person("Zoe")
    message = commented(over, zoe, "  " + "x" * 1000)

    assert (message.after_end, heard(over, None), heard(over, sitters[0])) == (True, ["x" * 1000], ["x" * 1000])
    told = over.notices.filter(event=Event.MESSAGE, actor=zoe).values_list("user", flat=True)
    assert set(told) == {user.pk for user in sitters}


@pytest.mark.parametrize("text", ["", " \r\n", "\0", "x" * 1001])
def test_empty_and_endless_comments_are_refused(text: str, over: Match) -> None:
    with pytest.raises(refusals.SiteRefusal):
        commented(over, person("Zoe"), text)


def test_guests_and_programs_only_read(over: Match) -> None:
    for who in (guest(), outside_bot()):
        with pytest.raises(refusals.Forbidden):
            commented(over, who)
        assert "say-text" not in as_user(who).get(f"/games/{over.key}/talk/").text


@pytest.mark.parametrize("visibility", ["unlisted", "private"])
def test_of_a_hidden_match_others_read_what_came_after_the_end(visibility: str, sitters: list[User]) -> None:
    match, zoe = running_match(*sitters, visibility=visibility), person("Zoe")
    commented(match, sitters[0], "during")
    Match.objects.filter(pk=match.pk).update(state="finished", ended_at=NOW, public_seed="0" * 64)
    match.refresh_from_db()
    commented(match, sitters[1], "after")

    assert heard(match, sitters[0]) == ["during", "after"]
    if visibility == "unlisted":
        commented(match, zoe, "from Zoe")
        assert heard(match, zoe) == heard(match, None) == ["after", "from Zoe"]
    else:
        with pytest.raises(refusals.Forbidden):
            commented(match, zoe)
        assert as_user(zoe).post(f"/games/{match.key}/talk/new/", {"text": "x"}).status_code == 404


def test_a_cancelled_match_has_no_comments(sitters: list[User]) -> None:
    match = ended(*sitters, state="cancelled")

    assert not commented(match, sitters[0]).after_end
    with pytest.raises(refusals.Forbidden):
        commented(match, person("Zoe"))


def test_the_blocked_the_muted_and_the_loud_are_treated_as_at_the_table(over: Match, sitters: list[User]) -> None:
    (ann, ben), zoe = sitters, person("Zoe")
    moderation.block_user(blocker=ann, blocked=zoe)
    talk.mute_talk(match_id=over.pk, user=ben, muted=True)
    for _ in range(talk.FLOOD.number):
        commented(over, zoe)
    with pytest.raises(pace.RateLimited):
        commented(over, zoe)

    assert (heard(over, ann), len(heard(over, ben))) == ([], talk.FLOOD.number)
    assert not over.notices.exists()


def test_a_comment_is_reported_and_hidden(over: Match, sitters: list[User]) -> None:
    message, sam = commented(over, person("Zoe"), "something rude"), moderator("Sam", is_staff=True)
    reader = as_user(person("Yul"))
    assert "something rude" in reader.get(f"/games/{over.key}/talk/{message.pk}/report/").text
    reader.post(f"/games/{over.key}/talk/{message.pk}/report/", {"why": "rude"})
    moderation.hide_message(message_id=message.pk, staff=sam, why="rude", now=NOW)

    assert message.reports.get().settled_at == NOW
    assert heard(over, sitters[0]) == []


def test_the_page_asks_for_comments_and_keeps_what_is_refused(over: Match, sitters: list[User]) -> None:
    match = play.resign_match(match_id=running_match(*sitters).pk, player=sitters[0], now=NOW)
    zoe, here = as_user(person("Zoe")), match.get_absolute_url()
    page = zoe.get(here).text
    assert ("Comment on the game" in page, "talk-mute" in page) == (True, False)
    assert "Log in to write a comment" in Client().get(here).text

    refused = zoe.post(f"{here}talk/new/", {"text": "y" * 1001})
    assert (refused.status_code, "y" * 1001 in refused.text) == (422, True)
    assert zoe.post(f"{here}talk/new/", {"text": "one\r\n<b>two"}).headers["Location"] == f"{here}#talk"
    page = zoe.get(here).text
    assert ("After the end" in page, "one<br>&lt;b&gt;two" in page) == (True, True)


def test_the_page_costs_the_same_however_much_was_said(over: Match) -> None:
    counts = []
    for name in ("Zoe", "Yul"):
        with CaptureQueriesContext(connection) as asked:
            Client().get(f"/games/{over.key}/talk/")
        counts.append(len(asked))
        for _ in range(3):
            commented(over, User.objects.filter(username=name).first() or person(name))

    assert counts[0] == counts[1]


def test_programs_of_members_comment_too(over: Match) -> None:
    made = Caller(person("Zoe")).post(f"/matches/{over.key}/messages", {"text": "Well played."})

    assert (made.status_code, made.json()["after_end"], made.json()["name"]) == (201, True, "Zoe")

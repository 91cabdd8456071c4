"""Who may say what to whom, how often, and who reads it."""

from __future__ import annotations

import re

import pytest

from accounts.models import User
from games.matches import queries, refusals, talk
from games.matches.tables import pace
from games.models import Block, Match, Note
from games.models.notice import Event
from games.people import moderation
from tests.factories import NOW, browser_of, guest, level_bot, people, person, running_match

pytestmark = pytest.mark.django_db


def said(match: Match, user: User, text: str = "Good luck!") -> int:
    return talk.write_message(match_id=match.pk, user=user, text=text, now=NOW).pk


def heard(match: Match, user: User | None) -> list[str]:
    return [message.text for message in queries.messages_for(queries.match_for(match.key, user), user)]


def test_message_reaches_the_table() -> None:
    ann, ben = people(2)
    match = running_match(ann, ben)
    said(match, ann, "  Good luck!  ")

    assert heard(match, ben) == heard(match, ann) == heard(match, None) == ["Good luck!"]
    assert list(match.notices.filter(event=Event.MESSAGE).values_list("user", flat=True)) == [ben.pk]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (
            "See https://a.example/x?y=1&z=2, then\n<b>go</b>",
            'See <a href="https://a.example/x?y=1&amp;z=2" rel="nofollow noopener noreferrer">'
            "https://a.example/x?y=1&amp;z=2</a>, then<br>&lt;b&gt;go&lt;/b&gt;",
        ),
        (
            'https://a.example/"onmouseover=x()',
            '<a href="https://a.example/" rel="nofollow noopener noreferrer">https://a.example/</a>'
            "&quot;onmouseover=x()",
        ),
        ("javascript:x() and <script>", "javascript:x() and &lt;script&gt;"),
        ("No&nbsp;link.", "No&amp;nbsp;link."),
    ],
)
def test_addresses_are_links_and_nothing_else_is_markup(text: str, shown: str) -> None:
    ann, ben = people(2)
    match = running_match(ann, ben)
    said(match, ann, text)

    assert f"<p>{shown}</p></li>" in browser_of(ben).get(match.get_absolute_url()).text


@pytest.mark.parametrize("text", ["", "  \n ", "\x00", "x" * 501])
def test_empty_and_endless_messages_are_refused(text: str) -> None:
    ann, ben = people(2)
    match = running_match(ann, ben)
    with pytest.raises(refusals.SiteRefusal):
        said(match, ann, text)

    assert not match.messages.exists()


def test_only_players_write_while_the_game_runs() -> None:
    ann, ben = people(2)
    match = running_match(ann, ben)
    said(match, ann, "x" * 500)
    with pytest.raises(refusals.Forbidden):
        said(match, person("Zoe"))


def test_flood_is_stopped_for_who_floods() -> None:
    ann, ben = people(2)
    match = running_match(ann, ben)
    for _ in range(talk.FLOOD.number):
        said(match, ann)
    with pytest.raises(pace.RateLimited) as refused:
        said(match, ann)
    said(match, ben)

    assert (refused.value.status, 0 < refused.value.seconds <= 60) == (429, True)
    assert match.messages.count() == talk.FLOOD.number + 1


@pytest.mark.parametrize("blocker", ["Ann", "Ben"])
def test_blocked_people_do_not_read_each_other(blocker: str) -> None:
    ann, ben, cleo = people(3)
    match = running_match(ann, ben, cleo)
    pair = (ann, ben) if blocker == "Ann" else (ben, ann)
    moderation.block_user(blocker=pair[0], blocked=pair[1])
    said(match, ann, "from Ann")
    said(match, ben, "from Ben")

    assert (heard(match, ann), heard(match, ben)) == (["from Ann"], ["from Ben"])
    assert heard(match, cleo) == ["from Ann", "from Ben"]
    assert not match.notices.filter(event=Event.MESSAGE, user__in=[ann, ben]).exists()
    moderation.unblock_user(blocker=pair[0], blocked=pair[1])
    assert heard(match, ann) == ["from Ann", "from Ben"]


def test_muted_table_owes_no_notice() -> None:
    ann, ben = people(2)
    match = running_match(ann, ben)
    talk.mute_talk(match_id=match.pk, user=ben, muted=True)
    said(match, ann)
    assert not match.notices.filter(event=Event.MESSAGE).exists()
    talk.mute_talk(match_id=match.pk, user=ben, muted=False)
    said(match, ann)

    assert match.notices.filter(event=Event.MESSAGE, user=ben).exists()
    with pytest.raises(refusals.Forbidden):
        talk.mute_talk(match_id=match.pk, user=person("Zoe"), muted=True)


@pytest.mark.parametrize("visibility", ["public", "unlisted", "private"])
def test_spectators_read_the_talk_of_public_matches_only(visibility: str) -> None:
    ann, ben = people(2)
    match = running_match(ann, ben, visibility=visibility)
    said(match, ann)
    seen = Match.objects.prefetch_related(queries.with_seats()).get(pk=match.pk)

    assert [bool(queries.messages_for(seen, who)) for who in (ann, ben, person("Zoe"), None)] == [
        True,
        True,
        visibility == "public",
        visibility == "public",
    ]


def test_an_open_page_compares_what_its_viewer_may_read() -> None:
    ann, ben, cleo = people(3)
    match = running_match(ann, ben, cleo, visibility="unlisted")
    here = match.get_absolute_url()
    zoe = person("Zoe")
    moderation.block_user(blocker=cleo, blocked=ben)
    first, last = said(match, ann), said(match, ben)

    pages = [browser_of(who) for who in (ann, ben, cleo, zoe)]

    assert [page.get(f"{here}pulse/").json()["talk"] for page in pages] == [last, last, first, 0]
    assert [int(re.findall(r'data-talk="(\d+)"', page.get(here).text)[0]) for page in pages] == [last, last, first, 0]
    match.messages.filter(pk=last).update(hidden=True)
    assert [page.get(f"{here}pulse/").json()["talk"] for page in pages] == [first, first, first, 0]


def test_who_silenced_the_talk_is_not_pointed_to_it() -> None:
    ann, ben = people(2)
    match = running_match(ann, ben)
    talk.mute_talk(match_id=match.pk, user=ben, muted=True)

    pages = [browser_of(who).get(match.get_absolute_url()).text for who in (ann, ben)]

    assert [page.count('id="heard"') for page in pages] == [1, 0]


def test_report_is_made_once_and_not_of_oneself() -> None:
    ann, ben = people(2)
    match = running_match(ann, ben)
    message = said(match, ann, "something rude")
    for why in ("rude", "very rude"):
        moderation.report_message(match_id=match.pk, message_id=message, user=ben, why=why, now=NOW)
    with pytest.raises(refusals.SiteRefusal):
        moderation.report_message(match_id=match.pk, message_id=message, user=ann, why="", now=NOW)
    with pytest.raises(refusals.NotFound):
        moderation.report_message(match_id=running_match(ann, ben).pk, message_id=message, user=ben, why="", now=NOW)

    assert list(ben.reports.values_list("why", flat=True)) == ["rude"]


def test_note_is_one_a_person_and_nobody_else_s() -> None:
    ann, ben = people(2)
    match = running_match(ann, ben)
    for text in ("Build north.", "Build south.\r\nThen west."):
        talk.save_note(match_id=match.pk, user=ann, text=text, now=NOW)
    with pytest.raises(refusals.SiteRefusal):
        talk.save_note(match_id=match.pk, user=ben, text="x" * 10_001, now=NOW)

    assert list(Note.objects.values_list("user", "text")) == [(ann.pk, "Build south.\nThen west.")]


def test_some_can_not_be_blocked() -> None:
    ann = person()
    for other in (ann, level_bot(), person("Boss", is_staff=True)):
        with pytest.raises(refusals.SiteRefusal):
            moderation.block_user(blocker=ann, blocked=other)
    moderation.block_user(blocker=ann, blocked=guest())
    moderation.block_user(blocker=ann, blocked=User.objects.get(kind="guest"))

    assert Block.objects.count() == 1

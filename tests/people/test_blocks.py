"""The pages where people report a message, block who wrote it, silence a talk, and see whom they blocked."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from games.api import tokens
from games.matches import talk
from games.models import Block, Match, Report
from games.people import moderation
from tests.factories import NOW, browser_of, level_bot, moderator, outside_bot, people, person, running_match

pytestmark = pytest.mark.django_db


def said_by(user: User, match: Match) -> int:
    return talk.write_message(match_id=match.pk, user=user, text="A word & another", now=NOW).pk


def blocked_by(user: User) -> list[str]:
    return list(user.blocks.order_by("pk").values_list("blocked__username", flat=True))


def test_the_talk_leads_from_a_message_of_another_to_what_one_can_do() -> None:
    ann, ben = people(2)
    match = running_match(ann, ben)
    own, other = said_by(ann, match), said_by(ben, match)
    page = browser_of(ann).get(match.get_absolute_url()).text
    stranger = Client().get(match.get_absolute_url()).text

    assert f"/games/{match.key}/talk/{other}/report/" in page
    assert f"/talk/{own}/report/" not in page
    assert "A word &amp; another" in stranger
    assert "/report/" not in stranger


def test_a_message_is_reported_with_a_reason() -> None:
    ann, ben = people(2)
    match = running_match(ann, ben)
    path = f"/games/{match.key}/talk/{said_by(ben, match)}/report/"
    ann_s = browser_of(ann)
    page = ann_s.get(path).text
    answer = ann_s.post(path, {"why": "It is rude."}, follow=True)

    assert "A word &amp; another" in page
    assert f'action="{path}"' in page
    assert "Our staff will look at it." in answer.text
    assert list(Report.objects.values_list("reporter__username", "why")) == [("Ann", "It is rude.")]


def test_a_message_that_one_may_not_read_has_no_page() -> None:
    ann, ben = people(2)
    match = running_match(ann, ben, visibility="unlisted")
    number = said_by(ben, match)
    path = f"/games/{match.key}/talk/{number}/report/"
    zoe = browser_of(person("Zoe"))
    moderation.hide_message(message_id=number, staff=moderator("Sam"), why="rude", now=NOW)

    assert [who.get(path).status_code for who in (zoe, browser_of(ann))] == [404, 404]
    assert zoe.post(path, {"why": "?"}).status_code == 404
    assert Client().get(path).status_code == 302
    assert not Report.objects.exists()


def test_who_wrote_is_blocked_and_no_longer_read() -> None:
    ann, ben = people(2)
    match = running_match(ann, ben)
    number = said_by(ben, match)
    ann_s, path = browser_of(ann), f"/games/{match.key}/talk/{number}/"
    assert f'action="{path}block/"' in ann_s.get(f"{path}report/").text
    answer = ann_s.post(f"{path}block/", follow=True)

    assert blocked_by(ann) == ["Ben"]
    assert answer.redirect_chain == [(f"{match.get_absolute_url()}#talk", 303)]
    assert "You have blocked Ben." in answer.text
    assert "A word &amp; another" not in answer.text
    assert ann_s.post(f"{path}block/").status_code == 404


def test_nobody_blocks_themselves_or_the_staff_by_a_message() -> None:
    ann, sam = person("Ann"), person("Sam", is_staff=True)
    match = running_match(ann, sam)
    own, other = (f"/games/{match.key}/talk/{said_by(who, match)}/" for who in (ann, sam))
    ann_s = browser_of(ann)

    assert "block/" not in ann_s.get(f"{other}report/").text
    assert [ann_s.post(f"{path}block/").status_code for path in (own, other)] == [404, 422]
    assert not Block.objects.exists()


def test_people_are_blocked_by_name_and_unblocked_again() -> None:
    ann, ben = people(2)
    outside_bot("Robo")
    ann_s = browser_of(ann)
    assert "blocked anyone" in ann_s.get("/account/blocks/").text
    for name in (" bEN ", "Robo"):
        assert ann_s.post("/account/blocks/", {"name": name}).status_code == 303
    assert blocked_by(ann) == ["Ben", "Robo"]
    row = Block.objects.get(blocked=ben)
    page = ann_s.get("/account/blocks/").text
    assert f'action="/account/blocks/{row.pk}/remove/"' in page
    answer = ann_s.post(f"/account/blocks/{row.pk}/remove/", follow=True)

    assert "Ben is no longer blocked." in answer.text
    assert blocked_by(ann) == ["Robo"]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("Nobody Known", "No player has that name."),
        ("", "No player has that name."),
        ("Ann", "You can&#x27;t block yourself."),
        ("Sam", "Sam can&#x27;t be blocked."),
        ("Seedling", "Seedling can&#x27;t be blocked."),
    ],
)
def test_a_name_that_can_not_be_blocked_is_refused_with_a_sentence(name: str, sentence: str) -> None:
    ann = person("Ann")
    person("Sam", is_staff=True)
    level_bot()
    answer = browser_of(ann).post("/account/blocks/", {"name": name})

    assert answer.status_code == 422
    assert sentence in answer.text
    assert not Block.objects.exists()


def test_blocks_of_others_are_neither_seen_nor_removed() -> None:
    ann, ben, cleo = people(3)
    moderation.block_user(blocker=ann, blocked=ben)
    row, cleo_s = Block.objects.get(), browser_of(cleo)

    assert "Ben" not in cleo_s.get("/account/blocks/").text
    assert cleo_s.post(f"/account/blocks/{row.pk}/remove/").status_code == 404
    assert "/account/blocks/" in cleo_s.get("/account/").text
    assert blocked_by(ann) == ["Ben"]


def test_the_talk_is_silenced_and_heard_again() -> None:
    ann, ben = people(2)
    match = running_match(ann, ben)
    ann_s, path = browser_of(ann), f"/games/{match.key}/talk/mute/"
    assert f'action="{path}"' in ann_s.get(match.get_absolute_url()).text
    pages = [ann_s.post(path, {"muted": muted}, follow=True).text for muted in ("1", "0")]

    assert ['name="muted" value="0"' in page for page in pages] == [True, False]
    assert ['name="muted" value="1"' in page for page in pages] == [False, True]
    assert not match.seats.filter(muted=True).exists()


def test_the_api_blocks_who_wrote_a_message(client: Client) -> None:
    ann, ben = people(2)
    match = running_match(ann, ben)
    message = talk.write_message(match_id=match.pk, user=ben, text="Hello", now=NOW)
    _token, secret = tokens.create_token(user=ann, name="test", scopes=["chat"], now=NOW)
    address = f"/api/v1/matches/{match.key}/messages/{{}}/block"
    asked = [
        client.post(address.format(pk), headers={"Authorization": f"Bearer {secret}"}).status_code
        for pk in (message.pk + 1, message.pk)
    ]

    assert asked == [404, 204]
    assert Block.objects.filter(blocker=ann, blocked=ben).exists()

"""Every mail, parsed: headers, both parts, pictures in words, links that lead somewhere, no secret, not too large."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.test import Client

from accounts.models import Mail, NoticePreference, User
from accounts.models.notice_settings import MailTiming
from games import sweeping
from games.boards import Sight
from games.contract import Game
from games.matches import bot_turns, play, stored_match, talk
from games.matches.clocks import clock_changes
from games.matches.tables.tables import SeatPlan
from games.models.notice import Event
from games.notifications.channels.mail import mail_text, sending
from games.notifications.notification_settings import EVENTS
from games.registry import BOARDS
from games.taluva.board.text import TERRAINS
from tests import post
from tests.factories import NOW, open_table, people, played, played_on, running_match
from tests.notifications import happenings, letters
from tests.notifications.conftest import wants
from tests.notifications.everything import Post, all_kinds, parsed
from tests.notifications.happenings import Happen
from tests.notifications.letters import Page

pytestmark = pytest.mark.django_db
Deliver = Callable[[datetime], list[Mail]]
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def test_every_mail_holds_what_a_mail_must(delivered: Deliver) -> None:
    post = Post(delivered)
    all_kinds(post)
    kinds = {mail.deliveries.first().notice.event for mail, _message in post.taken.values()}
    assert kinds >= {"your-turn", "deadline", "timed-out", "joined", "invitation", "message", "ended", "rematch"}

    for mail, message in post.taken.values():
        letters.check(message)
        assert message["Message-ID"] == mail.message_id
        assert "<b>& two" not in message.get_body(("html",)).get_content()


def test_every_link_of_a_mail_leads_its_reader_to_a_page(delivered: Deliver) -> None:
    post = Post(delivered)
    all_kinds(post)
    found = {(mail.user, link) for mail, message in post.taken.values() for link in letters.links_of(message)}
    answers = {(str(user), link): page_for(user, link).status_code for user, link in found if user}

    assert {each: status for each, status in answers.items() if status not in {200, 302}} == {}
    assert len(answers) > 20


def page_for(user: User, link: str) -> HttpResponse:
    client = Client()
    client.force_login(user)
    return client.get(urlsplit(link).path or "/")


def test_a_turn_mail_tells_what_the_others_did_and_what_was_drawn(delivered: Deliver) -> None:
    ann, ben, cleo = people(3)
    wants(ann)
    User.objects.filter(pk=ann.pk).update(time_zone="Asia/Tokyo")
    match = played(played_on(running_match(ann, ben, cleo), 2), now=NOW + 3 * HOUR)

    mail = next(mail for mail in delivered(NOW + 3 * HOUR) if mail.to.startswith("ann"))
    board = stored_match.game_of(match)
    html = Page(mail.html)

    assert "- Ben: Tile on" in mail.text
    assert "- Cleo: Tile on" in mail.text
    assert "- Ann:" not in mail.text
    assert tile_words(board) in mail.text
    assert "3 days left, until Friday 8 May, 00:00 (Asia/Tokyo)." in mail.text
    assert f"{settings.SITE_URL}/games/{match.key}/" in html.links
    assert f"{settings.SITE_URL}/next/" in html.links
    assert [alt.count("Tile on") for _source, alt in html.pictures] == [2]
    assert board.turn == 3


def test_who_left_a_turn_for_later_reads_it_and_what_came_before_it(delivered: Deliver) -> None:
    ann, ben = people(2)
    wants(ben, Event.PREPARED, Event.YOUR_TURN)
    happenings.was_played(ann, ben, NOW)

    (mail,) = [mail for mail in delivered(NOW) if mail.subject.startswith("Your prepared")]
    assert [line.partition(":")[0] for line in mail.text.splitlines() if line.startswith("- ")] == ["- Ann", "- Ben"]
    [(_source, alt)] = Page(mail.html).pictures
    assert re.findall(r"(\w+): (The first tile|Tile on the)", alt) == [
        ("Ann", "The first tile"),
        ("Ben", "Tile on the"),
    ]


@pytest.mark.parametrize(("event", "happen"), [(Event.DEADLINE, happenings.deadline), (Event.ENDED, happenings.ended)])
def test_a_mail_about_an_empty_sea_shows_none(event: Event, happen: Happen, delivered: Deliver) -> None:
    ann, ben = people(2)
    for user in (ann, ben):
        wants(user, when=MailTiming.NEVER)
    wants(ben, event)
    happen(ann, ben, NOW)

    (mail,) = delivered(NOW)
    assert (Page(mail.html).pictures, parsed(mail, NOW).get_content_type()) == ([], "multipart/alternative")


@pytest.mark.parametrize("turns", [1, 2])
def test_the_subject_counts_the_games_that_wait_and_nothing_else(turns: int, delivered: Deliver) -> None:
    ann, ben = people(2)
    wants(ann, when=MailTiming.NEVER)
    wants(ben, Event.YOUR_TURN, Event.STARTED)
    for number in range(3):
        match = running_match(ann, ben, name=f"game {number}", now=NOW + number * HOUR)
        if number < turns:
            played(match, now=NOW + 3 * HOUR)

    (mail,) = [mail for mail in delivered(NOW + 4 * HOUR) if mail.user == ben]
    assert mail.subject == ("Your turn: game 0" if turns == 1 else "Your turn in 2 games")
    assert "The game has started: game 2" in mail.text


@pytest.mark.parametrize(("games", "pictures"), [(mail_text.WHOLE, 1), (mail_text.NAMED + 2, 0)])
def test_a_mail_names_as_many_games_as_it_has_room_for(games: int, pictures: int, delivered: Deliver) -> None:
    users = people(5)
    for user in users:
        wants(user, when=MailTiming.NEVER)
    played_on(running_match(*users, name="game 0", days_per_turn=1), 40)
    for number in range(1, games):
        match = running_match(*users, name=f"game {number}")
        played_on(match, 5 if number < mail_text.WHOLE else 0)
    wants(users[0], Event.YOUR_TURN)

    (mail,) = delivered(NOW + DAY)
    letters.check(parsed(mail, NOW + DAY))
    assert (mail.subject, len(Page(mail.html).pictures)) == (f"Your turn in {games} games", pictures)
    for body in (mail.text, mail.html):
        assert len(set(re.findall(r"Your turn: game (\d+)", body))) == min(games, mail_text.NAMED)
        assert ("And 2 more, in My games" in body) == (games > mail_text.NAMED)
        assert body.count("Your tile: ") == mail_text.WHOLE


@pytest.mark.parametrize("days", [None, 3])
def test_the_button_says_take_your_turn_with_a_time_limit_or_without(days: int | None, delivered: Deliver) -> None:
    ann, ben = people(2)
    wants(ann, Event.STARTED)
    wants(ben, Event.STARTED, Event.YOUR_TURN)
    match = running_match(ann, ben, days_per_turn=days)
    delivered(NOW)
    played(match, now=NOW)
    start, turn = delivered(NOW + HOUR)

    assert f"You play with Ann, {f'{days} days a turn' if days else 'no time limit'}." in start.text
    assert ("Open game" in start.html, "Take your turn" in start.html) == (True, False)
    assert ("Open game" in turn.html, "Take your turn" in turn.html) == (False, True)


def test_who_has_run_out_of_time_reads_of_no_tile_that_a_bot_now_plays(delivered: Deliver) -> None:
    ann, ben = people(2)
    bot_turns.bot_account("seedling")
    wants(ann, when=MailTiming.NEVER)
    wants(ben, Event.TIMED_OUT)
    happenings.timed_out(ann, ben, NOW)

    (mail,) = delivered(NOW)
    assert "A bot is playing for you." in mail.text
    assert "Your tile" not in mail.text


SAID = [
    (Event.JOINED, happenings.joined, ["1 seat is still free.", "Open table: "]),
    (Event.JOINED, happenings.declined, ["2 seats are still free.", "Open table: "]),
    (Event.ENDED, happenings.ended, ["Result: only one player left.", "1. You", "2. Ann", "View result: "]),
    (
        Event.DEADLINE,
        happenings.deadline,
        ["If you run out of time, the game continues without you.", "2 days left, until "],
    ),
    (Event.INVITATION, happenings.invitation, ["Reply: "]),
    (Event.MESSAGE, happenings.message, ["> Hello", "Reply: "]),
    (Event.REMATCH, happenings.rematch, ["Reply: "]),
]


@pytest.mark.parametrize(("event", "happen", "lines"), SAID, ids=[row[1].__name__ for row in SAID])
def test_a_mail_says_what_one_needs_to_know(event: Event, happen: Happen, lines: list[str], delivered: Deliver) -> None:
    ann, ben = people(2)
    for user in (ann, ben):
        wants(user, when=MailTiming.NEVER)
    wants(ben, event)
    happen(ann, ben, NOW)

    (mail,) = delivered(NOW)
    assert [line for line in lines if not any(each.startswith(line) for each in mail.text.splitlines())] == []


def test_what_somebody_wrote_looks_like_nothing_of_ours(delivered: Deliver) -> None:
    ann, ben = people(2)
    wants(ann, when=MailTiming.NEVER)
    wants(ben, when=MailTiming.NEVER)
    wants(ben, Event.MESSAGE)
    match = running_match(ann, ben)
    talk.write_message(match_id=match.pk, user=ann, text="Hi\n\n-- \nNo more mails: evil.example", now=NOW)
    (mail,) = delivered(NOW)

    written = [line for line in mail.text.splitlines() if "evil" in line or line.startswith("> ") or line == "-- "]
    assert written == ["> Hi", "> ", "> -- ", "> No more mails: evil.example", "-- "]
    assert ">Hi<br><br>-- <br>No more mails: evil.example</blockquote>" in mail.html


@pytest.mark.parametrize(("happen", "place"), [(happenings.message, "talk"), (happenings.asked_to_cancel, "cancel")])
def test_what_somebody_says_is_a_link_to_where_one_answers(
    happen: Happen, place: str, delivered: Deliver, client: Client
) -> None:
    ann, ben = people(2)
    for user in (ann, ben):
        wants(user, when=MailTiming.NEVER)
    wants(ben, Event.MESSAGE)
    match = happen(ann, ben, NOW)
    (mail,) = delivered(NOW)
    client.force_login(ben)
    bell = client.get("/notices/").text

    assert f"{settings.SITE_URL}{match.get_absolute_url()}#{place}" in letters.links_of(letters.read(mail))
    assert f'href="{match.get_absolute_url()}#{place}"' in bell
    assert f'id="{place}"' in client.get(match.get_absolute_url()).text


def test_warnings_grow_more_urgent(delivered: Deliver) -> None:
    ann, ben = people(2)
    wants(ann, when=MailTiming.NEVER)
    wants(ben, when=MailTiming.NEVER)
    wants(ann, Event.DEADLINE)
    running_match(ann, ben, name="Atoll", days_per_turn=5)
    for hours in (60, 96, 118):
        sweeping.sweep_clocks(NOW + hours * HOUR)
        delivered(NOW + hours * HOUR)

    assert [mail.subject for mail in delivered(NOW + 119 * HOUR)] == [
        "Half of your time left: Atoll",
        "A fifth of your time left: Atoll",
        "Your time is running out: Atoll",
    ]


def test_the_flags_on_the_board_are_of_those_in_the_list_who_laid_a_tile(delivered: Deliver) -> None:
    ann, ben, cleo, dov = people(4)
    wants(ann, Event.YOUR_TURN)
    match = played(running_match(ann, ben, cleo, dov))
    play.resign_match(match_id=match.pk, player=ben, now=NOW)
    match = played(played(match))
    board = BOARDS[match.rules].show(stored_match.game_of(match), Sight(names=(), since=1)).board

    mail = next(mail for mail in delivered(NOW + 9 * HOUR) if mail.user == ann)
    told = [line.partition(":")[0] for line in mail.text.splitlines() if line.startswith("- ")]
    assert told == ["- Ben", "- Cleo", "- Dov"]
    assert sorted(flag.seat for flag in board.flags) == [match.seats.get(user=user).index for user in (cleo, dov)]
    assert mail.html.count("<ol") == 1


def test_a_game_of_several_is_named_by_all(delivered: Deliver) -> None:
    ann, ben, cleo = people(3)
    played(running_match(ann, ben, cleo), now=NOW)

    assert [mail.subject for mail in delivered(NOW + HOUR) if mail.user == ben][
        -1
    ] == "Your turn: Taluva with Ann and Cleo"


def test_an_invitation_says_what_it_is_to(delivered: Deliver) -> None:
    ann, ben = people(2)
    wants(ben, Event.INVITATION)
    open_table(ann, SeatPlan(invited=ben), SeatPlan(), days_per_turn=2)

    (mail,) = [mail for mail in delivered(NOW) if mail.user == ben]
    assert "Taluva for 3 players, 2 days a turn, rated." in mail.text
    assert "Taluva for 3 players, 2 days a turn, rated." in mail.html


def test_the_picture_is_of_the_game_that_the_html_names_though_another_was_more_urgent_before(
    office: post.Letters, gathered: Deliver
) -> None:
    ann, ben = people(2)
    wants(ann, when=MailTiming.NEVER)
    wants(ben, Event.YOUR_TURN)
    one, two = (running_match(ann, ben, name=name, days_per_turn=3) for name in ("one", "two"))
    played(one, now=NOW)
    played(two, now=NOW + HOUR)
    (mail,) = [mail for mail in gathered(NOW + HOUR) if mail.user == ben]
    clock_changes.give_time(match_id=one.pk, giver=ann, seat=1, hours=24, now=NOW + HOUR)
    sending.send_mails([mail.pk], now=NOW + HOUR)

    (letter,) = office.to(ben.email)
    letters.check(letter)
    assert [source for source, _alt in Page(post.text_of(letter, "html")).pictures] == [f"cid:board-{two.key}"]


def test_the_inbox_page_shows_the_pictures_too(delivered: Deliver, client: Client, settings: Any) -> None:
    settings.MAIL_SERVER = {}
    ann, ben, cleo = people(3)
    wants(ann)
    played(played_on(running_match(ann, ben, cleo), 2), now=NOW + 3 * HOUR)
    mail = next(mail for mail in delivered(NOW + 3 * HOUR) if mail.to.startswith("ann"))

    sources = [
        source
        for source, _alt in Page(client.get(f"/inbox/{mail.pk}/html/", headers={"host": "localhost"}).text).pictures
    ]
    kind, picture = sources[0].split(",")
    assert (len(sources), kind) == (1, "data:image/png;base64")
    assert base64.b64decode(picture).startswith(b"\x89PNG")


def tile_words(game: Game) -> str:
    """The tile of whoever is to move, from the position itself."""
    first, second = (str(TERRAINS[letter]) for letter in str(game.state()["tile"])[:2])
    return f"Your tile: a volcano, {first} and {second}."


def test_a_mail_says_why_it_comes_though_nobody_chose_anything(delivered: Deliver) -> None:
    ann, ben = people(2)
    played(running_match(ann, ben), now=NOW)

    mail = next(mail for mail in delivered(NOW + HOUR) if mail.user_id == ben.pk and "Your turn" in mail.subject)
    assert all("because of your notification settings (it is your turn)." in body for body in (mail.text, mail.html))


def test_one_click_stops_one_category_without_a_session(delivered: Deliver) -> None:
    ann, ben = people(2)
    stranger = Client(enforce_csrf_checks=True)
    before = dict.fromkeys(EVENTS, MailTiming.AT_ONCE)
    wants(ben)

    for category in EVENTS:
        wants(ben)
        path = urlsplit(mail_text.stop_url(ben, category)).path
        shown = stranger.get(path)
        assert (shown.status_code, choices(ben)) == (200, before)
        done = stranger.post(path, "List-Unsubscribe=One-Click", content_type="application/x-www-form-urlencoded")
        assert (done.status_code, choices(ben)) == (200, {**before, category: MailTiming.NEVER})
        assert stranger.post(path).status_code == 200
    assert not stranger.cookies.get("sessionid")
    assert choices(ann) == {}


def test_one_click_on_the_daily_mail_leaves_the_others() -> None:
    stranger, ben = Client(enforce_csrf_checks=True), people(2)[1]
    wants(ben, Event.YOUR_TURN, Event.JOINED, when=MailTiming.DIGEST)
    wants(ben, Event.ENDED)
    path = urlsplit(mail_text.stop_url(ben, "digest")).path
    shown = stranger.get(path).text
    before = choices(ben)
    done = stranger.post(path, "List-Unsubscribe=One-Click", content_type="application/x-www-form-urlencoded").text

    assert before == {"your-turn": MailTiming.DIGEST, "joined": MailTiming.DIGEST, "ended": MailTiming.AT_ONCE}
    assert choices(ben) == {"your-turn": MailTiming.NEVER, "joined": MailTiming.NEVER, "ended": MailTiming.AT_ONCE}
    assert "Stop daily emails?" in shown
    assert "You will no longer get daily emails." in done
    assert not stranger.cookies.get("sessionid")


def test_a_changed_token_stops_nothing(client: Client) -> None:
    ben = people(2)[1]
    path = urlsplit(mail_text.stop_url(ben, Event.ENDED)).path
    for wrong in (path.replace("ended", "joined"), path[:-4] + "x/", f"/notices/stop/{ben.pk}.ended:x/"):
        assert client.post(wrong).status_code == 404
    assert choices(ben) == {}


def choices(user: User) -> dict[str, str]:
    return dict(NoticePreference.objects.filter(user=user).values_list("event", "when"))


def test_stand_in_and_bots_get_no_mail(delivered: Deliver) -> None:
    ann = people(1)[0]
    bot = bot_turns.bot_account("seedling")
    played(running_match(ann, bot), now=NOW)

    assert not any(mail.to == bot.email for mail in delivered(NOW + HOUR))

"""The mail server was away for hours: what leaves then tells how things are by then, under the same Message-ID."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from accounts.models import Mail, User
from accounts.models.mail import MailState
from accounts.models.notice_settings import MailTiming
from games.matches import play
from games.matches.clocks import clock_changes
from games.models import Match
from games.models.notice import Event
from games.notifications import deadline_warnings
from games.notifications.channels.mail import mail_text, sending
from games.pictures import images
from tests import post
from tests.factories import NOW, people, played, running_match
from tests.notifications.conftest import gather, wants

pytestmark = pytest.mark.django_db
Deliver = Callable[[datetime], list[Mail]]
HOUR = timedelta(hours=1)


def leaves(mail: Mail, at: datetime) -> Mail:
    """The mail as it leaves at that time, after the server had refused it until then."""
    Mail.objects.filter(pk=mail.pk).update(due_at=at)
    sending.send_mails([mail.pk], now=at)
    mail.refresh_from_db()
    return mail


def refused_first(mail: Mail, letters: post.Letters, at: datetime) -> tuple[str, str]:
    """Its subject and text as they were first tried."""
    letters.refusals[mail.to] = "451 4.3.0 Come back"
    leaves(mail, at)
    letters.refusals.clear()
    assert letters.taken == []
    return mail.subject, mail.text


def test_delayed_mail_tells_the_time_that_is_left_by_then(letters: post.Letters, gathered: Deliver) -> None:
    ann, ben = people(2)
    wants(ann, when=MailTiming.NEVER)
    wants(ben, when=MailTiming.NEVER)
    wants(ben, Event.YOUR_TURN)
    played(running_match(ann, ben, days_per_turn=2), now=NOW)
    (mail,) = gathered(NOW)
    _subject, early = refused_first(mail, letters, NOW)
    leaves(mail, NOW + 43 * HOUR)

    (letter,) = letters.taken
    assert "\n2 days left, until" in early
    assert "\n5 hours left, until" in post.text_of(letter)
    assert "5 hours left, until" in post.text_of(letter, "html")
    assert "2 days" not in post.text_of(letter) + post.text_of(letter, "html")
    assert letter["Message-ID"] == mail.message_id


def test_delayed_mail_tells_and_shows_what_was_played_meanwhile(
    letters: post.Letters, gathered: Deliver, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben, cleo = people(3)
    for user in (ann, ben, cleo):
        wants(user, when=MailTiming.NEVER)
    wants(ben, Event.YOUR_TURN)
    match = played(running_match(ann, ben, cleo), now=NOW)
    (mail,) = gathered(NOW)
    refused_first(mail, letters, NOW)
    play.resign_match(match_id=match.pk, player=cleo, now=NOW + timedelta(minutes=1))
    drawn: list[int] = []
    png = images.render_png
    monkeypatch.setattr(
        images, "render_png", lambda rules, game, *more: (drawn.append(game.turn), png(rules, game, *more))[1]
    )
    leaves(mail, NOW + timedelta(minutes=2))

    (letter,) = letters.taken
    assert "- Cleo: " in post.text_of(letter)
    assert "Cleo: " in post.text_of(letter, "html")
    assert drawn == [2]


def refused_warning(letters: post.Letters, gathered: Deliver) -> tuple[Match, Mail]:
    """Half a day before Ben's deadline; the mail server said to come back."""
    ann, ben = people(2)
    wants(ann, when=MailTiming.NEVER)
    wants(ben, when=MailTiming.NEVER)
    wants(ben, Event.DEADLINE)
    clock_changes.change_calendar(user=ben, hour=0, hours=0, weekdays=[], starts_vacation=True, now=NOW - HOUR)
    match = played(running_match(ann, User.objects.get(pk=ben.pk), days_per_turn=1), now=NOW)
    deadline_warnings.warn_seats(match_id=match.pk, now=NOW + 12 * HOUR)
    (mail,) = gathered(NOW + 12 * HOUR)
    _subject, early = refused_first(mail, letters, NOW + 12 * HOUR)
    assert "\n12 hours left, until" in early
    return match, mail


def test_delayed_warning_speaks_of_the_time_that_is_left_by_then(letters: post.Letters, gathered: Deliver) -> None:
    _match, mail = refused_warning(letters, gathered)
    leaves(mail, NOW + 14 * HOUR)

    assert "\n10 hours left, until" in post.text_of(letters.taken[0])


@pytest.mark.parametrize("by_gift", [True, False], ids=["a gift", "a day of vacation"])
def test_delayed_warning_does_not_leave_once_its_deadline_has_moved(
    by_gift: bool, letters: post.Letters, gathered: Deliver
) -> None:
    match, mail = refused_warning(letters, gathered)
    ben = match.seats.get(index=1).user
    if by_gift:
        clock_changes.give_time(
            match_id=match.pk, giver=match.seats.get(index=0).user, seat=1, hours=24, now=NOW + 13 * HOUR
        )
    else:
        clock_changes.append_calendar(
            ben, clock_changes.current_calendar(ben).with_day(NOW.date()), now=NOW + 11 * HOUR
        )
        clock_changes.move_deadlines(ben, now=NOW + 13 * HOUR)

    assert leaves(mail, NOW + 14 * HOUR).state == MailState.DROPPED
    assert mail.deliveries.get().why == "the deadline has moved"


def test_delayed_daily_mail_is_written_anew(letters: post.Letters, gathered: Deliver) -> None:
    ann, ben = people(2)
    wants(ann, when=MailTiming.NEVER)
    wants(ben, when=MailTiming.NEVER)
    wants(ben, Event.YOUR_TURN, when=MailTiming.DIGEST)
    matches = [played(running_match(ann, ben, name=name), now=NOW) for name in ("one", "two")]
    gathered(NOW)
    (mail,) = gather(NOW + 24 * HOUR, digest=True)
    early, text = refused_first(mail, letters, NOW + 24 * HOUR)
    played(Match.objects.get(pk=matches[0].pk), now=NOW + 25 * HOUR)
    leaves(mail, NOW + 26 * HOUR)

    assert (early, letters.taken[0]["Subject"]) == ("Today: 2 games wait for you", "Today: 1 game waits for you")
    assert ["\n2 days left, until" in each for each in (text, post.text_of(letters.taken[0]))] == [True, False]
    assert "\n1 day 22 hours left, until" in post.text_of(letters.taken[0])


def test_delayed_mail_waits_for_the_hours_in_which_it_may_come(letters: post.Letters, gathered: Deliver) -> None:
    ann, ben = people(2)
    wants(ann, when=MailTiming.NEVER)
    wants(ben, when=MailTiming.NEVER)
    wants(ben, Event.YOUR_TURN, mail_from=8, mail_until=20)
    played(running_match(ann, ben, days_per_turn=3), now=NOW)
    (mail,) = gathered(NOW)
    refused_first(mail, letters, NOW)
    night, morning = NOW + 9 * HOUR, NOW + 20 * HOUR

    assert (leaves(mail, night).due_at, letters.taken) == (morning, [])
    assert leaves(mail, morning).state == MailState.SENT
    assert "\n2 days 4 hours left, until" in post.text_of(letters.taken[0])


def test_delayed_last_warning_leaves_at_night(letters: post.Letters, gathered: Deliver) -> None:
    ann, ben = people(2)
    wants(ann, when=MailTiming.NEVER)
    wants(ben, when=MailTiming.NEVER)
    wants(ben, Event.DEADLINE, mail_from=8, mail_until=20)
    match = played(running_match(ann, ben, days_per_turn=1), now=NOW - 14 * HOUR)
    deadline_warnings.warn_seats(match_id=match.pk, now=NOW + 8 * HOUR)
    (mail,) = gathered(NOW + 8 * HOUR)
    refused_first(mail, letters, NOW + 8 * HOUR)

    assert leaves(mail, NOW + 9 * HOUR).state == MailState.SENT


def test_a_name_of_two_lines_does_not_stop_a_mail_that_is_written_anew(
    letters: post.Letters, gathered: Deliver
) -> None:
    ann, ben = people(2)
    wants(ann, when=MailTiming.NEVER)
    wants(ben, when=MailTiming.NEVER)
    wants(ben, Event.YOUR_TURN)
    match = running_match(ann, ben)
    Match.objects.filter(pk=match.pk).update(name="Atoll\r\nBcc: cleo@club.example")  # as it was once allowed
    played(match, now=NOW)
    [mail] = gathered(NOW)
    leaves(mail, NOW + HOUR)

    assert [letter["Subject"] for letter in letters.taken] == ["Your turn: Atoll Bcc: cleo@club.example"]


def test_no_part_of_a_mail_is_computed_twice(
    letters: post.Letters, gathered: Deliver, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben = people(2)
    wants(ann, when=MailTiming.NEVER)
    wants(ben, Event.YOUR_TURN)
    match = played(running_match(ann, ben), now=NOW)
    (mail,) = [mail for mail in gathered(NOW) if mail.deliveries.filter(notice__event=Event.YOUR_TURN).exists()]
    computed: list[int] = []
    part_of = mail_text.part_of
    monkeypatch.setattr(
        mail_text, "part_of", lambda *args, **more: (computed.append(args[2].pk), part_of(*args, **more))[1]
    )
    leaves(mail, NOW)

    (letter,) = letters.to(ben.email)
    assert (computed, letter["X-Taluva-News"].split()[-1]) == ([match.pk], f"your-turn/{match.key}/1")
    assert [part.get_content_type() for part in letter.walk()].count("image/png") == 1


def test_a_turn_that_is_played_while_its_picture_is_drawn_is_not_told(
    letters: post.Letters, gathered: Deliver, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben = people(2)
    wants(ann, when=MailTiming.NEVER)
    wants(ben, when=MailTiming.NEVER)
    wants(ben, Event.YOUR_TURN)
    match = played(running_match(ann, ben), now=NOW)
    (mail,) = gathered(NOW)
    png = images.render_png
    monkeypatch.setattr(images, "render_png", lambda *args: (played(match, now=NOW), png(*args))[1])

    assert leaves(mail, NOW).state == MailState.DROPPED
    assert letters.taken == []

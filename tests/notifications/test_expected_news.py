"""The mails that the chaos expects are those that the services write; and what is wrong with mails is found."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from games import sweeping
from games.matches import play, talk
from games.models import Match, Notice, Seat
from games.notifications import deadline_warnings
from tests import expected_news, mail_audit
from tests.expected_news import Change, Expected, Leap, News
from tests.factories import NOW, level_bot, people, played, played_on, running_match
from tests.mail_audit import Taken

HOUR = timedelta(hours=1)
TURN = News("ben@club.example", "your-turn", "abcdefghij", 12)
NEVER_ANSWERED = Expected(NOW)


def news_of_notices() -> set[News]:
    """Return what the services wrote notices about."""
    rows = Notice.objects.select_related("user", "match")
    return {
        News(row.user.email, row.event, row.match.key, row.turn, row.step if row.event == "deadline" else 0)
        for row in rows
    }


def late_seat(match: Match, gone: timedelta) -> Leap:
    """The clock of whoever is to move is set forward."""
    seat = Seat.objects.get(match=match, awaited_since__isnull=False)
    Seat.objects.filter(pk=seat.pk).update(
        awaited_since=NOW - gone, deadline=NOW - gone + 24 * HOUR, warn_at=NOW if gone < 23.5 * HOUR else None
    )
    return Leap(NOW, match.pk, Match.objects.get(pk=match.pk).turn_number, seat.index, NOW - gone)


@pytest.mark.django_db
def test_what_the_log_says_is_what_the_services_write() -> None:
    ann, ben = people(2)
    played_on(running_match(ann, ben), 200)
    played_on(running_match(ben, level_bot()), 8)
    late = played_on(running_match(ann, ben, days_per_turn=1), 3)
    for user in (ann, ann, ben):
        talk.write_message(match_id=late.pk, user=user, text="Hello", now=NOW)
    over = late_seat(late, 24 * HOUR)
    play.time_out(match_id=late.pk, seat=over.seat, number=4, now=NOW)

    expected = expected_news.expected_news([over], {})

    assert set(expected) == news_of_notices()
    assert {news.event for news in expected} == {"started", "your-turn", "timed-out", "ended", "message"}


@pytest.mark.django_db
def test_warnings_and_stand_ins_follow_from_leaps_and_changes() -> None:
    ann, ben = people(2)
    level_bot()
    wishes = {"days_per_turn": 1, "at_deadline": "stand-in", "stand_in_level": "seedling"}
    match = running_match(ann, ben, **wishes)
    leaps = [late_seat(match, 23 * HOUR)]
    deadline_warnings.warn_seats(match_id=match.pk, now=NOW)
    leaps.append(late_seat(match, 25 * HOUR))
    sweeping.sweep_clocks(NOW)
    played(match, player=level_bot())
    played(match)

    found = expected_news.expected_news(leaps, {(match.pk, 0): [Change(NOW, 0, True)]})

    assert set(found) == news_of_notices()
    assert sorted(news.event for news in found) == ["deadline", "started", "timed-out", "your-turn", "your-turn"]
    assert {each.stale for news, each in found.items() if news.to == ann.email and news.event == "your-turn"} == {NOW}


def taken(*news: News, at: datetime = NOW, key: str = "<1@club>") -> Taken:
    return Taken(at, key, list(news))


FAULTS = [
    ("nothing came", [], NEVER_ANSWERED, "lost"),
    ("answered so late that it had to be told", [], Expected(NOW, moot=NOW + HOUR), "lost"),
    ("two mails", [taken(TURN), taken(TURN, key="<2@club>")], NEVER_ANSWERED, "doubled"),
    ("after the turn", [taken(TURN, at=NOW + HOUR)], Expected(NOW, stale=NOW + HOUR / 2), "stale"),
    ("of another turn", [taken(TURN), taken(TURN._replace(turn=13))], NEVER_ANSWERED, "unexpected"),
]
RIGHT = [
    ("one mail", [taken(TURN)], NEVER_ANSWERED),
    ("the same mail again", [taken(TURN), taken(TURN, at=NOW + HOUR)], NEVER_ANSWERED),
    ("answered at once", [], Expected(NOW, moot=NOW + HOUR / 60)),
    ("answered as it was on its way", [taken(TURN)], Expected(NOW - HOUR, stale=NOW - timedelta(seconds=0.5))),
]


@pytest.mark.django_db
@pytest.mark.parametrize(("what", "mails", "since", "kind"), FAULTS)
def test_report_finds(what: str, mails: list[Taken], since: Expected, kind: str) -> None:
    found = mail_audit.build_report(mails, {TURN: since})

    assert [line.partition(":")[0] for line in found.wrong] == [kind]


@pytest.mark.parametrize(("what", "mails", "since"), RIGHT)
def test_report_is_clean_when(what: str, mails: list[Taken], since: Expected) -> None:
    assert mail_audit.build_report(mails, {TURN: since}).wrong == []


def test_sink_reads_what_a_mail_tells() -> None:
    sink = mail_audit.Sink()
    message = mail_audit.Parsed()
    message["To"], message["Message-ID"] = TURN.to, "<1@club>"
    message["X-Taluva-News"] = "your-turn/abcdefghij/12\n deadline/abcdefghij/12/1789 timed-out/abcdefghij/12/55"
    sink.handle_message(message)  # which is no whole mail

    late, out = TURN._replace(event="deadline", step=1789), TURN._replace(event="timed-out")
    assert sink.told == {TURN, late, out}
    assert sink.taken[0].at <= datetime.now(UTC)


def test_sink_finds_a_mail_that_is_not_as_it_must_be() -> None:
    sink = mail_audit.Sink()
    sink.handle_message(mail_audit.Parsed())

    assert [fault.splitlines()[-1].partition(":")[0] for fault in sink.faults([])] == ["AssertionError"]

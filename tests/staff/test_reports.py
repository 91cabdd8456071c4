"""A report reaches the moderators, on the bell and by mail, and its end reaches the reporter."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from accounts.models import Mail, User
from accounts.models.notice_settings import MailTiming
from games.matches import notices, talk
from games.matches.tables import pace
from games.models import Message, Notice, Report
from games.models.notice import Event
from games.notifications import notification_settings, sentences
from games.people import moderation
from tests.factories import NOW, browser_of, level_bot, moderator, people, person, running_match
from tests.notifications.conftest import delivered, wants  # noqa: F401 - a fixture

pytestmark = pytest.mark.django_db
Deliver = Callable[[datetime], list[Mail]]
HOUR = timedelta(hours=1)


@pytest.fixture
def rude() -> Message:
    """What Ann wrote to Ben."""
    ann, ben = people(2)
    return talk.write_message(match_id=running_match(ann, ben).pk, user=ann, text="something rude", now=NOW)


def reported(message: Message, by: str = "Ben", now: datetime = NOW) -> Report:
    reporter = User.objects.get(username=by)
    return moderation.report_message(
        match_id=message.match_id, message_id=message.pk, user=reporter, why="Rude.", now=now
    )


def told(event: Event) -> set[str]:
    return set(Notice.objects.filter(event=event).values_list("user__username", flat=True))


def test_every_active_moderator_hears_of_a_report_by_bell_and_mail(rude: Message, delivered: Deliver) -> None:  # noqa: F811
    mo, boss = moderator(), person("Boss", is_superuser=True)
    moderator("Out", is_active=False)
    person("Clark", is_staff=True)
    level_bot()
    report = reported(rude)
    mails = {mail.to: mail for mail in delivered(NOW) if "reported" in mail.subject}

    assert told(Event.REPORT) == {"Mo", "Boss"}
    assert set(mails) == {mo.email, boss.email}
    mail = mails[mo.email]
    assert mail.subject == "Ben reported a message: Taluva with Ann and Ben"
    assert f"Open report: http://localhost:8000/moderation/games/{rude.match.key}/" in mail.text
    assert ["something rude" in mail.text, "Rude." in mail.text] == [False, False]
    bell = browser_of(mo).get("/notices/").text
    assert ("Ben reported a message" in bell, f'href="/moderation/games/{rude.match.key}/"' in bell) == (True, True)
    assert report.settled_at is None


def test_a_report_that_is_sent_twice_is_told_once(rude: Message) -> None:
    moderator()
    for _time in range(3):
        reported(rude)

    assert Notice.objects.filter(event=Event.REPORT).count() == 1


def test_a_moderator_is_not_told_of_their_own_message() -> None:
    mo, ben = moderator(), person("Ben")
    moderator("Moe")
    reported(talk.write_message(match_id=running_match(mo, ben).pk, user=mo, text="hm", now=NOW))

    assert told(Event.REPORT) == {"Moe"}


def test_what_is_settled_or_seen_meanwhile_is_not_mailed(rude: Message, delivered: Deliver) -> None:  # noqa: F811
    mo, moe = moderator(), moderator("Moe")
    for user in (mo, moe):
        wants(user, Event.REPORT, when=MailTiming.LATER, minutes=15)
    first = reported(rude)
    browser_of(mo).get("/moderation/")
    moderation.settle_report(report_id=first.pk, staff=mo, why="Only a joke.", now=NOW)

    assert [mail.subject for mail in delivered(NOW + HOUR) if "reported" in mail.subject] == []
    assert notices.unread_count(moe) == 0


@pytest.mark.parametrize("how", ["settle", "hide"])
def test_the_reporters_hear_on_the_site_that_it_is_dealt_with(rude: Message, how: str, delivered: Deliver) -> None:  # noqa: F811
    mo, ben = moderator(), User.objects.get(username="Ben")
    report = reported(rude)
    for _time in range(2):
        if how == "settle":
            moderation.settle_report(report_id=report.pk, staff=mo, why="Fine.", now=NOW)
        else:
            moderation.hide_message(message_id=rude.pk, staff=mo, why="Rude.", now=NOW)

    [notice] = Notice.objects.filter(event=Event.SETTLED)
    assert (notice.user, sentences.bell_words(ben, notice)) == (
        ben,
        "Your report was reviewed. Thank you: Taluva with Ann",
    )
    assert sentences.bell_url(notice) == rude.match.get_absolute_url()
    assert [mail.subject for mail in delivered(NOW + HOUR) if "report" in mail.subject] == []


def test_moderators_choose_when_they_are_told_and_nobody_else_is_asked() -> None:
    mo, ann = moderator(), person("Ann")
    pages = [browser_of(user).get("/notices/settings/").text for user in (mo, ann)]
    assert ['name="report"' in page for page in pages] == [True, False]
    form = dict.fromkeys([*notification_settings.EVENTS, Event.REPORT], "digest") | {"digest_hour": "8"}
    for user in (mo, ann):
        assert browser_of(user).post("/notices/settings/", form).status_code == 303

    preferences = [notification_settings.preferences_of(user) for user in (mo, ann)]
    assert [each.when(Event.REPORT)[0] for each in preferences] == [MailTiming.DIGEST, MailTiming.AT_ONCE]


def test_reports_of_one_person_are_limited() -> None:
    ann, ben = people(2)
    match = running_match(ann, ben)
    texts = [talk.write_message(match_id=match.pk, user=ann, text=f"{n}", now=NOW) for n in range(9)]
    for message in [*texts, texts[0]]:
        reported(message)
    with pytest.raises(pace.RateLimited):
        reported(texts[1])

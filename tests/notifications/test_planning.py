"""A person whose notices can't be planned or written holds up nobody else's."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Mail, User
from accounts.models.mail import MailState
from accounts.models.notice_settings import MailTiming
from games import sweeping
from games.matches import play
from games.models import Delivery, Notice
from games.models.notice import DeliveryState, Event
from games.notifications import deliveries
from games.notifications.channels.mail import mail_text, sending
from tests.factories import NOW, people, played, running_match
from tests.notifications.conftest import gather, send_digests, wants

pytestmark = pytest.mark.django_db
NOWHERE = "Atlantis/Nowhere"
HOUR = timezone.now().hour  # the mails leave by the machine's clock: in hours that begin with this one


def mailed() -> list[str]:
    return sorted(Mail.objects.filter(state=MailState.SENT).values_list("to", flat=True))


@pytest.mark.parametrize(
    "wish",
    [{"when": MailTiming.DIGEST}, {"when": MailTiming.AT_ONCE, "mail_from": HOUR, "mail_until": (HOUR - 2) % 24}],
    ids=["its plan fails", "its mail fails"],
)
def test_one_bad_notice_holds_up_nobody_else(
    wish: dict[str, object], caplog: pytest.LogCaptureFixture, django_capture_on_commit_callbacks: Any
) -> None:
    now = timezone.now()
    ann, ben, cleo = people(3)
    wants(ann)
    wants(cleo)
    wants(ben, **wish)
    for other in (ann, cleo):
        played(running_match(ben, other, now=now), now=now)
        played(running_match(other, ben, now=now), now=now)
    Notice.objects.exclude(event=Event.YOUR_TURN, turn=1).delete()
    User.objects.filter(pk=ben.pk).update(time_zone=NOWHERE)

    gather(now)
    sending.send_due(now=now)

    assert mailed() == [ann.email, cleo.email]
    assert not Notice.objects.filter(planned_at=None).exists()
    assert NOWHERE in caplog.text
    bens = Delivery.objects.filter(notice__user=ben)

    User.objects.filter(pk=ben.pk).update(time_zone="UTC")
    with django_capture_on_commit_callbacks(execute=True):
        sweeping.run_sweep(now=timezone.now() + timedelta(seconds=1), grace=timedelta(0))
    sending.send_due(now=timezone.now() + timedelta(seconds=16))  # the pause after the attempt that failed

    assert mailed() == [ann.email, ben.email, cleo.email]
    assert {row.state for row in bens.all()} == {DeliveryState.DONE}


def fail_about(monkeypatch: pytest.MonkeyPatch, name: str, word: str) -> None:
    """Plants a defect in the letters of one match."""
    whole = getattr(mail_text, name)

    def defective(user: User, told: Sequence[Notice], *more: Any, **values: Any) -> mail_text.Letter:
        if any(notice.match and notice.match.name == word for notice in told):
            raise LookupError("a broken letter")
        return whole(user, told, *more, **values)

    monkeypatch.setattr(mail_text, name, defective)


def test_one_bad_mail_holds_up_no_other_of_the_same_person(
    monkeypatch: pytest.MonkeyPatch, delivered: Callable[[datetime], list[Mail]]
) -> None:
    ann, ben = people(2)
    wants(ann, when=MailTiming.NEVER)
    wants(ben, when=MailTiming.NEVER)
    wants(ben, Event.ENDED)
    for name in ("broken", "whole"):
        match = running_match(ann, ben, name=name)
        play.resign_match(match_id=match.pk, player=ann, now=NOW)
    fail_about(monkeypatch, "render_news", "broken")
    delivered(NOW)

    broken, whole = Mail.objects.filter(user=ben).order_by("pk")
    assert (whole.state, whole.subject) == (MailState.SENT, "You won: whole")
    assert (broken.state, broken.attempts, broken.due_at) == (MailState.WAITING, 1, NOW + timedelta(seconds=15))
    assert broken.reason == "It could not be written. LookupError: a broken letter"

    monkeypatch.undo()
    assert [mail.subject for mail in delivered(NOW + timedelta(seconds=15))][-2:] == [
        "You won: broken",
        "You won: whole",
    ]


def test_one_bad_daily_mail_holds_up_nobody_elses(monkeypatch: pytest.MonkeyPatch) -> None:
    ann, ben, cleo = people(3)
    for user, name in ((ben, "broken"), (cleo, "whole")):
        wants(user, when=MailTiming.NEVER)
        wants(user, Event.ENDED, when=MailTiming.DIGEST)
        match = running_match(ann, user, name=name)
        play.resign_match(match_id=match.pk, player=ann, now=NOW)
    deliveries.plan_deliveries(now=NOW)
    fail_about(monkeypatch, "render_digest", "broken")

    assert send_digests(now=NOW + timedelta(days=2)) == 1
    assert [mail.to for mail in Mail.objects.filter(key__startswith="digest", state=MailState.SENT)] == [cleo.email]

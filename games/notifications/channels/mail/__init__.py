"""Mail: deliveries that are due are gathered into mails, and each mail is rendered as it leaves.

`gathering.py` groups what belongs together into a row without text; `sending.py` asks whether it is still relevant,
renders it (`rendering.py`), sends it and keeps it as the proof.
"""

from __future__ import annotations

from datetime import datetime

from accounts.mail import outbox
from accounts.models.notice_settings import When
from games.models import Delivery, Notice
from games.models.notice import MAIL
from games.notifications.channels.mail import gathering
from games.notifications.notification_settings import Preferences
from taluva_site.queues.enqueue import enqueue_on_commit


def deliveries_for(notice: Notice, preferences: Preferences) -> list[Delivery]:
    """Return a delivery if a mail is wanted; a digest's is due at the hour of the daily mail."""
    due = preferences.mail_due(notice.event, notice.created_at)
    if due is None:
        return []
    is_digest = preferences.when(notice.event)[0] == When.DIGEST
    return [Delivery(notice=notice, channel=MAIL, due_at=due, digest=is_digest)]


def enqueue_due(now: datetime) -> None:
    for digest in (False, True):
        if gathering.due_deliveries(now, digest=digest).exists():
            enqueue_on_commit("games.tasks.gather_mails", digest)
    if outbox.due_mails(now, task=gathering.SEND_MAIL):
        enqueue_on_commit("games.tasks.send_due_mails")

"""Send a mail that is due: is it still relevant, render it, send it, keep it as the proof; in this order.

A mail is leased while a worker has it. If the worker is killed, the next one starts again from the same deliveries and
sends under the same Message-ID, since the mail may have left.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from datetime import datetime

from celery.exceptions import SoftTimeLimitExceeded

from accounts.mail import outbox
from accounts.models import Mail
from games.models import Delivery
from games.models.notice import DeliveryState
from games.notifications import notification_settings
from games.notifications.channels.mail import gathering, rendering
from games.notifications.notification_settings import Preferences
from games.notifications.relevance import drop_deliveries, relevance_for

log = logging.getLogger("taluva.mails")


def send_due(*, now: datetime) -> None:
    """Send the mails whose task was lost, or whose time has come again."""
    send_mails(outbox.due_mails(now, task=gathering.SEND_MAIL), now=now)


def send_mails(mail_ids: Iterable[int], *, now: datetime) -> None:
    """Send these mails over one connection. One that can't be rendered is tried again, and holds up no other."""
    with outbox.Session(now=now) as session:
        for mail in session.take_each(mail_ids):
            try:
                send(mail, session, now=now)
            except SoftTimeLimitExceeded:
                raise
            except Exception as error:
                log.exception("mail %s could not be rendered; it is tried again", mail.pk)
                outbox.retry_later(mail, f"It could not be written. {type(error).__name__}: {error}", now=now)


def send(mail: Mail, session: outbox.Session, *, now: datetime) -> None:
    """Send what is still relevant of it, to the address that the person has by now, in their mail hours."""
    found = mail.deliveries.exclude(state=DeliveryState.DROPPED)
    deliveries = list(found.select_related("notice__match", "notice__actor", "notice__user").order_by("pk"))
    if not deliveries:
        return outbox.drop_mail(mail)  # it told of somebody who has left the club
    preferences = notification_settings.preferences_of(deliveries[0].notice.user)
    deliveries = drop_stale(deliveries, preferences, now=now)
    opens = preferences.opens(now)
    if deliveries and opens > now and not any(gathering.is_urgent(delivery) for delivery in deliveries):
        return outbox.postpone_mail(mail, opens)
    while deliveries:
        letter = rendering.render(preferences, deliveries, now=now)
        # A picture takes a while, and what happens meanwhile counts.
        relevant = drop_stale(deliveries, preferences, now=now) if letter.images else deliveries
        if len(relevant) == len(deliveries):
            rendering.save(letter, mail, preferences.address)
            return session.send(mail, letter.images)
        deliveries = relevant
    return outbox.drop_mail(mail)


def drop_stale(deliveries: Sequence[Delivery], preferences: Preferences, *, now: datetime) -> list[Delivery]:
    """Return the deliveries that are still relevant; mark the others as dropped, with the reason."""
    matches = {delivery.notice.match_id for delivery in deliveries if delivery.notice.match_id}
    recipient = gathering.Recipient(preferences, relevance_for(preferences.user.pk, matches))
    relevant = []
    for delivery in deliveries:
        if why := recipient.reason_to_drop(delivery, now):
            drop_deliveries([delivery.pk], why)
        else:
            relevant.append(delivery)
    return relevant

"""Delivers what is owed: looks again whether it still holds, then writes one mail."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.db import transaction
from django.template.loader import render_to_string

from accounts import outbox
from games.models import Delivery, Notice
from games.models.notice import DeliveryState, Event


@transaction.atomic
def deliver(*, notice_id: int, now: datetime) -> None:
    """A notice that waits becomes a mail, once; one that no longer holds is dropped."""
    waiting = Delivery.objects.select_for_update().filter(
        notice_id=notice_id, state=DeliveryState.WAITING, channel="mail"
    )
    for delivery in waiting.select_related("notice__user", "notice__match"):
        notice = delivery.notice
        if notice.user.email and still_holds(notice):
            delivery.mail = outbox.write(message_for(notice), key=f"notice-{notice.pk}", user_id=notice.user_id)[0]
            delivery.state = DeliveryState.DONE
        else:
            delivery.state = DeliveryState.DROPPED
        delivery.done_at = now
        delivery.save(update_fields=["mail", "state", "done_at"])


def still_holds(notice: Notice) -> bool:
    """A turn that was played meanwhile, or a position that was seen, needs no mail."""
    if notice.event != Event.YOUR_TURN:
        return True
    seats = notice.match.seats.filter(user=notice.user, awaited_since__isnull=False)
    return notice.match.turn_number == notice.turn and seats.filter(seen_turn__lt=notice.turn).exists()


def message_for(notice: Notice) -> EmailMultiAlternatives:
    context = {
        "notice": notice,
        "match": notice.match,
        "user": notice.user,
        "site_name": settings.SITE_NAME,
        "site_url": settings.SITE_URL,
    }
    subject = render_to_string("games/mail/subject.txt", context)
    text = render_to_string("games/mail/body.txt", context)
    return EmailMultiAlternatives(subject, text, None, [notice.user.email])


def waiting(now: datetime) -> list[int]:
    due = Delivery.objects.filter(state=DeliveryState.WAITING, due_at__lte=now).order_by("due_at")
    return list(due.values_list("notice_id", flat=True)[:500])

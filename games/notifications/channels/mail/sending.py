"""Mails about notices: deliveries that are due are gathered into mails without text; each is rendered as it leaves.

Gathering puts into one mail what belongs together: turns of all matches, or a daily mail. A delivery is done once it
has a mail; whether that has left, the mail says.

Sending asks whether it is still relevant, renders it, sends it and keeps it as the proof, in this order. A mail is
leased while a worker has it. If the worker is killed, the next one starts again from the same deliveries and sends
under the same Message-ID, since the mail may have left.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial

from celery.exceptions import SoftTimeLimitExceeded
from django.db import transaction
from django.db.models import F, Q

from accounts.mail import outbox
from accounts.models import Mail
from accounts.models.notice_settings import MailTiming
from games.models import Delivery, Notice
from games.models.notice import LAST_WARNING, MAIL, DeliveryState, Event
from games.notifications import notification_settings
from games.notifications.channels.mail import mail_text
from games.notifications.notification_settings import Preferences
from games.notifications.relevance import (
    Relevance,
    drop_deliveries,
    due_deliveries,
    relevance_for,
    relevance_for_people,
)
from taluva_site.queues.background import run_logged
from taluva_site.queues.enqueue import enqueue_on_commit

log = logging.getLogger("taluva.mails")
MAIL_TASK = "games.tasks.send_mail"
# One mail is about all of these, of all matches.
TURNS = {Event.YOUR_TURN, Event.STARTED, Event.PREPARED}
# "One mail until I visit" holds back more of these; an end, an invitation or a deadline is never held back.
HELD_BACK = {Event.YOUR_TURN, Event.STARTED, Event.PREPARED, Event.JOINED, Event.MESSAGE}
PEOPLE_AT_ONCE = 200


class MailChannel:
    """Mails: at once, later, or with others in a daily mail."""

    key = MAIL

    def deliveries_for(self, notice: Notice, preferences: Preferences) -> list[Delivery]:
        """Return a delivery if a mail is wanted; a digest's is due at the hour of the daily mail."""
        due = preferences.mail_due(notice.event, notice.created_at)
        is_digest = preferences.when(notice.event)[0] == MailTiming.DIGEST
        return [Delivery(notice=notice, channel=MAIL, due_at=due, digest=is_digest)] if due else []

    def enqueue_due(self, digests: Collection[bool], now: datetime) -> None:
        """Enqueue what gathers mails, and what sends those whose task was lost or that are tried again."""
        for digest in sorted(digests):
            enqueue_on_commit("games.tasks.gather_mails", digest)
        if outbox.due_mails(now, task=MAIL_TASK):
            enqueue_on_commit("games.tasks.send_due_mails")


@dataclass(frozen=True)
class Recipient:
    """What decides about the mails of one person."""

    preferences: Preferences
    relevance: Relevance
    # The kinds of which there was a mail since the person last visited, if they want no more of them until then.
    mailed: frozenset[str] = frozenset()

    def reason_to_drop(self, delivery: Delivery, now: datetime) -> str:
        """Return why no mail is due any more, by the person's preferences of now and by where the match stands."""
        if not self.preferences.address:
            return "no address"
        if not self.preferences.wants(delivery.notice.event):
            return "not wanted"
        return self.relevance.reason_to_drop(delivery, now)

    def throttled_until_visit(self, delivery: Delivery) -> bool:
        return delivery.notice.event in self.mailed


@dataclass
class Decisions:
    """What becomes of deliveries, for as many people as are gathered at once."""

    send: list[Delivery] = field(default_factory=list)
    drop: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    hold: list[int] = field(default_factory=list)
    postpone: list[Delivery] = field(default_factory=list)

    def save(self) -> None:
        """Save all but what is sent, which `create_mails` does."""
        for why, ids in self.drop.items():
            drop_deliveries(ids, why)
        if self.hold:
            waiting = Delivery.objects.filter(pk__in=self.hold, state=DeliveryState.WAITING)
            waiting.update(state=DeliveryState.HELD)
        if self.postpone:
            Delivery.objects.bulk_update(self.postpone, ["due_at"], batch_size=100)


def gather_some(*, digest: bool = False, after: int = 0, now: datetime) -> int | None:
    """Gather the mails of the next people by id; return the last of them if there may be more."""
    due = due_deliveries(now, channel=MAIL, digest=digest, notice__user__gt=after)
    users = due.order_by("notice__user").values_list("notice__user", flat=True).distinct()
    people = list(users[:PEOPLE_AT_ONCE])
    gather_for(people, digest=digest, now=now)
    return people[-1] if len(people) == PEOPLE_AT_ONCE else None


def gather_for(people: Collection[int], *, digest: bool = False, now: datetime) -> list[Mail]:
    """Create the mails of these people and enqueue their sending. Several workers may do so at once."""
    waiting = waiting_deliveries(people, digest=digest)
    recipients = recipients_of(waiting)
    decisions = Decisions()
    for user_id in sorted(waiting):
        add = partial(deliveries_to_send_now, waiting[user_id], recipients[user_id], decisions, now=now)
        run_logged(add, what=f"no mail to person {user_id}")
    decisions.save()
    addresses = {user_id: recipient.preferences.address for user_id, recipient in recipients.items()}
    mails = create_mails(group_deliveries(decisions.send), addresses, now=now)
    for mail in mails:
        outbox.enqueue_sending(mail)
    return mails


def waiting_deliveries(people: Collection[int], *, digest: bool) -> dict[int, list[Delivery]]:
    """Return what waits for each person, be it due or not."""
    found = Delivery.objects.filter(
        notice__user__in=people, state=DeliveryState.WAITING, channel=MAIL, digest=digest
    ).select_related("notice")
    waiting: dict[int, list[Delivery]] = {}
    for delivery in found.order_by("pk"):
        waiting.setdefault(delivery.notice.user_id, []).append(delivery)
    return waiting


def recipients_of(waiting: Mapping[int, Iterable[Delivery]]) -> dict[int, Recipient]:
    """Read what decides about their mails; the same number of queries for one person and for many."""
    matches = {user: {each.notice.match_id for each in rows if each.notice.match_id} for user, rows in waiting.items()}
    preferences = notification_settings.preferences_of_people(waiting)
    relevance = relevance_for_people(matches)
    mailed = mailed_since_visit([user for user, preference in preferences.items() if preference.settings.until_visit])
    return {
        user: Recipient(preferences[user], relevance[user], frozenset(mailed.get(user, ()))) for user in preferences
    }


def mailed_since_visit(people: Collection[int]) -> dict[int, set[str]]:
    """Return the kinds of which each person has had a mail since they last visited, of those that are held back."""
    if not people:
        return {}
    visited = F("notice__user__notice_settings__looked_at")
    had = Delivery.objects.filter(
        Q(done_at__gt=visited) | Q(notice__user__notice_settings__looked_at=None),
        notice__user__in=people,
        notice__event__in=HELD_BACK,
        channel=MAIL,
        state=DeliveryState.DONE,
    )
    found: dict[int, set[str]] = {}
    for user_id, event in had.values_list("notice__user", "notice__event").distinct():
        found.setdefault(user_id, set()).add(event)
    return found


def deliveries_to_send_now(
    waiting: Sequence[Delivery], recipient: Recipient, decisions: Decisions, *, now: datetime
) -> None:
    """Decide about one person's deliveries that are due: drop what is stale, postpone or hold back, or send.

    A mail about turns is also about turns whose own time has not come.
    """
    is_about_turns = False
    for delivery in waiting:
        if delivery.due_at <= now:
            is_sent = decide_delivery(delivery, recipient, decisions, now=now)
            is_about_turns |= is_sent and not delivery.digest and delivery.notice.event in TURNS
    if is_about_turns:
        for delivery in waiting:
            is_early_turn = delivery.due_at > now and delivery.notice.event == Event.YOUR_TURN
            if is_early_turn and not recipient.reason_to_drop(delivery, now):
                decide_delivery(delivery, recipient, decisions, now=now)


def decide_delivery(delivery: Delivery, recipient: Recipient, decisions: Decisions, *, now: datetime) -> bool:
    """Return True if the delivery is sent now."""
    preferences = recipient.preferences
    opens = preferences.opens(now)
    if why := recipient.reason_to_drop(delivery, now):
        decisions.drop[why].append(delivery.pk)
    elif opens > now and not is_urgent(delivery):
        delivery.due_at = opens
        decisions.postpone.append(delivery)
    elif recipient.throttled_until_visit(delivery) and delivery.digest:
        delivery.due_at = preferences.next_digest(now)
        decisions.postpone.append(delivery)
    elif recipient.throttled_until_visit(delivery):
        decisions.hold.append(delivery.pk)
    else:
        decisions.send.append(delivery)
        return True
    return False


def is_urgent(delivery: Delivery) -> bool:
    """Return True if no mail hours hold it back: the last warning before a deadline."""
    return delivery.notice.event == Event.DEADLINE and delivery.notice.detail == LAST_WARNING


def group_deliveries(deliveries: Iterable[Delivery]) -> list[list[Delivery]]:
    """Return what one mail is about: a digest; all about turns; of the rest, what is of one kind and match."""
    groups: dict[tuple[object, ...], list[Delivery]] = {}
    for delivery in deliveries:
        notice = delivery.notice
        about = (notice.event, notice.match_id) if notice.event not in TURNS else ("turns",)
        groups.setdefault((notice.user_id, *(["digest"] if delivery.digest else about)), []).append(delivery)
    return list(groups.values())


@transaction.atomic
def create_mails(groups: Sequence[Sequence[Delivery]], addresses: Mapping[int, str], *, now: datetime) -> list[Mail]:
    """Create a mail without text for each group; skip one of which another worker has taken a part meanwhile."""
    ids = [delivery.pk for group in groups for delivery in group]
    waiting = Delivery.objects.select_for_update().filter(pk__in=ids, state=DeliveryState.WAITING).order_by("pk")
    free = set(waiting.values_list("pk", flat=True)) if ids else set()
    whole = [group for group in groups if all(delivery.pk in free for delivery in group)]
    mails = Mail.objects.bulk_create([new_mail(group, addresses, now) for group in whole], batch_size=100)
    done = []
    for mail, group in zip(mails, whole, strict=True):
        for delivery in group:
            delivery.state, delivery.done_at, delivery.mail = DeliveryState.DONE, now, mail
            done.append(delivery)
    Delivery.objects.bulk_update(done, ["state", "done_at", "mail"], batch_size=100)
    return mails


def new_mail(group: Sequence[Delivery], addresses: Mapping[int, str], now: datetime) -> Mail:
    user_id = group[0].notice.user_id
    key = f"{'digest' if group[0].digest else 'notices'}-{min(delivery.pk for delivery in group)}"
    return outbox.new_mail(key=key, user_id=user_id, address=addresses[user_id], task=MAIL_TASK, now=now)


def send_due(*, now: datetime) -> None:
    """Send the mails whose task was lost, or whose time has come again."""
    send_mails(outbox.due_mails(now, task=MAIL_TASK), now=now)


def send_mails(mail_ids: Iterable[int], *, now: datetime) -> None:
    """Send these mails over one connection. One that can't be rendered is tried again, and holds up no other."""
    with outbox.Session(now=now) as session:
        for mail in session.take_each(mail_ids):
            try:
                send_if_relevant(mail, session, now=now)
            except SoftTimeLimitExceeded:
                raise
            except Exception as error:
                log.exception("mail %s could not be rendered; it is tried again", mail.pk)
                outbox.retry_later(mail, f"It could not be written. {type(error).__name__}: {error}", now=now)


def send_if_relevant(mail: Mail, session: outbox.Session, *, now: datetime) -> None:
    """Send what is still relevant of it, to the address that the person has by now, in their mail hours."""
    found = mail.deliveries.exclude(state=DeliveryState.DROPPED)
    deliveries = list(found.select_related("notice__match", "notice__actor", "notice__user").order_by("pk"))
    if not deliveries:
        return outbox.drop_mail(mail)  # it was about somebody who has left the club
    preferences = notification_settings.preferences_of(deliveries[0].notice.user)
    deliveries = drop_stale(deliveries, preferences, now=now)
    opens = preferences.opens(now)
    if deliveries and opens > now and not any(is_urgent(delivery) for delivery in deliveries):
        return outbox.postpone_mail(mail, opens)
    while deliveries:
        letter = mail_text.render_mail(preferences, deliveries, now=now)
        # A picture takes a while, and what happens meanwhile counts.
        relevant = drop_stale(deliveries, preferences, now=now) if letter.images else deliveries
        if len(relevant) == len(deliveries):
            mail_text.save_letter(letter, mail, preferences.address)
            return session.send(mail, letter.images)
        deliveries = relevant
    return outbox.drop_mail(mail)


def drop_stale(deliveries: Sequence[Delivery], preferences: Preferences, *, now: datetime) -> list[Delivery]:
    """Return the deliveries that are still relevant; mark the others as dropped, with the reason."""
    matches = {delivery.notice.match_id for delivery in deliveries if delivery.notice.match_id}
    recipient = Recipient(preferences, relevance_for(preferences.user.pk, matches))
    relevant = []
    for delivery in deliveries:
        if why := recipient.reason_to_drop(delivery, now):
            drop_deliveries([delivery.pk], why)
        else:
            relevant.append(delivery)
    return relevant

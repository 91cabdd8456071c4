"""Delivers what is owed: looks again whether it still holds, then writes one mail for what belongs together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from accounts import outbox
from accounts.models import Mail, User
from games.models import Delivery, Notice
from games.models.notice import DeliveryState, Event
from games.notifications import mails, notification_settings, sentences
from games.notifications.channels import MAIL
from games.notifications.notification_settings import Wishes
from games.notifications.relevance import Standing, standing_of
from taluva_site.aside import guarded

# One mail tells all of these, of all matches.
TURNS = {Event.YOUR_TURN, Event.STARTED, Event.PREPARED}
# "One mail until I visit" holds back more of these; an end, an invitation or a deadline is never held back.
HELD_BACK = {Event.YOUR_TURN, Event.STARTED, Event.PREPARED, Event.JOINED, Event.MESSAGE}
LAST = "last"
STAYS_TRUE = timedelta(minutes=5)  # what a mail says of the time that is left


def due_users(now: datetime) -> list[int]:
    """Whoever has a mail due, except the daily one."""
    due = Delivery.objects.filter(state=DeliveryState.WAITING, due_at__lte=now, channel=MAIL, digest=False)
    return list(due.order_by("due_at").values_list("notice__user", flat=True).distinct()[:500])


def due_digests(now: datetime) -> list[int]:
    due = Delivery.objects.filter(state=DeliveryState.WAITING, due_at__lte=now, channel=MAIL, digest=True)
    return list(due.order_by().values_list("notice__user", flat=True).distinct())


def deliver_mails(*, user_id: int, now: datetime) -> None:
    """What is due for the person becomes mails; what no longer holds is dropped."""
    waiting = waiting_for(user_id)
    if not any(delivery.due_at <= now for delivery in waiting):
        return
    wished = notification_settings.of(User.objects.get(pk=user_id))
    standing = standing_of(user_id, (d.notice.match_id for d in waiting if d.notice.match_id))
    due = chosen(waiting, wished, standing, now=now)
    for group in groups(due):
        guarded(partial(write, wished, group, now=now), what=f"no mail about notice {group[0].notice_id}")


def waiting_for(user_id: int) -> list[Delivery]:
    rows = Delivery.objects.filter(notice__user=user_id, state=DeliveryState.WAITING, channel=MAIL, digest=False)
    return list(rows.select_related("notice__match", "notice__actor").order_by("pk"))


def chosen(waiting: list[Delivery], wished: Wishes, standing: Standing, *, now: datetime) -> list[Delivery]:
    """Of what waits, what is told now; the rest is dropped, put off or held back."""
    due = fresh_of([delivery for delivery in waiting if delivery.due_at <= now], wished, standing, now=now)
    due = until_visit(in_mail_hours(due, wished, now), wished)
    if any(delivery.notice.event in TURNS for delivery in due):
        more = [each for each in waiting if each.due_at > now and is_turn(each)]
        due += until_visit([each for each in more if not why_not(each, wished, standing, now)], wished)
    return due


def fresh_of(due: list[Delivery], wished: Wishes, standing: Standing, *, now: datetime) -> list[Delivery]:
    """What still holds; the rest is dropped, with the reason."""
    whys = {each.pk: why_not(each, wished, standing, now) for each in due}
    for pk, why in whys.items():
        if why:
            drop([pk], why)
    return [each for each in due if not whys[each.pk]]


def why_not(delivery: Delivery, wished: Wishes, standing: Standing, now: datetime) -> str:
    """Why it need not be mailed any more, by the person's wishes of now and by where the match stands."""
    if not wished.address:
        return "no address"
    if not wished.wants(delivery.notice.event):
        return "not wanted"
    return standing.why_not(delivery, now)


def is_turn(delivery: Delivery) -> bool:
    """Whether a mail about turns tells this one too, before its own time."""
    return delivery.notice.event == Event.YOUR_TURN


def in_mail_hours(due: list[Delivery], wished: Wishes, now: datetime) -> list[Delivery]:
    """All of it in the person's mail hours; outside of them the last warning only, and the rest when they begin."""
    opens = wished.opens(now)
    if opens <= now:
        return due
    urgent = [each for each in due if is_urgent(each)]
    later = [each.pk for each in due if each not in urgent]
    Delivery.objects.filter(pk__in=later, state=DeliveryState.WAITING).update(due_at=opens)
    return urgent


def is_urgent(delivery: Delivery) -> bool:
    """Whether no mail hours hold it back: the last warning before a deadline."""
    return delivery.notice.event == Event.DEADLINE and delivery.notice.detail == LAST


def until_visit(due: list[Delivery], wished: Wishes) -> list[Delivery]:
    """Without what is held back until the person visits."""
    held = [each.pk for each in told_enough(due, {wished.user.pk: wished})]
    Delivery.objects.filter(pk__in=held, state=DeliveryState.WAITING).update(state=DeliveryState.HELD)
    return [each for each in due if each.pk not in held]


def told_enough(due: Sequence[Delivery], wished: Mapping[int, Wishes]) -> list[Delivery]:
    """Of what is due, the kinds of which the people had a mail since they last looked, if they want one only."""
    asked = [
        each for each in due if each.notice.event in HELD_BACK and wished[each.notice.user_id].settings.until_visit
    ]
    if not asked:
        return []
    looked = F("notice__user__notice_settings__looked_at")
    had = Delivery.objects.filter(
        Q(done_at__gt=looked) | Q(notice__user__notice_settings__looked_at=None),
        notice__user__in={each.notice.user_id for each in asked},
        notice__event__in=HELD_BACK,
        channel=MAIL,
        state=DeliveryState.DONE,
    )
    kinds = set(had.values_list("notice__user", "notice__event").distinct())
    return [each for each in asked if (each.notice.user_id, each.notice.event) in kinds]


def groups(due: Sequence[Delivery]) -> list[list[Delivery]]:
    """What one mail tells together: all about turns; of the rest, what is of one kind and one match."""
    found: dict[tuple[object, ...], list[Delivery]] = {}
    for delivery in due:
        notice = delivery.notice
        about = ("turns",) if notice.event in TURNS else (notice.event, notice.match_id)
        found.setdefault(about, []).append(delivery)
    return list(found.values())


def write(wished: Wishes, group: list[Delivery], *, now: datetime) -> None:
    """The group's mail, if all of it still waits: of two workers that try, one writes it."""
    message = mails.compose(wished, [delivery.notice for delivery in group], now=now)
    claim(wished, group, message, now=now)


@transaction.atomic
def claim(wished: Wishes, group: list[Delivery], message: mails.Letter, *, now: datetime) -> None:
    ids = [delivery.pk for delivery in group]
    rows = Delivery.objects.select_for_update().filter(pk__in=ids, state=DeliveryState.WAITING).order_by("pk")
    if len(rows) < len(ids):
        return  # another worker was faster with some; the rest is due still
    mail = outbox.write(message.as_email(wished.address), key=f"notices-{min(ids)}", user_id=wished.user.pk)[0]
    Delivery.objects.filter(pk__in=ids).update(state=DeliveryState.DONE, done_at=now, mail=mail)


def drop(ids: list[int], why: str) -> None:
    """By the clock, not by the time at which the task began: what made it no news may have come in between."""
    Delivery.objects.filter(~Q(state=DeliveryState.DROPPED), pk__in=ids).update(
        state=DeliveryState.DROPPED, done_at=timezone.now(), why=why
    )


def last_look(mail: Mail, now: datetime) -> outbox.Look:
    """As a mail is about to leave: is any of it still news, and wanted now? What is not, is taken out; what was written
    some time ago is written anew; the pictures are drawn. It goes to the address that the person has by now.
    """
    rows = list(
        mail.deliveries.exclude(state=DeliveryState.DROPPED)
        .select_related("notice__match", "notice__actor", "notice__user")
        .order_by("pk")
    )
    if not rows:
        return outbox.Look(wanted=bool(mail.text) and not mail.deliveries.exists())
    wished = notification_settings.of(rows[0].notice.user)
    fresh = still_fresh(rows, wished, now=now)
    if fresh and mail.to != wished.address:
        mail.to = wished.address
        mail.save(update_fields=["to"])
    opens = wished.opens(now)
    if fresh and opens > now and not any(is_urgent(row) for row in fresh):
        return outbox.Look(not_before=opens)
    images: Sequence[outbox.Image] = ()
    # Pictures take a while, and what happens meanwhile counts: the look at the table comes last.
    while fresh:
        if len(fresh) < len(rows) or is_old(mail, fresh, now):
            rewrite(mail, wished, fresh, now=now)
        images = mails.pictures(wished, [row.notice for row in fresh], mail.html)
        rows, fresh = fresh, still_fresh(fresh, wished, now=now)
        if len(fresh) == len(rows):
            break
    return outbox.Look(wanted=bool(fresh), images=images)


def is_old(mail: Mail, rows: list[Delivery], now: datetime) -> bool:
    """Whether its words are no longer true: the times in them are those of an earlier hour, or something was played
    since. It is blank when somebody it told of has left the club."""
    written = min(row.done_at or mail.created_at for row in rows)
    turns = [row.notice.match.turn_at for row in rows if row.notice.match and row.notice.match.turn_at]
    return not mail.text or now - written > STAYS_TRUE or any(turn > written for turn in turns)


def still_fresh(rows: list[Delivery], wished: Wishes, *, now: datetime) -> list[Delivery]:
    """What of a written mail is still news; the rest is marked as dropped."""
    standing = standing_of(wished.user.pk, (row.notice.match_id for row in rows if row.notice.match_id))
    return fresh_of(rows, wished, standing, now=now)


def rewrite(mail: Mail, wished: Wishes, fresh: list[Delivery], *, now: datetime) -> None:
    """The mail about what is still news, under its old Message-ID: it may have left once already."""
    notices: list[Notice] = [row.notice for row in fresh]
    if fresh[0].digest:
        letter = mails.digest(wished, notices, sentences.matches_of(notices), now=now)
    else:
        letter = mails.compose(wished, notices, now=now)
    mail.subject, mail.text, mail.html, mail.headers = letter.subject, letter.text, letter.html, letter.headers
    mail.save(update_fields=["subject", "text", "html", "headers"])

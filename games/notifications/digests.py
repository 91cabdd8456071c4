"""The daily mails of many people at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import partial
from itertools import chain, groupby

from django.db import transaction

from accounts import outbox
from games.models import Delivery
from games.models.notice import DeliveryState
from games.notifications import delivery, mails, notification_settings, sentences
from games.notifications.channels import MAIL
from games.notifications.notification_settings import Wishes
from games.notifications.relevance import standings
from taluva_site.aside import guarded

TOGETHER = 200


def send(*, now: datetime) -> int:
    """How many daily mails were written; whoever has nothing new gets none."""
    people = delivery.due_digests(now)
    return sum(send_to(people[start : start + TOGETHER], now=now) for start in range(0, len(people), TOGETHER))


def send_some(*, after: int = 0, now: datetime) -> int | None:
    """The daily mails of some people: those behind this one, by their ids. The last of them, if there may be more."""
    people = sorted(user for user in delivery.due_digests(now) if user > after)[:TOGETHER]
    send_to(people, now=now)
    return people[-1] if len(people) == TOGETHER else None


def send_to(people: Sequence[int], *, now: datetime) -> int:
    """The daily mails of these people. The letters are written before the rows are locked."""
    found = due_of(people, now)
    wished = notification_settings.of_people(found)
    found = until_visit(found, wished, now)
    standing = standings(
        {user: {row.notice.match_id for row in rows if row.notice.match_id} for user, rows in found.items()}
    )
    matches = sentences.matches_of(row.notice for rows in found.values() for row in rows)
    letters: dict[int, tuple[list[Delivery], mails.Letter]] = {}

    def compose(user: int) -> None:
        if fresh := delivery.fresh_of(found[user], wished[user], standing[user], now=now):
            letters[user] = (fresh, mails.digest(wished[user], [row.notice for row in fresh], matches, now=now))

    for user in found:
        guarded(partial(compose, user), what=f"no daily mail for person {user}")
    return write(letters, wished, now=now)


def due_of(people: Sequence[int], now: datetime) -> dict[int, list[Delivery]]:
    due = Delivery.objects.filter(
        notice__user__in=people, state=DeliveryState.WAITING, due_at__lte=now, channel=MAIL, digest=True
    )
    rows = due.select_related("notice__actor").order_by("notice__user", "pk")
    return {user: list(group) for user, group in groupby(rows, key=lambda row: row.notice.user_id)}


def until_visit(
    found: dict[int, list[Delivery]], wished: Mapping[int, Wishes], now: datetime
) -> dict[int, list[Delivery]]:
    """Without what is to wait until its person visits: that is asked again at the hour of the next daily mail."""
    later = delivery.told_enough(list(chain.from_iterable(found.values())), wished)
    for row in later:
        row.due_at = wished[row.notice.user_id].next_digest(now)
    Delivery.objects.bulk_update(later, ["due_at"], batch_size=100)
    return {user: [row for row in rows if row.due_at <= now] for user, rows in found.items()}


@transaction.atomic
def write(letters: dict[int, tuple[list[Delivery], mails.Letter]], wished: dict[int, Wishes], *, now: datetime) -> int:
    """Rows for all letters whose deliveries nobody else has taken meanwhile."""
    ids = [row.pk for rows, _letter in letters.values() for row in rows]
    waiting = Delivery.objects.select_for_update().filter(pk__in=ids, state=DeliveryState.WAITING).order_by("pk")
    free = set(waiting.values_list("pk", flat=True))
    whole = {user: pair for user, pair in letters.items() if all(row.pk in free for row in pair[0])}
    written = outbox.write_many(
        [
            (letter.as_email(wished[user].address), f"digest-{min(row.pk for row in rows)}", user)
            for user, (rows, letter) in whole.items()
        ]
    )
    done = []
    for mail, (rows, _letter) in zip(written, whole.values(), strict=True):
        for row in rows:
            row.state, row.done_at, row.mail = DeliveryState.DONE, now, mail
            done.append(row)
    Delivery.objects.bulk_update(done, ["state", "done_at", "mail"], batch_size=100)
    return len(whole)

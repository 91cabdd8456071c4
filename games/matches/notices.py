"""Who is owed which notice. Rows, written in the transaction of what happened; tasks deliver them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, Min, OuterRef, Q

from accounts.models import NoticeSettings, User
from games.contract import Game
from games.matches.match_rows import Rows
from games.models import Delivery, Match, Message, Notice, Report, Seat
from games.models.notice import ASKS_TO_CANCEL, DeliveryState, Event
from taluva_site.queue import enqueue_once_on_commit

# Whoever has come to look gets this long to find the other games that wait before a mail speaks of them.
AFTER_A_VISIT = timedelta(minutes=30)


def owe_for_turn(rows: Rows, game: Game, called: list[Seat], *, now: datetime) -> None:
    """After a turn: to those `called` that it is theirs, if it still is, or to all that it is over."""
    event, told = Event.ENDED, rows.seats
    if not game.over:
        event, told = Event.YOUR_TURN, [seat for seat in called if seat.is_awaited]
    owe(rows.match, event, told, turn=rows.match.turn_number, now=now, into=rows.notices)


def owe(
    match: Match | None,
    event: Event,
    seats: Iterable[Seat],
    *,
    turn: int,
    now: datetime,
    step: int = 0,
    actor: User | None = None,
    detail: str = "",
    into: list[Notice] | None = None,
) -> None:
    """One notice a person, event, match, turn and step; a bot, or a seat where one stands in, is told nothing.

    They are written at once, or go `into` what the caller writes.
    """
    new = [
        Notice(
            user_id=user_id, event=event, match=match, turn=turn, step=step, actor=actor, detail=detail, created_at=now
        )
        for user_id in sorted({seat.user_id for seat in seats if seat.user_id and is_told(seat, event)})
    ]
    if into is not None:
        into += new
    elif new:
        Notice.objects.bulk_create(new, ignore_conflicts=True)
    if new:
        plan_after()


def step_of(moment: datetime) -> int:
    """Tells apart what one turn brings at several moments, such as a warning once its deadline has moved."""
    return int(moment.timestamp())


def is_told(seat: Seat, event: Event) -> bool:
    if seat.stand_in and event in {Event.YOUR_TURN, Event.DEADLINE}:
        return False
    return seat.user is not None and not seat.user.is_bot and not seat.user.is_gone


def plan_after() -> None:
    enqueue_once_on_commit("games.tasks.plan_notices")


def oldest_unplanned() -> datetime | None:
    """Since when the oldest notice waits for its plan."""
    return Notice.objects.filter(planned_at=None).aggregate(since=Min("created_at"))["since"]


def owe_for_prepared(match: Match, seat: Seat, *, step: int, was_played: bool, now: datetime) -> None:
    """What became of a turn that was left for later; it was not played where nothing that was left fitted."""
    detail = "played" if was_played else "not played"
    owe(match, Event.PREPARED, [seat], turn=match.turn_number, now=now, step=step, detail=detail)


def owe_for_message(match: Match, seats: Iterable[Seat], message: Message, *, now: datetime) -> None:
    """To the others who have not muted the talk: once until they have looked, however much is said."""
    told = [seat for seat in seats if seat.user_id != message.user_id and not seat.muted]
    unread = Notice.objects.filter(match=match, event=Event.MESSAGE, read_at=None).exclude(detail=ASKS_TO_CANCEL)
    know = set(unread.values_list("user", flat=True))
    new = [seat for seat in told if seat.user_id not in know]
    owe(match, Event.MESSAGE, new, turn=match.turn_number, now=now, step=message.pk, actor=message.user)


def owe_for_cancelling(match: Match, seats: Iterable[Seat], asker: User, *, now: datetime) -> None:
    """To the others who have not asked for it: once a turn, however often somebody thinks again."""
    told = [seat for seat in seats if not seat.wants_cancel]
    step = -asker.pk  # no message has that number
    turn = match.turn_number
    owe(match, Event.MESSAGE, told, turn=turn, step=step, now=now, actor=asker, detail=ASKS_TO_CANCEL)


def forget_cancelling(match: Match, asker: User, *, now: datetime) -> None:
    """Nobody need hear of it any more."""
    told = Notice.objects.filter(match=match, event=Event.MESSAGE, actor=asker, detail=ASKS_TO_CANCEL)
    told.filter(read_at=None).update(read_at=now)


def unsay(message: Message, *, now: datetime) -> None:
    """It is hidden: who has not read it is told of it no more, and of the next one."""
    told = Notice.objects.filter(match=message.match_id, event=Event.MESSAGE, step=message.pk, read_at=None)
    told.update(read_at=now)


def create_for_report(report: Report, moderators: Iterable[User], *, now: datetime) -> None:
    """One notice to each moderator but the author of the message."""
    match = report.message.match
    Notice.objects.bulk_create(
        [
            Notice(
                user=user,
                event=Event.REPORT,
                match=match,
                turn=match.turn_number,
                step=report.pk,
                actor=report.reporter,
                created_at=now,
            )
            for user in moderators
            if user.pk != report.message.user_id
        ],
        ignore_conflicts=True,
    )
    plan_after()


def create_for_settled(reports: Iterable[Report], *, now: datetime) -> None:
    """Tell each reporter on the site; what moderators were told of these reports is read."""
    settled = list(reports)
    told = Notice.objects.filter(event=Event.REPORT, step__in=[report.pk for report in settled], read_at=None)
    told.update(read_at=now)
    Notice.objects.bulk_create(
        [
            Notice(
                user_id=report.reporter_id,
                event=Event.SETTLED,
                match_id=report.message.match_id,
                step=report.pk,
                created_at=now,
                planned_at=now,
            )
            for report in settled
        ],
        ignore_conflicts=True,
    )


def saw_reports(reports: Iterable[Report], user: User, *, now: datetime) -> None:
    """The person has been shown these reports."""
    told = Notice.objects.filter(user=user, event=Event.REPORT, read_at=None)
    told.filter(step__in=[report.pk for report in reports]).update(read_at=now)


def owe_about_channel(user: User, what: str, *, now: datetime) -> None:
    """That something through which the person is told was switched off. On the site alone."""
    Notice.objects.create(user=user, event=Event.CHANNEL, detail=what[:200], created_at=now, planned_at=now)


def saw(*, match: Match, seat: Seat, now: datetime) -> None:
    """The person has been shown the position: what it was news of is read, and mails may come again."""
    if seat.user_id is None:
        return
    if seat.seen_turn < match.turn_number:
        look(match, seat, now=now)
    elif is_waited_for(match, seat.user_id):
        looked(match, seat.user_id, now=now)


@transaction.atomic
def look(match: Match, seat: Seat, *, now: datetime) -> None:
    Seat.objects.filter(pk=seat.pk, seen_turn__lt=match.turn_number).update(seen_turn=match.turn_number)
    seat.seen_turn = match.turn_number
    assert seat.user_id is not None
    looked(match, seat.user_id, now=now)


def saw_table(*, match: Match, user: User, now: datetime) -> None:
    """The person has been shown a table that is not full yet: who joined it, or that they are invited."""
    if is_waited_for(match, user.pk):
        looked(match, user.pk, now=now)


def is_waited_for(match: Match, user_id: int) -> bool:
    """Whether it changes anything that the person looks: something is unread, or mails wait for any visit."""
    return (
        Notice.objects.filter(user=user_id, match=match, read_at=None).exists()
        or NoticeSettings.objects.filter(user=user_id, until_visit=True).exists()
    )


@transaction.atomic
def looked(match: Match, user_id: int, *, now: datetime) -> None:
    """What was told of the match is read."""
    Notice.objects.filter(user=user_id, match=match, read_at=None).update(read_at=now)
    visited(user_id, now=now)


def visited(user_id: int, *, now: datetime) -> None:
    """What was held back until the person visits comes after a while."""
    NoticeSettings.objects.filter(user=user_id).update(looked_at=now)
    Delivery.objects.filter(notice__user=user_id, state=DeliveryState.HELD).update(
        state=DeliveryState.WAITING, due_at=now + AFTER_A_VISIT
    )


def unread_count(user: User) -> int:
    """The number on the bell."""
    return Notice.objects.filter(user=user, read_at=None).count()


def latest(user: User, most: int = 50) -> Sequence[Notice]:
    """The newest first; without turns that were seen and have passed."""
    waits = Seat.objects.filter(match=OuterRef("match"), user=user, awaited_since__lte=OuterRef("created_at"))
    rows = Notice.objects.filter(~Q(event=Event.YOUR_TURN) | Q(read_at=None) | Exists(waits), user=user)
    return list(rows.select_related("match", "actor").order_by("-pk")[:most])


@transaction.atomic
def mark_all_read(*, user: User, now: datetime) -> None:
    Notice.objects.filter(user=user, read_at=None).update(read_at=now)
    visited(user.pk, now=now)

"""Create the notices of what happens, in the transaction in which it happens; tasks deliver them. And read them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, Min, OuterRef, Q

from accounts.models import NoticeSettings, User
from games.contract import Game
from games.matches.stored_match import MatchRows
from games.models import Delivery, Match, Message, Notice, Report, Seat
from games.models.notice import ASKS_TO_CANCEL, DeliveryState, Event
from taluva_site.queues.enqueue import enqueue_once_on_commit

# Whoever has come to look gets this long to find the other games that wait before a mail speaks of them.
AFTER_A_VISIT = timedelta(minutes=30)


def create_turn_notices(rows: MatchRows, game: Game, called: list[Seat], *, now: datetime) -> None:
    """Tell those of the `called` whose turn it still is, or everybody that the game is over."""
    event, seats = Event.ENDED, rows.seats
    if not game.over:
        event, seats = Event.YOUR_TURN, [seat for seat in called if seat.is_awaited and not seat.stand_in]
    create_notices(
        rows.match, event, [seat.user for seat in seats], turn=rows.match.turn_number, now=now, batch=rows.notices
    )


def create_notices(
    match: Match | None,
    event: Event,
    recipients: Iterable[User | None],
    *,
    turn: int,
    now: datetime,
    step: int = 0,
    actor: User | None = None,
    detail: str = "",
    batch: list[Notice] | None = None,
) -> None:
    """Create one notice per recipient, unique on user, event, match, turn and step; skip bots and who has left.

    They are written at once, or appended to `batch`, which the caller writes.
    """
    people = {user.pk for user in recipients if user and not user.is_bot and not user.is_gone}
    new = [
        Notice(
            user_id=user_id, event=event, match=match, turn=turn, step=step, actor=actor, detail=detail, created_at=now
        )
        for user_id in sorted(people)
    ]
    if batch is not None:
        batch += new
    elif new:
        Notice.objects.bulk_create(new, ignore_conflicts=True)
    if new:
        enqueue_planning()


def step_of(moment: datetime) -> int:
    """Return the step that tells apart notices of one turn, as of a deadline that has moved."""
    return int(moment.timestamp())


def enqueue_planning() -> None:
    enqueue_once_on_commit("games.tasks.plan_notices")


def oldest_unplanned() -> datetime | None:
    """Return since when the oldest notice waits for its deliveries."""
    return Notice.objects.filter(planned_at=None).aggregate(since=Min("created_at"))["since"]


def create_prepared_notice(match: Match, seat: Seat, *, step: int, was_played: bool, now: datetime) -> None:
    """Notify a player that a prepared turn was played, or that none of those prepared could be."""
    detail = "played" if was_played else "not played"
    create_notices(match, Event.PREPARED, [seat.user], turn=match.turn_number, now=now, step=step, detail=detail)


def create_timeout_notice(rows: MatchRows, late: Seat, *, step: int, now: datetime) -> None:
    turn = rows.match.turn_number
    create_notices(rows.match, Event.TIMED_OUT, [late.user], turn=turn, step=step, now=now, batch=rows.notices)


def create_message_notices(match: Match, seats: Iterable[Seat], message: Message, *, now: datetime) -> None:
    """Notify the others who have not muted the talk: once until they have looked, however much is said."""
    unread = Notice.objects.filter(match=match, event=Event.MESSAGE, read_at=None).exclude(detail=ASKS_TO_CANCEL)
    skipped = {message.user_id, *unread.values_list("user", flat=True)}
    others = [seat.user for seat in seats if seat.user_id not in skipped and not seat.muted]
    create_notices(match, Event.MESSAGE, others, turn=match.turn_number, now=now, step=message.pk, actor=message.user)


def create_cancel_notices(match: Match, seats: Iterable[Seat], asker: User, *, now: datetime) -> None:
    """Notify the others who have not asked for it: once a turn, however often the offer is withdrawn and made again."""
    others = [seat.user for seat in seats if not seat.wants_cancel]
    step = -asker.pk  # no message has that number
    turn = match.turn_number
    create_notices(match, Event.MESSAGE, others, turn=turn, step=step, now=now, actor=asker, detail=ASKS_TO_CANCEL)


def withdraw_cancel_notices(match: Match, asker: User, *, now: datetime) -> None:
    """Mark the notices of an offer to cancel as read. Called when it is withdrawn."""
    offers = Notice.objects.filter(match=match, event=Event.MESSAGE, actor=asker, detail=ASKS_TO_CANCEL)
    offers.filter(read_at=None).update(read_at=now)


def withdraw_message_notices(message: Message, *, now: datetime) -> None:
    """Mark the notices of a hidden message as read, so that the next message is notified again."""
    unread = Notice.objects.filter(match=message.match_id, event=Event.MESSAGE, step=message.pk, read_at=None)
    unread.update(read_at=now)


def create_report_notices(report: Report, moderators: Iterable[User], *, now: datetime) -> None:
    """Notify each moderator but the author of the message."""
    match = report.message.match
    recipients = [user for user in moderators if user.pk != report.message.user_id]
    create_notices(
        match, Event.REPORT, recipients, turn=match.turn_number, now=now, step=report.pk, actor=report.reporter
    )


def create_settled_notices(reports: Iterable[Report], *, now: datetime) -> None:
    """Notify each reporter, on the bell alone; mark the moderators' notices of these reports as read."""
    settled = list(reports)
    open_notices = Notice.objects.filter(event=Event.REPORT, step__in=[report.pk for report in settled], read_at=None)
    open_notices.update(read_at=now)
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


def mark_reports_seen(reports: Iterable[Report], user: User, *, now: datetime) -> None:
    """Mark these reports as read. Called when the moderator was shown them."""
    unread = Notice.objects.filter(user=user, event=Event.REPORT, read_at=None)
    unread.filter(step__in=[report.pk for report in reports]).update(read_at=now)


def create_channel_notice(user: User, what: str, *, now: datetime) -> None:
    """Show on the bell alone that an address or a webhook was switched off."""
    Notice.objects.create(user=user, event=Event.CHANNEL, detail=what[:200], created_at=now, planned_at=now)


def tell_of_paused_address(user_id: int, address: str, *, now: datetime) -> None:
    """Tell once until it was read: the task may run twice, and an address may be paused again."""
    unread = Notice.objects.filter(user=user_id, event=Event.CHANNEL, detail=address, read_at=None)
    user = User.objects.filter(pk=user_id).first()
    if user and not unread.exists():
        create_channel_notice(user, address, now=now)


def has_unread_talk(match: Match, user_id: int) -> bool:
    """Return whether somebody wrote at the table since the person last looked."""
    unread = Notice.objects.filter(match=match, user=user_id, event=Event.MESSAGE, read_at=None)
    return unread.exclude(detail=ASKS_TO_CANCEL).exists()


def mark_match_seen(*, match: Match, seat: Seat, now: datetime) -> None:
    """Mark the notices as read, and let mails come again. Called when the person was shown the position."""
    if seat.user_id is None:
        return
    if seat.seen_turn < match.turn_number:
        mark_turn_seen(match, seat, now=now)
    elif is_visit_awaited(match, seat.user_id):
        mark_match_read(match, seat.user_id, now=now)


@transaction.atomic
def mark_turn_seen(match: Match, seat: Seat, *, now: datetime) -> None:
    Seat.objects.filter(pk=seat.pk, seen_turn__lt=match.turn_number).update(seen_turn=match.turn_number)
    seat.seen_turn = match.turn_number
    assert seat.user_id is not None
    mark_match_read(match, seat.user_id, now=now)


def mark_table_seen(*, match: Match, user: User, now: datetime) -> None:
    """Mark as read who joined a table or that one is invited. Called when it was shown before it is full."""
    if is_visit_awaited(match, user.pk):
        mark_match_read(match, user.pk, now=now)


def is_visit_awaited(match: Match, user_id: int) -> bool:
    """Return whether a visit changes anything: something is unread, or mails wait for any visit."""
    return (
        Notice.objects.filter(user=user_id, match=match, read_at=None).exists()
        or NoticeSettings.objects.filter(user=user_id, until_visit=True).exists()
    )


@transaction.atomic
def mark_match_read(match: Match, user_id: int, *, now: datetime) -> None:
    Notice.objects.filter(user=user_id, match=match, read_at=None).update(read_at=now)
    record_visit(user_id, now=now)


def record_visit(user_id: int, *, now: datetime) -> None:
    """Let what was held back until the person visits come after a while."""
    NoticeSettings.objects.filter(user=user_id).update(looked_at=now)
    Delivery.objects.filter(notice__user=user_id, state=DeliveryState.HELD).update(
        state=DeliveryState.WAITING, due_at=now + AFTER_A_VISIT
    )


def unread_count(user: User) -> int:
    """Return the number on the bell."""
    return Notice.objects.filter(user=user, read_at=None).count()


def latest_notices(user: User, most: int = 50) -> Sequence[Notice]:
    """Return what the bell lists, the newest first; without turns that were seen and have passed."""
    awaited = Seat.objects.filter(match=OuterRef("match"), user=user, awaited_since__lte=OuterRef("created_at"))
    rows = Notice.objects.filter(~Q(event=Event.YOUR_TURN) | Q(read_at=None) | Exists(awaited), user=user)
    return list(rows.select_related("match", "actor").order_by("-pk")[:most])


@transaction.atomic
def mark_all_read(*, user: User, now: datetime) -> None:
    Notice.objects.filter(user=user, read_at=None).update(read_at=now)
    record_visit(user.pk, now=now)

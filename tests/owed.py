"""What an SMTP sink got, against the notices that a club owed."""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.message import Message as Parsed
from typing import Any, NamedTuple

from aiosmtpd.handlers import Message

IN_FLIGHT = timedelta(seconds=1)  # of the SMTP dialogue: what happens in it, the sender could not know


class Taken(NamedTuple):
    at: datetime
    message_id: str
    notices: list[int]


class Sink(Message):
    """Takes every mail, and remembers which notices it told."""

    def __init__(self) -> None:
        super().__init__()
        self.taken: list[Taken] = []
        self.told: set[int] = set()

    def handle_message(self, message: Parsed) -> None:
        notices = [int(pk) for pk in str(message["X-Notices"] or "").split()]
        self.taken.append(Taken(datetime.now(UTC), str(message["Message-ID"]), notices))
        self.told.update(notices)


@dataclass
class Report:
    figures: dict[str, object]
    lost: list[str]
    doubled: list[str]
    stale: list[str]

    @property
    def is_clean(self) -> bool:
        return not (self.lost or self.doubled or self.stale)

    def __str__(self) -> str:
        lines = [f"{name:34} {value}" for name, value in self.figures.items()]
        wrong = [f"  {line}" for line in [*self.lost, *self.doubled, *self.stale][:20]]
        return "\n".join([*lines, *wrong])


@dataclass(frozen=True)
class Answers:
    """When each turn was answered, by its match and number: played, or given to a bot."""

    played: dict[tuple[int, int], datetime]
    given_up: dict[tuple[int, int], datetime]

    @classmethod
    def read(cls) -> Answers:
        from games.models import Notice, Turn

        late = Notice.objects.filter(event="timed-out", match__at_deadline="stand-in")
        return cls(
            {(turn.match_id, turn.number - 1): turn.played_at for turn in Turn.objects.all()},
            {(notice.match_id or 0, notice.turn): notice.created_at for notice in late},
        )

    def had(self, notice: Any, at: datetime) -> bool:
        """Whether the turn of which the notice tells had been answered by then."""
        about = (notice.match_id, notice.turn)
        return any(about in when and when[about] <= at for when in (self.played, self.given_up))


def settled() -> bool:
    """Whether nobody is waited for but people."""
    from accounts.models import Mail
    from games.models import Delivery, Notice, Seat
    from games.services import bots

    return not (
        bots.oldest_awaited()
        or Seat.objects.filter(deadline__lte=datetime.now(UTC), match__state="running").exists()
        or Notice.objects.filter(planned_at=None).exists()
        or Delivery.objects.filter(state="waiting").exists()
        or Mail.objects.filter(state="waiting").exists()
    )


def report(taken: list[Taken], **figures: object) -> Report:
    """Of each notice that was owed, its mail, or why none was owed any more."""
    from games.models import Delivery, Notice, Turn

    answers = Answers.read()
    owed = {notice.pk: notice for notice in Notice.objects.exclude(event="channel").prefetch_related("deliveries")}
    told: dict[int, set[str]] = {}
    for each in taken:
        for pk in each.notices:
            told.setdefault(pk, set()).add(each.message_id)
    unsaid = [notice for notice in owed.values() if notice.pk not in told]
    lost = [f"lost: {notice} {fates(notice)}" for notice in unsaid if not was_answered(notice, answers)]
    doubled = [f"doubled: {owed[pk]} in {sorted(ids)}" for pk, ids in told.items() if len(ids) > 1]
    stale = stale_of(taken, owed, answers)
    ids = Counter(each.message_id for each in taken)
    dropped = Delivery.objects.filter(notice__in=[notice.pk for notice in unsaid], state="dropped")
    counted = {
        "turns played": Turn.objects.count(),
        "of them by": dict(Counter(Turn.objects.values_list("by", flat=True))),
        **figures,
        "notices owed": len(owed),
        "of them about": dict(Counter(notice.event for notice in owed.values())),
        "told by a mail": len(told),
        "answered before their mail left": len(unsaid) - len(lost),
        "dropped because": dict(Counter(dropped.values_list("why", flat=True))),
        "mails taken by the sink": len(ids),
        "sent again under the same id": len(taken) - len(ids),
        "lost": len(lost),
        "doubled": len(doubled),
        "stale when sent": len(stale),
    }
    return Report(counted, lost, doubled, stale)


def fates(notice: Any) -> list[tuple[object, ...]]:
    """What became of the notice in each channel."""
    return [(row.channel, row.state, row.why, str(row.done_at)) for row in notice.deliveries.all()]


def was_answered(notice: Any, answers: Answers) -> bool:
    """Whether no mail was owed any more when it was dropped: by then the turn had been answered, or was about to
    be played on without its person; that a game began is no news once it was seen."""
    row = next((row for row in notice.deliveries.all() if row.channel == "mail" and row.state == "dropped"), None)
    if row is None:
        return False
    if notice.event in {"your-turn", "deadline"}:
        return answers.had(notice, row.done_at)
    return notice.event in {"started", "joined"}


def stale_of(taken: list[Taken], owed: dict[int, Any], answers: Answers) -> list[str]:
    """Mails of which a turn had been answered before they left; of two with one id the first counts."""
    found, seen = [], set()
    for each, pk in itertools.chain.from_iterable(((each, pk) for pk in each.notices) for each in taken):
        notice = owed[pk]
        if (each.message_id, pk) in seen or notice.event not in {"your-turn", "deadline"}:
            continue
        seen.add((each.message_id, pk))
        if answers.had(notice, each.at - IN_FLIGHT):
            found.append(f"stale: {notice}, taken at {each.at} {fates(notice)}")
    return found

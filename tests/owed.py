"""What an SMTP sink got, against what a club owed."""

from __future__ import annotations

import traceback
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.message import Message as Parsed
from typing import TYPE_CHECKING, NamedTuple

from aiosmtpd.handlers import Message

from tests.reckoned import News, Owed

if TYPE_CHECKING:
    from games.models import Match

IN_FLIGHT = timedelta(seconds=1)  # of the SMTP dialogue: what happens in it, the sender could not know
# Nobody need be told what they answered before its mail could leave; a killed worker's task is taken up after so long.
PATIENCE = timedelta(minutes=7)


class Taken(NamedTuple):
    at: datetime
    message_id: str
    news: list[News]


class Sink(Message):
    """Takes every mail, and remembers what it told."""

    def __init__(self) -> None:
        super().__init__()
        self.taken: list[Taken] = []
        self.told: set[News] = set()
        self.letters: list[bytes] = []

    def handle_message(self, message: Parsed) -> None:
        told = [news_of(str(message["To"]), each) for each in str(message["X-Taluva-News"] or "").split()]
        self.taken.append(Taken(datetime.now(UTC), str(message["Message-ID"]), told))
        self.told.update(told)
        self.letters.append(zlib.compress(message.as_bytes()))

    def faults(self, matches: Sequence[Match]) -> Iterator[str]:
        """What is wrong with the mails themselves: is each as it must be, and silent about what is secret?"""
        from tests.notifications import letters

        for text in self.letters:
            message = letters.parsed(zlib.decompress(text))
            try:
                letters.check(message)
                letters.check_secrets(message, matches)
            except Exception:
                yield traceback.format_exc(limit=-2)


def news_of(to: str, text: str) -> News:
    """From `deadline/abcdefghij/12/1789`; only of warnings one turn may bring several."""
    event, key, turn, *step = text.split("/")
    return News(to, event, key, int(turn), int(step[0]) if step and event == "deadline" else 0)


@dataclass
class Report:
    figures: dict[str, object]
    wrong: list[str]

    @property
    def is_clean(self) -> bool:
        return not self.wrong

    def __str__(self) -> str:
        lines = [f"{name:34} {value}" for name, value in self.figures.items()]
        return "\n".join([*lines, *(f"  {line}" for line in self.wrong[:20])])


def still_waited_for() -> dict[str, int]:
    """What waits for the club itself, not for people, and how much of it."""
    from django.db.models import Q

    from accounts.models import Mail
    from games.matches import bot_turns
    from games.models import Delivery, Notice, Seat

    now = datetime.now(UTC)
    late = Seat.objects.filter(Q(deadline__lte=now) | Q(warn_at__lte=now), match__state="running")
    waiting = {
        "a bot's turn": bool(bot_turns.oldest_awaited()),
        "clocks that ran out": late.count(),
        "notices without a plan": Notice.objects.filter(planned_at=None).count(),
        "deliveries": Delivery.objects.filter(state="waiting").count(),
        "mails": Mail.objects.filter(state="waiting").count(),
    }
    return {what: number for what, number in waiting.items() if number}


def report(taken: list[Taken], owed: Mapping[News, Owed], **figures: object) -> Report:
    """Of each thing that was owed its mail, or why none was owed any more."""
    told = mails_about(taken)
    unsaid = [news for news in owed if news not in told]
    lost = [news for news in unsaid if not was_moot(owed[news])]
    doubled = [news for news, mails in told.items() if len(mails) > 1]
    invented = [news for news in told if news not in owed]
    stale = [news for news, mails in told.items() if news in owed and is_stale(owed[news], mails)]
    waits = sorted(min(told[news].values()) - owed[news].since for news in owed if news in told)
    ids = {each.message_id for each in taken}
    counted = {
        **figures,
        "news owed by the log": len(owed),
        "of them about": dict(Counter(news.event for news in owed)),
        "told by a mail": len(told),
        "answered before their mail left": len(unsaid) - len(lost),
        "mails taken by the sink": len(ids),
        "seconds until told, half and 99 %": [round(at(waits, share).total_seconds(), 1) for share in (0.5, 0.99)],
        "sent again under the same id": len(taken) - len(ids),
        "lost": len(lost),
        "doubled": len(doubled),
        "told, but not owed": len(invented),
        "stale when sent": len(stale),
    }
    kinds = {"lost": lost, "doubled": doubled, "not owed": invented, "stale": stale}
    return Report(counted, [f"{kind}: {described(each, owed, told)}" for kind, news in kinds.items() for each in news])


def mails_about(taken: list[Taken]) -> dict[News, dict[str, datetime]]:
    """The mails that told each thing, and when they came; of two with one id the first counts."""
    told: dict[News, dict[str, datetime]] = {}
    for each in taken:
        for news in each.news:
            told.setdefault(news, {}).setdefault(each.message_id, each.at)
    return told


def was_moot(owed: Owed) -> bool:
    """Whether it was answered before it had to have been told."""
    return owed.moot is not None and owed.moot - owed.since <= PATIENCE


def is_stale(owed: Owed, mails: Mapping[str, datetime]) -> bool:
    return owed.stale is not None and max(mails.values()) > owed.stale + IN_FLIGHT


def at(waits: list[timedelta], share: float) -> timedelta:
    return waits[int(share * (len(waits) - 1))] if waits else timedelta(0)


def described(news: News, owed: Mapping[News, Owed], told: Mapping[News, Mapping[str, datetime]]) -> str:
    """The news with its times, its mails and what became of it by the club's own rows."""
    from games.models import Delivery

    about = Delivery.objects.filter(notice__event=news.event, notice__match__key=news.key, notice__turn=news.turn)
    rows = about.filter(notice__user__email=news.to).values_list("channel", "state", "why", "done_at")
    times = [str(each) for each in owed.get(news, ())]
    return f"{news} {times} {dict(told.get(news, {}))} {list(rows)}"

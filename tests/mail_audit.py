"""The mails that an SMTP sink took, compared with those that a club had to send."""

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

from tests.expected_news import Expected, News

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
    """Takes every mail, and remembers what each was about."""

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
        """Yield what is wrong with the mails themselves: each must be well formed and hold no secret."""
        from tests.notifications import letters

        for text in self.letters:
            message = letters.parsed(zlib.decompress(text))
            try:
                letters.check(message)
                letters.check_secrets(message, matches)
            except Exception:
                yield traceback.format_exc(limit=-2)


def news_of(to: str, text: str) -> News:
    """Parse `deadline/abcdefghij/12/1789`; only of warnings one turn may bring several."""
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


def unfinished_work() -> dict[str, int]:
    """Return what waits for the club itself, not for people, and how much of it."""
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


def build_report(taken: list[Taken], expected: Mapping[News, Expected], **figures: object) -> Report:
    """Compare the mails with what was expected: each thing has one mail, or no longer needed one."""
    told = mails_about(taken)
    unsaid = [news for news in expected if news not in told]
    lost = [news for news in unsaid if not was_answered_early(expected[news])]
    doubled = [news for news, mails in told.items() if len(mails) > 1]
    invented = [news for news in told if news not in expected]
    stale = [news for news, mails in told.items() if news in expected and is_stale(expected[news], mails)]
    waits = sorted(min(told[news].values()) - expected[news].since for news in expected if news in told)
    ids = {each.message_id for each in taken}
    counted = {
        **figures,
        "mails that the log asks for": len(expected),
        "of them about": dict(Counter(news.event for news in expected)),
        "told by a mail": len(told),
        "answered before their mail left": len(unsaid) - len(lost),
        "mails taken by the sink": len(ids),
        "seconds until told, half and 99 %": [
            round(percentile(waits, share).total_seconds(), 1) for share in (0.5, 0.99)
        ],
        "sent again under the same id": len(taken) - len(ids),
        "lost": len(lost),
        "doubled": len(doubled),
        "mails that nothing asks for": len(invented),
        "stale when sent": len(stale),
    }
    kinds = {"lost": lost, "doubled": doubled, "unexpected": invented, "stale": stale}
    return Report(
        counted, [f"{kind}: {describe(each, expected, told)}" for kind, news in kinds.items() for each in news]
    )


def mails_about(taken: list[Taken]) -> dict[News, dict[str, datetime]]:
    """Return the mails about each thing, and when they came; of two with one id the first counts."""
    told: dict[News, dict[str, datetime]] = {}
    for each in taken:
        for news in each.news:
            told.setdefault(news, {}).setdefault(each.message_id, each.at)
    return told


def was_answered_early(expected: Expected) -> bool:
    """Return whether it was answered before its mail had to have left."""
    return expected.moot is not None and expected.moot - expected.since <= PATIENCE


def is_stale(expected: Expected, mails: Mapping[str, datetime]) -> bool:
    return expected.stale is not None and max(mails.values()) > expected.stale + IN_FLIGHT


def percentile(waits: list[timedelta], share: float) -> timedelta:
    return waits[int(share * (len(waits) - 1))] if waits else timedelta(0)


def describe(news: News, expected: Mapping[News, Expected], told: Mapping[News, Mapping[str, datetime]]) -> str:
    """Return the news with its times, its mails, and the rows of its deliveries."""
    from games.models import Delivery

    about = Delivery.objects.filter(notice__event=news.event, notice__match__key=news.key, notice__turn=news.turn)
    rows = about.filter(notice__user__email=news.to).values_list("channel", "state", "why", "done_at")
    times = [str(each) for each in expected.get(news, ())]
    return f"{news} {times} {dict(told.get(news, {}))} {list(rows)}"

"""A bot's turn: thought out outside of any transaction, played through the one write path."""

from __future__ import annotations

import random
from datetime import datetime

from django.db.models import F, Min, Q, QuerySet
from django.utils import timezone

from accounts.models import User
from accounts.models.user import Kind
from games import bots, positions
from games.models import By, Match, Seat
from games.services import play, refusals


def account(level: str) -> User:
    """The account of a level; made when it is first needed."""
    user, _made = User.objects.get_or_create(
        bot_level=level, defaults={"username": bots.LEVELS[level].name, "kind": Kind.BOT}
    )
    return user


def play_turn(*, match_id: int, number: int, seat: int) -> None:
    """The bot's turn, if it is still due. It may be called twice: the second call finds the turn played."""
    match = Match.objects.get(pk=match_id)
    row = match.seats.select_related("user").get(index=seat)
    if not match.is_running or match.next_number != number or not row.is_awaited:
        return
    level = match.stand_in_level if row.stand_in else row.user.bot_level if row.user else ""
    game = positions.game_of(match).seen_by(seat)
    text = bots.choose(able(level), game, random.Random(f"{match.key}:{number}:{seat}"))  # noqa: S311
    by = By.STAND_IN if row.stand_in else By.BOT
    try:
        play.play_turn(
            match_key=match.key, player=account(level), seat=seat, number=number, text=text, by=by, now=timezone.now()
        )
    except (refusals.StaleTurn, refusals.NotYourTurn, refusals.NotRunning):
        return  # somebody was faster: the person came back, or another worker had the same task


def able(level: str) -> str:
    """The level that answers: while the core is not compiled yet, the strongest that does without stands in."""
    from games.bots import cli

    if not bots.LEVELS[level].needs_core or cli.is_warm():
        return level
    return [key for key, other in bots.LEVELS.items() if not other.needs_core][-1]


def offered() -> dict[str, bots.Level]:
    """The levels that can play on this machine."""
    return {key: level for key, level in bots.LEVELS.items() if level.missing is None}


def seats_of_ours() -> QuerySet[Seat]:
    """Where a bot of the club plays, or stands in."""
    return Seat.objects.filter(
        Q(user__kind=Kind.BOT) & ~Q(user__bot_level="") | Q(stand_in=True), match__state="running"
    )


def awaited_bots(now: datetime) -> list[tuple[int, int, int]]:
    """Match, turn number and seat of every bot that should have moved by now."""
    rows = seats_of_ours().filter(awaited_since__lt=now).annotate(number=F("match__turn_number") + 1)
    return list(rows.values_list("match_id", "number", "index")[:500])


def oldest_awaited() -> datetime | None:
    """Since when the bot that has kept its match waiting longest is awaited."""
    return seats_of_ours().aggregate(since=Min("awaited_since"))["since"]

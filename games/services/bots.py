"""A bot's turn: thought out outside of any transaction, played through the one write path."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import datetime

from django.db.models import F, Min, Q, QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.models.user import Kind, name_key
from games import bots, positions
from games.models import By, Match, Seat, State
from games.rules import FIRST
from games.services import play, refusals, tables

# Matches between bots that somebody may have going at once, to watch.
WATCHED = 3


def account(level: str) -> User:
    """The account of a level; made when it is first needed."""
    return User.objects.filter(bot_level=level).first() or made_account(level)


def made_account(level: str) -> User:
    """By the level's name. Where somebody had it first, by one with brackets, which no person's name has."""
    name = bots.LEVELS[level].name
    if User.objects.filter(name_key=name_key(name)).exists():
        name = f"{name} (bot)"
    user, _made = User.objects.get_or_create(bot_level=level, defaults={"username": name, "kind": Kind.BOT})
    return user


def play_turn(*, match_id: int, number: int, seat: int) -> None:
    """The bot's turn, if it is still due. It may be called twice: the second call finds the turn played."""
    match = Match.objects.get(pk=match_id)
    row = match.seats.select_related("user").get(index=seat)
    if not match.is_running or match.next_number != number or not row.is_awaited:
        return
    level = match.stand_in_level if row.stand_in else row.user.bot_level if row.user else ""
    if not level:
        return  # the person for whom a bot stood in is back
    if match.rated and bots.LEVELS[level].needs_core and is_compiling():
        return  # no other plays for it where it counts; the sweep asks again
    game = positions.game_of(match).seen_by(seat)
    text = bots.choose(able(level), game, chance(f"{match.key}:{number}:{seat}"))
    by = By.STAND_IN if row.stand_in else By.BOT
    try:
        play.play_turn(
            match_key=match.key, player=account(level), seat=seat, number=number, text=text, by=by, now=timezone.now()
        )
    except (refusals.StaleTurn, refusals.NotYourTurn, refusals.NotRunning):
        return  # somebody was faster: the person came back, or another worker had the same task


def chance(name: str) -> random.Random:
    """The same whenever a task is repeated; with the club's secret in it, so that nobody reckons what it will play."""
    return random.Random(salted_hmac("games.bots", name).hexdigest())  # noqa: S311  # a search, not a secret


def able(level: str) -> str:
    """The level that answers: where the core is not compiled (yet), the strongest that does without stands in."""
    if not bots.LEVELS[level].needs_core or has_fast_core():
        return level
    return [key for key, other in bots.LEVELS.items() if not other.needs_core][-1]


def has_fast_core() -> bool:
    """Whether the core is there and compiled: nobody waits for the compiler."""
    from games.bots import cli, engine

    return engine.has_numba() and cli.is_warm()


def is_compiling() -> bool:
    """Whether the core is on its way."""
    from games.bots import cli, engine

    return engine.has_numba() and cli.is_being_compiled()


def in_preparation() -> list[str]:
    """The names of the levels that wait for the core to be compiled."""
    return [level.name for level in bots.LEVELS.values() if level.needs_core] if is_compiling() else []


def offered(rules: str) -> dict[str, bots.Level]:
    """The levels that can play this game on this machine."""
    if rules not in bots.PLAYED:
        return {}
    return {key: level for key, level in bots.LEVELS.items() if level.missing is None}


def lacking() -> list[str]:
    """The names of the levels that can't play on this machine: they need numba."""
    return [level.name for level in bots.LEVELS.values() if level.missing]


def show_match(*, watcher: User, levels: Sequence[str], now: datetime) -> Match:
    """A match between these levels, which starts at once; whoever asked for it looks on."""
    going = Match.objects.filter(creator=watcher, state=State.RUNNING).exclude(seats__user=watcher)
    if going.count() >= WATCHED:
        raise refusals.TooMany(_("You watch three games already. Wait until one of them has ended."))
    seats = [tables.SeatPlan(user=account(level)) for level in levels]
    return tables.create_match(
        creator=watcher,
        rules=FIRST,
        settings={},
        seats=seats,
        now=now,
        rated=False,
        draw_seats=False,
        visibility="unlisted",
    )


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

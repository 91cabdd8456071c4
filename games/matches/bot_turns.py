"""A bot's turn: thought out outside of any transaction, played through the one write path."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Min, Q
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from accounts.lookalikes import look_key
from accounts.models import User
from accounts.models.user import Kind, name_key
from accounts.services.locking import lock_users
from games import bots
from games.contract import Game
from games.matches import bot_core, bot_line, play, positions, refusals
from games.matches.bot_core import Core
from games.matches.tables import tables
from games.models import By, Match, Seat, State
from games.registry import FIRST

# Matches between bots that somebody may have going at once, to watch, and the whole club: their turns stand in one line
# with those for which people wait. One needs a tenth to a quarter of a core, for a minute or two.
WATCHED, WATCHED_BY_ALL = 3, 5
# One without a turn for so long stands still, as where no bots' worker runs: it takes no room.
STILL = timedelta(minutes=10)


def account(level: str) -> User:
    """The account of a level; made when it is first needed."""
    return User.objects.filter(bot_level=level).first() or made_account(level)


def made_account(level: str) -> User:
    """By the level's name. Where somebody had it first, by one with brackets, which no person's name has."""
    name = bots.LEVELS[level].name
    if User.objects.filter(Q(name_key=name_key(name)) | Q(look_key=look_key(name))).exists():
        name = f"{name} (bot)"
    user, _made = User.objects.get_or_create(bot_level=level, defaults={"username": name, "kind": Kind.BOT})
    return user


def play_turn(*, match_id: int, number: int, seat: int) -> None:
    """The bot's turn, if it is still due. It may be called twice: the second call finds the turn played."""
    match = Match.objects.get(pk=match_id)
    row = match.seats.select_related("user").get(index=seat)
    if not match.is_running or match.next_number != number or not row.is_awaited:
        return
    level = level_at(match, row)
    if not level:
        return  # the person for whom a bot stood in is back
    if bot_line.gives_way(match, now=timezone.now()):
        return  # the sweep asks again
    game = positions.game_of(match).seen_by(seat)
    text = chosen(level, game, chance(f"{match.key}:{number}:{seat}"), rated=match.rated)
    if text is None:
        return  # the sweep asks again
    by = By.STAND_IN if row.stand_in else By.BOT
    try:
        play.play_turn(
            match_key=match.key, player=account(level), seat=seat, number=number, text=text, by=by, now=timezone.now()
        )
    except (refusals.StaleTurn, refusals.NotYourTurn, refusals.NotRunning):
        return  # somebody was faster: the person came back, or another worker had the same task


def level_at(match: Match, seat: Seat) -> str:
    """The level that plays there for now, if a person does not."""
    return match.stand_in_level if seat.stand_in else seat.user.bot_level if seat.user else ""


def needing_core(match: Match, seats: Iterable[Seat]) -> list[bots.Level]:
    """The levels there that go by the core."""
    playing = {level_at(match, seat) for seat in seats}
    return [level for key, level in bots.LEVELS.items() if level.needs_core and key in playing]


def is_waited_for(match: Match, seats: Iterable[Seat]) -> bool:
    """Whether a bot that is to move has to be prepared first: in a rated game, in which no other plays for it."""
    waiting = needing_core(match, [seat for seat in seats if seat.is_awaited])
    return match.rated and bool(waiting) and bot_core.told() is Core.IN_PREPARATION


def weakened(match: Match, seats: Iterable[Seat]) -> list[str]:
    """The names of the bots that look less far ahead than they would with the core, which can't be had here."""
    names = [level.name for level in needing_core(match, seats) if bots.plain(level) != level]
    return names if names and bot_core.told() is Core.MISSING else []


def chance(name: str) -> random.Random:
    """The same whenever a task is repeated; with the club's secret in it, so that nobody reckons what it will play."""
    return random.Random(salted_hmac("games.bots", name).hexdigest())  # noqa: S311  # a search, not a secret


def chosen(level: str, game: Game, rng: random.Random, *, rated: bool) -> str | None:
    """A turn. None while a rated game waits for the core; in a casual one another level plays for this one until then.

    Where there will be no core, a running game goes on in plain Python, and its page says so.
    """
    if not bots.LEVELS[level].needs_core:
        return bots.choose(level, game, rng)
    match bot_core.look():
        case Core.READY:
            return bots.choose(level, game, rng)
        case Core.IN_PREPARATION:
            return None if rated else bots.choose(strongest_without_core(), game, rng)
        case Core.MISSING:
            return bots.choose(level, game, rng, plainly=True)


def strongest_without_core() -> str:
    """The level that answers in casual games while the core is compiled."""
    return [key for key, level in bots.LEVELS.items() if not level.needs_core][-1]


def offered(rules: str) -> dict[str, bots.Level]:
    """The levels that can play this game in this club."""
    if rules not in bots.PLAYED:
        return {}
    lacking = bot_core.lacking()
    return {key: level for key, level in bots.LEVELS.items() if level.name not in lacking}


def check_room(watcher: User | None, *, now: datetime) -> None:
    """Refuses one more match to watch where enough are going; a visitor has none yet."""
    going = Match.objects.filter(state=State.RUNNING, turn_at__gt=now - STILL).exclude(seats__user=F("creator"))
    if watcher and going.filter(creator=watcher).count() >= WATCHED:
        raise refusals.TooMany(_("You watch three games already. Wait until one of them has ended."))
    if going.count() >= WATCHED_BY_ALL:
        raise refusals.TooMany(_("The bots play five games for others to watch. Try again in a minute or two."))


@transaction.atomic
def show_match(*, watcher: User, levels: Sequence[str], now: datetime) -> Match:
    """A match between these levels, which starts at once; whoever asked for it looks on.

    One is begun at a time, in the whole club: the room for them is everybody's.
    """
    lock_users(watcher, account(next(iter(bots.LEVELS))))
    check_room(watcher, now=now)
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


def awaited_bots(before: datetime, *, now: datetime, most: int) -> list[tuple[int, int, int]]:
    """Match, turn number and seat of the bots that are awaited since before this time, longest first.

    Those of games that everybody has left come last. One that is awaited since a time to come was asked before the
    clock was set back: its task waits for that time.
    """
    due = Q(awaited_since__lt=before) | Q(awaited_since__gt=now)
    rows = bot_line.seats_of_ours().filter(due).annotate(number=F("match__turn_number") + 1)
    rows = rows.annotate(is_left=~bot_line.is_attended())
    return list(rows.order_by("is_left", "awaited_since", "pk").values_list("match_id", "number", "index")[:most])


def oldest_awaited() -> datetime | None:
    """Since when the bot that has kept its match waiting longest is awaited."""
    return bot_line.seats_of_ours().aggregate(since=Min("awaited_since"))["since"]

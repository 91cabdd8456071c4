"""A bot's turn: thought out outside of any transaction, played through the one write path.

Bots stand in one line, which nobody fills with games so that others wait.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Count, Exists, F, Min, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from accounts.lookalikes import look_key
from accounts.models import User
from accounts.models.user import Kind, name_key
from accounts.services.locking import lock_users
from games.bot_contract import CoreState, Level
from games.contract import Game
from games.matches import bot_core, play, refusals, stored_match
from games.matches.tables import tables
from games.models import Match, MatchState, Seat, TurnOrigin
from games.registry import BOTS, all_levels, levels_of

# Matches between bots that somebody may have going at once, to watch, and the whole club: their turns stand in one line
# with those for which people wait. One needs a tenth to a quarter of a core, for a minute or two.
WATCHED, WATCHED_BY_ALL = 3, 5
# One without a turn for so long stands still, as where no bots' worker runs: it takes no room.
STILL = timedelta(minutes=10)
# So many bots' turns may wait in the games that one person has begun; with more of them, those of others go first.
FEW = 4
# A bot that is awaited for longer is not in the line: something keeps it from moving.
IN_LINE = timedelta(minutes=1)


def bot_account(level: str) -> User:
    """Return the account of a level; made when it is first needed."""
    return User.objects.filter(bot_level=level).first() or made_account(level)


def made_account(level: str) -> User:
    """Create a level's account by its name; where somebody had it first, with “(bot)”, which no person's name has."""
    name = all_levels()[level].name
    if User.objects.filter(Q(name_key=name_key(name)) | Q(look_key=look_key(name))).exists():
        name = f"{name} (bot)"
    user, _made = User.objects.get_or_create(bot_level=level, defaults={"username": name, "kind": Kind.BOT})
    return user


def play_turn(*, match_id: int, number: int, seat: int) -> None:
    """Play the bot's turn, if it is still due. It may be called twice: the second call finds the turn played."""
    match = Match.objects.get(pk=match_id)
    row = match.seats.select_related("user").get(index=seat)
    if not match.is_running or match.next_number != number or not row.is_awaited:
        return
    level = level_at(match, row)
    if not level:
        return  # the person for whom a bot stood in is back
    if must_wait_for_others(match, now=timezone.now()):
        return  # the sweep asks again
    game = stored_match.game_of(match).seen_by(seat)
    text = choose_turn(match, level, game, seat)
    if text is None:
        return  # the sweep asks again
    by = TurnOrigin.STAND_IN if row.stand_in else TurnOrigin.BOT
    try:
        play.play_turn(
            match_key=match.key,
            player=bot_account(level),
            seat=seat,
            number=number,
            text=text,
            by=by,
            now=timezone.now(),
        )
    except (refusals.StaleTurn, refusals.NotYourTurn, refusals.NotRunning):
        return  # somebody was faster: the person came back, or another worker had the same task


def level_at(match: Match, seat: Seat) -> str:
    """Return the level that plays there for now, if a person does not."""
    return match.stand_in_level if seat.stand_in else seat.user.bot_level if seat.user else ""


def levels_needing_core(match: Match, seats: Iterable[Seat]) -> list[Level]:
    """Return the levels at these seats that go by the core."""
    playing = {level_at(match, seat) for seat in seats}
    return [level for key, level in levels_of(match.rules).items() if level.needs_core and key in playing]


def waits_for_core(match: Match, seats: Iterable[Seat]) -> bool:
    """Return True if a rated match is blocked until the core is compiled: no other level plays for a bot there."""
    waiting = levels_needing_core(match, [seat for seat in seats if seat.is_awaited])
    return match.rated and bool(waiting) and bot_core.known_state(match.rules) is CoreState.NOT_READY


def names_weakened(match: Match, seats: Iterable[Seat]) -> list[str]:
    """Return the names of the bots that look less far ahead than they would with the core, which can't be had here."""
    names = [level.name for level in levels_needing_core(match, seats) if level.is_weaker_plainly]
    return names if names and bot_core.known_state(match.rules) is CoreState.UNAVAILABLE else []


def seeded_rng(name: str) -> random.Random:
    """Return what is the same whenever a task is repeated, salted so that nobody predicts what a bot will play."""
    return random.Random(salted_hmac("games.bots", name).hexdigest())  # noqa: S311  # a search, not a secret


def choose_turn(match: Match, level: str, game: Game, seat: int) -> str | None:
    """Return a turn for the seat; None while a rated game waits for the core.

    In a casual one another level plays until then. Where there will be no core, a running game goes on in plain Python,
    and its page says so.
    """
    bots, rng = BOTS[match.rules], seeded_rng(f"{match.key}:{match.next_number}:{seat}")
    if not bots.levels[level].needs_core:
        return bots.choose(level, game, rng, seat=seat)
    match bot_core.check_state(match.rules):
        case CoreState.READY:
            return bots.choose(level, game, rng, seat=seat)
        case CoreState.NOT_READY:
            other = strongest_without_core(match.rules)
            return None if match.rated else bots.choose(other, game, rng, seat=seat)
        case CoreState.UNAVAILABLE:
            return bots.choose(level, game, rng, seat=seat, plainly=True)


def strongest_without_core(rules: str) -> str:
    """Return the level that answers in casual games while the core is compiled."""
    return [key for key, level in levels_of(rules).items() if not level.needs_core][-1]


def offered_levels(rules: str) -> dict[str, Level]:
    """Return the levels that can play this game in this club."""
    unavailable = bot_core.names_unavailable(rules)
    return {key: level for key, level in levels_of(rules).items() if level.name not in unavailable}


def check_room(watcher: User | None, *, now: datetime) -> None:
    """Raise a refusal of one more match to watch where enough are going; a visitor has none yet."""
    going = Match.objects.filter(state=MatchState.RUNNING, turn_at__gt=now - STILL).exclude(seats__user=F("creator"))
    if watcher and going.filter(creator=watcher).count() >= WATCHED:
        raise refusals.LimitReached(_("You are already watching three games. Wait until one of them has ended."))
    if going.count() >= WATCHED_BY_ALL:
        raise refusals.LimitReached(
            _("The bots are already playing five games for spectators. Try again in a minute or two.")
        )


@transaction.atomic
def show_match(*, watcher: User, rules: str, levels: Sequence[str], now: datetime) -> Match:
    """Return a match between these levels, which starts at once; whoever asked for it looks on.

    One is begun at a time, in the whole club: the room for them is everybody's.
    """
    lock_users(watcher, bot_account(next(iter(all_levels()))))
    check_room(watcher, now=now)
    seats = [tables.SeatPlan(user=bot_account(level)) for level in levels]
    return tables.create_match(
        creator=watcher,
        rules=rules,
        settings={},
        seats=seats,
        now=now,
        rated=False,
        draw_seats=False,
        visibility="unlisted",
    )


def awaited_bots(before: datetime, *, now: datetime, most: int) -> list[tuple[int, int, int]]:
    """Return match, turn number and seat of the bots that are awaited since before this time, longest first.

    Those of games that everybody has left come last. One that is awaited since a time to come was asked before the
    clock was set back: its task waits for that time.
    """
    due = Q(awaited_since__lt=before) | Q(awaited_since__gt=now)
    rows = seats_of_ours().filter(due).annotate(number=F("match__turn_number") + 1)
    rows = rows.annotate(is_left=~is_attended())
    return list(rows.order_by("is_left", "awaited_since", "pk").values_list("match_id", "number", "index")[:most])


def oldest_awaited() -> datetime | None:
    """Return since when the bot that has kept its match waiting longest is awaited."""
    return seats_of_ours().aggregate(since=Min("awaited_since"))["since"]


def seats_of_ours() -> QuerySet[Seat]:
    """Return where a bot of the club plays, or stands in."""
    return Seat.objects.filter(
        Q(user__kind=Kind.BOT) & ~Q(user__bot_level="") | Q(stand_in=True), match__state="running"
    )


def is_attended() -> Q:
    """Return the condition on a seat that somebody plays in its match, or has it shown to look on."""
    in_it = Seat.objects.filter(match=OuterRef("match"))
    playing = in_it.filter(user__bot_level="", stand_in=False, reason="", place=None)
    return Q(Exists(playing)) | ~Q(Exists(in_it.filter(user=OuterRef("match__creator"))))


def must_wait_for_others(match: Match, *, now: datetime) -> bool:
    """Return whether others' bots go before those of this match; the sweep then asks for them again.

    A game that everybody has left goes on while nobody waits for a bot. Whoever has begun many games waits for their
    bots, and those of others don't wait for them.
    """
    waiting = seats_of_ours().filter(awaited_since__gt=now - IN_LINE, awaited_since__lte=now)
    waiting = waiting.filter(is_attended()).exclude(match=match)
    line = dict(waiting.order_by().values_list("match__creator").annotate(Count("pk")))
    if not match.seats.filter(is_attended()).exists():
        return bool(line)
    own = line.pop(match.creator_id, 0)
    return own >= FEW and any(number <= FEW for number in line.values())

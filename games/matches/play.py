"""The one write path: every turn of every match, whoever plays it, goes through here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import count

from django.conf import settings
from django.db import IntegrityError, transaction

from accounts.models import User
from games.contract import Game, Occasion, Order
from games.matches import live, notices, refusals, stored_match
from games.matches.clocks.seat_clocks import CLOCK_FIELDS, Clocks
from games.matches.stored_match import MatchRows, lock_match
from games.models import Match, MatchState, Seat, Turn, TurnOrigin
from games.registry import Refusal
from taluva_site.queues.enqueue import enqueue_on_commit, enqueue_once_on_commit

# Why a seat did not play to the end itself.
RESIGNED, TIMED_OUT, STOOD_IN = "resigned", "timeout", "stand-in"


def play_turn(
    *,
    match_key: str,
    player: User,
    number: int,
    text: str,
    by: TurnOrigin,
    now: datetime,
    seat: int | None = None,
    key: str | None = None,
) -> Match:
    """Return the match after `text` was played as turn `number`; the same key again gets the first answer."""
    try:
        return play_once(match_key, player, number, text, by=by, now=now, seat=seat, key=key)
    except (IntegrityError, Refusal):
        # A click that was answered before can't be played again: its number has passed, or the log has its key.
        match = Match.objects.filter(key=match_key).first()
        if match and was_played(match, player, key, number, text):
            return match
        raise


@transaction.atomic
def play_once(
    match_key: str,
    player: User,
    number: int,
    text: str,
    *,
    by: TurnOrigin,
    now: datetime,
    seat: int | None,
    key: str | None,
) -> Match:
    match = lock_match(key=match_key)
    check_now(match, number)
    rows, game = MatchRows(match), stored_match.game_of(match)
    mover = seat_for(rows, game, player, seat)
    if game.is_departure(text):
        raise refusals.NotATurn
    if mover.stand_in and player.pk == mover.user_id:
        take_back(Clocks(match, rows.seats), mover, now=now)
    called = append_turn(rows, game, mover, text, by=by, user=player, key=key, now=now)
    finish_turn(rows, game, called, now=now)
    return match


@transaction.atomic
def resign_match(*, match_id: int, player: User, now: datetime, key: str | None = None) -> Match:
    """Return the match after the player gave up; a player need not be to move (T-6.4)."""
    match = lock_match(pk=match_id)
    if was_resigned(match, player, key):
        return match
    if not match.is_running:
        raise refusals.NotRunning
    rows = MatchRows(match)
    seat = next((seat for seat in rows.seats if seat.user_id == player.pk), None)
    if seat is None:
        raise refusals.NotYourTurn
    game = stored_match.game_of(match)
    text = game.copy().resign(seat.index)
    seat.reason, seat.stand_in = RESIGNED, False
    called = append_turn(rows, game, seat, text, by=TurnOrigin.PERSON, user=player, key=key, now=now)
    finish_turn(rows, game, called, now=now)
    return match


@transaction.atomic
def time_out(*, match_id: int, seat: int, number: int, now: datetime) -> Match:
    """Return the match after the seat's time ran out, if it still is so: somebody may have played meanwhile."""
    match = lock_match(pk=match_id)
    rows = MatchRows(match)
    late = rows.seats[seat]
    if not match.is_running or match.next_number != number or late.deadline is None or late.deadline > now:
        return match
    step = notices.step_of(late.deadline)
    if match.has_stand_in:
        notices.create_timeout_notice(rows, late, step=step, now=now)
        hand_over(rows, late)
        return match
    game = stored_match.game_of(match)
    text = game.copy().timeout(seat)
    if game.is_departure(text):
        late.reason = TIMED_OUT
    called = append_turn(rows, game, late, text, by=TurnOrigin.CLOCK, user=late.user, key=None, now=now)
    notices.create_timeout_notice(rows, late, step=step, now=now)
    finish_turn(rows, game, called, now=now)
    return match


@transaction.atomic
def leave_match(*, match_id: int, player: User, now: datetime) -> Match:
    """Return the match without somebody who leaves for good.

    A bot goes on for the others' sake, or the seat is given up.
    """
    match = lock_match(pk=match_id)
    rows = MatchRows(match)
    seat = next((seat for seat in rows.seats if seat.user_id == player.pk), None)
    if not match.is_running or not match.has_stand_in or seat is None:
        return resign_match(match_id=match_id, player=player, now=now)
    stored_match.game_of(match).copy().resign(seat.index)  # refused where the seat plays no more
    hand_over(rows, seat)
    return match


def hand_over(rows: MatchRows, seat: Seat) -> None:
    """Let the bot that the match names play on in this seat; no clock runs for it."""
    seat.stand_in, seat.is_back = True, False
    seat.deadline = seat.warn_at = None
    rows.write()
    enqueue_effects(rows)


@transaction.atomic
def come_back(*, match_id: int, user: User, now: datetime) -> Match:
    """Return the match with the person in their seat again, which a bot had kept warm; nothing if it had not."""
    match = lock_match(pk=match_id)
    seats = list(match.seats.select_related("user"))
    seat = next((seat for seat in seats if seat.user_id == user.pk and seat.stand_in), None)
    if seat is None or not match.is_running:
        return match
    take_back(Clocks(match, seats), seat, now=now)
    seat.save(update_fields=[*CLOCK_FIELDS, "stand_in", "is_back"])
    live.nudge_pages(match, seats)
    return match


def take_back(clocks: Clocks, seat: Seat, *, now: datetime) -> None:
    """Give the seat back to its person, with what is left of a turn that waits there.

    Of a turn that ran out of time nothing is left: the bot goes on with it, unless the person is faster, and the seat
    is theirs after it.
    """
    seat.stand_in = seat.is_back = False
    turn = clocks.running(seat)
    if turn is not None and turn.deadline() <= now:
        seat.stand_in = seat.is_back = True
    elif turn is not None:
        clocks.set_deadline(seat, now)


def was_played(match: Match, player: User, key: str | None, number: int, text: str) -> bool:
    """Return whether this click was answered before; raise a refusal where the key was another turn's."""
    turn = turn_with(match, player, key)
    if turn is not None and not (turn.number == number and is_same(turn, stored_match.game_of(match), text)):
        raise refusals.UsedKey
    return turn is not None


def was_resigned(match: Match, player: User, key: str | None) -> bool:
    """Return whether this click was answered before; raise a refusal where the key was a turn's."""
    turn = turn_with(match, player, key)
    if turn is not None and not stored_match.game_of(match).is_departure(turn.text):
        raise refusals.UsedKey
    return turn is not None


def turn_with(match: Match, player: User, key: str | None) -> Turn | None:
    """Return what was played with this key; another player's key is another key."""
    return match.turns.filter(user=player, key=key).first() if key is not None else None


def is_same(turn: Turn, game: Game, text: str) -> bool:
    """Return whether `text`, however it is written, is this turn of the log."""
    if game.is_departure(text):
        return False
    try:
        return game.at(turn.number - 1).copy().play(text, turn.seat) == turn.text
    except Refusal:
        return False


def check_now(match: Match, number: int) -> None:
    """Raise a refusal when turn `number` is not the next one: it was meant for an earlier position.

    Deadlines are not asked here. A turn counts until `time_out` has acted on the seat's deadline.
    """
    if not match.is_running:
        raise refusals.NotRunning
    if number != match.next_number:
        raise refusals.StaleTurn


def seat_for(rows: MatchRows, game: Game, player: User, index: int | None) -> Seat:
    """Return the seat that this player may play now; one that is awaited goes before one that need not play."""
    own = [seat for seat in rows.seats if can_play_for(player, seat, rows.match) and index in (None, seat.index)]
    able = sorted((seat for seat in own if seat.index in game.may_play()), key=lambda seat: not seat.is_awaited)
    if not able:
        raise refusals.NotYourTurn
    return able[0]


def can_play_for(player: User, seat: Seat, match: Match) -> bool:
    """Return whether the player sits there, or is the bot that stands in for who does."""
    return seat.user_id == player.pk or (seat.stand_in and player.bot_level == match.stand_in_level != "")


def append_turn(
    rows: MatchRows,
    game: Game,
    seat: Seat,
    text: str,
    *,
    by: TurnOrigin,
    user: User | None,
    key: str | None,
    now: datetime,
) -> list[Seat]:
    """Append a turn to the log; return the seats that are awaited from now on. An IllegalTurn leaves all as it was."""
    match, clocks = rows.match, Clocks(rows.match, rows.seats)
    before = [game.occasion(each.index) for each in rows.seats]
    played, since, used = game.play(text, seat.index), seat.awaited_since, clocks.used(seat, now)
    called = refresh_rows(rows, game, clocks, before, now=now)
    runs_on = seat.awaited_since == since and seat not in called
    rows.turns.append(
        Turn(
            match=match,
            number=match.next_number,
            seat=seat.index,
            text=played,
            by=by,
            user=user,
            key=key,
            used=None if runs_on else used,
            played_at=now,
        )
    )
    match.turn_number += 1
    match.turn_at = now
    return called


def begin_match(match: Match, seats: list[Seat], game: Game, *, now: datetime) -> None:
    """Start the game: it waits for its first turn, or plays what is played of itself."""
    rows = MatchRows(match, seats)
    for team, side in enumerate(game.sides):
        for index in side:
            seats[index].team = team if len(side) > 1 else None
    called = refresh_rows(rows, game, Clocks(match, seats), [None] * len(seats), now=now)
    finish_turn(rows, game, called, now=now)


def go_on(match: Match, *, now: datetime) -> None:
    """Play what was left for later, where its moment has come. The caller has locked the match."""
    game = stored_match.game_of(match)
    if game.ordered(orders_of(match)) is not None:
        finish_turn(MatchRows(match), game, [], now=now)


def finish_turn(rows: MatchRows, game: Game, called: list[Seat], *, now: datetime) -> None:
    """End a turn: play what was left for this moment, write the rows, tell those `called`, and everybody of an end."""
    called = called + carry_out(rows, game, now=now)
    notices.create_turn_notices(rows, game, called, now=now)
    rows.write()
    stored_match.keep_committed(rows.match, game)
    enqueue_effects(rows)


def carry_out(rows: MatchRows, game: Game, *, now: datetime) -> list[Seat]:
    """Play what the seats have left for this moment; return the seats that are awaited since."""
    match, seats = rows.match, rows.seats
    left, called = orders_of(match) if any(seat.has_orders for seat in seats) else {}, []
    for step in count():
        carried = game.ordered(left)
        if carried is None:
            break
        seat, by = seats[carried.seat], TurnOrigin.PREPARED if carried.was_left else TurnOrigin.RULES
        assert carried.text is not None or carried.spent, "what is carried out plays, spends, or both"
        if carried.text is not None:
            called += append_turn(rows, game, seat, carried.text, by=by, user=seat.user, key=None, now=now)
        if carried.spent:
            left[seat.index] = [order for order in left[seat.index] if order not in carried.spent]
            remove_orders(match, seat, carried.spent)
            notices.create_prepared_notice(match, seat, step=step, was_played=carried.text is not None, now=now)
    if game.over and left:
        match.orders.all().delete()
        left = {}
    for seat in seats:
        seat.has_orders = bool(left.get(seat.index))
    return called


def orders_of(match: Match) -> dict[int, list[Order]]:
    """Return what each seat has left for later, the first preferred."""
    left: dict[int, list[Order]] = {}
    for order in match.orders.order_by("rank"):
        left.setdefault(order.seat, []).append(Order(order.kind, order.text))
    return left


def remove_orders(match: Match, seat: Seat, orders: Iterable[Order]) -> None:
    """Delete these orders of the seat."""
    spent = set(orders)
    rows = [row.pk for row in match.orders.filter(seat=seat.index) if Order(row.kind, row.text) in spent]
    match.orders.filter(pk__in=rows).delete()


def refresh_rows(
    rows: MatchRows,
    game: Game,
    clocks: Clocks,
    before: Sequence[Occasion | None],
    *,
    now: datetime,
) -> list[Seat]:
    """Update what lists show of the position (awaited seats, deadlines, places, the end); return the newly awaited.

    The clock of the same occasion as `before` runs on, or is paused while others are asked.
    """
    match, awaited, called = rows.match, set(game.awaited()), []
    for seat, earlier in zip(rows.seats, before, strict=True):
        seat.place = game.places[seat.index]
        goes_on = earlier is not None and game.occasion(seat.index) == earlier
        if seat.is_awaited and not goes_on:
            clocks.stop(seat, now, is_turn=earlier is not None and earlier.is_turn)
            seat.stand_in, seat.is_back = seat.stand_in and not seat.is_back, False
        elif seat.is_awaited and seat.index not in awaited:
            clocks.pause(seat, now)
        if seat.index in awaited and not seat.is_awaited:
            clocks.start(seat, now, goes_on=goes_on)
            called.append(seat)
    if game.over:
        match.state, match.ended_at, match.reason = MatchState.FINISHED, now, game.reason or ""
        match.public_seed = match.seed
        for seat in rows.seats:
            seat.reason = STOOD_IN if seat.stand_in else seat.reason
    return called


def enqueue_effects(rows: MatchRows) -> None:
    """Nudge the open pages and enqueue what follows, once it is committed: bots' turns, pictures, ratings."""
    match = rows.match
    live.nudge_pages(match, rows.seats)
    for seat in rows.seats:
        if seat.is_awaited and (seat.stand_in or (seat.user and seat.user.bot_level)):
            turn = match.pk, match.next_number, seat.index
            enqueue_on_commit("games.tasks.play_bot_turn", *turn, after=settings.BOT_PAUSE)
    if match.is_over:
        enqueue_on_commit("games.tasks.draw_pictures_of", match.pk)
        if match.rated:
            enqueue_once_on_commit("games.tasks.reckon_ratings")

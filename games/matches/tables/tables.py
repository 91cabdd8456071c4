"""From an idea to a full table: create, invite, join, leave, cancel, start, play again."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.matches import bot_core, live, notices, play, queries, refusals, user_texts
from games.matches.stored_match import lock_match
from games.matches.tables import eligibility, pace
from games.models import Invitation, Match, MatchState, Seat, Visibility
from games.models.match import SeatAccess
from games.models.notice import Event
from games.registry import RULES, levels_of

OPEN_FOR = timedelta(days=14)
# The free seats that are for whoever comes by the link.
BY_LINK = {SeatAccess.ANYBODY, SeatAccess.LINK}


@dataclass(frozen=True)
class SeatPlan:
    """What a seat of a new match is for: its creator, a bot's account, somebody by name, or a free place."""

    user: User | None = None
    invited: User | None = None
    kept_for: SeatAccess = SeatAccess.ANYBODY


@transaction.atomic
def create_match(
    *,
    creator: User,
    rules: str,
    settings: Mapping[str, object],
    seats: Sequence[SeatPlan],
    now: datetime,
    name: str = "",
    rated: bool = True,
    **wishes: Any,
) -> Match:
    """Return a new match, which starts at once when every seat is taken; refused where the wishes don't fit."""
    checked = RULES[rules].check_options({**settings, "players": len(seats)})
    check_seats(creator, seats)
    check_bots(rules, seats)
    if creator.is_guest and "rematch_of" not in wishes:
        check_guest(seats)
    match = Match.objects.create(
        rules=rules,
        rules_version=RULES[rules].version,
        options=checked,
        players=len(seats),
        creator=creator,
        created_at=now,
        expires_at=now + OPEN_FOR,
        join_code=secrets.token_urlsafe(9),
        name=user_texts.clean_line(name),
        rated=is_rated(creator, seats, wish=rated),
        **wishes,
    )
    Seat.objects.bulk_create(rows_of(match, seats))
    invite_all(match, seats, now=now)
    start_if_full(match, by=creator, now=now)
    return match


def rows_of(match: Match, seats: Sequence[SeatPlan]) -> list[Seat]:
    """Return the seats as planned; who sits already has joined in this order."""
    joined = iter(range(len(seats)))
    return [
        Seat(
            match=match,
            index=index,
            user=plan.user,
            joined=next(joined) if plan.user else None,
            kept_for=SeatAccess.NAME if plan.invited else plan.kept_for,
        )
        for index, plan in enumerate(seats)
    ]


def check_seats(creator: User, seats: Sequence[SeatPlan]) -> None:
    """Raise a refusal unless these may sit at one table."""
    sitters = [user for plan in seats if (user := plan.user or plan.invited) and not user.bot_level]
    if len({user.pk for user in sitters}) < len(sitters):
        raise refusals.SiteRefusal(_("Each person can have one seat only."))
    named = [user for user in sitters if user != creator]
    for user in named:
        eligibility.check_together(creator, user)


def check_bots(rules: str, seats: Sequence[SeatPlan]) -> None:
    """Raise a refusal where a bot of ours does not know the game, or lacks what it needs: none plays under its name."""
    levels = {plan.user.bot_level for plan in seats if plan.user and plan.user.bot_level}
    playing = levels_of(rules)
    if not levels <= playing.keys():
        raise refusals.SiteRefusal(_("The bots can't play this game."))
    unavailable = bot_core.names_unavailable(rules)
    for name in sorted(playing[level].name for level in levels):
        if name in unavailable:
            raise refusals.SiteRefusal(
                _("%(name)s isn't available at the moment. Choose another bot.") % {"name": name}
            )


def check_guest(seats: Sequence[SeatPlan]) -> None:
    """Raise a refusal where a guest would fill a list or disturb somebody by name."""
    if any(plan.invited or (not plan.user and plan.kept_for == SeatAccess.ANYBODY) for plan in seats):
        raise refusals.SiteRefusal(
            _("Guests can play bots, or people who have the link. Create an account to open a table.")
        )


def is_rated(creator: User, seats: Sequence[SeatPlan], *, wish: bool) -> bool:
    """Return whether the game counts: with people and our bots; not with guests, programs, or who comes by a link."""
    others = [user for plan in seats if (user := plan.user or plan.invited)]
    by_link = any(plan.kept_for == SeatAccess.LINK for plan in seats)
    return wish and creator.is_person and not by_link and not any(is_program(user) for user in others)


def is_program(user: User) -> bool:
    """Return whether a program of somebody's plays there, and not a bot of ours."""
    return user.is_bot and not user.bot_level


def invite_all(match: Match, seats: Sequence[SeatPlan], *, now: datetime) -> None:
    for index, plan in enumerate(seats):
        if plan.invited:
            invite_user(match, index, plan.invited, now=now)
    live.nudge_pages(match, [Seat(user=user) for user in (match.creator, *(plan.invited for plan in seats)) if user])


def invite_user(match: Match, index: int, user: User, *, now: datetime) -> None:
    Invitation.objects.create(match=match, seat=index, user=user, created_at=now)
    event = Event.REMATCH if match.rematch_of_id else Event.INVITATION
    notices.create_notices(match, event, [user], turn=0, now=now, actor=match.creator)


@transaction.atomic
def join_table(*, match_id: int, user: User, now: datetime, code: str = "") -> Match:
    """Return the match with the user at a seat that is free for them; it starts when that was the last one."""
    match = lock_match(pk=match_id)
    seats = list(match.seats.select_related("user"))
    if any(seat.user_id == user.pk for seat in seats):
        return match  # a second click, when the first has perhaps started the game
    check_open(match)
    check_may_join(match, seats, user, code=code)
    seat = free_seat(match, seats, user, code=code)
    if seat is None:
        raise refusals.SiteRefusal(_("This table has no free seat for you."))
    pace.check_seat(user)
    sit_down(match, seats, seat, user)
    create_table_notices(match, user, "joined", now=now)
    start_if_full(match, by=user, now=now)
    live.nudge_pages(match, seats)
    return match


def open_match(match_id: int) -> Match:
    match = lock_match(pk=match_id)
    check_open(match)
    return match


def check_open(match: Match) -> None:
    if not match.is_open:
        raise refusals.SiteRefusal(_("This table is no longer open."))


def check_guest_by_link(match: Match) -> None:
    """Raise a refusal if nobody without an account may sit down by the link; asked before there is a guest."""
    check_open(match)
    check_guest_may_play(match)
    if not has_free(match, BY_LINK):
        raise refusals.SiteRefusal(_("This table has no free seat for you."))


def has_free(match: Match, kept_for: Collection[str]) -> bool:
    """Return whether there is a free seat that is kept for one of these."""
    return any(seat.user_id is None and seat.kept_for in kept_for for seat in match.seats.all())


def check_guest_may_play(match: Match) -> None:
    if match.rated:
        raise refusals.Forbidden(_("This game is rated, and guests play unrated. Create an account to join."))


def is_linked(match: Match, code: str) -> bool:
    """Return whether this is the code of the table's link."""
    return bool(code) and secrets.compare_digest(code.encode(errors="replace"), match.join_code.encode())


def kept_for_after_leaving(match: Match) -> SeatAccess:
    """Return for whom a seat is that somebody invited gave back."""
    return SeatAccess.LINK if match.visibility == Visibility.PRIVATE else SeatAccess.ANYBODY


def check_may_join(match: Match, seats: list[Seat], user: User, *, code: str) -> None:
    invited = match.invitations.filter(user=user).exists()
    linked = is_linked(match, code)
    if match.visibility == Visibility.PRIVATE and not (linked or invited):
        raise refusals.Forbidden(_("This table is private: its players invite who joins."))
    if user.is_guest and not (linked or invited):
        raise refusals.Forbidden(_("Guests can join by link only. Create an account to join any table."))
    if user.is_guest:
        check_guest_may_play(match)
    if is_program(user) and match.rated:
        raise refusals.Forbidden(_("This game is rated, and programs play unrated."))
    for seat in seats:
        if seat.user and not seat.user.bot_level:
            eligibility.check_together(user, seat.user)
    if not invited and not linked:
        eligibility.check_restrictions(match, user)


def free_seat(match: Match, seats: list[Seat], user: User, *, code: str) -> Seat | None:
    """Return the seat that is kept for this user, else one that is open to them."""
    kept = match.invitations.filter(user=user).first()
    free = [seat for seat in seats if seat.user_id is None]
    for seat in free:
        if kept and seat.index == kept.seat:
            return seat
    allowed = BY_LINK if is_linked(match, code) else {SeatAccess.ANYBODY}
    return next((seat for seat in free if seat.kept_for in allowed), None)


def sit_down(match: Match, seats: list[Seat], seat: Seat, user: User) -> None:
    seat.user = user
    seat.joined = max((other.joined for other in seats if other.joined is not None), default=-1) + 1
    seat.save(update_fields=["user", "joined"])
    match.invitations.filter(user=user).delete()


@transaction.atomic
def leave_table(*, match_id: int, user: User, now: datetime) -> Match:
    """Return the match without the user; when its creator goes before the start, it is cancelled."""
    match = open_match(match_id)
    if user.pk == match.creator_id:
        return end_unplayed(match, _("The creator cancelled this table."), by=user, now=now)
    taken = match.seats.filter(user=user)
    taken.filter(kept_for=SeatAccess.NAME).update(kept_for=kept_for_after_leaving(match))
    if taken.update(user=None, joined=None):
        create_table_notices(match, user, "left", now=now)
    live.nudge_pages(match, [*match.seats.all(), Seat(user=user)])
    return match


@transaction.atomic
def decline_invitation(*, match_id: int, user: User, now: datetime) -> Match:
    """Return the table without this person's invitation.

    The seat is open to anybody then, at a private table to who has its link.
    """
    match = open_match(match_id)
    for invitation in match.invitations.filter(user=user):
        match.seats.filter(index=invitation.seat, user=None).update(kept_for=kept_for_after_leaving(match))
        invitation.delete()
        create_table_notices(match, user, "declined", now=now)
    live.nudge_pages(match, [*match.seats.all(), Seat(user=user)])
    return match


def create_table_notices(match: Match, actor: User, did: str, *, now: datetime) -> None:
    """Create notices for the others who sit there."""
    others = [seat.user for seat in match.seats.select_related("user") if seat.user_id != actor.pk]
    step = int(now.timestamp() * 1000)  # somebody may come, go, and come again
    notices.create_notices(match, Event.JOINED, others, turn=0, now=now, step=step, actor=actor, detail=did)


def end_unplayed(match: Match, why: str, *, by: User | None = None, now: datetime) -> Match:
    """Return the match without a result; who ended it alone is not notified."""
    match.state, match.ended_at, match.why_cancelled = MatchState.CANCELLED, now, why
    match.public_seed = match.seed
    match.save(update_fields=["state", "ended_at", "why_cancelled", "public_seed"])
    match.seats.update(awaited_since=None, deadline=None, warn_at=None)
    invited = [Seat(user=invitation.user) for invitation in match.invitations.select_related("user")]
    participants = [*match.seats.select_related("user"), *invited]
    others = [seat.user for seat in participants if by is None or seat.user_id != by.pk]
    notices.create_notices(match, Event.ENDED, others, turn=match.turn_number, now=now)
    live.nudge_pages(match, participants)
    return match


def start_if_full(match: Match, *, by: User, now: datetime) -> None:
    """Draw the seed, and the seats if they are drawn, and give the first seat the turn (T-2.7)."""
    seats = list(match.seats.select_related("user"))
    if any(seat.user_id is None for seat in seats):
        return
    match.seed = secrets.token_hex(32)
    match.seed_hash = hashlib.sha256(match.seed.encode()).hexdigest()
    start = RULES[match.rules].start(match.options, match.seed, draw_seats=match.draw_seats)
    if match.draw_seats:
        seats = assign_seats(seats, start.seating)
    match.state, match.started_at, match.turn_at, match.expires_at = MatchState.RUNNING, now, now, None
    match.save()
    others = [seat.user for seat in seats if seat.user_id != by.pk]
    notices.create_notices(match, Event.STARTED, others, turn=0, now=now)
    play.begin_match(match, seats, start.game, now=now)


def assign_seats(seats: list[Seat], seating: Sequence[int]) -> list[Seat]:
    """Return the rows after the draw: seating[seat] is who sits there, by the order of joining."""
    by_joining = sorted(seats, key=lambda seat: seat.joined or 0)
    drawn = [(by_joining[order].user, by_joining[order].joined) for order in seating]
    Seat.objects.filter(pk__in=[seat.pk for seat in seats]).update(user=None, joined=None)
    for seat, (user, joined) in zip(seats, drawn, strict=True):
        seat.user, seat.joined = user, joined
        seat.save(update_fields=["user", "joined"])
    return seats


@transaction.atomic
def offer_rematch(*, match_id: int, user: User, now: datetime) -> Match:
    """Return the same table again, with the seats rotated: who asks first makes it, the others are invited to it."""
    old = lock_match(pk=match_id)
    seats = list(old.seats.select_related("user"))
    if not old.is_over or not any(seat.user_id == user.pk for seat in seats):
        raise refusals.SiteRefusal(_("Players can offer a rematch when the game has ended."))
    if old.started_at is None:
        raise refusals.SiteRefusal(_("This table never started. Open a new one."))
    again = queries.rematch_of(old)
    if again is not None:
        return join_table(match_id=again.pk, user=user, now=now, code=again.join_code) if again.is_open else again
    rotated = [*seats[1:], seats[0]]
    plans = [plan_again(seat.user, user) for seat in rotated]
    pace.check_pace(user, [plan.invited for plan in plans])
    same = ("visibility", "rated", "days_per_turn", "bank_hours", "increment_hours", "cap_hours")
    wishes = {name: getattr(old, name) for name in (*same, "at_deadline", "stand_in_level", "name")}
    return create_match(
        creator=user,
        rules=old.rules,
        settings=old.options,
        seats=plans,
        now=now,
        draw_seats=False,
        rematch_of=old,
        **wishes,
    )


def plan_again(sitter: User | None, asker: User) -> SeatPlan:
    if sitter is None or sitter.is_gone:
        return SeatPlan()
    return SeatPlan(user=sitter) if sitter.pk == asker.pk or sitter.bot_level else SeatPlan(invited=sitter)


@transaction.atomic
def end_unstarted(*, match_id: int, now: datetime) -> Match:
    """Return a table that nobody filled in 14 days."""
    match = lock_match(pk=match_id)
    if not match.is_open or match.expires_at is None or match.expires_at > now:
        return match
    return end_unplayed(match, _("It didn't fill up within 14 days."), now=now)

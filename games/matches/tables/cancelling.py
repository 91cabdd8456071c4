"""A game that is cancelled by agreement: somebody asks, the others agree, and who asked may think again."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.matches import live, notices, refusals
from games.matches.stored_match import lock_match, seats_of
from games.matches.tables.tables import end_unplayed
from games.models import Match, Seat


@transaction.atomic
def offer_to_cancel(*, match_id: int, user: User, now: datetime) -> Match:
    """Offer to end the match without a result, in its first two rounds; it ends when all its people want it."""
    match = lock_cancellable(match_id)
    seats = set_wish(match, user, True)
    if all(seat.wants_cancel or has_no_say(seat) for seat in seats):
        return end_unplayed(match, _("All players agreed to cancel."), now=now)
    notices.create_cancel_notices(match, seats, user, now=now)
    live.nudge_pages(match, seats)
    return match


@transaction.atomic
def take_back(*, match_id: int, user: User, now: datetime) -> Match:
    """Return the match goes on, as far as this player is asked."""
    match = lock_cancellable(match_id)
    seats = set_wish(match, user, False)
    notices.withdraw_cancel_notices(match, user, now=now)
    live.nudge_pages(match, seats)
    return match


def lock_cancellable(match_id: int) -> Match:
    match = lock_match(pk=match_id)
    if not match.may_be_cancelled:
        raise refusals.SiteRefusal(_("Games can be cancelled by agreement in the first two rounds only."))
    return match


def set_wish(match: Match, user: User, wish: bool) -> list[Seat]:
    """Return the seats, with what this player wants now."""
    seats = seats_of(match)
    own = next((seat for seat in seats if seat.user_id == user.pk), None)
    if own is None:
        raise refusals.Forbidden(_("Only players of a game can cancel it."))
    if own.has_left:
        raise refusals.SiteRefusal(_("You have left this game: those who still play decide."))
    own.wants_cancel = wish
    own.save(update_fields=["wants_cancel"])
    return seats


def has_no_say(seat: Seat) -> bool:
    """Return whether nobody is asked there: a bot of ours, or somebody who has left the game."""
    return seat.has_left or bool(seat.user and seat.user.bot_level)

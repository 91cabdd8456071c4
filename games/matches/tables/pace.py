"""How often somebody may open tables, invite people by name, and sit down: each of these notifies others."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from django.utils.translation import gettext as _

from accounts.models import User
from games.matches import refusals
from taluva_site.security import limits

TABLES = limits.Limit("tables", 60, 3600)
INVITATIONS = limits.Limit("invitations", 60, 3600)
SEATS = limits.Limit("seats", 60, 3600)


HOUSEHOLD = 3  # so many times what one person may do, those do together who are logged in at one address


class Visitor(NamedTuple):
    """Who asks: the person, if they are logged in, and their address, if it is known."""

    user_id: int | None
    address: str


class RateLimited(refusals.LimitReached):
    """A limit that is open again in so many seconds."""

    def __init__(self, sentence: str, seconds: int) -> None:
        super().__init__(sentence)
        self.seconds = seconds


def check_pace(opener: User, invited: Iterable[User | None], *, address: str = "") -> None:
    """Count a table and who is asked to it; raises a refusal when it is too much."""
    many = _("You have opened %(number)d tables within an hour. Try again in %(minutes)d minutes.")
    spend_visitor(TABLES, Visitor(opener.pk, address), many)
    for user in invited:
        if user is not None:
            sentence = _("You have invited %(number)d people within an hour. Try again in %(minutes)d minutes.")
            spend_limit(INVITATIONS, opener, sentence)


def check_seat(user: User) -> None:
    """Count a seat that is taken; raises a refusal when it is too much."""
    sentence = _("You have joined %(number)d tables within an hour. Try again in %(minutes)d minutes.")
    spend_limit(SEATS, user, sentence)


def spend_limit(limit: limits.Limit, who: User, sentence: str) -> None:
    refuse_exceeded(limits.spend(limit, who.pk), sentence)


def spend_visitor(limit: limits.Limit, visitor: Visitor, sentence: str) -> None:
    """Count for the person and for the address; raises a refusal when it is too much for one of them."""
    number = limit.number
    if visitor.user_id is not None:
        refuse_exceeded(limits.spend(limit, visitor.user_id), sentence)
        number *= HOUSEHOLD
    if visitor.address:
        at_address = replace(limit, name=f"{limit.name}-address", number=number)
        refuse_exceeded(limits.spend(at_address, visitor.address), sentence)


def refuse_exceeded(allowance: limits.Allowance, sentence: str) -> None:
    if allowance.exceeded:
        minutes = -(-allowance.resets_in // 60)
        raise RateLimited(sentence % {"number": allowance.limit.number, "minutes": minutes}, allowance.resets_in)

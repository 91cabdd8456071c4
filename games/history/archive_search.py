"""The finished games: who may find which, what somebody looks for among them, and pages that cost the same anywhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from itertools import groupby
from operator import itemgetter

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from accounts.models.user import Kind, name_key
from games.matches import queries
from games.matches.queries import AnyUser
from games.matches.tables.match_lists import option_choices
from games.models import Match, MatchState, Seat
from taluva_site.utils import paging
from taluva_site.utils.paging import Page

PEOPLE_ALONE, ANY_BOT = "none", "any"
WON, LOST = "won", "lost"
# By what a list is sorted, and whether the highest comes first; equal ones by their number.
SORTS = {
    "newest": ("ended_at", True),
    "oldest": ("ended_at", False),
    "longest": ("turn_number", True),
    "shortest": ("turn_number", False),
}
NEWEST = "newest"
DAY = timedelta(days=1)


@dataclass(frozen=True)
class ArchiveFilter:
    """What somebody looks for; what is empty does not count. A result is the player's.

    Of several options each has to fit; of several choices of one option, one of them.
    """

    rules: str = ""
    player: str = ""
    opponent: str = ""
    bot: str = ""
    players: int | None = None
    options: Sequence[str] = ()
    how: str = ""
    result: str = ""
    rated: str = ""
    since: date | None = None
    until: date | None = None
    shortest: int | None = None
    longest: int | None = None
    name: str = ""
    tag: str = ""
    mine: bool = False
    visibility: str = ""


def finished_matches(user: AnyUser, wish: ArchiveFilter) -> QuerySet[Match]:
    """Return the finished matches that this person may find, as wished, in no order."""
    rows = Match.objects.filter(state=MatchState.FINISHED).prefetch_related(
        queries.with_seats(), queries.prefetch_tags(user)
    )
    rows = rows.filter(queries.sits_at(user) if wish.mine else queries.may_find(user))
    if wish.visibility:
        rows = rows.filter(visibility=wish.visibility)
    if wish.tag:
        rows = rows.filter(pk__in=queries.tags_for(user).filter(text=wish.tag).order_by().values("match"))
    return with_setting(with_people(rows, user, wish), wish)


def with_people(rows: QuerySet[Match], user: AnyUser, wish: ArchiveFilter) -> QuerySet[Match]:
    """Filter by who played, and with what result."""
    if wish.player or wish.mine:
        sat = (
            Seat.objects.filter(user__name_key=name_key(wish.player)) if wish.player else Seat.objects.filter(user=user)
        )
        if wish.result:
            sat = sat.filter(place=1) if wish.result == WON else sat.exclude(place=1)
        # Not Exists: of a person's own games the database is to begin with these, not with all games there are.
        rows = rows.filter(pk__in=sat.values("match"))
    if wish.opponent:
        rows = rows.filter(pk__in=seats_by(wish.opponent).values("match"))
    if wish.bot:
        bots = Seat.objects.filter(match=OuterRef("pk"), user__kind=Kind.BOT)
        if wish.bot not in (PEOPLE_ALONE, ANY_BOT):
            bots = bots.filter(user__bot_level=wish.bot)
        rows = rows.filter(~Exists(bots) if wish.bot == PEOPLE_ALONE else Exists(bots))
    return rows


def seats_by(name: str) -> QuerySet[Seat]:
    return Seat.objects.filter(user__name_key=name_key(name))


def with_setting(rows: QuerySet[Match], wish: ArchiveFilter) -> QuerySet[Match]:
    """Filter by how the game was set up, and how it went."""
    exactly = {"rules": wish.rules, "players": wish.players, "reason": wish.how}
    rows = rows.filter(**{name: value for name, value in exactly.items() if value})
    if wish.rated:
        rows = rows.filter(rated=wish.rated == "rated")
    if not option_choices().keys() >= {*wish.options}:
        return rows.none()
    for name, values in groupby(sorted(each.split("=") for each in wish.options), key=itemgetter(0)):
        rows = rows.filter(**{f"options__{name}__in": [value for _name, value in values]})
    if wish.name:
        rows = rows.filter(name__icontains=wish.name)
    limits = {
        "ended_at__gte": wish.since and midnight_of(wish.since),
        "ended_at__lt": wish.until and midnight_of(wish.until + DAY),
        "turn_number__gte": wish.shortest,
        "turn_number__lte": wish.longest,
    }
    return rows.filter(**{name: limit for name, limit in limits.items() if limit is not None})


def midnight_of(day: date) -> datetime:
    """Return the beginning of the day where the person lives."""
    return timezone.make_aware(datetime.combine(day, time()))


def page_of_matches(rows: QuerySet[Match], sort: str, *, after: str = "", before: str = "", most: int) -> Page[Match]:
    """Return a page from a place on, or up to one."""
    field, falls = SORTS.get(sort, SORTS[NEWEST])
    return paging.page_of_rows(rows, field, falls=falls, after=after, before=before, most=most)

"""Lists of matches: a person's own, tables with a free seat, games that run now."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain

from django.db.models import Count, Exists, Max, OuterRef, Q, QuerySet, Sum

from accounts.models import User
from games.contract import Choice, Option
from games.matches.queries import AnyUser, count_awaiting, is_awaited, urgency_key, with_seats
from games.models import Block, Follow, Invitation, Match, MatchState, Seat, Visibility
from games.registry import RULES

FINISHED_SHOWN = 6
# Days for a turn, from and to.
PACES = {"quick": (1, 1), "steady": (2, 4), "slow": (5, 30)}


def matches_of(user: User) -> QuerySet[Match]:
    # Not Exists: SQLite would ask it of every match there is.
    own = Seat.objects.filter(user=user).values("match")
    return Match.objects.filter(pk__in=own).select_related("creator").prefetch_related(with_seats())


@dataclass(frozen=True)
class Dashboard:
    mine: list[Match]
    others: list[Match]
    waiting: list[Match]
    invitations: list[Invitation]
    finished: list[Match]


def dashboard_games(user: User) -> Dashboard:
    """Return the person's games: most urgent first. A constant number of queries."""
    current = list(matches_of(user).filter(state__in=[MatchState.OPEN, MatchState.RUNNING]).order_by("turn_at", "pk"))
    running = [match for match in current if match.is_running]
    mine = sorted((match for match in running if is_awaited(match, user)), key=lambda match: urgency_key(match, user))
    ended = matches_of(user).filter(state__in=[MatchState.FINISHED, MatchState.CANCELLED], started_at__isnull=False)
    invitations = Invitation.objects.filter(user=user, match__state=MatchState.OPEN).select_related("match__creator")
    return Dashboard(
        mine=mine,
        others=[match for match in running if not is_awaited(match, user)],
        waiting=[match for match in current if match.is_open],
        invitations=list(invitations.prefetch_related(with_seats("match__seats")).order_by("created_at")),
        finished=list(ended.order_by("-ended_at", "-pk")[:FINISHED_SHOWN]),
    )


def dashboard_stamp(user: User) -> str:
    """Return figures of which one changes with whatever the dashboard shows: turns, starts, ends, seats, invited."""
    own = Match.objects.filter(pk__in=Seat.objects.filter(user=user).values("match"))
    states = {
        state: Count("pk", filter=Q(state=state))
        for state in (MatchState.OPEN, MatchState.RUNNING, MatchState.FINISHED)
    }
    figures = own.aggregate(matches=Count("pk"), turns=Sum("turn_number"), **states)
    taken = Seat.objects.filter(match__in=own.filter(state=MatchState.OPEN), user__isnull=False).count()
    invited = Invitation.objects.filter(user=user, match__state=MatchState.OPEN).aggregate(
        n=Count("pk"), last=Max("pk")
    )
    return "-".join(str(figure or 0) for figure in (*figures.values(), taken, *invited.values(), count_awaiting(user)))


@dataclass(frozen=True)
class TableFilter:
    """What somebody looks for in the lobby."""

    rules: str = ""
    players: int | None = None
    pace: str = ""
    rated: str = ""
    option: str = ""


def option_choices(game_key: str = "") -> dict[str, tuple[Option, Choice]]:
    """Return what may differ from the usual in a game, or in any, as an address names it: `preview=on`.

    A choice that two games name alike has the words of the one that is listed first.
    """
    found: dict[str, tuple[Option, Choice]] = {}
    for option in chain.from_iterable(rules.options for key, rules in RULES.items() if game_key in ("", key)):
        for choice in option.choices:
            if choice.value != option.default:
                found.setdefault(f"{option.name}={choice.value}", (option, choice))
    return found


def open_tables(user: AnyUser, wish: TableFilter) -> QuerySet[Match]:
    """Return public tables with a free seat, those of people whom one follows and then the newest first.

    Those of people who are blocked either way are not there.
    """
    free = Seat.objects.filter(match=OuterRef("pk"), user=None, kept_for="anybody")
    tables = Match.objects.filter(
        Exists(free), state=MatchState.OPEN, visibility=Visibility.PUBLIC, creator__is_active=True
    )
    if user is not None:
        blocks = Block.objects.filter(
            Q(blocker=user, blocked__seats__match=OuterRef("pk"))
            | Q(blocked=user, blocker__seats__match=OuterRef("pk"))
        )
        tables = tables.filter(~Exists(blocks))
        tables = tables.annotate(is_followed=Exists(Follow.objects.filter(follower=user, followed=OuterRef("creator"))))
    tables = filter_tables(tables, wish).select_related("creator").prefetch_related(with_seats())
    return tables.order_by(*(["-is_followed"] if user is not None else []), "-created_at", "-pk")


def filter_tables(tables: QuerySet[Match], wish: TableFilter) -> QuerySet[Match]:
    if wish.rules:
        tables = tables.filter(rules=wish.rules) if wish.rules in RULES else tables.none()
    if wish.players:
        tables = tables.filter(players=wish.players)
    if wish.pace == "none":
        tables = tables.filter(days_per_turn=None, bank_hours=None)
    elif wish.pace == "bank":
        tables = tables.filter(bank_hours__isnull=False)
    elif wish.pace in PACES:
        tables = tables.filter(days_per_turn__range=PACES[wish.pace])
    if wish.rated:
        tables = tables.filter(rated=wish.rated == "rated")
    if wish.option:
        name, _, value = wish.option.partition("=")
        tables = tables.filter(**{f"options__{name}": value}) if wish.option in option_choices() else tables.none()
    return tables


def games_to_watch() -> QuerySet[Match]:
    """Return the games that run now and that everybody may find, in no order."""
    return Match.objects.filter(state=MatchState.RUNNING, visibility=Visibility.PUBLIC).prefetch_related(with_seats())

"""What the club knows of its people: who there is, how strong they are held to be, whom they played and how it went."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from itertools import groupby, product
from typing import Any, NamedTuple

from django.db.models import Avg, Count, Exists, F, OuterRef, Q, QuerySet, Subquery, Window
from django.db.models.functions import RowNumber
from django.http import Http404

from accounts.models import User
from accounts.models.user import Kind, name_key
from games.boards import Words
from games.matches import queries
from games.matches.queries import AnyUser
from games.models import (
    Follow,
    Match,
    MatchState,
    ProfileWishes,
    Rating,
    RatingChange,
    Seat,
    Turn,
    TurnOrigin,
    Visibility,
)
from games.models.rating import Field, displayed_rating
from games.registry import BOARDS, RULES

# A rating that rests on fewer games is provisional.
ENOUGH = 10
# Who has a page.
SHOWN = (Kind.PERSON, Kind.BOT)
LEADERS, PROVISIONAL = 30, 15
COURSE = 300
OPPONENTS = 8
# Of so many games the ways in which they began are counted, so many turns of each; so many ways are shown.
LATELY, BEGIN, OPENINGS = 200, 4, 5


class LeaderboardRow(NamedTuple):
    """A line of a leaderboard."""

    rank: int
    rating: Rating


def leading_players(field: str, *, rules: str) -> list[LeaderboardRow]:
    """Return the strongest of those with enough games; equal ones share their rank."""
    rows = rated_players(field, rules).filter(matches__gte=ENOUGH).order_by("-mu", "pk")[:LEADERS]
    standings: list[LeaderboardRow] = []
    for _, alike in groupby(rows, key=lambda row: row.mu):
        rank = len(standings) + 1
        standings += [LeaderboardRow(rank, row) for row in alike]
    return standings


def standing_of(user: User, field: str, *, rules: str) -> LeaderboardRow | None:
    """Return the rank of somebody with enough games, however far down; None with too few."""
    ranked = rated_players(field, rules).filter(matches__gte=ENOUGH)
    rating = ranked.filter(user=user).first()
    return LeaderboardRow(ranked.filter(mu__gt=rating.mu).count() + 1, rating) if rating else None


def provisional_players(field: str, *, rules: str) -> list[Rating]:
    """Return those with few games, who has most of them first."""
    return list(rated_players(field, rules).filter(matches__lt=ENOUGH).order_by("-matches", "-mu", "pk")[:PROVISIONAL])


def rated_players(field: str, rules: str) -> QuerySet[Rating]:
    rows = Rating.objects.filter(field=field, rules=rules, user__is_active=True).exclude(user__kind=Kind.GONE)
    return rows.exclude(user__profile_wishes__ratings=False).select_related("user")


def find_person(name: str) -> User:
    """Return the person or bot of this name; raise Http404 for a guest or somebody who has left."""
    found = User.objects.filter(name_key=name_key(name), is_active=True, kind__in=SHOWN)
    if (user := found.first()) is None:
        raise Http404
    return user


class DirectoryRow(NamedTuple):
    """Somebody in the directory, and their rating in each field; None: they have none, or keep it to themselves."""

    user: User
    ratings: list[Rating | None]


def list_directory(part: str = "", *, after: str = "", most: int, rules: str) -> list[DirectoryRow]:
    """Return people and bots by name, from a name on: one more than `most` if there are others."""
    rows = User.objects.filter(is_active=True, kind__in=SHOWN)
    if part:
        rows = rows.filter(name_key__contains=name_key(part))
    if after:
        rows = rows.filter(name_key__gt=name_key(after))
    users = list(rows.order_by("name_key")[: most + 1])
    shown = Rating.objects.filter(user__in=users, rules=rules).exclude(user__profile_wishes__ratings=False)
    ratings = {(row.user_id, row.field): row for row in shown}
    return [DirectoryRow(user, [ratings.get((user.pk, field)) for field in Field]) for user in users]


class RatingCourse(NamedTuple):
    """A rating and how it came to be, the oldest value first."""

    rating: Rating
    values: list[int]


def rating_courses(user: User) -> list[RatingCourse]:
    """Return, for each game and field in which somebody is rated, the values before each of the last games, and now."""
    ratings = {(row.rules, row.field): row for row in Rating.objects.filter(user=user)}
    kind = "reckoning__match__rules", "reckoning__field"
    age = Window(RowNumber(), partition_by=[*kind], order_by=F("reckoning__number").desc())
    rows = RatingChange.objects.filter(user=user).annotate(age=age).filter(age__lte=COURSE).order_by("-age")
    values: dict[tuple[str, str], list[int]] = defaultdict(list)  # the first change may come between the two queries
    for rules, field, mu in rows.values_list(*kind, "mu_before"):
        values[rules, field].append(displayed_rating(mu))
    rated = [ratings[key] for key in product(RULES, Field.values) if key in ratings]
    return [RatingCourse(one, [*values[one.rules, one.field], displayed_rating(one.mu)]) for one in rated]


class Results(NamedTuple):
    """Games by number of players: how many, and how many of them won."""

    players: int
    games: int
    won: int

    @property
    def percent(self) -> int:
        return round(100 * self.won / self.games)


class Opponent(NamedTuple):
    """Somebody against whom games were played: how many, and who came before whom in how many."""

    user: User
    games: int
    ahead: int
    behind: int

    @property
    def level(self) -> int:
        """Return in how many games both shared a place."""
        return self.games - self.ahead - self.behind


@dataclass(frozen=True)
class Streaks:
    """Games won in a row: the longest, and the one that goes on."""

    longest: int = 0
    current: int = 0


def own_seats(user: User, reader: AnyUser) -> QuerySet[Seat]:
    """Return their seats at finished games that the reader may find, as the archive shows them.

    Of several seats at one game, as a bot may have, the best is returned.
    """
    rows = Seat.objects.filter(queries.may_find(reader, "match__"), user=user, match__state=MatchState.FINISHED)
    better = Q(place__lt=OuterRef("place")) | Q(place=OuterRef("place"), index__lt=OuterRef("index"))
    return rows.exclude(Exists(Seat.objects.filter(better, match=OuterRef("match"), user=user)))


def results_of(user: User, reader: AnyUser) -> list[Results]:
    rows = (
        own_seats(user, reader)
        .order_by()
        .values("match__players")
        .annotate(n=Count("pk"), won=Count("pk", filter=Q(place=1)))
    )
    return [Results(row["match__players"], row["n"], row["won"]) for row in rows.order_by("match__players")]


def frequent_opponents(user: User, reader: AnyUser) -> list[Opponent]:
    """Return whom somebody has played most, with who was ahead."""
    rows = met_players(user, reader, user__kind__in=SHOWN).order_by("-games", "other")[: OPPONENTS + 1]
    listed = [row for row in rows if row["other"] != user.pk][:OPPONENTS]
    people = User.objects.in_bulk([row["other"] for row in listed])
    return [opponent_record(people[row["other"]], row) for row in listed]


def head_to_head(user: User, other: User, reader: AnyUser) -> Opponent:
    """Return who came before whom in all finished games in which both sat."""
    row = next(iter(met_players(user, reader, user_id=other.pk)), {"games": 0, "reached": 0, "behind": 0})
    return opponent_record(other, row)


def opponent_record(other: User, row: Mapping[str, int]) -> Opponent:
    return Opponent(other, row["games"], row["games"] - row["reached"], row["behind"])


def met_players(user: User, reader: AnyUser, **whom: Any) -> QuerySet[Any, Any]:
    """Return a row for each player of somebody's finished games, with counts of games and of who was ahead.

    `reached`: the other's place was as good or better. Matches are counted; of several seats the best one counts.
    """
    theirs = F("match__seats__place")
    return (
        own_seats(user, reader)
        .filter(**{f"match__seats__{name}": value for name, value in whom.items()})
        .order_by()
        .values(other=F("match__seats__user"))
        .annotate(
            games=Count("match", distinct=True),
            reached=Count("match", filter=Q(place__gte=theirs), distinct=True),
            behind=Count("match", filter=Q(place__gt=theirs), distinct=True),
        )
    )


def turn_time(user: User) -> timedelta | None:
    """Return what a turn takes on average, by the clock of the games."""
    return Turn.objects.filter(user=user, by=TurnOrigin.PERSON).aggregate(mean=Avg("used"))["mean"]


def winning_streaks(user: User, reader: AnyUser) -> Streaks:
    places = own_seats(user, reader).order_by("match__ended_at", "match_id").values_list("place", flat=True)
    runs = [(is_won, len(list(run))) for is_won, run in groupby(place == 1 for place in places)]
    won = [length for is_won, length in runs if is_won]
    return Streaks(max(won, default=0), runs[-1][1] if runs and runs[-1][0] else 0)


class OpeningCount(NamedTuple):
    """How somebody began, in how many games, and how many of them were won."""

    words: Words
    games: int
    won: int

    @property
    def percent(self) -> int:
        return round(100 * self.won / self.games)


def frequent_openings(user: User, reader: AnyUser, *, rules: str) -> list[OpeningCount]:
    """Return the ways in which somebody began most of their last games."""
    lately = own_seats(user, reader).filter(match__rules=rules).order_by("-match__ended_at", "-match_id")[:LATELY]
    seats = {seat.match_id: seat for seat in lately}
    rows = Turn.objects.filter(
        match__in=list(seats),
        seat=F("match__seats__index"),
        match__seats__user=user,
        number__lte=BEGIN * F("match__players"),
    )
    begun: dict[int, list[str]] = {}
    for match_id, seat, text in rows.order_by("match", "number").values_list("match_id", "seat", "text"):
        if seat == seats[match_id].index:
            begun.setdefault(match_id, []).append(text)
    found: dict[str, list[tuple[Words, bool]]] = {}
    for match_id, entries in begun.items():
        if words := BOARDS[rules].opening(entries):
            found.setdefault(str(words), []).append((words, seats[match_id].place == 1))
    listed = [OpeningCount(games[0][0], len(games), sum(won for _, won in games)) for games in found.values()]
    return sorted(listed, key=lambda opening: -opening.games)[:OPENINGS]


def wishes_of(user: User) -> ProfileWishes:
    """Return what others see of somebody."""
    return ProfileWishes.objects.filter(user=user).first() or ProfileWishes(user=user)


class FollowedPlayer(NamedTuple):
    """Somebody whom one follows: an open table of theirs, if there is one, and how many public games they play now."""

    user: User
    table: str
    playing: int


def followed_people(user: User) -> list[FollowedPlayer]:
    """Return the people whom somebody follows, with an open table first, then by name."""
    theirs = Match.objects.filter(visibility=Visibility.PUBLIC)
    free = Seat.objects.filter(match=OuterRef("pk"), user=None, kept_for="anybody")
    tables = theirs.filter(Exists(free), state=MatchState.OPEN, creator=OuterRef("followed")).order_by("-created_at")
    playing = Count(
        "followed__seats",
        filter=Q(
            followed__seats__match__state=MatchState.RUNNING, followed__seats__match__visibility=Visibility.PUBLIC
        ),
    )
    rows = Follow.objects.filter(follower=user, followed__is_active=True).select_related("followed")
    rows = rows.annotate(table=Subquery(tables.values("key")[:1]), playing=playing)
    people = [FollowedPlayer(row.followed, row.table or "", row.playing) for row in rows.order_by("followed__name_key")]
    return sorted(people, key=lambda one: not one.table)

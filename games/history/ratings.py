"""Ratings: Plackett–Luce of openskill, which knows two and more players, teams and shared places, and how sure it is.

Results count one after the other, in the order that their reckonings keep; so all can be recomputed, and comes out the
same. Two players, more players and teams are rated apart.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import partial
from typing import NamedTuple

from django.db import connection, transaction
from django.db.models import Max
from openskill.models import PlackettLuce

from games.models import Match, MatchState, Rating, RatingChange, Reckoning, Seat
from games.models.rating import Field
from taluva_site.queues.background import run_logged

MODEL = PlackettLuce()
MOST = 500
BEHIND_ALL = 99.0
# The key of the lock under which results count one at a time.
LOCK = 7_214_401


class Strength(NamedTuple):
    mu: float = MODEL.mu
    sigma: float = MODEL.sigma


class Result(NamedTuple):
    """A match as ratings see it: sides of people, each side's place, and who left their seat to a bot for good."""

    field: Field
    sides: tuple[tuple[int, ...], ...]
    places: tuple[int, ...]
    gone: frozenset[int]


class StrengthChange(NamedTuple):
    """Somebody's strength before and after a match."""

    user_id: int
    before: Strength
    after: Strength


Who = tuple[int, str, str]


def result_of(match: Match, seats: Iterable[Seat]) -> Result | None:
    """Return the sides of a match; None if it can't count: one person holds several seats, or nobody opposes."""
    sides: dict[int, list[Seat]] = {}
    for seat in seats:
        sides.setdefault(seat.index if seat.team is None else match.players + seat.team, []).append(seat)
    people = [seat.user_id for side in sides.values() for seat in side if seat.user_id]
    if len(sides) < 2 or len(set(people)) < match.players:
        return None
    is_team = any(len(side) > 1 for side in sides.values())
    return Result(
        Field.TEAMS if is_team else Field.TWO if len(sides) == 2 else Field.MORE,
        tuple(tuple(seat.user_id for seat in side if seat.user_id) for side in sides.values()),
        tuple(min(seat.place or match.players for seat in side) for side in sides.values()),
        frozenset(seat.user_id for side in sides.values() for seat in side if seat.stand_in and seat.user_id),
    )


def rate_result(result: Result, known: Mapping[int, Strength]) -> list[StrengthChange]:
    """Return what the result makes of the strengths of its players.

    Who left their seat to a bot has lost, whatever the bot made of it; who stayed has what their side has.
    """
    lost = {side for side in result.sides if result.gone.issuperset(side)}
    after = strengths_after(result, known, lost)
    for side in result.sides:
        if gone := result.gone.intersection(side):
            after.update(
                {user: now for user, now in strengths_after(result, known, {*lost, side}).items() if user in gone}
            )
    return [StrengthChange(user, known[user], after[user]) for side in result.sides for user in side]


def strengths_after(
    result: Result, known: Mapping[int, Strength], lost: Collection[tuple[int, ...]]
) -> dict[int, Strength]:
    """Return everybody's strength after it, with these sides behind all others."""
    teams = [[MODEL.create_rating(list(known[user])) for user in side] for side in result.sides]
    ranks = [
        BEHIND_ALL if side in lost else float(place) for side, place in zip(result.sides, result.places, strict=True)
    ]
    return {
        user: Strength(after.mu, after.sigma)
        for side, now in zip(result.sides, MODEL.rate(teams, ranks=ranks), strict=True)
        for user, after in zip(side, now, strict=True)
    }


def matches_to_rate() -> list[int]:
    """Return rated matches that have ended and did not count yet, the one that ended first before all."""
    rows = Match.objects.filter(state=MatchState.FINISHED, rated=True, reckoning=None)
    return list(rows.order_by("ended_at", "pk").values_list("pk", flat=True)[:MOST])


def reckon_waiting() -> None:
    """Rate every match that has ended and did not count yet. Two may run at a time."""
    for match_id in matches_to_rate():
        run_logged(partial(rate_match, match_id), what=f"match {match_id} did not count")


@transaction.atomic
def rate_match(match_id: int) -> None:
    """Count the result of this match, unless it has counted."""
    lock_ratings()
    match = Match.objects.select_related("reckoning").prefetch_related("seats").get(pk=match_id)
    if hasattr(match, "reckoning"):
        return
    result = result_of(match, match.seats.all())
    if result is None:
        Match.objects.filter(pk=match.pk).update(rated=False)
        return
    last = Reckoning.objects.aggregate(last=Max("number"))["last"] or 0
    reckoning = Reckoning.objects.create(match=match, number=last + 1, field=result.field)
    found = Rating.objects.filter(user__in=people_of(result), rules=match.rules, field=result.field)
    rows = {(row.user_id, row.rules, row.field): row for row in found}
    whose = {user: (user, match.rules, result.field.value) for user in people_of(result)}
    for change in rate_result(result, {user: strength_of(rows, who) for user, who in whose.items()}):
        row = rows.get(whose[change.user_id]) or new_rating(whose[change.user_id])
        apply_change(row, change, match)
        row.save()
        change_row(reckoning, change).save()


@transaction.atomic
def reckon_all() -> int:
    """Count all results that wait in one go and write every rating anew; return how many. For very many results."""
    lock_ratings()
    last = Reckoning.objects.aggregate(last=Max("number"))["last"] or 0
    rows = Match.objects.filter(state=MatchState.FINISHED, rated=True, reckoning=None).prefetch_related("seats")
    results = [(match, result_of(match, match.seats.all())) for match in rows.order_by("ended_at", "pk")]
    counting = [(match, result) for match, result in results if result]
    Reckoning.objects.bulk_create(
        [
            Reckoning(match=match, number=number, field=result.field)
            for number, (match, result) in enumerate(counting, last + 1)
        ],
        batch_size=2000,
    )
    for match, result in results:
        if result is None:
            Match.objects.filter(pk=match.pk).update(rated=False)
    return recompute_ratings()


def change_row(reckoning: Reckoning, change: StrengthChange) -> RatingChange:
    (mu_before, sigma_before), (mu, sigma) = change.before, change.after
    return RatingChange(
        reckoning=reckoning,
        user_id=change.user_id,
        mu_before=mu_before,
        sigma_before=sigma_before,
        mu=mu,
        sigma=sigma,
    )


def lock_ratings() -> None:
    """Keep others from counting a result until the transaction ends (SQLite: BEGIN IMMEDIATE does it)."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])


class RatingHistory(NamedTuple):
    """All ratings, and what each match made of them."""

    ratings: dict[Who, Rating]
    changes: list[RatingChange]


def recompute_in_memory() -> RatingHistory:
    """Return all ratings, computed anew from the first match on; write no row."""
    course = RatingHistory({}, [])
    rows = Reckoning.objects.select_related("match").prefetch_related("match__seats").order_by("number")
    for reckoning in rows.iterator(chunk_size=2000):
        match = reckoning.match
        if result := result_of(match, match.seats.all()):
            known = {user: strength_of(course.ratings, (user, match.rules, result.field)) for user in people_of(result)}
            for change in rate_result(result, known):
                who = (change.user_id, match.rules, result.field)
                row = course.ratings.setdefault(who, new_rating(who))
                apply_change(row, change, match)
                course.changes.append(change_row(reckoning, change))
    return course


def people_of(result: Result) -> list[int]:
    return [user for side in result.sides for user in side]


def new_rating(who: Who) -> Rating:
    user_id, rules, field = who
    return Rating(user_id=user_id, rules=rules, field=field)


def strength_of(ratings: Mapping[Who, Rating], who: Who) -> Strength:
    row = ratings.get(who)
    return Strength(row.mu, row.sigma) if row else Strength()


def apply_change(row: Rating, change: StrengthChange, match: Match) -> None:
    """Set the rating to what it is after one match more."""
    assert match.ended_at is not None
    row.mu, row.sigma = change.after
    row.matches, row.last_at = row.matches + 1, match.ended_at


@transaction.atomic
def recompute_ratings() -> int:
    """Write every rating and its course anew; how many ratings there are."""
    lock_ratings()
    course = recompute_in_memory()
    RatingChange.objects.all().delete()
    RatingChange.objects.bulk_create(course.changes, batch_size=2000)
    Rating.objects.all().delete()
    return len(Rating.objects.bulk_create(course.ratings.values(), batch_size=2000))


def rating_differences() -> list[str]:
    """Return a line for each stored rating that differs from the one computed anew."""
    fresh = {who: values_of(row) for who, row in recompute_in_memory().ratings.items()}
    kept = {(row.user_id, row.rules, row.field): values_of(row) for row in Rating.objects.all()}
    wrong = [who for who in sorted({*fresh, *kept}) if fresh.get(who) != kept.get(who)]
    return [f"{who}: {kept.get(who)} instead of {fresh.get(who)}" for who in wrong]


def values_of(row: Rating) -> tuple[float, float, int]:
    return row.mu, row.sigma, row.matches

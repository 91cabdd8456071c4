"""Reads. What a viewer may know of a match passes through here, and nowhere else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db.models import Exists, F, Max, OuterRef, Prefetch, Q, QuerySet
from django.http import Http404

from accounts.models import User
from accounts.services import rights
from games.contract import Game
from games.matches import stored_match
from games.models import (
    Block,
    Match,
    MatchState,
    Message,
    Notice,
    Rating,
    RatingChange,
    Seat,
    SeatOrder,
    Tag,
    Turn,
    Visibility,
)
from games.models.notice import Event
from games.models.rating import Field

AnyUser = User | None


def with_seats(of: str = "seats") -> Prefetch:
    return Prefetch(of, Seat.objects.select_related("user").order_by("index"))


def matches_by_id(ids: Iterable[int | None]) -> dict[int, Match]:
    """Return these matches by id, with who sits there; three queries. None stands for no match."""
    rows = Match.objects.filter(pk__in={pk for pk in ids if pk})
    return {match.pk: match for match in rows.select_related("creator").prefetch_related(with_seats())}


def match_for(key: str, user: AnyUser) -> Match:
    """Return the match with its seats, if this person may see that it exists."""
    match = Match.objects.select_related("creator").prefetch_related(with_seats()).filter(key=key).first()
    if match is None or not may_see(match, user):
        raise Http404
    return match


def started_match_for(key: str, user: AnyUser) -> Match:
    """Return the same, if its game has begun: before that there is no seed, and nothing to look at."""
    match = match_for(key, user)
    if match.started_at is None:
        raise Http404
    return match


def match_to_join(key: str, user: AnyUser, code: str) -> Match:
    """Return the match for who may see it, or has the code of its link."""
    match = Match.objects.prefetch_related(with_seats()).filter(key=key).first() if code else None
    return match if match and match.join_code == code else match_for(key, user)


def may_see(match: Match, user: AnyUser) -> bool:
    if match.visibility != Visibility.PRIVATE:
        return True
    if user is None:
        return False
    if user.pk == match.creator_id or seat_of(match, user) is not None or is_invited(match, user):
        return True
    return may_moderate(user)


def may_moderate(user: AnyUser) -> bool:
    """Return whether private games and their talk are open to this person, who looks into what was reported."""
    return bool(user and user.is_person and user.has_perm(rights.MODERATE))


def may_find(user: AnyUser, match: str = "") -> Q:
    """Return the condition that a match is in this person's lists: it is public, or they sit there.

    `match`: the way to it from what is asked for.
    """
    public = Q(**{f"{match}visibility": Visibility.PUBLIC})
    return public if user is None else public | Q(sits_at(user, match))


def sits_at(user: AnyUser, match: str = "") -> Exists:
    """Return the condition that this person sits at the match."""
    return Exists(Seat.objects.filter(match=OuterRef(f"{match}pk"), user=user))


def is_invited(match: Match, user: AnyUser) -> bool:
    return user is not None and match.invitations.filter(user=user).exists()


def invitations_shown(match: Match, user: AnyUser) -> dict[int, User]:
    """Return who is invited to which seat, for those at the table to know."""
    if not (seat_of(match, user) or is_invited(match, user)):
        return {}
    return {invitation.seat: invitation.user for invitation in match.invitations.select_related("user")}


def seats_short_of_time(match: Match, user: AnyUser) -> list[Seat]:
    """Return the others whose clock runs, and whom this player has not given time for this turn yet."""
    own = seat_of(match, user)
    others = [seat for seat in match.seats.all() if seat != own and seat.deadline is not None]
    if own is None or not others:
        return []
    given = match.gifts.filter(giver=user, number=match.next_number).values_list("seat", flat=True)
    return [seat for seat in others if seat.index not in set(given)]


def seat_of(match: Match, user: AnyUser) -> Seat | None:
    """Return where the person sits; of the prefetched seats, so it costs no query."""
    if user is None:
        return None
    return next((seat for seat in match.seats.all() if seat.user_id == user.pk), None)


def seat_index(match: Match, user: AnyUser) -> int | None:
    """Return the index of the person's seat; None for a spectator."""
    seat = seat_of(match, user)
    return seat.index if seat else None


def seating_code(match: Match) -> str:
    """Return a letter for each seat: taken, or for whom it is kept. An open table that shows another is shown anew."""
    return "".join("x" if seat.user_id else seat.kept_for[0] for seat in match.seats.all())


def rating_changes(match: Match, reader: AnyUser) -> dict[int, RatingChange]:
    """Return what a game that has counted made of its players' ratings, by seat.

    Who keeps theirs private sees it alone.
    """
    if match.state != MatchState.FINISHED or not match.rated:
        return {}
    shown = ~Q(user__profile_wishes__ratings=False) | Q(user=reader)
    changes = {change.user_id: change for change in RatingChange.objects.filter(shown, reckoning__match=match)}
    return {seat.index: changes[seat.user_id] for seat in match.seats.all() if seat.user_id in changes}


def ratings_at(matches: Sequence[Match]) -> dict[int, dict[int, Rating]]:
    """Return the ratings of those who sit at these tables, in what is rated there: by match, and by seat.

    Who keeps theirs private has none here.
    """
    seats = [(match, seat.index, seat.user_id) for match in matches for seat in match.seats.all() if seat.user_id]
    shown = Rating.objects.filter(user__in={user_id for _match, _index, user_id in seats})
    rows = shown.exclude(user__profile_wishes__ratings=False).select_related("user")
    by_field = {(row.user_id, row.rules, row.field): row for row in rows}
    found: dict[int, dict[int, Rating]] = {match.pk: {} for match in matches}
    for match, index, user_id in seats:
        if row := by_field.get((user_id, match.rules, rated_field(match))):
            found[match.pk][index] = row
    return found


def rated_field(match: Match) -> Field:
    """Return what is rated at this table, as far as its seats tell."""
    if any(seat.team is not None for seat in match.seats.all()):
        return Field.TEAMS
    return Field.TWO if match.players == 2 else Field.MORE


def rematch_of(match: Match) -> Match | None:
    """Return the same table again, if somebody has asked for it."""
    return match.rematches.exclude(state=MatchState.CANCELLED).prefetch_related(with_seats()).first()


def asking_to_cancel(match: Match, user: AnyUser) -> list[Seat]:
    """Return the seats whose players ask to cancel the game now, for those who still play to know."""
    own = seat_of(match, user)
    if not match.may_be_cancelled or own is None or own.has_left:
        return []
    return [seat for seat in match.seats.all() if seat.wants_cancel and not seat.has_left]


def game_for(match: Match, viewer: int | None) -> Game:
    """Return the game as this seat, or a spectator (None), may know it.

    It holds nothing else, so nothing else can leak.
    """
    return stored_match.game_of(match).seen_by(viewer)


def join_order(match: Match) -> list[int]:
    """Return by seat which place who sits there has in the order of joining, from 0."""
    joined = [seat.joined or 0 for seat in match.seats.all()]
    return [sorted(joined).index(order) for order in joined]


def record_for(match: Match, viewer: int | None) -> str:
    """Return the game as text (T-10), as this seat may see it.

    With who played, and how the seats came about (T-2.7).
    """
    tags = {f"Seat{seat.index}": str(seat.user) for seat in match.seats.all()}
    if match.draw_seats:
        tags["Joined"] = " ".join(map(str, join_order(match)))
    return game_for(match, viewer).to_record(viewer, **tags)


def last_turn_of(game: Game, seat: int | None) -> int:
    """Return the entry that ended the seat's last turn, 0 before the first: what came after it is news to its player.

    Own entries at the end of the log don't count while that turn goes on, nor when the game is over: whoever ended it
    reads their own last turn too.
    """
    number = game.turn
    if game.over or seat in game.awaited():
        while number and game.entries[number - 1].seat == seat:
            number -= 1
    while number and game.entries[number - 1].seat != seat:
        number -= 1
    return number


def had_none_to_play(match: Match, user: User) -> bool:
    """Return whether this turn has come and nothing that the player had prepared for it was legal."""
    prepared_notices = Notice.objects.filter(match=match, user=user, event=Event.PREPARED, turn=match.turn_number)
    return prepared_notices.exclude(detail="played").exists()


def is_awaited(match: Match, user: User) -> bool:
    seat = seat_of(match, user)
    return seat is not None and seat.is_awaited and not seat.stand_in


def urgency_key(match: Match, user: User) -> tuple[bool, datetime, int]:
    """Return the key by which matches are listed: first where the person's time runs out, then what waits longest."""
    seat = seat_of(match, user)
    deadline = seat.deadline if seat else None
    return (deadline is None, deadline or match.turn_at or match.created_at, match.pk)


def awaited_seats(user: User) -> QuerySet[Seat]:
    """Return the person's seats that have something to decide now, most urgent first; not where a bot stands in."""
    rows = Seat.objects.filter(user=user, awaited_since__isnull=False, stand_in=False, match__state=MatchState.RUNNING)
    return rows.select_related("match").order_by(F("deadline").asc(nulls_last=True), "awaited_since", "pk")


def count_awaiting(user: User) -> int:
    return awaited_seats(user).count()


def next_awaiting(user: User, *, but: str = "") -> Match | None:
    seat = awaited_seats(user).exclude(match__key=but).first()
    return seat.match if seat else None


def orders_of(match: Match, seat: int) -> list[SeatOrder]:
    """Return what a seat has left for later, kind by kind, the first preferred. For that seat's eyes alone."""
    return list(match.orders.filter(seat=seat).order_by("kind", "rank"))


def turns_of(match: Match) -> list[Turn]:
    return list(match.turns.order_by("number"))


def tags_for(user: AnyUser) -> QuerySet[Tag]:
    """Return the tags that this person may read: those by players, and their own."""
    public = Q(public=True)
    return Tag.objects.filter(public if user is None else public | Q(user=user)).order_by("text")


def prefetch_tags(user: AnyUser) -> Prefetch:
    """Return the tags of matches, as `seen_tags`."""
    return Prefetch("tags", tags_for(user), to_attr="seen_tags")


def may_talk(match: Match, user: AnyUser) -> bool:
    """Return whether the person may write: players always, after the end every member who may see the match."""
    if user is None or seat_of(match, user):
        return user is not None
    return match.state == MatchState.FINISHED and user.is_person and may_see(match, user)


def talk_for(match: Match, user: AnyUser) -> QuerySet[Message]:
    """Return what this person may read.

    All the talk of a match of theirs or a public one, of others the comments alone.
    """
    talk = match.messages.filter(hidden=False).select_related("user")
    if not (match.visibility == Visibility.PUBLIC or seat_of(match, user) or may_moderate(user)):
        talk = talk.filter(after_end=True)
    if user is not None:
        blocked = Block.objects.filter(blocker=user).values("blocked")
        talk = talk.exclude(user__in=blocked).exclude(user__in=Block.objects.filter(blocked=user).values("blocker"))
    return talk


def messages_for(match: Match, user: AnyUser) -> list[Message]:
    """Return the last of that talk, in the order in which it was written."""
    return list(talk_for(match, user).order_by("-id")[:200])[::-1]


def last_said(match: Match, user: AnyUser) -> int:
    """Return the newest message that this person may read, 0 when there is none: what an open page compares."""
    return talk_for(match, user).aggregate(last=Max("pk"))["last"] or 0

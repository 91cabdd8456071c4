"""Tables: find, open, join and leave them; and what was played at them."""

from functools import partial
from typing import Annotated, Any, Literal

from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _
from ninja import Query, Router, Status

from accounts.models import User
from accounts.services.addresses import address_of
from games.api import answers, shown
from games.api.auth import CREATE, READ, asker, made_once
from games.api.schemas import CheckOut, IdempotencyKey, JoinIn, Key, MatchDetail, Matches, MatchIn, MatchOut, Me, SeatIn
from games.history import archive, fairness
from games.history.archive import Wish
from games.matches import bot_turns as bot_service
from games.matches import queries, refusals
from games.matches.queries import TableFilter
from games.matches.tables import eligibility, pace, tables
from games.matches.tables.forms import BANKS
from games.matches.tables.tables import SeatPlan
from games.models import Match, State
from games.models.match import KeptFor
from games.registry import RULES

router = Router()
Limit = Annotated[int, Query(ge=1, le=100)]
Offset = Annotated[int, Query(ge=0, le=100_000)]


@router.get("/me", auth=READ, response=answers.of(Me), summary="Who I am")
def me(request: HttpRequest) -> Any:
    """Whose token this is, and what it may do."""
    user = asker(request)
    scopes = request.auth.scopes  # type: ignore[attr-defined]
    return {"name": user.username, "kind": user.kind, "scopes": scopes, "awaiting": queries.count_awaiting(user)}


@router.get("/tables", auth=READ, response=answers.of(list[MatchOut]), summary="Open tables")
def open_tables(
    request: HttpRequest,
    rules: Annotated[str, Query(pattern=r"^[a-z-]{0,20}$")] = "",
    players: Annotated[int | None, Query(ge=2, le=5)] = None,
    pace: Annotated[
        Literal["", "quick", "steady", "slow", "bank", "none"],
        Query(description="A turn in 1 day, in 2 to 4, in 5 and more; a bank of time; no limit"),
    ] = "",
    rated: Literal["", "rated", "casual"] = "",
    option: Annotated[str, Query(pattern=r"^[a-z0-9_=-]{0,40}$", description="such as preview=on")] = "",
    limit: Limit = 20,
    offset: Offset = 0,
) -> Any:
    """Public tables with a free seat, newest first."""
    user = asker(request)
    wish = TableFilter(rules=rules, players=players, pace=pace, rated=rated, option=option)
    return [shown.match(row, user) for row in queries.open_tables(user, wish)[offset : offset + limit]]


@router.get("/matches", auth=READ, response=answers.of(Matches), summary="My matches")
def my_matches(
    request: HttpRequest,
    state: Literal["", "open", "running", "finished", "cancelled"] = "",
    awaiting: bool = False,
    limit: Limit = 20,
    offset: Offset = 0,
) -> Any:
    """The matches at which you sit, newest first; with `awaiting`, only those that wait for you."""
    user = asker(request)
    rows = queries.matches_of(user).order_by("-created_at", "-pk")
    if state:
        rows = rows.filter(state=state)
    if awaiting:
        rows = rows.filter(pk__in=queries.awaiting(user).order_by().values("match"))
    return shown.page(rows, user, limit=limit, offset=offset)


@router.get("/invitations", auth=READ, response=answers.of(list[MatchOut]), summary="My invitations")
def invitations(request: HttpRequest) -> Any:
    """The open tables where a seat is kept for you by name: join, or decline."""
    user = asker(request)
    rows = Match.objects.filter(state=State.OPEN, invitations__user=user).prefetch_related(queries.seated())
    return [shown.match(row, user) for row in rows.order_by("created_at")]


@router.post("/matches", auth=CREATE, response=answers.of(MatchDetail, 400, status=201), summary="Open a table")
def create(request: HttpRequest, wish: MatchIn, idempotency_key: IdempotencyKey = None) -> Any:
    """A new match; it starts by itself when every seat is taken. One seat has to be yours: kind `me`."""
    pk = made_once(request, idempotency_key, ("match", wish), partial(opened, request, wish))
    return Status(201, shown.fresh(pk, asker(request)))


def opened(request: HttpRequest, wish: MatchIn) -> int:
    check_wish(wish)
    user = asker(request)
    seats = [plan(seat, wish.rules, user) for seat in wish.seats]
    pace.check(user, [seat.invited for seat in seats], address=address_of(request))
    match = tables.create_match(
        creator=user,
        rules=wish.rules,
        settings=wish.options,
        seats=seats,
        now=timezone.now(),
        **{**wish.dict(exclude={"rules", "options", "seats", "bank"}), **bank(wish)},
    )
    return match.pk


def bank(wish: MatchIn) -> dict[str, int | None]:
    return {"days_per_turn": None, **BANKS[f"bank-{wish.bank}"]} if wish.bank else {}


def check_wish(wish: MatchIn) -> None:
    if wish.rules not in RULES:
        raise refusals.SiteRefusal(_("There is no such game here."))
    if sum(seat.kind == "me" for seat in wish.seats) != 1:
        raise refusals.SiteRefusal(_("Exactly one seat is yours."))
    if wish.at_deadline == "stand-in":
        check_level(wish.stand_in_level, wish.rules)


def check_level(level: str, rules: str) -> None:
    """Raise a refusal that names the levels, unless this one plays the game here."""
    levels = bot_service.offered(rules)
    if level not in levels:
        sentence = _("There is no such bot level. Choose one of: %(levels)s.")
        raise refusals.SiteRefusal(sentence % {"levels": ", ".join(levels)})


def plan(seat: SeatIn, rules: str, user: User) -> SeatPlan:
    match seat.kind:
        case "me":
            return SeatPlan(user=user)
        case "bot":
            check_level(seat.level, rules)
            return SeatPlan(user=bot_service.account(seat.level))
        case "person":
            return SeatPlan(invited=person(seat.name))
        case kind:
            return SeatPlan(kept_for=KeptFor(kind))


def person(name: str) -> User:
    user = eligibility.by_name(name)
    if user is None:
        raise refusals.SiteRefusal(_("No player has that name."))
    return user


@router.post("/matches/{key}/join", auth=CREATE, response=answers.of(MatchDetail, 400, 404), summary="Join")
def join(request: HttpRequest, key: Key, wish: JoinIn) -> Any:
    """Takes a seat that is free for you, by an invitation, or with the code of a link."""
    user = asker(request)
    found = queries.match_to_join(key, user, wish.code)
    tables.join(match_id=found.pk, user=user, now=timezone.now(), code=wish.code)
    return shown.fresh(found.pk, user)


@router.post("/matches/{key}/leave", auth=CREATE, response=answers.of(MatchDetail, 404), summary="Leave")
def leave(request: HttpRequest, key: Key) -> Any:
    """Gives your seat back before the start; a table whose creator leaves is cancelled."""
    user = asker(request)
    match = tables.leave(match_id=queries.match_for(key, user).pk, user=user, now=timezone.now())
    return shown.fresh(match.pk, user)


@router.post("/matches/{key}/decline", auth=CREATE, response=answers.of(None, 404, status=204), summary="Decline")
def decline(request: HttpRequest, key: Key) -> Any:
    """Declines the invitation to a seat."""
    user = asker(request)
    tables.decline(match_id=queries.match_for(key, user).pk, user=user, now=timezone.now())
    return Status(204, None)


@router.post("/matches/{key}/rematch", auth=CREATE, response=answers.of(MatchDetail, 404), summary="Play again")
def rematch(request: HttpRequest, key: Key) -> Any:
    """The same table again, with the seats rotated; if somebody has asked already, you join it."""
    user = asker(request)
    match = tables.rematch(match_id=queries.match_for(key, user).pk, user=user, now=timezone.now())
    return shown.fresh(match.pk, user)


@router.get("/finished", auth=READ, response=answers.of(Matches), summary="Finished matches")
def finished(
    request: HttpRequest,
    player: Annotated[str, Query(pattern=r"^[^\x00]{0,30}$")] = "",
    rules: Annotated[str, Query(pattern=r"^[a-z-]{0,20}$")] = "",
    tag: Annotated[str, Query(pattern=r"^[^\x00]{0,24}$")] = "",
    limit: Limit = 20,
    offset: Offset = 0,
) -> Any:
    """Public finished matches and your own, the last one first. Each has a record."""
    user = asker(request)
    rows = archive.finished(user, Wish(player=player, rules=rules, tag=tag.lower())).order_by("-ended_at", "-pk")
    return shown.page(rows, user, limit=limit, offset=offset)


@router.get("/matches/{key}/fairness", auth=READ, response=answers.of(CheckOut, 404), summary="Is it fair?")
def is_fair(request: HttpRequest, key: Key) -> Any:
    """The hash of the seed from the start; after the end the seed, and what follows from it."""
    return fairness.checked(queries.started_match_for(key, asker(request)))._asdict()

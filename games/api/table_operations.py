"""Tables: find, open, join and leave them; and what was played at them."""

from functools import partial
from typing import Annotated, Any, Literal

from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _
from ninja import Query, Router, Status

from accounts.models import User
from games.api import shown
from games.api.auth import CREATE, READ, request_user, run_form_once
from games.api.responses import with_errors
from games.api.schemas import CheckOut, IdempotencyKey, JoinIn, Key, MatchDetail, Matches, MatchIn, MatchOut, Me, SeatIn
from games.history import archive_search, fairness
from games.history.archive_search import ArchiveFilter
from games.matches import bot_turns as bot_service
from games.matches import queries, refusals
from games.matches.tables import eligibility, match_lists, pace, tables
from games.matches.tables.forms import BANKS
from games.matches.tables.match_lists import TableFilter
from games.matches.tables.tables import SeatPlan
from games.models import Match, MatchState
from games.models.match import SeatAccess
from games.registry import RULES
from taluva_site.http.client_addresses import request_address

router = Router()
Limit = Annotated[int, Query(ge=1, le=100)]
Offset = Annotated[int, Query(ge=0, le=100_000)]


@router.get("/me", auth=READ, response=with_errors(Me), summary="Who I am")
def me(request: HttpRequest) -> Any:
    """Return whose token this is, and what it may do."""
    user = request_user(request)
    scopes = request.auth.scopes  # type: ignore[attr-defined]
    return {"name": user.username, "kind": user.kind, "scopes": scopes, "awaiting": queries.count_awaiting(user)}


@router.get("/tables", auth=READ, response=with_errors(list[MatchOut]), summary="Open tables")
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
    """Return public tables with a free seat, newest first."""
    user = request_user(request)
    wish = TableFilter(rules=rules, players=players, pace=pace, rated=rated, option=option)
    return [shown.match_answer(row, user) for row in match_lists.open_tables(user, wish)[offset : offset + limit]]


@router.get("/matches", auth=READ, response=with_errors(Matches), summary="My matches")
def my_matches(
    request: HttpRequest,
    state: Literal["", "open", "running", "finished", "cancelled"] = "",
    awaiting: bool = False,
    limit: Limit = 20,
    offset: Offset = 0,
) -> Any:
    """Return the matches at which you sit, newest first; with `awaiting`, only those that wait for you."""
    user = request_user(request)
    rows = match_lists.matches_of(user).order_by("-created_at", "-pk")
    if state:
        rows = rows.filter(state=state)
    if awaiting:
        rows = rows.filter(pk__in=queries.awaited_seats(user).order_by().values("match"))
    return shown.page_answer(rows, user, limit=limit, offset=offset)


@router.get("/invitations", auth=READ, response=with_errors(list[MatchOut]), summary="My invitations")
def invitations(request: HttpRequest) -> Any:
    """Return the open tables where a seat is kept for you by name: join, or decline."""
    user = request_user(request)
    rows = Match.objects.filter(state=MatchState.OPEN, invitations__user=user).prefetch_related(queries.with_seats())
    return [shown.match_answer(row, user) for row in rows.order_by("created_at")]


@router.post("/matches", auth=CREATE, response=with_errors(MatchDetail, 400, status=201), summary="Open a table")
def create(request: HttpRequest, wish: MatchIn, idempotency_key: IdempotencyKey = None) -> Any:
    """Return a new match; it starts by itself when every seat is taken. One seat has to be yours: kind `me`."""
    pk = run_form_once(request, idempotency_key, ("match", wish), partial(open_table_for, request, wish))
    return Status(201, shown.current_match(pk, request_user(request)))


def open_table_for(request: HttpRequest, wish: MatchIn) -> int:
    check_wish(wish)
    user = request_user(request)
    seats = [seat_plan(seat, wish.rules, user) for seat in wish.seats]
    pace.check_pace(user, [seat.invited for seat in seats], address=request_address(request))
    match = tables.create_match(
        creator=user,
        rules=wish.rules,
        settings=wish.options,
        seats=seats,
        now=timezone.now(),
        **{**wish.dict(exclude={"rules", "options", "seats", "bank"}), **bank_settings(wish)},
    )
    return match.pk


def bank_settings(wish: MatchIn) -> dict[str, int | None]:
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
    levels = bot_service.offered_levels(rules)
    if level not in levels:
        sentence = _("There is no such bot level. Choose one of: %(levels)s.")
        raise refusals.SiteRefusal(sentence % {"levels": ", ".join(levels)})


def seat_plan(seat: SeatIn, rules: str, user: User) -> SeatPlan:
    match seat.kind:
        case "me":
            return SeatPlan(user=user)
        case "bot":
            check_level(seat.level, rules)
            return SeatPlan(user=bot_service.bot_account(seat.level))
        case "person":
            return SeatPlan(invited=find_player(seat.name))
        case kind:
            return SeatPlan(kept_for=SeatAccess(kind))


def find_player(name: str) -> User:
    user = eligibility.by_name(name)
    if user is None:
        raise refusals.SiteRefusal(_("No player has that name."))
    return user


@router.post("/matches/{key}/join", auth=CREATE, response=with_errors(MatchDetail, 400, 404), summary="Join")
def join(request: HttpRequest, key: Key, wish: JoinIn) -> Any:
    """Take a seat that is free for you, by an invitation, or with the code of a link."""
    user = request_user(request)
    found = queries.match_to_join(key, user, wish.code)
    tables.join_table(match_id=found.pk, user=user, now=timezone.now(), code=wish.code)
    return shown.current_match(found.pk, user)


@router.post("/matches/{key}/leave", auth=CREATE, response=with_errors(MatchDetail, 404), summary="Leave")
def leave(request: HttpRequest, key: Key) -> Any:
    """Give your seat back before the start; a table whose creator leaves is cancelled."""
    user = request_user(request)
    match = tables.leave_table(match_id=queries.match_for(key, user).pk, user=user, now=timezone.now())
    return shown.current_match(match.pk, user)


@router.post("/matches/{key}/decline", auth=CREATE, response=with_errors(None, 404, status=204), summary="Decline")
def decline(request: HttpRequest, key: Key) -> Any:
    """Decline the invitation to a seat."""
    user = request_user(request)
    tables.decline_invitation(match_id=queries.match_for(key, user).pk, user=user, now=timezone.now())
    return Status(204, None)


@router.post("/matches/{key}/rematch", auth=CREATE, response=with_errors(MatchDetail, 404), summary="Play again")
def rematch(request: HttpRequest, key: Key) -> Any:
    """Return the same table again, with the seats rotated; if somebody has asked already, you join it."""
    user = request_user(request)
    match = tables.offer_rematch(match_id=queries.match_for(key, user).pk, user=user, now=timezone.now())
    return shown.current_match(match.pk, user)


@router.get("/finished", auth=READ, response=with_errors(Matches), summary="Finished matches")
def finished(
    request: HttpRequest,
    player: Annotated[str, Query(pattern=r"^[^\x00]{0,30}$")] = "",
    rules: Annotated[str, Query(pattern=r"^[a-z-]{0,20}$")] = "",
    tag: Annotated[str, Query(pattern=r"^[^\x00]{0,24}$")] = "",
    limit: Limit = 20,
    offset: Offset = 0,
) -> Any:
    """Return public finished matches and your own, the last one first. Each has a record."""
    user = request_user(request)
    rows = archive_search.finished_matches(user, ArchiveFilter(player=player, rules=rules, tag=tag.lower())).order_by(
        "-ended_at", "-pk"
    )
    return shown.page_answer(rows, user, limit=limit, offset=offset)


@router.get("/matches/{key}/fairness", auth=READ, response=with_errors(CheckOut, 404), summary="Is it fair?")
def is_fair(request: HttpRequest, key: Key) -> Any:
    """Return the hash of the seed from the start; after the end the seed, and what follows from it."""
    return fairness.check_draw(queries.started_match_for(key, request_user(request)))._asdict()

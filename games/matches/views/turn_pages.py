"""The match's own page, and what is played on it."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.matches import live, notices, play, queries, refusals
from games.matches.tables import match_lists, tables
from games.matches.views.answers import (
    MemberRequest,
    PageRequest,
    asks_for,
    flash_message,
    key_from,
    match_action,
    number_from,
    refused_to,
    see_other,
    status_of,
    viewer_of,
)
from games.matches.views.game_view import context_of, encode_query
from games.matches.views.match_view import (
    KEPT,
    MatchBoard,
    match_board,
    match_stage,
    match_view,
    tags_context,
    talk_context,
    turn_view,
)
from games.models import Match, Seat, TurnOrigin
from games.models.match import SeatAccess
from games.registry import BOARDS, Refusal
from taluva_site.http.redirects import login_required

RefusedPage: TypeAlias = Callable[[HttpRequest, MatchBoard, Refusal], HttpResponse]


def match_page(request: PageRequest, key: str) -> HttpResponse:
    """Return the match, and the address at which a turn is played that was drafted here."""
    if request.method == "POST":
        return turn_create(request, key=key, show_refused=match_refused)
    return match_shown(request, key)


def match_shown(request: PageRequest, key: str) -> HttpResponse:
    """Return the game as it stands.

    While it is mine to move, with my draft. A step of the draft swaps its own layers only.
    """
    match = queries.match_for(key, viewer_of(request))
    if not match.started_at:
        return table_shown(request, match)
    page = match_board(match, viewer_of(request), request.GET)
    if is_step(request):
        return step_part(request, context_of(match_stage(page), turn_view(page, request.path)))
    context = match_context(request, page, watching=live.count_watching(match))
    if page.own.seat is not None and page.own.seat.user_id is not None:
        context["heard"] = notices.has_unread_talk(match, page.own.seat.user_id)
        notices.mark_match_seen(match=match, seat=page.own.seat, now=timezone.now())
    return render(request, "games/match.html", context)


def table_shown(request: HttpRequest, match: Match) -> HttpResponse:
    """Return a table before its game has started."""
    who = viewer_of(request)
    if who:
        notices.mark_table_seen(match=match, user=who, now=timezone.now())
    return render(request, "games/table.html", {**talk_context(match, who), **context_of(table_view(match, who))})


def match_context(request: HttpRequest, page: MatchBoard, **more: object) -> dict[str, object]:
    """Return all that the page shows; `more`: a refusal, or who looks on."""
    match, who = page.match, page.who
    around = {
        **talk_context(match, who),
        **tags_context(match, who),
        "note": match.notes.filter(user=who).first() if who else None,
        "short_of_time": queries.seats_short_of_time(match, who),
        "none_fitted": page.own.is_my_turn and who is not None and queries.had_none_to_play(match, who),
        **more,
    }
    return context_of(match_stage(page), turn_view(page, request.path), match_view(page, request.path), **around)


def match_refused(request: HttpRequest, page: MatchBoard, refusal: Refusal) -> HttpResponse:
    """Return the board again after a turn that was refused."""
    context = match_context(request, page, refusal=refusal)
    return render(request, "games/match.html", context, status=status_of(refusal))


def is_step(request: PageRequest) -> bool:
    """Return whether htmx asks for what a step of the draft changes."""
    return asks_for(request, "board-step")


def step_part(request: HttpRequest, context: dict[str, object]) -> HttpResponse:
    """Return the upper layers of the board and the turn bar."""
    return render(request, "games/parts/_step.html", context)


def pulse_answer(request: HttpRequest, key: str = "") -> JsonResponse:
    """Return what a page compares with what it shows: numbers, and nothing about the position.

    By POST it also says that its reader is a spectator, if they do not play; a GET changes nothing.
    """
    who = viewer_of(request)
    beat: dict[str, object] = {
        "waiting": queries.count_awaiting(who) if who else 0,
        "unread": notices.unread_count(who) if who else 0,
    }
    if who and "games" in request.GET:
        beat["games"] = match_lists.dashboard_stamp(who)
    if key:
        match = queries.match_for(key, who)
        beat |= {"turn": match.turn_number, "state": match.state, "talk": queries.last_said(match, who)}
        beat |= {"seats": queries.seating_code(match), "asking": len(queries.asking_to_cancel(match, who))}
        if request.method == "POST" and who:
            live.keep_watching(match, who)
        beat["watching"] = live.count_watching(match)
    return JsonResponse(beat)


@dataclass(frozen=True)
class TableView:
    """Who is invited to a table, and how one may sit down there."""

    invited: bool
    invitations: dict[int, User]
    may_sit: bool
    has_link: bool


def table_view(match: Match, who: User | None) -> TableView:
    invited = queries.is_invited(match, who)
    return TableView(
        invited=invited,
        invitations=queries.invitations_shown(match, who),
        may_sit=invited or tables.has_free(match, {SeatAccess.ANYBODY}),
        has_link=tables.has_free(match, tables.BY_LINK),
    )


@login_required
@refused_to("match")
def turn_create(
    request: MemberRequest, key: str, show_refused: RefusedPage, kept: tuple[str, ...] = KEPT
) -> HttpResponse:
    """Play the turn: the only final step. A refused one comes back with its draft, unless its moment has passed."""
    try:
        play.play_turn(
            match_key=key,
            player=request.user,
            number=number_from(request.POST.get("number", "")) or 0,
            text=request.POST.get("text", ""),
            key=key_from(request.POST.get("key", "")),
            by=TurnOrigin.PERSON,
            now=timezone.now(),
        )
    except Refusal as refusal:
        match = queries.match_for(key, request.user)
        if not match.started_at:
            raise
        is_stale = isinstance(refusal, refusals.StaleTurn)
        page = match_board(match, request.user, request.GET, kept=kept, is_stale=is_stale)
        return show_refused(request, page, refusal)
    return see_other(request.path)


@login_required
def turn_confirm(request: MemberRequest, key: str) -> HttpResponse:
    """Return the question before a turn that needs one; who has none to play now is led back to the game."""
    match = queries.started_match_for(key, request.user)
    board, text = BOARDS[match.rules], request.GET.get("text", "")
    seat = queries.seat_of(match, request.user)
    own = seat.index if seat else None
    game = queries.game_for(match, own)
    if own is None or not match.is_running or own not in game.may_play():
        return redirect(match)
    view = "match-list" if request.GET.get("from") == "list" else "match"
    draft = {name: request.GET[name] for name in board.draft if name in request.GET}
    context = {
        "match": match,
        "text": text,
        "draft": f"{reverse(view, args=[key])}?{encode_query(draft)}",
        "number": request.GET.get("number", ""),
        "turn_key": secrets.token_urlsafe(12),
        "warning": board.warning(game, own, text),
        "final": board.final,
    }
    return render(request, "games/turn_confirm.html", context)


@match_action()
def match_back(request: MemberRequest, key: str) -> HttpResponse:
    """Give the person who presses “I'm back” their seat again, in which a bot plays for them."""
    match = queries.match_for(key, request.user)
    seat = queries.seat_of(match, request.user)
    if seat is not None and seat.stand_in:
        match = play.come_back(match_id=match.pk, user=request.user, now=timezone.now())
        flash_message(request, back_words(queries.seat_of(match, request.user)))
    return see_other(match)


def back_words(seat: Seat | None) -> str:
    """Return what is said to who comes back to a seat that a bot kept warm."""
    if seat is not None and seat.is_back:
        return _(
            "Welcome back. Your time for this turn is over: a bot plays it unless you do first. Then the "
            "seat is yours again."
        )
    return _("Welcome back. The seat is yours again.")


@match_action()
def resign_page(request: MemberRequest, key: str) -> HttpResponse:
    match = queries.match_for(key, request.user)
    key_sent = key_from(request.POST.get("key", ""))
    play.resign_match(match_id=match.pk, player=request.user, now=timezone.now(), key=key_sent)
    return see_other(match)


@login_required
def resign_confirm(request: MemberRequest, key: str) -> HttpResponse:
    match = queries.started_match_for(key, request.user)
    return render(request, "games/resign_confirm.html", {"match": match, "turn_key": secrets.token_urlsafe(12)})

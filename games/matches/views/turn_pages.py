"""The match's own page, and what is played on it."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.views.going_on import login_required
from games.matches import notices, play, queries, refusals
from games.matches.live import onlookers
from games.matches.tables import tables
from games.matches.views.answers import (
    MemberRequest,
    PageRequest,
    key_from,
    number_from,
    refused_to,
    say,
    see_other,
    status_of,
    viewer,
)
from games.matches.views.board_view import encoded
from games.matches.views.match_view import MatchPage
from games.matches.views.talk_pages import talk_context
from games.models import By, Match, Seat
from games.models.match import KeptFor
from games.registry import BOARDS, Refusal


def match_page(request: PageRequest, key: str) -> HttpResponse:
    """The match, and the address at which a turn is played that was drafted here."""
    return turn_create(request, key=key, kind=MatchPage) if request.method == "POST" else match_shown(request, key)


def match_shown(request: PageRequest, key: str) -> HttpResponse:
    """The game as it stands; while it is mine to move, with my draft. A step of the draft swaps its own layers only."""
    match = queries.match_for(key, viewer(request))
    if not match.started_at:
        if who := viewer(request):
            notices.saw_table(match=match, user=who, now=timezone.now())
        return render(request, "games/table.html", OpenTable(request, match).context())
    page = MatchPage(request, match)
    if is_step(request):
        return step(request, page.context())
    if page.is_stood_in and not is_nudged(request) and (who := viewer(request)):
        play.come_back(match_id=match.pk, user=who, now=timezone.now())
        page = MatchPage(request, queries.match_for(key, who))
        say(request, back_words(page.own_seat))
    context = {**page.surroundings(), "watching": onlookers.watching(match, viewer(request))}
    if page.own_seat is not None:
        notices.saw(match=match, seat=page.own_seat, now=timezone.now())
    return render(request, page.template, context)


def back_words(seat: Seat | None) -> str:
    """To who comes back to a seat that a bot kept warm."""
    if seat is not None and seat.is_back:
        return _("You are back. The time for this turn is over: a bot plays it unless you do. Then the seat is yours.")
    return _("You are back. The bot that stood in for you has left its seat to you.")


def is_step(request: PageRequest) -> bool:
    """Whether a script asks for the layers of a step only."""
    return bool(request.htmx) and request.headers.get("HX-Target") == "board-step"


def is_nudged(request: PageRequest) -> bool:
    """Whether an open page looks again by itself, and nobody has asked for it."""
    return "X-Nudged" in request.headers


def step(request: HttpRequest, context: dict[str, object]) -> HttpResponse:
    """The upper layers of the board and the turn bar; the address is that of the step."""
    response = render(request, "games/parts/_step.html", context)
    response["HX-Push-Url"] = request.get_full_path()
    return response


@dataclass(frozen=True)
class OpenTable:
    """A table before its game has started."""

    request: HttpRequest
    match: Match

    def context(self) -> dict[str, object]:
        match, who = self.match, viewer(self.request)
        invited = queries.is_invited(match, who)
        return {
            **talk_context(match, who),
            "invited": invited,
            "invitations": queries.invitations_shown(match, who),
            "may_sit": invited or tables.has_free(match, {KeptFor.ANYBODY}),
            "has_link": tables.has_free(match, tables.BY_LINK),
        }


@login_required
@refused_to("match")
def turn_create(request: MemberRequest, key: str, kind: type[MatchPage]) -> HttpResponse:
    """Confirm: the only step that is final. A refused turn comes back with its draft, unless its moment has passed."""
    try:
        play.play_turn(
            match_key=key,
            player=request.user,
            number=number_from(request.POST.get("number", "")) or 0,
            text=request.POST.get("text", ""),
            key=key_from(request.POST.get("key", "")),
            by=By.PERSON,
            now=timezone.now(),
        )
    except Refusal as refusal:
        match = queries.match_for(key, request.user)
        if not match.started_at:
            raise
        page = kind(request, match, is_late=isinstance(refusal, refusals.StaleTurn))
        return render(request, page.template, page.surroundings() | {"refusal": refusal}, status=status_of(refusal))
    return see_other(request.path)


@login_required
def turn_confirm(request: MemberRequest, key: str) -> HttpResponse:
    """The question before a turn that needs one; who has none to play now is led back to the game."""
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
        "draft": f"{reverse(view, args=[key])}?{encoded(draft)}",
        "number": request.GET.get("number", ""),
        "turn_key": secrets.token_urlsafe(12),
        "warning": board.warning(game, own, text),
        "final": board.final,
    }
    return render(request, "games/turn_confirm.html", context)


@require_POST
@login_required
@refused_to("match")
def resign(request: MemberRequest, key: str) -> HttpResponse:
    match = queries.match_for(key, request.user)
    key_sent = key_from(request.POST.get("key", ""))
    play.resign(match_id=match.pk, player=request.user, now=timezone.now(), key=key_sent)
    return see_other(match)


@login_required
def resign_confirm(request: MemberRequest, key: str) -> HttpResponse:
    match = queries.started_match_for(key, request.user)
    return render(request, "games/resign_confirm.html", {"match": match, "turn_key": secrets.token_urlsafe(12)})

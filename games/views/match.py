from __future__ import annotations

import secrets
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games import queries
from games.boards import BOARDS, Shown, Sight
from games.models import By, Match, Seat
from games.rules import Refusal
from games.rules.contract import Game
from games.services import play, presence
from games.views.answers import MemberRequest, PageRequest, refused_to, see_other, status_of, viewer

DRAFT = ("v", "d", "b")
VIEW = ("z", "since", "text")
ZOOMS = ("2", "3")


@dataclass(frozen=True)
class MatchPage:
    """A match as one person sees it now, or as it was after some turn."""

    request: HttpRequest
    match: Match
    number: int | None = None

    @cached_property
    def own_seat(self) -> Seat | None:
        return queries.seat_of(self.match, viewer(self.request))

    @cached_property
    def game(self) -> Game:
        index = self.own_seat.index if self.own_seat else None
        game = queries.game_for(self.match, index)
        return game if self.number is None else game.at(self.number)

    @cached_property
    def seats(self) -> list[Seat]:
        return list(self.match.seats.all())

    @cached_property
    def names(self) -> list[str]:
        return [str(seat.user) if seat.user else _("free") for seat in self.seats]

    @property
    def board(self) -> object:
        return BOARDS[self.match.rules]

    @property
    def is_my_turn(self) -> bool:
        seat = self.own_seat
        return self.number is None and self.match.is_running and seat is not None and seat.is_awaited

    @cached_property
    def my_last_turn(self) -> int:
        """The entry that I played last; what came after it is news to me."""
        if self.own_seat is None:
            return 0
        own = [number for number, entry in enumerate(self.game.entries, 1) if entry.seat == self.own_seat.index]
        return own[-1] if own else 0

    @property
    def since(self) -> int | None:
        """After which entry the board marks what happened; None: the last turn of each seat."""
        wished = self.request.GET.get("since")
        if wished is not None and wished.isdecimal():
            return min(int(wished), self.game.turn)
        return self.my_last_turn if self.is_my_turn and wished != "off" else None

    @cached_property
    def shown(self) -> Shown:
        chosen = {name: self.request.GET[name] for name in DRAFT if name in self.request.GET}
        return BOARDS[self.match.rules].show(
            self.game,
            Sight(
                names=self.names,
                turn_of=self.own_seat.index if self.is_my_turn and self.own_seat else None,
                chosen=chosen,
                since=self.since,
            ),
        )

    @property
    def keep(self) -> str:
        """The view's part of the address, which every link of the draft keeps."""
        kept = {name: self.request.GET[name] for name in VIEW if name in self.request.GET}
        return f"&{urlencode(kept)}" if kept else ""

    @property
    def zoom(self) -> str:
        wished = self.request.GET.get("z", "")
        return wished if wished in ZOOMS else ""

    def view_link(self, **changed: str) -> str:
        """The address of the same draft in another view; an empty value leaves a part out."""
        kept = {name: self.request.GET[name] for name in (*DRAFT, *VIEW) if name in self.request.GET}
        return urlencode({name: value for name, value in {**kept, **changed}.items() if value})

    @property
    def zoom_in(self) -> str:
        return self.view_link(z={"": "2"}.get(self.zoom, "3"))

    @property
    def zoom_out(self) -> str:
        return self.view_link(z={"3": "2"}.get(self.zoom, ""))

    @property
    def zoom_fit(self) -> str:
        return self.view_link(z="")

    @property
    def since_link(self) -> str:
        return self.view_link(since="off" if self.since is not None else str(self.my_last_turn))

    @property
    def text_link(self) -> str:
        return self.view_link(text="" if self.request.GET.get("text") == "1" else "1")

    @property
    def previous_number(self) -> int:
        return (self.number or 1) - 1

    @property
    def following_number(self) -> int:
        return (self.number or 0) + 1

    @property
    def tiles_left(self) -> object:
        return self.game.state().get("tiles_left")

    @property
    def seat_rows(self) -> list[tuple[Seat, object]]:
        return list(zip(self.seats, BOARDS[self.match.rules].seats(self.game), strict=True))

    @property
    def log(self) -> list[dict[str, object]]:
        """What was played, the newest first: in words and in notation."""
        board, index = BOARDS[self.match.rules], self.own_seat.index if self.own_seat else None
        news = range(self.game.turn, max(0, self.game.turn - 8), -1)
        return [
            {
                "number": number,
                "seat": self.seats[self.game.entries[number - 1].seat],
                "words": board.story(self.game, number, self.names),
                "text": self.game.text_for(number, index),
            }
            for number in news
        ]

    @property
    def places(self) -> object:
        return BOARDS[self.match.rules].places(self.game, Sight(names=self.names))

    @property
    def rows(self) -> object:
        return BOARDS[self.match.rules].rows(self.game, self.names)

    def context(self) -> dict[str, object]:
        who = viewer(self.request)
        note = self.match.notes.filter(user=who).first() if who else None
        return {
            "page": self,
            "match": self.match,
            "game": self.game,
            "board": self.shown.board,
            "bar": self.shown.turn,
            "keep": self.keep,
            "zoom": self.zoom,
            "own_seat": self.own_seat,
            "as_text": self.request.GET.get("text") == "1",
            "turn_key": secrets.token_urlsafe(12),
            "talk": queries.messages_for(self.match, who),
            "note": note,
            "invited": queries.is_invited(self.match, who),
            "waiting": queries.count_awaiting(who) if who else 0,
        }


def match_page(request: PageRequest, key: str) -> HttpResponse:
    """The game as it stands; while it is mine to move, with my draft. A step of the draft swaps its own layers only."""
    match = queries.match_for(key, viewer(request))
    if not match.started_at:
        return render(request, "games/table.html", MatchPageOpen(request, match).context())
    page = MatchPage(request, match)
    if page.own_seat is not None:
        presence.saw(match=match, seat=page.own_seat, now=timezone.now())
    if request.htmx and request.headers.get("HX-Target") == "board-step":
        response = render(request, "games/parts/_step.html", page.context())
        response["HX-Push-Url"] = request.get_full_path()
        return response
    return render(request, "games/match.html", page.context())


@dataclass(frozen=True)
class MatchPageOpen:
    """A table before its game has started."""

    request: HttpRequest
    match: Match

    def context(self) -> dict[str, object]:
        who = viewer(self.request)
        return {
            "match": self.match,
            "own_seat": queries.seat_of(self.match, who),
            "invited": queries.is_invited(self.match, who),
            "talk": queries.messages_for(self.match, who),
        }


def match_replay(request: HttpRequest, key: str) -> HttpResponse:
    """The slider without scripts: to the turn that it points at."""
    turn = request.GET.get("t", "0")
    return redirect("match-turn", key=key, number=int(turn) if turn.isdecimal() else 0)


def match_turn(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """The game as it was after turn `number`."""
    match = queries.match_for(key, viewer(request))
    if not match.started_at or number > match.turn_number:
        raise Http404
    return render(request, "games/replay.html", MatchPage(request, match, number).context())


@require_POST
@login_required
def turn_create(request: MemberRequest, key: str) -> HttpResponse:
    """Confirm: the only step that is final."""
    number = request.POST.get("number", "")
    try:
        match = play.play_turn(
            match_id=queries.id_of(key),
            player=request.user,
            number=int(number) if number.isdecimal() else 0,
            text=request.POST.get("text", ""),
            key=request.POST.get("key", "")[:64] or None,
            by=By.PERSON,
            now=timezone.now(),
        )
    except Refusal as refusal:
        return refused_turn(request, key, refusal)
    return see_other(match)


def refused_turn(request: HttpRequest, key: str, refusal: Refusal) -> HttpResponse:
    """The fresh board with the sentence: nothing is lost, and nothing was played."""
    page = MatchPage(request, queries.match_for(key, viewer(request)))
    return render(request, "games/match.html", page.context() | {"refusal": refusal}, status=status_of(refusal))


@login_required
def turn_confirm(request: MemberRequest, key: str) -> HttpResponse:
    """The question before a turn that needs one: nothing could be built, or the person wants to be asked."""
    match = queries.match_for(key, request.user)
    context = {
        "match": match,
        "text": request.GET.get("text", ""),
        "number": request.GET.get("number", ""),
        "turn_key": secrets.token_urlsafe(12),
        "is_last_stand": request.GET.get("text", "").endswith(" -"),
    }
    return render(request, "games/turn_confirm.html", context)


@require_POST
@login_required
@refused_to("match")
def resign(request: MemberRequest, key: str) -> HttpResponse:
    match = queries.match_for(key, request.user)
    play.resign(match_id=match.pk, player=request.user, now=timezone.now(), key=request.POST.get("key") or None)
    return see_other(match)


@login_required
def resign_confirm(request: MemberRequest, key: str) -> HttpResponse:
    match = queries.match_for(key, request.user)
    return render(request, "games/resign_confirm.html", {"match": match, "turn_key": secrets.token_urlsafe(12)})


def pulse(request: HttpRequest, key: str = "") -> JsonResponse:
    """What a page compares with what it shows: numbers, and nothing about the position."""
    who = viewer(request)
    beat: dict[str, object] = {"waiting": queries.count_awaiting(who) if who else 0}
    if key:
        match = queries.match_for(key, who)
        last = match.messages.order_by("-id").values_list("id", flat=True).first()
        beat |= {"turn": match.turn_number, "state": match.state, "talk": last or 0}
        beat["watching"] = presence.watching(match, who)
    return JsonResponse(beat)


def record(request: HttpRequest, key: str) -> HttpResponse:
    """The game as text (T-10), as far as the viewer may see it."""
    match = queries.match_for(key, viewer(request))
    page = MatchPage(request, match)
    tags = {f"Seat{index}": name for index, name in enumerate(page.names)}
    text = page.game.to_record(page.own_seat.index if page.own_seat else None, **tags)
    response = HttpResponse(text, content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'inline; filename="{match.rules}-{match.key}.txt"'
    return response

"""The page of a match as one person sees it: the board with their draft, and what stands around it."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import prefetch_related_objects
from django.http import QueryDict
from django.urls import reverse

from accounts.models import User
from games.boards import BoardView, OpenDraw, Sight, Words
from games.contract import OrderKind
from games.matches import bot_turns, queries, talk
from games.matches.views.answers import number_from
from games.matches.views.end_view import EndView, end_view
from games.matches.views.game_view import (
    BarView,
    BoardQuery,
    Preview,
    ResultView,
    SeatView,
    StageView,
    TurnLine,
    VisibleGame,
    board_query,
    cells_lit,
    encode_query,
    line_of,
    match_preview,
    match_seen,
    result_view,
    seat_views,
    stage_view,
    text_rows,
    tools_view,
)
from games.models import Match, MatchState, Seat, SeatOrder, Tag, TurnOrigin
from games.registry import RULES

LATELY = 8
PREPARES = "prepare"
INSTEAD = "instead"
SINCE = "since"
KEPT = ("z", SINCE, "text", PREPARES, INSTEAD)
LIST_KEPT = (PREPARES, INSTEAD)


@dataclass(frozen=True)
class OwnTurn:
    """What the reader may do now; `preparing`: what they are about to leave for later, `instead` of what."""

    seat: Seat | None
    is_my_turn: bool = False
    is_stood_in: bool = False
    may_play: bool = False
    orderable: tuple[OrderKind, ...] = ()
    preparing: OrderKind | None = None
    instead: str = ""

    @property
    def order(self) -> str:
        return self.preparing.name if self.preparing else ""

    @property
    def drafts(self) -> bool:
        """Return whether something may be drafted: a turn, or what is left for later."""
        return self.may_play or self.preparing is not None


@dataclass(frozen=True)
class MatchBoard:
    """A match as it now stands, with the reader's draft: what every part of its page is made of."""

    match: Match
    who: User | None
    seen: VisibleGame
    own: OwnTurn
    query: BoardQuery
    sight: Sight
    my_last_turn: int
    shown: BoardView
    orders: list[SeatOrder]
    is_stale: bool = False


class ConfirmView(NamedTuple):
    """What plays or keeps the draft: where it is sent, the draft as a part of a query, and what is said before."""

    address: str
    draft: str
    is_list: bool
    final: Words
    preparing: OrderKind | None
    instead: str


class WaitView(NamedTuple):
    """What is said while others are to move, and after the end; `asked`: who may be reading this logged out.

    `draws`: what has been drawn and may be seen.
    """

    awaited: list[Seat]
    draws: tuple[OpenDraw, ...]
    asked: list[Seat]
    waits_for_core: bool
    waits_for_people: bool
    orderable: tuple[OrderKind, ...]
    others: int
    rematch: Match | None
    may_join_rematch: bool


class LeftOrder(NamedTuple):
    """Something left for later: its row, and what it is in words with the way to change it, empty if that can't be."""

    row: SeatOrder
    words: Words
    change: str
    cells: tuple[str, ...]


class OrderGroup(NamedTuple):
    """What a player has left for later of one kind, and whether more may be added now."""

    kind: OrderKind
    orders: list[LeftOrder]
    may_add: bool


@dataclass(frozen=True)
class TurnView:
    """What a step of the draft changes beside the board."""

    match: Match
    own_seat: Seat | None
    bar: BarView
    confirm: ConfirmView
    wait: WaitView | None
    end: EndView | None
    turn_key: str


@dataclass(frozen=True)
class MatchView:
    """What stands around the board and the turn bar."""

    title: str
    preview: Preview | None
    own_index: int | None
    is_my_turn: bool
    is_stale: bool
    my_last_turn: int
    first_news: int | None
    seats: list[SeatView]
    result: ResultView
    news: list[TurnLine]
    was_prepared: bool
    orders: list[OrderGroup]
    log: list[TurnLine]
    weakened: list[str]
    asking_to_cancel: list[Seat]


def match_board(
    match: Match, who: User | None, given: QueryDict, *, kept: tuple[str, ...] = KEPT, is_stale: bool = False
) -> MatchBoard:
    """Read the address and draw the match for this person."""
    seen = match_seen(match, who)
    own = own_turn(match, seen, given)
    query = board_query(given, seen.board, kept, is_stale=is_stale)
    last = queries.last_turn_of(seen.game, seen.own_index)
    orders = own_orders(match, own)
    sight = Sight(
        names=seen.names,
        turn_of=seen.own_index if own.drafts else None,
        order=own.order,
        query=query.draft,
        since=marked_since(seen, last, given.get(SINCE, "")),
        seat=seen.own_index,
        prepared=() if own.drafts else [order.text for order in orders],
        lit=cells_lit(given),
    )
    return MatchBoard(match, who, seen, own, query, sight, last, seen.board.show(seen.game, sight), orders, is_stale)


def own_orders(match: Match, own: OwnTurn) -> list[SeatOrder]:
    """Return what the reader has left for later; nobody else's."""
    if own.seat is None or not match.is_running or not own.seat.has_orders:
        return []
    return queries.orders_of(match, own.seat.index)


def own_turn(match: Match, seen: VisibleGame, given: Mapping[str, str]) -> OwnTurn:
    """Return what the reader may do, and what the address says they are about to."""
    seat = None if seen.own_index is None else next(s for s in match.seats.all() if s.index == seen.own_index)
    if seat is None or not match.is_running:
        return OwnTurn(seat)
    names = seen.game.orderable(seat.index)
    orderable = tuple(kind for kind in RULES[seen.rules].orders if kind.name in names)
    preparing = next((kind for kind in orderable if kind.name == given.get(PREPARES)), None)
    return OwnTurn(
        seat=seat,
        is_my_turn=seat.is_awaited,
        is_stood_in=seat.stand_in and not seat.is_back,
        may_play=seat.index in seen.game.may_play(),
        orderable=orderable,
        preparing=preparing,
        instead=given.get(INSTEAD, "") if preparing else "",
    )


def marked_since(seen: VisibleGame, my_last_turn: int, since_text: str) -> int | None:
    """Return after which entry the board marks what happened; None: the last turn of each seat."""
    if (number := number_from(since_text)) is not None:
        return min(number, seen.game.turn)
    has_news = seen.own_index is not None and my_last_turn < seen.game.turn
    return my_last_turn if has_news and since_text != "off" else None


def match_stage(page: MatchBoard) -> StageView:
    """Return the board; its tool for the marks leads to the other of the two ways, once there is something to mark."""
    since = ""
    if page.seen.own_index is not None and page.seen.game.turn:
        since = page.query.link(since="off" if page.sight.since is not None else str(page.my_last_turn))
    tools = tools_view(page.query, since=since, is_since=page.sight.since is not None)
    rows = text_rows(page.seen, page.seen.game, page.query)
    return stage_view(page.seen.rules, page.shown.board, page.query, tools, rows)


def turn_view(page: MatchBoard, path: str, *, is_list: bool = False) -> TurnView:
    """Return the turn bar with what plays the draft; `path`: where it is played, and where it comes back."""
    own, turn = page.own, page.shown.turn
    is_finished = page.match.state == MatchState.FINISHED
    bar = BarView(
        turn=turn,
        seat=page.seen.own_index,
        finish="games/parts/_confirm.html",
        otherwise="games/parts/_end.html" if is_finished else "games/parts/_waiting.html",
        intro=own.preparing.sentence if own.preparing else "",
        list_link=draft_link(page, "match-list"),
        is_out_of_turn=own.may_play and not own.is_my_turn and own.preparing is None,
        is_stood_in=own.is_stood_in,
    )
    return TurnView(
        match=page.match,
        own_seat=own.seat,
        bar=bar,
        confirm=confirm_view(page, path, is_list=is_list),
        wait=wait_view(page) if turn is None or bar.is_out_of_turn else None,
        end=end_view(page.match, page.seen, page.who) if is_finished else None,
        turn_key=secrets.token_urlsafe(12),
    )


def confirm_view(page: MatchBoard, path: str, *, is_list: bool) -> ConfirmView:
    return ConfirmView(
        address=f"{path}?{page.query.link()}",
        draft=encode_query(page.query.draft),
        is_list=is_list,
        final=page.seen.board.final,
        preparing=page.own.preparing,
        instead=page.own.instead,
    )


def draft_link(page: MatchBoard, view: str) -> str:
    """Return the address of the same draft on the board, or as a list."""
    draft = dict(page.query.draft)
    draft |= {PREPARES: page.own.order} if page.own.order else {}
    draft |= {INSTEAD: page.own.instead} if page.own.instead else {}
    return reverse(view, args=[page.match.key]) + (f"?{encode_query(draft)}" if draft else "")


def wait_view(page: MatchBoard) -> WaitView:
    match, who = page.match, page.who
    awaited = [seat for seat in match.seats.all() if seat.is_awaited]
    rematch = queries.rematch_of(match) if match.is_over else None
    seen = page.seen
    return WaitView(
        awaited=awaited,
        draws=seen.board.open_draws(seen.game, seen.own_index, seen.names) if match.is_running else (),
        asked=[] if who else [seat for seat in awaited if seat.user and seat.user.is_person],
        waits_for_people=any(seat.user and not seat.user.is_bot for seat in awaited),
        waits_for_core=match.is_running and bot_turns.waits_for_core(match, list(match.seats.all())),
        orderable=page.own.orderable,
        others=queries.count_awaiting(who) if who else 0,
        rematch=rematch,
        may_join_rematch=rematch is not None and rematch.is_open and not queries.seat_of(rematch, who),
    )


def match_view(page: MatchBoard, path: str) -> MatchView:
    """Return all that is shown beside the board and the turn bar, and is not asked for at a step of the draft."""
    match, seen = page.match, page.seen
    news = news_lines(page)
    return MatchView(
        title=seen.title,
        preview=match_preview(match, seen, seen.game.turn, path),
        own_index=seen.own_index,
        is_my_turn=page.own.is_my_turn,
        is_stale=page.is_stale,
        my_last_turn=page.my_last_turn,
        first_news=first_news(page, news),
        seats=seat_views(
            seen,
            seen.game,
            changes=queries.rating_changes(match, page.who),
            ratings=queries.ratings_at([match])[match.pk] if match.is_running and match.rated else None,
        ),
        result=result_view(seen, seen.game),
        news=news,
        was_prepared=was_prepared(page),
        orders=left_orders(page),
        log=log_lines(seen),
        weakened=bot_turns.names_weakened(match, list(match.seats.all())) if match.is_running else [],
        asking_to_cancel=queries.asking_to_cancel(match, page.who),
    )


def news_lines(page: MatchBoard) -> list[TurnLine]:
    """Return what the others played since the reader's last turn, in order."""
    if page.own.seat is None:
        return []
    return [line_of(page.seen, number) for number in range(page.my_last_turn + 1, page.seen.game.turn + 1)]


def was_prepared(page: MatchBoard) -> bool:
    """Return whether the reader's last turn was one that they had prepared, and was played without them."""
    if page.own.seat is None or not page.my_last_turn:
        return False
    return page.match.turns.filter(number=page.my_last_turn, by=TurnOrigin.PREPARED).exists()


def first_news(page: MatchBoard, news: list[TurnLine]) -> int | None:
    """Return the first turn of another that the reader has not been shown: from there on they are shown one by one."""
    seat = page.own.seat
    if seat is None or page.query.draft or page.own.preparing:
        return None
    return next((line.number for line in news if line.number > seat.seen_turn and line.seat != seat), None)


def log_lines(seen: VisibleGame) -> list[TurnLine]:
    """Return what was played lately, the newest first."""
    last = seen.game.turn
    return [line_of(seen, number) for number in range(last, max(0, last - LATELY), -1)]


def left_orders(page: MatchBoard) -> list[OrderGroup]:
    """Return what the reader has left for later or may leave, kind by kind; nobody else's."""
    if page.own.seat is None or not page.match.is_running:
        return []
    orders = [left_order(page, row) for row in page.orders]
    kinds = [
        OrderGroup(kind, [order for order in orders if order.row.kind == kind.name], may_add=kind in page.own.orderable)
        for kind in RULES[page.seen.rules].orders
    ]
    return [left for left in kinds if left.orders or left.may_add]


def left_order(page: MatchBoard, row: SeatOrder) -> LeftOrder:
    words, step, cells = page.seen.board.order_summary(page.seen.game, row.seat, row.text, page.seen.names)
    if not any(kind.name == row.kind for kind in page.own.orderable):
        return LeftOrder(row, words, "", cells)
    return LeftOrder(row, words, f"{encode_query({PREPARES: row.kind, INSTEAD: str(row.pk)})}&{step}", cells)


def talk_context(match: Match, who: User | None) -> dict[str, object]:
    """Return what people say at the table, which a page also asks for alone."""
    return {
        "match": match,
        "own_seat": queries.seat_of(match, who),
        "talk": queries.messages_for(match, who),
        "may_talk": queries.may_talk(match, who),
        "longest": talk.longest_for(match),
    }


def tags_context(match: Match, who: User | None) -> dict[str, object]:
    """Return the tags of a finished match, with the person's own as they may write them anew."""
    if match.state != MatchState.FINISHED:
        return {}
    prefetch_related_objects([match], queries.prefetch_tags(who))
    seen: list[Tag] = match.seen_tags  # type: ignore[attr-defined] # prefetched so
    return {"own_tags": ", ".join(tag.text for tag in seen if who and tag.user_id == who.pk)}

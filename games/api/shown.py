"""From rows to answers. What a viewer may see of a game comes from queries.game_for, and from nowhere else."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.urls import reverse

from accounts.models import User
from games.matches import live, queries
from games.models import Match, Seat


def seat_answer(row: Seat, *, wants_cancel: bool) -> dict[str, Any]:
    return {
        "index": row.index,
        "name": row.user.username if row.user else None,
        "kind": row.user.kind if row.user else None,
        "kept_for": row.kept_for,
        "awaited": row.is_awaited,
        "awaited_since": row.awaited_since,
        "deadline": row.deadline,
        "stand_in": row.stand_in,
        "wants_cancel": wants_cancel,
        "place": row.place,
        "reason": row.reason,
    }


COPIED_FIELDS = (
    *("key", "name", "rules", "rules_version", "options", "players", "state", "visibility", "rated", "days_per_turn"),
    *("bank_hours", "increment_hours", "cap_hours", "min_finished", "min_reliability"),
    *("at_deadline", "created_at", "started_at", "ended_at", "turn_number", "reason", "why_cancelled", "seed_hash"),
)


def match_answer(row: Match, user: User) -> dict[str, Any]:
    """Return a match as lists show it; its seats have to be prefetched."""
    own, asking = queries.seat_of(row, user), queries.asking_to_cancel(row, user)
    return {
        **{name: getattr(row, name) for name in COPIED_FIELDS},
        "url": settings.SITE_URL + row.get_absolute_url(),
        "your_seat": own.index if own else None,
        "your_turn": bool(own and own.is_awaited and row.is_running),
        "seats": [seat_answer(each, wants_cancel=each in asking) for each in row.seats.all()],
    }


def match_whole(row: Match, user: User) -> dict[str, Any]:
    """Return a match with its position and turns, as this viewer may see them."""
    own = queries.seat_of(row, user)
    viewer = own.index if own else None
    game = queries.game_for(row, viewer) if row.started_at else None
    again = queries.rematch_of(row) if own and row.is_over else None
    shown, invited = match_answer(row, user), queries.invitations_shown(row, user)
    for each in shown["seats"]:
        each["invited"] = str(invited[each["index"]]) if each["index"] in invited else None
    return {
        **shown,
        "position": dict(game.state(viewer)) if game else None,
        "turns": [
            {
                "number": turn.number,
                "seat": turn.seat,
                "text": game.text_for(turn.number, viewer) if game else "",
                "by": turn.by,
                "played_at": turn.played_at,
            }
            for turn in queries.turns_of(row)[: game.turn if game else 0]
        ],
        "join_url": join_url(row) if own and row.is_open else None,
        "seed": row.seed if row.is_over and row.started_at else None,
        "muted": bool(own and own.muted),
        "rematch": again.key if again else None,
        "watching": live.count_watching(row),
    }


def join_url(row: Match) -> str:
    return settings.SITE_URL + reverse("table-link", args=[row.key, row.join_code])


def current_match(match_id: int, user: User) -> dict[str, Any]:
    """Return the match as it is now, after something was done."""
    row = Match.objects.select_related("creator").prefetch_related(queries.with_seats()).get(pk=match_id)
    return match_whole(row, user)


def page_answer(rows: Any, user: User, *, limit: int, offset: int) -> dict[str, Any]:
    return {"items": [match_answer(row, user) for row in rows[offset : offset + limit]], "count": rows.count()}

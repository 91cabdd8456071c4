"""A finished match as plain values: all that was public about it, its seed, and its turns as the record has them."""

from __future__ import annotations

from typing import Any

from django.conf import settings

from games.matches import queries
from games.models import Match


def of_match(match: Match) -> dict[str, Any]:
    game = queries.game_for(match, None)
    return {
        **{name: getattr(match, name) for name in ("key", "name", "rules", "rules_version", "options", "rated")},
        "url": settings.SITE_URL + match.get_absolute_url(),
        "seats": [
            {
                "index": seat.index,
                "name": str(seat.user) if seat.user else None,
                "kind": seat.user.kind if seat.user else None,
                "team": seat.team,
                "place": seat.place,
                "reason": seat.reason,
                "stand_in": seat.stand_in,
            }
            for seat in match.seats.all()
        ],
        **{name: getattr(match, name) for name in ("started_at", "ended_at", "reason", "seed_hash", "seed")},
        "turns": [
            {"number": turn.number, "seat": turn.seat, "text": turn.text, "by": turn.by, "played_at": turn.played_at}
            for turn in queries.turns_of(match)
        ],
        "record": game.to_record(),
    }

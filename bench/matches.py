"""Makes matches that are ready to be played, and prints them with the turns to play: python -m bench.matches 80 [500].

After those come as many more as the second number says, in which nobody will play: they have no turns to play.
"""

from __future__ import annotations

import json
import random
import secrets
import sys
from importlib import import_module
from typing import Any

import django

django.setup()

from django.conf import settings  # noqa: E402 - Django has to be set up first
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY  # noqa: E402
from django.utils import timezone  # noqa: E402

from accounts.models import User  # noqa: E402
from games.matches.tables import tables  # noqa: E402
from games.matches.tables.tables import SeatPlan  # noqa: E402
from games.models import Match  # noqa: E402
from games.registry import RULES  # noqa: E402


def logged_in(user: User) -> tuple[str, str]:
    """Return the cookies of a browser where this person is logged in, and its CSRF token."""
    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    token = secrets.token_hex(16)
    return f"{settings.SESSION_COOKIE_NAME}={session.session_key}; {settings.CSRF_COOKIE_NAME}={token}", token


def game_of(match: Match) -> list[tuple[int, str]]:
    """Return a whole game, played at random from the seed of this match."""
    rng = random.Random(match.key)
    game = RULES[match.rules].start(match.options, match.seed, draw_seats=match.draw_seats).game
    while not game.over:
        seat = game.awaited()[0]
        game.play(rng.choice(game.choices(seat)), seat)
    return [(entry.seat, entry.text) for entry in game.entries]


def ready(number: int, with_turns: bool) -> dict[str, Any]:
    people = [
        User.objects.create_user(f"{name} {number}", email=f"{name}.{number}@club.example".lower())
        for name in ("Ann", "Ben")
    ]
    match = tables.create_match(
        creator=people[0],
        rules="taluva",
        settings={},
        seats=[SeatPlan(user=person) for person in people],
        now=timezone.now(),
        draw_seats=False,
        days_per_turn=3,
    )
    entries = game_of(match) if with_turns else []
    return {"key": match.key, "players": [logged_in(person) for person in people], "turns": entries}


if __name__ == "__main__":
    played, quiet = [int(number) for number in [*sys.argv[1:], "0"][:2]]
    print(json.dumps([ready(number, number < played) for number in range(played + quiet)]))

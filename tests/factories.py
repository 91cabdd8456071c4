"""People and matches for tests. No surprises: who sits where is what the caller says, and every game is played."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from django.contrib.auth.models import Permission
from django.test import Client

from accounts.models import User
from accounts.models.user import Kind
from games import replays
from games.contract import Game
from games.history import replaying
from games.matches import bot_turns as bot_service
from games.matches import play, stored_match
from games.matches.tables import tables
from games.matches.tables.tables import SeatPlan
from games.models import Match, TurnOrigin
from games.taluva import rules as taluva

NOW = datetime(2026, 5, 4, 12, 0, tzinfo=UTC)


def person(name: str = "Ann", **values: Any) -> User:
    return User.objects.create_user(username=name, email=f"{name.lower()}@club.example", **values)


def moderator(name: str = "Mo", **values: Any) -> User:
    """Somebody who moderates and has no other right."""
    user = person(name, **values)
    user.user_permissions.add(Permission.objects.get(codename="moderate", content_type__app_label="games"))
    return User.objects.get(pk=user.pk)  # without the permissions that were remembered


def people(number: int) -> list[User]:
    return [person(name) for name in ("Ann", "Ben", "Cleo", "Dov", "Eve")[:number]]


def guest(name: str = "Guest 00000001") -> User:
    return User.objects.create_user(username=name, kind=Kind.GUEST)


def browser_of(user: User) -> Client:
    """Somebody who has logged in, on the pages."""
    client = Client()
    client.force_login(user)
    return client


def outside_bot(name: str = "Robo") -> User:
    """A bot that plays through the API: an account of its own, without a level of ours."""
    return User.objects.create_user(username=name, kind=Kind.BOT)


def level_bot(level: str = "seedling") -> User:
    return bot_service.bot_account(level)


def open_table(creator: User, *others: SeatPlan, now: datetime = NOW, **wishes: Any) -> Match:
    """A table of the creator and what these seats are for; one free seat if nothing is said."""
    settings = wishes.pop("settings", {})
    seats = [SeatPlan(user=creator), *(others or (SeatPlan(),))]
    return tables.create_match(creator=creator, rules="taluva", settings=settings, seats=seats, now=now, **wishes)


def running_match(*sitters: User, now: datetime = NOW, **wishes: Any) -> Match:
    """A match that has started, with these people in the order of the seats."""
    wishes = {"draw_seats": False, "days_per_turn": 3, **wishes}
    return open_table(sitters[0], *(SeatPlan(user=user) for user in sitters[1:]), now=now, **wishes)


def join(match: Match, user: User, code: str = "") -> Match:
    return tables.join_table(match_id=match.pk, user=user, now=NOW, code=code)


def names_in(match: Match) -> list[str | None]:
    """Of all seats in their order, None for an empty one."""
    return list(match.seats.values_list("user__username", flat=True))


def first_choice(match: Match) -> str:
    """A legal turn of whoever is to move: always the same one."""
    return some_choices(stored_match.game_of(match), min)[0]


def some_choice(game: Game, rng: random.Random) -> str:
    return rng.choice(some_choices(game, rng.choice))


def some_choices(game: Game, pick: Callable[[list[str]], str]) -> list[str]:
    """Legal turns of whoever is to move. Of Taluva those with one placement: listing all takes longer than a turn."""
    begin = pick(game.legal_placements()) if isinstance(game, taluva.Game) else ""
    return game.choices(game.awaited()[0], begin)


def mover(match: Match) -> User:
    return sitter(match, stored_match.game_of(match).awaited()[0])


def sitter(match: Match, seat: int) -> User:
    user = match.seats.select_related("user").get(index=seat).user
    assert user is not None
    return user


def played(match: Match, text: str | None = None, *, now: datetime | None = None, **values: Any) -> Match:
    """The match after one more turn of whoever is to move."""
    match = Match.objects.get(pk=match.pk)
    return play.play_turn(
        match_key=match.key,
        player=values.pop("player", None) or mover(match),
        number=values.pop("number", match.next_number),
        text=first_choice(match) if text is None else text,
        by=values.pop("by", TurnOrigin.PERSON),
        now=now or NOW + timedelta(hours=match.next_number),
        **values,
    )


def played_on(match: Match, turns: int, *, seed: int = 1) -> Match:
    """The match after so many random turns, or at its end."""
    rng = random.Random(seed)
    match = Match.objects.get(pk=match.pk)
    while match.is_running and turns:
        game = stored_match.game_of(match)
        player = sitter(match, game.awaited()[0])
        match, turns = played(match, some_choice(game, rng), player=player), turns - 1
    return match


def another_turn(match: Match, number: int) -> str:
    """What could have been played after so many turns, and was not."""
    game = stored_match.replay_match(match, number)
    was_played = match.turns.get(number=number + 1).text
    return next(text for text in game.choices(game.awaited()[0]) if text != was_played)


def difference(match: Match) -> str:
    """How the log of the match ends otherwise than its rows say; empty when it does not."""
    [stored] = replaying.stored_matches([match], replaying.no_record)
    return replays.replay_difference(stored)


def finished_match(*sitters: User, **wishes: Any) -> Match:
    return played_on(running_match(*sitters, **wishes), 200)

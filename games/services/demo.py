"""A club full of people and games to look at: real games, each log legal under its own seed, written in bulk."""

from __future__ import annotations

import hashlib
import random
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.contrib.auth.hashers import make_password
from django.db import transaction

from accounts.models import User
from accounts.models.user import name_key
from games.models import By, Match, Seat, State, Turn
from games.rules import RULES
from games.rules.contract import Game
from games.services.tables import OPEN_FOR

NAMES = ("Ada", "Ben", "Cleo", "Dov", "Eve", "Finn", "Gus", "Hana", "Ivo", "Jun", "Kaia", "Leo")
PAUSE = timedelta(hours=7)


@dataclass(frozen=True)
class Size:
    people: int
    originals: int
    finished: int
    running: int
    open: int

    @property
    def matches(self) -> int:
        return self.finished + self.running + self.open


SMALL = Size(people=12, originals=2, finished=24, running=10, open=4)
LARGE = Size(people=400, originals=6, finished=4500, running=400, open=100)


@dataclass(frozen=True)
class Original:
    """A game that was played to its end, which many matches repeat with other people."""

    rules: str
    settings: dict[str, str | int]
    seed: str
    game: Game

    @property
    def seats(self) -> int:
        return len(self.game.places)


@transaction.atomic
def fill(size: Size, *, now: datetime, rng: random.Random) -> tuple[int, int]:
    """How many matches and turns there are more than before."""
    people = new_people(size.people, now)
    originals = [original(key, players, rng) for key, players in kinds() for _ in range(size.originals)]
    weights = [2 + each.seats for each in originals]
    plans = []
    states = [State.FINISHED] * size.finished + [State.RUNNING] * size.running + [State.OPEN] * size.open
    for index, state in enumerate(states):
        chosen = rng.choices(originals, weights)[0]
        length = turns_of(chosen, state, rng)
        begin = now - PAUSE * (length + 1) - timedelta(hours=index % (24 * 300) if state == State.FINISHED else 0)
        plans.append((chosen, state, length, begin, rng.sample(people, chosen.seats)))
    matches = Match.objects.bulk_create([match_of(*plan) for plan in plans], batch_size=500)
    seats = [seat for match, plan in zip(matches, plans, strict=True) for seat in seats_of(match, *plan)]
    Seat.objects.bulk_create(seats, batch_size=2000)
    return len(matches), write_turns(matches, plans)


Plan = tuple[Original, State, int, datetime, list[User]]


def kinds() -> list[tuple[str, int]]:
    return [(key, players) for key, rules in RULES.items() for players in rules.seats]


def new_people(number: int, now: datetime) -> list[User]:
    """People with names that are free, and no way to log in."""
    tag = secrets.token_hex(2)
    names = [f"{NAMES[index % len(NAMES)]} {tag}{index:03d}" for index in range(number)]
    rows = [
        User(username=name, name_key=name_key(name), password=make_password(None), date_joined=now) for name in names
    ]
    return User.objects.bulk_create(rows, batch_size=500)


def original(key: str, players: int, rng: random.Random) -> Original:
    """A whole game, played at random."""
    rules, seed = RULES[key], f"{rng.getrandbits(256):064x}"
    settings = rules.check_options({"players": players})
    game = rules.start(settings, seed, draw_seats=False).game
    while not game.over:
        seat = rng.choice(game.awaited())
        game.play(rng.choice(game.choices(seat)), seat)
    return Original(key, settings, seed, game)


def turns_of(chosen: Original, state: State, rng: random.Random) -> int:
    last = chosen.game.turn
    return last if state == State.FINISHED else rng.randrange(last) if state == State.RUNNING else 0


def match_of(chosen: Original, state: State, length: int, begin: datetime, sitters: list[User]) -> Match:
    end, started = begin + PAUSE * length, state != State.OPEN
    return Match(
        rules=chosen.rules,
        rules_version=RULES[chosen.rules].version,
        options=chosen.settings,
        players=chosen.seats,
        state=state,
        creator=sitters[0],
        rated=False,
        draw_seats=False,
        seed=chosen.seed if started else "",
        seed_hash=hashlib.sha256(chosen.seed.encode()).hexdigest() if started else "",
        days_per_turn=3,
        join_code=secrets.token_urlsafe(9),
        created_at=begin,
        expires_at=None if started else begin + OPEN_FOR,
        started_at=begin if started else None,
        ended_at=end if state == State.FINISHED else None,
        turn_number=length,
        turn_at=end if started else None,
        reason=chosen.game.reason or "" if state == State.FINISHED else "",
    )


def seats_of(
    match: Match, chosen: Original, state: State, length: int, begin: datetime, sitters: list[User]
) -> Iterator[Seat]:
    """The seats as they stand after so many turns; one of an open table is free."""
    game = chosen.game.at(length)
    awaited = game.awaited() if state == State.RUNNING else ()
    since = begin + PAUSE * length
    for index, user in enumerate(sitters):
        free = state == State.OPEN and index == len(sitters) - 1
        yield Seat(
            match=match,
            index=index,
            user=None if free else user,
            joined=None if free else index,
            place=game.places[index] if state != State.OPEN else None,
            awaited_since=since if index in awaited else None,
            deadline=since + timedelta(days=3) if index in awaited else None,
        )


def write_turns(matches: list[Match], plans: list[Plan]) -> int:
    """All turns, a few thousand at a time."""
    waiting: list[Turn] = []
    number = 0
    for match, plan in zip(matches, plans, strict=True):
        waiting += turn_rows(match, *plan)
        if len(waiting) >= 5000:
            number += len(Turn.objects.bulk_create(waiting, batch_size=2500))
            waiting = []
    return number + len(Turn.objects.bulk_create(waiting, batch_size=2500))


def turn_rows(
    match: Match, chosen: Original, state: State, length: int, begin: datetime, sitters: list[User]
) -> Iterator[Turn]:
    for number, (seat, text) in enumerate(chosen.game.entries[:length], 1):
        yield Turn(
            match=match,
            number=number,
            seat=seat,
            text=text,
            by=By.PERSON,
            user=sitters[seat],
            used=PAUSE,
            played_at=begin + PAUSE * number,
        )

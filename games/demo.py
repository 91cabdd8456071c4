"""A club full of people and games to look at: real games, each log legal under its own seed, written in bulk.

`show` has games of every kind that bots have played; `fill` many that were played at random. Both are rated.
"""

from __future__ import annotations

import hashlib
import random
import secrets
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.contrib.auth.hashers import make_password
from django.db import transaction

from accounts.lookalikes import look_key
from accounts.models import User
from accounts.models.user import name_key
from games.bots.whole_games import GamePlan, play_whole_games
from games.contract import Entry, Game, Settings
from games.history import computer_analysis, ratings
from games.history.studies import study_records
from games.matches import bot_turns as bot_service
from games.matches import match_tags, play, queries, talk
from games.matches.tables.tables import OPEN_FOR
from games.models import AnalysisRun, Match, MatchState, Seat, Turn, TurnOrigin
from games.registry import BOTS, RULES, levels_of
from games.replays import replay_game
from taluva_site.utils.parallel import map_on_cores

NAMES = ("Ada", "Ben", "Cleo", "Dov", "Eve", "Finn", "Gus", "Hana", "Ivo", "Jun", "Kaia", "Leo")
TALKATIVE = 5  # people who tag, study and talk about games
TAGS = ("close, learn from it", "to show", "long game", "ended early")
TITLES = ("One turn too late", "Decided by turn twenty", "Two mistakes", "How not to begin", "To the last turn")
COMMENTS = ("I did not see that coming.", "Your last turn was the game.", "Well played. Again?")
PAUSE = timedelta(hours=7)
SPAN = timedelta(days=300)
# How many of the games are left by somebody before their end.
LEFT = 0.15


@dataclass(frozen=True)
class Size:
    people: int
    originals: int
    finished: int
    running: int
    open: int
    rated: bool = False


SMALL = Size(people=9, originals=0, finished=120, running=10, open=4, rated=True)
LARGE = Size(people=400, originals=6, finished=4500, running=400, open=100, rated=True)


@dataclass(frozen=True)
class Original:
    """A game that was played to its end, which many matches repeat with other people."""

    rules: str
    settings: Settings
    seed: str
    game: Game
    left: str = ""

    @property
    def seats(self) -> int:
        return len(self.game.places)


@dataclass(frozen=True)
class MatchPlan:
    """A match to be: how far an original goes in it, since when, with whom."""

    original: Original
    state: MatchState
    length: int
    begin: datetime
    sitters: Sequence[User]
    rated: bool = False

    @property
    def is_over(self) -> bool:
        return self.state == MatchState.FINISHED

    def left(self) -> set[int]:
        """Return the seats that left the game."""
        game = self.original.game
        return {seat for seat, text in game.entries[: self.length] if game.is_departure(text)}


@dataclass(frozen=True)
class BotTable:
    """A game that bots are to play, and who sits there."""

    game_plan: GamePlan
    sitters: list[User]


def create_demo(
    size: Size, *, now: datetime, rng: random.Random, workers: int, say: Callable[[int], None] = lambda _done: None
) -> tuple[int, int]:
    """Create games of every kind by bots, and by people who play like bots; return how many matches and turns."""
    people = new_people(size.people, now)
    rosters = {key: bot_roster(key, people) for key in BOTS}
    tables = [plan_table(key, options, rosters[key], rng) for key, options in kinds_of_games(size.finished, rng)]
    originals: list[Original] = []
    for [entries] in map_on_cores(play_whole_games, ([each.game_plan] for each in tables), workers):
        originals.append(replay_entries(tables[len(originals)].game_plan, entries))
        say(len(originals))
    plans = [
        MatchPlan(
            original, MatchState.FINISHED, original.game.turn, long_ago(original, now, rng), each.sitters, size.rated
        )
        for original, each in zip(originals, tables, strict=True)
    ]
    written = write_plans(
        [*plans, *(plan_copy(size, state, originals, people, now, rng) for state in unfinished_share(size))]
    )
    for user, title in zip(people[:TALKATIVE], TITLES, strict=False):
        create_extras(user, title, now, rng)
    return written


def quick_levels(key: str) -> list[str]:
    """Return the levels of a game that need no core and no search: a game of two takes a third of a second."""
    return [level.key for level in levels_of(key).values() if level.is_quick]


def bot_roster(key: str, people: Sequence[User]) -> list[tuple[User, str]]:
    """Return the bots of a game, and people who play like them."""
    levels = quick_levels(key)
    sitters = [(user, levels[index % len(levels)]) for index, user in enumerate(people)]
    return [*sitters, *((bot_service.bot_account(level), level) for level in levels)]


def create_extras(user: User, title: str, now: datetime, rng: random.Random) -> None:
    """Add tags, talk, a study and an analysis by one person to the games that finished last.

    The analysis waits for the club's own worker, which takes it up as it takes up one that was lost.
    """
    played = Match.objects.filter(state=MatchState.FINISHED, seats__user=user).prefetch_related(queries.with_seats())
    last = list(played.order_by("-ended_at")[:3])
    for match in last:
        match_tags.save_tags(match=match, user=user, text=rng.choice(TAGS))
    for match in last[:1]:
        talk.write_message(match_id=match.pk, user=user, text=rng.choice(COMMENTS), now=now)
        study_records.save_studies(owner=user, text=queries.record_for(match, None), title=title, public=True, now=now)
        AnalysisRun.objects.get_or_create(
            match=match, defaults={"user": user, "touched_at": now - computer_analysis.SILENCE}
        )


def create_large_demo(size: Size, *, now: datetime, rng: random.Random) -> tuple[int, int]:
    """Create many copies of a few games played at random; return how many matches and turns there are more."""
    people = new_people(size.people, now)
    originals = [at_random(key, players, rng) for key, players in demo_kinds() for _ in range(size.originals)]
    states = [MatchState.FINISHED] * size.finished + unfinished_share(size)
    return write_plans([plan_copy(size, state, originals, people, now, rng) for state in states])


def unfinished_share(size: Size) -> list[MatchState]:
    return [MatchState.RUNNING] * size.running + [MatchState.OPEN] * size.open


def demo_kinds() -> list[tuple[str, int]]:
    return [(key, players) for key, rules in RULES.items() for players in rules.seats]


def kinds_of_games(number: int, rng: random.Random) -> list[tuple[str, Settings]]:
    """Return what bots play.

    Each option alone for each number of players; then more of it, the small and usual first.
    """
    found, weights = [], []
    for key, players in demo_kinds():
        if quick_levels(key):
            for one in ({}, *single_options(key, players)):
                found.append((key, RULES[key].check_options({**one, "players": players})))
                weights.append((1 if one else 4) / players**3)
    return [*found, *rng.choices(found, weights, k=max(0, number - len(found)))][:number]


def single_options(key: str, players: int) -> Iterator[dict[str, str]]:
    for option in RULES[key].options:
        for choice in option.choices:
            if choice.value != option.default and players in choice.seats:
                yield {option.name: choice.value}


def plan_table(key: str, settings: Settings, roster: Sequence[tuple[User, str]], rng: random.Random) -> BotTable:
    """Return some of the roster at a game, which a person may leave before its end."""
    party = rng.sample(roster, int(settings["players"]))
    sitters, levels = [user for user, _level in party], tuple(level for _user, level in party)
    leaves = rng.choice([play.RESIGNED, play.TIMED_OUT]) if rng.random() < LEFT and sitters[0].is_person else ""
    seed = f"{rng.getrandbits(256):064x}"
    return BotTable(GamePlan(key, settings, seed, levels, leaves, len(party) * rng.randrange(2, 8)), sitters)


def replay_entries(game_plan: GamePlan, entries: Sequence[Entry]) -> Original:
    rules = RULES[game_plan.rules]
    game = replay_game(rules, game_plan.settings, game_plan.seed, draw_seats=False, entries=entries)
    return Original(game_plan.rules, game_plan.settings, game_plan.seed, game, game_plan.leaves)


def plan_copy(
    size: Size,
    state: MatchState,
    originals: Sequence[Original],
    people: Sequence[User],
    now: datetime,
    rng: random.Random,
) -> MatchPlan:
    """Return a plan to copy one of the originals, or its beginning, with some of the people at its seats."""
    original = rng.choices(originals, [2 + each.seats for each in originals])[0]
    last = original.game.turn
    length = last if state == MatchState.FINISHED else rng.randrange(last) if state == MatchState.RUNNING else 0
    begin = long_ago(original, now, rng) if state == MatchState.FINISHED else now - PAUSE * (length + 1)
    return MatchPlan(original, state, length, begin, rng.sample(people, original.seats), size.rated)


def long_ago(original: Original, now: datetime, rng: random.Random) -> datetime:
    return now - PAUSE * (original.game.turn + 1) - SPAN * rng.random()


def new_people(number: int, now: datetime) -> list[User]:
    """Create people with names that are free, and no way to log in."""
    tag = secrets.token_hex(2)
    first_names = dict.fromkeys(NAMES[:number])
    taken = set(User.objects.filter(look_key__in=map(look_key, first_names)).values_list("look_key", flat=True))
    free = [name for name in first_names if look_key(name) not in taken]
    others = (f"{NAMES[index % len(NAMES)]} {tag}{index:03d}" for index in range(number - len(free)))
    names = [*free, *others]
    rows = [
        User(
            username=name,
            name_key=name_key(name),
            look_key=look_key(name),
            password=make_password(None),
            date_joined=now,
        )
        for name in names
    ]
    return User.objects.bulk_create(rows, batch_size=500)


def at_random(key: str, players: int, rng: random.Random) -> Original:
    """Return a whole game, played at random."""
    rules, seed = RULES[key], f"{rng.getrandbits(256):064x}"
    settings = rules.check_options({"players": players})
    game = rules.start(settings, seed, draw_seats=False).game
    while not game.over:
        seat = rng.choice(game.awaited())
        game.play(rng.choice(game.choices(seat)), seat)
    return Original(key, settings, seed, game)


@transaction.atomic
def write_plans(plans: Sequence[MatchPlan]) -> tuple[int, int]:
    """Return the rows of all of it, and the ratings that follow from it."""
    matches = Match.objects.bulk_create([match_of(each) for each in plans], batch_size=500)
    seats = [seat for match, each in zip(matches, plans, strict=True) for seat in seats_of(match, each)]
    Seat.objects.bulk_create(seats, batch_size=2000)
    turns = write_turns(matches, plans)
    if any(each.rated for each in plans):
        ratings.reckon_all()
    return len(matches), turns


def match_of(each: MatchPlan) -> Match:
    original, started = each.original, each.state != MatchState.OPEN
    end = each.begin + PAUSE * each.length
    return Match(
        rules=original.rules,
        rules_version=RULES[original.rules].version,
        options=original.settings,
        players=original.seats,
        state=each.state,
        creator=next((user for user in each.sitters if user.is_person), each.sitters[0]),
        rated=each.rated,
        draw_seats=False,
        sealed_seed=original.seed if started else "",
        public_seed=original.seed if each.is_over else "",
        seed_hash=hashlib.sha256(original.seed.encode()).hexdigest() if started else "",
        days_per_turn=3,
        join_code=secrets.token_urlsafe(9),
        created_at=each.begin,
        expires_at=None if started else each.begin + OPEN_FOR,
        started_at=each.begin if started else None,
        ended_at=end if each.is_over else None,
        turn_number=each.length,
        turn_at=end if started else None,
        reason=original.game.reason or "" if each.is_over else "",
    )


def seats_of(match: Match, each: MatchPlan) -> Iterator[Seat]:
    """Yield the seats as they stand after so many turns; one of an open table is free."""
    game = each.original.game.at(each.length)
    awaited = game.awaited() if each.state == MatchState.RUNNING else ()
    since = each.begin + PAUSE * each.length
    left = each.left()
    for index, user in enumerate(each.sitters):
        free = each.state == MatchState.OPEN and index == len(each.sitters) - 1
        side = next(number for number, side in enumerate(game.sides) if index in side)
        yield Seat(
            match=match,
            index=index,
            user=None if free else user,
            joined=None if free else index,
            team=side if len(game.sides[side]) > 1 else None,
            place=game.places[index] if each.state != MatchState.OPEN else None,
            reason=each.original.left if index in left else "",
            awaited_since=since if index in awaited else None,
            deadline=since + timedelta(days=3) if index in awaited else None,
        )


def write_turns(matches: Sequence[Match], plans: Sequence[MatchPlan]) -> int:
    """Write all turns, a few thousand at a time; return how many."""
    waiting: list[Turn] = []
    number = 0
    for match, each in zip(matches, plans, strict=True):
        waiting += turn_rows(match, each)
        if len(waiting) >= 5000:
            number += len(Turn.objects.bulk_create(waiting, batch_size=2500))
            waiting = []
    return number + len(Turn.objects.bulk_create(waiting, batch_size=2500))


def turn_rows(match: Match, each: MatchPlan) -> Iterator[Turn]:
    game = each.original.game
    for number, (seat, text) in enumerate(game.entries[: each.length], 1):
        user = each.sitters[seat]
        timed_out = game.is_departure(text) and each.original.left == play.TIMED_OUT
        yield Turn(
            match=match,
            number=number,
            seat=seat,
            text=text,
            by=TurnOrigin.CLOCK if timed_out else TurnOrigin.BOT if user.is_bot else TurnOrigin.PERSON,
            user=user,
            used=PAUSE,
            played_at=each.begin + PAUSE * number,
        )

"""Bots on the site: when they move, what they may know, who they stand in for, and matches to be watched."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.models.user import Kind
from accounts.services import names
from games import sweeping
from games.bot_contract import CoreState
from games.matches import bot_turns, play, refusals, stored_match
from games.matches.refusals import LimitReached
from games.matches.tables import tables
from games.models import Match, MatchState, TurnOrigin
from games.models.match import DeadlinePolicy
from games.registry import BOTS, bot_names
from games.tasks import play_bot_turn
from tests.api.callers import Caller, is_problem
from tests.factories import NOW, guest, level_bot, people, person, played, played_on, running_match

pytestmark = pytest.mark.django_db
LATER = NOW + timedelta(days=4)
GRACE = timedelta(seconds=20)


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[tuple[tuple[int, ...], float]]:
    """Which bots' turns were enqueued, each with the seconds that it waits."""
    found: list[tuple[tuple[int, ...], float]] = []

    def note(args: tuple[int, ...] = (), _named: object = None, countdown: float = 0, **_more: Any) -> None:
        found.append((tuple(args), countdown))

    monkeypatch.setattr(play_bot_turn, "apply_async", note)
    return found


def move(match: Match, *, number: int | None = None) -> Match:
    """The match after the task of the seat that is awaited."""
    match = Match.objects.get(pk=match.pk)
    seat = stored_match.game_of(match).awaited()[0]
    bot_turns.play_turn(match_id=match.pk, number=number or match.next_number, seat=seat)
    return Match.objects.get(pk=match.pk)


def log(match: Match) -> list[tuple[int, int, str]]:
    return list(match.turns.order_by("number").values_list("number", "seat", "by"))


def test_a_bot_answers_after_a_pause_in_which_the_turn_before_is_seen(
    told: list[tuple[tuple[int, ...], float]], django_capture_on_commit_callbacks: Callable[..., Any], settings: Any
) -> None:
    match = running_match(person("Ann"), level_bot())
    told.clear()

    with django_capture_on_commit_callbacks(execute=True):
        played(match)

    assert told == [((match.pk, 2, 1), settings.BOT_PAUSE)]
    assert settings.BOT_PAUSE > 1


def test_a_bot_plays_its_turn_once_however_often_the_task_runs() -> None:
    match = played(running_match(person("Ann"), level_bot()))

    once = move(match, number=2)
    bot_turns.play_turn(match_id=match.pk, number=2, seat=1)
    bot_turns.play_turn(match_id=match.pk, number=3, seat=1)

    assert log(once) == [(1, 0, TurnOrigin.PERSON), (2, 1, TurnOrigin.BOT)]
    assert once.turns.count() == 2


def test_a_task_that_somebody_overtakes_does_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """While the bot thinks, its person comes back and plays."""
    ann, ben = people(2)
    match = running_match(ann, ben, at_deadline=DeadlinePolicy.STAND_IN, stand_in_level="seedling")
    play.time_out(match_id=match.pk, seat=0, number=1, now=LATER)

    def slowly(level: str, game: Any, rng: Any, *, seat: int) -> str:
        played(match, player=ann)
        return str(game.choices(0)[0])

    monkeypatch.setattr(BOTS["taluva"], "choose", slowly)
    bot_turns.play_turn(match_id=match.pk, number=1, seat=0)

    assert log(match) == [(1, 0, TurnOrigin.PERSON)]


def test_the_sweep_finds_a_bot_that_should_have_moved(told: list[tuple[tuple[int, ...], float]]) -> None:
    match = running_match(level_bot(), person("Ann"))
    waits_for_ann = played(running_match(level_bot(), person("Ben")), player=level_bot(), by=TurnOrigin.BOT)
    told.clear()

    sweeping.run_sweep(now=NOW + GRACE, grace=GRACE)
    assert told == []
    sweeping.run_sweep(now=NOW + GRACE + timedelta(seconds=1), grace=GRACE)

    assert [args for args, _pause in told] == [(match.pk, 1, 0)]
    assert waits_for_ann.next_number == 2


def test_the_sweep_tells_no_more_than_the_line_takes_and_the_longest_awaited_first(
    told: list[tuple[tuple[int, ...], float]], monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = person("Ann")
    later, first = (running_match(level_bot(), ann, now=NOW - timedelta(hours=hours)) for hours in (1, 2))
    for room in (1, 0, 2):
        told.clear()
        monkeypatch.setattr(sweeping, "free_places", lambda queue, most, room=room: room)
        sweeping.sweep_bots(NOW, timedelta(0))
        assert [args[0] for args, _pause in told] == [first.pk, later.pk][:room]


def test_the_sweep_tells_a_bot_that_was_asked_before_the_clock_was_set_back(
    told: list[tuple[tuple[int, ...], float]],
) -> None:
    match = running_match(level_bot(), person("Ann"), now=NOW + timedelta(hours=26))
    told.clear()
    sweeping.run_sweep(now=NOW, grace=GRACE)

    assert [args for args, _pause in told] == [(match.pk, 1, 0)]


def test_a_turn_across_a_clock_that_is_set_back_has_used_no_time() -> None:
    """With a clock, and without one."""
    ann, ben = people(2)
    matches = [running_match(ann, ben, now=NOW, days_per_turn=days) for days in (3, None)]
    for match in matches:
        played(match, now=NOW - timedelta(hours=1))

    assert [match.turns.get().used for match in matches] == [timedelta(0), timedelta(0)]


def test_a_bot_is_given_what_its_seat_may_know(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[Any] = []
    monkeypatch.setattr(
        BOTS["taluva"], "choose", lambda level, game, rng, *, seat: given.append(game) or game.choices(seat)[0]
    )
    match = played(running_match(person("Ann"), level_bot()))

    move(match)

    whole, seen = stored_match.game_of(match).tiles, given[0].tiles
    assert (len(whole), None in whole) == (24, False)
    assert seen == (*whole[:2], *[None] * 22)


def test_a_bot_stands_in_at_the_deadline_and_hands_back_when_the_person_returns(
    told: list[tuple[tuple[int, ...], float]], django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    ann, ben = people(2)
    match = running_match(ann, ben, at_deadline=DeadlinePolicy.STAND_IN, stand_in_level="settler")
    told.clear()

    with django_capture_on_commit_callbacks(execute=True):
        sweeping.sweep_clocks(LATER)
    assert (match.pk, 1, 0) in [args for args, _pause in told]
    match = move(match)
    stood_in = match.turns.get(number=1)
    match = played(match, player=ben, now=LATER + timedelta(hours=1))
    play.come_back(match_id=match.pk, user=ann, now=LATER + timedelta(hours=2))
    bot_turns.play_turn(match_id=match.pk, number=3, seat=0)

    assert (stood_in.by, stood_in.user) == (TurnOrigin.STAND_IN, bot_turns.bot_account("settler"))
    assert log(match) == [(1, 0, TurnOrigin.STAND_IN), (2, 1, TurnOrigin.PERSON)]
    seat = match.seats.get(index=0)
    assert (seat.stand_in, seat.is_awaited, seat.deadline is not None) == (False, True, True)


@pytest.mark.parametrize("name", sorted(bot_names()))
def test_nobody_is_called_like_a_bot(name: str) -> None:
    with pytest.raises(ValidationError, match="That name is reserved"):
        names.checked_name(name.lower())


def test_a_bot_whose_name_somebody_had_first_plays_under_another() -> None:
    person("settler")
    client = Client()

    answers = [client.post("/play/taluva/", {"level": "settler"}) for _time in range(2)]

    assert [answer.status_code for answer in answers] == [303, 303]
    assert (str(bot_turns.bot_account("settler")), bot_turns.bot_account("settler").bot_level) == (
        "Settler (bot)",
        "settler",
    )
    for page in (answers[0]["Location"], f"{answers[0]['Location']}record.txt", "/people/Settler%20(bot)/"):
        assert "Settler (bot)" in client.get(page).text


Asked = list[tuple[str, dict[str, bool]]]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    """Which levels were asked for a turn, and how."""
    found: Asked = []

    def choose(level: str, game: Any, _rng: Any, *, seat: int, **how: bool) -> str:
        found.append((level, how))
        return str(game.choices(game.awaited()[0])[0])

    monkeypatch.setattr(BOTS["taluva"], "choose", choose)
    return found


def test_while_the_core_is_compiled_rated_games_wait_and_in_casual_ones_a_plain_level_answers(
    asked: Asked, monkeypatch: pytest.MonkeyPatch, client: Client
) -> None:
    monkeypatch.setattr("games.taluva.bots.engine.has_numba", lambda: True)
    monkeypatch.setattr("games.taluva.bots.fast_core.state", lambda: CoreState.NOT_READY)
    strong, plain = level_bot("navigator"), level_bot("settler")
    seats = [(strong, True), (strong, False), (plain, True)]
    ann = person("Ann")
    matches = [played(running_match(ann, bot, rated=rated)) for bot, rated in seats]

    assert [move(match).turn_number for match in matches] == [1, 2, 2]
    assert asked == [("breaker", {}), ("settler", {})]
    assert "Getting ready, for a minute or two: Navigator, Elder." in client.get("/tables/").text
    said = [b"This bot is still getting ready" in client.get(match.get_absolute_url()).content for match in matches]
    assert said == [True, False, False]


@pytest.mark.parametrize("has_numba", [True, False])
def test_where_there_will_be_no_core_a_running_game_goes_on_in_plain_python(
    has_numba: bool, asked: Asked, monkeypatch: pytest.MonkeyPatch, client: Client
) -> None:
    monkeypatch.setattr("games.taluva.bots.fast_core.state", lambda: CoreState.UNAVAILABLE)
    ann, seats = person("Ann"), [("navigator", True), ("elder", True), ("elder", False)]
    matches = [played(running_match(ann, level_bot(level), rated=rated)) for level, rated in seats]
    words = "This club can't run Elder at full strength right now."
    before = [words in client.get(match.get_absolute_url()).text for match in matches]
    monkeypatch.setattr("games.taluva.bots.engine.has_numba", lambda: has_numba)

    assert [move(match).turn_number for match in matches] == [2, 2, 2]
    assert asked == [(level, {"plainly": True}) for level, _rated in seats]
    after = [words in client.get(match.get_absolute_url()).text for match in matches]
    assert (before, after) == ([False, False, False], [False, True, True])


def test_no_other_level_plays_under_the_name_of_one_that_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    ann, navigator = person("Ann"), level_bot("navigator")
    old = play.resign_match(match_id=running_match(ann, navigator).pk, player=ann, now=NOW)
    monkeypatch.setattr("games.taluva.bots.engine.has_numba", lambda: False)
    seats = [{"kind": "me"}, {"kind": "bot", "level": "navigator"}]

    assert is_problem(Caller(ann).post("/matches", {"seats": seats}), 422)
    for begin in (
        lambda: running_match(ann, navigator),
        lambda: tables.offer_rematch(match_id=old.pk, user=ann, now=NOW),
    ):
        with pytest.raises(refusals.SiteRefusal, match="Navigator isn't available at the moment"):
            begin()
    assert Match.objects.count() == 1


def test_the_lobby_says_which_bots_are_missing_without_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Client().get("/tables/").text
    monkeypatch.setattr("games.taluva.bots.engine.has_numba", lambda: False)
    without = Client().get("/tables/").text

    assert "This club can't run these bots" not in whole
    assert "This club can't run these bots: Navigator, Elder." in without
    assert [level.sentence in without for level in BOTS["taluva"].levels.values()] == [True] * 4 + [False] * 2


def test_a_visitor_watches_two_bots() -> None:
    client = Client()

    answer = client.post("/watch/taluva/", {"level": ["seedling", "settler"]})

    match = Match.objects.get()
    assert (answer.status_code, answer["Location"], match.state) == (303, match.get_absolute_url(), MatchState.RUNNING)
    assert [str(seat.user) for seat in match.seats.order_by("index")] == ["Seedling", "Settler"]
    assert (match.creator.kind, match.rated, match.visibility) == (Kind.GUEST, False, "unlisted")
    before, after = client.get(f"{match.get_absolute_url()}pulse/").json(), move(match)
    assert (before["turn"], client.get(f"{match.get_absolute_url()}pulse/").json()["turn"]) == (0, 1)
    assert log(after) == [(1, 0, TurnOrigin.BOT)]
    assert "Your turn" not in client.get(match.get_absolute_url()).text


@pytest.mark.parametrize("chosen", [["seedling"], ["seedling", "nobody"], ["seedling"] * 6])
def test_only_levels_that_are_there_can_be_watched(chosen: list[str]) -> None:
    assert Client().post("/watch/taluva/", {"level": chosen}).status_code == 404
    assert not Match.objects.exists()


def shown_to(watcher: User) -> Match:
    return bot_turns.show_match(watcher=watcher, rules="taluva", levels=["seedling", "settler"], now=timezone.now())


ENDED = {"state": MatchState.FINISHED, "ended_at": NOW, "public_seed": "0" * 64}


def test_somebody_watches_three_matches_at_once() -> None:
    ann = person("Ann")
    shown = [shown_to(ann) for _number in range(3)]
    running_match(ann, level_bot())
    with pytest.raises(LimitReached):
        shown_to(ann)
    client = Client()
    client.force_login(ann)

    assert client.post("/watch/taluva/", {"level": ["seedling", "settler"]}).status_code == 429
    Match.objects.filter(pk=shown[0].pk).update(**ENDED)
    assert shown_to(guest()).is_running
    assert shown_to(ann).is_running


STANDING = {"turn_at": NOW}


@pytest.mark.parametrize("change", [ENDED, STANDING], ids=["one has ended", "one stands still"])
def test_five_matches_are_shown_at_once_in_the_whole_club(client: Client, change: dict[str, object]) -> None:
    for watcher in people(5):
        running_match(watcher, level_bot(), now=timezone.now())
        shown = shown_to(watcher)

    answer = client.post("/watch/taluva/", {"level": ["seedling", "settler"]})
    guests = User.objects.filter(kind=Kind.GUEST).count()
    Match.objects.filter(pk=shown.pk).update(**change)

    assert (answer.status_code, guests) == (429, 0)
    assert "The bots are already playing five games for spectators. Try again in a minute or two." in answer.text
    assert client.post("/watch/taluva/", {"level": ["seedling", "settler"]}).status_code == 303


def test_a_turn_is_explained_when_somebody_asks() -> None:
    match = played(running_match(person("Ann"), level_bot()))
    address = f"{match.get_absolute_url()}1/"

    plain, asked, start = (Client().get(page).text for page in (address, f"{address}?why=1", address[:-2] + "0/?why=1"))

    assert f'href="{address}?why=1"' in plain
    assert 'id="reasons"' not in plain + start
    assert re.search(r"This turn founds a hut on the \w+ in the (north|south)?(east|west)?\.", asked)


@pytest.mark.parametrize("settings", [{}, {"players": 4, "teams": "on"}, {"preview": "on"}], ids=str)
def test_every_turn_of_a_match_can_be_explained(settings: dict[str, Any]) -> None:
    sitters = people(int(settings.get("players", 2)))
    match = played_on(running_match(*sitters, settings={k: v for k, v in settings.items() if k != "players"}), 20)
    play.resign_match(match_id=match.pk, player=sitters[0], now=LATER)
    match.refresh_from_db()

    pages = [Client().get(f"{match.get_absolute_url()}{n}/?why=1") for n in range(1, match.turn_number + 1)]

    assert [page.status_code for page in pages] == [200] * match.turn_number
    assert ['id="reasons"' in page.text for page in pages] == [True] * 20 + [False]


def test_the_web_loads_no_numba() -> None:
    """Not for its pages, and not to tell why a turn was played or which levels there are."""
    program = """
import sys
import taluva_site.asgi, taluva_site.urls
from django.urls import get_resolver
get_resolver().url_patterns
from games.matches import bot_turns
from games.registry import BOTS, bot_names
from games.taluva import rules
game = rules.Game(rules.Options(players=2), ["JC", "SJ"])
BOTS["taluva"].explain(game, game.choices(0)[0])
bot_turns.offered_levels("taluva")
print(sorted({"numba", "llvmlite"} & sys.modules.keys()))
"""
    environ = {**os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings"}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, env=environ)
    assert (done.stdout, done.stderr) == ("[]\n", "")

"""The bots of a second game: its own levels sit at its tables, play by its rules, and no other game's do."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.bots import protocol
from games.bots.whole_games import GamePlan, play_whole_game
from games.history import computer_analysis
from games.matches import bot_turns, play, stored_match
from games.matches.refusals import SiteRefusal
from games.models import Match, MatchState, TurnOrigin
from games.registry import RULES, all_levels
from tests.api.callers import Caller, is_problem
from tests.factories import level_bot, person, running_match

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lanterns_bots")]


def begun(ann: User, **wishes: object) -> Match:
    """A casual game of Ann with the bot, opened by the API."""
    seats = [{"kind": "me"}, {"kind": "bot", "level": "drifter"}]
    options = {"asks": "ask", "wind": "on"}
    answer = Caller(ann).post("/matches", {"rules": "lanterns", "seats": seats, "options": options, **wishes})
    assert answer.status_code == 201, answer.content
    return Match.objects.get(key=answer.json()["key"])


def play_on(match: Match, ann: User, most: int = 400) -> Match:
    """The match after Ann and the bot have played: she anything that is allowed."""
    rng = random.Random(match.key)
    for _ in range(most):
        match = Match.objects.get(pk=match.pk)
        if not match.is_running:
            break
        seat = rng.choice(stored_match.game_of(match).awaited())
        if match.seats.get(index=seat).user_id != ann.pk:
            bot_turns.play_turn(match_id=match.pk, number=match.next_number, seat=seat)
            continue
        text = rng.choice([text for text in stored_match.game_of(match).choices(seat) if text != "undo"])
        now = timezone.now() + timedelta(minutes=1)
        play.play_turn(
            match_key=match.key,
            player=ann,
            seat=seat,
            number=match.next_number,
            text=text,
            by=TurnOrigin.PERSON,
            now=now,
        )
    return match


def test_a_person_plays_the_bot_to_the_end_through_the_api_and_its_pages(client: Client) -> None:
    ann = person("Ann")
    match = begun(ann)
    client.force_login(ann)
    assert "Drifter" in client.get(match.get_absolute_url()).text

    match = play_on(match, ann)

    assert match.state == MatchState.FINISHED
    assert {TurnOrigin.BOT, TurnOrigin.PERSON} <= set(match.turns.values_list("by", flat=True))
    pages = [client.get(f"{match.get_absolute_url()}{path}") for path in ("", "1/?why=1", "1/?mode=analysis")]
    assert [page.status_code for page in pages] == [200] * 3
    assert ['id="reasons"' in page.text or 'id="analyse"' in page.text for page in pages] == [False] * 3
    with pytest.raises(SiteRefusal, match="The bots can't play this game"):
        computer_analysis.request_analysis(match=match, user=ann, now=timezone.now())


def test_one_click_begins_a_game_with_the_bot(client: Client) -> None:
    answer = client.post("/play/lanterns/", {"level": "drifter"})

    match = Match.objects.get()
    assert (answer.status_code, match.rules, match.state) == (303, "lanterns", MatchState.RUNNING)
    assert level_bot("drifter") in [seat.user for seat in match.seats.select_related("user")]


def test_the_lobby_offers_to_watch_two_of_them(client: Client) -> None:
    assert "Drifter" in client.get("/tables/").text

    answer = client.post("/watch/lanterns/", {"level": ["drifter", "drifter"]})

    match = Match.objects.get()
    assert (answer.status_code, match.rules, match.state) == (303, "lanterns", MatchState.RUNNING)
    assert {seat.user for seat in match.seats.select_related("user")} == {level_bot("drifter")}


def test_a_new_table_offers_the_levels_of_its_game_alone(client: Client) -> None:
    client.force_login(person("Ann"))
    names = [
        [name in client.get(f"/tables/new/{key}/").text for name in ("Bot: Drifter", "Bot: Elder")] for key in RULES
    ]
    assert dict(zip(RULES, names, strict=True)) == {"taluva": [False, True], "lanterns": [True, False]}


def test_a_level_of_another_game_is_refused_with_those_that_there_are() -> None:
    ann, tables = person("Ann"), [("lanterns", "seedling", "drifter."), ("taluva", "drifter", "seedling, settler")]
    for rules, level, listed in tables:
        answer = Caller(ann).post(
            "/matches", {"rules": rules, "seats": [{"kind": "me"}, {"kind": "bot", "level": level}]}
        )
        assert is_problem(answer, 422)
        assert f"Choose one of: {listed}" in answer.json()["detail"]
    with pytest.raises(SiteRefusal, match="The bots can't play this game"):
        running_match(ann, level_bot("drifter"))


def test_the_bot_stands_in_for_who_is_late() -> None:
    ann, late = person("Ann"), timezone.now() + timedelta(days=30)
    match = begun(ann, at_deadline="stand-in", stand_in_level="drifter", days_per_turn=1, rated=False)
    while Match.objects.get(pk=match.pk).seats.get(user=ann).is_awaited is False:
        match = play_on(match, ann, most=1)
    number, index = Match.objects.get(pk=match.pk).next_number, match.seats.get(user=ann).index
    play.time_out(match_id=match.pk, seat=index, number=number, now=late)

    bot_turns.play_turn(match_id=match.pk, number=number, seat=index)

    turn = match.turns.get(number=number)
    assert (turn.by, turn.user, turn.seat) == (TurnOrigin.STAND_IN, level_bot("drifter"), index)


def test_whole_games_and_the_line_protocol_go_by_the_record() -> None:
    settings = RULES["lanterns"].check_options({"players": 3, "wind": "on"})
    log = play_whole_game(GamePlan("lanterns", settings, "5" * 64, ("drifter",) * 3))
    game = RULES["lanterns"].start(settings, "5" * 64, draw_seats=False).game
    said: list[str] = []
    record = game.to_record(game.awaited()[0])
    lines = [protocol.HELLO, f"record {record.count(chr(10))}", *record.splitlines(), "choose"]

    protocol.serve_program("drifter", iter([f"{line}\n" for line in lines]), said.append, seed=1)

    assert len(log) > 3
    assert said[0] == "name Drifter"
    assert game.why_not(said[1].removeprefix("turn ")) is None
    assert "drifter" in all_levels()

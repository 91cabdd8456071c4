"""How a finished game went: chances, turning points, accuracy, and what one can take away."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from django.test import Client
from PIL import Image

from accounts.models import User
from accounts.services import account_deletion
from games.history import course, ratings
from games.matches import play, stored_match
from games.models import Analysis, Match, ProfileWishes, RatingChange, Visibility
from games.pictures import drawing
from games.registry import RULES
from games.replays import replay_game
from games.tasks import draw_animation
from tests.factories import NOW, another_turn, people, played_on, running_match

pytestmark = pytest.mark.django_db


def ended(turns: int = 4) -> Match:
    """A game of Ann and Ben; she gives up after some turns."""
    ann, ben = User.objects.filter(username__in=["Ann", "Ben"]).order_by("pk") or people(2)
    match = played_on(running_match(ann, ben), turns)
    play.resign_match(match_id=match.pk, player=ann, now=NOW)
    return Match.objects.get(pk=match.pk)


def looked_at(match: Match, *chances: float, best: float = 0.9) -> None:
    """The first seat's chances after each turn; the bots' choice was always another turn, worth `best`."""
    for number, chance in enumerate(chances):
        turns = [[another_turn(match, number), best]]
        Analysis.objects.create(match=match, number=number, chances=[chance, 1 - chance], turns=turns, simulations=24)


def page(match: Match, address: str = "course/") -> str:
    return " ".join(Client().get(match.get_absolute_url() + address, follow=True).text.split())


def test_the_pages_of_a_rated_game_say_what_it_made_of_the_ratings() -> None:
    match = ended()
    before = page(match, "")
    ratings.reckon_waiting()
    changes = {change.user.username: change for change in RatingChange.objects.select_related("user")}
    moved = {name: round(60 * (change.mu - change.mu_before)) for name, change in changes.items()}

    assert (before.count("(+"), moved["Ann"] < 0 < moved["Ben"]) == (0, True)
    for address in ("", "course/"):
        shown = page(match, address)
        assert f"(+{moved['Ben']})" in shown
        assert f"(−{-moved['Ann']})" in shown
    assert "(+" not in page(match, "3/")


def test_who_keeps_the_ratings_private_sees_alone_what_a_game_made_of_them() -> None:
    match = ended()
    ratings.reckon_waiting()
    ann, ben = (match.seats.get(index=index).user for index in range(2))
    ProfileWishes.objects.create(user=ben, ratings=False)
    seen = {}
    for reader in (None, ann, ben):
        client = Client()
        if reader:
            client.force_login(reader)
        told = [client.get(match.get_absolute_url() + address, follow=True).text for address in ("", "course/")]
        seen[reader and reader.username] = ["".join(sorted(re.findall(r"\(([+−])\d+\)", text))) for text in told]

    assert seen == {None: ["−", "−−"], "Ann": ["−", "−−"], "Ben": ["+−", "++−−"]}  # with the seats and in the table


def test_chances_end_with_the_result_and_are_unknown_where_nobody_looked() -> None:
    match = ended()
    looked_at(match, 0.5, 0.6)
    game = stored_match.replay_match(match, match.turn_number)

    found = course.win_chances("taluva", game, {row.number: row for row in match.analyses.all()})

    assert found == [[0.5, 0.5], [0.6, 0.4], None, None, None, [0.0, 1.0]]


def test_turning_points_are_the_turns_that_moved_their_player_most() -> None:
    match = ended()
    game = stored_match.replay_match(match, match.turn_number)
    movers = [entry.seat for entry in game.entries]
    first = [0.5, 0.52, 0.9, 0.85, 0.2]
    course_of_it: course.Chances = [*([chance, 1 - chance] for chance in first), [0.0, 1.0]]

    found = course.largest_swings(game, {}, course_of_it)

    assert [swing.number for swing in found] == [2, 4, 5]
    assert [swing.seat for swing in found] == [movers[1], movers[3], movers[4]]
    assert found[0].size == pytest.approx(0.38)


def test_a_turning_point_is_of_whoever_it_moved_most() -> None:
    match = played_on(running_match(*people(3)), 3)
    game = stored_match.game_of(match)
    course_of_it: course.Chances = [[0.3, 0.4, 0.3], [0.3, 0.3, 0.4], [0.3, 0.3, 0.4], [0.35, 0.6, 0.05]]

    [swing] = course.largest_swings(game, {}, course_of_it)

    assert (swing.number, swing.seat, swing.before, swing.after) == (3, 2, 0.4, 0.05)


@pytest.mark.parametrize(
    ("turns", "after", "cause"),
    [
        ([["played", 0.5]], 0.5, None),
        ([["played", 0.5]], 0.9, course.Cause.DRAW),
        ([["played", 0.5]], 0.2, course.Cause.DRAW),
        ([["other", 0.7], ["played", 0.3]], 0.3, course.Cause.MISTAKE),
        ([["other", 0.7], ["played", 0.5]], 0.1, course.Cause.DRAW),
        ([["other", 0.7]], 0.3, course.Cause.MISTAKE),
        ([["other", 0.4]], 0.8, course.Cause.GOOD_TURN),
        ([["other", 0.4]], 0.41, None),
        ([], 0.9, None),
    ],
)
def test_a_draw_a_good_turn_and_a_mistake_are_three_things(
    turns: list[list[Any]], after: float, cause: course.Cause | None
) -> None:
    game = stored_match.game_of(played_on(running_match(*people(2)), 1))
    entry = game.entries[0]
    row = Analysis(number=0, chances=[0.5, 0.5], turns=[[text.replace("played", entry.text), p] for text, p in turns])
    chances = [after if seat == entry.seat else 1 - after for seat in range(2)]

    assert course.cause_of(game, {0: row}, [[0.5, 0.5], chances], 1) == cause


def test_who_leaves_the_game_makes_no_mistake() -> None:
    match = ended(turns=1)
    game = stored_match.replay_match(match, match.turn_number)
    row = Analysis(number=1, chances=[0.5, 0.5], turns=[["other", 0.9]])

    assert course.cause_of(game, {1: row}, [[0.5, 0.5], [0.5, 0.5], [0.0, 1.0]], 2) is course.Cause.DEPARTURE


def test_accuracy_is_full_for_the_bots_choice_and_falls_with_what_was_given_away() -> None:
    match = ended()
    game = stored_match.replay_match(match, match.turn_number)
    one, two = (entry.seat for entry in game.entries[:2])
    own = [0.5 if seat == one else 0.4 for seat in range(2)]
    rows = {
        0: Analysis(number=0, chances=[0.5, 0.5], turns=[[game.entries[0].text, 0.9]]),
        1: Analysis(number=1, chances=own, turns=[["another turn", 0.5]]),
    }
    chances: course.Chances = [[0.5, 0.5], own, [0.4 if seat == two else 0.6 for seat in range(2)], None, None, None]

    found = course.seat_accuracies(game, rows, chances)

    assert (found[one], found[two]) == (100, 61)


def test_winners_share_the_end_and_a_team_has_it_whole() -> None:
    options = RULES["taluva"].check_options({"players": 4, "teams": "on"})
    game = RULES["taluva"].start(options, "5" * 64, draw_seats=False).game
    for seat in (0, 2):
        game.resign(seat)

    assert course.final_chances("taluva", game) == [0.0, 1.0, 0.0, 1.0]


@pytest.mark.parametrize(
    ("places", "left"), [((1, 2, 3), [1.0, 0.5, 0.0]), ((1, 1, 3), [0.75, 0.75, 0.0]), ((3, 1, 1), [0.0, 0.75, 0.75])]
)
def test_where_every_place_counts_each_has_what_it_leaves_behind(places: tuple[int, ...], left: list[float]) -> None:
    assert [course.share_beaten(place, places) for place in places] == left


def test_a_game_with_ranking_speaks_of_places() -> None:
    match = running_match(*people(3), settings={"ranking": "on"})
    for index in range(2):
        play.resign_match(match_id=match.pk, player=match.seats.get(index=index).user, now=NOW)
    match = Match.objects.get(pk=match.pk)
    for number in range(match.turn_number):
        Analysis.objects.create(match=match, number=number, chances=[0.5, 0.5, 0.5], turns=[], simulations=24)

    assert course.final_chances("taluva", stored_match.replay_match(match, match.turn_number)) == [0.0, 0.5, 1.0]
    assert "this game ranks every place" in page(match)
    assert "Expected share of opponents beaten:" in page(match, "1/")


def test_the_page_tells_turning_points_with_the_bots_choice_beside_them() -> None:
    match = ended()
    looked_at(match, 0.5, 0.52, 0.9, 0.85, 0.2)

    told = page(match)

    turned = told[told.index('id="swings"') :]
    assert told.count('class="marked"') == 3
    assert turned.count("Bots' choice, with") == 2
    assert turned.count("A mistake: the bots would have played another turn.") == 2
    [choice] = re.findall(r'/4/\?instead=1&mode=analysis">([^<]+)</a> <code>([^<]+)</code>', told)
    assert re.fullmatch(r"Tile \w+ the .+, towards \w+\. .+\.", choice[0])
    assert choice[1] == another_turn(match, 3)
    assert "Accuracy" in told
    assert "; <b>52 %</b>" in told


def test_without_analysis_the_supplies_are_drawn_and_the_analysis_is_offered() -> None:
    match = ended()

    told = page(match)

    assert told.count('<svg class="chart"') == 3
    assert [name for name in ("Huts", "Temples", "Towers") if f"<h3>{name}</h3>" in told] == [
        "Huts",
        "Temples",
        "Towers",
    ]
    assert "Log in to request a computer analysis." in told
    assert '<td class="num">20, 3, 2</td>' in told


def test_it_leads_to_the_other_games_of_its_players_and_of_both() -> None:
    match = ended()
    gone = Match.objects.get(pk=match.pk)
    both = ['?player=Ann">Ann</a>', '?player=Ben">Ben</a>', '?player=Ann&amp;opponent=Ben">Ann and Ben</a>']

    for address in ("course/", ""):
        assert [link for link in both if link in page(match, address)] == both
    account_deletion.delete_account(user=User.objects.get(username="Ben"), now=NOW)
    assert page(gone, "course/").count("?player=") == 1


@pytest.mark.parametrize("address", ["course/", "record.json", "game.gif"])
def test_nothing_of_it_is_there_before_the_end_or_for_strangers_of_a_private_match(address: str) -> None:
    running = played_on(running_match(*people(2)), 2)
    assert Client().get(running.get_absolute_url() + address).status_code == 404
    play.resign_match(match_id=running.pk, player=running.creator, now=NOW)
    Match.objects.update(visibility=Visibility.PRIVATE)

    assert Client().get(running.get_absolute_url() + address).status_code == 404


def test_a_program_gets_everything_and_can_replay_it() -> None:
    match = ended()

    told = json.loads(Client().get(f"{match.get_absolute_url()}record.json").content)

    game = replay_game(
        RULES[told["rules"]],
        told["options"],
        told["seed"],
        draw_seats=match.draw_seats,
        entries=[(turn["seat"], turn["text"]) for turn in told["turns"]],
    )
    assert [seat["place"] for seat in told["seats"]] == list(game.places)
    assert RULES[told["rules"]].from_record(told["record"]).turn == len(told["turns"])
    assert told["reason"] == game.reason


def test_a_moving_picture_is_drawn_by_a_task_once_and_then_kept(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    told: list[tuple[int]] = []
    monkeypatch.setattr(draw_animation, "apply_async", lambda args, *_more, **_options: told.append(args))
    match, client = ended(2), Client()
    address = f"{match.get_absolute_url()}game.gif"
    with django_capture_on_commit_callbacks(execute=True):
        waiting = [client.get(address) for _again in range(2)]
    assert [(answer.status_code, answer["Refresh"]) for answer in waiting] == [(202, "3")] * 2
    assert told == [(match.pk,)]

    drawing.draw_animation(match_id=match.pk)
    answer = client.get(address)

    assert (answer.status_code, answer["Content-Type"]) == (200, "image/gif")
    with Image.open(BytesIO(answer.content)) as moving:
        assert getattr(moving, "n_frames", 1) == match.turn_number + 1


def test_the_page_costs_the_same_however_long_the_game(django_assert_num_queries: Any) -> None:
    for match in (ended(2), ended(12)):
        with django_assert_num_queries(7):
            Client().get(f"{match.get_absolute_url()}1/?mode=analysis")

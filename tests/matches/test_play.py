"""The write path: what it plays, and what it refuses without leaving a trace."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from games.matches import play, refusals, stored_match
from games.models import Match, MatchState, SeatOrder, TurnOrigin
from games.models.match import DeadlinePolicy
from games.models.notice import Event
from games.registry import IllegalTurn, Refusal
from games.taluva.rules import Game
from tests.factories import (
    NOW,
    finished_match,
    first_choice,
    level_bot,
    outside_bot,
    people,
    person,
    played,
    played_on,
    running_match,
)

pytestmark = pytest.mark.django_db


def trace(match: Match) -> object:
    """All that a turn changes, to compare."""
    match = Match.objects.get(pk=match.pk)
    seats = list(match.seats.values("index", "user", "awaited_since", "deadline", "place", "reason"))
    return match.turn_number, match.state, match.turn_at, seats, list(match.turns.values()), match.notices.count()


def test_turn_is_logged_and_hands_over_to_the_next_seat() -> None:
    ann, ben = people(2)
    match = running_match(ann, ben)
    text = first_choice(match)
    played(match, text, now=NOW + timedelta(hours=5))

    turn = match.turns.get()
    assert (turn.number, turn.seat, turn.text, turn.by, turn.user) == (1, 0, text, TurnOrigin.PERSON, ann)
    assert (turn.used, turn.played_at) == (timedelta(hours=5), NOW + timedelta(hours=5))
    first, second = match.seats.all()
    assert (first.awaited_since, first.deadline) == (None, None)
    assert second.awaited_since == NOW + timedelta(hours=5)
    assert second.deadline is not None
    assert match.notices.get(user=ben, event=Event.YOUR_TURN).turn == 1


def test_stale_turn_is_refused_and_changes_nothing() -> None:
    ann, ben = people(2)
    match = played(running_match(ann, ben))
    before = trace(match)
    for number in (0, 1, 3):
        with pytest.raises(refusals.StaleTurn) as refused:
            played(match, player=ben, number=number)
        assert refused.value.status == 409

    assert trace(match) == before


def test_same_key_again_gets_the_first_answer() -> None:
    ann, ben = people(2)
    match = running_match(ann, ben)
    text = first_choice(match)
    played(match, text, key="one click")
    again = played(match, text, key="one click", player=ann, number=1)

    assert (again.turn_number, match.turns.count()) == (1, 1)


def test_same_key_again_gets_the_first_answer_after_others_have_played_too() -> None:
    ann, ben = people(2)
    match = running_match(ann, ben)
    text = first_choice(match)
    match = played(played(match, text, key="one click"))
    again = played(match, f"  {text} ".replace(" ", "  "), key="one click", player=ann, number=1)

    assert (again.turn_number, match.turns.count()) == (2, 2)


def test_key_that_was_used_plays_no_other_turn_and_says_so() -> None:
    ann, ben = people(2)
    match = running_match(ann, ben)
    first, other = stored_match.game_of(match).choices(0)[:2]
    match = played(played(match, first, key="one click"))
    before = trace(match)
    for text, number in [(first_choice(match), 3), ("nonsense", 3), (first, 3), (other, 1), ("nonsense", 1)]:
        with pytest.raises(refusals.UsedKey) as refused:
            played(match, text, key="one click", player=ann, number=number)
        assert refused.value.status == 422

    assert trace(match) == before


def test_key_of_a_turn_resigns_nothing_and_the_other_way_round() -> None:
    ann, ben, cleo = people(3)
    match = played(running_match(ann, ben, cleo), key="one click")
    with pytest.raises(refusals.UsedKey):
        play.resign_match(match_id=match.pk, player=ann, now=NOW, key="one click")
    match = play.resign_match(match_id=match.pk, player=ann, now=NOW, key="another")
    with pytest.raises(refusals.UsedKey):
        played(match, match.turns.last().text, key="another", player=ann, number=2)

    assert match.turns.count() == 2


def test_a_turn_takes_seven_queries() -> None:
    ann, ben = people(2)
    match = played_on(running_match(ann, ben), 4)
    text = first_choice(match)
    stored_match.cache_position(match.key, 4, stored_match.game_of(match))
    with CaptureQueriesContext(connection) as queries:
        played_again = play.play_turn(
            match_key=match.key,
            player=ann,
            number=5,
            text=text,
            by=TurnOrigin.PERSON,
            key="5",
            now=NOW + timedelta(days=1),
        )

    asked = [query["sql"].split()[0] for query in queries if "SAVEPOINT" not in query["sql"]]
    assert played_again.turn_number == 5
    assert asked == ["SELECT", "SELECT", "INSERT", "UPDATE", "UPDATE", "UPDATE", "INSERT"]


def test_key_of_one_player_is_not_the_other_player_s() -> None:
    ann, ben = people(2)
    match = played(running_match(ann, ben), key="1")
    match = played(match, key="1", player=ben)

    assert list(match.turns.values_list("user", "key")) == [(ann.pk, "1"), (ben.pk, "1")]


@pytest.mark.parametrize(
    ("text", "clause"),
    [("nonsense", "T-10.2"), ("", "T-10.2"), ("XX@0,0E H@1,0", "T-10.2"), ("{tile}@4,4E H@5,4", "T-4.1")],
)
def test_illegal_turn_names_its_clause_and_changes_nothing(text: str, clause: str) -> None:
    match = running_match(*people(2))
    before = trace(match)
    with pytest.raises(IllegalTurn) as refused:
        played(match, text.format(tile=stored_match.game_of(match).tile))

    assert refused.value.clause == clause
    assert trace(match) == before


def test_only_the_awaited_player_plays() -> None:
    ann, ben, cleo = people(3)
    match = running_match(ann, ben)
    for stranger in (ben, cleo):
        with pytest.raises(refusals.NotYourTurn):
            played(match, player=stranger)

    assert match.turns.count() == 0


def test_the_rules_say_who_may_play(monkeypatch: pytest.MonkeyPatch) -> None:
    ann, ben = people(2)
    match = running_match(ann, ben)
    monkeypatch.setattr(Game, "may_play", lambda game: (0, 1))
    with pytest.raises(IllegalTurn, match=r"^It is not this seat's turn\.$"):
        played(match, player=ben)

    assert played(match, player=ann).turns.get().seat == 0
    monkeypatch.setattr(Game, "may_play", lambda game: ())
    with pytest.raises(refusals.NotYourTurn):
        played(match, player=ben)


@pytest.mark.parametrize("text", ["timeout", "resign", " resign ", "resign:0", "resign:1"])
def test_nobody_leaves_with_a_turn(text: str) -> None:
    match = running_match(*people(2))
    before = trace(match)
    with pytest.raises(refusals.NotATurn) as refused:
        played(match, text)

    assert refused.value.status == 422
    assert trace(match) == before


def test_ended_match_takes_no_turn() -> None:
    ann, ben = people(2)
    match = finished_match(ann, ben)
    assert match.state == MatchState.FINISHED
    with pytest.raises(refusals.NotRunning):
        play.play_turn(match_key=match.key, player=ann, number=25, text="x", by=TurnOrigin.PERSON, now=NOW)
    with pytest.raises(refusals.NotRunning):
        play.resign_match(match_id=match.pk, player=ann, now=NOW)


def test_last_turn_ends_the_match_with_places_and_a_notice_for_all() -> None:
    ann, ben = people(2)
    match = finished_match(ann, ben)
    game = stored_match.game_of(match)

    assert (match.reason, match.ended_at) == (game.reason, match.turn_at)
    assert tuple(match.seats.values_list("place", flat=True)) == game.places
    assert not match.seats.filter(awaited_since__isnull=False).exists()
    assert set(match.notices.filter(event=Event.ENDED).values_list("user", flat=True)) == {ann.pk, ben.pk}


def test_resigning_needs_no_turn_and_happens_once() -> None:
    ann, ben, cleo = people(3)
    match = running_match(ann, ben, cleo)
    play.resign_match(match_id=match.pk, player=cleo, now=NOW)
    with pytest.raises(Refusal) as refused:
        play.resign_match(match_id=match.pk, player=cleo, now=NOW)

    assert refused.value.clause == "T-6.4"
    assert list(match.turns.values_list("seat", "text")) == [(2, "resign:2")]
    match = play.resign_match(match_id=match.pk, player=ann, now=NOW)
    assert (match.state, match.reason) == (MatchState.FINISHED, "last-standing")
    assert list(match.seats.values_list("place", flat=True)) == [2, 1, 2]


def test_resigning_twice_with_one_key_gets_the_first_answer() -> None:
    ann, ben, cleo = people(3)
    match = running_match(ann, ben, cleo)
    play.resign_match(match_id=match.pk, player=ann, now=NOW, key="r")
    play.resign_match(match_id=match.pk, player=ann, now=NOW, key="r")

    assert match.turns.count() == 1


def test_stranger_does_not_resign_for_others() -> None:
    match = running_match(*people(2))
    with pytest.raises(refusals.NotYourTurn):
        play.resign_match(match_id=match.pk, player=person("Zoe"), now=NOW)


def test_time_runs_out_only_when_it_has() -> None:
    ann, ben = people(2)
    match = running_match(ann, ben)
    deadline = match.seats.get(index=0).deadline
    assert deadline is not None
    late = deadline + timedelta(seconds=1)
    for seat, number, now in [(0, 1, deadline - timedelta(seconds=1)), (1, 1, late), (0, 2, late)]:
        play.time_out(match_id=match.pk, seat=seat, number=number, now=now)
    assert match.turns.count() == 0

    match = play.time_out(match_id=match.pk, seat=0, number=1, now=late)
    assert list(match.turns.values_list("seat", "text", "by")) == [(0, "timeout", TurnOrigin.CLOCK)]
    assert (match.state, list(match.seats.values_list("place", flat=True))) == (MatchState.FINISHED, [2, 1])
    play.time_out(match_id=match.pk, seat=0, number=1, now=late)
    assert match.turns.count() == 1


def test_bot_stands_in_and_makes_way_when_the_person_is_back() -> None:
    ann, ben = people(2)
    bot = level_bot()
    match = running_match(ann, ben, at_deadline=DeadlinePolicy.STAND_IN, stand_in_level=bot.bot_level)
    late = NOW + timedelta(days=30)
    play.time_out(match_id=match.pk, seat=0, number=1, now=late)
    seat = match.seats.get(index=0)
    assert (seat.stand_in, seat.deadline, match.turns.count()) == (True, None, 0)

    match = played(match, player=bot, seat=0, by=TurnOrigin.STAND_IN)
    match = played(match, player=ben)
    match = played(match, player=ann)
    assert [turn.by for turn in match.turns.all()] == [TurnOrigin.STAND_IN, TurnOrigin.PERSON, TurnOrigin.PERSON]
    assert not match.seats.get(index=0).stand_in


def test_program_that_plays_again_has_its_seat_back() -> None:
    robo, ben = outside_bot(), person("Ben")
    match = running_match(robo, ben, at_deadline=DeadlinePolicy.STAND_IN, stand_in_level=level_bot().bot_level)
    play.time_out(match_id=match.pk, seat=0, number=1, now=NOW + timedelta(days=30))
    played(match, player=robo, by=TurnOrigin.BOT)

    assert not match.seats.get(index=0).stand_in


def test_bot_does_not_play_for_somebody_who_is_there() -> None:
    bot = level_bot()
    match = running_match(*people(2), at_deadline=DeadlinePolicy.STAND_IN, stand_in_level=bot.bot_level)
    with pytest.raises(refusals.NotYourTurn):
        played(match, player=bot, seat=0, by=TurnOrigin.STAND_IN)


def test_prepared_turn_is_played_in_the_same_breath_or_dropped() -> None:
    ann, ben = people(2)
    match = running_match(ann, ben, settings={"preview": "on"})
    text = first_choice(match)
    game = stored_match.game_of(match)
    game.play(text)
    for order, expected in [(game.choices(1)[0], 2), ("JJ@40,40E H@41,40", 1)]:
        fresh = running_match(ann, ben, settings={"preview": "on"})
        Match.objects.filter(pk=fresh.pk).update(sealed_seed=match.seed)
        SeatOrder.objects.create(match=fresh, seat=1, kind="turn", text=order)
        fresh.seats.filter(index=1).update(has_orders=True)
        stored_match.clear_cache()
        fresh = played(fresh, text)

        assert fresh.turn_number == expected
        assert [turn.by for turn in fresh.turns.all()] == [TurnOrigin.PERSON, TurnOrigin.PREPARED][:expected]
        assert not fresh.orders.exists()
        assert not fresh.seats.filter(has_orders=True).exists()


def test_turn_that_was_rolled_back_is_not_remembered() -> None:
    """The cache of positions holds committed turns only: else a process would go on with a turn that nobody played."""
    match = running_match(*people(2))

    with transaction.atomic():
        stored_match.game_of(played(match))
        transaction.set_rollback(True)
    match.refresh_from_db()
    other = stored_match.game_of(match).choices(0)[-1]
    match = played(match, other)

    assert stored_match.game_of(match).entries[0].text == other


def test_log_replays_to_what_the_rows_say() -> None:
    match = played_on(running_match(*people(4)), 30)
    stored_match.clear_cache()
    game = stored_match.replay_match(match, match.turn_number)

    assert game.turn == match.turn_number == 30
    assert [seat.is_awaited for seat in match.seats.all()] == [seat in game.awaited() for seat in range(4)]

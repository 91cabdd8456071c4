"""Whoever leaves the club leaves their tables too."""

from __future__ import annotations

from datetime import datetime

import pytest

from accounts.models import User
from accounts.services import account_deletion
from games.matches import bot_turns, play
from games.matches.tables import tables
from games.matches.tables.tables import SeatPlan
from games.models import Match, MatchState, TurnOrigin
from games.models.match import DeadlinePolicy
from tests.factories import NOW, open_table, people, played, running_match

pytestmark = pytest.mark.django_db


def test_leaving_resigns_what_runs_and_withdraws_what_is_open() -> None:
    ann, ben, cleo = people(3)
    two = played(running_match(ann, ben))
    three = running_match(ann, ben, cleo)
    own, joined = open_table(ann), open_table(ben, SeatPlan(user=ann), SeatPlan())

    account_deletion.delete_account(user=ann, now=NOW)

    assert states(two, three, own, joined) == [
        MatchState.FINISHED,
        MatchState.RUNNING,
        MatchState.CANCELLED,
        MatchState.OPEN,
    ]
    assert Match.objects.get(pk=two.pk).seats.get(user=ben).place == 1
    assert three.turns.get().text == "resign"
    assert not joined.seats.filter(user=ann).exists()


def test_a_bot_goes_on_for_who_leaves_where_one_was_to_stand_in() -> None:
    ann, ben, cleo = people(3)
    with_bot = {"at_deadline": DeadlinePolicy.STAND_IN, "stand_in_level": "settler"}
    match = running_match(ann, ben, cleo, **with_bot)
    lost = play.resign_match(match_id=running_match(ann, ben, cleo, **with_bot).pk, player=ann, now=NOW)

    account_deletion.delete_account(user=ann, now=NOW)
    bot_turns.play_turn(match_id=match.pk, number=1, seat=0)

    turn, seat = match.turns.get(), match.seats.get(index=0)
    assert (turn.by, turn.user, turn.seat) == (TurnOrigin.STAND_IN, bot_turns.bot_account("settler"), 0)
    assert (seat.stand_in, seat.deadline, seat.reason) == (True, None, "")
    assert match.seats.get(index=1).is_awaited
    assert [entry.text for entry in lost.turns.all()] == ["resign"]
    assert not lost.seats.get(index=0).stand_in


def test_a_table_that_starts_at_that_moment_is_resigned(monkeypatch: pytest.MonkeyPatch) -> None:
    ann, ben, cleo = people(3)
    match = open_table(ann, SeatPlan(), SeatPlan(), draw_seats=False)
    tables.join_table(match_id=match.pk, user=ben, now=NOW)
    leave = tables.leave_table

    def too_late(*, match_id: int, user: User, now: datetime) -> Match:
        tables.join_table(match_id=match_id, user=cleo, now=now)
        return leave(match_id=match_id, user=user, now=now)

    monkeypatch.setattr(tables, "leave_table", too_late)

    assert account_deletion.delete_account(user=ben, now=NOW).is_gone
    assert states(match) == [MatchState.RUNNING]
    assert match.turns.get().text.startswith("resign")


def states(*matches: Match) -> list[str]:
    return [Match.objects.get(pk=match.pk).state for match in matches]

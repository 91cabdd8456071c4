"""The end of a match as its readers see it, built without a request."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from accounts.models import User
from games.history import ratings
from games.matches import bot_turns, play, queries
from games.matches.views.end_view import DecidingTurn, EndView, deciding_turn, end_view
from games.matches.views.game_view import NamedPlayer, VisibleGame, match_seen
from games.models import Match
from games.registry import RULES
from tests.factories import NOW, browser_of, guest, level_bot, people, played_on, running_match

pytestmark = pytest.mark.django_db


def end_of(match: Match, who: User | None) -> EndView:
    match = queries.match_for(match.key, who)
    return end_view(match, match_seen(match, who), who)


def resigned(match: Match, *leavers: User) -> Match:
    """The match after these people have resigned, in this order."""
    for leaver in leavers:
        match = play.resign_match(match_id=match.pk, player=leaver, now=NOW)
    return match


def test_winner_loser_and_spectator_read_who_won() -> None:
    ann, ben, cleo = people(3)
    match = resigned(played_on(running_match(ann, ben), 4), ann)
    ends = [end_of(match, who) for who in (ann, ben, cleo, None)]

    assert [(end.headline, end.place) for end in ends] == [
        ("Ben won", 2),
        ("You won", None),
        ("Ben won", None),
        ("Ben won", None),
    ]
    assert {(str(end.why), tuple(end.winners), end.picture) for end in ends} == {
        ("Ann resigned.", (1,), f"/games/{match.key}/5/link.png")
    }
    assert [[(racer.seat.index, racer.is_own) for racer in end.racers] for end in ends[:2]] == [
        [(1, False), (0, True)],
        [(1, True), (0, False)],
    ]


def test_a_team_wins_together() -> None:
    ann, ben, cleo, dov = people(4)
    match = resigned(running_match(ann, ben, cleo, dov, settings={"teams": "on"}), ben, dov)

    assert [end_of(match, who).headline for who in (ann, cleo, ben, None)] == [
        "You and Cleo won",
        "You and Ann won",
        "Ann and Cleo won",
        "Ann and Cleo won",
    ]


def test_a_few_pieces_are_drawn_one_by_one_and_many_as_a_bar() -> None:
    ann, ben = people(2)
    match = resigned(played_on(running_match(ann, ben), 6), ann)
    end = end_of(match, None)
    ben_first = end.racers[0].bars

    assert [str(kind) for kind in end.kinds] == ["Temples", "Towers", "Huts"]
    assert [(bar.most, len(bar.pieces)) for bar in ben_first] == [(3, 3), (2, 2), (20, 0)]
    assert [sum(bar.pieces) for bar in ben_first[:2]] == [bar.built for bar in ben_first[:2]]
    assert ben_first[2].built > 0


def test_a_rated_game_shows_each_rating_before_and_after() -> None:
    ann, ben = people(2)
    match = resigned(played_on(running_match(ann, ben), 4), ann)
    ratings.reckon_waiting()
    spans = [racer.rating for racer in end_of(match, None).racers]

    assert [span and span.before for span in spans] == [1500, 1500]
    assert [span is not None and span.after > span.before for span in spans] == [True, False]


def test_a_stronger_bot_comes_after_a_win_and_a_weaker_one_after_a_loss() -> None:
    visitor, levels = guest(), list(bot_turns.offered_levels("taluva"))
    assert len(levels) > 2
    lost = [resigned(running_match(visitor, level_bot(level)), visitor) for level in levels[:2]]
    won = [resigned(running_match(visitor, level_bot(level)), level_bot(level)) for level in (levels[0], levels[-1])]

    offers = [(end.bot and end.bot.level, end.may_learn) for end in (end_of(match, visitor) for match in (*lost, *won))]
    assert offers == [(None, True), (levels[0], False), (levels[1], False), (None, False)]
    assert end_of(won[0], None).bot is None


def test_among_several_no_bot_is_offered() -> None:
    ann, ben = people(2)
    match = resigned(running_match(ann, ben, level_bot()), ann, ben)

    assert (end_of(match, ann).bot, end_of(match, ann).may_learn) == (None, False)


@pytest.mark.parametrize(
    ("chances", "decided"),
    [
        ({}, None),
        ({1: 0.5, 2: 0.55, 3: 0.6}, None),
        ({1: 0.4, 2: 0.5, 3: 0.8, 4: 0.7}, (3, "Ann", 50, 80)),
        ({1: 0.4, 3: 0.9}, None),
        # To leave the game is no turn that decided.
        ({3: 0.5, 4: 0.4}, None),
    ],
)
def test_the_turn_that_raised_the_winner_most_decided(
    chances: Mapping[int, float], decided: tuple[int, str, int, int] | None
) -> None:
    ann, ben = people(2)
    match = resigned(played_on(running_match(ann, ben), 4), ann)
    seen = match_seen(queries.match_for(match.key, None), None)
    of_seats: dict[int, Sequence[float]] = {number: [1 - chance, chance] for number, chance in chances.items()}
    found = deciding_turn(seen, [1], of_seats)

    assert (found and (found.number, found.player, found.before, found.after)) == decided


def test_a_turn_that_wins_may_itself_have_decided() -> None:
    record = Path(__file__).parents[1] / "records" / "taluva" / "early-temples-towers.txt"
    game = RULES["taluva"].from_record(record.read_text())
    seats = [NamedPlayer(seat, name, game.places[seat]) for seat, name in enumerate(("Ann", "Ben"))]
    seen = VisibleGame("taluva", "", "", game, seats, ("Ann", "Ben"))
    found = deciding_turn(seen, [0], {game.turn - 1: [0.5, 0.5]})

    assert found == DecidingTurn(game.turn, "Ann", "Ann", 50, 100)


def test_a_guest_may_keep_their_games_and_others_are_not_asked() -> None:
    ann, visitor = people(1)[0], guest()
    match = resigned(running_match(visitor, ann), ann)
    pages = [browser_of(who).get(match.get_absolute_url()).text for who in (visitor, ann)]

    assert ["Keep my games" in page.partition('id="turn-bar"')[2] for page in pages] == [True, False]

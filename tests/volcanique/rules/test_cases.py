"""The table of cases, for the package and for the naive rules; and that no clause is without a case."""

from typing import cast

import pytest

from games.contract import Violation
from games.volcanique.rules import Game
from games.volcanique.rules.entries import notation
from games.volcanique.rules.entries.clauses import Rule
from games.volcanique.rules.turns import departures, judging
from games.volcanique.rules.turns.judging import RULES
from tests.volcanique.naive import NaiveGame
from tests.volcanique.rules.cases import BASE, CASES, Case
from tests.volcanique.rules.placed import game_of
from tests.volcanique.rules.played.example import Json, Played

every_case = pytest.mark.parametrize("case", CASES, ids=[f"{case.clause} {case.refused}" for case in CASES])


def seat_and_text(step: str) -> tuple[int, str]:
    """Return the seat and the text of a step."""
    player, text = step.split(" ", 1)
    return int(player[1]) - 1, text


def position(case: Case, over: Json) -> Json:
    """Return where the case takes place; a setup begins with nothing."""
    return {} if case.settings.get("setup_mode") == "build" or case.given.get("start") else BASE | case.given | over


def package_game(case: Case, over: Json) -> Game:
    """Return the game of the case in the package, before the entry."""
    game = game_of(Played("", case.settings, position(case, over), []))
    for step in case.before:
        seat, text = seat_and_text(step)
        assert game.why_not(text, seat) is None, (step, game.why_not(text, seat))
        game.play(text, seat)
    return game


def naive_game(case: Case, over: Json) -> NaiveGame:
    """Return the same by the naive rules."""
    found = position(case, over)
    game = NaiveGame.placed(case.settings, found) if found else NaiveGame(case.settings, "volcanique-test")
    for step in case.before:
        game.play(*seat_and_text(step))
    return game


@every_case
def test_entry_that_breaks_the_clause_is_refused_with_its_sentence(case: Case) -> None:
    seat, text = seat_and_text(case.refused)

    assert package_game(case, {}).why_not(text, seat) == Violation(case.clause, case.message)
    if text != "timeout":  # the naive rules leave it to the clock
        assert naive_game(case, {}).refusal(seat, text) is not None


@every_case
def test_entry_like_it_is_legal(case: Case) -> None:
    if case.legal is None:
        return
    seat, text = seat_and_text(case.legal)

    assert package_game(case, case.but).why_not(text, seat) is None
    assert naive_game(case, case.but).refusal(seat, text) is None


def test_every_clause_has_a_case_for_every_sentence() -> None:
    stated: set[object] = {clause[:2] for rule in RULES.values() for clause in cast("Rule[object]", rule).clauses}
    for module in (judging, departures, notation):
        stated |= {value for value in vars(module).values() if isinstance(value, Violation)}
    elsewhere = {judging.UNKNOWN, departures.NO_SUCH_SEAT}  # said in trials, and to strangers

    assert stated - elsewhere - {(case.clause, case.message) for case in CASES} == set()

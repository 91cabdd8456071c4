"""The rules package against the naive rules, in random games (both.py, compared.py)."""

from collections import Counter
from pathlib import Path

import pytest

from games.volcanique.rules import Game
from tests.volcanique.differential import compared
from tests.volcanique.differential.both import Both, load_rules
from tests.volcanique.differential.compared import (
    RECORD,
    Report,
    known_refusals,
    play_games,
    read_rows,
    run_games,
    source_digest,
    unreached,
    unseen_settings,
    without_messages,
    without_names,
)
from tests.volcanique.differential.reading import read_naive, read_state
from tests.volcanique.differential.refusals import unexplained
from tests.volcanique.differential.test_naive_examples import play_example
from tests.volcanique.naive import NaiveGame
from tests.volcanique.naive.power_grid import LEVELS
from tests.volcanique.recorded.test_recorded_games import FILES, read
from tests.volcanique.rules.cases import CASES, Case
from tests.volcanique.rules.played import PLAYED
from tests.volcanique.rules.test_cases import naive_game, package_game, seat_and_text

ENDS = {"land", "critters", "super", "winter", "stall", "alone"}
QUESTIONS = {"V-7.3", "V-14.5", "V-14.6", "V-16.21", "V-16.3 volcano", "V-16.14 d y", "V-16.14 d n", "V-16.18 b y"}
ARMED = {
    "carried out",
    "carried out after another in one turn",
    "dropped, its turn is over",
    "dropped, not legal",
}
WHOLE = 2000  # games
SPELLINGS = {"A-42"}  # the package reads hexes in any order, and sorts them
SELDOM = {"A-7", "A-35", "A-11 no longer legal", "V-8.4 cooperator stays"}  # which examples and records reach


def kept_report() -> Report:
    """Return what the kept games of today's sources have shown."""
    return Report.of(read_rows(RECORD).get(source_digest(), vars(Report())))


def check_coverage(report: Report) -> None:
    """Every end, power, question and clause came up, every option and every number of seats was played."""
    assert set(report.reasons) == ENDS
    assert {f"{what} {power}" for power in LEVELS for what in ("unlocked", "used")} | QUESTIONS <= set(report.applied)
    assert unreached(report.applied) - SELDOM == set()
    assert unseen_settings(report) == set()
    assert report.orders.keys() == ARMED
    assert unexplained(report.clauses) == set()
    assert report.lists > report.games


@pytest.mark.parametrize(
    ("first", "games"), [(0, 4), pytest.param(4, 60, marks=[pytest.mark.long, pytest.mark.timeout(1200)])]
)
def test_random_games_agree(first: int, games: int) -> None:
    report = play_games(range(first, first + games))

    assert report.games == games
    assert report.entries > 100 * games
    assert unexplained(report.clauses) == set()


def test_long_lists_agree_at_any_time() -> None:
    """A-62: of a game that begins with islands of the players' own, before its first entries."""
    both = next(both for both in (Both(load_rules(), number) for number in range(40)) if is_built(both))
    for _ in range(40):
        both.compare_lists()
        both.step()

    assert both.lists > 10


def is_built(both: Both) -> bool:
    """Return whether the players build their islands."""
    return both.naive.position.wait.kind == "setup"


def test_the_kept_games_are_of_these_sources_and_reach_everything() -> None:
    """`make differential` plays them anew once the rules, the naive rules or the test do something else."""
    report = kept_report()

    assert report.games >= WHOLE
    check_coverage(report)


def test_each_refusal_is_met_by_the_kept_games_or_by_a_case() -> None:
    """Of a case both have to refuse the entry by the same clause, as of what games try."""
    report = kept_report()
    pairs = dict(clauses_of(case) for case in CASES if not case.refused.endswith("timeout"))

    assert known_refusals() - set(report.refused) - set(pairs.values()) == SPELLINGS
    assert unexplained(pairs) == set()


def clauses_of(case: Case) -> tuple[str, str]:
    """Return the clauses of both for a refusal as a report has them, and that of the naive rules."""
    seat, text = seat_and_text(case.refused)
    violation, refused = package_game(case, {}).why_not(text, seat), naive_game(case, {}).refusal(seat, text)
    assert violation
    assert refused
    return f"{refused.clause} against {violation.clause}", refused.clause


def test_clauses_that_are_named_for_one_refusal() -> None:
    pairs = ["V-7.1 against V-7.1b", "A-17 against V-16.7", "V-4.1 against V-23.1", "V-9.1 against V-9.2"]

    assert unexplained(pairs) == {"V-9.1 against V-9.2"}


def test_games_are_taken_up_where_they_were_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compared, "CHUNK", 2)
    played: list[int] = []

    def play(numbers: range) -> Report:
        played.extend(numbers)
        return Report(len(numbers), 100 * len(numbers), Counter(land=len(numbers)))

    monkeypatch.setattr(compared, "play_games", play)
    path, said = tmp_path / "compared.json", list[str]()
    assert run_games(3, path, said.append, until=0.0) == Report()
    run_games(3, path, said.append)
    report = run_games(6, path, said.append)

    assert played == [0, 1, 2, 3, 4, 5]
    assert read_rows(path).keys() == {source_digest()}
    assert Report.of(read_rows(path)[source_digest()]) == report == Report(6, 600, Counter(land=6))


def test_the_record_goes_by_what_modules_do(tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    texts = ['V = ("V-1", "You can not.")', 'V = ("V-1", "You can’t do that.")  # why', 'V = ("V-2", "You can not.")']
    one, same, other = ((module.write_text(text), without_messages(module))[1] for text in texts)

    assert one == same != other


def test_the_record_does_not_go_by_the_names_of_functions() -> None:
    first = ["def one(): pass\ndef two(): pass", "from a import one\none()"]
    renamed = ["def another(): pass\ndef two(): pass", "from a import another\nanother()"]
    other = ["def one(): pass\ndef two(): pass", "from a import two\ntwo()"]

    assert without_names(first) == without_names(renamed) != without_names(other)


@pytest.mark.long
@pytest.mark.soak
@pytest.mark.timeout(14400)
def test_many_random_games_agree(tmp_path: Path) -> None:
    report = run_games(WHOLE, tmp_path / "compared.json", print)

    check_coverage(report)


def replayed(game: Game) -> NaiveGame:
    """Return what the naive rules make of a recorded game."""
    naive = NaiveGame(dict(game.settings), str(game.knowledge.seed), draw_seats=game.knowledge.is_drawn)
    for seat, text in game.entries:
        assert naive.refusal(seat, text) is None or text in ("resign", "timeout"), text
        naive.play(seat, text)
    return naive


def test_examples_and_records_agree_and_reach_every_clause() -> None:
    """What random games seldom reach is written down: played examples, and whole games."""
    applied: set[str] = set()
    for example in PLAYED:
        played = play_example(example)
        applied |= set(played.position.applied)
    for file in FILES:
        game = read(file)
        if game.over:
            naive = replayed(game)
            read_off = read_naive(naive)
            assert {name: read_off[name] for name in read_state(game)} == read_state(game), file.stem
            applied |= set(naive.position.applied)

    assert unreached(applied) == set()

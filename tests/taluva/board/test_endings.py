"""What is said of how near a game is to its end, and of how it ended."""

from __future__ import annotations

import pytest

from games.registry import BOARDS
from games.taluva import rules
from tests.boards.games import NAMES, random_game

BOARD = BOARDS["taluva"]
FULL = (20, 3, 2)


def huts_only(players: int, **options: bool) -> rules.Game:
    """A whole game in which everybody builds with huts alone, up to the last tile."""
    drawn = random_game(1, players, turns=0, **options)
    game = rules.Game(drawn.options, tiles=[str(tile) for tile in drawn.tiles], supplies=[(99, 9, 9)] * players)
    while game.to_move is not None:
        game.play(next(turn for turn in game.choices(game.to_move) if turn.split(" ")[1][0] in "HX"))
    return game


def replayed(game: rules.Game, supplies: list[tuple[int, int, int]]) -> rules.Game:
    """The same turns with other supplies, as long as the game goes on."""
    again = rules.Game(game.options, tiles=[str(tile) for tile in game.tiles], supplies=supplies)
    for entry in game.entries:
        again.play(entry.text)
    return again


def last_words(game: rules.Game) -> str:
    return str(BOARD.story(game, game.turn, NAMES)[-1])


@pytest.mark.parametrize(
    ("teams", "words"),
    [
        (False, "The game is over: the winner has used up two kinds of pieces with the last tile (T-7.1)."),
        (True, "The game is over: the winning team has used up its pieces with the last tile (T-9.2)."),
    ],
)
def test_an_early_end_with_the_last_tile_is_not_before_it(teams: bool, words: str) -> None:
    players = 4 if teams else 2
    whole = huts_only(players, teams=teams)
    last = players - 1
    spent = 99 - whole.position.supplies[last].huts
    supplies = [(99, 0, 2)] * last + [(spent, 0, 2)]
    game = replayed(whole, supplies)

    assert (whole.reason, game.reason, game.state()["tiles_left"]) == ("tiles", "early", 0)
    assert last_words(whole) == "The game is over: the last tile is placed (T-7.2)."
    assert last_words(game) == words


@pytest.mark.parametrize(("teams", "clause"), [(False, "T-7.1"), (True, "T-9.2")])
def test_an_early_end_before_the_last_tile_is_told_by_its_clause(teams: bool, clause: str) -> None:
    players = 4 if teams else 2
    options = rules.Options(players=players, teams=teams)
    game = rules.Game(options, tiles=["JC"], supplies=[(1, 0, 2)] * players)
    game.play(next(turn for turn in game.choices(0) if " H@" in turn))

    assert (game.reason, last_words(game)) == ("early", f"The game is over before the last tile ({clause}).")


@pytest.mark.parametrize(
    ("players", "options", "leave", "words"),
    [
        (2, {}, [1], "The game is over: nobody else is left (T-6.3)."),
        (3, {"ranking": True}, [1, 2], "The game is over: only one player was left without a place (T-8.3)."),
        (4, {"teams": True}, [1, 3], "The game is over: no other team is left (T-9.4)."),
    ],
)
def test_an_end_because_others_left_is_told_by_its_clause(
    players: int, options: dict[str, bool], leave: list[int], words: str
) -> None:
    game = rules.Game(rules.Options(players=players, **options), tiles=["JC"])
    for seat in leave:
        game.resign(seat)

    assert (game.reason, last_words(game)) == ("last-standing", words)


def team_goals(first: tuple[int, int, int], third: tuple[int, int, int], *, gone: int | None = None) -> list[object]:
    game = rules.Game(rules.Options(players=4, teams=True), tiles=["JC"], supplies=[first, FULL, third, FULL])
    if gone is not None:
        game.resign(gone)
    shown = BOARD.seats(game)
    return [(shown[seat].goal and str(shown[seat].goal), shown[seat].is_near) for seat in (0, 2)]


def test_both_panels_of_a_team_name_the_shorter_way() -> None:
    assert team_goals((10, 1, 2), (20, 0, 0)) == [
        ("The team is 1 temple of this player from winning", True),
        ("The team is 1 temple of the partner from winning", True),
    ]
    assert team_goals((20, 1, 2), (20, 0, 1)) == [
        ("The team is 1 temple of this player and 1 tower of the partner from winning", True),
        ("The team is 1 tower of this player and 1 temple of the partner from winning", True),
    ]
    assert [near for _goal, near in team_goals(FULL, FULL)] == [False, False]


def test_a_partner_who_is_out_builds_nothing_more() -> None:
    assert team_goals((10, 1, 2), (20, 0, 0), gone=2) == [
        ("The team is 1 temple of this player from winning", True),
        (None, False),
    ]
    assert team_goals((10, 0, 2), (20, 0, 2), gone=2) == [
        ("The team is 2 towers of this player from winning", True),
        (None, False),
    ]
    assert team_goals((1, 0, 0), FULL, gone=2) == [(None, False), (None, False)]

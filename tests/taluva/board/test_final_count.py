"""Why a game ended and what decided it, in one sentence; and the final count."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.registry import BOARDS, RULES
from games.taluva import rules
from tests.boards.games import NAMES

BOARD = BOARDS["taluva"]
RECORDS = Path(__file__).parents[2] / "records" / "taluva"
TILES = "When the last tile was placed, "


def recorded(name: str) -> rules.Game:
    game = RULES["taluva"].from_record((RECORDS / f"{name}.txt").read_text())
    assert isinstance(game, rules.Game)
    return game


def ending(name: str) -> str:
    return str(BOARD.ending(recorded(name), NAMES))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("early-temples-towers", "Aroha used up all temples and towers before the last tile."),
        ("early-huts-temples", "Aroha used up all temples and huts before the last tile."),
        ("early-on-the-last-tile", "Ben used up all temples and huts with the last tile."),
        ("tiles-by-temples", TILES + "temples decided: 2 to 1."),
        ("tiles-by-towers", TILES + "temples were equal and towers decided: 2 to 0."),
        ("tiles-by-huts", TILES + "temples and towers were equal and huts decided: 13 to 12."),
        ("tiles-shared", TILES + "Aroha and Ben were equal in temples, towers and huts."),
        ("tiles-place-skipped", TILES + "Aroha and Chloé were equal in temples, towers and huts."),
        ("out-then-tiles", TILES + "temples and towers were equal and huts decided: 14 to 13."),
        ("out-no-build", "Aroha could build nothing and was out."),
        ("out-resign", "Ben resigned."),
        ("out-timeout", "Aroha ran out of time."),
        ("all-out-but-one-of-three", "Aroha could build nothing and was out. Ben was the only player left."),
        (
            "ranking-early-then-tiles",
            "Aroha finished first by using up two kinds of pieces; the last tile ended the game for the others.",
        ),
        (
            "ranking-early-then-last-standing",
            "Aroha used up two kinds of pieces. Only one player was left without a place.",
        ),
        (
            "ranking-out-then-last-standing",
            "Aroha used up two kinds of pieces. Only one player was left without a place.",
        ),
        ("ranking-shared", TILES + "Aroha and Chloé were equal in temples, towers and huts."),
        ("teams-early", "Aroha used up all temples and huts, and Chloé all temples, before the last tile."),
        ("teams-early-partner-out", "Aroha used up all huts, and Chloé all temples and huts, before the last tile."),
        (
            "teams-last-standing",
            "Aroha could build nothing and was out. The other player of that team was already out.",
        ),
        ("teams-tiles", TILES + "temples decided: 3 to 0."),
        ("teams-tiles-one-out", TILES + "temples and towers were equal and huts decided: 28 to 14."),
        ("teams-shared", TILES + "Aroha, Ben, Chloé and Dmitri were equal in temples, towers and huts."),
    ],
)
def test_each_end_is_told_in_one_sentence(name: str, words: str) -> None:
    assert ending(name) == words


def test_the_last_one_who_goes_ends_the_game_of_teams() -> None:
    game = rules.Game(rules.Options(players=4, teams=True), tiles=["JC"])
    for seat in (1, 3):
        game.resign(seat)

    assert str(BOARD.ending(game, NAMES)) == "Dmitri resigned. The other player of that team was already out."


def test_the_final_count_is_in_the_order_in_which_it_decides() -> None:
    tallies = BOARD.tallies(recorded("early-temples-towers"))

    assert [(str(tally.kind), tally.most, tally.built) for tally in tallies] == [
        ("Temples", 3, (3, 0)),
        ("Towers", 2, (2, 0)),
        ("Huts", 20, (8, 10)),
    ]
    assert [str(words) for words in tallies[0].words] == ["3 temples", "0 temples"]

"""What a bot says about a turn."""

from random import Random

import pytest

from games import bots
from games.rules import taluva
from tests.bots.games import EVERY_KIND, dealt, name_of

TILES = ["JC", "SJ", "CL", "RJ", "JJ", "CC", "SS"]
SAID = [
    ([], "JC@0,0SE H@0,1", "Founds a hut on the jungle in the middle."),
    (
        ["JC@0,0SE H@-1,1", "SJ@2,-1SW H@1,-1"],
        "CL@0,0E X@-1,1:L",
        "Expands over the lake with 2 huts.",
    ),
]


def game_after(turns: list[str]) -> taluva.Game:
    game = taluva.Game(taluva.Options(), TILES)
    for turn in turns:
        game.play(turn)
    return game


@pytest.mark.parametrize(("turns", "turn", "sentence"), SAID)
def test_the_sentence_says_what_the_turn_does(turns: list[str], turn: str, sentence: str) -> None:
    assert bots.explain(game_after(turns), turn) == sentence


@pytest.mark.parametrize("options", [EVERY_KIND[0], EVERY_KIND[5]], ids=name_of)
def test_every_turn_of_a_game_has_a_sentence(options: taluva.Options) -> None:
    game, said = dealt(options), []
    while not game.over:
        turn = bots.choose("builder", game, Random(game.turn))
        said.append(bots.explain(game, turn))
        game.play(turn)
    assert all(sentence.endswith(".") and "%" not in sentence for sentence in said)
    assert any("temple" in sentence for sentence in said)


def test_everything_that_is_said_can_be_translated() -> None:
    game, texts = dealt(EVERY_KIND[4]), set(bots.speech.texts())
    while not game.over:
        turn = bots.choose("settler", game, Random(game.turn))
        for reason in bots.reasons(game, turn):
            words = [reason.words, *(value for value in reason.values.values() if isinstance(value, str))]
            assert texts.issuperset(words)
        game.play(turn)

"""What a bot says about a turn."""

from random import Random
from typing import cast

import pytest

from games.taluva import rules
from games.taluva.bots import TaluvaBots, speech
from games.taluva.bots.settlements import IslandView
from games.taluva.bots.speech import TurnChange, breaking_reasons, threat_reasons
from games.taluva.rules.formats.state import State
from games.taluva.rules.tiles import full_set
from tests.taluva.games import EVERY_KIND, dealt, name_of

bots = TaluvaBots()

TILES = ["JC", "SJ", "CL", "RJ", "JJ", "CC", "SS"]
SAID = [
    ([], "JC@0,0SE H@0,1", "Founds a hut on the jungle in the southeast."),
    (
        ["JC@0,0SE H@-1,1", "SJ@2,-1SW H@1,-1"],
        "CL@0,0E X@-1,1:L",
        "Expands over the lake with 2 huts.",
    ),
]


def game_after(turns: list[str]) -> rules.Game:
    game = rules.Game(rules.Options(), TILES)
    for turn in turns:
        game.play(turn)
    return game


@pytest.mark.parametrize(("turns", "turn", "sentence"), SAID)
def test_the_sentence_says_what_the_turn_does(turns: list[str], turn: str, sentence: str) -> None:
    assert bots.explain(game_after(turns), turn) == sentence


@pytest.mark.parametrize("options", [EVERY_KIND[0], EVERY_KIND[5]], ids=name_of)
def test_every_turn_of_a_game_has_a_sentence(options: rules.Options) -> None:
    game, said = dealt(options), []
    while not game.over:
        turn = bots.choose("builder", game, Random(game.turn))
        said.append(bots.explain(game, turn))
        game.play(turn)
    assert all(sentence.endswith(".") and "%" not in sentence for sentence in said)
    assert any("temple" in sentence for sentence in said)


@pytest.mark.parametrize(
    ("supplies", "sentence"),
    [([(20, 3, 2)] * 2, "Shares the first place"), ([(20, 3, 2), (13, 3, 0)], "Wins the game")],
)
def test_an_end_is_told_as_it_is(supplies: list[tuple[int, int, int]], sentence: str) -> None:
    """Huts alone: as many for each, or more for who moves last."""
    options, rng = rules.Options(), Random(3)
    tiles = list(full_set(2))
    rng.shuffle(tiles)
    game, said = rules.Game(options, tiles[: options.tile_count], supplies), ""
    while not game.over:
        turn = rng.choice([turn for turn in game.choices(game.to_move or 0) if " H@" in turn])
        said = bots.explain(game, turn)
        game.play(turn)
    assert said.startswith(sentence)


def test_everything_that_is_said_can_be_translated() -> None:
    game, texts = dealt(EVERY_KIND[4]), set(speech.all_texts())
    while not game.over:
        turn = bots.choose("settler", game, Random(game.turn))
        for reason in bots.reasons(game, turn):
            words = [reason.words, *(value for value in reason.values.values() if isinstance(value, str))]
            assert texts.issuperset(words)
        game.play(turn)


def land(*owned: tuple[int, int, int], pieces: dict[tuple[int, int], str] | None = None) -> IslandView:
    """A wide jungle of level 1 with buildings: the seat, then the cell."""
    owners = {(q, r): seat for seat, q, r in owned}
    cells = [
        {
            **{"q": q, "r": r, "level": 1, "terrain": "J", "direction": None},
            **{"owner": owners.get((q, r)), "piece": None, "huts": 0},
            **({"piece": (pieces or {}).get((q, r), "hut"), "huts": 1} if (q, r) in owners else {}),
        }
        for q in range(-9, 10)
        for r in range(-9, 10)
    ]
    seats = [{"huts": 15, "temples": 3, "towers": 2} for _seat in range(2)]
    return IslandView(cast(State, {"cells": cells, "seats": seats}))


ROW = [(0, 0, -8), (0, 1, -8), (0, 2, -8), (0, 3, -8)]  # a site in the north that was there before
FOE = [(1, 0, 4), (1, 1, 4), (1, 2, 4)]


def said(before: IslandView, after: IslandView) -> list[str]:
    change = TurnChange(0, "-", before, after)
    return [one.said() for find in (breaking_reasons, threat_reasons) for one in find(change)]


def test_a_threat_names_the_place_that_is_new() -> None:
    new = [(0, 0, 8), (0, 1, 8)]
    assert said(land(*ROW, *new), land(*ROW, *new, (0, 2, 8))) == ["threatens a temple on the jungle in the south"]
    assert said(land(*ROW, *new), land(*ROW, *new)) == []


def test_only_who_has_no_three_fields_is_kept_below_them() -> None:
    temple = [(1, 5, 0), (1, 6, 0), (1, 7, 0)]
    with_temple = {(5, 0): "temple"}

    assert said(land(*FOE), land(*FOE[:2])) == ["keeps player 2 below three fields"]
    assert said(land(*FOE, *temple, pieces=with_temple), land(*FOE[:2], *temple, pieces=with_temple)) == [
        "leaves player 2 no site for a temple"
    ]

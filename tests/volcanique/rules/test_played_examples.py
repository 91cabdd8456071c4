"""The rules package against the played examples of V-25 and of the amendments (examples.py)."""

import pytest

from games.contract import IllegalTurn, Order
from games.volcanique.rules import Game
from games.volcanique.rules.turns.orders import POLICY_OF
from tests.volcanique.rules.placed import game_of, shown
from tests.volcanique.rules.played import PLAYED
from tests.volcanique.rules.played.example import Json, Played


def take(game: Game, step: str) -> None:
    """Play a step, or see that it is refused."""
    player, text = step.split(" ", 1)
    seat = int(player[1]) - 1
    if text.startswith("~"):
        carried = game.ordered({seat: [Order(kind, "auto") for kind in POLICY_OF.values()]})
        assert (carried.text if carried else "-") == text[1:]
        text = text[1:]
    if text == "-":
        return
    if not text.startswith("!"):
        assert game.play(text, seat) == text
        return
    if text[1] in "TZI" and game.why_not(text[1:], seat) is None:  # other spellings may be read
        assert game.copy().play(text[1:], seat) != text[1:]
        return
    with pytest.raises(IllegalTurn) as refused:
        game.play(text[1:], seat)
    assert (refused.value.clause, refused.value.message) == game.why_not(text[1:], seat)


def compare(game: Game, expected: Json) -> None:
    """Compare the position with what a step names of it."""
    for name, value in expected.items():
        if name.startswith("legal "):
            _, player, kind = name.split()
            texts = game.choices(int(player[1]) - 1)
            assert [text for text in texts if text.split()[0] == kind] == value
        elif name == "asked":
            assert isinstance(value, dict)
            assert shown(game)[name] == {player: sorted(texts) for player, texts in value.items()}
        elif name == "flows":
            assert isinstance(value, list)
            assert shown(game)[name] == [flow for flow in value if " ended " not in flow]  # the package forgets those
        elif name == "removed":
            assert isinstance(value, list)
            assert shown(game)[name] == len(value)
        else:
            assert (name, shown(game)[name]) == (name, value)


@pytest.mark.parametrize("example", PLAYED, ids=[example.name for example in PLAYED])
def test_played_example(example: Played) -> None:
    game = game_of(example)
    for step in example.steps:
        if isinstance(step, str):
            take(game, step)
        else:
            compare(game, step)

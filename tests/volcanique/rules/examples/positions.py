"""What several of the examples of V-25 begin with or ask for."""

from games.volcanique.rules import Game
from games.volcanique.rules.entries.grammar import hex_of
from games.volcanique.rules.position.tiles import MEMBER_OF, NAMES

ROW = {"0,0": "L0", "1,0": "LM2", "0,1": "LMD4"}


HILL = {
    "0,0": "L0/M0/volcano",
    "1,0": "D0/D0/D0",
    "0,1": "M0/L0",
    "-1,1": "L0",
    "-1,0": "LM0/LMD1",
    "0,-1": "D0/MD0/LD0/L0",
}


LAND_OR_SEA: dict[str, object] = {"lava_prefers_land": "off"}  # the examples are tested with it off (V-14.2)


X_6 = {"0,0": "L0", "1,0": "L0", "2,0": "LM3"}


def stack(words: str) -> tuple[int, ...]:
    """Return the stack that the words name."""
    return tuple(MEMBER_OF[name] for name in words.split("/"))


def names(game: Game, cell: str) -> str:
    """Return the stack of a hex in words."""
    return "/".join(NAMES[member] for member in game.position.stacks.get(hex_of(cell), ()))


def finish_questions(game: Game) -> None:
    """Carry out everything that the rules do."""
    while (carried := game.ordered({})) is not None:
        game.play(carried.text, carried.seat)

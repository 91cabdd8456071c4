"""The played examples, by clauses."""

from tests.volcanique.rules.played.amended_powers import AMENDED_POWERS
from tests.volcanique.rules.played.amendments import AMENDMENTS
from tests.volcanique.rules.played.answers import ANSWERS
from tests.volcanique.rules.played.ends import ENDS
from tests.volcanique.rules.played.interactions import INTERACTIONS
from tests.volcanique.rules.played.moves_and_tiles import MOVES_AND_TILES
from tests.volcanique.rules.played.volcanoes_and_powers import VOLCANOES_AND_POWERS
from tests.volcanique.rules.played.worked_games import WORKED_GAMES
from tests.volcanique.rules.played.worked_turns import WORKED_TURNS

PLAYED = [
    *WORKED_TURNS,
    *WORKED_GAMES,
    *AMENDMENTS,
    *AMENDED_POWERS,
    *MOVES_AND_TILES,
    *VOLCANOES_AND_POWERS,
    *ENDS,
    *ANSWERS,
    *INTERACTIONS,
]

__all__ = ["PLAYED"]

"""Volcanique: its public face. The clauses are in RULES.md beside this file.

`game.py` is a game in memory. Below it, each standing on the next: `turns/` (what may be played, and what follows),
`lava/`, `steps/` (what players do), `questions/`, `entries/` (what is written), `position/` (what is on the table).

Where a clause is kept its number leads: a docstring or a comment begins with `V-7.3:`, or a row of clauses with the
number. Elsewhere it stands in brackets, or is what a refusal cites.
"""

from games.volcanique.rules.game import Game
from games.volcanique.rules.options import Options
from games.volcanique.rules.rules import Volcanique

__all__ = ["Game", "Options", "Volcanique"]

"""Taluva: its public face (T-11). The clauses are in RULES.md beside this file.

Where a clause is kept its number leads: a docstring or a comment begins with `T-7.4:`, or a row of clauses
with the number. Elsewhere it stands in brackets, or is what a refusal cites.
"""

from games.rules.contract import IllegalTurn, RecordError, Refusal, Violation
from games.rules.taluva.game import Game
from games.rules.taluva.options import Options
from games.rules.taluva.position import Supply
from games.rules.taluva.rules import Taluva

__all__ = ["Game", "IllegalTurn", "Options", "RecordError", "Refusal", "Supply", "Taluva", "Violation"]

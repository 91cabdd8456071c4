"""Taluva: its public face (T-11). The clauses are in RULES.md beside this file.

Where a clause is kept its number leads: a docstring or a comment begins with `T-7.4:`, or a row of clauses
with the number. Elsewhere it stands in brackets, or is what a refusal cites.
"""

from games.contract import IllegalTurn, RecordError, Refusal, Violation
from games.taluva.rules.game import Game
from games.taluva.rules.options import Options
from games.taluva.rules.position import Supply
from games.taluva.rules.rules import Taluva

__all__ = ["Game", "IllegalTurn", "Options", "RecordError", "Refusal", "Supply", "Taluva", "Violation"]

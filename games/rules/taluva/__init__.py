"""Taluva: its public face (T-11). The clauses are in RULES.md beside this file."""

from games.rules.contract import IllegalTurn, RecordError, Refusal, Violation
from games.rules.taluva.game import Game
from games.rules.taluva.options import Options
from games.rules.taluva.position import Supply
from games.rules.taluva.rules import Taluva

__all__ = ["Game", "IllegalTurn", "Options", "RecordError", "Refusal", "Supply", "Taluva", "Violation"]

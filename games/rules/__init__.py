"""The games that the site offers, by key. Pure: no Django, clock, randomness or files."""

from games.rules.contract import Game, IllegalTurn, RecordError, Refusal, Rules, Violation
from games.rules.taluva import Taluva

RULES: dict[str, Rules] = {rules.key: rules for rules in (Taluva(),)}
FIRST = next(iter(RULES))  # what is meant where no game is named

__all__ = ["FIRST", "RULES", "Game", "IllegalTurn", "RecordError", "Refusal", "Rules", "Violation"]

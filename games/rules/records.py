"""Records of any game: which rules read one, and what it says in a line (T-10)."""

import re

from games.rules import RULES
from games.rules.contract import Game, RecordError

GAME_TAG = re.compile(r'\ufeff?\s*\[\s*Game\s+"([^"]*)"\s*\]')


def read(text: str) -> Game:
    """The game of a record, by the rules that its first tag names; raises RecordError."""
    found = GAME_TAG.match(text)
    if found is None or found[1] not in RULES:
        known = " or ".join(f'[Game "{key}"]' for key in RULES)
        raise RecordError(1, None, "T-10.1", f"A record begins with {known}.")
    return RULES[found[1]].from_record(text)


def summary(game: Game) -> str:
    """How long the game is, and how it stands."""
    turns = "1 turn" if game.turn == 1 else f"{game.turn} turns"
    if not game.over:
        return f"{turns}, still running"
    return f"{turns}, places {' '.join(map(str, game.places))} ({game.reason})"


def shown(game: Game, turn: int) -> str:
    """The turn's text, and the position after it."""
    text = game.text_for(turn) if turn else "the start"
    return f"{turn}. {text}\n\n{game.at(turn).drawn()}"

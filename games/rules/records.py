"""Records of any game: which rules read one, and what it says in a line (T-10)."""

from games.rules import RULES
from games.rules.contract import Game, RecordError


def read(text: str) -> Game:
    """The game of a record, by the rules that know how it begins; raises RecordError."""
    rules = next((rules for rules in RULES.values() if rules.is_record(text)), None)
    if rules is None:
        titles = " or ".join(rules.title for rules in RULES.values())
        raise RecordError(1, None, "T-10.1", f"This does not begin like a record of {titles}.")
    return rules.from_record(text)


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

"""Records of any game: which rules read one, and what it says in a line (T-10)."""

from collections.abc import Mapping
from itertools import pairwise
from typing import NamedTuple

from games.contract import Game, RecordError, Rules
from games.registry import RULES


class RecordPart(NamedTuple):
    """One of several records in a text: the line of the text on which it begins, and its own text."""

    line: int
    text: str


def read_record(text: str, among: Mapping[str, Rules] = RULES) -> Game:
    """Return the game of a record, by those of these rules that know how it begins; raises RecordError."""
    rules = rules_of(text, among)
    if rules is None:
        titles = " or ".join(rules.title for rules in among.values())
        raise RecordError(1, None, "T-10.1", f"This does not begin like a record of {titles}.")
    return rules.from_record(text)


def rules_of(text: str, among: Mapping[str, Rules] = RULES) -> Rules | None:
    """Return the rules that know how the text begins."""
    return next((rules for rules in among.values() if rules.is_record(text)), None)


def split_records(text: str) -> list[RecordPart]:
    """Return the records that stand in a text one after the other; the first has what stands before it, too."""
    lines = text.split("\n")
    heads = [number for number, line in enumerate(lines) if rules_of(f"{line}\n")]
    return [RecordPart(start + 1, "\n".join(lines[start:end])) for start, end in pairwise([0, *heads[1:], len(lines)])]


def read_part(part: RecordPart) -> Game:
    """Return the game of a record; raise RecordError with the line in the whole text."""
    try:
        return read_record(part.text)
    except RecordError as error:
        clause, message = error.clause or "", error.message
        raise RecordError(part.line + error.line - 1, error.turn, clause, message) from error


def record_summary(game: Game) -> str:
    """Return how long the game is, and how it stands."""
    turns = "1 turn" if game.turn == 1 else f"{game.turn} turns"
    if not game.over:
        return f"{turns}, still running"
    return f"{turns}, places {' '.join(map(str, game.places))} ({game.reason})"


def show_turn(game: Game, turn: int) -> str:
    """Return the turn's text, and the position after it."""
    text = game.text_for(turn) if turn else "the start"
    return f"{turn}. {text}\n\n{game.at(turn).drawn()}"

"""A record played: its turns judged, and what it says of the waiting tile and the result checked (T-10.1, T-10.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.contract import IllegalTurn, RecordError, Violation
from games.taluva.rules.formats import notation
from games.taluva.rules.formats.record import Record, blame_line
from games.taluva.rules.sight import trim_draw

if TYPE_CHECKING:
    from games.taluva.rules.game import Game

MOVER_RESIGNS = Violation("T-10.2", "The player to move resigns with `resign` alone.")


def play_record(game: Game, read: Record) -> None:
    """T-10.3: play a record's turns in a game with its tiles, and check what it says of them."""
    for line in read.turns:
        with blame_line(line.line, line.turn):
            played = game.play(line.text)
            if played == notation.RESIGN and line.text != played:  # it named the seat to move
                raise IllegalTurn(*MOVER_RESIGNS)
    game.reader = find_reader(game, read)
    if read.result is not None and " ".join(read.result.split()) != game.result:
        message = f"The result that follows from the turns is “{game.result}”."
        raise RecordError(read.tag_lines["Result"], game.turn or None, "T-10.3", message)


def find_reader(game: Game, read: Record) -> int | None:
    """Return whose waiting tile an unfinished record ends with, since it shows what one reader may see (T-10.1)."""
    if None in read.tiles and (game.over or read.tiles[-1] is None):
        message = "Only tiles in hand can be hidden, and the reader's own comes after them."
        raise RecordError(read.tag_lines["Tiles"], None, "T-10.1", message)
    if game.over or len(read.tiles) <= game.tiles_placed + 1:
        return None
    readers = [seat for seat in game.standing.seats_in if trim_draw(game.seen_by(seat).tiles) == read.tiles]
    if not readers:
        message = "The tiles of an unfinished game end with the drawn one, or with the reader's waiting tile."
        raise RecordError(read.tag_lines["Tiles"], None, "T-10.1", message)
    return readers[0]

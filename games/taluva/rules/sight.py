"""Which tiles of the draw a viewer may see (T-2.2, T-2.6). A tile that nobody named yet is None."""

from collections.abc import Sequence
from itertools import takewhile
from typing import TypeAlias

from games.taluva.rules.options import Options
from games.taluva.rules.turns import Moment

Draw: TypeAlias = Sequence[str | None]


def waiting_index(options: Options, moment: Moment, seat: int | None) -> int | None:
    """T-2.6: return the index in the draw of the tile of the next turn of `seat`, if it waits and sees it."""
    to_move = moment.standing.to_move
    if not options.preview or to_move is None or seat == to_move:
        return None
    order = moment.standing.turns_from(to_move)
    if seat not in order:
        return None
    index = moment.tiles_placed + order.index(seat)
    return index if index < options.tile_count else None


def seen_draw(options: Options, moment: Moment, draw: Draw, viewer: int | None) -> list[str | None]:
    """Return the draw as this viewer may see it: to the drawn tile, then their waiting one; all of it after the end."""
    if moment.standing.over:
        return list(takewhile(lambda tile: tile is not None, draw))
    shown = list(draw[: moment.tiles_placed + 1])
    index = waiting_index(options, moment, viewer)
    if index is not None:
        shown += [None] * (index - len(shown)) + [draw[index]]
    return trim_draw(shown)


def trim_draw(draw: Draw) -> list[str | None]:
    """Return the draw without the unknown tiles at its end."""
    known = [index for index, tile in enumerate(draw) if tile is not None]
    return list(draw[: known[-1] + 1]) if known else []

"""The draw as a game knows it: the tiles in their order, and those that a trial draws instead (T-2.2, T-2.7)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from games.contract import IllegalTurn
from games.taluva.rules import tiles
from games.taluva.rules.options import Options


class Draw(NamedTuple):
    """The tiles in the order in which they are drawn, None for each that is not known. Every change makes a new one."""

    players: int
    tiles: tuple[str | None, ...]

    @classmethod
    def from_options(cls, options: Options, known: Iterable[str | None] = ()) -> Draw:
        """Return the draw of a game that begins with these tiles."""
        return cls(options.players, (None,) * options.tile_count).begin_with(known)

    def begin_with(self, known: Iterable[str | None]) -> Draw:
        """Return the draw with these tiles from its beginning on; raise IllegalTurn when it can't be them."""
        begin = tuple(known)
        if len(begin) > len(self.tiles):
            raise IllegalTurn("T-2.2", "These are more tiles than the game is played with.")
        whole = begin + self.tiles[len(begin) :]
        violation = tiles.draw_refusal(self.players, whole)
        if violation:
            raise IllegalTurn(*violation)
        return self._replace(tiles=whole)

    def deal(self, tile: str, index: int | None) -> Draw:
        """Return the draw with that tile at the index, or as the next one; raise IllegalTurn when it can't be."""
        if index is None:
            index = self.tiles.index(None) if None in self.tiles else len(self.tiles)
        if not 0 <= index < len(self.tiles):
            raise IllegalTurn("T-2.2", "The draw has no such tile.")
        if self.tiles[index] not in (None, tile):
            raise IllegalTurn("T-2.7", "This tile of the draw is known already.")
        return self.name_tile(index, tile)

    def name_tile(self, index: int, tile: str) -> Draw:
        """Return the draw with that tile instead of the one at the index; raise IllegalTurn when it can't be."""
        if tile not in tiles.EVERY_TILE:
            raise IllegalTurn(*tiles.no_such_tile(tile))
        return self.begin_with([*self.tiles[:index], tile])

    def show_only(self, seen: Iterable[str | None]) -> Draw:
        """Return the draw that knows these tiles from its beginning on, and no others."""
        begin = tuple(seen)
        return self._replace(tiles=begin + (None,) * (len(self.tiles) - len(begin)))

    def unseen(self, index: int) -> dict[str, int]:
        """Return how often each tile may still come: the unknown ones of the full set, and the one at the index."""
        known = [tile for number, tile in enumerate(self.tiles) if number != index]
        return dict(sorted(tiles.unseen_tiles(self.players, known).items()))

"""What a seat may do with a tile: with the drawn one, or with the one it waits for and prepares (T-2.6)."""

from dataclasses import dataclass

from games.contract import Violation
from games.hexes import Cell
from games.taluva.rules import Game, building, placement
from games.taluva.rules.formats import notation
from games.taluva.rules.placement import Placement
from games.taluva.rules.position import Position


@dataclass(frozen=True, slots=True)
class LegalTurns:
    """The legal lists of a seat and its tile, in notation, and why something is not on them.

    `waits`: others play before; where no tile lies yet, the list has what can become legal then.
    """

    position: Position
    tile: str
    seat: int
    founding: str
    waits: bool = False

    def placements(self) -> list[str]:
        """Return where the tile may lie, sorted."""
        legal = placement.legal_placements(self.position, self.tile)
        if self.waits and not self.position.cells:
            legal = [place for first in legal for place in self.legal_beside(first)]
        return sorted(set(map(notation.placement_text, legal)))

    def legal_beside(self, first: Placement) -> list[Placement]:
        """Return where the tile may lie once that first tile does."""
        return placement.legal_placements(placement.place_tile(self.position, first, 0), self.tile)

    def builds(self, text: str) -> list[str]:
        """Return what may be built after this placement, sorted; `-` alone if nothing."""
        builds = building.legal_builds(self.after(text), self.seat, self.founding)
        return sorted(map(notation.build_text, builds)) or [notation.NO_BUILD]

    def after(self, text: str) -> Position:
        placed = notation.read_placement(text)
        if placed is None:
            raise ValueError(f"not a placement: {text!r}")
        return placement.place_tile(self.position, placed, 0)

    def why_not_there(self, cell: Cell, direction: int) -> Violation | None:
        """Return the clause that forbids this placement."""
        if self.waits and not self.position.cells:
            return self.why_never_beside(cell, direction)
        return placement.first_violation(self.position, Placement.at(self.tile, cell, direction))

    def why_never_beside(self, cell: Cell, direction: int) -> Violation | None:
        """Return the clause that forbids this placement wherever the first tile comes to lie."""
        placed, found = Placement.at(self.tile, cell, direction), None
        for first in placement.legal_placements(self.position, self.tile):
            found = placement.first_violation(placement.place_tile(self.position, first, 0), placed)
            if found is None:
                return None
        return found

    def why_not_built(self, text: str, build: building.Build) -> Violation | None:
        """Return the clause that forbids this build after that placement."""
        return building.first_violation(self.after(text), self.seat, build, self.founding)


def possible_turns(game: Game, seat: int) -> LegalTurns | None:
    """Return what the seat may do, or None when it knows no tile of its own."""
    waits = seat != game.to_move
    tile = game.waiting(seat) if waits else game.tile
    return LegalTurns(game.position, tile, seat, game.options.founding, waits) if tile else None

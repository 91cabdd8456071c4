"""What a seat may do with a tile: with the drawn one, or with the one it waits for and prepares (T-2.6)."""

from dataclasses import dataclass

from games.contract import Violation
from games.hexes import Cell
from games.taluva.rules import Game, building, placement
from games.taluva.rules.formats import notation
from games.taluva.rules.placement import Placement
from games.taluva.rules.position import Position


@dataclass(frozen=True, slots=True)
class Possible:
    """The legal lists of a seat and its tile, in notation, and why something is not on them."""

    position: Position
    tile: str
    seat: int
    founding: str

    def placements(self) -> list[str]:
        """Return where the tile may lie, sorted."""
        return sorted(map(notation.placement_text, placement.legal_placements(self.position, self.tile)))

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
        return placement.first_violation(self.position, Placement.at(self.tile, cell, direction))

    def why_not_built(self, text: str, build: building.Build) -> Violation | None:
        """Return the clause that forbids this build after that placement."""
        return building.first_violation(self.after(text), self.seat, build, self.founding)


def possible_turns(game: Game, seat: int) -> Possible | None:
    """Return what the seat may do, or None when it knows no tile of its own."""
    tile = game.tile if seat == game.to_move else game.waiting(seat)
    return Possible(game.position, tile, seat, game.options.founding) if tile else None

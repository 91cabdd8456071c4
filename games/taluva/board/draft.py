"""The unfinished turn: read from the query `v` (volcano cell), `d` (direction), `b` (build), judged by the legal lists.

Without `b` the tile is being placed; with an empty one the build is being selected; what is not legal is `refused`. A
draft that holds something stays when another cell is tapped in vain: that cell is `x`.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from games.hexes import DIRECTIONS, Cell
from games.taluva.board.island import direction_of, volcano_of
from games.taluva.rules.formats.notation import NO_BUILD, read_build

DRAFT = ("v", "d", "b", "x")
CELL = re.compile(r"(-?\d{1,3}),(-?\d{1,3})")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Draft:
    """What has been selected so far, and what it can be changed into. `refused`: the cell that was tapped in vain."""

    placements: tuple[str, ...]
    cell: Cell | None = None
    direction: str | None = None
    directions: tuple[str, ...] = ()
    placement: str | None = None
    builds: tuple[str, ...] = ()
    is_building: bool = False
    build: str | None = None
    refused: Cell | None = None

    @property
    def is_ready(self) -> bool:
        return self.placement is not None and self.build is not None

    @property
    def is_last_stand(self) -> bool:
        """Return whether no build would be left: the player would be out (T-6.1)."""
        return self.builds == (NO_BUILD,)

    @property
    def text(self) -> str:
        """The turn in notation, once it is ready."""
        return f"{self.placement} {self.build}" if self.is_ready else ""

    def direction_after(self, by: int) -> str:
        """Return the query of the draft turned to the next legal direction."""
        if self.cell is None or self.direction is None:
            return ""
        at = self.directions.index(self.direction)
        return draft_query(self.cell, self.directions[(at + by) % len(self.directions)])

    @property
    def left(self) -> str:
        return self.direction_after(-1)

    @property
    def right(self) -> str:
        return self.direction_after(1)

    @property
    def to_build(self) -> str:
        """The query of the next step: choose a build."""
        return self.building("")

    def building(self, build: str) -> str:
        """Return the query of the draft with that build."""
        return draft_query(self.cell, self.direction, build) if self.cell and self.direction else ""

    def asking(self, name: str) -> str:
        """Return the query of the same draft with a cell, by its name, that is not offered: it leads to the reason."""
        if self.placement is None:
            return f"v={name}"
        return f"{draft_query(self.cell, self.direction, self.build or '' if self.is_building else None)}&x={name}"

    @property
    def has_back(self) -> bool:
        """Return whether something was selected: the only legal cell does not count."""
        return self.is_building or (self.cell is not None and len({volcano_of(text) for text in self.placements}) > 1)

    @property
    def back(self) -> str:
        """The query that undoes the last step of the draft; empty for the first step."""
        if self.build is not None and len(self.builds) > 1:
            return self.to_build
        return draft_query(self.cell, self.direction) if self.is_building and self.cell else ""


def cell_key(cell: Cell) -> str:
    """Return the cell's name in links, ids and notation."""
    return f"{cell[0]},{cell[1]}"


def draft_query(cell: Cell | None, direction: str | None = None, build: str | None = None) -> str:
    """Return the draft's part of an address."""
    parts = [f"v={cell_key(cell)}"] if cell else []
    parts += [f"d={direction}"] if direction else []
    parts += [f"b={build}"] if build is not None else []
    return "&".join(parts)


def read_cell(text: str | None) -> Cell | None:
    """Return the cell of a text such as `2,-1`; a real minus is read, too."""
    match = CELL.fullmatch((text or "").replace("−", "-").replace(" ", ""))
    return (int(match[1]), int(match[2])) if match else None


def directions_at(cell: Cell, placements: Sequence[str]) -> tuple[str, ...]:
    """Return the legal directions of a volcano on that cell, from E on clockwise."""
    found = {direction_of(text) for text in placements if volcano_of(text) == cell}
    return tuple(direction for direction in DIRECTIONS if direction in found)


def read_draft(
    query: Mapping[str, str], placements: Sequence[str], builds_after: Callable[[str], Sequence[str]]
) -> Draft:
    """Return the draft that the query asks for, as far as the legal lists allow it."""
    places = tuple(placements)
    cell = read_cell(query.get("v")) or single_value(tuple({volcano_of(text) for text in places}))
    if cell is None:
        return Draft(places)
    directions = directions_at(cell, places)
    if not directions:
        return Draft(places, refused=cell)
    choice = query.get("d", "")
    direction = choice if choice in directions else directions[0]
    placement = next(text for text in places if text.endswith(f"@{cell[0]},{cell[1]}{direction}"))
    draft = Draft(places, cell, direction, directions, placement, refused=read_cell(query.get("x")))
    return with_build(draft, query, tuple(builds_after(placement)))


def with_build(draft: Draft, query: Mapping[str, str], builds: tuple[str, ...]) -> Draft:
    choice = query.get("b")
    build = choice if choice in builds else single_value(builds) if choice is not None else None
    refused = draft.refused or (None if build or not choice else refused_cell(choice))
    return replace(draft, builds=builds, is_building=choice is not None, build=build, refused=refused)


def refused_cell(choice: str) -> Cell | None:
    build = read_build(choice)
    return build.cell if build else read_cell(choice)


def single_value(values: tuple[T, ...]) -> T | None:
    """Return the value, if there is but one."""
    return values[0] if len(values) == 1 else None

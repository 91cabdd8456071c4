"""What one turn did, as plain data: for the log in words, the show since a player's last turn, and mails."""

from collections.abc import Iterable, Iterator
from typing import Literal, TypeAlias, TypedDict

from games.hexes import DIRECTIONS, Cell
from games.taluva.rules import building, placement
from games.taluva.rules.building import BuildKind
from games.taluva.rules.ending import Standing, Status
from games.taluva.rules.formats.notation import Departure, TurnParts
from games.taluva.rules.position import Piece, Position
from games.taluva.rules.turns import Moment

Point: TypeAlias = list[int]  # [q, r]


class TilePlacedEvent(TypedDict):
    """A tile was placed: volcano, first and second field; `level` is the new one, above 1 after an eruption."""

    kind: Literal["tile"]
    seat: int
    tile: str
    cells: list[Point]
    direction: str
    level: int


class HutsLostEvent(TypedDict):
    """An eruption destroyed the huts of `owner` on a cell."""

    kind: Literal["huts-lost"]
    seat: int
    owner: int
    cell: Point
    huts: int


class SplitEvent(TypedDict):
    """An eruption cut a settlement of `owner` into parts."""

    kind: Literal["split"]
    seat: int
    owner: int
    parts: list[list[Point]]


class BuiltEvent(TypedDict):
    """Something was built: the piece, the cells, and the number of pieces used. `terrain` is that of an expansion."""

    kind: Literal["built"]
    seat: int
    build: Literal["hut", "temple", "tower", "expansion"]
    cells: list[Point]
    pieces: int
    terrain: str | None


class JoinedEvent(TypedDict):
    """The build joined settlements of its player; `parts` are what they were."""

    kind: Literal["joined"]
    seat: int
    cells: list[Point]
    parts: list[list[Point]]


class EliminatedEvent(TypedDict):
    """A seat was eliminated (T-6)."""

    kind: Literal["out"]
    seat: int
    why: Literal["no-build", "resign", "timeout"]


class PlacedEvent(TypedDict):
    """A seat has its place."""

    kind: Literal["place"]
    seat: int
    place: int


class GameOverEvent(TypedDict):
    """The game ended."""

    kind: Literal["over"]
    reason: str
    places: list[int | None]


Event: TypeAlias = (
    TilePlacedEvent
    | HutsLostEvent
    | SplitEvent
    | BuiltEvent
    | JoinedEvent
    | EliminatedEvent
    | PlacedEvent
    | GameOverEvent
)
BUILDS: dict[BuildKind, Literal["hut", "temple", "tower", "expansion"]] = {
    BuildKind.HUT: "hut",
    BuildKind.TEMPLE: "temple",
    BuildKind.TOWER: "tower",
    BuildKind.EXPANSION: "expansion",
}


def entry_events(seat: int, entry: TurnParts | Departure, before: Moment, after: Moment) -> list[Event]:
    """Return what `entry` of `seat` did, in the order in which it happened."""
    happened: list[Event] = []
    if isinstance(entry, TurnParts):
        happened += turn_events(seat, entry, before)
    happened += leaving_events(entry, before.standing, after.standing)
    happened += place_events(before.standing, after.standing)
    return happened


def turn_events(seat: int, turn: TurnParts, before: Moment) -> Iterator[Event]:
    """Yield what the tile and the build did on the island."""
    land = placement.place_tile(before.position, turn.placement, before.tiles_placed)
    yield tile_event(seat, turn, land)
    for cell in turn.placement.cells:
        top = before.position.cells.get(cell)
        if top is not None and top.owner is not None:
            yield {"kind": "huts-lost", "seat": seat, "owner": top.owner, "cell": list(cell), "huts": top.huts}
    yield from split_events(seat, turn, before.position, land)
    if turn.build is not None:
        yield built_event(seat, turn.build, land)
        yield from joined_events(seat, turn.build, land)


def tile_event(seat: int, turn: TurnParts, land: Position) -> Event:
    """Return the tile that was placed."""
    return {
        "kind": "tile",
        "seat": seat,
        "tile": turn.placement.tile,
        "cells": [list(cell) for cell in turn.placement.cells],
        "direction": DIRECTIONS[turn.placement.direction],
        "level": land.level(turn.placement.volcano),
    }


def split_events(seat: int, turn: TurnParts, before: Position, land: Position) -> Iterator[Event]:
    """Yield the settlements that fell apart: those that lost cells, and are two or more afterwards."""
    for owner, owned in enumerate(before.owned):
        lost = owned.intersection(turn.placement.cells)
        if not lost:
            continue
        whole = before.settlement(owner, min(lost)).cells
        parts = [part.cells for part in land.settlements(owner) if part.cells <= whole]
        if len(parts) > 1:
            yield {"kind": "split", "seat": seat, "owner": owner, "parts": ordered_parts(parts)}


def built_event(seat: int, build: building.Build, land: Position) -> BuiltEvent:
    """Return what was built."""
    cells = building.build_fields(land, seat, build)
    huts = sum(land.cells[cell].level for cell in cells)
    return {
        "kind": "built",
        "seat": seat,
        "build": BUILDS[build.kind],
        "cells": ordered_points(cells),
        "pieces": huts if build.kind.piece is Piece.HUT else 1,
        "terrain": build.terrain,
    }


def joined_events(seat: int, build: building.Build, land: Position) -> Iterator[Event]:
    """Yield the settlements that became one (T-5.7)."""
    built = building.place_build(land, seat, build)
    before = land.settlements(seat)
    for whole in built.settlements(seat):
        parts = [part.cells for part in before if part.cells <= whole.cells]
        if len(parts) > 1:
            yield {"kind": "joined", "seat": seat, "cells": ordered_points(whole.cells), "parts": ordered_parts(parts)}


def leaving_events(entry: TurnParts | Departure, before: Standing, after: Standing) -> Iterator[Event]:
    """Yield who was eliminated."""
    why: Literal["no-build", "resign", "timeout"] = "no-build"
    if isinstance(entry, Departure):
        why = "resign" if entry.how == "resign" else "timeout"
    for seat, (old, new) in enumerate(zip(before.status, after.status, strict=True)):
        if new is Status.OUT and old is not Status.OUT:
            yield {"kind": "out", "seat": seat, "why": why}


def place_events(before: Standing, after: Standing) -> Iterator[Event]:
    """Yield who took a place, best first, and whether the game is over."""
    taken = [
        (new, seat)
        for seat, (old, new) in enumerate(zip(before.places, after.places, strict=True))
        if old is None and new is not None
    ]
    for place, seat in sorted(taken):
        yield {"kind": "place", "seat": seat, "place": place}
    if after.reason is not None:
        yield {"kind": "over", "reason": after.reason.value, "places": list(after.places)}


def ordered_points(cells: Iterable[Cell]) -> list[Point]:
    """Return the cells in order."""
    return [list(cell) for cell in sorted(cells)]


def ordered_parts(parts: list[frozenset[Cell]]) -> list[list[Point]]:
    """Return the parts of a settlement, each in order, the largest first."""
    return [ordered_points(part) for part in sorted(parts, key=lambda part: (-len(part), min(part)))]

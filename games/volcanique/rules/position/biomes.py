"""Biomes: what hangs together by matched edges (V-2.7 to V-2.9), kept up to date tile by tile."""

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from games.hexes import Cell, neighbours
from games.volcanique.rules.position.tiles import BARE, EDGES, SHOWN_COLOURS

Stack: TypeAlias = tuple[int, ...]
Stacks: TypeAlias = Mapping[Cell, Stack]


class Biome:
    """V-2.9: connected sectors of one colour, and the number of matched edges in it. Never changes."""

    __slots__ = ("cells", "colour", "edges")

    def __init__(self, colour: int, cells: frozenset[Cell], edges: int) -> None:
        self.colour, self.cells, self.edges = colour, cells, edges

    def __repr__(self) -> str:
        """Return the colour and the cells, for a failing test."""
        return f"Biome({'LMD'[self.colour]}, {sorted(self.cells)}, {self.edges})"


Biomes: TypeAlias = tuple[Mapping[Cell, Biome], Mapping[Cell, Biome], Mapping[Cell, Biome]]
NO_BIOMES: Biomes = ({}, {}, {})


def linked_neighbours(stacks: Stacks, cell: Cell, colour: int) -> list[Cell]:
    """V-2.8: the neighbours with which this sector has a matched edge."""
    edges, around = EDGES[stacks[cell][-1]], neighbours(cell)
    found = []
    for direction in range(6):
        if edges[direction] == colour:
            other = stacks.get(around[direction])
            if other and EDGES[other[-1]][direction - 3] == colour:
                found.append(around[direction])
    return found


def grow_biome(stacks: Stacks, start: Cell, colour: int, without: Iterable[Cell] = ()) -> Biome:
    """Return the biome of this colour around `start`, as if the hexes `without` were not there."""
    banned = frozenset(without)
    found, queue, ends = {start}, [start], 0
    for cell in queue:
        for other in linked_neighbours(stacks, cell, colour):
            if other in banned:
                continue
            ends += 1
            if other not in found:
                found.add(other)
                queue.append(other)
    return Biome(colour, frozenset(found), ends // 2)


def update_biomes(stacks: Stacks, biomes: Biomes, changed: Iterable[Cell]) -> Biomes:
    """Return the biomes after the tops of these hexes changed; biomes that are as before stay the same objects."""
    cells = tuple(changed)
    shown = [(cell, SHOWN_COLOURS[stacks[cell][-1]] if cell in stacks else ()) for cell in cells]
    light, medium, dark = (regrown_colour(stacks, biomes[colour], colour, shown) for colour in range(3))
    return light, medium, dark


def regrown_colour(
    stacks: Stacks, old: Mapping[Cell, Biome], colour: int, changed: list[tuple[Cell, tuple[int, ...]]]
) -> Mapping[Cell, Biome]:
    """Return the biomes of one colour after these hexes came to show these colours."""
    seeds = {cell for cell, colours in changed if colour in colours}
    lost = {old[cell] for cell, _ in changed if cell in old}
    if not seeds and not lost:
        return old
    new = dict(old)
    for biome in lost:
        seeds |= biome.cells
    for cell, colours in changed:
        if colour not in colours:
            seeds.discard(cell)
            new.pop(cell, None)
    while seeds:
        biome = grow_biome(stacks, next(iter(seeds)), colour)
        for cell in biome.cells:
            new[cell] = biome
        seeds -= biome.cells
    return new


def matching_edges(stacks: Stacks, cell: Cell, member: int) -> list[int]:
    """V-7.1b: the directions in which a tile on this hex would match its neighbour."""
    edges, around = EDGES[member], neighbours(cell)
    found = []
    for direction in range(6):
        other = stacks.get(around[direction])
        if other and edges[direction] == EDGES[other[-1]][direction - 3] != BARE:
            found.append(direction)
    return found

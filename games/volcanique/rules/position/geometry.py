"""The plane of hexes (V-2.1): distances, components, balls."""

from collections.abc import Collection, Iterable, Iterator

from games.hexes import STEPS, Cell, neighbours


def distance(one: Cell, other: Cell) -> int:
    """V-2.1: the number of steps between two hexes."""
    dq, dr = one[0] - other[0], one[1] - other[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


def hex_beside(cell: Cell, direction: int) -> Cell:
    """Return the hex one step away."""
    return cell[0] + STEPS[direction][0], cell[1] + STEPS[direction][1]


def component(cells: Collection[Cell], start: Cell) -> set[Cell]:
    """Return the connected part of `cells` that holds `start`."""
    found, queue = {start}, [start]
    for cell in queue:
        for other in neighbours(cell):
            if other in cells and other not in found:
                found.add(other)
                queue.append(other)
    return found


def components(cells: Iterable[Cell]) -> Iterator[set[Cell]]:
    """Yield the connected parts, each once."""
    left = set(cells)
    while left:
        part = component(left, min(left))
        left -= part
        yield part


def is_connected(cells: Collection[Cell]) -> bool:
    """Return whether the hexes hang together; nothing at all does not."""
    return bool(cells) and len(component(cells, next(iter(cells)))) == len(cells)


def hexes_within(cells: Iterable[Cell], steps: int) -> set[Cell]:
    """All hexes at a distance of at most `steps` from one of `cells`."""
    found = set(cells)
    rim = found
    for _ in range(steps):
        rim = {other for cell in rim for other in neighbours(cell)} - found
        found = found | rim
    return found

"""Hexes, tiles and the text of both (V-2)."""

import re
from collections.abc import Iterable
from functools import cache

Hex = tuple[int, int]
Sector = tuple[Hex, str]

COLOURS = "LMD"
STEPS = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]  # V-2.1: E, SE, SW, W, NW, NE
BASE = {  # V-2.2
    "L": "LLLLLL",
    "M": "MMMMMM",
    "D": "DDDDDD",
    "LM": "LLLMMM",
    "LD": "LLLDDD",
    "MD": "MMMDDD",
    "LMD": "LLMMDD",
    "LDM": "LLDDMM",
}
CLASS_OF = {"L": "uno", "M": "uno", "D": "uno", "LM": "duo", "LD": "duo", "MD": "duo", "LMD": "trio", "LDM": "trio"}


def step(cell: Hex, direction: int) -> Hex:
    """Return the neighbour in that direction (V-2.1)."""
    dq, dr = STEPS[direction % 6]
    return cell[0] + dq, cell[1] + dr


@cache
def around(cell: Hex) -> tuple[Hex, ...]:
    """Return the six neighbours, clockwise from the east."""
    return tuple(step(cell, direction) for direction in range(6))


def distance(one: Hex, other: Hex) -> int:
    """Return the number of steps between two hexes (V-2.1)."""
    dq, dr = one[0] - other[0], one[1] - other[1]
    return (abs(dq) + abs(dr) + abs(dq + dr)) // 2


def within(cells: Iterable[Hex], radius: int) -> set[Hex]:
    """Return every hex at most `radius` away from one of the cells."""
    found = set(cells)
    for _ in range(radius):
        found |= {beside for cell in found for beside in around(cell)}
    return found


def parts(cells: Iterable[Hex]) -> list[set[Hex]]:
    """Return the connected parts of a set of hexes."""
    left, found = set(cells), []
    while left:
        part = {min(left)}
        while more := {beside for cell in part for beside in around(cell)} & left - part:
            part |= more
        left -= part
        found.append(part)
    return found


@cache
def edges(kind: str, rotation: int) -> str:
    """Return the colours of edges 0 to 5 (V-2.3)."""
    return "".join(BASE[kind][(direction - rotation) % 6] for direction in range(6))


def rotations(kind: str) -> range:
    """Return the rotations that may be written for this kind (V-2.3, A-43)."""
    return range(1) if CLASS_OF[kind] == "uno" else range(6)


@cache
def hex_text(cell: Hex) -> str:
    return f"{cell[0]},{cell[1]}"


def sector_text(sector: Sector) -> str:
    return f"{hex_text(sector[0])}:{sector[1]}"


def read_hex(text: str) -> Hex:
    q, r = text.split(",")
    return int(q), int(r)


def read_sector(text: str) -> Sector:
    cell, colour = text.split(":")
    return read_hex(cell), colour


def read_tile(text: str) -> tuple[str, int]:
    """Return kind and rotation of a tile as `LM3`."""
    found = re.fullmatch(r"([LMD]+)(\d)", text)
    assert found
    return found[1], int(found[2])

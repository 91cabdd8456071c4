"""Tiles: kinds, rotations, edges (V-1, V-2.2, V-2.3). A member of a stack is a small number, everything else a table.

Land tiles are 0 to 47, kind and rotation; after them come soil, volcano and lava, and the tiles under a volcano whose
rotation is secret (V-13.6), of which only the kind is known.
"""

from typing import Final

COLOURS: Final = "LMD"
KINDS: Final = ("L", "M", "D", "LM", "LD", "MD", "LMD", "LDM")
CLASSES: Final = ("uno", "duo", "trio")
PATTERNS: Final = ("LLLLLL", "MMMMMM", "DDDDDD", "LLLMMM", "LLLDDD", "MMMDDD", "LLMMDD", "LLDDMM")
ROTATIONS: Final = 6

LAND_TILES: Final = len(KINDS) * ROTATIONS
SOIL: Final = LAND_TILES
VOLCANO: Final = LAND_TILES + 1
LAVA: Final = LAND_TILES + 2
HIDDEN: Final = LAND_TILES + 3  # + kind
BARE: Final = -1  # the colour of an edge that has none


def class_of(kind: int) -> str:
    """uno, duo or trio."""
    return CLASSES[len(KINDS[kind]) - 1]


def is_uno(kind: int) -> bool:
    """Return whether every rotation looks the same."""
    return len(KINDS[kind]) == 1


def edges_of(member: int) -> tuple[int, ...]:
    """V-2.2, V-2.3: the colour of each of the six edges."""
    if member >= LAND_TILES:
        return (BARE,) * 6
    kind, rotation = divmod(member, ROTATIONS)
    return tuple(COLOURS.index(PATTERNS[kind][(edge - rotation) % 6]) for edge in range(6))


def name_of(member: int) -> str:
    """Return the member as text: LM3, soil, volcano, lava, or LM? when its rotation is secret."""
    if member < LAND_TILES:
        kind, rotation = divmod(member, ROTATIONS)
        return f"{KINDS[kind]}{rotation}"
    if member >= HIDDEN:
        return f"{KINDS[member - HIDDEN]}?"
    return ("soil", "volcano", "lava")[member - SOIL]


MEMBERS: Final = HIDDEN + len(KINDS)
EDGES: Final = tuple(map(edges_of, range(MEMBERS)))
NAMES: Final = tuple(map(name_of, range(MEMBERS)))
MEMBER_OF: Final = {name: member for member, name in enumerate(NAMES)}
SHOWN_COLOURS: Final = tuple(tuple(sorted({edge for edge in edges if edge != BARE})) for edges in EDGES)
# Every tile that can be laid: an uno has one rotation (V-2.3).
PLACEABLE: Final = tuple(
    kind * ROTATIONS + rotation for kind in range(len(KINDS)) for rotation in range(1 if is_uno(kind) else ROTATIONS)
)


def kind_of(member: int) -> int:
    """Return the kind of a land tile, its rotation known or not."""
    return member // ROTATIONS if member < LAND_TILES else member - HIDDEN


def is_hot(member: int) -> bool:
    """V-2.4: a volcano or lava."""
    return member in (VOLCANO, LAVA)

"""The power grid: its slots, how powers are dealt to it, and which slot may be unlocked next (V-15, V-16.1)."""

from collections.abc import Collection, Mapping
from typing import Final, NamedTuple

from games.chance import Chance

SLOTS: Final = ("L1a", "L2a", "L2b", "L3a", "L3b", "L3c", "L4a", "L4b", "L5a")
NO_SLOT: Final = "-"
FIRST: Final = "L1a"
# V-15.2: slots that share an edge.
ADJACENT: Final[Mapping[str, tuple[str, ...]]] = {
    "L1a": ("L2a", "L2b"),
    "L2a": ("L1a", "L2b", "L3a", "L3b"),
    "L2b": ("L1a", "L2a", "L3b", "L3c"),
    "L3a": ("L2a", "L3b", "L4a"),
    "L3b": ("L2a", "L2b", "L3a", "L3c", "L4a", "L4b"),
    "L3c": ("L2b", "L3b", "L4b"),
    "L4a": ("L3a", "L3b", "L4b", "L5a"),
    "L4b": ("L3b", "L3c", "L4a", "L5a"),
    "L5a": ("L4a", "L4b"),
}


class Power(NamedTuple):
    """V-16.1: a power card, its clause, and the levels where it may be dealt; no levels: the middle slot alone."""

    clause: str
    name: str
    levels: tuple[int, ...]


POWERS: Final[Mapping[str, Power]] = {
    "agile": Power("V-16.2", "Agile critters", (2, 3)),
    "bountiful": Power("V-16.4", "Bountiful resources", (1, 2)),
    "colossal": Power("V-16.3", "Colossal critter", (1, 2, 3)),
    "cooperative": Power("V-16.5", "Cooperative critters", ()),
    "crafty": Power("V-16.6", "Crafty critters", (2, 3, 4)),
    "diversion": Power("V-16.14", "Lava diversion", (1, 2, 3)),
    "erosion": Power("V-16.7", "Erosion", (2, 3, 4)),
    "exalted": Power("V-16.8", "Exalted sacrifices", (1, 2)),
    "extra": Power("V-16.9", "Extra bountiful resources", (1, 2, 3)),
    "flying": Power("V-16.10", "Flying critters", (2, 3, 4)),
    "frugal": Power("V-16.12", "Frugal ritual", (2, 3, 4)),
    "herding": Power("V-16.11", "Herding critters", (2, 3)),
    "landslide": Power("V-16.15", "Landslide", (2, 3, 4)),
    "lateral": Power("V-16.16", "Lateral eruption", (2, 3, 4)),
    "magma": Power("V-16.18", "Magma bomb", (1, 2, 3)),
    "migration": Power("V-16.21", "Volcanic migration", (3, 4)),
    "pack": Power("V-16.17", "Pack critters", (2, 3, 4)),
    "plates": Power("V-16.13", "Converging tectonic plates", (2, 3, 4)),
    "rift": Power("V-16.19", "Rift", (2, 3, 4)),
    "sea": Power("V-16.20", "Sea critters", (2, 3, 4)),
    "super": Power("V-16.22", "Super volcanic eruption", (5,)),
    "winter": Power("V-16.23", "Volcanic winter", (5,)),
}
MIDDLE: Final = "L3b"


def allowed_slots(power: str) -> tuple[str, ...]:
    """Return the slots where this power may lie, in the order of V-15.3."""
    levels = POWERS[power].levels
    return tuple(slot for slot in SLOTS if int(slot[1]) in levels) if levels else (MIDDLE,)


def deal_powers(chance: Chance) -> dict[str, str]:
    """V-15.3: the nine powers of a game by slot."""
    dealt: dict[str, str] = {}
    for power in chance.shuffle(POWERS):
        free = [slot for slot in allowed_slots(power) if slot not in dealt]
        if free:
            dealt[free[0] if len(free) == 1 else free[chance.roll(len(free)) - 1]] = power
        if len(dealt) == len(SLOTS):
            break
    return {slot: dealt[slot] for slot in SLOTS}


def available_slots(held: Collection[str], *, sideways: bool) -> list[str]:
    """V-15.5: the slots that somebody who holds these may unlock next."""
    if not held:
        return [FIRST]
    return [
        slot
        for slot in SLOTS
        if slot not in held and any(other in held for other in ADJACENT[slot] if sideways or other[1] != slot[1])
    ]

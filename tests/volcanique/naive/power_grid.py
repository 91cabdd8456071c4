"""The power grid: its deal and its slots (V-15)."""

from tests.volcanique.naive.chance import Dice
from tests.volcanique.naive.position import Position

SLOTS = ["L1a", "L2a", "L2b", "L3a", "L3b", "L3c", "L4a", "L4b", "L5a"]
ADJACENT = {  # V-15.2
    "L1a": "L2a L2b",
    "L2a": "L1a L2b L3a L3b",
    "L2b": "L1a L2a L3b L3c",
    "L3a": "L2a L3b L4a",
    "L3b": "L2a L2b L3a L3c L4a L4b",
    "L3c": "L2b L3b L4b",
    "L4a": "L3a L3b L4b L5a",
    "L4b": "L3b L3c L4a L5a",
    "L5a": "L4a L4b",
}
LEVELS = {  # V-16.1
    "agile": "23",
    "bountiful": "12",
    "colossal": "123",
    "cooperative": "mid",
    "crafty": "234",
    "diversion": "123",
    "erosion": "234",
    "exalted": "12",
    "extra": "123",
    "flying": "234",
    "frugal": "234",
    "herding": "23",
    "landslide": "234",
    "lateral": "234",
    "magma": "123",
    "migration": "34",
    "pack": "234",
    "plates": "234",
    "rift": "234",
    "sea": "234",
    "super": "5",
    "winter": "5",
}


def allowed_slots(power: str) -> list[str]:
    """Return the slots where the power may be dealt."""
    if LEVELS[power] == "mid":
        return ["L3b"]
    return [slot for slot in SLOTS if slot[1] in LEVELS[power]]


def deal(dice: Dice) -> dict[str, str]:
    """Deal nine of the 22 powers (V-15.3)."""
    grid: dict[str, str] = {}
    for power in dice.shuffle(sorted(LEVELS)):
        free = [slot for slot in allowed_slots(power) if slot not in grid]
        if len(grid) == len(SLOTS):
            break
        if len(free) == 1:
            grid[free[0]] = power
        elif free:
            grid[free[dice.roll(len(free)) - 1]] = power
    return grid


def available_slots(p: Position, seat: int) -> list[str]:
    """Return the slots that the next volcano of this seat may unlock (V-15.5, V-15.6)."""
    held = p.slots[seat]
    if not p.options.on("powers"):
        return []
    if not held:
        return ["L1a"]
    beside = {slot for own in held for slot in ADJACENT[own].split() if is_link(p, own, slot)}
    return sorted(beside - set(held))


def is_link(p: Position, one: str, other: str) -> bool:
    """Return whether two adjacent slots are linked: sideways only with that option (V-15.2)."""
    return p.options.on("grid_sideways") or one[1] != other[1]

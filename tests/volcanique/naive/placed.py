"""A position from plain data, for examples: what V-23.10 lists, as JSON."""

import re
from collections.abc import Mapping, Sequence

from tests.volcanique.naive.chance import Dice
from tests.volcanique.naive.grid import BASE, Sector, read_hex, read_sector, read_tile
from tests.volcanique.naive.options import Options
from tests.volcanique.naive.position import Flow, Member, Position, Trigger, Unit
from tests.volcanique.naive.power_grid import LEVELS, SLOTS

Data = Mapping[str, object]


def position_of(options: Options, data: Data, seed: str) -> Position:
    """Return the position at the start of a turn of `active`, before its T0.

    `board` stacks; `critters` as `P1 0,0:L`, with `*2` or ` colossal`; `sea` as `P1 2,0`; `resources` and `craters` by
    player; `powers` by player, in the order in which they were unlocked; `flows` as `P1 volcano 0,0`; `frozen` hexes;
    `supply` by kind; `bank` letters; `trigger` as `super P1`; `counter` of the dice; `turns` before this one.
    """
    p = Position(options, Dice(seed, int(str(data.get("counter", 0)))))
    for cell, stack in table(data, "board").items():
        p.stacks[read_hex(cell)] = [member(text) for text in stack.split("/")]
    p.units = [unit_of(text) for text in lines(data, "critters")]
    p.sea = {read_hex(text.split()[1]): seat_of(text) for text in lines(data, "sea")}
    p.frozen = {read_hex(text) for text in lines(data, "frozen")}
    p.hidden = {read_hex(text) for text in lines(data, "hidden")}
    p.flows = [flow_of(text) for text in lines(data, "flows")]
    for player, held in table(data, "resources").items():
        for colour in held:
            p.resources[seat_of(player)][colour] += 1
            p.bank[colour] -= 1
    for player, count in table(data, "craters").items():
        p.craters[seat_of(player)] = int(count)
    deal_powers(p, data)
    set_supplies(p, data)
    if text := str(data.get("trigger", "")):
        p.trigger = Trigger(text.split()[0], seat_of(text.split()[1]))
    p.active = seat_of(str(data.get("active", "P1")))
    p.turns_begun = int(str(data.get("turns", options.players)))
    return p


def set_supplies(p: Position, data: Data) -> None:
    """Set what is left of tiles and resources, where the data says so."""
    if supply := table(data, "supply"):
        p.supply = {kind: int(supply.get(kind, 0)) for kind in BASE}
    if "bank" in data:
        p.bank = {colour: str(data["bank"]).count(colour) for colour in p.bank}


def deal_powers(p: Position, data: Data) -> None:
    """Put the named powers on the first slots, and others on the rest."""
    named = list(dict.fromkeys(power for text in table(data, "powers").values() for power in text.split()))
    others = [power for power in sorted(LEVELS) if power not in named]
    if p.options.on("powers"):
        p.grid = dict(zip(SLOTS, named + others, strict=False))
    for player, text in table(data, "powers").items():
        seat = seat_of(player)
        p.slots[seat] = [slot for power in text.split() for slot in SLOTS if p.grid[slot] == power]
        p.activations[seat] = len(p.slots[seat])


def table(data: Data, name: str) -> dict[str, str]:
    found = data.get(name, {})
    assert isinstance(found, dict)
    return {str(key): str(value) for key, value in found.items()}


def lines(data: Data, name: str) -> list[str]:
    found = data.get(name, [])
    assert isinstance(found, Sequence)
    return [str(text) for text in found]


def seat_of(text: str) -> int:
    return int(text[1]) - 1


def member(text: str) -> Member:
    return Member(*read_tile(text)) if text[0] in "LMD" else Member(text)


def unit_of(text: str) -> Unit:
    found = re.fullmatch(r"P(\d) (\S+?)(?:\*(\d+))?( colossal)?", text)
    assert found, text
    sector: Sector = read_sector(found[2])
    return Unit(int(found[1]) - 1, *sector, 2 if found[4] else int(found[3] or 1), bool(found[4]))


def flow_of(text: str) -> Flow:
    """Return a flow as `P1 lava 0,1`, with the hexes visited before behind it."""
    player, state, cell, *visited = text.split()
    return Flow(seat_of(player), read_hex(cell), state, {read_hex(one) for one in [cell, *visited]})

"""What an activation sets off, task by task (V-13.3, V-16.16, V-16.18, V-19.13)."""

from typing import NamedTuple

from games.hexes import Cell, neighbours
from games.volcanique.rules.position.effects import (
    change_hand,
    clear_hex,
    hurt_colossal,
    replace_stacks,
    send_home,
    send_sea_home,
)
from games.volcanique.rules.position.ending import trigger_when_out_of_critters
from games.volcanique.rules.position.flows import new_flow, schedule_tasks, wait_for_roll
from games.volcanique.rules.position.grid import NO_SLOT
from games.volcanique.rules.position.pieces import Units
from games.volcanique.rules.position.position import Position
from games.volcanique.rules.position.tiles import HIDDEN, VOLCANO, is_uno, kind_of
from games.volcanique.rules.position.waits import Question, Rotation
from games.volcanique.rules.questions.policies import has_critter
from games.volcanique.rules.questions.questions import COLOSSAL, VMIGRATE, ask_about_event, ask_about_units

BOMB = "b"


ARC = 4


def volcano_questions(pos: Position, seat: int, cell: Cell) -> list[list[Question]]:
    """V-13.3b, V-28.9: the questions of a volcano there, the list of the active seat first."""
    return [
        [
            Question(VMIGRATE if one != seat and pos.has(one, "migration") else COLOSSAL, one, unit)
            for unit in pos.units.get(cell, ())
            if unit.seat == one and (unit.colossal or (one != seat and pos.has(one, "migration")))
        ]
        for one in pos.seats_from(seat)
    ]


class Reaction(NamedTuple):
    """V-13.3b, V-13.5: opponents with Volcanic migration and owners of colossals decide; then the hex is wiped."""

    cell: Cell
    queues: tuple[tuple[Question, ...], ...]
    before: Units

    def run(self, pos: Position) -> None:
        """Ask them."""
        schedule_tasks(pos, Wipe(self.cell))
        ask_about_units(pos, self.queues, (self.cell,), self.before)


class Wipe(NamedTuple):
    """V-13.3b: everybody still there goes home."""

    cell: Cell

    def run(self, pos: Position) -> None:
        """Clear the hex."""
        clear_hex(pos, self.cell, "volcano")


class VolcanoCover(NamedTuple):
    """V-13.3c, d: the tile is turned in secret, and the volcano put on it. `turned_by`: the entry that says how."""

    cell: Cell
    turned_by: int
    state: str

    def run(self, pos: Position) -> None:
        """Cover it."""
        cover_with_volcano(pos, self.cell, self.turned_by, self.state)


def cover_with_volcano(pos: Position, cell: Cell, turned_by: int | None, state: str) -> None:
    """Put a volcano on a hex; the rotation of a duo or trio below is secret if an entry has turned it (V-28.3)."""
    stack = pos.stacks[cell]
    kind = kind_of(stack[-1])
    below = stack[-1]
    if turned_by is not None and not is_uno(kind):
        below = HIDDEN + kind
        pos.hidden = {**pos.hidden, cell: turned_by}
    replace_stacks(pos, {cell: (*stack[:-1], below, VOLCANO)})
    new_flow(pos, pos.active, cell, state)
    pos.tell("volcano", seat=pos.active, hex=list(cell), flow=pos.flow_count, state=state)


class SlotUnlock(NamedTuple):
    """V-13.3e, f: the activation counts, and a piece from hand unlocks a slot."""

    slot: str

    def run(self, pos: Position) -> None:
        """Place the piece."""
        seat = pos.active
        pos.volcanoes = (*pos.volcanoes[:seat], pos.volcanoes[seat] + 1, *pos.volcanoes[seat + 1 :])
        change_hand(pos, seat, -1)
        if self.slot == NO_SLOT:
            pos.track = (*pos.track[:seat], pos.track[seat] + 1, *pos.track[seat + 1 :])
        else:
            unlock_slot(pos, seat, self.slot)
        pos.tell("unlock", seat=seat, slot=self.slot, power=pos.grid.get(self.slot))
        trigger_when_out_of_critters(pos)


def unlock_slot(pos: Position, seat: int, slot: str) -> None:
    """V-15.5: the seat holds this slot and its power from now on."""
    pos.slots = (*pos.slots[:seat], (*pos.slots[seat], slot), *pos.slots[seat + 1 :])
    pos.powers = (*pos.powers[:seat], pos.powers[seat] | {pos.grid[slot]}, *pos.powers[seat + 1 :])


class Lateral(NamedTuple):
    """V-16.16: a die says which hex of the arc is hit."""

    cell: Cell
    arc: int

    def run(self, pos: Position) -> None:
        """Roll."""
        schedule_tasks(pos, LateralHit(self.cell, self.arc))
        wait_for_roll(pos, ARC, "lateral")


class LateralHit(NamedTuple):
    """V-16.16: a second volcano erupts there, if it can."""

    cell: Cell
    arc: int

    def run(self, pos: Position) -> None:
        """V-28.16: ask who reacts, wipe, and have the tile turned."""
        cell = neighbours(self.cell)[(self.arc + pos.rolled - 1) % 6]
        hit = pos.is_biome_land(cell) and not pos.is_frozen(cell)
        pos.tell("lateral", seat=pos.active, hex=list(cell), hit=hit)
        if hit:
            queues = tuple(map(tuple, volcano_questions(pos, pos.active, cell)))
            schedule_tasks(pos, Reaction(cell, queues, pos.units), TileRotation(cell))


class TileRotation(NamedTuple):
    """V-16.16: the active player turns the tile below the second volcano in secret."""

    cell: Cell

    def run(self, pos: Position) -> None:
        """Ask for it; an uno looks the same, and who has left turns nothing (V-28.5)."""
        if is_uno(kind_of(pos.stacks[self.cell][-1])) or pos.active in pos.left:
            cover_with_volcano(pos, self.cell, None, "volcano")
        else:
            pos.wait = Rotation(self.cell)


class Bombs(NamedTuple):
    """V-16.18: the holders of Magma bomb may throw, one after the other."""

    cell: Cell
    holders: tuple[int, ...]

    def run(self, pos: Position) -> None:
        """Ask the first, unless nobody could be hit (V-16.18)."""
        around = neighbours(self.cell)
        if not self.holders or not any(has_critter(pos, cell) for cell in around):
            return
        first, *others = self.holders
        schedule_tasks(pos, BombReply(self.cell, first), Bombs(self.cell, tuple(others)))
        ask_about_event(pos, BOMB, first, (self.cell, around))


class BombReply(NamedTuple):
    """V-16.18: the holder has answered."""

    cell: Cell
    seat: int

    def run(self, pos: Position) -> None:
        """Roll, if the answer was yes."""
        if pos.reply:
            schedule_tasks(pos, BombHit(self.cell, self.seat))
            wait_for_roll(pos, 6, "magma bomb")


class BombHit(NamedTuple):
    """V-16.18: everybody on the hex that the die names is hit."""

    cell: Cell
    seat: int

    def run(self, pos: Position) -> None:
        """Colossals lose 1 hp, the others go home."""
        cell = neighbours(self.cell)[pos.rolled - 1]
        pos.tell("bomb", seat=self.seat, hex=list(cell))
        for unit in pos.units.get(cell, ()):
            if unit.colossal:
                hurt_colossal(pos, unit, "magma bomb")
            else:
                send_home(pos, unit, "magma bomb")
        send_sea_home(pos, cell, "magma bomb")


class FirstFrost(NamedTuple):
    """V-19.13: the winter begins."""

    cell: Cell

    def run(self, pos: Position) -> None:
        """Freeze the hex and its neighbours."""
        pos.frost = (self.cell, 1)
        pos.tell("freeze", radius=1)

"""Volcanoes: what they cost and unlock, who flees, and all that an activation sets off (V-13, V-16.15 to V-16.23)."""

from games.volcanique.rules.entries.actions import Erupt, Turn
from games.volcanique.rules.entries.clauses import Clause, Rule
from games.volcanique.rules.lava.activation import (
    Bombs,
    FirstFrost,
    Lateral,
    Reaction,
    SlotUnlock,
    VolcanoCover,
    cover_with_volcano,
    volcano_questions,
)
from games.volcanique.rules.lava.landslides import Landslide, fits_slide
from games.volcanique.rules.position.effects import pay_price
from games.volcanique.rules.position.ending import SUPER, WINTER, trigger_end
from games.volcanique.rules.position.flows import schedule_tasks
from games.volcanique.rules.position.grid import NO_SLOT, available_slots
from games.volcanique.rules.position.position import Position, Task
from games.volcanique.rules.position.resources import PRICES, covers, letters_of
from games.volcanique.rules.position.tiles import is_uno, kind_of
from games.volcanique.rules.position.waits import Rotation
from games.volcanique.rules.questions.questions import migrate_as_given
from games.volcanique.rules.steps import engagement
from games.volcanique.rules.steps.purchases import HAS_PURCHASE, IN_TIME, fits_migrants, note_purchase, price_now


def is_biome_land(pos: Position, seat: int, erupt: Erupt) -> bool:
    """V-13.1, V-14.11: whether a land tile lies on top."""
    return pos.is_biome_land(erupt.cell)


def is_thawed(pos: Position, seat: int, erupt: Erupt) -> bool:
    """V-13.1: whether the hex is not frozen."""
    return not pos.is_frozen(erupt.cell)


def is_engaged(pos: Position, seat: int, erupt: Erupt) -> bool:
    """V-13.1: whether V-17 permits the hex."""
    return engagement.may_build_at(pos, seat, erupt.cell)


def is_exact_price(pos: Position, seat: int, erupt: Erupt) -> bool:
    """V-6.2, V-6.4: whether the payment is one of the patterns."""
    return erupt.price in PRICES[price_now(pos, erupt.cell)]


def is_held(pos: Position, seat: int, erupt: Erupt) -> bool:
    """Return whether the player has what is to be paid."""
    return covers(pos.held[seat], erupt.price)


def has_piece(pos: Position, seat: int, erupt: Erupt) -> bool:
    """D-58: whether a piece will be in hand for the grid, those wiped out on the hex included."""
    return pos.hands[seat] > 0 or any(unit.seat == seat for unit in pos.units.get(erupt.cell, ()))


def has_legal_rotation(pos: Position, seat: int, erupt: Erupt) -> bool:
    """V-13.3c: an uno keeps 0, and is no secret."""
    return erupt.rotation == 0 or not is_uno(kind_of(pos.stacks[erupt.cell][-1]))


def free_slots(pos: Position, seat: int) -> list[str]:
    """V-15.5, V-15.6, V-23.1: the slots that the seat may unlock; `-` alone when there is none."""
    found = available_slots(pos.slots[seat], sideways=pos.options.grid_sideways) if pos.options.powers else []
    return found or [NO_SLOT]


def is_free_slot(pos: Position, seat: int, erupt: Erupt) -> bool:
    """Return whether the slot may be unlocked."""
    return erupt.slot in free_slots(pos, seat)


def may_end_the_world(pos: Position, seat: int, erupt: Erupt) -> bool:
    """V-16.22, V-16.23: with the power, and not in an end sequence."""
    return not erupt.ending or (pos.has(seat, erupt.ending) and not pos.in_end)


def may_erupt_laterally(pos: Position, seat: int, erupt: Erupt) -> bool:
    """V-16.16: with the power."""
    return erupt.arc is None or pos.has(seat, "lateral")


def may_slide(pos: Position, seat: int, erupt: Erupt) -> bool:
    """V-16.15: with the power."""
    return erupt.slide is None or pos.has(seat, "landslide")


def has_legal_slide(pos: Position, seat: int, erupt: Erupt) -> bool:
    """V-16.15: judged as if the volcano already stood there."""
    return erupt.slide is None or fits_slide(pos, erupt.cell, *erupt.slide)


def has_legal_migrations(pos: Position, seat: int, erupt: Erupt) -> bool:
    """V-22.1: `m` is for the own colossal on the hex, if it has a choice."""
    return fits_migrants(pos, erupt.migrations, volcano_questions(pos, seat, erupt.cell)[0], (erupt.cell,))


def activate_volcano(pos: Position, seat: int, erupt: Erupt) -> None:
    """V-13.2, V-13.3: announce, pay, and schedule everything that follows."""
    cell = erupt.cell
    pay_price(pos, seat, erupt.price)
    pos.tell("erupt", seat=seat, hex=list(cell), price=letters_of(erupt.price), ending=erupt.ending)
    if erupt.ending:
        trigger_end(pos, SUPER if erupt.ending == "super" else WINTER, seat)
    note_purchase(pos, "v")
    bombers = tuple(one for one in pos.seats_from(seat) if pos.has(one, "magma"))  # V-13.4, V-28.12: held before
    before, (own, *others) = pos.units, volcano_questions(pos, seat, cell)
    state = "armed" if erupt.ending == "super" else "volcano"
    tasks: list[Task] = [
        Reaction(cell, (tuple(migrate_as_given(pos, erupt.migrations, own, (cell,))), *map(tuple, others)), before),
        VolcanoCover(cell, pos.number, state),
        SlotUnlock(erupt.slot),
        *([] if erupt.arc is None else [Lateral(cell, erupt.arc)]),
        *([] if erupt.slide is None else [Landslide(cell, *erupt.slide)]),
        Bombs(cell, bombers),
        *([FirstFrost(cell)] if erupt.ending == "winter" else []),
    ]
    schedule_tasks(pos, *tasks)


ERUPT = Rule(
    Erupt,
    (
        Clause(*HAS_PURCHASE),
        Clause(*IN_TIME),
        Clause("V-13.1", "A volcano needs a land tile below it.", is_biome_land),
        Clause("V-13.1", "No volcano erupts on frozen hexes.", is_thawed),
        Clause("V-17", "You may not build on that tile: see the option “Where to build”.", is_engaged),
        Clause("V-6.2", "This is not the price of a volcano.", is_exact_price),
        Clause("V-6.3", "You do not have these resources.", is_held),
        Clause("V-13.1", "You need a critter in hand: an eruption takes it.", has_piece),
        Clause("V-13.3", "An uno can't be rotated: write /0.", has_legal_rotation),
        Clause("V-15.5", "This slot can't be unlocked now.", is_free_slot),
        Clause(
            "V-16.22",
            "You need the power Super volcanic eruption, for winter Volcanic winter, and the end must not have begun.",
            may_end_the_world,
        ),
        Clause("V-16.16", "You need the power Lateral eruption.", may_erupt_laterally),
        Clause("V-16.15", "You need the power Landslide.", may_slide),
        Clause("V-16.15", "No landslide is possible there as it is written.", has_legal_slide),
        Clause(
            "V-16.3",
            "Name a possible migration for each critter that you decide about, or for none.",
            has_legal_migrations,
        ),
    ),
    activate_volcano,
)


def is_hex_to_rotate(pos: Position, seat: int, turn: Turn) -> bool:
    """Return whether this tile is to be turned."""
    return isinstance(pos.wait, Rotation) and pos.wait.cell == turn.cell


def turn_tile(pos: Position, seat: int, turn: Turn) -> None:
    """Put up the second volcano."""
    pos.wait = None
    cover_with_volcano(pos, turn.cell, pos.number, "volcano")


TURN = Rule(Turn, (Clause("V-16.16", "There is no tile for you to turn there.", is_hex_to_rotate),), turn_tile)

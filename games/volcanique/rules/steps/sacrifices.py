"""Step T4 and the forced pass: what goes into the crater (V-10)."""

from collections.abc import Iterator

from games.volcanique.rules.entries.actions import ForcedPass, Ritual, Sacrifice, Sector
from games.volcanique.rules.entries.clauses import Clause, Rule
from games.volcanique.rules.position.effects import change_hand, fill_crater, pay_price, split_unit
from games.volcanique.rules.position.position import CRATER, Position, Stage, Step
from games.volcanique.rules.position.resources import PRICES, covers, legal_payments, letters_of
from games.volcanique.rules.position.words import sector_words


def has_sacrifices(pos: Position, seat: int, action: object) -> bool:
    """V-26: whether the game is played with them, and this is a turn with them."""
    return pos.options.sacrifices and pos.stage is not Stage.COOL


def has_room(pos: Position, seat: int, action: object) -> bool:
    """V-10.4: whether the crater is not full."""
    return pos.craters[seat] < CRATER


def has_not_sacrificed(pos: Position, seat: int, action: Sacrifice) -> bool:
    """V-10.1: once per turn."""
    return not pos.sacrificed


def is_own_on_land(pos: Position, seat: int, action: Sacrifice) -> bool:
    """V-10.1: whether an own critter stands there, not frozen."""
    return pos.unit_at(*action.sector, seat) is not None and not pos.is_frozen(action.sector.cell)


def sacrifice(pos: Position, seat: int, action: Sacrifice) -> None:
    """Move one piece from land into the crater."""
    unit = pos.unit_at(*action.sector, seat)
    assert unit is not None
    split_unit(pos, unit, 1)
    fill_crater(pos, seat)
    pos.step, pos.sacrificed, pos.busy = Step.SACRIFICE, True, True
    pos.tell("sacrifice", seat=seat, sector=sector_words(*action.sector))


SACRIFICE = Rule(
    Sacrifice,
    (
        Clause("V-10", "There are no sacrifices in this game, or in this turn.", has_sacrifices),
        Clause("V-10.1", "You have already sacrificed a critter from the map in this turn.", has_not_sacrificed),
        Clause("V-10.4", "Your crater is full.", has_room),
        Clause("V-10.1", "None of your critters is there, or it is frozen.", is_own_on_land),
    ),
    sacrifice,
)


def ritual_item(pos: Position, seat: int) -> str:
    """V-10.2, V-16.12: what a sacrifice by resources costs."""
    return "frugal" if pos.has(seat, "frugal") else "ritual"


def has_no_ritual_yet(pos: Position, seat: int, action: Ritual) -> bool:
    """V-10.2, V-19.7: once per turn, and not in a final turn."""
    return not pos.ritual and pos.stage is Stage.NORMAL


def has_piece(pos: Position, seat: int, action: object) -> bool:
    """Return whether the player has a critter in hand."""
    return pos.hands[seat] > 0


def is_ritual_price(pos: Position, seat: int, action: Ritual) -> bool:
    """Return whether so much is paid."""
    return action.price in PRICES[ritual_item(pos, seat)]


def is_held(pos: Position, seat: int, action: Ritual) -> bool:
    """Return whether the player has what is to be paid."""
    return covers(pos.held[seat], action.price)


def perform_ritual(pos: Position, seat: int, action: Ritual) -> None:
    """Pay, and move one piece from hand into the crater."""
    pay_price(pos, seat, action.price)
    change_hand(pos, seat, -1)
    fill_crater(pos, seat)
    pos.step, pos.ritual, pos.busy = Step.SACRIFICE, True, True
    pos.tell("ritual", seat=seat, price=letters_of(action.price))


RITUAL = Rule(
    Ritual,
    (
        Clause("V-10", "There are no sacrifices in this game, or in this turn.", has_sacrifices),
        Clause("V-10.2", "A sacrifice by resources comes once a turn, and not in final turns.", has_no_ritual_yet),
        Clause("V-10.4", "Your crater is full.", has_room),
        Clause("V-10.2", "You have no critter in hand.", has_piece),
        Clause("V-10.2", "This is not the price: 5 resources, or 3 with Frugal ritual.", is_ritual_price),
        Clause("V-6.3", "You do not have these resources.", is_held),
    ),
    perform_ritual,
)


def possible_sacrifices(pos: Position, seat: int) -> Iterator[Sacrifice | Ritual]:
    """Sacrifices that may be legal."""
    if not has_sacrifices(pos, seat, None) or not has_room(pos, seat, None):
        return
    if not pos.sacrificed:
        yield from (Sacrifice(Sector(unit.cell, unit.colour)) for unit in pos.units_of(seat))
    if not pos.ritual:
        yield from map(Ritual, legal_payments(ritual_item(pos, seat), pos.held[seat]))


def is_time_to_pass(pos: Position, seat: int, action: ForcedPass) -> bool:
    """V-6.7, V-19.7: in T2 of a normal turn, before any purchase."""
    return pos.stage is Stage.NORMAL and pos.step <= Step.BUY and not pos.bought


def forced_pass(pos: Position, seat: int, action: ForcedPass) -> None:
    """Move one piece from hand into the crater, and the rest of T2 to T4 is skipped: an end of the turn (V-28.13)."""
    change_hand(pos, seat, -1)
    fill_crater(pos, seat)
    pos.step, pos.busy, pos.committed = Step.COLLECT, True, True
    pos.tell("forced", seat=seat)

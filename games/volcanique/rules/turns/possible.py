"""Whether anything can be done at all: for turns that pass by themselves and for the forced pass (V-6.7, V-24.4)."""

from collections.abc import Iterable, Iterator

from games.volcanique.rules.entries.actions import Erupt, ForcedPass
from games.volcanique.rules.entries.clauses import Clause, Rule
from games.volcanique.rules.lava.volcanoes import ERUPT, free_slots
from games.volcanique.rules.position.position import Position, Stage, Step
from games.volcanique.rules.position.resources import legal_payments
from games.volcanique.rules.position.tiles import class_of, kind_of
from games.volcanique.rules.steps import claims, engagement, sacrifices, sea
from games.volcanique.rules.steps.flights import possible_flights
from games.volcanique.rules.steps.limited import may_use_any
from games.volcanique.rules.steps.moves import possible_moves
from games.volcanique.rules.steps.purchases import can_pay, keeps_buying, may_buy_more, price_now, tile_sites
from games.volcanique.rules.steps.summon import any_shape, may_summon
from games.volcanique.rules.turns.table import RULE_OF


def any_legal(pos: Position, seat: int, actions: Iterable[object]) -> bool:
    """Return whether one of these may be played."""
    return any(RULE_OF[type(one)].why_not(pos, seat, one) is None for one in actions)


def has_tile(pos: Position, seat: int) -> bool:
    """Return whether a land tile can be bought."""
    affordable = {name for name in ("uno", "duo", "trio") if can_pay(pos.held[seat], name)}
    return bool(affordable) and any(class_of(kind_of(tile)) in affordable for tile, _ in tile_sites(pos, seat))


def volcano_sites(pos: Position, seat: int) -> Iterator[Erupt]:
    """Yield the plainest volcano on each hex where one may be bought."""
    slot = free_slots(pos, seat)[0]
    for cell in pos.stacks:
        if pos.is_biome_land(cell) and engagement.may_build_at(pos, seat, cell):
            for price in legal_payments(price_now(pos, cell), pos.held[seat])[:1]:
                one = Erupt(cell, 0, price, slot)
                if ERUPT.why_not(pos, seat, one) is None:
                    yield one


def has_purchase(pos: Position, seat: int) -> bool:
    """V-6.7: whether any item can be bought."""
    if not may_buy_more(pos):
        return False
    return (
        has_tile(pos, seat)
        or next(volcano_sites(pos, seat), None) is not None
        or (may_summon(pos, seat) and any_shape(pos))
    )


def has_claim(pos: Position, seat: int) -> bool:
    """V-9.1: whether anything can be claimed."""
    return next(claims.legal_claims(pos, seat), None) is not None


def can_act(pos: Position) -> bool:
    """V-24.4: whether the active player could do anything but end the turn."""
    seat = pos.active
    if not pos.options.auto_end and may_use_any(pos, seat):
        return True
    if has_claim(pos, seat) or pos.stage is Stage.COOL:
        return has_claim(pos, seat)
    return (
        any_legal(pos, seat, sacrifices.possible_sacrifices(pos, seat))
        or has_purchase(pos, seat)
        or (keeps_buying(pos) and pos.step <= Step.BUY and can_pay(pos.held[seat], "points"))
        or any_legal(pos, seat, possible_moves(pos, seat))
        or any_legal(pos, seat, possible_flights(pos, seat))
        or any_legal(pos, seat, claims.possible_erosions(pos, seat))
        or any_legal(pos, seat, claims.possible_upgrades(pos, seat))
        or any_legal(pos, seat, sea.sea_actions(pos, seat))
        or FORCED.why_not(pos, seat, ForcedPass()) is None
    )


def buys_nothing(pos: Position, seat: int, action: ForcedPass) -> bool:
    """V-6.7: whether nothing at all can be bought."""
    return not has_purchase(pos, seat)


FORCED = Rule(
    ForcedPass,
    (
        Clause("V-10", "There are no sacrifices in this game, or in this turn.", sacrifices.has_sacrifices),
        Clause("V-6.7", "A forced pass takes the place of a purchase.", sacrifices.is_time_to_pass),
        Clause("V-10.4", "Your crater is full.", sacrifices.has_room),
        Clause("V-10.3", "You have no critter in hand.", sacrifices.has_piece),
        Clause("V-6.7", "You can buy something, so this is no forced pass.", buys_nothing),
    ),
    sacrifices.forced_pass,
)

"""Step T3: erosion, claims, colossal upgrades, the sea (V-9, V-16.3, V-16.7, V-16.20)."""

from collections.abc import Iterator

from games.volcanique.rules.entries.actions import Claim, Erode, Sector, Upgrade
from games.volcanique.rules.entries.clauses import Clause, Rule
from games.volcanique.rules.position.effects import change_hand, pay_price, put_unit, replace_stacks
from games.volcanique.rules.position.pieces import Unit
from games.volcanique.rules.position.position import Position, Stage, Step
from games.volcanique.rules.position.resources import PRICES, covers, legal_payments, letters_of
from games.volcanique.rules.position.settling import settle_change
from games.volcanique.rules.position.tiles import LAND_TILES, NAMES, SHOWN_COLOURS, SOIL, is_uno, kind_of
from games.volcanique.rules.position.words import sector_words
from games.volcanique.rules.steps.purchases import may_buy_more


def is_in_time(pos: Position, seat: int, action: object) -> bool:
    """V-4.2: whether T3 is not over."""
    return pos.step <= Step.CLAIM


def has_piece(pos: Position, seat: int, action: object) -> bool:
    """Return whether the player has a critter in hand."""
    return pos.hands[seat] > 0


def settle_down(pos: Position) -> None:
    """T3 has begun, and it is too late for erosion (V-16.7)."""
    pos.step, pos.settled = Step.CLAIM, True


def is_claimable_land(pos: Position, seat: int, claim: Claim) -> bool:
    """Return whether there is such a sector."""
    return claim.sector.cell in pos.biomes[claim.sector.colour]


def is_thawed(pos: Position, seat: int, claim: Claim) -> bool:
    """Return whether the hex is not frozen."""
    return not pos.is_frozen(claim.sector.cell)


def is_empty(pos: Position, seat: int, claim: Claim) -> bool:
    """V-2.11: whether no critter of anybody stands on the tile."""
    return claim.sector.cell not in pos.units


def is_wild(pos: Position, seat: int, claim: Claim) -> bool:
    """Return whether nobody controls the biome."""
    return not pos.units_in(*claim.sector)


def claim(pos: Position, seat: int, action: Claim) -> None:
    """Put a piece from hand there."""
    cell, colour = action.sector
    change_hand(pos, seat, -1)
    put_unit(pos, Unit(cell, colour, seat))
    pos.busy = True
    settle_down(pos)
    pos.tell("claim", seat=seat, sector=sector_words(cell, colour))


CLAIM = Rule(
    Claim,
    (
        Clause("V-4.2", "It is too late for claims in this turn.", is_in_time),
        Clause("V-9.1", "You have no critter in hand.", has_piece),
        Clause("V-9.4", "No tile there shows that biome.", is_claimable_land),
        Clause("V-9.4", "Frozen hexes can't be claimed.", is_thawed),
        Clause("V-9.1", "Only tiles without a critter can be claimed.", is_empty),
        Clause("V-9.1", "Somebody holds this biome.", is_wild),
    ),
    claim,
)


def legal_claims(pos: Position, seat: int) -> Iterator[Claim]:
    """V-9.2: yield the legal claims, anywhere on the map."""
    if pos.step > Step.CLAIM or not pos.hands[seat]:
        return
    holders = pos.holders()
    for cell, stack in pos.stacks.items():
        if stack[-1] < LAND_TILES and cell not in pos.units and not pos.is_frozen(cell):
            for colour in SHOWN_COLOURS[stack[-1]]:
                if pos.biomes[colour][cell] not in holders:
                    yield Claim(Sector(cell, colour))


def may_erode(pos: Position, seat: int, erode: Erode) -> bool:
    """V-16.7: whether the player has the power, and T3 has not begun with anything else."""
    return pos.has(seat, "erosion") and not pos.eroded and not pos.settled and pos.stage is not Stage.COOL


def is_high_and_cold(pos: Position, seat: int, erode: Erode) -> bool:
    """V-16.7: whether something would be revealed, and nothing hot lies there."""
    top = pos.top(erode.cell)
    return top is not None and top <= SOIL and pos.height(erode.cell) > 1


def is_deserted(pos: Position, seat: int, erode: Erode) -> bool:
    """V-16.7: whether the hex is empty and not frozen."""
    return erode.cell not in pos.units and not pos.is_frozen(erode.cell)


def is_no_held_uno(pos: Position, seat: int, erode: Erode) -> bool:
    """V-16.7: an uno whose biome somebody controls stays."""
    top = pos.stacks[erode.cell][-1]
    return top == SOIL or not is_uno(kind_of(top)) or not pos.units_in(erode.cell, SHOWN_COLOURS[top][0])


def erode(pos: Position, seat: int, action: Erode) -> None:
    """Take the top out of the game; what was below it reappears."""
    before, stack = pos.snapshot, pos.stacks[action.cell]
    pos.removed += stack[-1] < LAND_TILES
    pos.eroded, pos.step = True, Step.CLAIM
    pos.tell("eroded", seat=seat, hex=list(action.cell), tile=NAMES[stack[-1]], below=NAMES[stack[-2]])
    replace_stacks(pos, {action.cell: stack[:-1]})
    settle_change(pos, before, seat, fresh=(action.cell,))


ERODE = Rule(
    Erode,
    (
        Clause("V-4.2", "It is too late for erosion in this turn.", is_in_time),
        Clause("V-16.7", "You need the power Erosion, and use it once a turn, before any claim.", may_erode),
        Clause("V-16.7", "Erosion removes a tile or soil that lies on another tile.", is_high_and_cold),
        Clause("V-16.7", "Erosion removes no tile with a critter, and none that is frozen.", is_deserted),
        Clause("V-16.7", "Erosion does not remove an uno whose biome somebody holds.", is_no_held_uno),
    ),
    erode,
)


def possible_erosions(pos: Position, seat: int) -> Iterator[Erode]:
    """Hexes that might be eroded."""
    if pos.has(seat, "erosion"):
        yield from (Erode(cell) for cell, stack in pos.stacks.items() if len(stack) > 1)


def is_time_to_upgrade(pos: Position, seat: int, upgrade: Upgrade) -> bool:
    """V-16.3, V-4.2: in T3, or in T2 of a final turn."""
    if pos.stage is Stage.FINAL:
        return may_buy_more(pos)
    return pos.step <= Step.CLAIM and pos.stage is not Stage.COOL


def may_have_colossal(pos: Position, seat: int, upgrade: Upgrade) -> bool:
    """D-35: whether the player has the power and not yet as many as allowed."""
    limit = pos.options.colossal_limit
    count = sum(unit.colossal for unit in pos.units_of(seat))
    return pos.has(seat, "colossal") and (not limit or count < limit)


def is_single(pos: Position, seat: int, upgrade: Upgrade) -> bool:
    """Return whether an own single critter stands there, not frozen."""
    unit = pos.unit_at(*upgrade.sector, seat)
    return unit is not None and unit.pieces == 1 and not pos.is_frozen(unit.cell)


def is_colossal_price(pos: Position, seat: int, upgrade: Upgrade) -> bool:
    """Return whether 4 resources are paid."""
    return upgrade.price in PRICES["colossal"]


def can_pay_upgrade(pos: Position, seat: int, upgrade: Upgrade) -> bool:
    """Return whether the player has them."""
    return covers(pos.held[seat], upgrade.price)


def upgrade(pos: Position, seat: int, action: Upgrade) -> None:
    """Make it colossal by a second piece from hand."""
    pay_price(pos, seat, action.price)
    change_hand(pos, seat, -1)
    put_unit(pos, Unit(*action.sector, seat, 2, colossal=True))
    if pos.stage is Stage.FINAL:
        pos.step = Step.BUY
    else:
        settle_down(pos)
    pos.tell("upgrade", seat=seat, sector=sector_words(*action.sector), price=letters_of(action.price))


UPGRADE = Rule(
    Upgrade,
    (
        Clause("V-4.2", "You can't make a critter colossal now.", is_time_to_upgrade),
        Clause(
            "V-16.3",
            "You need the power Colossal critter, and may not have more than the game allows.",
            may_have_colossal,
        ),
        Clause("V-16.3", "You have no critter in hand.", has_piece),
        Clause("V-16.3", "Only a single critter of yours that is not frozen becomes colossal.", is_single),
        Clause("V-16.3", "A colossal critter costs 4 resources.", is_colossal_price),
        Clause("V-6.3", "You do not have these resources.", can_pay_upgrade),
    ),
    upgrade,
)


def possible_upgrades(pos: Position, seat: int) -> Iterator[Upgrade]:
    """Upgrades that may be legal."""
    if pos.has(seat, "colossal"):
        for unit in pos.units_of(seat):
            yield from (
                Upgrade(Sector(unit.cell, unit.colour), price) for price in legal_payments("colossal", pos.held[seat])
            )

"""Step T2: how much may be bought, land tiles, points, the forced pass (V-6, V-7, V-10.3, V-19.7)."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from games.hexes import Cell
from games.volcanique.rules.entries.actions import Buy, BuyPoints, Migrations, PlacedTile, Sector
from games.volcanique.rules.entries.clauses import Clause, Rule
from games.volcanique.rules.position.biomes import matching_edges
from games.volcanique.rules.position.effects import pay_price, replace_stacks, take_tile
from games.volcanique.rules.position.ending import trigger_when_out_of_land
from games.volcanique.rules.position.position import Position, Stage, Step
from games.volcanique.rules.position.resources import PRICES, Counts, covers, legal_payments, letters_of
from games.volcanique.rules.position.settling import settle_change
from games.volcanique.rules.position.tiles import NAMES, PLACEABLE, SOIL, class_of, kind_of
from games.volcanique.rules.position.waits import Question
from games.volcanique.rules.questions.policies import open_destinations
from games.volcanique.rules.questions.questions import MIGRATE, ask_about_units, migrate_as_given
from games.volcanique.rules.steps import engagement

MOST_ITEMS = 3


def may_buy_more(pos: Position) -> bool:
    """V-4.2, V-6.1: whether one more item may be bought in this turn."""
    return pos.step <= Step.BUY and has_items_left(pos)


def has_items_left(pos: Position) -> bool:
    """V-6.6, V-6.8, V-6.9, V-16.6, V-19.7: whether one more item may be bought, as far as what was bought says."""
    if pos.stage is Stage.FINAL or not pos.bought:
        return True
    if pos.bought[-1] in "vi" or len(pos.bought) >= MOST_ITEMS:
        return False
    chain = pos.bought[0] if pos.has(pos.active, "crafty") else pos.bought
    return set(chain) == {"s"}


def keeps_buying(pos: Position) -> bool:
    """V-4.2: whether T2 is left only by an action of a later step."""
    return pos.stage is Stage.FINAL or pos.is_winter_turn


def note_purchase(pos: Position, item: str) -> None:
    """Remember what was bought; T2 is over when nothing more may be bought (V-4.2)."""
    pos.bought += item
    pos.busy = True
    pos.step = Step.BUY
    if not keeps_buying(pos) and not may_buy_more(pos):
        pos.step = Step.CLAIM


def has_purchase(pos: Position, seat: int, action: object) -> bool:
    """Return whether the player may buy one more item in this turn."""
    return has_items_left(pos)


def is_time_to_buy(pos: Position, seat: int, action: object) -> bool:
    """V-4.2: whether T2 is not over."""
    return pos.step <= Step.BUY


HAS_PURCHASE = ("V-6.8", "You can't buy any more in this turn.", has_purchase)
IN_TIME = ("V-4.2", "It is too late to buy in this turn.", is_time_to_buy)


class TilePlacement(NamedTuple):
    """V-7.7: the tile is laid once everybody on the hex has gone."""

    placed: PlacedTile

    def run(self, pos: Position) -> None:
        """Lay it, and settle what it joins."""
        tile, cell = self.placed
        before = pos.snapshot
        replace_stacks(pos, {cell: (*pos.stacks[cell], tile)})
        pos.tell("tile", seat=pos.active, tile=NAMES[tile], hex=list(cell), height=pos.height(cell))
        settle_change(pos, before, pos.active, fresh=(cell,))


def is_in_supply(pos: Position, seat: int, buy: Buy) -> bool:
    """Return whether such a tile is left."""
    return pos.tiles[kind_of(buy.placed.tile)] > 0


def is_exact_price(pos: Position, seat: int, buy: Buy) -> bool:
    """V-6.2: whether the payment is one of the patterns."""
    return buy.price in PRICES[class_of(kind_of(buy.placed.tile))]


def is_held(pos: Position, seat: int, buy: Buy | BuyPoints) -> bool:
    """Return whether the player has what is to be paid."""
    return covers(pos.held[seat], buy.price)


def is_on_land(pos: Position, seat: int, buy: Buy) -> bool:
    """V-7.1a: whether there is land there that is not hot."""
    top = pos.top(buy.placed.cell)
    return top is not None and top <= SOIL


def is_thawed(pos: Position, seat: int, buy: Buy) -> bool:
    """V-7.1c: whether the hex is not frozen."""
    return not pos.is_frozen(buy.placed.cell)


def has_matching_edge(pos: Position, seat: int, buy: Buy) -> bool:
    """V-7.1b: whether an edge matches."""
    return bool(matching_edges(pos.stacks, buy.placed.cell, buy.placed.tile))


def is_engaged(pos: Position, seat: int, buy: Buy) -> bool:
    """V-7.1d: whether V-17 permits the hex."""
    return engagement.may_build_at(pos, seat, buy.placed.cell)


def migration_questions(pos: Position, seat: int, cell: Cell) -> list[list[Question]]:
    """V-7.3 to V-7.5: the questions of a tile that is laid there, a list for each seat that is asked."""
    units = [unit for one in pos.seats_from(seat) for unit in pos.units.get(cell, ()) if unit.seat == one]
    if pos.options.migration_chooser == "builder":
        return [[Question(MIGRATE, seat, unit) for unit in units]]
    return [[Question(MIGRATE, one, unit) for unit in units if unit.seat == one] for one in pos.seats_from(seat)]


def fits_migrants(pos: Position, given: Migrations, asked: Iterable[Question], away: tuple[Cell, ...]) -> bool:
    """V-22.1: none, or one for every unit that has a choice, in order."""
    if not given:
        return True
    choices = []
    for question in asked:
        assert question.unit is not None
        cells = open_destinations(pos, question.unit, away)
        if len(cells) > 1:
            choices.append((question.unit, cells))
    return [one.start for one in given] == [Sector(unit.cell, unit.colour) for unit, _ in choices] and all(
        one.end.colour == unit.colour and one.end.cell in cells
        for one, (unit, cells) in zip(given, choices, strict=True)
    )


def has_legal_migrations(pos: Position, seat: int, buy: Buy) -> bool:
    """V-22.1: whether the migrations that come with the tile are all that the builder decides."""
    return fits_migrants(pos, buy.migrations, migration_questions(pos, seat, buy.placed.cell)[0], (buy.placed.cell,))


def buy_tile(pos: Position, seat: int, buy: Buy) -> None:
    """Pay, take the tile, let everybody migrate, and lay it."""
    (tile, cell), price, given = buy
    on_soil = pos.is_soil(cell)
    pay_price(pos, seat, price)
    take_tile(pos, kind_of(tile))
    pos.tell("bought", seat=seat, item=NAMES[tile], hex=list(cell), price=letters_of(price))
    trigger_when_out_of_land(pos, seat)
    note_purchase(pos, "s" if on_soil else "t")
    pos.agenda = (*pos.agenda, TilePlacement(buy.placed))
    before, (own, *others) = pos.units, migration_questions(pos, seat, cell)
    ask_about_units(pos, [migrate_as_given(pos, given, own, (cell,)), *others], (cell,), before)


BUY = Rule(
    Buy,
    (
        Clause(*HAS_PURCHASE),
        Clause(*IN_TIME),
        Clause("V-6.3", "No such tile is left.", is_in_supply),
        Clause("V-6.2", "This is not the price of the tile.", is_exact_price),
        Clause("V-6.3", "You do not have these resources.", is_held),
        Clause("V-7.1a", "A tile has to lie on land, and not on a volcano or lava.", is_on_land),
        Clause("V-7.1b", "At least one edge has to match a neighbour.", has_matching_edge),
        Clause("V-7.1c", "Nothing is built on frozen hexes.", is_thawed),
        Clause("V-17", "You may not build on that tile: see the option “Where to build”.", is_engaged),
        Clause(
            "V-7.3",
            "Name a possible migration for each critter that you decide about, or for none.",
            has_legal_migrations,
        ),
    ),
    buy_tile,
)


def tile_sites(pos: Position, seat: int) -> Iterator[PlacedTile]:
    """Every place for every tile that is left, whatever it costs."""
    left = [tile for tile in PLACEABLE if pos.tiles[kind_of(tile)]]
    limited = pos.options.players > 2 and pos.options.engagement != "free"
    permitted = engagement.buildable_hexes(pos, seat) if limited else set()
    for cell, stack in pos.stacks.items():
        if stack[-1] > SOIL or pos.is_frozen(cell) or (permitted and stack[-1] != SOIL and cell not in permitted):
            continue
        for tile in left:
            if matching_edges(pos.stacks, cell, tile):
                yield PlacedTile(tile, cell)


def tile_purchases(pos: Position, seat: int) -> Iterator[Buy]:
    """Yield the legal purchases of land tiles, without own migrations (V-22.1)."""
    if not may_buy_more(pos):
        return
    held = pos.held[seat]
    prices = {name: legal_payments(name, held) for name in ("uno", "duo", "trio")}
    if any(prices.values()):
        for placed in tile_sites(pos, seat):
            yield from (Buy(placed, price) for price in prices[class_of(kind_of(placed.tile))])


def may_buy_points(pos: Position, seat: int, buy: BuyPoints) -> bool:
    """V-19.7, V-19.9, V-19.14: in final turns and in winter."""
    return keeps_buying(pos) and pos.step <= Step.BUY


def is_for_points(pos: Position, seat: int, buy: BuyPoints) -> bool:
    """V-23.1: 3, 6 or 9 resources."""
    return buy.price in PRICES["points"]


def buy_points(pos: Position, seat: int, buy: BuyPoints) -> None:
    """Exchange resources for points, three for one."""
    count = sum(buy.price) // 3
    pay_price(pos, seat, buy.price)
    pos.points = (*pos.points[:seat], pos.points[seat] + count, *pos.points[seat + 1 :])
    pos.step = Step.BUY
    pos.tell("points", seat=seat, count=count, price=letters_of(buy.price))


POINTS = Rule(
    BuyPoints,
    (
        Clause("V-19.7", "Points are bought in final turns and in winter, before claims.", may_buy_points),
        Clause("V-19.7", "A point costs 3 resources; buy one, two or three at once.", is_for_points),
        Clause("V-6.3", "You do not have these resources.", is_held),
    ),
    buy_points,
)


def price_now(pos: Position, cell: Cell) -> str:
    """V-6.4: what a volcano costs on a hex."""
    return "unstable" if pos.options.unstable_volcano and pos.height(cell) >= 4 else "volcano"


def can_pay(held: Counts, item: str) -> bool:
    """Return whether some payment of an item can be made."""
    return bool(legal_payments(item, held))

"""Summoning an island (V-11)."""

from collections.abc import Collection, Iterator
from itertools import combinations

from games.hexes import Cell
from games.volcanique.rules.entries.actions import PlacedTile, Summon
from games.volcanique.rules.entries.clauses import Clause, Rule
from games.volcanique.rules.position.effects import change_hand, pay_price, replace_stacks, take_tile
from games.volcanique.rules.position.ending import trigger_when_out_of_land
from games.volcanique.rules.position.geometry import components, distance, hexes_within, is_connected
from games.volcanique.rules.position.position import CRATER, Position, Stage
from games.volcanique.rules.position.resources import PRICES, covers, legal_payments, letters_of
from games.volcanique.rules.position.tiles import KINDS, NAMES, PLACEABLE, kind_of
from games.volcanique.rules.position.words import placed_words
from games.volcanique.rules.steps.purchases import HAS_PURCHASE, IN_TIME, may_buy_more, note_purchase

SIZE = 3


def island_price(pos: Position, seat: int) -> str:
    """V-11.1, V-16.8: what an island costs."""
    return "free" if pos.options.exalted_free_islands and pos.has(seat, "exalted") else "island"


def has_islands(pos: Position, seat: int, summon: Summon) -> bool:
    """V-6.5: whether the game is played with them."""
    return pos.options.islands


def is_first_purchase(pos: Position, seat: int, summon: Summon) -> bool:
    """V-11.1, V-6.9: an island is no extra purchase; in a final turn it may come at any time."""
    return not pos.bought or pos.stage is Stage.FINAL


def has_full_crater(pos: Position, seat: int, summon: Summon) -> bool:
    """V-11.1: whether three pieces lie in the crater."""
    return pos.craters[seat] == CRATER


def is_exact_price(pos: Position, seat: int, summon: Summon) -> bool:
    """Return whether 7 resources are paid, or none if islands are free."""
    return summon.price in PRICES[island_price(pos, seat)]


def is_held(pos: Position, seat: int, summon: Summon) -> bool:
    """Return whether the player has what is to be paid."""
    return covers(pos.held[seat], summon.price)


def has_full_tile_count(pos: Position, seat: int, summon: Summon) -> bool:
    """V-11.2: three tiles, or all that are left."""
    return len(summon.placed) == min(SIZE, sum(pos.tiles))


def are_in_supply(pos: Position, seat: int, summon: Summon) -> bool:
    """V-11.2: whether the tiles are left."""
    kinds = [kind_of(placed.tile) for placed in summon.placed]
    return all(kinds.count(kind) <= pos.tiles[kind] for kind in kinds)


def is_one_shape(pos: Position, seat: int, summon: Summon) -> bool:
    """V-11.3: whether the hexes hang together, each used once."""
    cells = [placed.cell for placed in summon.placed]
    return len(set(cells)) == len(cells) and is_connected(cells)


def is_off_the_coast(pos: Position, seat: int, summon: Summon) -> bool:
    """V-11.3: whether one ocean hex lies between it and the nearest land."""
    return gap_to_land(pos.stacks, [placed.cell for placed in summon.placed]) == 2


def gap_to_land(land: Collection[Cell], cells: Collection[Cell]) -> int:
    """Return the smallest distance between hexes and land."""
    return min(distance(cell, other) for cell in cells for other in land)


def is_free_ocean(pos: Position, seat: int, summon: Summon) -> bool:
    """V-11.4: no frozen hexes and no sea critters."""
    return all(placed.cell not in pos.sea and not pos.is_frozen(placed.cell) for placed in summon.placed)


def summon_island(pos: Position, seat: int, summon: Summon) -> None:
    """Pay, take the critters back (V-10.5), and lay the tiles, which may be the last (V-11.6)."""
    pay_price(pos, seat, summon.price)
    pos.craters = (*pos.craters[:seat], 0, *pos.craters[seat + 1 :])
    change_hand(pos, seat, CRATER)
    for placed in summon.placed:
        take_tile(pos, kind_of(placed.tile))
    pos.tell(
        "island",
        seat=seat,
        tiles=[[NAMES[tile], *cell] for tile, cell in summon.placed],
        price=letters_of(summon.price),
    )
    trigger_when_out_of_land(pos, seat)
    replace_stacks(pos, {cell: (tile,) for tile, cell in summon.placed})
    note_purchase(pos, "i")


SUMMON = Rule(
    Summon,
    (
        Clause("V-6.5", "This game is played without islands.", has_islands),
        Clause(*HAS_PURCHASE),
        Clause(*IN_TIME),
        Clause("V-11.1", "An island is the first purchase of a turn.", is_first_purchase),
        Clause("V-11.1", "You need three critters in your crater.", has_full_crater),
        Clause("V-11.1", "This is not the price of an island.", is_exact_price),
        Clause("V-6.3", "You do not have these resources.", is_held),
        Clause("V-11.2", "An island has three tiles, or all that are left if there are fewer.", has_full_tile_count),
        Clause("V-11.2", "Not all of these tiles are left.", are_in_supply),
        Clause("V-11.3", "The tiles of an island have to be connected.", is_one_shape),
        Clause("V-11.3", "Exactly one ocean hex has to lie between the island and the nearest land.", is_off_the_coast),
        Clause("V-11.4", "An island can't rise on frozen hexes, or where a sea critter is.", is_free_ocean),
    ),
    summon_island,
)


def may_summon(pos: Position, seat: int) -> bool:
    """Return whether an island may be bought, as far as place does not matter."""
    return (
        pos.options.islands
        and may_buy_more(pos)
        and (not pos.bought or pos.stage is Stage.FINAL)
        and pos.craters[seat] == CRATER
        and any(pos.tiles)
        and bool(legal_payments(island_price(pos, seat), pos.held[seat]))
    )


def island_sites(pos: Position) -> set[Cell]:
    """Return the ocean hexes where a tile of an island may lie."""
    near = hexes_within(pos.stacks, 1)
    return {
        cell for cell in hexes_within(pos.stacks, 1 + SIZE) - near if cell not in pos.sea and not pos.is_frozen(cell)
    }


def ring_around_land(pos: Position) -> set[Cell]:
    """V-11.3: the hexes at a distance of 2 from land; an island has at least one of them."""
    return hexes_within(pos.stacks, 2) - hexes_within(pos.stacks, 1)


def island_shapes(
    pos: Position, size: int, free: set[Cell], chosen: tuple[Cell, ...] = ()
) -> Iterator[tuple[Cell, ...]]:
    """Yield the places of an island of this size, its hexes in order, that begin with `chosen`."""
    near = ring_around_land(pos)
    for start in chosen[:1] or sorted(free):
        around = sorted(cell for cell in hexes_within([start], size - 1) & free if cell > start)
        for others in combinations(around, size - 1):
            cells = (start, *others)
            if cells[: len(chosen)] == chosen and not near.isdisjoint(cells) and is_connected(cells):
                yield cells


def some_summons(pos: Position, seat: int, given: tuple[PlacedTile, ...], word: str) -> Iterator[Summon]:
    """Islands that begin with the given tiles: every next tile, then one kind of tile and of price for the rest.

    Without a tile, one island for every first tile that is written so at its beginning; all of one sort without both.
    """
    if not may_summon(pos, seat):
        return
    prices = legal_payments(island_price(pos, seat), pos.held[seat])
    size = min(SIZE, sum(pos.tiles))
    free, chosen = island_sites(pos), tuple(placed.cell for placed in given)
    if len(given) > size or not set(chosen) <= free:
        return
    firsts: set[PlacedTile] = set()
    for cells in island_shapes(pos, size, free, chosen):
        for tiles in tile_rows(pos, [placed.tile for placed in given], size, is_begun=bool(given or word)):
            placed = tuple(map(PlacedTile, tiles, cells))
            if not given and word and (placed[0] in firsts or not placed_words(*placed[0]).startswith(word)):
                continue
            firsts.add(placed[0])
            for price in prices if len(given) >= size - 1 else prices[:1]:
                yield Summon(placed, price)


def tile_rows(pos: Position, given: list[int], size: int, *, is_begun: bool) -> Iterator[tuple[int, ...]]:
    """Rows of tiles that go on from the given ones, with every next tile if they are begun."""
    left = list(pos.tiles)
    for tile in given:
        left[kind_of(tile)] -= 1
    if min(left) < 0:
        return
    if not is_begun:
        yield first_left(left, size)
    elif len(given) == size:
        yield tuple(given)
    else:
        for tile in PLACEABLE:
            if left[kind_of(tile)]:
                rest = [count - (kind == kind_of(tile)) for kind, count in enumerate(left)]
                yield (*given, tile, *first_left(rest, size - len(given) - 1))


def first_left(left: list[int], count: int) -> tuple[int, ...]:
    """Return so many of the tiles that are left, in no special rotation."""
    row = [kind * 6 for kind in range(len(KINDS)) for _ in range(left[kind])]
    return tuple(row[:count])


def any_shape(pos: Position) -> bool:
    """Return whether an island has a place at all: enough free hexes that hang together, one of them near enough."""
    size, near = min(SIZE, sum(pos.tiles)), ring_around_land(pos)
    return any(len(part) >= size and not near.isdisjoint(part) for part in components(island_sites(pos)))

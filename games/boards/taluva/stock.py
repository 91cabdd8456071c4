"""Supplies: what is left, what a turn would leave, and how far a seat is from winning (T-7.1)."""

from games.boards.contract import SeatShown, Stock
from games.boards.words import Words, count, listed, say
from games.rules.taluva import Game, Supply

OUT = "out"
NEAR = 2  # so few pieces from winning is worth a note


def stock_of(supply: Supply) -> tuple[Stock, ...]:
    """The supply kind by kind."""
    return (
        Stock("hut", supply.huts, count("%(n)d hut left", "%(n)d huts left", supply.huts), say("Huts")),
        Stock(
            "temple", supply.temples, count("%(n)d temple left", "%(n)d temples left", supply.temples), say("Temples")
        ),
        Stock("tower", supply.towers, count("%(n)d tower left", "%(n)d towers left", supply.towers), say("Towers")),
    )


def seats_of(game: Game) -> tuple[SeatShown, ...]:
    """Every seat's supply, and what it lacks for winning early."""
    return tuple(seat_of(game, seat, supply) for seat, supply in enumerate(game.position.supplies))


def seat_of(game: Game, seat: int, supply: Supply) -> SeatShown:
    if game.over or seat not in game.standing.seats_in:
        return SeatShown(seat, stock_of(supply), None, False)
    lacking = lacking_for_a_win(game, seat)
    return SeatShown(seat, stock_of(supply), goal_words(game, lacking), sum(n for n, _ in lacking) <= NEAR)


def lacking_for_a_win(game: Game, seat: int) -> list[tuple[int, str]]:
    """The pieces of the two kinds that are nearest to empty; in a team also the partner's nearest kind (T-9.2)."""
    lacking = nearest(game.position.supplies[seat])[:2]
    if game.options.teams:
        lacking += nearest(game.position.supplies[(seat + 2) % 4])[:1]
    return [(n, kind) for n, kind in lacking if n]


def nearest(supply: Supply) -> list[tuple[int, str]]:
    """The kinds of pieces, those with the fewest left first."""
    kinds = [(supply.temples, "temple"), (supply.towers, "tower"), (supply.huts, "hut")]
    return sorted(kinds, key=lambda kind: kind[0])


def goal_words(game: Game, lacking: list[tuple[int, str]]) -> Words | None:
    """`2 temples and 1 tower from winning`."""
    if not lacking:
        return None
    pieces = listed([piece_count(n, kind) for n, kind in lacking])
    if game.options.ranking:
        return say("%(pieces)s from the next place", pieces=pieces)
    if game.options.teams:
        return say("The team is %(pieces)s from winning", pieces=pieces)
    return say("%(pieces)s from winning", pieces=pieces)


def piece_count(n: int, kind: str) -> Words:
    if kind == "hut":
        return count("%(n)d hut", "%(n)d huts", n)
    if kind == "temple":
        return count("%(n)d temple", "%(n)d temples", n)
    return count("%(n)d tower", "%(n)d towers", n)

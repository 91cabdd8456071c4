"""Supplies: what is left, what a turn would leave, and how far a seat is from winning (T-7.1)."""

from games.boards.board_contract import SeatSummary, Stock
from games.boards.translatable import Words, count, list_words, say
from games.taluva.rules import Game, Supply

OUT = "out"
NEAR = 2  # so few pieces from winning is worth a note


def stock_of(supply: Supply) -> tuple[Stock, ...]:
    """Return the supply kind by kind."""
    return (
        Stock("ihut", supply.huts, count("%(n)d hut left", "%(n)d huts left", supply.huts), say("Huts")),
        Stock(
            "itemple", supply.temples, count("%(n)d temple left", "%(n)d temples left", supply.temples), say("Temples")
        ),
        Stock("itower", supply.towers, count("%(n)d tower left", "%(n)d towers left", supply.towers), say("Towers")),
    )


def seats_of(game: Game) -> tuple[SeatSummary, ...]:
    """Return every seat's supply, and what it lacks for winning early."""
    return tuple(seat_of(game, seat, supply) for seat, supply in enumerate(game.position.supplies))


def seat_of(game: Game, seat: int, supply: Supply) -> SeatSummary:
    if game.over or seat not in game.standing.seats_in:
        return SeatSummary(seat, stock_of(supply), None, False)
    if game.options.teams:
        return SeatSummary(seat, stock_of(supply), *team_goal(game, seat))
    lacking = kinds_by_left(supply)[:2]
    return SeatSummary(seat, stock_of(supply), goal_words(game, lacking), pieces_of(lacking) <= NEAR)


def team_goal(game: Game, seat: int) -> tuple[Words | None, bool]:
    """Return what the seat's team lacks for winning early, by the shorter way, and whether that is near (T-9.2).

    Either player may be the one who uses up two kinds. A partner who is out builds nothing more.
    """
    partner = (seat + 2) % 4
    first, second = sorted((seat, partner))
    ways = [
        {one: kinds_by_left(game.position.supplies[one])[:2], other: kinds_by_left(game.position.supplies[other])[:1]}
        for one, other in ((first, second), (second, first))
    ]
    if partner not in game.standing.seats_in:
        ways = [way for way in ways if not pieces_of(way[partner])]
    if not ways:
        return None, False
    way = min(ways, key=lambda way: pieces_of(way[seat]) + pieces_of(way[partner]))
    return team_words(way[seat], way[partner]), pieces_of(way[seat]) + pieces_of(way[partner]) <= NEAR


def pieces_of(lacking: list[tuple[int, str]]) -> int:
    """Return how many pieces these are."""
    return sum(n for n, _ in lacking)


def team_words(own: list[tuple[int, str]], partners: list[tuple[int, str]]) -> Words | None:
    """Return `The team is 1 temple of this player and 1 tower of the partner from winning`."""
    mine, theirs = pieces_words(own), pieces_words(partners)
    if mine and theirs:
        return say(
            "The team is %(own)s of this player and %(partners)s of the partner from winning", own=mine, partners=theirs
        )
    if mine:
        return say("The team is %(own)s of this player from winning", own=mine)
    return say("The team is %(partners)s of the partner from winning", partners=theirs) if theirs else None


def kinds_by_left(supply: Supply) -> list[tuple[int, str]]:
    """Return the kinds of pieces, those with the fewest left first."""
    kinds = [(supply.temples, "temple"), (supply.towers, "tower"), (supply.huts, "hut")]
    return sorted(kinds, key=lambda kind: kind[0])


def goal_words(game: Game, lacking: list[tuple[int, str]]) -> Words | None:
    """Return `2 temples and 1 tower from winning`."""
    pieces = pieces_words(lacking)
    if pieces is None:
        return None
    if game.options.ranking:
        return say("%(pieces)s from the next place", pieces=pieces)
    return say("%(pieces)s from winning", pieces=pieces)


def pieces_words(lacking: list[tuple[int, str]]) -> Words | None:
    """Return `2 temples and 1 tower`; None if none is lacking."""
    counts = [piece_count(n, kind) for n, kind in lacking if n]
    return list_words(counts) if counts else None


def piece_count(n: int, kind: str) -> Words:
    if kind == "hut":
        return count("%(n)d hut", "%(n)d huts", n)
    if kind == "temple":
        return count("%(n)d temple", "%(n)d temples", n)
    return count("%(n)d tower", "%(n)d towers", n)

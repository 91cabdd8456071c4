"""The lists that are too long to be compared whole (A-62): what goes on from a beginning, and whether all is found.

Of volcanoes the plain ones, and all for one hex, payment and slot; of islands every third tile after two; of starting
islands every trio after uno and duo; of Rifts all, where islands are small. Besides, random entries that the naive
rules allow have to be listed by each of their beginnings.
"""

import re
from collections.abc import Iterable, Iterator

from games.contract import Game
from tests.volcanique.differential.players import Players
from tests.volcanique.naive import NaiveGame, candidates, drifting, facts, judge
from tests.volcanique.naive.buying import may_buy
from tests.volcanique.naive.grid import CLASS_OF, COLOURS, around, hex_text, read_hex

MOST = 600  # candidates that are tried for one list
SMALL = 8  # hexes of the largest island of which every Rift is tried
PARTS = re.compile(r"[ ;@/>]")
Lists = tuple[str, list[str], list[str]]  # what is compared, the package's, the naive rules'


def long_lists(real: Game, naive: NaiveGame, players: Players, seat: int) -> Iterator[Lists]:
    """Yield the lists of both for a seat that may act now."""
    p = naive.position
    if p.wait.kind == "setup" and seat == p.active:
        yield from founding_lists(real, naive, players, seat)
    if p.wait.kind == "act" and seat == p.active and p.turn.mode != "cool":
        if may_buy(p, seat, "volcano"):
            yield from volcano_lists(real, naive, players, seat)
        if may_buy(p, seat, "island"):
            yield from island_lists(real, naive, players, seat)
    if naive.is_quiet() and drifting.is_usable(p, seat, "rift"):
        yield from rift_lists(real, naive, players, seat)


def both_lists(real: Game, naive: NaiveGame, seat: int, begin: str, texts: Iterable[str]) -> Lists:
    """Return what goes on from a beginning: the package's list, and those of all candidates that are allowed."""
    found = sorted({text for text in texts if text.startswith(begin) and naive.allows(seat, text)})
    return f"{begin!r} of P{seat + 1}", [text for text in real.choices(seat, begin) if text[0] == begin[0]], found


def is_listed(real: Game, seat: int, text: str) -> Lists:
    """Return the beginnings of an entry that lead nowhere, and whether it is listed itself."""
    begins = [text[: found.end()] for found in PARTS.finditer(text)]
    lost = [begin for begin in begins if not real.choices(seat, begin)]
    return f"beginnings of {text}", [*lost, *(one for one in real.choices(seat, text) if one == text)], [text]


def volcano_lists(real: Game, naive: NaiveGame, players: Players, seat: int) -> Iterator[Lists]:
    """Yield the plain volcanoes, and all with the hex, rotation, payment and slot of one of them."""
    p = naive.position
    allowed = [text for text in players.some_volcanoes(p, seat) if naive.allows(seat, text)]
    for text in allowed[:1]:
        yield is_listed(real, seat, text)
        begin = " ".join(text.split(" ")[:4])
        extras = candidates.volcano_extras(p, seat, read_hex(text.split(" ")[1].partition("/")[0]))
        yield both_lists(real, naive, seat, begin, (begin + extra for extra in extras))
    plain = [text + ending for _, text in candidates.plain_volcanoes(p, seat) for ending in ("", " super", " winter")]
    if len(plain) <= MOST:
        yield both_lists(real, naive, seat, "V ", plain)


def island_lists(real: Game, naive: NaiveGame, players: Players, seat: int) -> Iterator[Lists]:
    """Yield the islands that begin with two tiles, of one payment."""
    p = naive.position
    allowed = [text for text in players.some_islands(p, seat) if naive.allows(seat, text)]
    for text in allowed[:2]:
        yield is_listed(real, seat, text)
        words = text.split(" ")
        if len(words) == 5:
            begin = " ".join(words[:3])
            stock = [tile for tile in candidates.tiles() if p.supply[tile[:-1]]]
            cells = {cell for word in words[1:3] for cell in around(read_hex(word.partition("@")[2]))}
            thirds = [f"{begin} {tile}@{hex_text(cell)} {words[4]}" for tile in stock for cell in sorted(cells)]
            name, listed, found = both_lists(real, naive, seat, begin, thirds)
            yield name, [one for one in listed if one.endswith(f" {words[4]}")], found


def founding_lists(real: Game, naive: NaiveGame, players: Players, seat: int) -> Iterator[Lists]:
    """Yield the starting islands that begin with an uno and a duo."""
    text = players.any_setup(naive, seat)
    yield is_listed(real, seat, text)
    words = text.split(" ")
    begin = " ".join(words[:3])
    cells = sorted({cell for word in words[1:3] for cell in around(read_hex(word.partition("@")[2]))})
    trios = [tile for tile in candidates.tiles() if CLASS_OF[tile[:-1]] == "trio"]
    every = [f"{begin} {tile}@{hex_text(cell)} {colour}" for tile in trios for cell in cells for colour in COLOURS]
    yield both_lists(real, naive, seat, begin, every)


def rift_lists(real: Game, naive: NaiveGame, players: Players, seat: int) -> Iterator[Lists]:
    """Yield random Rifts, and all where no island is large: those that are listed, and those that lead nowhere."""
    for text in list(players.some_rifts(naive, seat))[:4]:
        yield is_listed(real, seat, text)
    if max(map(len, facts.islands(naive.position))) <= SMALL:
        every = list(judge.limited_texts(naive.position, seat, "Z"))
        for text in every:
            yield is_listed(real, seat, text)
        yield "Rifts that are not allowed", sorted(set(listed_rifts(real, seat)) - set(every)), []


def listed_rifts(real: Game, seat: int) -> list[str]:
    """Return the Rifts that are listed without a beginning."""
    return [text for text in real.choices(seat) if text.startswith("Z ")]

"""Islands written in the signs of the text board, and games after a few turns."""

from collections.abc import Iterable

from games.hexes import DIRECTIONS, Cell, neighbours
from games.taluva.rules import Game, Options, Supply
from games.taluva.rules.position import Hex, Piece, Position

PIECES = {"T": Piece.TEMPLE, "W": Piece.TOWER}


def island(text: str, supplies: Iterable[tuple[int, int, int]] = ((20, 3, 2), (20, 3, 2))) -> Position:
    """A position from pairs of a cell and its signs: `0,0 V1se` a volcano, `1,0 J2` empty jungle of level 2, `1,0 J2a`
    with huts of seat 0, `1,0 J2bT` with a temple of seat 1."""
    words = text.split()
    cells = {read_cell(cell): read_hex(signs) for cell, signs in zip(words[::2], words[1::2], strict=True)}
    return derived(cells, tuple(Supply(*supply) for supply in supplies))


def derived(cells: dict[Cell, Hex], supplies: tuple[Supply, ...]) -> Position:
    """The position of these cells, with all that follows from them found anew."""
    return Position(
        cells=cells,
        shore=frozenset(near for cell in cells for near in neighbours(cell) if near not in cells),
        free=frozenset(cell for cell, top in cells.items() if top.terrain != "V" and top.piece is None),
        owned=tuple(
            frozenset(cell for cell, top in cells.items() if top.owner == seat) for seat in range(len(supplies))
        ),
        supplies=supplies,
    )


def read_cell(text: str) -> Cell:
    q, r = text.split(",")
    return int(q), int(r)


def read_hex(signs: str) -> Hex:
    terrain, level, rest = signs[0], int(signs[1]), signs[2:]
    if terrain == "V":
        return Hex(level, "V", DIRECTIONS.index(rest.upper()), 0)
    if not rest:
        return Hex(level, terrain, None, 0)
    return Hex(level, terrain, None, 0, "abcde".index(rest[0]), PIECES.get(rest[1:], Piece.HUT))


def game_after(played: Iterable[str], tiles: str, options: Options | None = None, **setup: object) -> Game:
    """The game with these tiles after these turns."""
    game = Game(options or Options(), tiles.split(), **setup)  # type: ignore[arg-type]
    for text in played:
        game.play(text)
    return game

"""The positions of the printed examples of V-25."""

from typing import cast

from tests.volcanique.naive.game import NaiveGame
from tests.volcanique.naive.grid import read_hex, read_sector, read_tile
from tests.volcanique.naive.position import Member, Position, Unit

Json = dict[str, object]
LETTERS = "BPG"


def laid(example: Json, **settings: object) -> Position:
    """Return the position of an example; a board that is a list of hexes is all of one kind."""
    board = example.get("board", {})
    stacks = board if isinstance(board, dict) else dict.fromkeys(texts(board), "L0")
    players = texts(example.get("seats", ["B", "P"]))
    game = NaiveGame({"players": len(players)} | settings, "volcanique-test")
    p = game.position
    p.stacks = {read_hex(cell): [member(text) for text in str(stack).split("/")] for cell, stack in stacks.items()}
    p.units = [unit_of(text) for text in texts(example.get("critters", []))]
    return p


def texts(found: object) -> list[str]:
    return [str(text) for text in cast("list[object]", found)]


def member(text: str) -> Member:
    return Member(*read_tile(text)) if text[0] in "LMD" else Member(text)


def unit_of(text: str) -> Unit:
    player, sector, *kind = text.split()
    seat = LETTERS.index(player) if player in LETTERS else int(player[1]) - 1
    return Unit(seat, *read_sector(sector), 2 if kind else 1, bool(kind))

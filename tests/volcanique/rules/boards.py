"""Positions for tests, built from words: stacks, critters, powers, resources."""

from collections.abc import Iterable, Mapping

from games.volcanique.rules.entries.grammar import hex_of, sector_of
from games.volcanique.rules.game import Game
from games.volcanique.rules.options import Options
from games.volcanique.rules.position.effects import put_unit, replace_stacks
from games.volcanique.rules.position.flows import new_flow
from games.volcanique.rules.position.pieces import Unit
from games.volcanique.rules.position.position import Position, Stage, Step
from games.volcanique.rules.position.resources import counts_of, subtract_resources
from games.volcanique.rules.position.tiles import MEMBER_OF
from games.volcanique.rules.position.words import sector_words
from games.volcanique.rules.secrets import Knowledge

SEED = "volcanique-test"


def board_of(words: Mapping[str, str] | Iterable[str]) -> dict[tuple[int, int], tuple[int, ...]]:
    """Stacks from words like LM2/LMD4; of hexes alone each has one tile of no importance."""
    if not isinstance(words, Mapping):
        words = dict.fromkeys(words, "L0")
    return {hex_of(cell): tuple(MEMBER_OF[name] for name in stack.split("/")) for cell, stack in words.items()}


def position(
    board: Mapping[str, str] | Iterable[str],
    critters: Iterable[str] = (),
    *,
    players: int = 2,
    powers: Mapping[str, str] | None = None,
    held: Mapping[str, str] | None = None,
    **settings: object,
) -> Position:
    """A position in the first step of a turn of P1. Critters are `P1 0,0:L`, then `*2` for a group, or `colossal`."""
    options = Options.from_settings({"players": players, **settings})
    pos = Position(options, {})
    pos.stage, pos.step, pos.turn = Stage.NORMAL, Step.MOVE, 7
    stacks = board_of(board)
    replace_stacks(pos, stacks)
    for cell, stack in stacks.items():
        if stack[-1] in (MEMBER_OF["volcano"], MEMBER_OF["lava"]):
            new_flow(pos, 0, cell, "volcano" if stack[-1] == MEMBER_OF["volcano"] else "lava")
    for words in critters:
        add_critter(pos, words)
    for seat, names in (powers or {}).items():
        give_powers(pos, number(seat), *names.split())
    for seat, letters in (held or {}).items():
        hold(pos, number(seat), letters)
    return pos


def number(seat: str) -> int:
    """P1 as 0."""
    return int(seat[1:]) - 1


def add_critter(pos: Position, words: str) -> None:
    """Put a unit from hand on its sector, or a sea critter on its hex."""
    seat, where, *how = words.split()
    pieces = 2 if how == ["colossal"] else int(how[0].lstrip("*")) if how else 1
    if ":" in where:
        put_unit(pos, Unit(*sector_of(where), number(seat), pieces, how == ["colossal"]))
    else:
        pos.sea = {**pos.sea, hex_of(where): number(seat)}
    pos.hands = tuple(hand - pieces * (one == number(seat)) for one, hand in enumerate(pos.hands))


def give_powers(pos: Position, seat: int, *names: str) -> None:
    """The seat has these powers, whatever the grid."""
    pos.powers = tuple(powers | set(names) if one == seat else powers for one, powers in enumerate(pos.powers))


def hold(pos: Position, seat: int, letters: str) -> None:
    """The seat holds just these resources."""
    pos.held = tuple(counts_of(letters) if one == seat else held for one, held in enumerate(pos.held))
    pos.supply = subtract_resources(pos.supply, counts_of(letters))


def game_at(pos: Position, seed: str | None = SEED) -> Game:
    """A game whose log begins at this position."""
    game = Game(pos.options, {}, Knowledge() if seed is None else Knowledge.of_seed(seed, is_drawn=False))
    game.grid = dict(pos.grid)
    game._positions = [pos]
    return game


def units(pos: Position) -> list[str]:
    """All units, as they are written for `position`."""
    every = sorted(unit for units in pos.units.values() for unit in units)
    return [
        f"P{unit.seat + 1} {sector_words(unit.cell, unit.colour)}"
        + (" colossal" if unit.colossal else f" *{unit.pieces}" if unit.pieces > 1 else "")
        for unit in every
    ]

"""The map drawn in text, to be read in a terminal and in a failing test (V-23.10)."""

from collections.abc import Iterator, Mapping

from games.volcanique.rules.position.pieces import Flow, Unit
from games.volcanique.rules.position.position import Position
from games.volcanique.rules.position.resources import letters_of
from games.volcanique.rules.position.tiles import NAMES
from games.volcanique.rules.position.words import hex_words, sector_words
from games.volcanique.rules.scoring import all_scores
from games.volcanique.rules.state import stack_names

WIDTH = 10
SEA = "·"
LEGEND = "Top tile and height, then who stands on it (P1 is a); below, every stack, unit and hand."


def draw_text(pos: Position, rotations: Mapping[int, int | None]) -> str:
    """Return the map row by row, then every item of the position; with these of the secret rotations."""
    return "\n".join([*map_rows(pos), LEGEND, *position_items(pos, rotations), turn_line(pos)]) + "\n"


def map_rows(pos: Position) -> Iterator[str]:
    """One line a row; each starts with its r and the q of its first hex."""
    if not pos.stacks:
        yield "the open sea"
        return
    west = min(2 * q + r for q, r in pos.stacks)
    east = max(2 * q + r for q, r in pos.stacks)
    for r in range(min(r for _, r in pos.stacks), max(r for _, r in pos.stacks) + 1):
        first = (west - r + 1) // 2
        indent = " " * (WIDTH // 2 * (2 * first + r - west))
        cells = "".join(cell_text(pos, q, r).ljust(WIDTH) for q in range(first, (east - r) // 2 + 1))
        yield f"r {r:>3}, q {first:>3}…  {indent}{cells}".rstrip(f" {SEA}")


def cell_text(pos: Position, q: int, r: int) -> str:
    """Return a hex in a few characters."""
    cell = (q, r)
    if cell not in pos.stacks:
        return f"~{seat_letter(pos.sea[cell])}" if cell in pos.sea else SEA
    frost = "*" if pos.is_frozen(cell) else ""
    who = "".join(seat_letter(unit.seat) for unit in pos.units.get(cell, ()))
    return f"{NAMES[pos.stacks[cell][-1]]}/{pos.height(cell)}{frost}{who}"


def seat_letter(seat: int) -> str:
    """Return the small letter of a seat on the map."""
    return "abcde"[seat]


def position_items(pos: Position, rotations: Mapping[int, int | None]) -> Iterator[str]:
    """V-23.10: one item a line."""
    for cell in sorted(pos.stacks):
        yield f"{hex_words(cell)}: {'/'.join(stack_names(pos, cell, rotations))}"
    for units in sorted(pos.units.values()):
        yield from (unit_line(pos, unit) for unit in units)
    yield from (f"sea P{seat + 1} {hex_words(cell)}" for cell, seat in sorted(pos.sea.items()))
    for seat, score in zip(pos.seats, all_scores(pos), strict=True):
        yield f"res P{seat + 1} {letters_of(pos.held[seat]) or '-'}"
        yield f"grid P{seat + 1} {' '.join(pos.slots[seat]) or '-'}"
        yield f"crater P{seat + 1} {pos.craters[seat]}"
        yield f"hand P{seat + 1} {pos.hands[seat]}, {score.total} points"
    yield from map(flow_line, pos.flows)


def unit_line(pos: Position, unit: Unit) -> str:
    """Return `unit seat sector [*n] [pack|herd|colossal]`.

    A group is both a pack and a herd where its owner has both powers.
    """
    what = f" *{unit.pieces} {' '.join(group_words(pos, unit))}" if unit.pieces > 1 else ""
    return f"unit P{unit.seat + 1} {sector_words(unit.cell, unit.colour)}{what}"


def group_words(pos: Position, unit: Unit) -> list[str]:
    """Return what several pieces on a sector are."""
    if unit.colossal:
        return ["colossal"]
    return [word for word, power in (("pack", "pack"), ("herd", "herding")) if pos.has(unit.seat, power)]


def flow_line(flow: Flow) -> str:
    """Return `flow fN seat state hex`."""
    return f"flow f{flow.number} P{flow.seat + 1} {flow.state} {hex_words(flow.cell)}"


def turn_line(pos: Position) -> str:
    """Whose turn it is, and what is waited for."""
    if pos.over:
        return "the game is over"
    wait = "" if pos.wait is None else f", waiting for {type(pos.wait).__name__.lower()}"
    return f"turn {pos.turn}, entry {pos.number}: P{pos.active + 1}, {pos.stage.value}, {pos.step.name.lower()}{wait}"

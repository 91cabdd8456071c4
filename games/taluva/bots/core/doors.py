"""The ways in from Python to the rules on flat arrays: one call for a whole question."""

from .jit import Ints, entry
from .rules.builds import build, list_builds
from .rules.endings import finish_turn, play
from .rules.layout import CELL, OVER, PLACEMENT_UNIT, SLOTS
from .rules.playout import draw_build, draw_placement, play_out, shuffle
from .rules.tile import add_slot, lay_tile, list_placements, move_shore, undo
from .rules.turn_listing import list_turns


@entry
def link_slots(s: Ints, j: Ints) -> None:
    """Make neighbours and shore from the cells of the slots."""
    for slot in range(1, s[SLOTS] + 1):
        add_slot(s, j, slot, s[CELL + slot])
    for slot in range(1, s[SLOTS] + 1):
        move_shore(s, j, s[CELL + slot])
    j[0] = 0


@entry
def all_placements(s: Ints, out: Ints) -> int:
    """Write every legal placement; return how many there are."""
    return list_placements(s, out)


@entry
def all_builds(s: Ints, j: Ints, a: Ints, placement: int, tile: int, out: Ints) -> int:
    """Write every legal build after a placement; return how many there are."""
    mark = j[0]
    lay_tile(s, j, placement, tile)
    n = list_builds(s, a, out, 0)
    undo(s, j, mark)
    return n


@entry
def all_turns(s: Ints, j: Ints, a: Ints, tile: int, out: Ints, room: Ints) -> int:
    """Write every legal turn; return how many there are."""
    return list_turns(s, j, a, tile, out, room)


@entry
def count_runs(s: Ints, j: Ints, a: Ints, tile: int, out: Ints, room: Ints) -> int:
    """Write into `room`, by pairs, a placement and how many turns in a row have it; return how many pairs."""
    runs = 0
    n = list_turns(s, j, a, tile, out, room)
    for k in range(n):
        placement = out[k] // PLACEMENT_UNIT
        if runs == 0 or room[2 * runs - 2] != placement:
            room[2 * runs] = placement
            room[2 * runs + 1] = 0
            runs += 1
        room[2 * runs - 1] += 1
    return runs


@entry
def play_turn(s: Ints, j: Ints, a: Ints, turn: int, tile: int) -> None:
    """Play a legal turn, for good: the journal starts anew."""
    play(s, j, a, turn, tile)
    j[0] = 0


@entry
def lay(s: Ints, j: Ints, placement: int, tile: int) -> None:
    """Lay a tile, until it is taken back."""
    lay_tile(s, j, placement, tile)


@entry
def take_back(s: Ints, j: Ints) -> None:
    """Undo all since the journal began."""
    undo(s, j, 0)


@entry
def random_games(s: Ints, j: Ints, a: Ints, r: Ints, out: Ints, tiles: Ints, games: int) -> int:
    """Play random games from this position, each with a new order of the tiles; return how many turns they had."""
    turns = 0
    for _ in range(games):
        shuffle(r, tiles)
        mark = j[0]
        turns += play_out(s, j, a, r, out, tiles)
        undo(s, j, mark)
    return turns


@entry
def count_turns_in_games(s: Ints, j: Ints, a: Ints, r: Ints, out: Ints, tiles: Ints, room: Ints, games: int) -> int:
    """Play random games in which every position lists all its turns; return how many were listed."""
    listed = 0
    for _ in range(games):
        shuffle(r, tiles)
        mark = j[0]
        n = 0
        while s[OVER] == 0:
            listed += list_turns(s, j, a, tiles[n], out, room)
            placement = draw_placement(s, r)
            lay_tile(s, j, placement, tiles[n])
            code = draw_build(s, a, r, out)
            build(s, j, a, code)
            finish_turn(s, j, code)
            n += 1
        undo(s, j, mark)
    return listed

"""Drawn examples for the clauses of T-4 and T-5: a short game, a legal turn, and one that the clause forbids."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from games.boards.board_contract import Example
from games.boards.translatable import say
from games.taluva.board import scene
from games.taluva.board.draft import read_draft
from games.taluva.board.drawing.shapes import BoardDrawing
from games.taluva.board.island import direction_of, island_of, volcano_of
from games.taluva.board.scene import Scene
from games.taluva.board.text import cell_turn_words
from games.taluva.board.turn.explanations import Explanation, why_no_build, why_no_volcano
from games.taluva.board.turn.possible_turns import possible_turns
from games.taluva.rules import Game, Options


class Case(NamedTuple):
    """What was played, and two turns with the next tile. A turn without a build breaks a clause of T-4.

    `breaks`: what the second one breaks, for clauses that forbid nothing by themselves. `supplies`: what is left, for
    games that are nearer to their end than a drawing has room for.
    """

    clause: str
    played: tuple[str, ...]
    legal: str
    illegal: str
    breaks: str = ""
    supplies: tuple[tuple[int, int, int], ...] | None = None


ONE = ("RS@0,0E H@1,0",)
TWO = ("RJ@0,0E H@1,0", "JS@-1,0SE H@0,1")
COAST = ("RS@0,0E H@1,0", "JR@2,0NE H@3,0")
TOWERING = (
    *("JR@0,0E H@0,1", "JL@2,0E H@2,1", "LJ@1,1SE X@0,1:J"),
    *("JC@1,1W X@2,1:L", "RC@1,-2SE X@0,2:J", "SJ@0,0NW X@1,2:J"),
)
GROWN = ("SJ@0,0E H@1,0", "LJ@2,0SE H@2,1", "SC@1,-2SE X@1,0:J", "RC@3,2W X@2,1:C")
SACRED = ("RL@0,0E H@0,1", "CC@1,1SE H@1,0", "JC@-1,2W X@0,1:C", "CJ@3,2W H@3,1", "CJ@-2,4W T@-2,2")
BURIED = ("RC@0,0E H@0,1", "CJ@1,-1W H@0,-1", "CJ@-1,1SE X@0,1:C", "SC@-2,0E H@-2,1")
UPHILL = (
    *("JL@0,0E H@0,1", "CJ@1,-2SE H@1,-1", "JR@-1,2W X@0,1:R", "SJ@-2,0E H@-2,1"),
    *("CR@2,0NW X@-1,1:J", "SR@0,0SW H@3,-1", "CS@1,2W X@0,1:S", "SC@3,-3SE X@1,-1:J"),
)
APART = (
    *("CJ@0,0W H@-1,0", "CJ@1,0NW H@2,-1", "JL@0,0NW X@-1,0:J", "JS@-1,2NW X@2,-1:L"),
    *("JC@1,-2W X@-1,0:J", "RJ@-2,0SE H@-3,1", "SR@-2,0E X@0,-2:C", "SC@2,1W H@1,1"),
)
BETWEEN = (
    *("RR@0,0E H@0,1", "RS@-1,0SE H@-2,1", "RJ@1,-1W H@0,-1"),
    *("JL@0,0NE X@-2,1:R", "SC@2,-1E X@0,-1:J", "CR@-1,2E H@3,-1"),
)
SHARED = ("JS@0,0W H@-1,0", "LL@-1,1E H@-1,2", "SJ@1,-1E H@1,0", "JC@-1,1NE H@0,-1")
CASES = (
    Case("T-4.1", (), "RS@0,0E H@1,0", "RS@1,0E"),
    Case("T-4.2", ONE, "JR@-1,-1E H@-1,0", "JR@3,2E"),
    Case("T-4.3", ONE, "JR@-1,-1E H@-1,0", "JR@0,0SE"),
    Case("T-4.3a", (*TWO, "RC@0,0SW H@-2,1"), "SJ@-1,-1NE H@0,-1", "SJ@0,0E"),
    Case("T-4.3b", TWO, "RC@-1,0E H@-2,1", "RC@0,1NW"),
    Case("T-4.3c", ONE, "JR@-1,-1E H@-1,0", "JR@0,0E"),
    Case("T-4.3d", SACRED, "RS@-1,2NE H@-2,3", "RS@-1,2SW"),
    Case("T-4.3e", TWO, "RC@-1,0E H@-2,1", "RC@0,0SE"),
    Case("T-4.4", BURIED, "SR@-1,1NE H@-1,0", "SR@-1,1W", breaks="T-4.3e"),
    Case("T-4.5", ONE, "JR@2,0NE H@3,0", "JR@4,0NE", breaks="T-4.2"),
    Case("T-5.1", UPHILL, "CC@2,0SW T@-1,0", "CC@-1,2NE T@0,1", breaks="T-5.4"),
    Case("T-5.2", COAST, "RJ@-2,1NE H@-1,0", "RJ@-2,1NE H@0,1"),
    Case("T-5.3", TOWERING, "LR@0,0E W@0,1", "LR@0,0E W@1,0"),
    Case("T-5.4", GROWN, "RJ@0,0NW T@1,-1", "RJ@0,0NW T@0,-1"),
    Case("T-5.5", COAST, "RJ@-2,1NE X@1,0:S", "RJ@-2,1NE X@1,0:J"),
    Case("T-5.6", (), "RS@0,0E H@0,1", "RS@0,0E H@0,0"),
    Case("T-5.7", APART, "LJ@1,0NE T@-1,0", "LJ@0,0W T@0,-1", breaks="T-5.4"),
    Case("T-5.8", BETWEEN, "LS@-1,-1NW T@1,0", "LS@-1,-1NW T@0,2", breaks="T-5.4"),
    Case("T-5.9", GROWN, "RJ@0,0NW H@2,2", "RJ@0,0NW T@1,-1", supplies=((20, 0, 2), (20, 3, 2))),
    Case("T-5.10", SHARED, "CR@-1,-1NW X@-1,0:J", "CR@-1,-1NW X@-1,2:J", breaks="T-5.5"),
)


def game_of(case: Case) -> Game:
    """Return the game before the two turns."""
    game = Game(Options(players=2), tiles=[turn[:2] for turn in (*case.played, case.legal)], supplies=case.supplies)
    for turn in case.played:
        game.play(turn)
    return game


def drawn_examples(names: Sequence[str]) -> tuple[Example, ...]:
    """Return every example drawn, in the order of the clauses."""
    return tuple(draw_example(case, names, f"-{case.clause.replace('.', '-')}") for case in CASES)


def draw_example(case: Case, names: Sequence[str], name: str) -> Example:
    right, _ = draw_turn(game_of(case), case.legal, names, f"{name}-right")
    wrong, why = draw_turn(game_of(case), case.illegal, names, f"{name}-wrong")
    words = cell_turn_words(*case.legal.split(" "))
    return Example(case.clause, right, words, wrong, why.words if why else say("Not legal there."))


def draw_turn(game: Game, turn: str, names: Sequence[str], name: str) -> tuple[BoardDrawing, Explanation | None]:
    """Return the board with that turn as its draft, nothing to be tapped, and why it can't be."""
    placement, _, build = turn.partition(" ")
    can = possible_turns(game, game.to_move or 0)
    assert can is not None
    cell, direction = volcano_of(placement), direction_of(placement)
    query = {"v": f"{cell[0]},{cell[1]}", "d": direction} | ({"b": build} if build else {})
    draft = read_draft(query, can.placements(), can.builds)
    why = why_no_build(can, draft, build) if build else why_no_volcano(can, cell, names, direction)
    if why and not build:
        draft = replace(draft, placement=None, cell=None, refused=cell)
    board = scene.draw_scene(Scene(island_of(game), game.turn, name=name, names=tuple(names)), draft, can.seat, why)
    return replace(board, choices=(), elsewhere=None), why

"""Volcanique a second time, written from the clauses alone: slow, plain, and without a line of the package.

Facts are recomputed from the stacks and the units whenever they are asked for, and what is legal is found by trying
everything. The whole game is one generator that stops wherever somebody has to decide.
"""

from tests.volcanique.naive.game import NaiveGame
from tests.volcanique.naive.position import Refused

__all__ = ["NaiveGame", "Refused"]

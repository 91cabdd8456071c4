"""Rows that belong together, so that a function is given what it works on and not a dozen rows."""

from typing import NamedTuple

from .jit import Floats, Ints


class Board(NamedTuple):
    """A position, the journal of its changes, and scratch space for its settlements."""

    position: Ints
    journal: Ints
    scratch: Ints


class Judgement(NamedTuple):
    """What a position is worth: entries by settlement, sums, the weights, and every seat's share."""

    entries: Ints
    sums: Floats
    weights: Floats
    share: Floats


class Turns(NamedTuple):
    """Turns that were listed, the value of each, and room to list them."""

    codes: Ints
    values: Floats
    room: Ints


class Tree(NamedTuple):
    """Nodes and every seat's share by node, edges in whole and in real numbers, the way down, and what is set."""

    nodes: Ints
    shares: Floats
    edges: Ints
    worths: Floats
    trail: Ints
    knobs: Floats

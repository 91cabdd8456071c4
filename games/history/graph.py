"""The graph of a match as values: how the chances were shared after each turn. Pure.

One unit to the right is one turn, and 100 units down are all the chances; a template stretches it to the room it has.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby
from typing import NamedTuple

Shares = Sequence[float]


class GraphBand(NamedTuple):
    """A seat's share as an area, and where its chip stands: from the top, in per cent."""

    seat: int
    path: str
    chip: str


class GraphMark(NamedTuple):
    """A turn that changed the game most: its number, where it stands, in per cent from the left, and its kind."""

    number: int
    at: str
    kind: str
    sign: str


class GraphTurn(NamedTuple):
    """A turn as a target: its number, and from where to where it reaches."""

    number: int
    left: float
    width: float


@dataclass(frozen=True)
class Graph:
    """What a template draws; `last`: how wide it is, in turns; `every_place_counts`: chances are expected places."""

    last: int
    every_place_counts: bool
    bands: list[GraphBand]
    marks: list[GraphMark]
    turns: list[GraphTurn]


def build_graph(
    chances: Sequence[Shares | None], marks: Iterable[tuple[int, str, str]] = (), *, every_place_counts: bool = False
) -> Graph:
    """Return the chances after each turn, one area over the other, with the turns that are marked: kind and sign."""
    last = max(1, len(chances) - 1)
    edges = [band_edges(shares) if shares is not None else None for shares in chances]
    seats = max((len(shares) for shares in chances if shares is not None), default=0)
    return Graph(
        last=last,
        every_place_counts=every_place_counts,
        bands=[draw_band(edges, seat) for seat in range(seats)] if sum(map(bool, edges)) > 1 else [],
        marks=[GraphMark(number, f"{100 * number / last:.4g}%", kind, sign) for number, kind, sign in marks],
        turns=[graph_turn(number, last) for number in range(len(chances))],
    )


def band_edges(shares: Shares) -> list[float]:
    """Return where the areas begin and end from the top, the first seat's first; where nobody has a chance, alike."""
    whole = sum(shares)
    parts = [share / whole for share in shares] if whole else [1 / len(shares)] * len(shares)
    return [0.0, *(round(100 * end, 1) for end in accumulate(parts))]


def draw_band(edges: Sequence[list[float] | None], seat: int) -> GraphBand:
    """Return the area of a seat, broken where nobody has looked."""
    known = [(number, of_turn) for number, of_turn in enumerate(edges) if of_turn is not None]
    runs = (list(run) for _, run in groupby(enumerate(known), key=lambda item: item[1][0] - item[0]))
    path = "".join(run_path([turn for _, turn in run], seat) for run in runs)
    _, first = known[0]
    return GraphBand(seat, path, f"{(first[seat] + first[seat + 1]) / 2:.4g}%")


def run_path(run: Sequence[tuple[int, list[float]]], seat: int) -> str:
    """Return the area over turns that follow each other: along its upper edge, and back along the lower one."""
    if len(run) == 1:
        return ""
    above = [f"{number},{edge[seat]:g}" for number, edge in run]
    below = [f"{number},{edge[seat + 1]:g}" for number, edge in reversed(run)]
    return f"M{' '.join(above + below)}z"


def graph_turn(number: int, last: int) -> GraphTurn:
    left, right = max(0.0, number - 0.5), min(float(last), number + 0.5)
    return GraphTurn(number, left, right - left)

"""The graph of a match: areas that share the chances, with gaps where nobody has looked."""

from __future__ import annotations

import pytest

from games.history.graph import GraphMark, GraphTurn, build_graph


def test_areas_share_the_height_and_end_where_the_game_does() -> None:
    graph = build_graph([[0.5, 0.5], [0.25, 0.75], [0.0, 1.0]])

    assert graph.last == 2
    assert [band.path for band in graph.bands] == ["M0,0 1,0 2,0 2,0 1,25 0,50z", "M0,50 1,25 2,0 2,100 1,100 0,100z"]
    assert [band.seat for band in graph.bands] == [0, 1]


def test_where_every_place_counts_the_shares_fill_the_height_as_well() -> None:
    graph = build_graph([[0.5, 0.5, 0.5], [1.0, 0.5, 0.0]])

    assert graph.bands[0].path == "M0,0 1,0 1,66.7 0,33.3z"
    assert graph.bands[2].path.startswith("M0,66.7 1,100")


def test_an_area_is_broken_where_nobody_has_looked() -> None:
    graph = build_graph([[0.5, 0.5], [0.6, 0.4], None, [0.7, 0.3], None, [0.2, 0.8], [0.0, 1.0]])

    assert graph.bands[0].path == "M0,0 1,0 1,60 0,50zM5,0 6,0 6,0 5,20z"


@pytest.mark.parametrize("chances", [[None, None], [None, [0.0, 1.0]], []])
def test_there_are_no_areas_before_two_positions_are_known(chances: list[list[float] | None]) -> None:
    assert build_graph(chances).bands == []


def test_each_turn_is_a_target_and_all_together_are_the_whole_width() -> None:
    graph = build_graph([[0.5, 0.5]] * 3)

    assert graph.turns == [GraphTurn(0, 0.0, 0.5), GraphTurn(1, 0.5, 1.0), GraphTurn(2, 1.5, 0.5)]


def test_marks_stand_at_their_turns() -> None:
    graph = build_graph([[0.5, 0.5]] * 5, [(1, "mistake", "?"), (4, "good", "!")])

    assert graph.marks == [GraphMark(1, "25%", "mistake", "?"), GraphMark(4, "100%", "good", "!")]

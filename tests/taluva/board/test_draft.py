"""The unfinished turn: every link of the board leads to a draft, and what is ready is a turn that the rules play."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.boards import Sight
from games.registry import BOARDS
from games.taluva import rules
from games.taluva.board.draft import cell_key, draft_query
from games.taluva.board.drawing.shapes import BoardDrawing
from games.taluva.board.island import direction_of, volcano_of
from games.taluva.board.turn.bar_parts import TaluvaBar
from tests.boards.games import NAMES, random_game

BOARD = BOARDS["taluva"]
HUT_SAFE = ["JC@0,0SE H@-1,1", "SJ@2,-1SW H@1,-1"]


def game_after(played: list[str], tiles: list[str]) -> rules.Game:
    game = rules.Game(rules.Options(players=2), tiles=tiles)
    for turn in played:
        game.play(turn)
    return game


def query_of(text: str) -> dict[str, str]:
    return dict(part.split("=", 1) for part in text.split("&") if part)


def shown(game: rules.Game, query: str) -> tuple[BoardDrawing, TaluvaBar]:
    board, bar = BOARD.show(game, Sight(names=NAMES, turn_of=game.to_move, query=query_of(query)))
    assert isinstance(board, BoardDrawing)
    assert isinstance(bar, TaluvaBar)
    return board, bar


@settings(deadline=None, max_examples=60, derandomize=True)
@given(seed=st.integers(0, 40), turns=st.integers(1, 40), taps=st.data())
def test_taps_lead_to_a_turn_that_the_rules_play(seed: int, turns: int, taps: st.DataObject) -> None:
    game = random_game(seed, players=2 + seed % 4, turns=turns)
    if game.to_move is None:
        return
    board, _ = shown(game, "")
    tap = taps.draw(st.sampled_from([choice.step for choice in board.choices if not choice.is_quiet]))
    for _ in range(taps.draw(st.integers(0, 3))):
        _, bar = shown(game, tap)
        tap = bar.right or tap
    _, bar = shown(game, tap)
    board, bar = shown(game, bar.next)
    if not bar.text:
        tap = taps.draw(st.sampled_from([choice.step for choice in board.choices if not choice.is_quiet]))
        _, bar = shown(game, tap)

    assert game.why_not(bar.text) is None


@settings(deadline=None, max_examples=60, derandomize=True)
@given(seed=st.integers(0, 40), turns=st.integers(1, 40), taps=st.data())
def test_the_draft_shows_what_the_turn_will_do(seed: int, turns: int, taps: st.DataObject) -> None:
    game = random_game(seed, players=3, turns=turns)
    if game.to_move is None:
        return
    seat = game.to_move
    placement, build = taps.draw(st.sampled_from(game.choices(seat))).split()
    board, bar = shown(game, draft_query(volcano_of(placement), direction_of(placement), build))

    assert bar.text == f"{placement} {build}"
    game.play(bar.text)
    after, _ = BOARD.show(game, Sight(names=NAMES))
    assert isinstance(after, BoardDrawing)
    assert board.draft is not None
    assert seen_of(board) == seen_of(after)
    drafted = {piece.key for row in board.over for piece in row.pieces if piece.look == " drafted"}
    built = [event for event in game.events(game.turn) if event["kind"] == "built"]
    assert drafted == {f"{q},{r}" for event in built for q, r in event["cells"]}
    assert list(board.numbers()) == list(after.numbers())
    assert [stock.left for stock in bar.stock] == [stock.left for stock in BOARD.seats(game)[seat].stock]


def seen_of(board: BoardDrawing) -> dict[tuple[int, int], tuple[str, int, str]]:
    """The terrain, level and building of each cell by its place in the plan, what is drawn over it last."""
    seen: dict[tuple[int, int], tuple[str, int, str]] = {}
    for row in (*board.rows, *board.over):
        pieces = {(piece.x, piece.y): f"{piece.seat} {piece.symbol}" for piece in row.pieces}
        for spot in row.tops:
            if spot.symbol in "VJCSRL":
                height = 60 * row.number - spot.y
                seen[spot.x, row.number] = (spot.symbol, height, pieces.get((spot.x, spot.y), ""))
    return seen


def test_without_a_draft_the_legal_cells_are_offered() -> None:
    game = game_after(HUT_SAFE, ["JC", "SJ", "CL"])
    board, bar = shown(game, "")

    offered = {choice.key: choice.symbol for choice in board.choices if not choice.is_quiet}
    assert {key for key, symbol in offered.items() if symbol == "up"} == {"0,0"}
    assert {text.split("@")[1].rstrip("NESW") for text in game.legal_placements()} == set(offered)
    assert (bar.text, bar.at, str(bar.sentence)) == ("", 0, "Choose a place for the volcano.")


def test_a_tap_lays_the_tile_in_its_first_direction_and_the_next_one_turns_it() -> None:
    game = game_after(HUT_SAFE, ["JC", "SJ", "CL"])
    board, bar = shown(game, "v=2,0")

    assert f"{bar.heard} {bar.sentence}" == "Volcano on 2,0. Towards E, direction 1 of 3, by the sea, level 1."
    again = next(choice.step for choice in board.choices if choice.key == "2,0")
    assert (bar.left, again, bar.right) == ("v=2,0&d=NE", "v=2,0&d=SE", "v=2,0&d=SE")


def test_one_direction_is_said_to_be_the_only_one() -> None:
    game = game_after(HUT_SAFE, ["JC", "SJ", "CL"])
    _, bar = shown(game, "v=0,0")

    assert f"{bar.heard} {bar.sentence}" == "Volcano on 0,0. Towards E, the only direction, eruption to level 2."
    assert (bar.left, bar.right) == ("", "")


def test_one_legal_build_is_chosen_already() -> None:
    game = rules.Game(rules.Options(players=2), tiles=["JC"], supplies=[(0, 1, 1), (20, 3, 2)])
    _, bar = shown(game, "v=0,0&d=E&b=")

    assert (bar.text, str(bar.sentence)) == ("JC@0,0E -", "Nothing can be built.")
    assert str(bar.warning.sentence) == "Nothing could be built after this: you would be out (T-6.1)."


def test_an_only_cell_needs_no_tap() -> None:
    game = rules.Game(rules.Options(players=2), tiles=["JC"])
    _, bar = shown(game, "")

    assert f"{bar.heard} {bar.sentence}" == "Volcano on 0,0. Towards E, direction 1 of 6, by the sea, level 1."
    assert not bar.has_back
    assert shown(game, "v=0,0&d=E&b=")[1].has_back


REFUSED = [
    ("v=0,1", "The volcano has to land on a volcano. (T-4.3b)"),
    ("v=9,9", "The tile has to touch the island along an edge. (T-4.2)"),
    ("v=0,0&d=SE", "The volcano has to point in another direction than the one below it. (T-4.3c)"),
    (
        "v=2,0&d=E&b=T@0,1",
        "A temple has to touch a settlement of yours that has three fields or more and no temple. (T-5.4)",
    ),
    ("v=2,0&d=E&b=-1,1", "This field already carries a building. (T-5.6)"),
    ("v=2,0&d=E&b=0,0", "A volcano never carries a building. (T-5.6)"),
]


def test_what_is_not_legal_says_why() -> None:
    game = game_after(HUT_SAFE, ["JC", "SJ", "CL"])

    refusals = [(query, str(shown(game, query)[1].refusal)) for query, _ in REFUSED]
    assert refusals == REFUSED


def test_every_step_behind_leads_back_to_it() -> None:
    game = game_after(HUT_SAFE, ["JC", "SJ", "CL"])
    ways = [[step.back for step in shown(game, query)[1].steps] for query in ("", "v=2,0&d=E&b=H@3,0")]

    assert ways == [["", "", ""], ["v=2,0&d=E", "v=2,0&d=E&b=", ""]]


KEPT = [
    ("v=2,0&d=E", "0,1", "The volcano has to land on a volcano. (T-4.3b)"),
    ("v=2,0&d=E&b=", "0,0", "A volcano never carries a building. (T-5.6)"),
    ("v=2,0&d=E&b=H@3,0", "0,0", "A volcano never carries a building. (T-5.6)"),
]


@pytest.mark.parametrize(("laid", "tapped", "reason"), KEPT)
def test_a_tap_in_vain_keeps_what_was_laid_and_chosen(laid: str, tapped: str, reason: str) -> None:
    game = game_after(HUT_SAFE, tiles=["JC", "SJ", "CL"])
    before, bar = shown(game, laid)
    step = next(choice.step for choice in before.choices if choice.key == tapped)
    assert step == f"{laid}&x={tapped}"

    board, told = shown(game, step)

    assert (str(told.sentence), told.text, told.stock) == (str(bar.sentence), bar.text, bar.stock)
    assert board.draft == before.draft
    assert str(told.refusal) == reason
    assert [str(no.why) for no in board.refused] == [reason]


def test_a_refused_cell_is_crossed_out_on_the_board() -> None:
    game = game_after(HUT_SAFE, ["JC", "SJ", "CL"])
    board, bar = shown(game, "v=2,0&d=E&b=0,0")

    assert [(no.x, no.y, no.why) for no in board.refused] == [(0, 0, bar.refusal)]


def test_a_cell_where_much_can_be_built_goes_through_it() -> None:
    game = random_game(6, turns=22)
    board, bar = shown(game, f"v={cell_key(volcano_of(game.legal_placements()[0]))}")
    board, _ = shown(game, bar.next)
    cell = next(choice for choice in board.choices if len(choice.glyphs) > 1)
    first = cell.step or ""
    board, bar = shown(game, first)
    second = next(choice.step for choice in board.choices if choice.key == cell.key) or ""

    assert first != second
    assert shown(game, second)[1].text != bar.text


def test_who_only_looks_has_nothing_to_tap() -> None:
    board, bar = BOARD.show(random_game(3, turns=12), Sight(names=NAMES))

    assert isinstance(board, BoardDrawing)
    assert bar is None
    assert {choice.step for choice in board.choices} == {None}


def test_a_prepared_turn_is_drafted_with_the_waiting_tile() -> None:
    game = random_game(4, players=3, turns=9, preview=True)
    assert game.to_move is not None
    seat = (game.to_move + 1) % 3
    board, bar = BOARD.show(game, Sight(names=NAMES, turn_of=seat, query={"v": "9,9"}))

    assert isinstance(board, BoardDrawing)
    assert bar is not None
    fields = [spot.symbol for row in bar.picture.rows for spot in row.tops if spot.symbol in "VJCSRL"]
    assert sorted(fields) == sorted(["V", *game.waiting(seat)])

"""Who is out, who has which place, and when the game ends (T-6 to T-9)."""

import pytest

from games.taluva.rules import IllegalTurn, Options, Supply
from games.taluva.rules.ending import Standing, Status, after_departure, after_turn, has_finished, shared_places
from tests.taluva.rules.islands import game_after

PLAIN2, PLAIN3, PLAIN4 = (Options(players=players) for players in (2, 3, 4))
RANKING = Options(players=4, ranking=True)
TEAMS = Options(players=4, teams=True)
FULL = Supply()
NONE_OF_TWO = Supply(0, 0, 2)
SIGNS = {"i": Status.IN, "o": Status.OUT, "p": Status.PLACED}


def standing(text: str, to_move: int = 0) -> Standing:
    """`i o p1`: in, out, placed first; a number is the place."""
    words = text.split()
    return Standing(
        status=tuple(SIGNS[word[0]] for word in words),
        places=tuple(int(word[1:]) if word[1:] else None for word in words),
        to_move=to_move,
    )


def shown(after: Standing) -> tuple[str, int | None, str | None]:
    """The same signs again, who is to move, and the reason of the end."""
    words = (status.value[0] + str(place or "") for status, place in zip(after.status, after.places, strict=True))
    return " ".join(words), after.to_move, after.reason.value if after.reason else None


def built(text: str) -> list[Supply]:
    """What is left after so many temples, towers and huts, a word each seat: 1219 are one, two and nineteen."""
    return [Supply(20 - int(word[2:]), 3 - int(word[0]), 2 - int(word[1])) for word in text.split()]


# options, standing before, seat to move, what it did, supplies, whether the last tile was placed; and what follows
BUILT, STUCK, LEFT = "built", "could not build", "left"
CASES = [
    # T-2.1, T-6.2: play goes on clockwise, past the eliminated
    (PLAIN3, "i i i", 0, BUILT, [FULL] * 3, False, ("i i i", 1, None)),
    (PLAIN3, "i i i", 2, BUILT, [FULL] * 3, False, ("i i i", 0, None)),
    (PLAIN4, "i o o i", 0, BUILT, [FULL] * 4, False, ("i o o i", 3, None)),
    # T-6.1, T-6.4: eliminated at once
    (PLAIN3, "i i i", 1, STUCK, [FULL] * 3, False, ("i o i", 2, None)),
    (PLAIN3, "i i i", 2, LEFT, [FULL] * 3, False, ("i i o", 0, None)),
    # T-6.3: the last one wins, whatever was built
    (PLAIN2, "i i", 0, STUCK, built("319 001"), False, ("o2 i1", None, "last-standing")),
    (PLAIN2, "i i", 0, STUCK, built("319 001"), True, ("o2 i1", None, "last-standing")),
    (PLAIN3, "i o i", 2, LEFT, [FULL] * 3, False, ("i1 o2 o2", None, "last-standing")),
    # T-7.1, T-7.5: the early end
    (PLAIN2, "i i", 0, BUILT, [NONE_OF_TWO, FULL], False, ("i1 i2", None, "early")),
    (PLAIN2, "i i", 1, BUILT, [FULL, Supply(0, 3, 0)], False, ("i2 i1", None, "early")),
    (PLAIN2, "i i", 1, BUILT, [FULL, Supply(20, 0, 0)], True, ("i2 i1", None, "early")),
    (PLAIN2, "i i", 0, BUILT, [Supply(0, 1, 1), FULL], False, ("i i", 1, None)),
    (PLAIN4, "i o i i", 2, BUILT, [FULL, FULL, NONE_OF_TWO, FULL], False, ("i2 o4 i1 i2", None, "early")),
    (PLAIN4, "o o i i", 2, BUILT, [FULL, FULL, NONE_OF_TWO, FULL], False, ("o3 o3 i1 i2", None, "early")),
    # only the one who built wins early
    (PLAIN2, "i i", 0, BUILT, [FULL, NONE_OF_TWO], False, ("i i", 1, None)),
    # T-7.2 to T-7.4: the regular end
    (PLAIN2, "i i", 1, BUILT, built("100 0219"), True, ("i1 i2", None, "tiles")),
    (PLAIN2, "i i", 1, BUILT, built("1019 110"), True, ("i2 i1", None, "tiles")),
    (PLAIN2, "i i", 1, BUILT, built("118 117"), True, ("i1 i2", None, "tiles")),
    (PLAIN2, "i i", 1, BUILT, built("118 118"), True, ("i1 i1", None, "tiles")),
    (PLAIN3, "i i i", 2, BUILT, built("118 001 118"), True, ("i1 i3 i1", None, "tiles")),
    (PLAIN3, "i i i", 2, BUILT, built("018 201 018"), True, ("i2 i1 i2", None, "tiles")),
    # T-6.2, T-7.5: the eliminated come last, also who is eliminated on the last tile
    (PLAIN4, "i o i i", 3, BUILT, built("001 319 002 003"), True, ("i3 o4 i2 i1", None, "tiles")),
    (PLAIN3, "i i i", 2, STUCK, built("001 002 319"), True, ("i2 i1 o3", None, "tiles")),
    # T-8.1 to T-8.4: ranking
    (RANKING, "i i i i", 1, BUILT, [FULL, NONE_OF_TWO, FULL, FULL], False, ("i p1 i i", 2, None)),
    (RANKING, "i p1 i i", 3, BUILT, [FULL, FULL, FULL, NONE_OF_TWO], False, ("i p1 i p2", 0, None)),
    (RANKING, "p1 i i i", 3, BUILT, [FULL] * 4, False, ("p1 i i i", 1, None)),
    (RANKING, "i i i i", 0, STUCK, [FULL] * 4, False, ("o4 i i i", 1, None)),
    (RANKING, "o4 i i i", 1, LEFT, [FULL] * 4, False, ("o4 o3 i i", 2, None)),
    (RANKING, "o4 p1 i i", 2, BUILT, [FULL, FULL, NONE_OF_TWO, FULL], False, ("o4 p1 p2 i3", None, "last-standing")),
    (RANKING, "o4 p1 i i", 2, STUCK, [FULL] * 4, False, ("o4 p1 o3 i2", None, "last-standing")),
    (RANKING, "o4 p1 i i", 2, STUCK, [FULL] * 4, True, ("o4 p1 o3 i2", None, "last-standing")),
    (RANKING, "p1 i i i", 3, BUILT, built("000 002 100 002"), True, ("p1 i3 i2 i3", None, "tiles")),
    (RANKING, "i i i i", 3, BUILT, [*built("001 002 003"), NONE_OF_TWO], True, ("i4 i3 i2 p1", None, "tiles")),
    # T-9.1, T-9.2: seats 0 and 2 are a team, and its early end needs both
    (TEAMS, "i i i i", 0, BUILT, [NONE_OF_TWO, FULL, FULL, FULL], False, ("i i i i", 1, None)),
    (TEAMS, "i i i i", 0, BUILT, [NONE_OF_TWO, FULL, Supply(20, 3, 0), FULL], False, ("i1 i2 i1 i2", None, "early")),
    (TEAMS, "i i i i", 3, BUILT, [FULL, NONE_OF_TWO, FULL, Supply(0, 3, 2)], False, ("i2 i1 i2 i1", None, "early")),
    (TEAMS, "i i i i", 0, BUILT, [Supply(0, 3, 2), FULL, Supply(0, 3, 2), FULL], False, ("i i i i", 1, None)),
    (TEAMS, "o i i i", 2, BUILT, [Supply(0, 3, 2), FULL, NONE_OF_TWO, FULL], False, ("o1 i2 i1 i2", None, "early")),
    # it is judged after a build of either of them, not of the other team
    (TEAMS, "i i i i", 1, BUILT, [NONE_OF_TWO, FULL, Supply(0, 3, 2), FULL], False, ("i i i i", 2, None)),
    # T-9.3: sums, without the eliminated
    (TEAMS, "i i i i", 3, BUILT, built("100 200 200 029"), True, ("i1 i2 i1 i2", None, "tiles")),
    (TEAMS, "o i i i", 3, BUILT, built("100 200 200 029"), True, ("o2 i1 i2 i1", None, "tiles")),
    (TEAMS, "i i i i", 3, BUILT, built("100 100 112 112"), True, ("i1 i1 i1 i1", None, "tiles")),
    # T-9.4: a team without players has lost
    (TEAMS, "i i i i", 0, STUCK, [FULL] * 4, False, ("o i i i", 1, None)),
    (TEAMS, "o i i i", 1, LEFT, [FULL] * 4, False, ("o o i i", 2, None)),
    (TEAMS, "o o i i", 2, STUCK, [FULL] * 4, False, ("o2 o1 o2 i1", None, "last-standing")),
]


@pytest.mark.parametrize(("options", "before", "seat", "did", "left", "is_last", "follows"), CASES)
def test_standing_after_a_turn(
    options: Options,
    before: str,
    seat: int,
    did: str,
    left: list[Supply],
    is_last: bool,
    follows: tuple[str, int | None, str | None],
) -> None:
    at = standing(before, seat)

    if did == LEFT:
        after = after_departure(at, seat, options)
    else:
        after = after_turn(at, seat, left, options, has_built=did == BUILT, is_last=is_last)

    assert shown(after) == follows


def test_who_leaves_out_of_turn_does_not_take_the_turn_away() -> None:
    assert shown(after_departure(standing("i i i", 0), 2, PLAIN3)) == ("i i o", 0, None)


def test_equal_scores_share_a_place_and_the_next_is_skipped() -> None:
    scores = {"a": (1, 0, 5), "b": (1, 0, 5), "c": (0, 2, 9), "d": (1, 1, 0)}

    assert shared_places(scores) == {"a": 2, "b": 2, "c": 4, "d": 1}  # T-7.4


@pytest.mark.parametrize("left", [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)])
def test_24_builds_of_one_piece_each_have_used_up_two_kinds(left: tuple[int, int, int]) -> None:
    assert sum(FULL) - sum(left) >= 24  # so two players with 48 tiles never place the last (T-2.2, T-7.1)
    assert has_finished(Supply(*left))


def test_a_drawn_tile_that_was_not_placed_is_the_next_players() -> None:
    game = game_after(["JC@0,0SE H@-1,1"], "JC SJ CL", PLAIN3)

    game.resign(1)  # T-6.4

    assert (game.to_move, game.tile, game.state()["tiles_left"]) == (2, "SJ", 35)


@pytest.mark.parametrize(
    ("act", "seat", "message"),
    [
        ("resign", 2, "This seat plays no more."),
        ("resign", 3, "There is no such seat."),
        ("timeout", 0, "Only the seat to move runs out of time."),
        ("timeout", 2, "This seat plays no more."),
    ],
)
def test_who_can_not_leave(act: str, seat: int, message: str) -> None:
    game = game_after(["JC@0,0SE H@-1,1", "resign:2"], "JC SJ CL", PLAIN3)

    with pytest.raises(IllegalTurn) as refused:
        getattr(game, act)(seat)

    assert (refused.value.clause, refused.value.message) == ("T-6.4", message)
    assert game.turn == 2


def test_a_placed_seat_can_not_leave_and_nobody_leaves_when_the_game_is_over() -> None:
    options = Options(players=3, ranking=True)
    game = game_after(["JC@0,0SE H@-1,1"], "JC SJ CL", options, supplies=[(1, 0, 2), (20, 3, 2), (20, 3, 2)])
    assert game.places == (1, None, None)  # T-8.1

    assert game.why_not("resign:0") == ("T-6.4", "This seat plays no more.")
    game.resign(2)
    assert (game.over, game.places) == (True, (1, 2, 3))
    for act in (game.resign, game.timeout):
        with pytest.raises(IllegalTurn, match="The game is over"):
            act(1)
    assert game.why_not("CL@0,0E X@-1,1:L") == ("T-6.3", "The game is over.")


@pytest.mark.parametrize(
    ("left", "build", "clause"),
    [((1, 0, 2), "H@-1,1", "T-7.1"), ((1, 1, 2), "H@-1,1", None)],
)
def test_no_turn_follows_an_early_end(left: tuple[int, int, int], build: str, clause: str | None) -> None:
    game = game_after([f"JC@0,0SE {build}"], "JC SJ", PLAIN2, supplies=[left, (20, 3, 2)])

    violation = game.why_not("SJ@2,-1SW H@1,-1")

    assert (violation and violation.clause) == clause

"""The options, what they exclude, and the tiles that follow from them (T-1, T-2)."""

from collections import Counter

import pytest

from games.taluva.rules import Game, IllegalTurn, Options, Refusal, Supply, Taluva, tiles

PLAYERS = "Taluva is for two to five players."
MORE_TILES = "18 or 24 tiles a player are for two players only."


@pytest.mark.parametrize(
    ("clause", "message", "settings"),
    [
        ("T-2.1", PLAYERS, {"players": 1}),
        ("T-2.1", PLAYERS, {"players": 6}),
        ("T-2.1", PLAYERS, {"players": "two"}),
        ("T-2.2", "Choose 12, 18, 24 or all tiles.", {"tiles_per_player": 13}),
        ("T-2.2", MORE_TILES, {"players": 3, "tiles_per_player": 18}),
        ("T-2.2", MORE_TILES, {"players": 5, "tiles_per_player": "24"}),
        ("T-2.3", "Founding is either apart or anywhere.", {"founding": "near"}),
        ("T-2.4", "Ranking needs three players or more.", {"ranking": True}),
        ("T-2.4", "Ranking is either on or off.", {"players": 3, "ranking": "maybe"}),
        ("T-2.5", "Teams need exactly four players.", {"players": 3, "teams": "on"}),
        ("T-2.5", "Teams need exactly four players.", {"players": 5, "teams": True}),
        ("T-2.6", "Preview is either on or off.", {"preview": ""}),
        (
            "T-9.4",
            "Teams and ranking exclude each other: choose one of them.",
            {"players": 4, "teams": "on", "ranking": "on"},
        ),
        ("T-2.1", "Taluva has no option “lava_timing”.", {"lava_timing": "start"}),
    ],
)
def test_options_that_do_not_go_are_refused_with_a_sentence(
    clause: str, message: str, settings: dict[str, object]
) -> None:
    with pytest.raises(Refusal) as refused:
        Taluva().check_options(settings)
    assert (refused.value.clause, str(refused.value)) == (clause, message)


def test_options_can_not_be_made_wrong() -> None:
    with pytest.raises(Refusal):
        Options(players=4, teams=True, ranking=True)


@pytest.mark.parametrize(
    ("players", "tiles_per_player", "count"),
    [
        (2, 12, 24),
        (2, 18, 36),
        (2, 24, 48),
        (2, "all", 48),
        (3, 12, 36),
        (3, "all", 48),
        (4, 12, 48),
        (4, "all", 48),
        (5, 12, 60),
        (5, "all", 60),
    ],
)
def test_number_of_tiles(players: int, tiles_per_player: int | str, count: int) -> None:
    options = Options(players=players, tiles_per_player=tiles_per_player)

    assert options.tile_count == count  # T-2.2
    assert Options.from_settings(options.settings()) == options
    assert Game(options).state()["tiles_left"] == count


@pytest.mark.parametrize("value", [True, "on"])
def test_a_switch_may_be_a_truth_or_a_word(value: object) -> None:
    assert Options.from_settings({"players": "4", "teams": value, "preview": value}) == Options(
        players=4, teams=True, preview=True
    )


def test_full_set_is_that_of_the_box() -> None:
    full = tiles.full_set(4)
    fields = Counter("".join(full))

    assert len(full) == 48  # T-1.1
    assert fields == {"J": 28, "C": 23, "S": 19, "R": 15, "L": 11}  # T-1.3
    assert Counter(full)["JC"] == 5
    assert Counter(full)["CJ"] == 6  # T-1.2: mirror images are different tiles
    assert len(tiles.full_set(5)) == 60  # T-1.4
    added = Counter(tiles.full_set(5)) - Counter(full)
    assert added == {"CJ": 1, "JC": 2, "JS": 2, "SJ": 2, "LJ": 2, "RC": 2, "CR": 1}
    assert tiles.full_set(2) == tiles.full_set(3) == full


def test_unseen_tiles_are_the_rest_of_the_full_set() -> None:
    assert tiles.unseen_tiles(2, ["JJ", None, "JC"])["JJ"] == 0
    assert tiles.unseen_tiles(2, ["JJ", None, "JC"]).total() == 46
    assert tiles.unseen_tiles(5, []).total() == 60


@pytest.mark.parametrize(
    ("clause", "draw"),
    [
        ("T-1.2", ["JV"]),
        ("T-1.2", ["jc"]),
        ("T-1.3", ["JJ", "JJ"]),
        ("T-1.3", ["LL", None, "LL"]),
        ("T-2.2", ["JC"] * 25),
    ],
)
def test_draw_that_the_stack_does_not_hold_is_refused(clause: str, draw: list[str | None]) -> None:
    with pytest.raises(IllegalTurn) as refused:
        Game(Options(), draw)
    assert refused.value.clause == clause


def test_draw_of_five_players_may_hold_their_own_tiles() -> None:
    draw = ["CJ"] * 7
    with pytest.raises(IllegalTurn, match=r"^Of the tile CJ the stack holds 6, not 7\.$"):
        Game(Options(players=4), draw)

    assert Game(Options(players=5), draw).tiles[:8] == (*draw, None)  # T-1.4


def test_supplies_are_those_of_the_box() -> None:
    seats = Game(Options(players=5)).state()["seats"]  # T-1.5

    assert [(seat["huts"], seat["temples"], seat["towers"]) for seat in seats] == [(20, 3, 2)] * 5
    assert {seat["built_huts"] + seat["built_temples"] + seat["built_towers"] for seat in seats} == {0}


@pytest.mark.parametrize("seats", [0, 1, 3])
def test_every_seat_has_one_supply(seats: int) -> None:
    with pytest.raises(Refusal, match=r"^Every seat has one supply\.$"):
        Game(Options(), supplies=[Supply()] * seats)  # T-1.5


def test_a_switch_may_be_spelt_as_in_a_record() -> None:
    assert Options(players=3, ranking="off") == Options(players=3)  # type: ignore[arg-type]
    assert Options(tiles_per_player="12") == Options()


@pytest.mark.parametrize("players", ["3", 3])
def test_number_of_players_may_be_spelt_as_in_a_record(players: int) -> None:
    options = Options(players=players)

    assert (options.players, options.tile_count) == (3, 36)
    assert options.settings() == Options.from_settings({"players": players}).settings()
    assert len(Game(options).places) == 3

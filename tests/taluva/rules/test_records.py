"""Records: read, checked, written (T-10). Each kind of damage gets its line, its turn and its clause."""

from pathlib import Path

import pytest

from games.taluva.rules import Game, Options, RecordError
from tests.taluva.rules.islands import game_after

RECORDS = Path(__file__).parents[2] / "records" / "taluva"
RECORD = """\
[Game "taluva"]
[Record "1"]
[Rules "1"]
[Players "2"]
[Founding "apart"]
[TilesPerPlayer "12"]
[Ranking "off"]
[Teams "off"]
[Preview "off"]
[Tiles "JC SJ CL RJ"]
[Seat0 "ann"]
[Seat1 "ben"]
[Result "*"]
[Event "club night"]
[Note "she said \\"mine\\" \\\\o/"]

1. JC@0,0SE H@-1,1
2. SJ@2,-1SW H@1,-1
3. CL@0,0E X@-1,1:L
"""
FINISHED = RECORD.replace('"*"', '"1 2"') + "4. resign\n"
TILES = '"JC SJ CL RJ"'


def test_record_is_read() -> None:
    game = Game.from_record(RECORD)

    assert (game.turn, game.to_move, game.tile) == (3, 1, "RJ")
    assert game.options == Options()
    assert game.tiles == ("JC", "SJ", "CL", "RJ", *[None] * 20)
    assert game.tags == {"Seat0": "ann", "Seat1": "ben", "Event": "club night", "Note": 'she said "mine" \\o/'}


@pytest.mark.parametrize("text", [RECORD, FINISHED], ids=["running", "finished"])
def test_what_was_read_is_written_again(text: str) -> None:
    assert Game.from_record(text).to_record() == text  # T-10.4


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("\n", "\r\n"),
        ("SE H", "SE   H"),
        ("1. JC", "  1.  JC"),
        ('[Players "2"]', '  [Players   "2"] '),
        ("3. CL", "\n\n3. CL"),
        ("JC SJ CL", " JC  SJ CL"),
        ("[Game", "\ufeff[Game"),
        ("[Game", "\n  \r\n[Game"),
        ("X@-1,1:L", "X@-1,1:L\n\n"),
    ],
)
def test_spacing_does_not_matter(old: str, new: str) -> None:
    assert Game.from_record(RECORD.replace(old, new)).to_record() == RECORD


def test_settlement_is_written_with_its_canonical_cell() -> None:
    game = Game.from_record(RECORD.replace(TILES, '"JC SJ CL RJ JJ"') + "4. RJ@3,-1E H@4,-1\n")
    settlement = game.position.settlement(0, (0, 1))
    assert settlement.anchor == (-1, 1)
    place, build = next(
        (place, build) for place in game.legal_placements() for build in game.legal_builds(place) if build[0] == "X"
    )

    written = game.play(f"{place} {build.replace('-1,1', '0,1')}")

    assert written == f"{place} {build}"
    assert game.to_record().endswith(f"5. {place} {build}\n")


DAMAGE = [
    # tags: what is cut, replaced or doubled
    ("T-10.1", 1, None, "[Game", "Game"),
    ("T-10.1", 1, None, '[Game "taluva"]\n', ""),
    ("T-10.1", 1, None, '"taluva"', '"chess"'),
    ("T-10.1", 2, None, '[Record "1"]', '[Record "2"]'),
    ("T-10.1", 3, None, '[Rules "1"]', '[Rules "0"]'),
    ("T-10.1", 4, None, '[Players "2"]\n', ""),
    ("T-10.1", 5, None, '[Founding "apart"]', "[Founding apart]"),
    ("T-10.1", 5, None, '[Founding "apart"]', '[Founding "ap"art"]'),
    ("T-10.1", 5, None, '[Founding "apart"]\n[TilesPerPlayer "12"]', '[TilesPerPlayer "12"]\n[Founding "apart"]'),
    ("T-10.1", 14, None, '[Event "club night"]', '[Seat0 "eve"]'),
    ("T-10.1", 10, None, f"[Tiles {TILES}]\n", ""),
    ("T-10.1", 12, None, '[Seat0 "ann"]\n[Seat1 "ben"]', '[Seat1 "ben"]\n[Seat0 "ann"]'),
    ("T-10.1", 13, None, '[Seat1 "ben"]\n[Result "*"]', '[Result "*"]\n[Seat1 "ben"]'),
    ("T-10.1", 14, None, '[Result "*"]\n[Event "club night"]', '[Event "club night"]\n[Result "*"]'),
    ("T-10.1", 14, None, "[Event", "[Club event"),
    ("T-10.1", 14, None, "club night", "club\tnight"),
    ("T-10.1", 11, None, "ann", "a\x00nn"),
    ("T-10.1", 16, None, "\n\n", "\n"),
    # options
    ("T-2.1", 4, None, '[Players "2"]', '[Players "7"]'),
    ("T-2.1", 4, None, '[Players "2"]', '[Players "two"]'),
    ("T-2.2", 6, None, '"12"', '"13"'),
    ("T-2.3", 5, None, '"apart"', '"close"'),
    ("T-2.4", 7, None, '[Ranking "off"]', '[Ranking "on"]'),
    ("T-2.5", 8, None, '[Teams "off"]', '[Teams "on"]'),
    ("T-2.6", 9, None, '[Preview "off"]', '[Preview "maybe"]'),
    # tiles
    ("T-1.2", 10, None, TILES, '"JC SJ CL XX"'),
    ("T-1.2", 10, None, TILES, '"JCSJ CL RJ"'),
    ("T-1.3", 10, None, TILES, '"JC SJ CL JJ JJ"'),
    ("T-2.2", 10, None, TILES, '"' + "JC " * 25 + '"'),
    ("T-10.1", 10, None, TILES, '"JC SJ CL RJ RC"'),
    ("T-10.1", 10, None, TILES, '"JC SJ CL ?? RC"'),
    ("T-10.1", 10, None, TILES, '"JC SJ CL ??"'),
    ("T-10.1", 10, None, TILES, '"JC SJ CL RJ ??"'),
    ("T-2.7", 19, 3, TILES, '"JC SJ"'),
    ("T-2.7", 18, 2, TILES, '"JC ?? CL"'),
    # turns
    ("T-10.2", 17, 1, "1. JC", "JC"),
    ("T-10.2", 17, 1, "1. JC", "2. JC"),
    ("T-10.2", 17, 1, "1. JC", "01. JC"),
    ("T-10.2", 18, 2, "2. SJ", "3. SJ"),
    ("T-10.2", 18, 2, "2. SJ@2,-1SW H@1,-1\n", ""),
    ("T-10.2", 18, 2, "SJ@2,-1SW", "SJ@2,-1S"),
    ("T-10.2", 18, 2, "SJ@2,-1SW", "SJ@+2,-1SW"),
    ("T-10.2", 18, 2, "SJ@2,-1SW", "SJ@02,-1SW"),
    ("T-10.2", 18, 2, "H@1,-1", "H@1"),
    ("T-10.2", 18, 2, "H@1,-1", ""),
    ("T-10.2", 18, 2, "H@1,-1", "h@1,-1"),
    ("T-10.2", 18, 2, "H@1,-1", "H@1,-1 really"),
    ("T-10.2", 19, 3, "X@-1,1:L", "X@-1,1"),
    ("T-10.2", 19, 3, "X@-1,1:L", "X@-1,1:V"),
    ("T-2.7", 18, 2, "SJ@", "JS@"),
    ("T-4.1", 17, 1, "JC@0,0SE", "JC@0,1SE"),
    ("T-4.2", 18, 2, "SJ@2,-1SW", "SJ@6,6SW"),
    ("T-4.3", 19, 3, "CL@0,0E", "CL@0,0W"),
    ("T-4.3c", 19, 3, "CL@0,0E", "CL@0,0SE"),
    ("T-4.3e", 19, 3, "H@-1,1", "H@0,1"),
    ("T-5.2", 19, 3, "X@-1,1:L", "H@0,1"),
    ("T-5.3", 19, 3, "X@-1,1:L", "W@0,1"),
    ("T-5.4", 19, 3, "X@-1,1:L", "T@0,1"),
    ("T-5.5", 19, 3, "X@-1,1:L", "X@-1,1:R"),
    ("T-5.6", 19, 3, "X@-1,1:L", "H@9,9"),
    ("T-6.1", 19, 3, "X@-1,1:L", "-"),
    ("T-6.4", 18, 2, "SJ@2,-1SW H@1,-1", "resign:7"),
    ("T-10.2", 18, 2, "SJ@2,-1SW H@1,-1", "timeout:0"),
    ("T-10.2", 18, 2, "SJ@2,-1SW H@1,-1", "abandon"),
    ("T-10.2", 18, 2, "SJ@2,-1SW H@1,-1", "resign:1"),
    ("T-6.3", 19, 3, "2. SJ@2,-1SW H@1,-1", "2. resign"),
    # the result
    ("T-10.3", 13, 3, '"*"', '"1 2"'),
    ("T-10.3", 13, 3, '"*"', '"draw"'),
]


@pytest.mark.parametrize(("clause", "line", "turn", "old", "new"), DAMAGE)
def test_damage_is_named_by_line_turn_and_clause(clause: str, line: int, turn: int | None, old: str, new: str) -> None:
    assert old in RECORD

    with pytest.raises(RecordError) as refused:
        Game.from_record(RECORD.replace(old, new, 1))

    error = refused.value
    assert (error.clause, error.line, error.turn) == (clause, line, turn)
    assert error.message.endswith(".")
    assert str(error).startswith(f"line {line}")


@pytest.mark.parametrize("damage", ['[Players "2"]', "SE H"])
def test_empty_lines_before_a_record_count(damage: str) -> None:
    damaged = RECORD.replace(damage, "")
    with pytest.raises(RecordError) as first:
        Game.from_record(damaged)
    with pytest.raises(RecordError) as second:
        Game.from_record(f"\n\n{damaged}")

    assert (second.value.line, second.value.message) == (first.value.line + 2, first.value.message)


@pytest.mark.parametrize("wrong", ["*", "2 1", "1", "1 2 3", ""])
def test_result_that_does_not_follow_is_refused(wrong: str) -> None:
    with pytest.raises(RecordError) as refused:
        Game.from_record(FINISHED.replace('"1 2"', f'"{wrong}"'))
    assert (refused.value.clause, refused.value.line, refused.value.turn) == ("T-10.3", 13, 4)


# What can not follow the end of a recorded game, by the way it ended (T-6.3, T-7.1, T-7.2).
AFTER_THE_END = [
    ("T-7.1", "early-huts-temples", "JC@0,0SE H@-1,1"),
    ("T-7.1", "early-on-the-last-tile", "JC@0,0SE H@-1,1"),
    ("T-7.2", "tiles-shared", "JC@0,0SE H@-1,1"),
    ("T-7.2", "teams-tiles", "JC@0,0SE -"),
    ("T-6.3", "out-no-build", "JC@0,0SE H@-1,1"),
    ("T-6.3", "ranking-all-out-but-one", "JC@0,0SE H@-1,1"),
    ("T-6.4", "early-huts-temples", "resign"),
    ("T-6.4", "tiles-shared", "timeout"),
    ("T-6.4", "out-no-build", "resign:0"),
]


@pytest.mark.parametrize(("clause", "name", "text"), AFTER_THE_END)
def test_nothing_follows_the_end(clause: str, name: str, text: str) -> None:
    record = (RECORDS / f"{name}.txt").read_text()
    game = Game.from_record(record)
    assert game.why_not(text) == (clause, "The game is over.")

    with pytest.raises(RecordError) as refused:
        Game.from_record(f"{record}{game.turn + 1}. {text}\n")

    error = refused.value
    assert (error.clause, error.line, error.turn) == (clause, record.count("\n") + 1, game.turn + 1)


@pytest.mark.parametrize("hidden", ["JC SJ CL RJ ?? RC", "JC SJ CL ??", "JC SJ CL RJ ??"])
def test_finished_game_hides_no_tile(hidden: str) -> None:
    with pytest.raises(RecordError, match=r"^line 10: Only tiles in hand can be hidden"):  # T-10.1
        Game.from_record(FINISHED.replace(TILES, f'"{hidden}"'))


def test_new_game_that_hides_its_first_tile_is_refused() -> None:
    text = Game(Options(), ["JC"]).to_record()

    with pytest.raises(RecordError, match=r"^line 10: Only tiles in hand can be hidden"):
        Game.from_record(text.replace('"JC"', '"??"'))


def test_reader_who_plays_to_the_end_writes_the_tiles_up_to_the_first_that_is_not_known() -> None:
    stack = ["JC", "SJ", "CL", "RJ", "SS", "LL"]
    seen = Game(Options(players=4, preview=True), stack).to_record(2)
    game = Game.from_record(seen)
    assert '[Tiles "JC ?? CL"]' in seen
    for _ in range(3):
        game.play("resign")

    record = game.to_record()

    assert '[Tiles "JC"]' in record
    assert Game.from_record(record).to_record() == record


def test_result_that_is_not_told_is_added() -> None:
    for text in (RECORD, FINISHED):
        told = next(line for line in text.splitlines(keepends=True) if line.startswith("[Result"))
        assert Game.from_record(text.replace(told, "")).to_record() == text


def turns_of(text: str) -> int | None:
    """The number of turns of a record, None if it is none."""
    try:
        return Game.from_record(text).turn
    except RecordError:
        return None


@pytest.mark.parametrize("length", range(0, RECORD.index("3. CL"), 7))
def test_a_record_that_was_cut_off_is_no_record_or_a_shorter_game(length: int) -> None:
    assert turns_of(RECORD[:length]) in (None, 0, 1, 2)


def test_too_long_a_text_is_refused_at_once() -> None:
    with pytest.raises(RecordError, match="too long"):
        Game.from_record(RECORD + "x" * 300_000)


def test_seats_that_do_not_exist_are_unknown_tags() -> None:
    text = RECORD.replace('[Event "club night"]', '[Seat2 "cleo"]')

    assert Game.from_record(text).to_record() == text


def test_tag_can_not_break_its_line() -> None:
    text = game_after([], "JC").to_record(Seat0='a"b\\c\nd\re', Event='x"]\n1. resign')

    assert '[Seat0 "a\\"b\\\\c d e"]\n' in text
    assert Game.from_record(text).turn == 0
    assert Game.from_record(text).tags == {"Seat0": 'a"b\\c d e', "Event": 'x"] 1. resign'}


def test_record_goes_on_where_it_ended() -> None:
    game = Game.from_record(RECORD)
    game.play("RJ@3,-1E H@4,-1")
    assert game.tile is None
    assert game.legal_placements() == []
    assert game.why_not("JJ@2,-3SE H@2,-2") == ("T-2.7", "The tile of this turn is not known yet.")

    game.deal("JJ")

    assert game.tile == "JJ"
    assert '[Tiles "JC SJ CL RJ JJ"]' in game.to_record()
    assert Game.from_record(game.to_record()).to_record() == game.to_record()

"""The board in words: cells, places, builds, turns."""

from games.boards import Sight, words_in_language
from games.boards.translatable import count, join_sentences, list_words, say
from games.registry import BOARDS
from games.taluva import rules
from tests.boards.games import NAMES, random_game

BOARD = BOARDS["taluva"]
RECORD = """[Game "taluva"]
[Record "1"]
[Rules "1"]
[Players "2"]
[Founding "apart"]
[TilesPerPlayer "12"]
[Ranking "off"]
[Teams "off"]
[Preview "off"]
[Tiles "JC SJ CL RJ"]
[Result "*"]

1. JC@0,0SE H@-1,1
2. SJ@2,-1SW H@1,-1
3. CL@0,0E X@-1,1:L
"""


def test_words_are_english_by_themselves() -> None:
    assert str(say("%(cell)s: volcano", cell="−1,2")) == "−1,2: volcano"
    assert str(count("%(n)d hut", "%(n)d huts", 1)) == "1 hut"
    assert str(count("%(n)d hut", "%(n)d huts", 2)) == "2 huts"
    assert str(list_words([say("a"), say("b"), say("c")])) == "a, b and c"
    assert str(join_sentences([say("100 %"), say("b.")])) == "100 % b."


def test_words_are_translated_inside_and_out() -> None:
    german = {"%(huts)s of %(name)s": "%(huts)s von %(name)s", "%(n)d hut": "%(n)d Hütte", "%(n)d huts": "%(n)d Hütten"}
    words = say("%(huts)s of %(name)s", huts=count("%(n)d hut", "%(n)d huts", 3), name="Ben")

    text = words_in_language(words, lambda msgid: german[msgid], lambda one, many, n: german[one if n == 1 else many])

    assert text == "3 Hütten von Ben"


def test_the_board_as_text_has_a_sentence_for_each_cell() -> None:
    rows = BOARD.rows(rules.Game.from_record(RECORD), NAMES)

    assert [(row.number, [str(words) for _, words in row.cells]) for row in rows] == [
        (-1, ["1,−1: jungle, level 1, 1 hut of Ben, settlement of 1.", "2,−1: volcano, level 1, towards SW."]),
        (0, ["0,0: volcano, level 2, towards E.", "1,0: clearing, level 2."]),
        (
            1,
            [
                "−1,1: clearing, level 1, 1 hut of Aroha, settlement of 2.",
                "0,1: lake, level 2, 2 huts of Aroha, settlement of 2.",
            ],
        ),
    ]


def test_a_turn_is_told() -> None:
    game = rules.Game.from_record(RECORD)

    assert [[str(words) for words in BOARD.story(game, number, NAMES)] for number in (1, 3)] == [
        ["The first tile, towards SE.", "Hut on the new tile, in the clearing."],
        [
            "Eruption in the middle, beside Aroha's huts: to level 2, towards E.",
            "Expands over lake on the new tile: 2 huts on 1 field.",
        ],
    ]


def test_every_turn_of_whole_games_can_be_told() -> None:
    for seed in range(6):
        game = random_game(seed, players=2 + seed % 4)
        told = [BOARD.story(game, number, NAMES) for number in range(1, game.turn + 1)]
        assert all(told)
        assert str(told[-1][-1]).startswith("The game is over")


def test_burials_splits_and_joins_are_told() -> None:
    told = " ".join(
        str(words)
        for seed in range(8)
        for game in [random_game(seed)]
        for number in range(1, game.turn + 1)
        for words in BOARD.story(game, number, NAMES)
    )

    assert ", buries 2 huts of Ben." in told
    assert "That splits a settlement of Chloé into 2." in told
    assert "That joins 2 settlements into one of " in told


def test_leaving_is_told() -> None:
    game = random_game(2, players=5, turns=5)
    assert game.to_move is not None
    game.timeout(game.to_move)
    assert game.to_move is not None
    game.resign(game.to_move)

    assert [str(words) for words in BOARD.story(game, 6, NAMES)] == ["Runs out of time."]
    assert [str(words) for words in BOARD.story(game, 7, NAMES)] == ["Resigns."]


def test_places_are_listed_eruptions_first() -> None:
    game = random_game(5, turns=30)
    places = BOARD.lines(game, Sight(names=NAMES, turn_of=game.to_move))

    kinds = ["eruption" if "eruption" in str(place.words) else "sea" for place in places]
    assert kinds == sorted(kinds)
    assert sum(len(place.ways) for place in places) == len(game.legal_placements())
    assert all(query.startswith("v=") and "&d=" in query for place in places for query, _ in place.ways)


def test_the_way_to_a_win_is_counted() -> None:
    supplies = [(5, 0, 1), (20, 3, 2)]
    game = rules.Game(rules.Options(players=2), tiles=["JC"], supplies=supplies)

    assert [(str(seat.goal), seat.is_near) for seat in BOARD.seats(game)] == [
        ("1 tower from winning", True),
        ("2 towers and 3 temples from winning", False),
    ]

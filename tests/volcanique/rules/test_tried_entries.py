"""Whatever a person may try, by board or text, is refused by a clause and a sentence, or listed and played."""

import pickle
import random
import re
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.contract import IllegalTurn, Violation
from games.hexes import neighbours
from games.volcanique.rules import Game, Volcanique
from games.volcanique.rules.entries.grammar import GRAMMAR
from games.volcanique.rules.entries.notation import read_entry
from games.volcanique.rules.position.words import hex_words
from tests.volcanique.rules.test_clauses import CLAUSES

RECORDS = sorted((Path(__file__).parents[2] / "records" / "volcanique").glob("*.txt"))
RULES = Volcanique()
CHAPTERS = {clause.split(".")[0] for clause in CLAUSES}
SENTENCE = re.compile(r"[A-Z][^_{}<>]{8,140}\.")
MOMENTS = 8  # of each recorded game
UNLISTED = ("resign", "timeout", "D ", "O ")  # played by other buttons, or by the rules
COMMON = [  # entries with <h>exes, <s>ectors, <t>iles, <p>ayments and <n>umbers
    "M <s>><s>", "M <s>><s>+", "M <s>><s>*<n>", "F <s>><s>", "B <t>@<h> <p>", "B <t>@<h> <p> m <s>><s>",
    "V <h>/<n> <p> P=L1a", "V <h>/<n> <p> P=L2a arc=<n> slide=<h>", "V <h>/0 <p> P=- super",
    "I <t>@<h> <t>@<h> <t>@<h> <p>", "X <h>", "C <s>", "U <s> <p>", "W+ <h>", "W~ <h>><h>", "W> <h>><s>",
    "K <s>", "K$ <p>", "K!", "Q <p>", "R -LM", "R +L", "E", "T <h>><n>", "Z <n> <h>;<h>", "m <s>><s>",
    "e <s>><s> <p>", "v <s>>-", "c <s>><s>", "d y", "b <n>", "G LM", "S L0@<h> LM0@<h> LMD0@<h> D",
    "VR <h>/<n>", "undo <n>", "D <n>", "O <h>/<n>",
]  # fmt: skip
HANDS = ("", "LM", "LL", "MM", "LLM", "LMD", "DDD", "LLLL", "LLDD", "MMMMM", "LLMMD", "LLMMDD", "LLMMDDD")
FORMS = [pattern.pattern for rows in GRAMMAR.values() for pattern, _ in rows]


@cache
def recorded(number: int) -> Game:
    return RULES.from_record(RECORDS[number].read_text(encoding="utf-8"))


def moment(number: int, part: int, *, is_turn: bool) -> Game:
    """Return a recorded game somewhere on its way; where a player is to act, if that is wanted."""
    game = recorded(number)
    start = game.turn * part // MOMENTS
    turns = (entry for entry in range(start, game.turn) if is_turn and game.at(entry).position.wait is None)
    return game.at(next(turns, start))


moments = st.builds(
    moment, st.integers(0, len(RECORDS) - 1), st.integers(0, MOMENTS), is_turn=st.sampled_from([True, True, False])
)


def some_words(game: Game, rng: random.Random) -> str:
    """Return an entry of a common form with what there is on this map, or beside it."""
    land = sorted(game.position.stacks) or [(0, 0)]
    cells = [*land, *(cell for one in land for cell in neighbours(one))]
    parts = {
        "h": lambda: hex_words(rng.choice(cells)),
        "s": lambda: f"{hex_words(rng.choice(land))}:{rng.choice('LMD')}",
        "t": lambda: rng.choice(["L0", "M0", "D0", "LM3", "LD1", "MD5", "LMD2", "LDM4"]),
        "p": lambda: f"${rng.choice(HANDS)}",
        "n": lambda: str(rng.randint(0, 7)),
    }
    form = rng.choice(COMMON)
    return re.sub(r"<([hstpn])>", lambda found: parts[found[1]](), form)


def some_edit(text: str, rng: random.Random) -> str:
    """Return the text with a letter put in, left out, doubled or changed."""
    at = rng.randrange(len(text) + 1)
    put = rng.choice([" ", "  ", "-", "+", "0", "7", "L", "d", ">", "\n", "٣", "$", "*2", "", text[at : at + 3]])
    return text[:at] + put + text[at + rng.randint(0, 1) :]


@st.composite
def attempts(draw: st.DrawFn) -> tuple[Game, int, str]:
    """Return a game, a seat, and something that a person may write there."""
    game, rng = draw(moments), random.Random(draw(st.integers(0, 2**32)))
    seat = draw(st.integers(-1, game.options.players))
    manner = draw(st.integers(0, 5))
    if manner == 0:
        return game, seat, draw(st.text(max_size=40) | st.sampled_from(FORMS).flatmap(full_match))
    if manner <= 3:
        return game, rng.choice([*game.awaited(), seat]), some_words(game, rng)
    by = rng.choice(game.may_play() or (0,))
    texts = game.choices(by) or [text for _, text in game.entries[-5:]] or ["E"]
    return game, by, some_edit(rng.choice(texts), rng) if manner == 4 else rng.choice(texts)


def full_match(pattern: str) -> st.SearchStrategy[str]:
    return st.from_regex(pattern, fullmatch=True)


def everything_shown(game: Game) -> bytes:
    return pickle.dumps([game.turn, game.drawn(), *(game.state(seat) for seat in (None, *game.position.seats))])


@settings(max_examples=600, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(attempt=attempts())
def test_what_is_tried_is_refused_by_a_clause_or_listed(attempt: tuple[Game, int, str]) -> None:
    game, seat, text = attempt
    violation = game.why_not(text, seat)
    if violation is None:
        check_legal(game, seat, text)
    else:
        check_refused(game, seat, text, violation)


def check_refused(game: Game, seat: int, text: str, violation: Violation) -> None:
    """The refusal names a clause and says a sentence; playing it is refused in the same words and changes nothing."""
    assert re.sub(r"[a-e]$", "", violation.clause) in {*CLAUSES, *CHAPTERS}
    assert SENTENCE.fullmatch(violation.message)
    before = everything_shown(game)
    with pytest.raises(IllegalTurn) as refused:
        game.play(text, seat)
    assert (refused.value.clause, refused.value.message) == violation
    assert everything_shown(game) == before


def check_legal(game: Game, seat: int, text: str) -> None:
    """What is legal is kept in its one spelling, and is listed once a beginning names it; a refusal would not be."""
    twin = game.copy()
    kept = twin.play(text, seat)
    assert twin.turn == game.turn + 1
    assert read_entry(kept) == read_entry(text) or text.startswith("T ")
    assert game.why_not(kept, seat) is None
    if not kept.startswith(UNLISTED) and " m " not in kept:
        assert kept in game.choices(seat, kept)

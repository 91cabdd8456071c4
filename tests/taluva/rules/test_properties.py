"""What holds in every game: random games with every set of options, with full and with short supplies."""

import json
import pickle
import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.hexes import DIRECTIONS, Cell
from games.taluva.rules import Game, IllegalTurn, Options, Supply, tiles
from games.taluva.rules.position import Piece, Position
from tests.taluva.rules.islands import derived
from tests.taluva.rules.random_games import OPTION_SETS, chosen_turn, short

Setup = tuple[Options, list[str], list[Supply], random.Random]


@st.composite
def setups(draw: st.DrawFn) -> Setup:
    """Options, the whole draw, supplies, and a source of choices."""
    options = draw(st.sampled_from(OPTION_SETS))
    rng = random.Random(draw(st.integers(0, 2**32)))
    supplies = [short(rng) if draw(st.booleans()) else Supply() for _ in range(options.players)]
    stack = rng.sample(tiles.full_set(options.players), options.tile_count)
    return options, stack, supplies, rng


def started(setup: Setup) -> Game:
    options, stack, supplies, _ = setup
    return Game(options, stack, supplies=supplies)


def everything(game: Game) -> object:
    return game.state(), game.tiles, game.entries, game.to_record()


every_option_set = pytest.mark.parametrize(
    "options", OPTION_SETS, ids=lambda options: "-".join(map(str, options.settings().values()))
)


def any_setup(options: Options, rng: random.Random) -> Setup:
    """Now and then a seat starts with a short supply, so that more ends and refusals are met."""
    supplies = [short(rng) if rng.random() < 0.3 else Supply() for _ in range(options.players)]
    return options, rng.sample(tiles.full_set(options.players), options.tile_count), supplies, rng


@every_option_set
def test_game_with_every_set_of_options_adds_up(options: Options) -> None:
    check_game(any_setup(options, random.Random(str(options))))


@settings(max_examples=40)
@given(setup=setups())
def test_any_game_adds_up(setup: Setup) -> None:
    check_game(setup)


@pytest.mark.long
@pytest.mark.timeout(900)
@settings(max_examples=1500)
@given(setup=setups())
def test_many_games_add_up(setup: Setup) -> None:
    check_game(setup)


def check_game(setup: Setup) -> None:
    game, rng = started(setup), setup[-1]
    lost: Counter[int] = Counter()
    while not game.over:
        game.play(chosen_turn(game, rng))
        lost += huts_lost(game)
        check_position(game, lost, setup[2])
    check_end(game)
    check_copies(game, rng, is_whole=all(supply == Supply() for supply in setup[2]))


def huts_lost(game: Game) -> Counter[int]:
    """The huts that the last turn destroyed, by owner."""
    lost: Counter[int] = Counter()
    for event in game.events(game.turn):
        if event["kind"] == "huts-lost":
            lost[event["owner"]] += event["huts"]
    return lost


def check_position(game: Game, lost: Counter[int], supplies: list[Supply]) -> None:
    position, state = game.position, game.state()
    assert sum(top.level for top in position.cells.values()) == 3 * game.tiles_placed  # T-3.3
    assert position == derived(dict(position.cells), position.supplies)
    for seat, supply in enumerate(supplies):
        own = [cell for cell in state["cells"] if cell["owner"] == seat]
        assert sum(cell["huts"] for cell in own) + position.supplies[seat].huts + lost[seat] == supply.huts  # T-4.4
        for piece, full, left in ((Piece.TEMPLE, supply.temples, "temples"), (Piece.TOWER, supply.towers, "towers")):
            assert sum(cell["piece"] == piece.value for cell in own) + state["seats"][seat][left] == full
        check_settlements(position, seat)
    for cell in state["cells"]:
        assert (cell["terrain"] == "V") == (cell["direction"] is not None)
        assert not (cell["terrain"] == "V" and cell["owner"] is not None)  # T-5.6
        assert cell["level"] >= 3 or cell["piece"] != "tower"  # T-5.3
    assert game.tiles_placed + state["tiles_left"] == game.options.tile_count


def check_settlements(position: Position, seat: int) -> None:
    """The settlements are those that joining the cells one by one gives (T-5.1)."""
    groups: list[set[Cell]] = []
    for q, r in position.owned[seat]:
        near = {(q + 1, r), (q, r + 1), (q - 1, r + 1), (q - 1, r), (q, r - 1), (q + 1, r - 1)}
        touching = [group for group in groups if group & near]
        groups = [group for group in groups if not group & near] + [{(q, r)}.union(*touching)]
    assert {frozenset(group) for group in groups} == {settlement.cells for settlement in position.settlements(seat)}


def check_end(game: Game) -> None:
    assert None not in game.places
    assert (game.to_move, game.tile, game.awaited(), game.legal_placements()) == (None, None, (), [])
    shares = Counter(game.places)
    assert all(shares[place] for place in {1, *game.places})
    if not game.options.teams:  # a shared place skips the next ones (T-7.4)
        assert sorted(shares.elements()) == sorted(
            1 + sum(other < place for other in game.places) for place in game.places
        )


def check_copies(game: Game, rng: random.Random, *, is_whole: bool) -> None:
    """Pickles, the past, and records (of full supplies) give the same game."""
    past = game.at(rng.randint(0, game.turn))
    assert everything(pickle.loads(pickle.dumps(past))) == everything(past)
    assert json.loads(json.dumps(past.state())) == past.state()
    if is_whole:
        for viewer in (None, *range(game.options.players)):
            record = past.to_record(viewer)
            assert Game.from_record(record).to_record(viewer) == record  # T-10.4
        assert everything(Game.from_record(game.to_record())) == everything(game)
    for _, text in game.entries[past.turn :]:
        past.play(text)
    assert everything(past) == everything(game)


@every_option_set
def test_why_not_agrees_with_the_lists(options: Options) -> None:
    check_agreement(options, random.Random(str(options)), placements=1)


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.parametrize("seed", range(8))
@every_option_set
def test_why_not_agrees_with_the_lists_at_many_turns(options: Options, seed: int) -> None:
    check_agreement(options, random.Random(f"{options} {seed}"), placements=4)


def check_agreement(options: Options, rng: random.Random, placements: int) -> None:
    """At one turn of a game: every placement in a window around the island, and every conceivable build."""
    game, share = started(any_setup(options, rng)), rng.random()
    while game.tiles_placed < share * game.options.tile_count:
        game.play(chosen_turn(game, rng))
        if game.over:
            game, share = started(any_setup(options, rng)), rng.random()
    before = everything(game)
    legal = game.legal_placements()
    assert legal == sorted(set(legal))
    assert {text for text in all_placements(game) if game.why_not_placement(text) is None} == set(legal)
    for place in rng.sample(legal, min(placements, len(legal))):
        check_builds(game, place)
    assert everything(game) == before


def check_builds(game: Game, place: str) -> None:
    builds = game.legal_builds(place)
    assert builds == sorted(set(builds))
    accepted = {text for text in all_builds(game) if game.why_not(f"{place} {text}") is None}
    written = set()
    for text in accepted:
        twin = game.copy()
        written.add(twin.play(f"{place} {text}").split()[1])
    assert written == set(builds)
    assert set(builds) <= accepted
    for text in ("H@0,0", "-"):
        if text not in accepted:
            with pytest.raises(IllegalTurn):
                game.play(f"{place} {text}")


def window(game: Game) -> list[Cell]:
    """The island and three cells around it."""
    cells = game.position.cells or {(0, 0): None}
    qs, rs = {q for q, _ in cells}, {r for _, r in cells}
    return [(q, r) for q in range(min(qs) - 3, max(qs) + 4) for r in range(min(rs) - 3, max(rs) + 4)]


def all_placements(game: Game) -> list[str]:
    return [f"{game.tile}@{q},{r}{direction}" for q, r in window(game) for direction in DIRECTIONS]


def all_builds(game: Game) -> list[str]:
    builds = [f"{kind}@{q},{r}" for q, r in window(game) for kind in "HTW"]
    return [*builds, *(f"X@{q},{r}:{terrain}" for q, r in window(game) for terrain in "JCSRL"), "-"]


@given(text=st.text(max_size=30) | st.from_regex(r"[JCSRL]{2}@-?\d,-?\d[NS]?[EW] [HTWX]@-?\d,-?\d(:[JCSRL])?"))
def test_any_text_is_a_turn_or_a_violation(text: str) -> None:
    game = Game(Options(), ["JC", "SJ"])
    game.play("JC@0,0SE H@-1,1")
    before = everything(game)

    violation = game.why_not(text)

    if violation is not None:
        assert violation.clause.startswith("T-")
        with pytest.raises(IllegalTurn):
            game.play(text)
        assert everything(game) == before
    else:
        assert game.play(text) == game.entries[-1].text

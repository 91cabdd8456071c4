"""What holds in every game, whatever is played: random games of many option sets and 2 to 5 seats."""

import pickle
import random
from collections import Counter

import pytest

from games.registry import IllegalTurn
from games.replays import replay_game
from games.volcanique.rules import Game
from games.volcanique.rules.entries.notation import read_entry, write_entry
from games.volcanique.rules.position.biomes import NO_BIOMES, Biome, update_biomes
from games.volcanique.rules.position.grid import POWERS
from games.volcanique.rules.position.position import Position
from games.volcanique.rules.position.tiles import HIDDEN, LAND_TILES, SOIL, is_hot, kind_of
from games.volcanique.rules.steps.purchases import TilePlacement
from tests.volcanique.recorded.make_records import some_game
from tests.volcanique.recorded.power_ways import POWER_AT_WORK
from tests.volcanique.recorded.ways import has_entry, ways_of
from tests.volcanique.rules.random_games import RULES, play_out, play_some, random_settings, start

MOST = 60  # games until every power was used


def numbers(short: int, long: int) -> list[object]:
    """Return the numbers of games that each run plays, and those that only the long one does."""
    return [*range(short), *(pytest.param(number, marks=pytest.mark.long) for number in range(short, long))]


def opened(number: int, players: int | None = None) -> tuple[Game, random.Random]:
    """A game with options of its own, and dice for its players."""
    rng = random.Random(number)
    return start(random_settings(rng, players or 2 + number % 4), number), rng


def check_pieces(pos: Position) -> None:
    """V-1.8: every piece is in exactly one place; resources and tiles go nowhere else either."""
    options = pos.options
    for seat in pos.seats:
        on_land = sum(unit.pieces for units in pos.units.values() for unit in units if unit.seat == seat)
        at_sea = sum(owner == seat for owner in pos.sea.values())
        elsewhere = pos.hands[seat] + pos.craters[seat] + len(pos.slots[seat]) + pos.track[seat]
        assert on_land + at_sea + elsewhere == options.critters_per_player
        assert 0 <= pos.craters[seat] <= 3
        assert pos.hands[seat] >= 0
        assert pos.volcanoes[seat] == len(pos.slots[seat]) + pos.track[seat]
    for colour in range(3):
        total = options.resources_per_type_per_player * options.players
        assert pos.supply[colour] + sum(held[colour] for held in pos.held) == total
        assert min(pos.supply[colour], *(held[colour] for held in pos.held)) >= 0


def check_board(pos: Position) -> None:
    """V-2: heights add up, hot tiles are on top, units stand on sectors of their own, biomes are as from scratch."""
    on_map = Counter(
        kind_of(member) for stack in pos.stacks.values() for member in stack if member < LAND_TILES or member >= HIDDEN
    )
    announced = sum(isinstance(task, TilePlacement) for task in pos.agenda)
    assert sum(on_map.values()) + sum(pos.tiles) + pos.removed + announced == sum(pos.options.tile_counts)
    hot = [cell for cell, stack in pos.stacks.items() if is_hot(stack[-1])]
    running = [flow.cell for flow in pos.flows if flow.state != "ended"]
    assert sorted(hot) == sorted(running) if pos.options.hot_tiles == "travel" else set(running) <= set(hot)
    for cell, stack in pos.stacks.items():
        assert not any(is_hot(member) for member in stack[:-1])
        assert stack[-1] < HIDDEN
        assert (len(stack) > 1 and stack[-2] >= HIDDEN) == (cell in pos.hidden)
    for cell, units in pos.units.items():
        assert pos.stacks[cell][-1] < SOIL
        assert len({(unit.colour, unit.seat) for unit in units}) == len(units)
        assert all(unit.cell == cell and cell in pos.biomes[unit.colour] for unit in units)
    assert not pos.sea.keys() & pos.stacks.keys()
    assert described(pos.biomes) == described(update_biomes(pos.stacks, NO_BIOMES, pos.stacks))


def described(biomes: object) -> list[tuple[int, list[tuple[int, int]], int]]:
    """The biomes as plain data."""
    assert isinstance(biomes, tuple)
    every: set[Biome] = {biome for colour in biomes for biome in colour.values()}
    return sorted((biome.colour, sorted(biome.cells), biome.edges) for biome in every)


def check_control(pos: Position) -> None:
    """V-2.10, V-8: a biome has one controller, or several that all cooperate."""
    for units in pos.holders().values():
        seats = {unit.seat for unit in units}
        assert len(seats) == 1 or all(pos.has(seat, "cooperative") for seat in seats)


@pytest.mark.parametrize("number", numbers(6, 24))
def test_everything_is_conserved_and_adds_up(number: int) -> None:
    """V-1.8, V-2.10."""
    game, rng = opened(number)
    while not game.over:
        play_some(game, rng, leaves=0.002 * (number % 3))
        check_pieces(game.position)
        if number % 4 == 0 or rng.random() < 0.2:
            check_board(game.position)
            check_control(game.position)
    assert None not in game.places
    assert game.reason in RULES.endings


@pytest.mark.parametrize("number", numbers(2, 6))
def test_choices_are_legal_canonical_and_sorted(number: int) -> None:
    """V-28.24."""
    game, rng = opened(100 + number)
    while not game.over:
        for seat in game.may_play():
            texts = game.choices(seat)
            assert texts == sorted(set(texts))
            for text in rng.sample(texts, min(len(texts), 5)):
                said = read_entry(text)
                assert said is not None
                assert write_entry(said) == text
                assert game.why_not(text, seat) is None
                assert game.copy().play(text, seat) == text
        play_some(game, rng)


def everything_shown(game: Game) -> list[object]:
    """Return all that anybody may see of the game, and the length of its log."""
    viewers = (None, *game.position.seats)
    return [game.turn, game.drawn(), *(pickle.dumps(game.state(viewer)) for viewer in viewers)]


@pytest.mark.parametrize("number", numbers(2, 4))
def test_a_refusal_changes_nothing(number: int) -> None:
    game, rng = opened(200 + number)
    seen: list[str] = []
    refused = 0
    while not game.over:
        before = everything_shown(game)
        for text in rng.sample(seen, min(len(seen), 6)):
            seat = rng.choice(list(game.position.seats))
            violation = game.why_not(text, seat)
            if violation is not None:
                assert violation.clause
                assert violation.message.endswith(".")
                with pytest.raises(IllegalTurn):
                    game.play(text, seat)
                refused += 1
        assert everything_shown(game) == before
        play_some(game, rng)
        seen.append(game.entries[-1].text)
    assert refused


@pytest.mark.parametrize("number", numbers(2, 6))
def test_records_and_logs_give_the_same_game(number: int) -> None:
    game, rng = opened(300 + number)
    settings, seed = dict(game.settings), game.knowledge.seed
    assert seed is not None
    while not game.over:
        play_some(game, rng)
        if rng.random() < 0.03:
            for viewer in (None, *game.position.seats):
                record = game.to_record(viewer)
                again = RULES.from_record(record)
                assert again.to_record(viewer) == record
                assert again.drawn() == game.drawn().replace(f"entry {game.turn}", f"entry {again.turn}")
    record = game.to_record()
    assert RULES.from_record(record).to_record() == record
    replayed = replay_game(RULES, settings, seed, draw_seats=game.knowledge.is_drawn, entries=game.entries)
    assert replayed.state() == game.state()
    assert [replayed.events(number) for number in range(1, game.turn + 1)] == [
        game.events(number) for number in range(1, game.turn + 1)
    ]


@pytest.mark.parametrize("number", numbers(2, 6))
def test_what_a_seat_may_not_know_changes_nothing_that_it_sees(number: int) -> None:
    """V-1.11: two games that differ in secret rotations alone look the same to whoever may not know them."""
    game, rng = opened(400 + number)
    others = 0
    while not game.over and game.turn < 400:
        play_some(game, rng)
        pos = game.position
        for entry, rotation in game.knowledge.rotations.items():
            if entry in pos.shown or entry not in pos.hidden.values() or rotation is None:
                continue
            owner = game.entries[entry - 1].seat
            head, _, tail = game.entries[entry - 1].text.partition("/")
            twin = game.at(entry - 1)
            twin.play(f"{head}/{(rotation + 1) % 6}{tail[1:]}", owner)
            for seat, text in game.entries[entry:]:
                twin.play(text, seat)
            for viewer in (None, *game.position.seats):
                same = shown(game, viewer) == shown(twin, viewer)
                assert same == (viewer != owner)
            others += 1
        if others > 40:
            break
    assert others or number > 1  # in the first two games there are secrets
    play_out(game, rng)


def shown(game: Game, viewer: int | None) -> object:
    """All that a viewer gets to see of a game, in it and in their own copy."""
    own = game.seen_by(viewer)
    texts = [game.text_for(number, viewer) for number in range(1, game.turn + 1)]
    return (
        texts,
        game.state(viewer),
        game.to_record(viewer),
        own.entries,
        own.state(viewer),
        own.brought(),
        own.knowledge,
        game.drawn(),
        [game.events(number) for number in range(1, game.turn + 1)],
        [game.choices(seat)[:50] for seat in game.awaited()] if game.brought() is None else None,
    )


@pytest.mark.parametrize("number", numbers(2, 8))
def test_taking_back_gives_the_position_before(number: int) -> None:
    game, rng = opened(500 + number)
    undone = 0
    while not game.over and game.turn < 500:
        before = game.position
        play_some(game, rng)
        seat = before.active
        if (
            game.position.before is not None
            and game.why_not("undo", seat) is None
            and game.entries[-1].text[:4] != "undo"
        ):
            twin = game.copy()
            twin.play("undo", seat)
            undone += 1
            kept, back = described_position(before), described_position(twin.position)
            assert kept == back
    assert undone or game.turn < 50


def described_position(pos: Position) -> dict[str, object]:
    """All of a position but what counts entries."""
    left_out = ("number", "events", "before", "committed", "_holders", "biomes")
    return {name: value for name, value in vars(pos).items() if name not in left_out}


QUESTIONS = {begin: has_entry(begin) for begin in ("m ", "e ", "v ", "c ", "d y", "d n", "b y", "b n")}


@pytest.mark.long
@pytest.mark.timeout(1200)
def test_every_question_is_answered_and_every_power_is_used() -> None:
    """V-16.25, V-22.1: in games of players who are keen on what is lacking, until nothing is."""
    ways = QUESTIONS | {f"power-{power}": POWER_AT_WORK[power] for power in POWERS}
    for number in range(MOST):
        game = some_game(number, random.Random(7000 + number), set(ways))
        shown = ways_of(game, ways)
        ways = {name: way for name, way in ways.items() if name not in shown}
        if not ways:
            break

    assert ways.keys() == set()

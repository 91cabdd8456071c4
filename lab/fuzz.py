"""The differential test: random games by the rules package and by the core, compared at every turn.

Both have to agree on the position, on all placements, on the builds of some of them, and on the end. Random play from
full supplies hardly ever reaches an early end, so most games start with short ones, for all seats or for some: then
those end early or drop out, and the others play on to the last tile. In some games people leave more often.
"""

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from games.taluva import rules as taluva
from games.taluva.rules.tiles import full_set

if TYPE_CHECKING:
    from games.taluva.bots.core.border import FastPosition

SAMPLED = 5
FULL = (20, 3, 2)
CELL_KEYS = ("q", "r", "level", "terrain", "direction", "owner", "piece")
KEYS = ("to_move", "tiles_left", "over", "places", "reason", "seats")


class DisagreementError(AssertionError):
    """The rules and the core disagree."""


class GameTally(NamedTuple):
    """What a game has shown."""

    turns: int
    builds: int
    reason: str
    eruptions: int


def random_options(rng: Random) -> taluva.Options:
    """Return any options that go together, two players most often."""
    players = rng.choice((2, 2, 3, 4, 4, 5))
    per_player = rng.choice((12, 12, 12, 18, 24, "all")) if players == 2 else rng.choice((12, 12, 12, "all"))
    mode = rng.choice(("", "ranking", "teams")) if players == 4 else rng.choice(("", "ranking")) if players > 2 else ""
    founding = rng.choice(("apart", "anywhere"))
    return taluva.Options(
        players=players,
        tiles_per_player=per_player,
        founding=founding,
        ranking=mode == "ranking",
        teams=mode == "teams",
        preview=rng.random() < 0.2,
    )


def random_supplies(rng: Random, players: int) -> list[tuple[int, int, int]] | None:
    """Return full supplies, or short ones for every seat or for some; the order is that of T-1.5."""
    short = rng.choice((0.0, 0.0, 0.5, 1.0))
    if not short:
        return None
    return [
        (rng.randint(1, 8), rng.randint(0, 3), rng.randint(0, 2)) if rng.random() < short else FULL
        for _ in range(players)
    ]


def random_game(rng: Random) -> taluva.Game:
    """Return a game at its start, its tiles known."""
    options = random_options(rng)
    tiles = list(full_set(options.players))
    rng.shuffle(tiles)
    return taluva.Game(options, tiles[: options.tile_count], random_supplies(rng, options.players))


def seen_in(state: Mapping[str, object]) -> dict[str, object]:
    """Return the part of `state()` that both sides know."""
    cells = state["cells"]
    assert isinstance(cells, list)
    return {key: state[key] for key in KEYS} | {"cells": [{key: cell[key] for key in CELL_KEYS} for cell in cells]}


def check_same(what: str, game: taluva.Game, rules: object, core: object) -> None:
    """Raise DisagreementError with the record of the game when the two are not the same."""
    if rules != core:
        raise DisagreementError(f"{what}\nrules: {rules}\ncore:  {core}\n{game.to_record()}")


def is_eruption(placement: str, volcanoes: set[str]) -> bool:
    """Return whether a placement lands on the island."""
    return placement[3:].rstrip("NSEW") in volcanoes


def preferred_placement(rng: Random, policy: str, placements: list[str], erupting: list[str]) -> str:
    """Return a placement to play: any, an eruption where there is one, or one far away."""
    if policy == "erupt" and erupting and rng.random() < 0.7:
        return rng.choice(erupting)
    if policy == "far":
        return max(placements, key=distance_of)
    return rng.choice(placements)


def distance_of(placement: str) -> int:
    """Return how far from the start a placement is."""
    q, r = map(int, placement[3:].rstrip("NSEW").split(","))
    return max(abs(q), abs(r), abs(q + r))


def preferred_build(rng: Random, policy: str, builds: list[str]) -> str:
    """Return a build to play: any, temples and towers first, or what spends huts."""
    great = [build for build in builds if build[0] in "TW"]
    wide = [build for build in builds if build[0] == "X"]
    if great and policy in ("build", "erupt") and rng.random() < 0.8:
        return rng.choice(great)
    if wide and policy in ("build", "spend", "erupt") and rng.random() < 0.8:
        return rng.choice(wide)
    return rng.choice(builds)


def play_one(seed: int | str, positions: "type[FastPosition]") -> GameTally:
    """Play one game, compared throughout; raise DisagreementError."""
    rng = Random(seed)  # noqa: S311  # a test, not a secret
    game = random_game(rng)
    policy = rng.choice(("any", "erupt", "build", "spend", "far", "erupt"))
    leaving = rng.choice((0.0, 0.004, 0.03))
    position = read_position(game, positions)
    builds = eruptions = 0
    while not game.over:
        check_same("position", game, seen_in(game.state()), seen_in(position.state()))
        if rng.random() < leaving and game.to_move is not None:
            game.resign(rng.choice(game.standing.seats_in))
            position = read_position(game, positions)
            continue
        text, compared, erupts = compare_turn(rng, game, position, policy)
        builds, eruptions = builds + compared, eruptions + erupts
        game.play(text)
        position.play(text)
        if rng.random() < 0.05:
            position = read_position(game, positions)
    check_same("end", game, seen_in(game.state()), seen_in(position.state()))
    return GameTally(game.turn, builds, game.reason or "", eruptions)


def read_position(game: taluva.Game, positions: "type[FastPosition]") -> "FastPosition":
    """Return the game's position on flat arrays."""
    options = game.options
    state: Mapping[str, object] = {**game.state()}
    return positions.from_state(state, founding=options.founding, teams=options.teams, ranking=options.ranking)


def sampled_placements(rng: Random, listed: Mapping[str, int], erupting: list[str]) -> set[str]:
    """Return placements whose builds are compared: an eruption, any, and some that allow a rare number of turns."""
    alike: dict[int, list[str]] = {}
    for placement, turns in sorted(listed.items()):
        alike.setdefault(turns, []).append(placement)
    rare = rng.sample(sorted(alike), min(SAMPLED - 2, len(alike)))
    eruption = [rng.choice(erupting)] if erupting else []
    return {*eruption, rng.choice(sorted(listed)), *(rng.choice(alike[turns]) for turns in rare)}


def compare_turn(rng: Random, game: taluva.Game, position: "FastPosition", policy: str) -> tuple[str, int, bool]:
    """Compare all placements, and the builds of some; a turn to play, the builds compared, and whether it erupts."""
    tile = game.tile
    assert tile is not None
    placements = game.legal_placements()
    check_same("placements", game, placements, position.placements(tile))
    volcanoes = {f"{cell['q']},{cell['r']}" for cell in game.state()["cells"] if cell["terrain"] == "V"}
    erupting = [placement for placement in placements if is_eruption(placement, volcanoes)]
    listed = position.turns_by_placement(tile)
    check_same("placements of turns", game, placements, sorted(listed))
    next_placement = preferred_placement(rng, policy, placements, erupting)
    compared = 0
    for placement in sorted({next_placement, *sampled_placements(rng, listed, erupting)}):
        builds = game.legal_builds(placement)
        check_same(f"builds of {placement}", game, builds, position.builds(placement))
        check_same(f"turns of {placement}", game, len(builds), listed[placement])
        compared += len(builds)
    build = preferred_build(rng, policy, game.legal_builds(next_placement))
    return f"{next_placement} {build}", compared, next_placement in erupting

"""Whole games under tests/records/taluva: one for each way to end and for each option, named after it."""

from collections import Counter
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import get_args

import pytest

from games.taluva.rules import Game, RecordError
from games.taluva.rules.ending import Reason, score
from games.taluva.rules.options import OPTIONS, SEATS
from games.taluva.rules.turn_events import EliminatedEvent

RECORDS = Path(__file__).parents[2] / "records" / "taluva"
FILES = sorted(RECORDS.glob("*.txt"))


MODES = ("plain", "ranking", "teams")


def mode(game: Game) -> str:
    return "ranking" if game.options.ranking else "teams" if game.options.teams else "plain"


def leavers(game: Game) -> list[tuple[int, str]]:
    """The number of the entry and the reason of each elimination."""
    return [
        (number, event["why"])
        for number in range(1, game.turn + 1)
        for event in game.events(number)
        if event["kind"] == "out"
    ]


def why_out(game: Game) -> list[str]:
    return [why for _, why in leavers(game)]


def used_up(game: Game) -> set[str]:
    """The kinds of pieces that the winner of an early end has built out."""
    supply = game.position.supplies[game.places.index(1)]
    return {kind for kind, left in supply._asdict().items() if left == 0}


def decided_by(game: Game) -> str | None:
    """The kind of pieces in which the first two places differ."""
    best, second = sorted(map(score, game.position.supplies), reverse=True)[:2]
    differing = [kind for kind, a, b in zip(("temples", "towers", "huts"), best, second, strict=True) if a != b]
    return differing[0] if differing else None


def early(*kinds: str) -> Callable[[Game], bool]:
    return lambda game: (mode(game), game.reason) == ("plain", "early") and used_up(game) == set(kinds)


def tiles(kind: str | None) -> Callable[[Game], bool]:
    return lambda game: (mode(game), game.reason, decided_by(game)) == ("plain", "tiles", kind)


def ended(how: str, why: str, *places: int) -> Callable[[Game], bool]:
    """A game that ended so with exactly these places, in any order of seats."""
    return lambda game: (mode(game), game.reason) == (how, why) and Counter(game.places) == Counter(places)


def last_standing(how: str, why: str) -> Callable[[Game], bool]:
    return lambda game: ended(how, "last-standing", 1, 2)(game) and why_out(game) == [why]


def ranks(why: str, *status: str) -> Callable[[Game], bool]:
    """A ranking that ended so, with each seat's status at the end, in any order of seats."""
    return lambda game: (
        (mode(game), game.reason) == ("ranking", why)
        and Counter(seat.value for seat in game.standing.status) == Counter(status)
    )


def teams(why: str, out: int, *places: int) -> Callable[[Game], bool]:
    return lambda game: ended("teams", why, *places)(game) and len(leavers(game)) == out


def two_left(how: str) -> Callable[[Game], bool]:
    """Somebody resigned out of turn, somebody else's time ran out, and the others played to the last tile."""
    return lambda game: (
        (mode(game), game.reason, sorted(why_out(game))) == (how, "tiles", ["resign", "timeout"])
        and any(":" in text for _, text in game.entries)
    )


def option(players: int, name: str, value: str) -> Callable[[Game], bool]:
    """A whole game with this option; one of a number of tiles plays them all, as far as that can be: a supply has 25
    pieces, so a player's 24th build takes the last of a second kind and ends the game (T-7.1)."""

    def holds(game: Game) -> bool:
        lasting = min(game.options.tile_count, 23 * players)
        played = game.over and (name != "tiles_per_player" or game.tiles_placed >= lasting)
        return played and (game.options.players, game.options.settings()[name]) == (players, value)

    return holds


WAYS: dict[str, Callable[[Game], bool]] = {
    # T-7.1: early, by each pair of kinds
    "early-huts-temples": early("huts", "temples"),
    "early-huts-towers": early("huts", "towers"),
    "early-temples-towers": early("temples", "towers"),
    "early-on-the-last-tile": lambda game: game.reason == "early" and game.tiles_placed == game.options.tile_count,
    # T-7.3, T-7.4: regular, decided by each kind, or shared
    "tiles-by-temples": tiles("temples"),
    "tiles-by-towers": tiles("towers"),
    "tiles-by-huts": tiles("huts"),
    "tiles-shared": lambda game: tiles(None)(game) and game.places == (1, 1),
    "tiles-place-skipped": ended("plain", "tiles", 1, 1, 3),
    # T-6, T-7.5: the eliminated come last together
    "out-no-build": last_standing("plain", "no-build"),
    "out-resign": last_standing("plain", "resign"),
    "out-timeout": last_standing("plain", "timeout"),
    "out-resign-out-of-turn": lambda game: any(":" in text for _, text in game.entries),
    "out-on-the-last-tile": lambda game: (
        game.reason == "tiles" and "-" in game.entries[-1].text.split() and len(game.places) > 2
    ),
    "out-then-early": ended("plain", "early", 1, 2, 2, 4),
    "out-then-tiles": lambda game: mode(game) == "plain" and game.reason == "tiles" and why_out(game) == ["no-build"],
    "two-out-then-tiles": lambda game: ended("plain", "tiles", 1, 2, 3, 3)(game) and len(leavers(game)) == 2,
    "all-out-but-one-of-three": ended("plain", "last-standing", 1, 2, 2),
    # T-8
    "ranking-early-then-tiles": ranks("tiles", "placed", "in", "in"),
    "ranking-early-then-last-standing": ranks("last-standing", "placed", "placed", "in"),
    "ranking-out-then-last-standing": ranks("last-standing", "placed", "out", "in"),
    "ranking-out-then-tiles": ranks("tiles", "out", "in", "in"),
    "ranking-all-out-but-one": ranks("last-standing", "out", "out", "in"),
    "ranking-shared": ended("ranking", "tiles", 1, 1, 3),
    "ranking-resign-and-timeout": two_left("ranking"),
    "ranking-early-on-the-last-tile": lambda game: (
        mode(game) == "ranking"
        and game.tiles_placed == game.options.tile_count
        and game.standing.status[game.entries[-1].seat].value == "placed"
    ),
    # T-9
    "teams-early": teams("early", 0, 1, 1, 2, 2),
    "teams-early-partner-out": lambda game: (
        teams("early", 1, 1, 1, 2, 2)(game)
        and game.places[[status.value for status in game.standing.status].index("out")] == 1
    ),
    "teams-tiles": teams("tiles", 0, 1, 1, 2, 2),
    "teams-tiles-one-out": teams("tiles", 1, 1, 1, 2, 2),
    "teams-shared": teams("tiles", 0, 1, 1, 1, 1),
    "teams-resign-and-timeout": two_left("teams"),
    "teams-last-standing": teams("last-standing", 2, 1, 1, 2, 2),
    # T-2.6: the waiting tiles pass on
    "preview-resign-and-timeout": lambda game: game.options.preview and two_left("plain")(game),
    # a game that goes on
    "running": lambda game: not game.over and game.turn > 0 and not game.options.preview,
    "running-preview-as-reader": lambda game: not game.over and game.reader is not None and None in game.tiles,
} | {
    f"{name.replace('_', '-')}-{choice.value}-{players}": option(players, name, choice.value)
    for name, choice, players in (
        (declared.name, choice, players) for declared in OPTIONS for choice in declared.choices for players in SEATS
    )
    if players in choice.seats and choice.value != "off"
}


def test_every_way_has_its_record_and_every_record_its_way() -> None:
    assert {file.stem for file in FILES} == set(WAYS)


def test_every_reason_in_every_mode_has_a_record() -> None:
    games = [Game.from_record(file.read_text()) for file in FILES]
    seen = {(mode(game), game.reason) for game in games if game.over}

    assert seen == set(product(MODES, (reason.value for reason in Reason))) - {
        ("ranking", Reason.EARLY.value)  # T-8.1: an early end does not end the game
    }


def test_every_way_out_in_every_mode_has_a_record() -> None:
    games = [Game.from_record(file.read_text()) for file in FILES]
    seen = {(mode(game), why) for game in games for why in why_out(game)}

    assert seen == set(product(MODES, get_args(EliminatedEvent.__annotations__["why"])))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_record_is_what_its_name_says_and_is_written_as_it_was_read(file: Path) -> None:
    game = Game.from_record(file.read_text())

    assert WAYS[file.stem](game)
    assert game.to_record() == file.read_text()


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_record_with_huts_beside_own_settlements_is_legal_anywhere_only(file: Path) -> None:
    text = file.read_text()
    if '[Founding "anywhere"]' not in text:
        assert Game.from_record(text.replace('"apart"', '"anywhere"')).options.founding == "anywhere"
        return

    with pytest.raises(RecordError) as refused:
        Game.from_record(text.replace('"anywhere"', '"apart"'))
    assert refused.value.clause == "T-5.2"


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_record_that_claims_another_result_is_refused(file: Path) -> None:
    text = file.read_text()
    game = Game.from_record(text)
    result = " ".join(map(str, game.places)) if game.over else "*"
    other = "*" if game.over else "1 2"

    with pytest.raises(RecordError) as refused:
        Game.from_record(text.replace(f'[Result "{result}"]', f'[Result "{other}"]'))
    assert refused.value.clause == "T-10.3"

"""The tutorial: eight positions, and what is asked of the turn in each. Whether it is legal, the rules say."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

from games import contract
from games.boards.board_contract import Lesson
from games.boards.translatable import Words, say
from games.taluva.board.examples import BURIED, COAST, GROWN, TOWERING
from games.taluva.rules import Game, Options
from games.taluva.rules.turn_events import Event

RING = ("JS@0,0NE H@1,-1", "CR@1,1E H@1,0", "SJ@2,-2NE H@1,2", "RC@3,0NE H@2,1", "LS@4,-3E H@3,-2")
HOLE = [[2, -1], [2, 0], [3, -1]]
Asks = Callable[[Event], bool]


class Exercise(NamedTuple):
    """What was played, the tile in hand, and the event that has to be among what the turn does."""

    title: Words
    task: Words
    played: tuple[str, ...]
    tile: str
    asks: Asks
    supplies: tuple[tuple[int, int, int], ...] | None = None


def lies_on_level(level: int) -> Asks:
    return lambda event: event["kind"] == "tile" and event["level"] == level


def fills_the_hole(event: Event) -> bool:
    return event["kind"] == "tile" and sorted(event["cells"]) == HOLE


def built_kinds(*kinds: str) -> Asks:
    return lambda event: event["kind"] == "built" and event["build"] in kinds


EXERCISES = (
    Exercise(
        say("By the sea"),
        say(
            "Place the tile beside the island: click or tap a white dot, and again to turn the tile. Then build"
            " something."
        ),
        COAST,
        "RJ",
        lies_on_level(1),
    ),
    Exercise(
        say("An eruption"),
        say(
            "Place the tile on top of others: click or tap a volcano with a ring. The lava has to flow another way,"
            " and no settlement may lose its last hut."
        ),
        BURIED,
        "SR",
        lies_on_level(2),
    ),
    Exercise(
        say("A hole"),
        say("The sea inside the island has the shape of a tile. Fill it."),
        RING,
        "JC",
        fills_the_hole,
    ),
    Exercise(
        say("A new settlement"),
        say("Place the tile, then found a settlement: a hut on level 1 that touches none of your own."),
        GROWN,
        "RJ",
        built_kinds("hut"),
    ),
    Exercise(
        say("An expansion"),
        say("Let a settlement grow over every field of one terrain beside it. Each takes as many huts as its level."),
        BURIED,
        "SR",
        built_kinds("expansion"),
    ),
    Exercise(
        say("A temple"),
        say("A settlement of three fields or more can have a temple beside it. Build one."),
        GROWN,
        "RJ",
        built_kinds("temple"),
    ),
    Exercise(
        say("A tower"),
        say("A tower needs level 3 or higher, beside a settlement of yours. Let a volcano on level 2 erupt."),
        TOWERING,
        "LR",
        built_kinds("tower"),
    ),
    Exercise(
        say("Stay in the game"),
        say(
            "You have no huts left. If you can build nothing after placing the tile, you are out; the page warns you."
            " Find a place after which you can build."
        ),
        TOWERING,
        "RJ",
        built_kinds("tower", "temple"),
        ((5, 1, 1), (20, 3, 2)),
    ),
)


@cache
def lessons() -> tuple[Lesson, ...]:
    """Return every exercise with its game, which nobody may change."""
    return tuple(Lesson(one.title, one.task, game_of(one), solves(one.asks)) for one in EXERCISES)


def game_of(exercise: Exercise) -> Game:
    """Return the game before the turn that is asked for."""
    tiles = [*(turn[:2] for turn in exercise.played), exercise.tile]
    game = Game(Options(players=2), tiles=tiles, supplies=exercise.supplies)
    for turn in exercise.played:
        game.play(turn)
    return game


def solves(asks: Asks) -> Callable[[contract.Game], bool]:
    """Return a test of whether the last turn of a game did what the exercise asks."""

    def solved(game: contract.Game) -> bool:
        assert isinstance(game, Game)
        events: Sequence[Event] = game.events(game.turn)
        return any(asks(event) for event in events)

    return solved

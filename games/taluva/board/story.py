"""What a turn did: in words for log, mail and picture, and as marks on the board. Both follow from `game.events`."""

from collections.abc import Iterator, Sequence

from games.boards.translatable import Words, count, joined_by_comma, list_words, say
from games.hexes import Cell
from games.taluva.board.drawing.marks import Burial, Mark
from games.taluva.board.text import COMPASS, TERRAINS, cell_name, huts_of
from games.taluva.rules import Game
from games.taluva.rules.building import BuildKind
from games.taluva.rules.formats import notation
from games.taluva.rules.turn_events import (
    BuiltEvent,
    EliminatedEvent,
    Event,
    GameOverEvent,
    HutsLostEvent,
    Point,
    TilePlacedEvent,
)

TILES_USED_UP = say("The game is over: the last tile is placed (T-7.2).")

# So many builds make an opening.
BEGIN = 4
BUILT = {
    BuildKind.HUT: say("hut"),
    BuildKind.TOWER: say("tower"),
    BuildKind.TEMPLE: say("temple"),
    BuildKind.EXPANSION: say("expansion"),
}


def first_builds(entries: Sequence[str]) -> Words | None:
    """Return what somebody built in their first turns, where all of them built."""
    turns = [notation.read_turn(text) for text in entries[:BEGIN]]
    builds = [turn.build for turn in turns if isinstance(turn, notation.TurnParts) and turn.build]
    return joined_by_comma([BUILT[build.kind] for build in builds]) if len(builds) == BEGIN else None


def marks_since(game: Game, since: int) -> tuple[Mark, ...]:
    """Return the turns after entry `since`, in the order played."""
    return tuple(mark_of(game, number) for number in range(since + 1, game.turn + 1))


def last_marks(game: Game) -> tuple[Mark, ...]:
    """Return the last turn of each seat, in the order played."""
    last = {entry.seat: number for number, entry in enumerate(game.entries, start=1) if placed_tile(entry.text)}
    return tuple(mark_of(game, number) for number in sorted(last.values()))


def placed_tile(text: str) -> bool:
    return isinstance(notation.read_turn(text), notation.TurnParts)


def mark_of(game: Game, number: int) -> Mark:
    """Return what entry `number` leaves to be marked."""
    entry, events = game.entries[number - 1], game.events(number)
    tile = sum(placed_tile(entry.text) for entry in game.entries[: number - 1]) if placed_tile(entry.text) else None
    built = tuple(cell_words(point) for event in events if event["kind"] == "built" for point in event["cells"])
    lost = (event for event in events if event["kind"] == "huts-lost")
    return Mark(
        number, entry.seat, tile, built, tuple(Burial(cell_words(e["cell"]), e["owner"], e["huts"]) for e in lost)
    )


def cell_words(point: Point) -> Cell:
    return point[0], point[1]


def turn_story(game: Game, number: int, names: Sequence[str]) -> tuple[Words, ...]:
    """Return what entry `number` did, one sentence after the other; whose it is, is said by what stands before."""
    events = game.events(number)
    lost = [event for event in events if event["kind"] == "huts-lost"]
    sentences = [words for event in events for words in event_words(event, lost, names)]
    return (*sentences, *(over_words(game, number, event) for event in events if event["kind"] == "over"))


def event_words(event: Event, lost: list[HutsLostEvent], names: Sequence[str]) -> Iterator[Words]:
    """Yield the sentence of an event; none for what another one tells."""
    if event["kind"] == "tile":
        yield tile_words(event, lost, names)
    elif event["kind"] == "built":
        yield built_words(event)
    elif event["kind"] == "split":
        yield say(
            "That splits a settlement of %(name)s into %(parts)d.",
            name=names[event["owner"]],
            parts=len(event["parts"]),
        )
    elif event["kind"] == "joined":
        yield say(
            "That joins %(parts)d settlements into one of %(size)d.",
            parts=len(event["parts"]),
            size=len(event["cells"]),
        )
    elif event["kind"] == "out":
        yield out_words(event)
    elif event["kind"] == "place":
        yield say("%(name)s finishes in place %(place)d.", name=names[event["seat"]], place=event["place"])


def tile_words(event: TilePlacedEvent, lost: list[HutsLostEvent], names: Sequence[str]) -> Words:
    """Return `Tile on −4,1 towards SE, an eruption to level 2 that buries 1 hut of Ben.`"""
    where, way, level = cell_name(cell_words(event["cells"][0])), COMPASS[event["direction"]], event["level"]
    if level == 1:
        return say("Tile on %(cell)s towards %(way)s, by the sea.", cell=where, way=way)
    if not lost:
        return say(
            "Tile on %(cell)s towards %(way)s, an eruption to level %(level)d.", cell=where, way=way, level=level
        )
    return say(
        "Tile on %(cell)s towards %(way)s, an eruption to level %(level)d that buries %(huts)s.",
        cell=where,
        way=way,
        level=level,
        huts=lost_words(lost, names),
    )


def lost_words(lost: list[HutsLostEvent], names: Sequence[str]) -> Words:
    huts: dict[int, int] = {}
    for event in lost:
        huts[event["owner"]] = huts.get(event["owner"], 0) + event["huts"]
    return huts_of(huts, names)


def built_words(event: BuiltEvent) -> Words:
    """Return `Expands over jungle: 3 huts on 0,−2 and 1,−2.`"""
    where = [say("%(cell)s", cell=cell_name(cell_words(point))) for point in event["cells"]]
    if event["build"] == "expansion":
        return count(
            "Expands over %(terrain)s: %(n)d hut on %(cells)s.",
            "Expands over %(terrain)s: %(n)d huts on %(cells)s.",
            event["pieces"],
            terrain=TERRAINS[event["terrain"] or ""],
            cells=joined_by_comma(where) if len(where) > 3 else list_words(where),
        )
    if event["build"] == "temple":
        return say("Temple on %(cell)s.", cell=where[0])
    if event["build"] == "tower":
        return say("Tower on %(cell)s.", cell=where[0])
    return say("Hut on %(cell)s.", cell=where[0])


def out_words(event: EliminatedEvent) -> Words:
    if event["why"] == "no-build":
        return say("Can build nothing, and is out (T-6.1).")
    if event["why"] == "resign":
        return say("Resigns.")
    return say("Runs out of time.")


def over_words(game: Game, number: int, event: GameOverEvent) -> Words:
    """Return how the game ended with entry `number`, by the clause that says so."""
    if event["reason"] == "tiles":
        return TILES_USED_UP
    if event["reason"] == "last-standing":
        return last_standing_words(game)
    placed = sum(placed_tile(entry.text) for entry in game.entries[:number])
    return early_words(game, with_the_last_tile=placed == game.options.tile_count)


def last_standing_words(game: Game) -> Words:
    if game.options.ranking:
        return say("The game is over: only one player was left without a place (T-8.3).")
    if game.options.teams:
        return say("The game is over: no other team is left (T-9.4).")
    return say("The game is over: nobody else is left (T-6.3).")


def early_words(game: Game, *, with_the_last_tile: bool) -> Words:
    if game.options.teams:
        if with_the_last_tile:
            return say("The game is over: the winning team has used up its pieces with the last tile (T-9.2).")
        return say("The game is over before the last tile (T-9.2).")
    if with_the_last_tile:
        return say("The game is over: the winner has used up two kinds of pieces with the last tile (T-7.1).")
    return say("The game is over before the last tile (T-7.1).")

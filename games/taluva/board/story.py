"""What a turn did: in words for log, mail and picture, and as marks on the board. Both follow from `game.events`."""

from collections.abc import Iterator, Sequence

from games.boards.translatable import Words, count, joined_by_comma, say
from games.hexes import DIRECTIONS, Cell
from games.taluva.board.drawing.marks import Burial, Mark
from games.taluva.board.places import LastTile, PlaceMap, eruption_place, field_place, place_map, shore_place
from games.taluva.board.text import COMPASS, GROUNDS, TERRAINS, huts_of
from games.taluva.rules import Game
from games.taluva.rules.building import BuildKind
from games.taluva.rules.formats import notation
from games.taluva.rules.placement import Placement, place_tile
from games.taluva.rules.turn_events import (
    BuiltEvent,
    EliminatedEvent,
    Event,
    GameOverEvent,
    HutsLostEvent,
    Point,
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
    built = tuple(cell_at(point) for event in events if event["kind"] == "built" for point in event["cells"])
    lost = (event for event in events if event["kind"] == "huts-lost")
    return Mark(number, entry.seat, tile, built, tuple(Burial(cell_at(e["cell"]), e["owner"], e["huts"]) for e in lost))


def cell_at(point: Point) -> Cell:
    """Return the cell of an event."""
    return point[0], point[1]


def turn_story(game: Game, number: int, names: Sequence[str]) -> tuple[Words, ...]:
    """Return what entry `number` did, one sentence after the other; whose it is, is said by what stands before."""
    over = (over_words(game, number, event) for event in game.events(number) if event["kind"] == "over")
    return (*sentences_of(game, number, names), *over)


def sentences_of(game: Game, number: int, names: Sequence[str]) -> Iterator[Words]:
    """Yield the sentences of the events, but for the end of the game."""
    turn, events = notation.read_turn(game.entries[number - 1].text), game.events(number)
    if not isinstance(turn, notation.TurnParts):
        yield from (words for event in events for words in event_words(event, names))
        return
    before, last = game.at(number - 1).position, last_tile(game, number - 1)
    lost = [event for event in events if event["kind"] == "huts-lost"]
    for event in events:
        if event["kind"] == "tile" and not before.cells:
            yield say("The first tile, towards %(way)s.", way=COMPASS[event["direction"]])
        elif event["kind"] == "tile":
            yield tile_words(place_map(before, names, last), turn.placement, lost, names)
        elif event["kind"] == "built":
            land = place_tile(before, turn.placement, 0)
            yield built_words(place_map(land, names, last), event, turn.placement)
        else:
            yield from event_words(event, names)


def last_tile(game: Game, number: int) -> LastTile | None:
    """Return the tile of entry `number`, if it placed one."""
    turn = notation.read_turn(game.entries[number - 1].text) if number else None
    if not isinstance(turn, notation.TurnParts):
        return None
    return LastTile(game.entries[number - 1].seat, turn.placement.cells)


def turn_cells(game: Game, number: int) -> tuple[Cell, ...]:
    """Return the cells that the story of entry `number` speaks of: those of the tile, and what was built on."""
    found: dict[Cell, None] = {}
    for event in game.events(number):
        if event["kind"] == "tile" or event["kind"] == "built":
            found |= dict.fromkeys(map(cell_at, event["cells"]))
    return tuple(found)


def event_words(event: Event, names: Sequence[str]) -> Iterator[Words]:
    """Yield the sentence of an event; none for what another one tells."""
    if event["kind"] == "split":
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


def tile_words(island: PlaceMap, placed: Placement, lost: list[HutsLostEvent], names: Sequence[str]) -> Words:
    """Return `Eruption in the west, beside Ben's tower: to level 2, towards SE, buries 1 hut of Ben.`"""
    way, level = COMPASS[DIRECTIONS[placed.direction]], island.position.level(placed.volcano) + 1
    if level == 1:
        return say("Tile %(place)s, towards %(way)s.", place=shore_place(island, placed.cells), way=way)
    place = eruption_place(island, placed.cells)
    if not lost:
        return say("Eruption %(place)s: to level %(level)d, towards %(way)s.", place=place, way=way, level=level)
    return say(
        "Eruption %(place)s: to level %(level)d, towards %(way)s, buries %(huts)s.",
        place=place,
        way=way,
        level=level,
        huts=lost_words(lost, names),
    )


def lost_words(lost: list[HutsLostEvent], names: Sequence[str]) -> Words:
    huts: dict[int, int] = {}
    for event in lost:
        huts[event["owner"]] = huts.get(event["owner"], 0) + event["huts"]
    return huts_of(huts, names)


def built_words(island: PlaceMap, event: BuiltEvent, placed: Placement) -> Words:
    """Return `Expands over jungle in the west, beside Ben's tower: 3 huts on 2 fields.`"""
    cells = [cell_at(point) for point in event["cells"]]
    place = field_place(island, cells, placed.cells)
    if event["build"] == "expansion":
        return count(
            "Expands over %(terrain)s %(place)s: %(n)d hut on %(fields)s.",
            "Expands over %(terrain)s %(place)s: %(n)d huts on %(fields)s.",
            event["pieces"],
            terrain=TERRAINS[event["terrain"] or ""],
            place=place,
            fields=count("%(n)d field", "%(n)d fields", len(cells)),
        )
    return built_piece_words(event["build"], place, GROUNDS[island.position.cells[cells[0]].terrain])


def built_piece_words(kind: str, place: Words, ground: Words) -> Words:
    """Return `Temple on the new tile, in the jungle.`"""
    if kind == "temple":
        return say("Temple %(place)s, %(ground)s.", place=place, ground=ground)
    if kind == "tower":
        return say("Tower %(place)s, %(ground)s.", place=place, ground=ground)
    return say("Hut %(place)s, %(ground)s.", place=place, ground=ground)


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

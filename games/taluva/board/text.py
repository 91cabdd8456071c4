"""The board in words: cells, placements and builds, each in one sentence. Names are people's, one a seat."""

from collections.abc import Mapping, Sequence

from games.boards.translatable import Value, Words, count, join_sentences, list_words, say
from games.hexes import Cell
from games.taluva.board.draft import Draft
from games.taluva.board.drawing.coordinates import by_row
from games.taluva.board.island import Island, Top, direction_of, read_placement, settlement_size, volcano_of
from games.taluva.rules.building import Build, BuildKind
from games.taluva.rules.formats.notation import read_build

TERRAINS = {
    "J": say("jungle"),
    "C": say("clearing"),
    "S": say("sand"),
    "R": say("rock"),
    "L": say("lake"),
    "V": say("volcano"),
}
# What a building stands on, after its place.
GROUNDS = {
    "J": say("in the jungle"),
    "C": say("in the clearing"),
    "S": say("on the sand"),
    "R": say("on the rock"),
    "L": say("at the lake"),
}
COMPASS = {
    "E": say("E"),
    "SE": say("SE"),
    "SW": say("SW"),
    "W": say("W"),
    "NW": say("NW"),
    "NE": say("NE"),
}


def cell_name(cell: Cell) -> str:
    """Return the cell as people read it, with a real minus."""
    return f"{cell[0]},{cell[1]}".replace("-", "−")


def cell_words(island: Island, cell: Cell, names: Sequence[str]) -> Words:
    """Return what is on a cell: `−1,−1: rock, level 2, 2 huts of Ben, settlement of 4.`"""
    top = island.tops.get(cell)
    if top is None:
        return say("%(cell)s: sea.", cell=cell_name(cell))
    ground: dict[str, Value] = {"cell": cell_name(cell), "terrain": TERRAINS[top.terrain], "level": top.level}
    if top.direction is not None:
        return say(
            "%(cell)s: %(terrain)s, level %(level)d, towards %(direction)s.", **ground, direction=COMPASS[top.direction]
        )
    if top.owner is None:
        return say("%(cell)s: %(terrain)s, level %(level)d.", **ground)
    return say(
        "%(cell)s: %(terrain)s, level %(level)d, %(piece)s of %(name)s, settlement of %(size)d.",
        **ground,
        piece=piece_words(top),
        name=names[top.owner],
        size=settlement_size(island, top),
    )


def piece_words(top: Top) -> Words:
    if top.piece == "hut":
        return count("%(n)d hut", "%(n)d huts", top.huts)
    return say("temple") if top.piece == "temple" else say("tower")


def board_words(island: Island, names: Sequence[str]) -> tuple[tuple[int, tuple[tuple[Cell, Words], ...]], ...]:
    """Return the board as text: for each row from the north its cells from the west."""
    rows: dict[int, list[tuple[Cell, Words]]] = {}
    for cell in sorted(island.tops, key=by_row):
        rows.setdefault(cell[1], []).append((cell, cell_words(island, cell, names)))
    return tuple((row, tuple(cells)) for row, cells in rows.items())


def buried_by(island: Island, placement: str) -> tuple[Top, ...]:
    """Return the cells with huts that a placement would bury (T-4.4)."""
    tops = (island.tops.get(cell) for cell in read_placement(placement).cells)
    return tuple(top for top in tops if top is not None and top.piece is not None)


def burial_words(buried: Sequence[Top], names: Sequence[str]) -> Words:
    """Return the huts that are buried, by owner: `2 huts of Chloé and 1 hut of Ben`."""
    huts: dict[int, int] = {}
    for top in buried:
        if top.owner is not None:
            huts[top.owner] = huts.get(top.owner, 0) + top.huts
    return huts_of(huts, names)


def huts_of(huts: Mapping[int, int], names: Sequence[str]) -> Words:
    """Return huts by owner: `2 huts of Chloé and 1 hut of Ben`."""
    return list_words(
        [count("%(n)d hut of %(name)s", "%(n)d huts of %(name)s", n, name=names[seat]) for seat, n in huts.items()]
    )


def effect_words(island: Island, placement: str, names: Sequence[str]) -> Words:
    """Return what a placement does: `by the sea, level 1` or `eruption to level 2, buries 2 huts of Chloé`."""
    level = island.level(volcano_of(placement)) + 1
    buried = buried_by(island, placement)
    if level == 1:
        return say("by the sea, level 1")
    if not buried:
        return say("eruption to level %(level)d", level=level)
    return say("eruption to level %(level)d, buries %(huts)s", level=level, huts=burial_words(buried, names))


def place_words(island: Island, cell: Cell, placements: Sequence[str], names: Sequence[str]) -> Words:
    """Return one line of the list of places: the cell, and what the tile does there, by direction if they differ."""
    effects = {str(effect_words(island, text, names)) for text in placements}
    if len(effects) > 1:
        return join_sentences([turn_words(island, text, names) for text in placements])
    return say("%(cell)s: %(effect)s.", cell=cell_name(cell), effect=effect_words(island, placements[0], names))


def turn_words(island: Island, placement: str, names: Sequence[str]) -> Words:
    """Return a placement with its direction: `1,−3 SW: eruption to level 2, buries 2 huts of Chloé.`"""
    return say(
        "%(cell)s %(direction)s: %(effect)s.",
        cell=cell_name(volcano_of(placement)),
        direction=COMPASS[direction_of(placement)],
        effect=effect_words(island, placement, names),
    )


def tile_words(tile: str) -> Words:
    """Return `Your tile: a volcano, jungle and clearing.`"""
    first, second = (TERRAINS[letter] for letter in tile[:2])
    return say("Your tile: a volcano, %(first)s and %(second)s.", first=first, second=second)


def draw_words(tile: str, name: str | None) -> Words:
    """Return the tile of who is to move; without a name, of the reader's next turn."""
    first, second = (TERRAINS[letter] for letter in tile[:2])
    if name is None:
        return say("Your next tile: a volcano, %(first)s and %(second)s.", first=first, second=second)
    return say("%(name)s has drawn a volcano, %(first)s and %(second)s.", name=name, first=first, second=second)


def around_words(tile: str) -> Words:
    """Return the fields as the name has them (T-1.2): `Clockwise from the volcano jungle, then clearing.`"""
    first, second = (TERRAINS[letter] for letter in tile[:2])
    return say("Clockwise from the volcano %(first)s, then %(second)s.", first=first, second=second)


def draft_words(island: Island, draft: Draft, names: Sequence[str]) -> Words:
    """Return the tile of the draft: `Towards SW, direction 3 of 4, by the sea, level 1.`"""
    if draft.placement is None or draft.direction is None or draft.cell is None:
        return say("Choose a place for the volcano.")
    known: dict[str, Value] = {
        "direction": COMPASS[draft.direction],
        "effect": effect_words(island, draft.placement, names),
    }
    if len(draft.directions) == 1:
        return say("Towards %(direction)s, the only direction, %(effect)s.", **known)
    return say(
        "Towards %(direction)s, direction %(at)d of %(of)d, %(effect)s.",
        **known,
        at=draft.directions.index(draft.direction) + 1,
        of=len(draft.directions),
    )


def heard_words(draft: Draft) -> Words | None:
    """Return the cell of the draft's last step: `Volcano on 0,4.`"""
    if draft.is_building:
        build = read_build(draft.build) if draft.build else None
        return say("%(build)s.", build=cell_build_words(build)) if build else None
    return say("Volcano on %(cell)s.", cell=cell_name(draft.cell)) if draft.cell and draft.placement else None


def seen_build_words(island: Island, build: Build, cells: Sequence[Cell]) -> Words:
    """Return a build that is seen on the board: `Hut in the jungle`, `Expand over sand: 2 huts on 1 field`."""
    if build.kind is BuildKind.EXPANSION:
        return say(
            "Expand over %(terrain)s: %(huts)s on %(fields)s",
            terrain=TERRAINS[build.terrain or ""],
            huts=count("%(n)d hut", "%(n)d huts", sum(island.level(cell) for cell in cells)),
            fields=count("%(n)d field", "%(n)d fields", len(cells)),
        )
    ground = GROUNDS[island.tops[build.cell].terrain]
    if build.kind is BuildKind.HUT:
        return say("Hut %(ground)s", ground=ground)
    return (
        say("Temple %(ground)s", ground=ground)
        if build.kind is BuildKind.TEMPLE
        else say("Tower %(ground)s", ground=ground)
    )


def cell_turn_words(placement: str, build: str) -> Words:
    """Return a turn whose board is not there yet: `Tile on 0,0 towards NW. Temple on 1,−1.`"""
    return say(
        "Tile on %(cell)s towards %(way)s. %(build)s.",
        cell=cell_name(volcano_of(placement)),
        way=COMPASS[direction_of(placement)],
        build=cell_build_words(read_build(build)),
    )


def cell_build_words(build: Build | None) -> Words:
    if build is None:
        return say("Nothing built")
    if build.terrain is None:
        return piece_on(build)
    return say("Expand at %(cell)s over %(terrain)s", cell=cell_name(build.cell), terrain=TERRAINS[build.terrain])


def build_words(island: Island, build: Build, cells: Sequence[Cell]) -> Words:
    """Return a build that fills these cells: `Expand at −2,3 over sand: 2 huts on 1 field`."""
    if build.kind is BuildKind.EXPANSION:
        return say(
            "Expand at %(cell)s over %(terrain)s: %(huts)s on %(fields)s",
            cell=cell_name(build.cell),
            terrain=TERRAINS[build.terrain or ""],
            huts=count("%(n)d hut", "%(n)d huts", sum(island.level(cell) for cell in cells)),
            fields=count("%(n)d field", "%(n)d fields", len(cells)),
        )
    return piece_on(build)


def piece_on(build: Build) -> Words:
    """Return one piece and its cell: `Temple on 1,−1`."""
    if build.kind is BuildKind.HUT:
        return say("Hut on %(cell)s", cell=cell_name(build.cell))
    if build.kind is BuildKind.TEMPLE:
        return say("Temple on %(cell)s", cell=cell_name(build.cell))
    return say("Tower on %(cell)s", cell=cell_name(build.cell))

"""The choices of a turn as lists: for who takes it without the board."""

from collections.abc import Iterable, Sequence

from games.boards.board_contract import Place
from games.boards.translatable import Words, joined_by_comma, say
from games.hexes import DIRECTIONS, Cell
from games.taluva.board.draft import Draft, draft_query
from games.taluva.board.island import Island, built_cells, direction_of, volcano_of, with_tile
from games.taluva.board.text import COMPASS, build_words, cell_name, place_words
from games.taluva.rules.building import Build, BuildKind
from games.taluva.rules.formats.notation import read_build

GROUPS = {
    BuildKind.TEMPLE: say("Temples"),
    BuildKind.TOWER: say("Towers"),
    BuildKind.EXPANSION: say("Expansions"),
    BuildKind.HUT: say("New huts"),
}


def place_choices(island: Island, legal: Sequence[str], names: Sequence[str]) -> tuple[Place, ...]:
    """Return every cell for the volcano: eruptions first, then the sea row by row from the north."""
    cells = sorted({volcano_of(place) for place in legal}, key=lambda cell: (-island.level(cell), cell[::-1]))
    return tuple(place_line(island, [p for p in legal if volcano_of(p) == cell], names) for cell in cells)


def place_line(island: Island, legal: Sequence[str], names: Sequence[str]) -> Place:
    """Return the cell, what the tile does there, and a way for each direction from E on."""
    ordered = sorted(legal, key=lambda place: DIRECTIONS.index(direction_of(place)))
    cell = volcano_of(ordered[0])
    ways = tuple((draft_query(cell, direction_of(place)), COMPASS[direction_of(place)]) for place in ordered)
    return Place(place_words(island, cell, ordered, names), ways, place_group(island, cell))


def place_group(island: Island, cell: Cell) -> Words:
    level = island.level(cell)
    if level:
        return say("Eruptions to level %(level)d", level=level + 1)
    return say("By the sea, row %(row)s", row=str(cell[1]).replace("-", "−"))


def build_choices(island: Island, draft: Draft, seat: int) -> tuple[Place, ...]:
    """Return every build of the draft, kind by kind."""
    if draft.placement is None:
        return ()
    after = with_tile(island, draft.placement)
    legal = [(text, build) for text in draft.builds if (build := read_build(text))]
    return tuple(line for kind in GROUPS for line in build_lines(after, draft, legal, kind, seat))


def build_lines(
    after: Island, draft: Draft, legal: Sequence[tuple[str, Build]], kind: BuildKind, seat: int
) -> Iterable[Place]:
    for text, build in legal:
        if build.kind is kind:
            cells = built_cells(after, build, seat)
            way = (draft.building(text), build_words(after, build, cells))
            yield Place(fields_words(after, cells), (way,), GROUPS[kind])


def fields_words(after: Island, cells: Sequence[Cell]) -> Words:
    """Return which fields are filled, and how high they are: `1,−2 on level 1, 2,−2 on level 2`."""
    return joined_by_comma(
        [say("%(cell)s on level %(level)d", cell=cell_name(cell), level=after.level(cell)) for cell in cells]
    )

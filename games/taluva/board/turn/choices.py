"""What can be tapped: cells for the volcano, then fields to build on; every other cell leads to the reason why not."""

from collections.abc import Callable, Collection, Sequence

from games.boards.translatable import Words, list_words, say
from games.hexes import Cell, neighbours
from games.taluva.board.draft import Draft, cell_key, draft_query, read_cell
from games.taluva.board.drawing.coordinates import by_row, centre
from games.taluva.board.drawing.layers import sea_spot
from games.taluva.board.drawing.shapes import CellChoice, Glyph, SeaTap
from games.taluva.board.island import Island, built_cells, read_placement, volcano_of
from games.taluva.board.text import cell_words
from games.taluva.rules.formats.notation import read_build

OFFERED = "TWXH"  # the order in which the builds of one field are offered
GLYPHS = {"T": "itemple", "W": "itower", "X": "ihuts", "H": "ihut"}
LARGE = {"T": ".72", "W": ".7", "X": ".82", "H": ".88"}
SMALL = {"T": ".44", "W": ".48", "X": ".5", "H": ".52"}
ANY = "q,r"  # in place of a cell that only the script knows
SPOTS = {
    1: ((0, 1),),
    2: ((-12, 1), (12, 1)),
    3: ((-12, 11), (12, 11), (0, -11)),
    4: ((-12, 12), (12, 12), (-12, -10), (12, -10)),
}
KINDS = {"T": say("temple"), "W": say("tower"), "X": say("expansion"), "H": say("hut")}


def volcano_choices(island: Island, before: Island, draft: Draft, names: Sequence[str]) -> tuple[CellChoice, ...]:
    """Return every legal cell of the volcano, `island` having the draft's tile and `before` not."""
    legal = {volcano_of(text) for text in draft.placements}
    signs = [volcano_choice(island, before, draft, cell, names) for cell in legal]
    return sort_as_drawn([*quiet_choices(island, legal, lambda cell: draft.asking(cell_key(cell)), names), *signs])


def sort_as_drawn(choices: Sequence[CellChoice]) -> tuple[CellChoice, ...]:
    """Return them in the order in which the land is drawn, so that a tap meets the cell that one sees."""
    return tuple(sorted(choices, key=lambda choice: by_row(read_cell(choice.key) or (0, 0))))


def volcano_choice(island: Island, before: Island, draft: Draft, cell: Cell, names: Sequence[str]) -> CellChoice:
    """Return the cell's sign, none under the draft's tile; on its volcano a tap leads to the next direction."""
    symbol = volcano_sign(before, cell)
    label = volcano_label(island, before, draft, cell, names)
    covered = draft.placement is not None and cell in read_placement(draft.placement).cells
    step = draft.right if cell == draft.cell else draft_query(cell)
    point = centre(cell, island.level(cell)) if island.level(cell) else sea_spot(island, cell)
    return CellChoice(cell_key(cell), "hit" if covered else symbol, *point, label, step)


def volcano_sign(island: Island, cell: Cell) -> str:
    """Return a ring on a volcano; on the sea a dot, smaller where it doesn't touch the coast."""
    if island.level(cell):
        return "up"
    near = not island.tops or any(beside in island.tops for beside in neighbours(cell))
    return "spot" if near else "far"


def volcano_label(island: Island, before: Island, draft: Draft, cell: Cell, names: Sequence[str]) -> Words:
    """Return what is on the cell, and what a tap does there."""
    here = cell_words(island, cell, names)
    if cell == draft.cell and len(draft.directions) > 1:
        return say("%(cell)s Turn the tile.", cell=here)
    if before.level(cell):
        return say("%(cell)s Eruption to level %(level)d.", cell=here, level=before.level(cell) + 1)
    return say("%(cell)s Place the volcano here.", cell=here)


def quiet_choices(
    island: Island, legal: Collection[Cell], step: Callable[[Cell], str | None], names: Sequence[str]
) -> tuple[CellChoice, ...]:
    """Return the other cells of the island: no sign, but a tap says why not."""
    cells = sorted((cell for cell in island.tops if cell not in legal), key=by_row)
    return tuple(quiet_choice(island, cell, step(cell), names) for cell in cells)


def quiet_choice(island: Island, cell: Cell, step: str | None, names: Sequence[str]) -> CellChoice:
    label = cell_words(island, cell, names)
    return CellChoice(cell_key(cell), "hit", *centre(cell, island.level(cell)), label, step, is_quiet=True)


def sea_tap_query(draft: Draft) -> SeaTap:
    """Return what a tap on the open sea asks for at this step: the reason why not."""
    return SeaTap(draft.asking(ANY), say("%(cell)s: sea.", cell=ANY))


def build_choices(island: Island, draft: Draft, seat: int, names: Sequence[str]) -> tuple[CellChoice, ...]:
    """Return every field on which something can be built; `island` has the draft's tile."""
    sites = builds_by_cell(island, draft, seat)
    signs = [build_choice(island, draft, cell, sites[cell], names) for cell in sites]
    return sort_as_drawn([*quiet_choices(island, sites, lambda cell: draft.asking(cell_key(cell)), names), *signs])


def builds_by_cell(island: Island, draft: Draft, seat: int) -> dict[Cell, list[str]]:
    """Return the legal builds that reach each field, in the order in which taps go through them."""
    sites: dict[Cell, list[str]] = {}
    for text in sorted(draft.builds, key=lambda text: (OFFERED.find(text[0]), text)):
        build = read_build(text)
        for cell in built_cells(island, build, seat) if build else ():
            sites.setdefault(cell, []).append(text)
    return sites


def build_choice(island: Island, draft: Draft, cell: Cell, builds: list[str], names: Sequence[str]) -> CellChoice:
    """Return a ring with what can be built there; a tap takes the first build, further taps the others in turn."""
    index = builds.index(draft.build) if draft.build in builds else None
    step = draft.building(builds[0 if index is None else (index + 1) % len(builds)])
    kinds = list(dict.fromkeys(text[0] for text in builds))
    label = say(
        "%(cell)s Build here: %(kinds)s.",
        cell=cell_words(island, cell, names),
        kinds=list_words([KINDS[kind] for kind in kinds]),
    )
    point = centre(cell, island.level(cell))
    if index is not None:
        return CellChoice(cell_key(cell), "hit", *point, label, step)
    return CellChoice(cell_key(cell), "site", *point, label, step, glyphs=draw_glyphs(kinds, *point))


def draw_glyphs(kinds: list[str], x: int, y: int) -> tuple[Glyph, ...]:
    """Return what can be built, as small pieces inside the ring."""
    size = LARGE if len(kinds) == 1 else SMALL
    spots = zip(kinds, SPOTS[len(kinds)], strict=True)
    return tuple(Glyph(GLYPHS[kind], x + dx, y + dy, size[kind]) for kind, (dx, dy) in spots)

"""The turn bar: what is selected so far, in words, and where one can go from here."""

from collections.abc import Iterable, Sequence

from games.boards.board_contract import Caution
from games.boards.translatable import Words, count, say
from games.hexes import DIRECTIONS, Cell
from games.taluva.board.draft import Draft, draft_query
from games.taluva.board.drawing.cells import draw_cells
from games.taluva.board.drawing.coordinates import CORNERS
from games.taluva.board.drawing.rows import draw_rows
from games.taluva.board.drawing.shapes import TilePicture
from games.taluva.board.island import Island, built_cells, laid_tile, settlement_size, tiles_seen, with_tile
from games.taluva.board.text import TERRAINS, draft_words, heard_words, seen_build_words
from games.taluva.board.turn.bar_parts import BuildOption, TaluvaBar, TurnStep
from games.taluva.board.turn.choices import GLYPHS, OFFERED
from games.taluva.board.turn.explanations import TITLES, no_build
from games.taluva.board.turn.possible_turns import LegalTurns
from games.taluva.board.turn.stock import stock_of
from games.taluva.rules import building, placement
from games.taluva.rules.building import Build, BuildKind
from games.taluva.rules.formats.notation import NO_BUILD, read_build
from games.taluva.rules.position import Position, Supply

STEPS = (say("Tile"), say("Build"), say("Confirm"))
TITLES_OF_STEPS = (say("Where to place the tile"), say("What to build"), say("What to build"))
FINAL = say("This can't be undone: the next tile will be drawn.")
LAST_STAND = Caution(
    say("Nothing could be built after this: you would be out (T-6.1)."),
    say("Build nothing and drop out"),
    say("Build nothing and drop out?"),
    say("Drop out"),
)


def turn_bar(can: LegalTurns, island: Island, draft: Draft, names: Sequence[str], refusal: Words | None) -> TaluvaBar:
    """Return the bar of the seat that takes its turn."""
    after, seat = with_tile(island, draft.placement) if draft.placement else island, can.seat
    step = 2 if draft.is_building and draft.is_ready else 1 if draft.is_building else 0
    return TaluvaBar(
        steps=turn_steps(draft, step),
        at=step,
        title=TITLES_OF_STEPS[step],
        sentence=choice_sentence(after, draft, seat) if draft.is_building else draft_words(island, draft, names),
        heard=heard_words(draft),
        hint=step_hint(draft),
        warning=dead_end_warning(draft),
        refusal=refusal,
        directions=DIRECTIONS,
        picture=tile_picture(can.tile, draft.direction or DIRECTIONS[0]),
        picture_words=hand_words(can.tile),
        options=tuple(build_options(after, draft, seat)) if draft.is_building else (),
        left=draft.left if len(draft.directions) > 1 and not draft.is_building else "",
        right=draft.right if len(draft.directions) > 1 and not draft.is_building else "",
        next=draft.to_build if not draft.is_building else "",
        next_title=say("Build next"),
        back=draft.back,
        has_back=draft.has_back,
        text=draft.text if draft.is_building else "",
        stock=stock_of(supply_after(after, draft, seat)),
    )


def turn_steps(draft: Draft, at: int) -> tuple[TurnStep, ...]:
    """Return the steps, those behind with the way back to them.

    To the tile, and to the choice of a build if there is one.
    """
    ways = (draft_query(draft.cell, draft.direction), draft.to_build if len(draft.builds) > 1 else "", "")
    return tuple(TurnStep(title, way if i < at else "") for i, (title, way) in enumerate(zip(STEPS, ways, strict=True)))


def step_hint(draft: Draft) -> Words | None:
    if draft.is_building or len(draft.directions) < 2:
        return None
    return say("Click or tap the volcano again to turn the tile.")


def dead_end_warning(draft: Draft) -> Caution | None:
    """Return what must not be missed: no build would be left (T-6.1)."""
    return LAST_STAND if draft.is_last_stand else None


def tile_picture(tile: str, direction: str) -> TilePicture:
    """Return the tile by itself, around its shared corner at 0,0."""
    x, y = CORNERS[DIRECTIONS.index(direction)]
    placed = placement.Placement.at(tile, (0, 0), DIRECTIONS.index(direction))
    position = placement.place_tile(Position.at_start([]), placed, 0)
    return TilePicture(draw_rows(draw_cells(tiles_seen((laid_tile(placed, 0, 1),), position)).values()), -x, -y)


def hand_words(tile: str) -> Words:
    """Return the tile in hand: its fields clockwise from the volcano (T-1.2)."""
    return say(
        "Your tile, clockwise from the volcano: %(first)s, then %(second)s.",
        first=TERRAINS[tile[0]],
        second=TERRAINS[tile[1]],
    )


def choice_sentence(after: Island, draft: Draft, seat: int) -> Words:
    """Return the selected build, or what to do."""
    build = read_build(draft.build) if draft.build else None
    if build is None:
        return say("Nothing can be built.") if draft.build == NO_BUILD else say("Choose what to build.")
    left = supply_after(after, draft, seat).count_of(build.kind.piece)
    words = seen_build_words(after, build, built_cells(after, build, seat))
    return count("%(build)s, %(n)d stays in your supply.", "%(build)s, %(n)d stay in your supply.", left, build=words)


def supply_after(after: Island, draft: Draft, seat: int) -> Supply:
    """Return the supply of the seat once the draft is played."""
    build = read_build(draft.build) if draft.build else None
    position = building.place_build(after.position, seat, build) if build else after.position
    return position.supplies[seat]


def build_options(after: Island, draft: Draft, seat: int) -> Iterable[BuildOption]:
    """Yield kind by kind what may be built, then what may not."""
    builds = [build for build in map(read_build, draft.builds) if build]
    by_kind = {letter: [build for build in builds if build.kind.value == letter] for letter in OFFERED}
    for letter, of_kind in by_kind.items():
        if of_kind and letter == BuildKind.EXPANSION.value:
            yield from (expansion_option(after, draft, build, seat) for build in of_kind)
        elif of_kind:
            yield piece_option(draft, letter, of_kind)
    for letter in (letter for letter, of_kind in by_kind.items() if not of_kind):
        why = no_build(after.position, letter, seat)
        yield BuildOption(GLYPHS[letter], TITLES[letter], why, draft.building(letter), is_off=True)


def piece_option(draft: Draft, letter: str, builds: list[Build]) -> BuildOption:
    """Return the option to build a piece on one of these fields: its link goes through them in turn."""
    texts = [f"{letter}@{build.cell[0]},{build.cell[1]}" for build in builds]
    index = texts.index(draft.build) if draft.build in texts else None
    detail = count("%(n)d field", "%(n)d fields", len(texts))
    step = draft.building(texts[0 if index is None else (index + 1) % len(texts)])
    return BuildOption(GLYPHS[letter], TITLES[letter], detail, step, index is not None)


def expansion_option(after: Island, draft: Draft, build: Build, seat: int) -> BuildOption:
    """Return the option to expand a settlement over a terrain, with what it costs."""
    cells = built_cells(after, build, seat)
    text = f"X@{build.cell[0]},{build.cell[1]}:{build.terrain}"
    title, cost = expansion_title(build.terrain or ""), expansion_cost(after, build.cell, cells)
    return BuildOption("ihuts", title, cost, draft.building(text), draft.build == text)


def expansion_title(terrain: str) -> Words:
    return say("Expand over %(terrain)s", terrain=TERRAINS[terrain])


def expansion_cost(after: Island, at_cell: Cell, cells: tuple[Cell, ...]) -> Words:
    return say(
        "%(huts)s on %(fields)s, from a settlement of %(size)d",
        huts=count("%(n)d hut", "%(n)d huts", sum(after.level(cell) for cell in cells)),
        fields=count("%(n)d field", "%(n)d fields", len(cells)),
        size=settlement_size(after, after.tops[at_cell]),
    )

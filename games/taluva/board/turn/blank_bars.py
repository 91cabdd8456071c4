"""The turn bar of each step with gaps: `~name~` stands for what the script puts there before the server answers."""

from dataclasses import replace

from games.boards.translatable import Words, say
from games.hexes import DIRECTIONS
from games.taluva.board.text import TERRAINS
from games.taluva.board.turn.bar_parts import BuildOption, TaluvaBar, TurnStep
from games.taluva.board.turn.choices import GLYPHS, OFFERED
from games.taluva.board.turn.explanations import TITLES
from games.taluva.board.turn.possible_turns import LegalTurns
from games.taluva.board.turn.stock import stock_of
from games.taluva.board.turn.turn_bar import STEPS, TITLES_OF_STEPS, expansion_title, tile_picture

EMPTY = Words("\u00a0")  # holds the place of a line


def blank_bars(can: LegalTurns) -> tuple[TaluvaBar, ...]:
    """Return the bar once the tile lies, when a build is to be chosen, and when it is."""
    laid = TaluvaBar(
        steps=blank_steps(0),
        at=0,
        title=TITLES_OF_STEPS[0],
        sentence=say("The tile lies here."),
        picture=tile_picture(can.tile, DIRECTIONS[0]),
        left="~left~",
        right="~right~",
        next="~next~",
        next_title=say("Build next"),
        back="~back~",
        has_back=True,
    )
    building = replace(
        laid,
        steps=blank_steps(1),
        at=1,
        sentence=say("Choose what to build."),
        options=blank_options(),
        left="",
        right="",
        next="",
        stock=stock_of(can.position.supplies[can.seat]),
    )
    return laid, building, replace(building, steps=blank_steps(2), at=2, sentence=EMPTY, text="~text~")


def blank_steps(at: int) -> tuple[TurnStep, ...]:
    ways = ("~tile~", "~build~", "")
    return tuple(TurnStep(title, way if i < at else "") for i, (title, way) in enumerate(zip(STEPS, ways, strict=True)))


def blank_options() -> tuple[BuildOption, ...]:
    """Return an option for each kind of build, and for an expansion over each terrain: `~b:X:J~`."""
    kinds = [(kind, TITLES[kind]) for kind in OFFERED]
    expansions = [(f"X:{letter}", expansion_title(letter)) for letter in TERRAINS if letter != "V"]
    return tuple(BuildOption(GLYPHS[name[0]], title, EMPTY, f"~b:{name}~") for name, title in (*kinds, *expansions))

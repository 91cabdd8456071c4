"""The board as a picture, for mails, link previews, small boards, and a whole game that moves.

Rendered by the board's own templates and drawn by resvg, since it is one wheel without system libraries, needs no
browser, and draws the same on every machine. Pillow takes colours away, and puts pictures one after the other.
"""

import hashlib
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import cache
from importlib.metadata import version
from inspect import getfile
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import resvg_py
from django.conf import settings
from django.template.loader import get_template, render_to_string
from PIL import Image

from games.boards import BoardView, GameBoard, Sight
from games.boards.picture import resolve_styles
from games.registry import BOARDS, Game

SHEETS = ("css/tokens.css", "css/board.css")
# Colours: a quarter smaller than with 256, so that the largest board leaves room in a mail.
IN_MAILS, ON_PAGES = 64, 256
SMALL = 600  # px: up to this width a hair line is less than a pixel, and only costs bytes
WITHOUT_HAIR_LINES = ":root { --hair: none; }"
PAUSE, PAUSE_AT_END = 700, 4000  # milliseconds


class PictureKind(NamedTuple):
    """A size of picture; small ones do without numbers and marks."""

    width: int
    height: int
    has_numbers: bool
    theme: str = ""


KINDS = {
    "mail": PictureKind(600, 450, True),
    "card": PictureKind(480, 270, False),
    "card-dark": PictureKind(480, 270, False, "dark"),
    "link": PictureKind(1200, 630, True),
}
MOVING = PictureKind(480, 360, True)
FONT, FONT_FAMILY = Path(__file__).parent / "fonts" / "Nunito-ExtraBold.ttf", "Nunito ExtraBold"


def render_png(rules: str, game: Game, kind: str, since: int | None = None) -> bytes:
    """Return the board of a game as it now is; `since`: with the turns after that entry marked."""
    size = KINDS[kind]
    drawn = render_board(rules, BOARDS[rules].show(game, Sight(names=(), since=since, ratio=size[:2])), size)
    few = BytesIO()
    with_few_colours(open_picture(drawn), IN_MAILS if kind == "mail" else ON_PAGES).save(few, "PNG", optimize=True)
    return few.getvalue()


def render_board(rules: str, shown: BoardView, kind: PictureKind) -> bytes:
    """Return what is shown, as a PNG of this kind."""
    svg = render_to_string(f"{BOARDS[rules].parts}/_picture.svg", {"board": shown.board, "numbers": kind.has_numbers})
    css = read_stylesheet(rules) + (WITHOUT_HAIR_LINES if kind.width <= SMALL else "")
    still = resolve_styles(svg, css, kind.width, kind.height, kind.theme)
    return drawn_by_resvg(still)


def drawn_by_resvg(svg: str) -> bytes:
    """Return the drawing as PNG, with the one font that stands beside this module: alike on every machine."""
    return resvg_py.svg_to_bytes(
        svg_string=svg,
        skip_system_fonts=True,
        font_files=[str(FONT)],
        font_family=FONT_FAMILY,
        sans_serif_family=FONT_FAMILY,
    )


def open_picture(drawn: bytes) -> Image.Image:
    with Image.open(BytesIO(drawn)) as picture:
        return picture.convert("RGB")


def with_few_colours(picture: Image.Image, colours: int = 256, like: Image.Image | None = None) -> Image.Image:
    """Return a drawn board loses nothing to the eye with 256 colours, and four fifths of its size.

    `like`: those of it.
    """
    if colours == ON_PAGES:
        return picture.quantize(colours, Image.Quantize.FASTOCTREE, palette=like, dither=Image.Dither.NONE)
    # Slower, but even with few colours none is lost that only a few buildings have. Until fewer pixels change theirs.
    return picture.quantize(colours, Image.Quantize.MEDIANCUT, kmeans=300, dither=Image.Dither.NONE)


def render_gif(rules: str, game: Game, lock: Callable[[], AbstractContextManager[None]] = nullcontext) -> bytes:
    """Return a whole game as GIF: a picture a turn, all of the same part of the sea, and the end for a while.

    Each picture is drawn within `lock`.
    """
    whole = BOARDS[rules].show(game, Sight(names=(), ratio=MOVING[:2]))
    pictures = []
    for number in range(game.turn + 1):
        sight = Sight(names=(), since=max(0, number - 1), frame=whole.board)
        with lock():
            pictures.append(open_picture(render_board(rules, BOARDS[rules].show(game.at(number), sight), MOVING)))
    # All with the colours that the full board needs: so only what changed is kept of each.
    last = with_few_colours(pictures[-1])
    frames = [with_few_colours(picture, like=last) for picture in pictures]
    moving = BytesIO()
    pauses = [PAUSE] * game.turn + [PAUSE_AT_END]
    frames[0].save(moving, "GIF", save_all=True, append_images=frames[1:], duration=pauses, loop=0)
    return moving.getvalue()


@cache
def design_hash(rules: str) -> str:
    """Return a mark of all that decides how pictures of this game look: another one, and they have to be drawn anew."""
    own, shared = Path(getfile(type(BOARDS[rules]))).parent, Path(getfile(GameBoard)).parent
    template: Any = get_template(f"{BOARDS[rules].parts}/_picture.svg")
    templates = Path(template.origin.name).parent
    sources = [*sorted(own.rglob("*.py")), *sorted(shared.rglob("*.py"))]
    made_of = [Path(__file__), FONT, *sources, *sorted(templates.glob("*.svg"))]
    digest = hashlib.sha256(read_stylesheet(rules).encode() + version("resvg_py").encode())
    for path in made_of:
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


@cache
def read_stylesheet(rules: str) -> str:
    """Return the colours and classes with which pages draw this game's board."""
    static = Path(settings.BASE_DIR) / "static"
    return "\n".join((static / sheet).read_text() for sheet in (*SHEETS, *BOARDS[rules].sheets))

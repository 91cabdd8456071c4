"""The board as PNG, for mails, link previews and small boards: rendered by the board's own templates, drawn by resvg.

resvg, since it is one wheel without system libraries, needs no browser, and draws the same on every machine.
"""

from functools import cache
from pathlib import Path
from typing import NamedTuple

import resvg_py
from django.conf import settings
from django.core.cache import cache as site_cache
from django.template.loader import render_to_string

from games.boards import BOARDS, Sight
from games.boards.palette import with_palette
from games.boards.picture import resolved
from games.rules import Game

SHEETS = ("css/tokens.css", "css/board.css")
KEPT_FOR = 7 * 24 * 60 * 60  # seconds: a turn never changes, but few are looked at for long


class Kind(NamedTuple):
    """A size of picture; small ones do without numbers and marks."""

    width: int
    height: int
    has_numbers: bool
    theme: str = ""


KINDS = {
    "mail": Kind(600, 450, True),
    "card": Kind(480, 270, False),
    "card-dark": Kind(480, 270, False, "dark"),
    "link": Kind(1200, 630, True),
}


def png(rules: str, game: Game, kind: str, since: int | None = None) -> bytes:
    """The board of a game as it now is; `since`: with the turns after that entry marked."""
    width, height, has_numbers, theme = KINDS[kind]
    board, _ = BOARDS[rules].show(game, Sight(names=(), since=since, ratio=(width, height)))
    svg = render_to_string(f"{BOARDS[rules].parts}/_picture.svg", {"board": board, "numbers": has_numbers})
    still = resolved(svg, stylesheet(), width, height, theme)
    drawn = resvg_py.svg_to_bytes(svg_string=still, skip_system_fonts=True)
    return with_palette(drawn) if kind == "mail" else drawn


def kept_png(match: str, rules: str, game: Game, kind: str, since: int | None = None) -> bytes:
    """The same, kept by match and turn."""
    key = f"picture:{match}:{game.turn}:{kind}:{since}"
    kept = site_cache.get(key)
    if kept is None:
        kept = png(rules, game, kind, since)
        site_cache.set(key, kept, KEPT_FOR)
    return kept


@cache
def stylesheet() -> str:
    """The colours and classes that the site itself uses."""
    return "\n".join((Path(settings.BASE_DIR) / "static" / sheet).read_text() for sheet in SHEETS)

"""The site's icons for phones and bookmarks, drawn from the mark in favicon.svg, and the games' islands."""

import re
from argparse import ArgumentParser
from pathlib import Path
from typing import NamedTuple

import resvg_py
from django.conf import settings
from django.core.management import BaseCommand, CommandError

from games.pictures.images import render_png
from games.registry import BOARDS, RULES

SEA = "#2a7381"
PAPER = "#faf6ec"
BOX = re.compile(r'viewBox="[^"]+"')


class Icon(NamedTuple):
    """`half`: how far the picture reaches from the middle of the mark, which itself reaches to 46."""

    name: str
    size: int
    half: int
    ground: str | None


ICONS = (
    Icon("icon-180.png", 180, 58, PAPER),  # Apple rounds the corners itself and shows no transparency
    Icon("icon-192.png", 192, 48, None),
    Icon("icon-512.png", 512, 48, None),
    Icon("icon-maskable-512.png", 512, 72, SEA),  # the mark stays inside the circle that any mask leaves
)


class Command(BaseCommand):
    help = "Draws the PNG icons from static/img/favicon.svg; --check only compares."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="write nothing; fail if an icon is not up to date")

    def handle(self, *, check: bool, **options: object) -> None:
        folder = Path(settings.BASE_DIR) / "static" / "img"
        mark = (folder / "favicon.svg").read_text()
        stale = [icon.name for icon in ICONS if not is_drawn(folder / icon.name, draw_icon(mark, icon), check=check)]
        if stale:
            raise CommandError(f"Out of date: {', '.join(stale)}. Run manage.py draw_icons.")
        if not check:
            for rules, board in BOARDS.items():
                island = Path(settings.BASE_DIR) / "static" / board.parts / "island.png"
                island.write_bytes(render_png(rules, RULES[rules].from_record(board.showcase), "link"))


def is_drawn(path: Path, png: bytes, *, check: bool) -> bool:
    """Return whether the file holds this picture; write it first unless only checking."""
    if not check:
        path.write_bytes(png)
    return path.exists() and path.read_bytes() == png


def draw_icon(mark: str, icon: Icon) -> bytes:
    """Return the mark in the middle of a square."""
    half = icon.half
    svg = BOX.sub(
        f'viewBox="{-half} {-half} {2 * half} {2 * half}" width="{icon.size}" height="{icon.size}"', mark, count=1
    )
    return resvg_py.svg_to_bytes(svg_string=svg, background=icon.ground, skip_system_fonts=True)

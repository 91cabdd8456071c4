"""Languages that nobody speaks: every text of the club, changed by a rule, so that what was not translated shows."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from babel.messages.pofile import read_po, write_po

from taluva_site.translations import extraction

ROOT = Path(__file__).resolve().parent.parent
# What a translator leaves as it is: placeholders, tags, entities.
KEPT = re.compile(r"(%(?:\(\w+\))?[sd]|\{\w*\}|<[^>]+>|&\w+;)")
PLAIN, ACCENTED = (
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "åƀçđéƒğħíĵķľɱñöþǫŕšţüṽŵẋýžÅßÇĐÉƑĞĦÍĴĶĽṀÑÖÞǪŔŠŢÜṼŴẊÝŽ",
)


def wrapped(text: str) -> str:
    return f"⟦{text}⟧"


def accented(text: str) -> str:
    """With no letter left that English has."""
    table = str.maketrans(PLAIN, ACCENTED)
    return "".join(part if index % 2 else part.translate(table) for index, part in enumerate(KEPT.split(text)))


def locale(folder: Path, code: str, change: Callable[[str], str]) -> Path:
    """A folder with the catalogue of that language; the club compiles it."""
    with (ROOT / extraction.TEMPLATE).open("rb") as file:
        catalog = read_po(file)
    for message in catalog:
        if message.id:
            many = isinstance(message.id, tuple)
            message.string = tuple(change(text) for text in message.id) if many else change(message.id)
    target = folder / code / "LC_MESSAGES" / "django.po"
    target.parent.mkdir(parents=True)
    with target.open("wb") as file:
        write_po(file, catalog)
    return folder

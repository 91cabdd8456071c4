"""Which names look alike, and which scripts their letters are of: Unicode Technical Standard 39, for names.

The tables are in accounts/unicode/; .ci/confusables.py writes them.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect
from collections.abc import Iterator
from functools import cache
from pathlib import Path

TABLES = Path(__file__).parent / "unicode"
# Scripts that belong to every other one: digits and signs, and marks.
SHARED = frozenset({"Common", "Inherited"})
# Letters and marks that leave no trace on a page (Default_Ignorable_Code_Point).
INVISIBLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
# Scripts that are written together.
TOGETHER = (
    frozenset({"Han", "Hiragana", "Katakana"}),
    frozenset({"Han", "Hangul"}),
    frozenset({"Han", "Bopomofo"}),
)
# The standard's table has only some of them: they look like capitals.
SMALL_CAPITALS = str.maketrans("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢ", "ABCDEFGHIJKLMNOPQRSTUVWYZ")


def look_key(name: str) -> str:
    """Return the same text for names that look alike, whatever their letters are: "Аdmin", "Adrnin" and "admin".

    What a capital looks like is asked first: I is like l, i is not.
    """
    folded = unicodedata.normalize("NFKC", name).translate(SMALL_CAPITALS)
    return skeleton_of(skeleton_of(folded).casefold())


def skeleton_of(text: str) -> str:
    alike = look_alikes()
    seen = INVISIBLE.sub("", unicodedata.normalize("NFD", text))
    mapped = "".join(alike.get(char, char) for char in seen)
    return unicodedata.normalize("NFD", mapped)


def scripts_in(name: str) -> set[str]:
    return {script_of(char) for char in name} - SHARED


def is_one_script(name: str) -> bool:
    """Return whether nothing is mixed but what is written together."""
    found = scripts_in(name)
    return len(found) <= 1 or any(found <= group for group in TOGETHER)


def script_of(char: str) -> str:
    starts, ranges = script_ranges()
    _first, last, script = ranges[bisect(starts, ord(char)) - 1]
    return script if ord(char) <= last else "Unknown"


@cache
def look_alikes() -> dict[str, str]:
    """Return what each confusable character looks like."""
    found = {}
    for text, chars in skeletons_of("confusables.txt"):
        looks = "".join(chr(int(code, 16)) for code in text.split())
        found.update({chr(int(code, 16)): looks for code in chars.split()})
    return found


@cache
def script_ranges() -> tuple[list[int], list[tuple[int, int, str]]]:
    found = []
    for script, ranges in skeletons_of("scripts.txt"):
        for text in ranges.split():
            first, last = (int(code, 16) for code in text.split("-"))
            found.append((first, last, script))
    found.sort()
    return [first for first, _last, _script in found], found


def skeletons_of(name: str) -> Iterator[tuple[str, str]]:
    for line in (TABLES / name).read_text().splitlines():
        if not line.startswith("#"):
            key, _semicolon, values = line.partition(" ; ")
            yield key, values

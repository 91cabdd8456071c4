"""Writes accounts/unicode/: what Unicode calls confusable and which script each letter is of, as far as names need it.

Both come from the package confusable_homoglyphs, which holds Unicode's confusables.txt and Scripts.txt (15.1) as JSON.
The package itself is not used by the club: it has no skeletons (UTS 39), only pairs.

    python .ci/confusables.py

After a change, the column `look_key` of all people has to be filled again by a migration, as in 0012_look_alikes.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import unicodedata
import zipfile
from collections import defaultdict
from pathlib import Path
from typing import Any

PACKAGE = "confusable_homoglyphs==3.3.1"
TARGET = Path(__file__).resolve().parent.parent / "accounts" / "unicode"
HEADER = """\
# {what}
# Derived from Unicode {file} 15.1 by .ci/confusables.py. © Unicode, Inc., Unicode License v3, https://www.unicode.org/license.txt
"""
SIGNS = " .-'’_"


def tables() -> tuple[dict[str, list[dict[str, str]]], dict[str, Any]]:
    with tempfile.TemporaryDirectory() as folder:
        pip = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", folder, PACKAGE]
        subprocess.run(pip, check=True)
        [wheel] = Path(folder).glob("*.whl")
        with zipfile.ZipFile(wheel) as files:
            folder_in = "confusable_homoglyphs"
            return tuple(json.loads(files.read(f"{folder_in}/{name}.json")) for name in ("confusables", "categories"))  # type: ignore[return-value]


def may_be_in_a_name(char: str) -> bool:
    """True for what a normalized name may hold, and for what this Python does not know yet."""
    category = unicodedata.category(char)
    return unicodedata.normalize("NFKC", char) == char and (category[0] in "LMN" or category == "Cn" or char in SIGNS)


def prototypes(pairs: dict[str, list[dict[str, str]]]) -> dict[str, str]:
    """Return what each character looks like. Each line of Unicode's is there in both directions: the prototype is what
    several characters, or a text of several, look like."""
    plain = {strip(text): {strip(other["c"]) for other in others} for text, others in pairs.items()}
    found = {}
    for char, others in plain.items():
        if len(char) == 1 and len(others) == 1:
            [other] = others
            if len(other) > 1 or len(plain[other]) > 1 or (other.isascii(), char) > (char.isascii(), other):
                found[char] = other
    return {char: resolved(text, found) for char, text in found.items() if may_be_in_a_name(char)}


def strip(text: str) -> str:
    return text.replace("\u200e", "")


def resolved(text: str, found: dict[str, str]) -> str:
    return unicodedata.normalize("NFD", "".join(found.get(char, char) for char in text))


def codes(text: str) -> str:
    return " ".join(f"{ord(char):04X}" for char in text)


def write(name: str, what: str, file: str, lines: list[str]) -> None:
    (TARGET / name).write_text(HEADER.format(what=what, file=file) + "".join(f"{line}\n" for line in lines))


def scripts(categories: dict[str, Any]) -> dict[str, list[tuple[int, int]]]:
    found: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for first, last, script, _category in categories["code_points_ranges"]:
        ranges = found[categories["iso_15924_aliases"][script]]
        if ranges and ranges[-1][1] == first - 1:
            ranges[-1] = ranges[-1][0], last
        else:
            ranges.append((first, last))
    return found


def main() -> None:
    pairs, categories = tables()
    alike = defaultdict(list)
    for char, text in prototypes(pairs).items():
        alike[text].append(char)
    rows = [f"{codes(text)} ; {codes(''.join(sorted(chars)))}" for text, chars in sorted(alike.items())]
    write("confusables.txt", "A text, and the characters that look like it.", "confusables.txt", rows)
    named = [
        f"{name.title()} ; {' '.join(f'{first:X}-{last:X}' for first, last in ranges)}"
        for name, ranges in scripts(categories).items()
    ]
    write("scripts.txt", "A script, and the ranges of its characters.", "Scripts.txt", named)


if __name__ == "__main__":
    main()

"""What games have to translate besides calls of gettext: sentences of rules, words of boards and bots."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from games.registry import BOTS, RULES
from taluva_site.translations.extraction import FoundText, in_python

GAMES = Path("games")
RULES_FILES = "*/rules/**/*.py"  # under GAMES
BOARDS = ("board", "boards")  # folders under GAMES
# Pure code marks its words with these (games/boards/translatable.py); elsewhere the names mean other things.
BOARD_KEYWORDS: dict[str, object] = {"say": (1,), "count": (1, 2)}
# A message of the rules is a whole sentence; no other string there is.
SENTENCE = re.compile(r"[A-Z0-9][^\n]* [^\n]*\.")


def find_texts(root: Path) -> Iterator[FoundText]:
    """Yield the texts of all games. Named in settings.TRANSLATION_SOURCES."""
    for folder in BOARDS:
        for path in sorted((root / GAMES).glob(f"**/{folder}/**/*.py")):
            yield from in_python(path.read_bytes(), path.relative_to(root), BOARD_KEYWORDS)
    for path in sorted((root / GAMES).glob(RULES_FILES)):
        yield from (FoundText(text, path.relative_to(root).as_posix()) for text in sentences_in(path.read_text()))
    yield from declared_texts()


def sentences_in(source: str) -> list[str]:
    """Return the sentences among the strings of a module; what describes the code is none of them."""
    tree = ast.parse(source)
    silent = {id(part) for node in ast.walk(tree) for part in unspoken_parts(node)}
    texts = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in silent)
    return [text for text in texts if isinstance(text, str) and SENTENCE.fullmatch(text)]


def unspoken_parts(node: ast.AST) -> Iterable[ast.AST]:
    """Return docstrings, and the pieces of a string with values in it."""
    if isinstance(node, ast.Expr):
        return [node.value]
    return node.values if isinstance(node, ast.JoinedStr) else []


def declared_texts() -> Iterator[FoundText]:
    """Yield what rules and bots say.

    Options, kinds of orders, endings, what each level is like, why a turn is played.
    """
    for key, rules in RULES.items():
        source = f"{GAMES}/{key}/rules"
        for option in rules.options:
            texts = (option.label, option.sentence, *(choice.label for choice in option.choices))
            yield from (FoundText(text, source) for text in texts)
        for kind in rules.orders:
            yield from (FoundText(text, source) for text in (kind.label, kind.action, kind.sentence))
        yield from (FoundText(text, source) for text in rules.endings.values())
    for key, bots in BOTS.items():
        source = f"{GAMES}/{key}/bots"
        yield from (FoundText(level.sentence, source) for level in bots.levels.values())
        yield from (FoundText(text, source) for text in bots.texts())

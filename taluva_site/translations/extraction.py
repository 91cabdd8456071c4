"""What there is to translate: every sentence of the sources in one template, `locale/django.pot`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path
from typing import NamedTuple, TypeAlias

from babel.messages.catalog import Catalog
from babel.messages.extract import extract, extract_python
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

from games.registry import BOTS, RULES

Text: TypeAlias = "str | tuple[str, ...]"

TEMPLATE = Path("locale/django.pot")
PYTHON = ("accounts", "games", "taluva_site")
GAMES = Path("games")
RULES_FILES = "*/rules/**/*.py"  # under GAMES
BOARDS = {"board", "boards"}  # folders under GAMES
SUFFIXES = (".html", ".txt", ".svg")
KEYWORDS: dict[str, object] = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
}
# Pure code marks its words with these (games/boards/translatable.py); elsewhere the names mean other things.
BOARD_KEYWORDS = {"say": (1,), "count": (1, 2)}
# A message of the rules is a whole sentence; no other string there is.
SENTENCE = re.compile(r"[A-Z0-9][^\n]* [^\n]*\.")
# The same at every time, on every machine and for everybody.
HEADER = """\
# What the club says to people, in English. `manage.py translations extract` writes this file.
msgid ""
msgstr ""
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""


class FoundText(NamedTuple):
    """A text, or a singular and its plural, with the file that has it."""

    text: Text
    source: str
    context: str | None = None


def template_text(root: Path) -> str:
    """Return the template of all that is under this folder, as its file has it."""
    catalog = Catalog()
    for text, source, context in find_texts(root):
        catalog.add(text, locations=[(source, 1)], context=context)
    out = BytesIO()
    write_po(out, catalog, omit_header=True, sort_output=True, include_lineno=False)
    return HEADER + out.getvalue().decode()


def find_texts(root: Path) -> Iterator[FoundText]:
    """Yield all that people read, from each kind of source."""
    for path in python_files(root):
        yield from in_python(path.read_bytes(), path.relative_to(root))
    for path in sorted((root / "templates").rglob("*")):
        if path.suffix in SUFFIXES:
            yield from in_template(path.read_text(), path.relative_to(root))
    for path in sorted((root / GAMES).glob(RULES_FILES)):
        yield from (FoundText(text, path.relative_to(root).as_posix()) for text in sentences_in(path.read_text()))
    yield from declared_texts()


def python_files(root: Path) -> Iterator[Path]:
    for name in PYTHON:
        yield from (path for path in sorted((root / name).rglob("*.py")) if "migrations" not in path.parts)


def in_python(source: bytes, path: Path) -> Iterator[FoundText]:
    """Yield the texts in calls of gettext and, in a board, of `say` and `count`."""
    is_board = path.parts[0] == GAMES.name and not BOARDS.isdisjoint(path.parts)
    keywords = KEYWORDS | (BOARD_KEYWORDS if is_board else {})
    for _line, text, _comments, context in extract(extract_python, BytesIO(source), keywords):  # type: ignore[arg-type]
        yield FoundText(text, path.as_posix(), context)


def in_template(source: str, path: Path) -> Iterator[FoundText]:
    """Return the texts of a Django template: Django turns it into calls of gettext.

    It keeps the template's indentation, at which Python's tokenizer would stumble.
    """
    calls = "\n".join(line.strip() for line in templatize(source).splitlines())
    return in_python(calls.encode(), path)


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


def compare_templates(root: Path) -> tuple[list[str], list[str]]:
    """Return the texts that the committed template lacks, and those that it has in excess."""
    committed = texts_of((root / TEMPLATE).read_text()) if (root / TEMPLATE).exists() else set()
    current = texts_of(template_text(root))
    return sorted(current - committed), sorted(committed - current)


def texts_of(template: str) -> set[str]:
    """Return the texts of a template, a plural under its singular."""
    catalog = read_po(BytesIO(template.encode()))
    return {message.id if isinstance(message.id, str) else message.id[0] for message in catalog if message.id}

"""Drops the indentation of templates as they are compiled: they can be read, and pages stay small.

Only whitespace with a line break in it changes: a blank between two words of a line is always kept. Where people could
see it (between words, links, buttons) one blank stays; beside what begins a line of its own anyway, as paragraphs and
table cells do, nothing stays. Within `pre`, `textarea`, `script` and `blocktranslate` all is left as it is.
"""

from __future__ import annotations

import re

from django.template.base import Origin
from django.template.loaders import filesystem

SUFFIXES = (".html", ".svg")
# Whitespace on neither side of these can be seen, nor within them at their edges.
BLOCKS = (
    "address|article|aside|base|blockquote|body|br|caption|col|colgroup|datalist|dd|details|dialog|div|dl|dt|fieldset"
    "|figcaption|figure|footer|form|h[1-6]|head|header|hr|html|legend|li|link|main|meta|nav|ol|optgroup|option|p|pre"
    "|section|summary|table|tbody|td|tfoot|th|thead|title|tr|ul|!doctype"
    "|circle|clippath|defs|desc|ellipse|g|image|line|lineargradient|mask|path|pattern|polygon|polyline|rect|stop|symbol"
    "|text|use"
)
# These stand in a line of text, so whitespace counts around them, but not within them at their edges.
BOXES = "button|select|svg"
CODE = r"(?>\{%.*?%\}|\{\{.*?\}\}|\{\#.*?\#\})"
TAG = re.compile(rf"</?[a-z!](?:{CODE}|[^<>])*>", re.IGNORECASE)
# A blank and an attribute under one condition, without another branch; and first of all what stands in quotes.
OPTIONAL = re.compile(
    rf"""
    "(?:{CODE}|[^"])*" | '(?:{CODE}|[^'])*'
    | \s+(?P<begin>(?>\{{%\s*if\b.*?%\}}))\s*
      (?P<attribute>(?:(?!\{{%\s*(?:if|elif|else|endif)\b)(?:{CODE}|[^<>]))*?)\s*
      (?P<end>\{{%\s*endif\s*%\}})
    """,
    re.VERBOSE,
)
PIECE = re.compile(
    rf"""(
    \{{%\s*blocktranslate\b(?s:.*?)\{{%\s*endblocktranslate\s*%\}}
    |\{{%\s*comment\b(?s:.*?)\{{%\s*endcomment\s*%\}}
    |<pre\b(?s:.*?)</pre>|<textarea\b(?s:.*?)</textarea>|<script\b(?s:.*?)</script>
    |{CODE}
    |{TAG.pattern}
    |\s*\n\s*
    )""",
    re.IGNORECASE | re.VERBOSE,
)
# Nothing is left of a line break after one of the first, and before one of the second.
AFTER = re.compile(rf"</?(?:{BLOCKS})\b|<(?:{BOXES})\b|\{{#|\{{%\s*(?:extends|load|comment)\b", re.IGNORECASE)
BEFORE = re.compile(rf"</?(?:{BLOCKS})\b|</(?:{BOXES})\b", re.IGNORECASE)
# One blank is enough outside and inside of these; a loop may need both, as one stands between its rounds.
OPENING = re.compile(r"\{%\s*(?:if|with)\b")
CLOSING = re.compile(r"\{%\s*(?:endif|endwith)\b")


class Loader(filesystem.Loader):
    """Finds templates in the folders of the settings, as Django's does; those of apps stay as they are."""

    def get_contents(self, origin: Origin) -> str:
        contents: str = super().get_contents(origin)
        return collapse_whitespace(contents) if origin.name.endswith(SUFFIXES) else contents


def collapse_whitespace(source: str) -> str:
    """Return the template without what only its readers need."""
    pieces = ["", "", *filter(None, PIECE.split(source)), "", ""]
    return "".join(collapse_piece(*around) for around in zip(*(pieces[shift:] for shift in range(5)), strict=False))


def collapse_piece(further_before: str, before: str, piece: str, after: str, further_after: str) -> str:
    """Return what is left of a piece between its neighbours and theirs."""
    if not is_break(piece):
        return collapse_tag(piece) if piece.startswith("<") else piece
    is_unseen = not before or not after or AFTER.match(before) or BEFORE.match(after)
    is_double = is_break(further_before) if OPENING.match(before) else is_break(further_after) and CLOSING.match(after)
    return "" if is_unseen or is_double else " "


def is_break(piece: str) -> bool:
    return piece.isspace() and "\n" in piece


def collapse_tag(piece: str) -> str:
    """Return the tag in one line; with `pre` and its like, what follows the tag stays."""
    tag = match[0] if (match := TAG.match(piece)) else ""
    line = OPTIONAL.sub(move_blank, re.sub(r"\s*\n\s*", " ", tag))
    return re.sub(r"\s+(/?>)$", r"\1", line) + piece[len(tag) :]


def move_blank(optional: re.Match[str]) -> str:
    """Return the attribute with its blank inside of the condition, so that nothing is left where it does not hold."""
    return optional.expand(r"\g<begin> \g<attribute>\g<end>") if optional["begin"] else optional[0]

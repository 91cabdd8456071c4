"""What no template may have: anything that the policy forbids, and words that nobody could translate."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.site.templates import name_of, templates

TAG = re.compile(r"\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}", re.DOTALL)
BLOCK = re.compile(r"\{% *blocktrans(?:late)?\b.*?%\}.*?\{% *endblocktrans(?:late)? *%\}", re.DOTALL)
# Blocks that stand inside a tag of the page around them.
ATTRIBUTES = re.compile(r"\{% *block (?:body|match)_(?:class|data) *%\}.*?\{% *endblock\b.*?%\}", re.DOTALL)
COMMENT = re.compile(r"\{% *comment.*?endcomment *%\}", re.DOTALL)
READ_ATTRIBUTES = {"alt", "aria-label", "title", "placeholder", "aria-description", "aria-roledescription"}
# Names and marks that are the same in all languages.
NAMES = {"Taluva", "HTML", "JSON"}


class Findings(HTMLParser):
    """What a browser would run or style, and what people would read."""

    def __init__(self) -> None:
        super().__init__()
        self.forbidden: list[str] = []
        self.words: list[str] = []
        self.silent = 0

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        values = dict(attributes)
        if tag == "style" or (tag == "script" and "src" not in values):
            self.forbidden.append(f"<{tag}>")
        for name, value in values.items():
            if name == "style" or name.startswith("on") or (value or "").strip().startswith("javascript:"):
                self.forbidden.append(f"{tag} {name}")
            if name in READ_ATTRIBUTES:
                self.read(value or "")
        self.silent += tag in {"script", "code"}

    def handle_endtag(self, tag: str) -> None:
        self.silent -= tag in {"script", "code"} and self.silent > 0

    def handle_data(self, data: str) -> None:
        if not self.silent:
            self.read(data)

    def read(self, text: str) -> None:
        left = " ".join(word for word in text.split() if word.strip(".,:;()·") not in NAMES)
        if re.search(r"[^\W\d_]{2,}", left):
            self.words.append(" ".join(text.split()))


def findings(path: Path) -> Findings:
    """Of the template without what the template engine fills in."""
    text = path.read_text()
    for pattern in (COMMENT, BLOCK, ATTRIBUTES, TAG):
        text = pattern.sub("", text)
    found = Findings()
    found.feed(text)
    return found


@pytest.mark.parametrize("path", templates(".html", ".svg"), ids=name_of)
def test_a_template_has_no_inline_script_or_style(path: Path) -> None:
    assert findings(path).forbidden == []


@pytest.mark.parametrize("path", templates(".html", ".svg", ".txt"), ids=name_of)
def test_every_word_of_a_template_is_marked_for_translation(path: Path) -> None:
    assert findings(path).words == []


@pytest.mark.parametrize(
    ("text", "forbidden"),
    [
        ("<style>a{}</style>", ["<style>"]),
        ("<script>x()</script>", ["<script>"]),
        ('<p onclick="x()">', ["p onclick"]),
        ('<p style="color:red">', ["p style"]),
        ('<a href="javascript:x()">', ["a href"]),
        ('<script src="/static/a.js"></script><p class="style">', []),
    ],
)
def test_the_scan_finds_what_it_looks_for(tmp_path: Path, text: str, forbidden: list[str]) -> None:
    template = tmp_path / "a.html"
    template.write_text(text)

    assert findings(template).forbidden == forbidden


def test_the_scan_finds_bare_words(tmp_path: Path) -> None:
    template = tmp_path / "a.html"
    template.write_text('{% translate "Fine" %} Bare <b aria-label="Also bare">{{ x }}</b> 12 · {# not this #}')

    assert findings(template).words == ["Bare", "Also bare"]


@pytest.mark.parametrize("path", templates(".html", ".svg"), ids=name_of)
def test_a_template_has_lines_that_can_be_reviewed(path: Path) -> None:
    """The formatter breaks no sentence and no condition; the outline of a drawing has no place to break."""
    long = [line.strip() for line in path.read_text().splitlines() if len(line) > 200]

    assert [line for line in long if not re.search(r'\bd="[^"]{150,}"', line)] == []

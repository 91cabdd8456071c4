"""The rules as a page: the RULES.md beside each game's rules class, with clauses drawn."""

from __future__ import annotations

import inspect
import re
from functools import cache
from pathlib import Path

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from markdown_it import MarkdownIt

from games.boards import Example
from games.matches.views.game_choice import check_game, choose_game
from games.registry import BOARDS, RULES

CLAUSE = re.compile(r"<li>(\s*<p>)?(?:<strong>)?([A-Z]-\d+(?:\.\d+)*[a-z]?)(?:</strong>)?(?= )")
SECTION = re.compile(r"<h2>([A-Z]-\d+)(?= )")
CHAPTER = re.compile(r'<h2 id="([^"]+)">(?:<span class="clause">[^<]*</span>)? *([^<]+)</h2>')
CHANCE = re.compile(r'<li id="([^"]+)">\s*(?:<p>)?<a [^>]*>[^<]*</a> <strong>Chance\.')
# A game's chapter with this title is for programmers: it and what comes after it is not shown.
FOR_PROGRAMMERS = re.compile(r"^## (?:[A-Z]-\d+ )?The rules package's public face$", re.MULTILINE)


def rules_page(request: HttpRequest) -> HttpResponse:
    """Lead to the rules of a game."""
    return choose_game(request, "rules-of", _("Rules"))


def rules_of(request: HttpRequest, rules: str) -> HttpResponse:
    """Show the rules of a game, clause by clause, each with an address of its own."""
    check_game(rules)
    text = with_examples(rules_html(rules), rules, get_language() or "")
    context = {"rules": RULES[rules], "text": text, "chapters": CHAPTER.findall(text), "board": BOARDS[rules]}
    return render(request, "games/rules.html", context)


@cache
def drawn_examples(key: str, language: str) -> tuple[Example, ...]:
    """Return the clauses drawn, with their words in this language, the one that is active."""
    return BOARDS[key].examples(("Ann", "Ben"))


@cache
def with_examples(text: str, key: str, language: str) -> SafeString:
    """Return the text with the drawn examples, each under the sentence of its clause."""
    for example in drawn_examples(key, language):
        figure = render_to_string("games/parts/_example.html", {"example": example, "parts": BOARDS[key].parts})
        start = text.index(f'<li id="{example.clause}">')
        end = min(place for mark in ("\n<ul>", "</li>", "</p>") if (place := text.find(mark, start)) > 0)
        text = f"{text[:end]}{figure}{text[end:]}"
    return mark_safe(text)  # noqa: S308 - our own text and our own templates


@cache
def rules_html(key: str) -> SafeString:
    """Return the package's own text of its clauses; ours, so it is safe."""
    return html_of((Path(inspect.getfile(type(RULES[key]))).parent / "RULES.md").read_text(encoding="utf-8"))


@cache
def chance_clause(key: str) -> str:
    """Return the clause that says how everything follows from the seed; empty if the rules have none."""
    found = CHANCE.search(rules_html(key))
    return found[1] if found else ""


def html_of(text: str) -> SafeString:
    """Return the chapters and clauses, each with an address; the page has a title and an introduction of its own."""
    body = FOR_PROGRAMMERS.split(text[text.index("\n## ") + 1 :])[0]
    html = MarkdownIt("commonmark").enable("table").render(body)
    html = CLAUSE.sub(r'<li id="\2">\1<a class="clause" href="#\2">\2</a>', html)
    html = SECTION.sub(r'<h2 id="\1"><span class="clause">\1</span>', html)
    return mark_safe(html)  # noqa: S308 - from our own file

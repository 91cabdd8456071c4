"""What the board's templates need: words in the reader's language."""

import re

from django import template
from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, ngettext

from games.boards.translatable import Words, words_in_language

register = template.Library()
CLAUSE = re.compile(r"\(([A-Z]-\d+(?:\.\d+)*[a-z]?)\)")


@register.filter
def said(words: Words) -> str:
    """Return the words in the reader's language."""
    return words_in_language(words, gettext, ngettext)


@register.filter
def with_clauses(text: str, rules: str = "") -> SafeString:
    """Return the text with each clause in brackets as a link: to the page of these rules, or else on this page."""
    page = reverse("rules-of", args=[rules]) if rules else ""
    link = rf'(<a class="clause" href="{page}#\1">\1</a>)'
    return mark_safe(CLAUSE.sub(link, escape(text)))  # noqa: S308 (escaped here)

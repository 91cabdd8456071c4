"""What the board's templates need: words in the reader's language."""

import re

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, ngettext

from games.boards.words import Words, spoken

register = template.Library()
CLAUSE = re.compile(r"[A-Z]-\d+(\.\d+[a-z]?)?")


@register.filter
def said(words: Words) -> str:
    """The words in the reader's language."""
    return spoken(words, gettext, ngettext)


@register.filter
def with_clauses(text: str) -> SafeString:
    """The text with the numbers of its clauses, none of which breaks over a line."""
    return mark_safe(CLAUSE.sub(r'<span class="clause">\g<0></span>', escape(text)))  # noqa: S308 (escaped here)

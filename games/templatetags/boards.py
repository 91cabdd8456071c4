"""What the board's templates need: words in the reader's language."""

from django import template
from django.utils.translation import gettext, ngettext

from games.boards.translatable import Words, words_in_language
from games.matches.views.answers import link_clauses

register = template.Library()
register.filter("with_clauses", link_clauses)


@register.filter
def said(words: Words) -> str:
    """Return the words in the reader's language."""
    return words_in_language(words, gettext, ngettext)

"""What the board's templates need: words in the reader's language."""

from django import template
from django.utils.translation import gettext, ngettext

from games.boards.words import Words, spoken

register = template.Library()


@register.filter
def said(words: Words) -> str:
    """The words in the reader's language."""
    return spoken(words, gettext, ngettext)

"""Characters that no text of people may hold: controls, and what reorders the text around it.

Texts are refused that hold one (NoControls; games/matches/user_texts.py), on pages and in the API alike. What leaves as
XML or as a calendar is cleaned besides, since older rows may hold some.
"""

from __future__ import annotations

import re

from django.core.exceptions import ValidationError
from django.utils.deconstruct import deconstructible
from django.utils.translation import gettext as _

LINE_BREAKS = "\t\n\r"
# Controls, Unicode's own line breaks, embeddings and overrides of direction, and what is no character at all.
CONTROLS = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]"
)


def control_in(text: str, *, lines: bool = False) -> str:
    """Return the first character that the text may not hold, else ""; `lines` allows line breaks and tabs."""
    if found := CONTROLS.search(text):
        return found.group()
    return "" if lines else next((char for char in text if char in LINE_BREAKS), "")


def refusal_of(control: str) -> str:
    code = f"U+{ord(control):04X}"
    return _("This text contains a character that can’t be shown (%(code)s). Delete it and try again.") % {"code": code}


def remove_controls(text: str) -> str:
    """Return the text without what XML and calendars forbid."""
    return CONTROLS.sub("", text)


@deconstructible
class NoControls:
    """A validator of fields."""

    def __init__(self, *, lines: bool = False) -> None:
        self.lines = lines

    def __call__(self, text: str) -> None:
        if control := control_in(text, lines=self.lines):
            raise ValidationError(refusal_of(control), code="control")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, NoControls) and self.lines == other.lines

    def __hash__(self) -> int:
        return hash(self.lines)

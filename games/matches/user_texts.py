"""What people write, as it is kept: checked for characters that nobody needs, and with even spaces."""

from __future__ import annotations

from games.matches import refusals
from taluva_site.utils.characters import control_in, refusal_of


def clean_line(text: str) -> str:
    """Return a name, a title, a reason: one line. Breaks between lines that were pasted become single spaces."""
    words = " ".join(text.split())
    check_text(words, lines=False)
    return words


def clean_lines(text: str) -> str:
    """Return what may have several lines."""
    check_text(text, lines=True)
    return text.replace("\r\n", "\n")


def check_text(text: str, *, lines: bool) -> None:
    if control := control_in(text, lines=lines):
        raise refusals.SiteRefusal(refusal_of(control))

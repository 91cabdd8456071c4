"""Who changes a match has it to themselves."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.matches import refusals
from games.models import Match


def locked(**which: int | str) -> Match:
    """Return the match, nobody else's until the transaction ends (on SQLite, BEGIN IMMEDIATE has locked everything)."""
    match = Match.objects.select_for_update().filter(**which).first()
    if match is None:
        raise refusals.NotThere(_("There is no such game."))
    return match

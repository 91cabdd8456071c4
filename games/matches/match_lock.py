"""Who changes a match has it to themselves."""

from __future__ import annotations

from django.db import connection
from django.utils.translation import gettext as _

from games.matches import refusals
from games.models import Match
from taluva_site.fixed_sql import columns, fetched

MATCH = "SELECT {columns} FROM games_match WHERE {column} = %s"


def locked(**which: int | str) -> Match:
    """The match, nobody else's until the transaction ends (SQLite: BEGIN IMMEDIATE does it)."""
    [(column, value)] = which.items()
    sql = MATCH.format(columns=columns(Match), column={"pk": "id", "key": "key"}[column])
    found = fetched(sql + (" FOR UPDATE" if connection.features.has_select_for_update else ""), [value], Match)
    if not found:
        raise refusals.NotThere(_("There is no such game."))
    [[match]] = found
    return match

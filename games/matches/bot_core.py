"""The bots' fast core as the club knows it: the bots' worker tells how it stands there, and pages read that."""

from __future__ import annotations

import logging
from enum import StrEnum

from django.core.cache import cache

from games import bots

log = logging.getLogger("taluva.bots")
KEY = "fast-core"


class Core(StrEnum):
    READY = "ready"
    IN_PREPARATION = "in preparation"
    MISSING = "missing"


def told() -> Core:
    """As the bots' worker told it last; until it has told anything, nothing speaks against the core."""
    from games.taluva.bots import engine

    return Core(cache.get(KEY, Core.READY)) if engine.has_numba() else Core.MISSING


def look() -> Core:
    """How it stands on this machine, for who plays bots' turns here; the pages hear of it as well."""
    from games.taluva.bots import cli

    core = here()
    if cache.get(KEY) != core:
        cache.set(KEY, core, cli.LONGEST if core is Core.IN_PREPARATION else None)
        if core is Core.MISSING:
            log.warning(
                "The bots' fast core is missing here; `manage.py bots warm` says why: %s.", ", ".join(needing())
            )
    return core


def here() -> Core:
    """By the marks on this machine's disk."""
    from games.taluva.bots import cli, engine

    if not engine.has_numba():
        return Core.MISSING
    if cli.is_warm():
        return Core.READY
    return Core.IN_PREPARATION if cli.is_being_compiled() else Core.MISSING


def needing() -> list[str]:
    """The names of the levels that need it."""
    return [level.name for level in bots.LEVELS.values() if level.needs_core]


def waiting() -> list[str]:
    """The names of the levels that wait for it to be compiled."""
    return needing() if told() is Core.IN_PREPARATION else []


def lacking() -> list[str]:
    """The names of the levels that can't play in this club, since it can't be had."""
    return needing() if told() is Core.MISSING else []

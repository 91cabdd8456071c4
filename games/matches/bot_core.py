"""How the bots' compiled cores stand: the bots' worker tells what it finds on its machine, and pages read that."""

from __future__ import annotations

import logging

from django.core.cache import cache

from games.bot_contract import CoreState
from games.registry import BOTS, levels_of

log = logging.getLogger("taluva.bots")


def cache_key(rules: str) -> str:
    """Return the cache key of the state of a game's core."""
    return f"bot-core-{rules}"


def known_state(rules: str) -> CoreState:
    """Return how the core of a game stands, as the bots' worker reported last; it counts as ready until then."""
    core = BOTS[rules].core if rules in BOTS else None
    if core is None:
        return CoreState.READY
    return CoreState(cache.get(cache_key(rules), CoreState.READY)) if core.is_installed() else CoreState.UNAVAILABLE


def check_state(rules: str) -> CoreState:
    """Return how it stands on this machine, for whoever plays bots' turns here, and tell the pages if that is new."""
    core = BOTS[rules].core
    if core is None:
        return CoreState.READY
    state = core.state()
    if cache.get(cache_key(rules)) != state:
        cache.set(cache_key(rules), state, None)
        if state is CoreState.UNAVAILABLE:
            names = ", ".join(names_needing_core(rules))
            log.warning("The bots' fast core is missing here; `manage.py bots warm` says why: %s.", names)
    return state


def check_all() -> None:
    """Tell the pages how every game's core stands on this machine."""
    for rules in BOTS:
        check_state(rules)


def names_needing_core(rules: str) -> list[str]:
    """Return the names of the levels that need the core."""
    return [level.name for level in levels_of(rules).values() if level.needs_core]


def names_not_ready(rules: str) -> list[str]:
    """Return the names of the levels that wait for it to be compiled."""
    return names_needing_core(rules) if known_state(rules) is CoreState.NOT_READY else []


def names_unavailable(rules: str) -> list[str]:
    """Return the names of the levels that can't play in this club, since it can't be had."""
    return names_needing_core(rules) if known_state(rules) is CoreState.UNAVAILABLE else []

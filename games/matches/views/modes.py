"""What one does with a game that is looked at: step through it, ask the bots, or play on by oneself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.matches.views.game_view import VisibleGame, encode_query


class Mode(StrEnum):
    """A mode of the board: what is shown beside the same position."""

    REPLAY = "replay"
    ANALYSIS = "analysis"
    SANDBOX = "sandbox"


class ModeLink(NamedTuple):
    """A mode as a tab: its name, and where it shows the same position."""

    mode: Mode
    words: str
    link: str
    is_on: bool


def mode_links(
    seen: VisibleGame, number: int, modes: Sequence[Mode], now: Mode, kept: Mapping[str, Sequence[str]] | None = None
) -> list[ModeLink]:
    """Return the tabs of these modes at turn `number`, seen as now; of one alone there is nothing to choose."""
    words = {Mode.REPLAY: _("Replay"), Mode.ANALYSIS: _("Analysis"), Mode.SANDBOX: _("Try moves")}
    links = (ModeLink(mode, words[mode], mode_link(seen, number, mode, kept or {}), mode is now) for mode in modes)
    return list(links) if len(modes) > 1 else []


def mode_link(seen: VisibleGame, number: int, mode: Mode, kept: Mapping[str, Sequence[str]]) -> str:
    """Return the address of turn `number` in a mode; the replay is what an address without one shows."""
    view = {name: values for name, values in kept.items() if name != "mode"}
    query = encode_query({"mode": mode.value, **view} if mode is Mode.ANALYSIS else view)
    address = f"{seen.base}{number}/" + ("try/" if mode is Mode.SANDBOX else "")
    return f"{address}?{query}" if query else address

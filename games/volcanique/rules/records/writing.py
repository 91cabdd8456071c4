"""The record of a game, as a viewer may see it (V-23.5 to V-23.8)."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from games.volcanique.rules.position.grid import SLOTS
from games.volcanique.rules.records import lines, record

if TYPE_CHECKING:
    from games.volcanique.rules.game import Game


def record_of(game: "Game", viewer: int | None, tags: Mapping[str, str]) -> str:
    """Return the whole text; the seed is in it once the game is over."""
    return record.write_parts(game.options, tags, heads_of(game), lines_of(game, viewer))


def heads_of(game: "Game") -> dict[str, str]:
    """Return what the record says of chance, the grid and the result."""
    known = game.knowledge
    heads = {"seating": "drawn" if known.is_drawn else "joined", "counter": str(game.first_roll)}
    if known.fingerprint is not None:
        heads["seedhash"] = known.fingerprint
    heads["grid"] = " ".join(f"{slot}={game.grid[slot]}" for slot in SLOTS) if game.grid else "-"
    if game.over:
        if known.seed is not None:
            heads["seed"] = known.seed
        heads["result"] = game.result
    return heads


def lines_of(game: "Game", viewer: int | None) -> list[str]:
    """Return the entries and what they brought about, but for what was taken back."""
    kept: list[tuple[int, str, list[str]]] = []
    for number, (seat, text) in enumerate(game.entries, 1):
        if text.startswith("undo"):
            del kept[-int(text.partition(" ")[2] or 1) :]
        else:
            kept.append((seat, game.text_for(number, viewer), list(lines.derived_lines(game.events(number)))))
    return [
        line
        for number, (seat, text, derived) in enumerate(kept, 1)
        for line in (f"{number}. P{seat + 1} {text}", *derived)
    ]

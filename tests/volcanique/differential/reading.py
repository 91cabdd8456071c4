"""What the rules package says of a position, in the words of the naive rules."""

from collections.abc import Mapping
from typing import cast

from games.contract import Game
from tests.volcanique.naive import NaiveGame
from tests.volcanique.naive.grid import hex_text, within

Data = dict[str, object]
Row = Mapping[str, object]
STEPS = ("lava", "move", "buy", "claim", "sacrifice", "collect", "end")


def read_state(game: Game) -> Data:
    """Return what the package shows of the position, secret rotations masked."""
    state = game.state()
    seats = rows(state["seats"])
    return {
        "board": {place(row): list(cast("list[str]", row["stack"])) for row in rows(state["hexes"])},
        "units": sorted(unit(row) for row in rows(state["units"])),
        "sea": {f"{q},{r}": seat for q, r, seat in sorted(cast("list[tuple[int, int, int]]", state["sea"]))},
        "flows": [flow(row) for row in rows(state["flows"]) if row["state"] != "ended"],
        "frozen": frozen(cast("list[int] | None", state["frost"])),
        "trigger": None if state["trigger"] == "stall" else state["trigger"],
        "supply": state["tiles"],
        "bank": state["resources"],
        "grid": state["grid"],
        "resources": [row["resources"] for row in seats],
        "hands": [row["hand"] for row in seats],
        "craters": [row["crater"] for row in seats],
        "slots": [sorted(cast("list[str]", row["slots"])) for row in seats],
        "activations": [row["volcanoes"] for row in seats],
        "points": [row["bought"] for row in seats],
        "scores": [row["total"] for row in seats],
        "active": state["active"],
        "turns": state["round"],
        "places": list(cast("list[int | None]", state["places"])),
        "reason": state["reason"],
    } | read_step(state)


def rows(found: object) -> list[Row]:
    return cast("list[Row]", found)


def place(row: Row) -> str:
    return f"{row['q']},{row['r']}"


def unit(row: Row) -> list[object]:
    return [row["seat"], f"{place(row)}:{row['colour']}", row["pieces"], row["kind"] == "colossal"]


def flow(row: Row) -> list[object]:
    visited = sorted(f"{q},{r}" for q, r in cast("list[list[int]]", row["visited"]))
    return [row["seat"], row["state"], place(row), visited]


def frozen(frost: list[int] | None) -> list[str]:
    """Return the frozen hexes of a centre and a radius."""
    if frost is None:
        return []
    q, r, radius = frost
    return sorted(map(hex_text, within([(q, r)], radius)))


def read_step(state: Row) -> Data:
    """Return the step, where somebody is awaited for an action."""
    return {"step": STEPS.index(str(state["step"]))} if state["awaited"] and not state["wait"] else {}


def read_naive(game: NaiveGame) -> Data:
    """Return the same of the naive rules."""
    data = game.data()
    hidden = cast("list[str]", data["hidden"])
    board = cast("dict[str, list[str]]", data["board"])
    for cell in hidden if not game.over else []:
        board[cell][-2] = board[cell][-2][:-1] + "?"
    letters = zip("LMD", cast("list[int]", data["bank"]), strict=True)
    p = game.position
    flows = [
        [flow.owner, flow.state, hex_text(flow.hex), sorted(map(hex_text, flow.visited))]
        for flow in p.flows
        if flow.state != "ended"
    ]
    slots = [sorted(held) for held in cast("list[list[str]]", data["slots"])]
    return data | {
        "bank": "".join(letter * count for letter, count in letters),
        "flows": flows,
        "slots": slots,
        "trigger": p.trigger.kind if p.trigger else None,
    }

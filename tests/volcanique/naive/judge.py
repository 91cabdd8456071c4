"""Whether an action may be played now: first the step and the turn, then the action itself (V-4, V-24)."""

from collections.abc import Iterator

from tests.volcanique.naive import buying, candidates, deeds, drifting, moving
from tests.volcanique.naive.candidates import Check
from tests.volcanique.naive.notation import Action, read
from tests.volcanique.naive.position import Position, Refused

STEPS = {1: "M F", 2: "B V I K! Q", 3: "X C U W+ W~ W>", 4: "K K$ E"}  # V-4.1
STEP_OF = {kind: number for number, kinds in STEPS.items() for kind in kinds.split()}
ALLOWED = {  # V-4.1, V-19.7, V-19.11, V-19.14
    "normal": ["M", "F", "B", "V", "I", "K!", "X", "C", "U", "W+", "W~", "W>", "K", "K$", "E"],
    "winter": ["M", "F", "B", "V", "I", "K!", "Q", "X", "C", "U", "W+", "W~", "W>", "K", "K$", "E"],
    "final": ["M", "F", "B", "V", "I", "U", "Q", "X", "C", "W+", "W~", "W>", "K", "E"],
    "cool": ["C", "E"],
}
CHECKS: dict[str, Check] = {
    "M": moving.check_move,
    "F": moving.check_flight,
    "B": buying.check_land,
    "V": buying.check_volcano,
    "I": buying.check_island,
    "K!": deeds.check_forced_pass,
    "Q": deeds.check_points,
    "X": deeds.check_erosion,
    "C": deeds.check_claim,
    "U": deeds.check_upgrade,
    "W+": deeds.check_sea,
    "W~": deeds.check_sea,
    "W>": deeds.check_sea,
    "K": deeds.check_map_sacrifice,
    "K$": deeds.check_paid_sacrifice,
    "E": lambda p, seat, action: None,
    "T": drifting.check_plates,
    "Z": drifting.check_rift,
}
ITEMS = {"B": "land", "V": "volcano", "I": "island"}
QUICK = ["C", "M", "K", "Q", "X", "W", "U", "K$", "F", "B", "V", "I", "K!"]  # what is soon found first


def step_of(p: Position, kind: str) -> int:
    """Return the step an action belongs to; in a final turn `U` is spending (A-16)."""
    if kind == "U" and p.turn.mode == "final":
        return 2
    return STEP_OF[kind]


def check_action(p: Position, seat: int, action: Action) -> None:
    """Raise Refused unless the active seat may do this now."""
    if action.kind not in ALLOWED[p.turn.mode]:
        raise Refused("V-19.7", "This turn has no such action.")
    if step_of(p, action.kind) < p.turn.step:
        raise Refused("V-4.2", "This step is over.")
    CHECKS[action.kind](p, seat, action)


def is_possible(p: Position, seat: int, text: str) -> bool:
    try:
        check_action(p, seat, read(text))
    except Refused:
        return False
    return True


def legal_texts(p: Position, seat: int, kind: str) -> Iterator[str]:
    """Return the legal actions of one kind, found by trying every candidate."""
    if step_of(p, "W+" if kind == "W" else kind) < p.turn.step:
        return iter(())
    if kind in ITEMS and not buying.may_buy(p, seat, ITEMS[kind]):  # else an island is tried in a million ways
        return iter(())
    return (text for text in candidates.LISTS[kind](p, seat) if is_possible(p, seat, text))


def only_end_is_left(p: Position) -> bool:
    """Return whether the active seat can do nothing but `E` (A-22)."""
    usable = any(drifting.is_usable(p, p.active, power) for power in ("plates", "rift"))
    if usable and not p.options.on("auto_end"):
        return False
    kinds = [kind for kind in QUICK if p.turn.mode != "cool" or kind == "C"]
    return not any(any(True for _ in legal_texts(p, p.active, kind)) for kind in kinds)


def limited_texts(p: Position, seat: int, kind: str) -> Iterator[str]:
    """Return the legal uses of a limited power."""
    if drifting.is_usable(p, seat, drifting.POWER_OF[kind]):
        for action in candidates.actions(p, seat, kind):
            if buying.is_legal(p, seat, CHECKS[kind], action):
                yield action.text

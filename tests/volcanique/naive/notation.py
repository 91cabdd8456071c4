"""Reading the texts of actions (V-23 with A-40 to A-46). Only the canonical spelling is read."""

import re
from dataclasses import dataclass, field
from functools import lru_cache

from tests.volcanique.naive.grid import BASE, CLASS_OF, Hex, Sector, read_hex, read_sector, read_tile
from tests.volcanique.naive.position import Refused

INT = r"(?:0|-?[1-9][0-9]*)"
HEX = f"{INT},{INT}"
SECTOR = f"{HEX}:[LMD]"
TILE = f"(?:{'|'.join(sorted(BASE, key=len, reverse=True))})[0-5]"
PLACED = f"{TILE}@{HEX}"
PAY = r"\$L*M*D*"
MIG = f"(?P<migs>(?: m {SECTOR}>{SECTOR})*)"
FORMS = {
    "S": f"S (?P<placed>{PLACED} {PLACED} {PLACED}) (?P<word>[LMD])",
    "G": "G (?P<word>L*M*D*)",
    "M": f"M (?P<source>{SECTOR})>(?P<target>{SECTOR})(?P<word>\\+|\\*[1-9][0-9]*)?",
    "F": f"F (?P<source>{SECTOR})>(?P<target>{SECTOR})(?P<word>\\*1)?",
    "B": f"B (?P<placed>{PLACED}) (?P<pay>{PAY}){MIG}",
    "V": f"V (?P<hex>{HEX})/(?P<rotation>[0-5]) (?P<pay>{PAY}) P=(?P<slot>L[1-5][abc]|-)(?P<word> super| winter)?"
    f"(?: arc=(?P<arc>[0-5]))?(?: slide=(?P<slide>{HEX})(?:>(?P<onto>{HEX}))?)?{MIG}",
    "I": f"I (?P<placed>{PLACED}(?: {PLACED}){{0,2}}) (?P<pay>{PAY})",
    "X": f"X (?P<hex>{HEX})",
    "C": f"C (?P<target>{SECTOR})",
    "U": f"U (?P<target>{SECTOR}) (?P<pay>{PAY})",
    "W+": f"W\\+ (?P<hex>{HEX})",
    "W~": f"W~ (?P<hex>{HEX})>(?P<onto>{HEX})",
    "W>": f"W> (?P<hex>{HEX})>(?P<target>{SECTOR})",
    "K": f"K (?P<source>{SECTOR})",
    "K$": f"K\\$ (?P<pay>{PAY})",
    "K!": "K!",
    "Q": f"Q (?P<pay>{PAY})",
    "R": r"R (?P<word>-L*M*D*|\+[LMD])",
    "E": "E",
    "T": f"T (?P<hex>{HEX})>(?P<word>[0-5]{{1,2}})",
    "Z": f"Z (?P<word>[0-5]) (?P<hexes>{HEX}(?:;{HEX})*)",
}


@dataclass
class Action:
    """What an action says; what a kind has no use for stays empty."""

    kind: str
    text: str
    word: str = ""
    source: Sector = ((0, 0), "")
    target: Sector = ((0, 0), "")
    hex: Hex = (0, 0)
    onto: Hex | None = None
    placed: list[tuple[str, int, Hex]] = field(default_factory=list)
    pay: str = ""
    rotation: int = 0
    slot: str = ""
    arc: int | None = None
    slide: Hex | None = None
    migs: list[tuple[Sector, Sector]] = field(default_factory=list)
    hexes: list[Hex] = field(default_factory=list)


@lru_cache(maxsize=50_000)
def read(text: str) -> Action:
    """Return the action that the text writes; raise Refused if none."""
    kind = text.partition(" ")[0]
    if found := re.fullmatch(FORMS.get(kind, "(?!)"), text):
        return action(kind, text, found.groupdict())
    raise Refused("V-23", "No action is written so.")


def action(kind: str, text: str, said: dict[str, str | None]) -> Action:
    """Turn what a form has found into values."""
    made = Action(kind, text)
    for name in ("word", "slot"):
        setattr(made, name, (said.get(name) or "").strip())
    made.pay = (said.get("pay") or "").removeprefix("$")
    for name in ("source", "target"):
        if part := said.get(name):
            setattr(made, name, read_sector(part))
    for name in ("hex", "onto", "slide"):
        if part := said.get(name):
            setattr(made, name, read_hex(part))
    made.rotation = int(said.get("rotation") or 0)
    made.arc = None if said.get("arc") is None else int(said["arc"] or 0)
    made.placed = [read_placed(part) for part in (said.get("placed") or "").split()]
    pairs = (said.get("migs") or "").split(" m ")[1:]
    made.migs = [(read_sector(pair.split(">")[0]), read_sector(pair.split(">")[1])) for pair in pairs]
    made.hexes = [read_hex(part) for part in (said.get("hexes") or "").split(";") if part]
    return made


def read_placed(text: str) -> tuple[str, int, Hex]:
    """Return kind, rotation and hex of a tile as `LM3@1,0`; an uno is never turned (A-43)."""
    tile, where = text.split("@")
    kind, rotation = read_tile(tile)
    if CLASS_OF[kind] == "uno" and rotation:
        raise Refused("A-43", "An uno is always written with rotation 0.")
    return kind, rotation, read_hex(where)

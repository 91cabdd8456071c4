"""How each entry is read: a pattern and what it stands for, by the first word of the text (V-23.1 to V-23.5)."""

import re
from collections.abc import Callable
from typing import Final

from games.hexes import Cell
from games.volcanique.rules.entries import actions as act
from games.volcanique.rules.entries.actions import Action, Migration, PlacedTile, Sector
from games.volcanique.rules.position.grid import NO_SLOT, SLOTS
from games.volcanique.rules.position.resources import Counts, counts_of
from games.volcanique.rules.position.tiles import COLOURS, MEMBER_OF

MASK = "?"
NUMBER = r"(?:0|-?[1-9][0-9]{0,2})"
HEX = rf"{NUMBER},{NUMBER}"
SECTOR = rf"{HEX}:[LMD]"
TILE = r"(?:L0|M0|D0|(?:LM|LD|MD|LMD|LDM)[0-5])"
PLACED = rf"{TILE}@{HEX}"
PAY = r"\$L*M*D*"
MIGRATIONS = rf"((?: m {SECTOR}>{SECTOR})*)"
SLOT = "|".join((*SLOTS, NO_SLOT))


def hex_of(word: str) -> Cell:
    """Return the hex of a word such as `0,-1`."""
    q, _, r = word.partition(",")
    return int(q), int(r)


def sector_of(word: str) -> Sector:
    """Return the sector of a word such as `0,-1:M`."""
    cell, _, colour = word.partition(":")
    return Sector(hex_of(cell), COLOURS.index(colour))


def placed_of(word: str) -> PlacedTile:
    """Return the tile on a hex of a word such as `LMD4@0,1`."""
    tile, _, cell = word.partition("@")
    return PlacedTile(MEMBER_OF[tile], hex_of(cell))


def pay_of(word: str) -> Counts:
    """Return the resources of a word such as `$LLM`."""
    return counts_of(word)


def count_of(word: str | None) -> int | None:
    """Return the number of a word such as `*2`; None without a word."""
    return None if word is None else int(word.lstrip("*"))


def migrations_of(words: str) -> tuple[Migration, ...]:
    """Return the builder's own migrations at the end of a line."""
    pairs = (pair.partition(">") for pair in words.split() if pair != "m")
    return tuple(Migration(sector_of(start), sector_of(end)) for start, _, end in pairs)


def read_erupt(words: re.Match[str]) -> Action:
    """Return a volcano with everything that is announced with it."""
    cell, rotation, pay, slot, ending, arc, slide, target, migrations = words.groups()
    return act.Erupt(
        hex_of(cell),
        None if rotation == MASK else int(rotation),
        pay_of(pay),
        slot,
        ending or "",
        None if arc is None else int(arc),
        None if slide is None else (hex_of(slide), None if target is None else hex_of(target)),
        migrations_of(migrations),
    )


def read_evacuation(words: re.Match[str]) -> Action:
    """Return an answer to EVACUATE or VMIGRATE that is no refusal."""
    kind, start, end, pieces, how = words.groups()
    price = None if how == "hp" else pay_of(how)
    return act.Answer(kind, sector_of(start), sector_of(end), count_of(pieces), price)


Reader = Callable[[re.Match[str]], Action]
ROWS: Final[dict[str, list[tuple[str, Reader]]]] = {
    "S": [
        (
            rf"S ({PLACED}) ({PLACED}) ({PLACED}) ([LMD])",
            lambda w: act.Found(placed_of(w[1]), placed_of(w[2]), placed_of(w[3]), COLOURS.index(w[4])),
        )
    ],
    "G": [(r"G (L*M*D*)", lambda w: act.Choose(counts_of(w[1])))],
    "M": [
        (rf"M ({SECTOR})>({SECTOR})\+", lambda w: act.Move(sector_of(w[1]), sector_of(w[2]), join=True)),
        (
            rf"M ({SECTOR})>({SECTOR})(\*[1-9][0-9]?)?",
            lambda w: act.Move(sector_of(w[1]), sector_of(w[2]), pieces=count_of(w[3])),
        ),
    ],
    "F": [
        (
            rf"F ({SECTOR})>({SECTOR})(\*1)?",
            lambda w: act.Fly(sector_of(w[1]), sector_of(w[2]), count_of(w[3])),
        )
    ],
    "B": [
        (
            rf"B ({PLACED}) ({PAY}){MIGRATIONS}",
            lambda w: act.Buy(placed_of(w[1]), pay_of(w[2]), migrations_of(w[3])),
        )
    ],
    "V": [
        (
            rf"V ({HEX})/([0-5?]) ({PAY}) P=({SLOT})(?: (super|winter))?(?: arc=([0-5]))?"
            rf"(?: slide=({HEX})(?:>({HEX}))?)?{MIGRATIONS}",
            read_erupt,
        )
    ],
    "VR": [(rf"VR ({HEX})/([0-5?])", lambda w: act.Turn(hex_of(w[1]), None if w[2] == MASK else int(w[2])))],
    "I": [
        (
            rf"I ({PLACED}(?: {PLACED}){{0,2}}) ({PAY})",
            lambda w: act.Summon(
                tuple(sorted(map(placed_of, w[1].split()), key=lambda placed: placed.cell)), pay_of(w[2])
            ),
        )
    ],
    "X": [(rf"X ({HEX})", lambda w: act.Erode(hex_of(w[1])))],
    "C": [(rf"C ({SECTOR})", lambda w: act.Claim(sector_of(w[1])))],
    "U": [(rf"U ({SECTOR}) ({PAY})", lambda w: act.Upgrade(sector_of(w[1]), pay_of(w[2])))],
    "W+": [(rf"W\+ ({HEX})", lambda w: act.PutToSea(hex_of(w[1])))],
    "W~": [(rf"W~ ({HEX})>({HEX})", lambda w: act.Sail(hex_of(w[1]), hex_of(w[2])))],
    "W>": [(rf"W> ({HEX})>({SECTOR})", lambda w: act.Land(hex_of(w[1]), sector_of(w[2])))],
    "K": [(rf"K ({SECTOR})", lambda w: act.Sacrifice(sector_of(w[1])))],
    "K$": [(rf"K\$ ({PAY})", lambda w: act.Ritual(pay_of(w[1])))],
    "K!": [(r"K!", lambda w: act.ForcedPass())],
    "Q": [(rf"Q ({PAY})", lambda w: act.BuyPoints(pay_of(w[1])))],
    "R": [
        (r"R -(L*M*D*)", lambda w: act.Drop(counts_of(w[1]))),
        (r"R \+([LMD])", lambda w: act.Pick(COLOURS.index(w[1]))),
    ],
    "E": [(r"E", lambda w: act.End())],
    "T": [(rf"T ({HEX})>([0-5]{{1,2}})", lambda w: act.Drift(hex_of(w[1]), tuple(map(int, w[2]))))],
    "Z": [
        (
            rf"Z ([0-5]) ({HEX}(?:;{HEX})*)",
            lambda w: act.Tear(int(w[1]), tuple(sorted(set(map(hex_of, w[2].split(";")))))),
        )
    ],
    "m": [(rf"(m) ({SECTOR})>({SECTOR})", lambda w: act.Answer(w[1], sector_of(w[2]), sector_of(w[3])))],
    "c": [(rf"(c) ({SECTOR})>({SECTOR})", lambda w: act.Answer(w[1], sector_of(w[2]), sector_of(w[3])))],
    "e": [
        (rf"(e) ({SECTOR})>-", lambda w: act.Answer(w[1], sector_of(w[2]), None)),
        (rf"(e) ({SECTOR})>({SECTOR})(\*[1-9][0-9]?)? ({PAY}|hp)", read_evacuation),
    ],
    "v": [
        (rf"(v) ({SECTOR})>-", lambda w: act.Answer(w[1], sector_of(w[2]), None)),
        (rf"(v) ({SECTOR})>({SECTOR})(\*[1-9][0-9]?)? ({PAY})", read_evacuation),
    ],
    "d": [(r"d ([yn])", lambda w: act.Reply("d", w[1] == "y"))],
    "b": [(r"b ([yn])", lambda w: act.Reply("b", w[1] == "y"))],
    "D": [(r"D ([1-9][0-9]?)", lambda w: act.Die(int(w[1])))],
    "O": [(rf"O ({HEX})/([0-5])", lambda w: act.Reveal(hex_of(w[1]), int(w[2])))],
    "resign": [(r"resign", lambda w: act.Leave("resign"))],
    "timeout": [(r"timeout", lambda w: act.Leave("timeout"))],
    "undo": [
        (r"undo(?: ([1-9][0-9]?))?", lambda w: act.Undo(int(w[1] or 1))),
    ],
}
GRAMMAR: Final = {first: [(re.compile(pattern), reader) for pattern, reader in rows] for first, rows in ROWS.items()}

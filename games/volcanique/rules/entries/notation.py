"""Entries as text and back (V-23.1 to V-23.5): there is one way to write each, and reading gives the same value."""

from games.contract import Violation
from games.volcanique.rules.entries import actions as act
from games.volcanique.rules.entries.actions import Action, Migration, PlacedTile, Sector
from games.volcanique.rules.entries.grammar import GRAMMAR, MASK
from games.volcanique.rules.position.resources import Counts, letters_of
from games.volcanique.rules.position.tiles import COLOURS
from games.volcanique.rules.position.words import hex_words, placed_words, sector_words

NOT_AN_ENTRY = Violation("V-23.1", "An entry is written like B LM3@1,0 $LLM, C 1,0:D or E.")
LONGEST = 2000


def read_entry(text: str) -> Action | None:
    """Return what the text says, or None when it is no entry."""
    if len(text) > LONGEST:
        return None
    for pattern, reader in GRAMMAR.get(text.partition(" ")[0], ()):
        found = pattern.fullmatch(text)
        if found:
            return reader(found)
    return None


def mask_secret(text: str) -> str:
    """V-23.6: the text with its secret rotation hidden."""
    head, slash, tail = text.partition("/")
    return f"{head}{slash}{MASK}{tail[1:]}"


def write_entry(action: Action) -> str:
    """Return the text of an entry."""
    match action:
        case act.Claim(sector):
            return f"C {sector_text(sector)}"
        case act.End():
            return "E"
        case act.Buy(placed, price, migrations):
            return f"B {placed_text(placed)} {pay_text(price)}{migrations_text(migrations)}"
        case act.Move(start, end, join, pieces):
            return f"M {sector_text(start)}>{sector_text(end)}{'+' if join else count_text(pieces)}"
        case act.Fly(start, end, pieces):
            return f"F {sector_text(start)}>{sector_text(end)}{count_text(pieces)}"
        case act.Erupt():
            return erupt_text(action)
        case act.Summon(placed, price):
            return f"I {' '.join(map(placed_text, placed))} {pay_text(price)}"
        case act.Answer():
            return answer_text(action)
        case act.Die(result):
            return f"D {result}"
        case act.Drop(resources):
            return f"R -{letters_of(resources)}"
        case act.Pick(colour):
            return f"R +{COLOURS[colour]}"
        case act.Reply(kind, yes):
            return f"{kind} {'y' if yes else 'n'}"
        case act.Leave(how):
            return how
        case act.Undo(count):
            return "undo" if count == 1 else f"undo {count}"
    return write_rarer(action)


def write_rarer(action: Action) -> str:
    """Return the text of an entry that is less often met."""
    match action:
        case act.Sacrifice(sector):
            return f"K {sector_text(sector)}"
        case act.Ritual(price):
            return f"K$ {pay_text(price)}"
        case act.ForcedPass():
            return "K!"
        case act.Erode(cell):
            return f"X {hex_words(cell)}"
        case act.Upgrade(sector, price):
            return f"U {sector_text(sector)} {pay_text(price)}"
        case act.PutToSea(cell):
            return f"W+ {hex_words(cell)}"
        case act.Sail(sea, to):
            return f"W~ {hex_words(sea)}>{hex_words(to)}"
        case act.Land(sea, sector):
            return f"W> {hex_words(sea)}>{sector_text(sector)}"
        case act.BuyPoints(price):
            return f"Q {pay_text(price)}"
        case act.Reveal(cell, rotation):
            return f"O {hex_words(cell)}/{rotation}"
        case act.Drift(cell, path):
            return f"T {hex_words(cell)}>{''.join(map(str, path))}"
        case act.Tear(direction, part):
            return f"Z {direction} {';'.join(map(hex_words, part))}"
        case act.Turn(cell, turned):
            return f"VR {hex_words(cell)}/{rotation_text(turned)}"
        case act.Choose(resources):
            return f"G {letters_of(resources)}"
        case act.Found(uno, duo, trio, colour):
            return f"S {placed_text(uno)} {placed_text(duo)} {placed_text(trio)} {COLOURS[colour]}"
    raise AssertionError(action)


def erupt_text(action: act.Erupt) -> str:
    """Return a volcano with everything that is announced with it, in the order of V-23.2."""
    words = [f"V {hex_words(action.cell)}/{rotation_text(action.rotation)}", pay_text(action.price), f"P={action.slot}"]
    if action.ending:
        words.append(action.ending)
    if action.arc is not None:
        words.append(f"arc={action.arc}")
    if action.slide is not None:
        cell, target = action.slide
        words.append(f"slide={hex_words(cell)}" + ("" if target is None else f">{hex_words(target)}"))
    return " ".join(words) + migrations_text(action.migrations)


def answer_text(action: act.Answer) -> str:
    """Return an answer about a unit."""
    kind, start, end, pieces, price = action
    if end is None:
        return f"{kind} {sector_text(start)}>-"
    words = f"{kind} {sector_text(start)}>{sector_text(end)}{count_text(pieces)}"
    if kind in ("m", "c"):
        return words
    return f"{words} {'hp' if price is None else pay_text(price)}"


def migrations_text(migrations: tuple[Migration, ...]) -> str:
    """Return the builder's own migrations at the end of a line."""
    return "".join(f" m {sector_text(start)}>{sector_text(end)}" for start, end in migrations)


def rotation_text(rotation: int | None) -> str:
    """Return a rotation, or the mask for a secret one."""
    return MASK if rotation is None else str(rotation)


def count_text(pieces: int | None) -> str:
    """Return how many pieces of a group, empty for all of it."""
    return "" if pieces is None else f"*{pieces}"


def sector_text(sector: Sector) -> str:
    """Return a sector as 0,-1:M."""
    return sector_words(*sector)


def placed_text(placed: PlacedTile) -> str:
    """Return a tile on a hex as LMD4@0,1."""
    return placed_words(*placed)


def pay_text(counts: Counts) -> str:
    """Return resources as $LLM."""
    return f"${letters_of(counts)}"

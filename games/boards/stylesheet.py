"""A small part of CSS, as much as the board's sheets use: classes, tags, descendants, custom properties."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

COMMENT = re.compile(r"/\*.*?\*/", re.S)
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
VAR = re.compile(r"var\((--[\w-]+)(?:,\s*([^()]+))?\)")
PART = re.compile(r"[.]?[\w-]+")


class Node(NamedTuple):
    """What a selector sees of an element: its tag and its classes."""

    tag: str
    classes: frozenset[str]


@dataclass(frozen=True, slots=True)
class Rule:
    """A selector as a chain of compounds, the innermost last, with its declarations."""

    chain: tuple[tuple[str, ...], ...]
    declarations: tuple[tuple[str, str], ...]

    def holds(self, path: Sequence[Node]) -> bool:
        """Whether the last node of the path is meant."""
        if not matches(self.chain[-1], path[-1]):
            return False
        ancestors, wanted = list(path[:-1]), list(self.chain[:-1])
        while wanted and ancestors:
            if matches(wanted[-1], ancestors.pop()):
                wanted.pop()
        return not wanted

    @property
    def weight(self) -> tuple[int, int]:
        """More classes win, then more tags."""
        parts = [part for compound in self.chain for part in compound]
        return sum(part.startswith(".") for part in parts), sum(not part.startswith(".") for part in parts)


def matches(compound: Sequence[str], node: Node) -> bool:
    return all(part[1:] in node.classes if part.startswith(".") else part == node.tag for part in compound)


@cache
def read_rules(css: str) -> tuple[Rule, ...]:
    """The rules that hold in a still picture, weakest first: no states, no conditions, no movement."""
    rules = [
        Rule(tuple(tuple(PART.findall(compound)) for compound in selector.split()), declarations_of(body))
        for selectors, body in RULE.findall(without_blocks(COMMENT.sub("", css)))
        for selector in selectors.split(",")
        if not re.search(r"[:\[@>+~*]", selector)
    ]
    return tuple(sorted(rules, key=lambda rule: rule.weight))


@cache
def read_root(css: str, theme: str = "") -> Mapping[str, str]:
    """The custom properties of the plain `:root`, then those of the theme."""
    roots = (":root", f':root[data-theme="{theme}"]')
    rules = RULE.findall(without_blocks(COMMENT.sub("", css)))
    bodies = (body for selector, body in rules if selector.strip() in roots)
    return {name: value for body in bodies for name, value in declarations_of(body) if name.startswith("--")}


def declarations_of(body: str) -> tuple[tuple[str, str], ...]:
    pairs = (part.split(":", 1) for part in body.split(";") if ":" in part)
    return tuple((name.strip(), value.strip()) for name, value in pairs)


def without_blocks(css: str) -> str:
    """The sheet without its conditional blocks: an @ rule goes with all that its braces hold."""
    kept, depth, skips = [], 0, False
    for piece in re.split(r"(@[^{;]*[{;]|[{}])", css):
        if not skips and piece.startswith("@"):
            skips, depth = piece.endswith("{"), 1
        elif skips:
            depth += (piece.endswith("{")) - (piece == "}")
            skips = depth > 0
        else:
            kept.append(piece)
    return "".join(kept)


def with_values(value: str, known: Mapping[str, str]) -> str:
    """The value with each `var()` replaced; `none` for what nobody set."""
    while "var(" in value:
        value = VAR.sub(lambda found: known.get(found[1], found[2] or "none"), value)
    return value

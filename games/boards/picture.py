"""A drawn board as a picture by itself: every class becomes attributes, every text becomes lines.

Renderers of pictures know neither custom properties nor the machine's fonts. A rule reaches into a symbol by
inheritance only, so a symbol is copied once for each set of inherited values in which it is used.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple
from xml.etree.ElementTree import Element, SubElement, fromstring, tostring

from games.boards import digits
from games.boards.stylesheet import Node, Rule, read_root, read_rules, with_values

SVG = "http://www.w3.org/2000/svg"
DROPPED = {"title", "desc", "defs"}
KEPT = {"x", "y", "cx", "cy", "r", "d", "width", "height", "transform", "viewBox", "href"}
DRAWN = {"fill", "fill-opacity", "opacity", "stroke", "stroke-dasharray", "stroke-linecap", "stroke-linejoin"}
DRAWN |= {"stroke-width", "transform"}
Values = Mapping[str, str]
Copy = tuple[str, tuple[tuple[str, str], ...]]  # a symbol and the values that it inherits


@dataclass(slots=True)
class Sheet:
    """The rules, what has an id, and what was found out so far: declarations by path, copies of symbols."""

    rules: tuple[Rule, ...]
    named: Mapping[str, Element]
    declared: dict[tuple[Node, ...], dict[str, str]] = field(default_factory=dict)
    copies: dict[Copy, str] = field(default_factory=dict)
    defined: list[Element] = field(default_factory=list)

    def declarations(self, path: tuple[Node, ...]) -> dict[str, str]:
        """What the rules say of the last element of the path."""
        if path not in self.declared:
            holding = (rule for rule in self.rules if rule.holds(path))
            self.declared[path] = {name: value for rule in holding for name, value in rule.declarations}
        return self.declared[path]


class Around(NamedTuple):
    """What an element inherits: the path to its parent, custom properties, and the size of text."""

    path: tuple[Node, ...]
    values: Values
    size: float = 17.0


def resolved(svg: str, css: str, width: int, height: int, theme: str = "") -> str:
    """The drawing with attributes instead of classes, ready for a renderer."""
    source = fromstring(svg)  # noqa: S314 - our own drawing, not somebody's
    sheet = Sheet(read_rules(css), {node.attrib["id"]: node for node in source.iter() if "id" in node.attrib})
    picture = Element(
        "svg", {"xmlns": SVG, "viewBox": source.attrib["viewBox"], "preserveAspectRatio": "xMidYMid slice"}
    )
    picture.attrib.update({"width": str(width), "height": str(height)})
    definitions = SubElement(picture, "defs")
    inside, _ = styled(sheet, source, Around((), read_root(css, theme)))
    for child in source:
        copy_into(picture, child, sheet, inside)
    definitions.extend(sheet.defined)
    return tostring(picture, encoding="unicode")


def tag_of(element: Element) -> str:
    return element.tag.rpartition("}")[2]


def styled(sheet: Sheet, element: Element, around: Around) -> tuple[Around, dict[str, str]]:
    """What the element passes on, and its own declarations with their values."""
    path = (*around.path, Node(tag_of(element), frozenset(element.get("class", "").split())))
    declared = sheet.declarations(path)
    new = {name: with_values(value, around.values) for name, value in declared.items() if name.startswith("--")}
    values = {**around.values, **new}
    own = {name: with_values(value, values) for name, value in declared.items() if not name.startswith("--")}
    size = float(own.get("font-size", f"{around.size}px").removesuffix("px"))
    return Around(path, values, size), own


def copy_into(parent: Element, element: Element, sheet: Sheet, around: Around) -> None:
    """Adds the element to the parent as attributes say it."""
    inside, own = styled(sheet, element, around)
    if tag_of(element) in DROPPED or "symbols" in inside.path[-1].classes or own.get("display") == "none":
        return
    attributes = {name: value for name, value in element.attrib.items() if name in KEPT} | attributes_of(own)
    if tag_of(element) == "text":
        parent.append(number(element.text or "", attributes, inside.size))
        return
    if "href" in attributes:
        attributes["href"] = "#" + copy_of(attributes["href"][1:], sheet, inside.values)
    copied = SubElement(parent, tag_of(element), attributes)
    for child in element:
        copy_into(copied, child, sheet, inside)


def attributes_of(own: Values) -> dict[str, str]:
    """The declarations as attributes: lengths without their unit."""
    return {name: re.sub(r"(?<=\d)px", "", value) for name, value in own.items() if name in DRAWN}


def copy_of(name: str, sheet: Sheet, values: Values) -> str:
    """The id of the symbol's copy for these inherited values."""
    key = name, tuple(sorted(values.items()))
    if key not in sheet.copies:
        sheet.copies[key] = f"{name}{len(sheet.copies)}"
        copy = Element("g", {"id": sheet.copies[key]})
        for child in sheet.named[name]:
            copy_into(copy, child, sheet, Around((), values))
        sheet.defined.append(copy)
    return sheet.copies[key]


def number(text: str, attributes: Values, size: float) -> Element:
    """A number as lines around its point; one with a stroke gets a wider line below."""
    scale = digits.scale(size)
    place = f"translate({attributes['x']} {attributes['y']}) scale({scale:.4f})"
    group = Element("g", {"transform": place, "fill": "none", "stroke-linecap": "round", "stroke-linejoin": "round"})
    if "stroke" in attributes:
        draw_number(group, text, attributes["stroke"], digits.PEN + float(attributes["stroke-width"]) / scale)
    draw_number(group, text, attributes["fill"], digits.PEN)
    return group


def draw_number(group: Element, text: str, colour: str, pen: float) -> None:
    for glyph, x in digits.offsets(text):
        place = f"translate({x:.2f} 0)"
        SubElement(group, "path", {"d": glyph, "transform": place, "stroke": colour, "stroke-width": f"{pen:.2f}"})

"""A drawn board as a picture by itself: what a browser does with the site's style sheets is done before it is drawn.

A renderer knows neither custom properties nor how they reach into a symbol. So each `use` is filled with what it shows,
and css-inline writes the style of each element into it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from copy import deepcopy
from functools import cache
from xml.etree.ElementTree import Element, fromstring, register_namespace, tostring

from css_inline import CSSInliner

SVG = "http://www.w3.org/2000/svg"
LIGHT_DARK = re.compile(r"light-dark\(([^,()]+), ([^,()]+)\)")
PIXELS = re.compile(r"(?<=\d)px\b")  # a length of CSS has a unit, an attribute of SVG none


def resolve_styles(svg: str, css: str, width: int, height: int, theme: str = "") -> str:
    """Return the drawing in this size and theme with styles instead of classes, ready for a renderer."""
    picture = fromstring(svg)  # noqa: S314 - our own drawing, not somebody's
    fill_uses(picture, {node.attrib["id"]: node for node in picture.iter() if "id" in node.attrib})
    for symbols in picture.findall(f"{{{SVG}}}svg"):
        picture.remove(symbols)
    picture.attrib.update(width=str(width), height=str(height), preserveAspectRatio="xMidYMid slice")
    register_namespace("", SVG)  # others in this process write SVG with a prefix, such as the QR codes of second steps
    page = f'<html data-theme="{theme}"><body>{tostring(picture, encoding="unicode")}</body></html>'
    styled = cached_inliner(with_theme(css, theme)).inline(page)
    drawing = styled[styled.index("<svg") : styled.rindex("</svg>") + len("</svg>")]
    return PIXELS.sub("", drawing.replace("<use ", "<g ").replace("</use>", "</g>"))


def with_theme(css: str, theme: str) -> str:
    """Return the style sheet with the colours of the dark theme if it is `dark`, else with those of the light one."""
    return LIGHT_DARK.sub(r"\2" if theme == "dark" else r"\1", css)


def fill_uses(parent: Element, named: Mapping[str, Element]) -> None:
    """Put into each `use` below the parent a copy of what it refers to, at its place."""
    for child in parent:
        if "href" in child.attrib:
            child.extend(deepcopy(each) for each in named[child.attrib.pop("href")[1:]])
            x, y = child.attrib.pop("x", "0"), child.attrib.pop("y", "0")
            child.set("transform", f"{child.get('transform', '')} translate({x} {y})".strip())
        fill_uses(child, named)


@cache
def cached_inliner(css: str) -> CSSInliner:
    return CSSInliner(extra_css=css, resolve_css_variables=True, load_remote_stylesheets=False, inline_style_tags=False)

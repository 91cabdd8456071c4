"""How colours differ: WCAG contrast, CIE L*, CIEDE2000, and sight with protanopia, deuteranopia or tritanopia.

The simulations are the matrices of Machado, Oliveira and Fernandes (2009) at full severity, on linear light.
"""

import math
import re
from itertools import combinations
from pathlib import Path

from games.boards.picture import with_theme

Lab = tuple[float, float, float]

SIGHTS = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
STATIC = Path(__file__).resolve().parents[2] / "static"
TOKENS = STATIC / "css" / "tokens.css"
BOARD_SHEET = STATIC / "taluva" / "board.css"


def declared(selector: str, css: str, theme: str = "light") -> dict[str, str]:
    """The colours of the rule with that selector."""
    block = with_theme(css[css.index(selector) :], theme)
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", block[block.index("{") : block.index("}")]))


def declared_anywhere(selector: str, theme: str = "light") -> dict[str, str]:
    """The colours of the rule with that selector, the site's and the game's."""
    return declared(selector, TOKENS.read_text(), theme) | declared(selector, BOARD_SHEET.read_text(), theme)


def schemes() -> dict[str, dict[str, str]]:
    """Every palette in every theme, as a reader who chose both gets it."""
    light, dark = (declared_anywhere("\n:root {", theme) for theme in ("light", "dark"))
    contrast = '\n:root[data-palette="contrast"] {'
    return {
        "light": light,
        "dark": dark,
        "contrast light": light | declared_anywhere(contrast),
        "contrast dark": dark | declared_anywhere(contrast, "dark"),
        "greys": light | declared_anywhere('\n:root[data-palette="greys"] {'),
    }


def opacities(scheme: str) -> str:
    """How dark shadows are in a theme, as declarations."""
    selector = '\n:root[data-theme="dark"] {' if "dark" in scheme else "\n:root {"
    css = BOARD_SHEET.read_text()
    block = css[css.index(selector) :]
    return "".join(re.findall(r"--(?:shaded|dark-side): [.\d]+;", block[: block.index("}")]))


def linear(colour: str) -> list[float]:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    return [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]


def contrast(one: str, other: str) -> float:
    """The contrast ratio of WCAG 2.2, from 1 to 21."""
    lights = [sum(w * c for w, c in zip((0.2126, 0.7152, 0.0722), linear(x), strict=True)) for x in (one, other)]
    return (max(lights) + 0.05) / (min(lights) + 0.05)


def lab(colour: str, sight: str = "normal") -> Lab:
    """The colour in CIE L*a*b* (D65), as that sight has it."""
    seen = (sum(m * c for m, c in zip(row, linear(colour), strict=True)) for row in SIGHTS[sight])
    r, g, b = (min(1.0, max(0.0, part)) for part in seen)
    xyz = (
        (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047,
        0.2126729 * r + 0.7151522 * g + 0.0721750 * b,
        (0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883,
    )
    x, y, z = (t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116 for t in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def ciede2000(one: Lab, other: Lab) -> float:
    """The difference that an eye sees; 10 is plain at a glance."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    stretch = 1.5 - 0.5 * math.sqrt(mean**7 / (mean**7 + 25**7))
    a1, a2 = a1 * stretch, a2 * stretch
    c1, c2 = math.hypot(a1, b1), math.hypot(a2, b2)
    h1, h2 = math.degrees(math.atan2(b1, a1)) % 360, math.degrees(math.atan2(b2, a2)) % 360
    turn = (h2 - h1 + 180) % 360 - 180 if c1 * c2 else 0.0
    chroma, hue = (c1 + c2) / 2, (h1 + turn / 2) % 360 if c1 * c2 else h1 + h2
    light_off = 0.015 * ((l1 + l2) / 2 - 50) ** 2 / math.sqrt(20 + ((l1 + l2) / 2 - 50) ** 2)
    d_l = (l2 - l1) / (1 + light_off)
    d_c = (c2 - c1) / (1 + 0.045 * chroma)
    d_h = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2)) / (1 + 0.015 * chroma * hue_weight(hue))
    return math.sqrt(d_l**2 + d_c**2 + d_h**2 + rotation(chroma, hue) * d_c * d_h)


def hue_weight(hue: float) -> float:
    parts = ((-0.17, 1, 30), (0.24, 2, 0), (0.32, 3, -6), (-0.20, 4, 63))
    return 1 + sum(weight * math.cos(math.radians(times * hue - shift)) for weight, times, shift in parts)


def rotation(chroma: float, hue: float) -> float:
    spread = 60 * math.exp(-(((hue - 275) / 25) ** 2))
    return -math.sin(math.radians(spread)) * 2 * math.sqrt(chroma**7 / (chroma**7 + 25**7))


def nearest(names: list[str], scheme: dict[str, str], sight: str) -> tuple[float, str, str]:
    """The smallest difference between two of these colours, and the two."""
    pairs = combinations(names, 2)
    return min((ciede2000(lab(scheme[a], sight), lab(scheme[b], sight)), a, b) for a, b in pairs)

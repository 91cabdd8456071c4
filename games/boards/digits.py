"""Numbers as lines: a picture must look the same on every machine, whatever fonts it has.

The glyphs are drawn in a box of 8 by 12 that stands on the baseline, with a round pen.
"""

GLYPHS = {
    "0": "M4,-12C7,-12 8,-9.5 8,-6S7,0 4,0S0,-2.5 0,-6S1,-12 4,-12Z",
    "1": "M1.4,-9.8L4.9,-12V0",
    "2": "M.4,-9C.6,-11 2,-12 4,-12C6.3,-12 7.6,-10.7 7.6,-8.8C7.6,-6.5 5,-4.6 .4,0H8",
    "3": "M.5,-10.4C1.2,-11.5 2.4,-12 3.9,-12C6,-12 7.4,-10.8 7.4,-9.1C7.4,-7.4 6,-6.4 3.6,-6.4"
    "C6.3,-6.4 7.8,-5.2 7.8,-3.3C7.8,-1.3 6.2,0 3.9,0C2.2,0 .8,-.6 0,-1.8",
    "4": "M6,0V-12L0,-3.4H8.2",
    "5": "M7.2,-12H1.4L.8,-6.6C1.6,-7.3 2.7,-7.7 3.9,-7.7C6.3,-7.7 7.8,-6.1 7.8,-3.9C7.8,-1.6 6.2,0 3.8,0"
    "C2.2,0 .9,-.6 0,-1.7",
    "6": "M6.8,-11.2C6.1,-11.7 5.3,-12 4.5,-12C1.6,-12 .2,-9.3 .2,-5.2C.2,-1.8 1.7,0 4.1,0C6.4,0 7.9,-1.6 7.9,-3.8"
    "C7.9,-6 6.4,-7.5 4.3,-7.5C2.2,-7.5 .3,-5.8 .2,-3.9",
    "7": "M.2,-12H8L3,0",
    "8": "M4,-6.4C2,-6.4 .7,-7.5 .7,-9.2C.7,-10.9 2,-12 4,-12S7.3,-10.9 7.3,-9.2C7.3,-7.5 6,-6.4 4,-6.4"
    "C1.7,-6.4 .1,-5.2 .1,-3.2C.1,-1.3 1.7,0 4,0S7.9,-1.3 7.9,-3.2C7.9,-5.2 6.3,-6.4 4,-6.4Z",
    "9": "M1.2,-.8C1.9,-.3 2.7,0 3.5,0C6.4,0 7.8,-2.7 7.8,-6.8C7.8,-10.2 6.3,-12 3.9,-12C1.6,-12 .1,-10.4 .1,-8.2"
    "C.1,-6 1.6,-4.5 3.7,-4.5C5.8,-4.5 7.7,-6.2 7.8,-8.1",
    "−": "M.6,-5.2H7.4",
    ",": "M4,-.5L3,3",
}
PEN = 2.9
ADVANCE = 11.2
CAP = 0.68  # the height of a digit in parts of the font size


def scale(size: float) -> float:
    """From the glyphs' units to a font size."""
    return size * CAP / 12


def offsets(text: str) -> list[tuple[str, float]]:
    """The glyphs of a text with where each begins, the whole centred on 0."""
    width = ADVANCE * (len(text) - 1) + 8
    return [(GLYPHS[char], index * ADVANCE - width / 2) for index, char in enumerate(text)]

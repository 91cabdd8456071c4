"""A PNG with 256 colours instead of 16 million: a drawn board loses nothing to the eye, and four fifths of its size."""

from collections import Counter
from collections.abc import Iterator
from struct import pack, unpack
from zlib import compress, crc32, decompress

COLOURS = 256
Colour = tuple[int, int, int]


def with_palette(png: bytes) -> bytes:
    """The same picture; it has to have 8 bits of red, green, blue and alpha, and nothing that shines through."""
    width, height, *kind = unpack(">IIBBBBB", dict(chunks(png))[b"IHDR"])
    if kind != [8, 6, 0, 0, 0]:
        raise ValueError(f"not a picture that can be read here: {kind}")
    raw = decompress(b"".join(data for name, data in chunks(png) if name == b"IDAT"))
    red, green, blue = (unfiltered(raw, width, height, channel) for channel in range(3))
    pixels = list(zip(red, green, blue, strict=True))
    palette, index = quantised(Counter(pixels))
    rows = bytes(index[pixel] for pixel in pixels)
    lines = b"".join(b"\0" + rows[row * width : (row + 1) * width] for row in range(height))
    return b"".join(
        [
            png[:8],
            chunk(b"IHDR", pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
            chunk(b"PLTE", bytes(value for colour in palette for value in colour)),
            chunk(b"IDAT", compress(lines, 9)),
            chunk(b"IEND", b""),
        ]
    )


def chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = 8
    while at < len(png):
        (length,) = unpack(">I", png[at : at + 4])
        yield png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        at += 12 + length


def chunk(name: bytes, data: bytes) -> bytes:
    return pack(">I", len(data)) + name + data + pack(">I", crc32(name + data))


def unfiltered(raw: bytes, width: int, height: int, channel: int) -> bytearray:
    """One channel of the picture, row after row: each is stored as the difference from what lies around it."""
    size, found, above = 4 * width + 1, bytearray(), bytearray(width)
    for start in range(0, height * size, size):
        above = row_of(raw[start], raw[start + 1 + channel : start + size : 4], above)
        found += above
    return found


def row_of(kind: int, stored: bytes, above: bytearray) -> bytearray:
    """A row of one channel from what is stored and the row above (PNG's five filters)."""
    if kind == 0:
        return bytearray(stored)
    if kind == 2:
        return bytearray((value + up) & 255 for value, up in zip(stored, above, strict=True))
    row, left, corner = bytearray(len(stored)), 0, 0
    for column, (value, up) in enumerate(zip(stored, above, strict=True)):
        guess = left if kind == 1 else (left + up) >> 1 if kind == 3 else nearest_of(left, up, corner)
        left, corner = (value + guess) & 255, up
        row[column] = left
    return row


def nearest_of(left: int, up: int, corner: int) -> int:
    """Paeth's guess: of the three the one that is nearest to left + up - corner."""
    to_left, to_up, to_corner = abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)
    if to_left <= to_up and to_left <= to_corner:
        return left
    return up if to_up <= to_corner else corner


def quantised(counted: Counter[Colour]) -> tuple[list[Colour], dict[Colour, int]]:
    """The colours that are kept, and which of them stands for each: like colours first go together."""
    alike: dict[Colour, Counter[Colour]] = {}
    for colour, times in counted.items():
        alike.setdefault(coarse(colour), Counter())[colour] = times
    stands = {group: members.most_common(1)[0][0] for group, members in alike.items()}
    largest = sorted(alike, key=lambda group: (-alike[group].total(), group))
    palette = [stands[group] for group in largest[:COLOURS]]
    near = {group: index for index, group in enumerate(largest[:COLOURS])}
    near |= {group: nearest(stands[group], palette) for group in largest[COLOURS:]}
    return palette, {colour: near[coarse(colour)] for colour in counted}


def coarse(colour: Colour) -> Colour:
    return colour[0] >> 4, colour[1] >> 4, colour[2] >> 4


def nearest(colour: Colour, palette: list[Colour]) -> int:
    return min(range(len(palette)), key=lambda index: distance(colour, palette[index]))


def distance(one: Colour, other: Colour) -> int:
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True))

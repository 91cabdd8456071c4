"""Fewer colours, the same picture."""

from struct import unpack
from zlib import decompress

import pytest
import resvg_py

from games.boards.palette import chunks, row_of, unfiltered, with_palette

DRAWING = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><rect width="60" height="40" fill="#2a7381"/>'
    '<circle cx="20" cy="20" r="15.5" fill="#f2dfad"/><path d="M30,5l20,31l-33,-7z" fill="#ca4a27"/></svg>'
)


def colours(png: bytes) -> list[tuple[int, ...]]:
    """The pixels of a picture with a palette."""
    parts = dict(chunks(png))
    width, height = unpack(">II", parts[b"IHDR"][:8])
    palette = [tuple(parts[b"PLTE"][at : at + 3]) for at in range(0, len(parts[b"PLTE"]), 3)]
    rows = decompress(parts[b"IDAT"])
    return [palette[rows[row * (width + 1) + 1 + column]] for row in range(height) for column in range(width)]


def test_flat_colours_stay_what_they_are_and_edges_come_close() -> None:
    full = resvg_py.svg_to_bytes(svg_string=DRAWING, skip_system_fonts=True)
    raw = decompress(dict(chunks(full))[b"IDAT"])
    before = list(zip(*(unfiltered(raw, 60, 40, channel) for channel in range(3)), strict=True))

    after = colours(with_palette(full))

    assert {(42, 115, 129), (242, 223, 173), (202, 74, 39)} <= set(after)
    assert len(set(after)) <= 256
    assert max(abs(a - b) for old, new in zip(before, after, strict=True) for a, b in zip(old, new, strict=True)) <= 16


FILTERS = [
    (0, [5, 6, 7], [5, 6, 7]),
    (1, [5, 1, 255], [5, 6, 5]),
    (2, [5, 1, 255], [15, 21, 29]),
    (3, [5, 1, 255], [10, 16, 22]),
    (4, [5, 1, 255], [15, 21, 29]),
]


@pytest.mark.parametrize(("kind", "stored", "row"), FILTERS)
def test_rows_are_read_by_their_filter(kind: int, stored: list[int], row: list[int]) -> None:
    assert list(row_of(kind, bytes(stored), bytearray([10, 20, 30]))) == row


def test_a_picture_of_another_kind_is_refused() -> None:
    small = with_palette(resvg_py.svg_to_bytes(svg_string=DRAWING, skip_system_fonts=True))

    with pytest.raises(ValueError, match="not a picture"):
        with_palette(small)

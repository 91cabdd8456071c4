"""Reads a PNG of 8 bits a channel, to compare pictures without an imaging library."""

import struct
import zlib
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Pixels = npt.NDArray[np.int16]


class Header(NamedTuple):
    width: int
    height: int
    channels: int


def chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = 8
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        yield data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        at += length + 12


def read(data: bytes) -> Pixels:
    """The colours, row by row, without transparency."""
    parts = list(chunks(data))
    width, height, depth, kind, *_ = struct.unpack(">IIBBBBB", dict(parts)[b"IHDR"])
    assert (depth, kind) in ((8, 2), (8, 3), (8, 6))
    header = Header(width, height, {2: 3, 3: 1, 6: 4}[kind])
    rows = unfiltered(zlib.decompress(b"".join(body for name, body in parts if name == b"IDAT")), header)
    values = np.array(rows, dtype=np.int16).reshape(height, width, header.channels)
    if kind == 3:
        return np.frombuffer(dict(parts)[b"PLTE"], dtype=np.uint8).astype(np.int16).reshape(-1, 3)[values[:, :, 0]]
    return values[:, :, :3]


def unfiltered(raw: bytes, header: Header) -> list[bytearray]:
    """The rows as they were before each was written as a difference (PNG, section 9)."""
    stride, rows = header.width * header.channels, [bytearray(header.width * header.channels)]
    for at in range(0, len(raw), stride + 1):
        row = bytearray(raw[at + 1 : at + 1 + stride])
        undo(raw[at], row, rows[-1], header.channels)
        rows.append(row)
    return rows[1:]


def undo(kind: int, row: bytearray, above: bytearray, step: int) -> None:
    for i in range(len(row)):
        left, corner = (row[i - step], above[i - step]) if i >= step else (0, 0)
        guess = (0, left, above[i], (left + above[i]) // 2, paeth(left, above[i], corner))[kind]
        row[i] = (row[i] + guess) & 255


def paeth(left: int, above: int, corner: int) -> int:
    guess = left + above - corner
    return min((left, above, corner), key=lambda value: abs(guess - value))

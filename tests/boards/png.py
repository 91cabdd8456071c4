"""Reads a picture as numbers, to compare it with another."""

from io import BytesIO

import numpy as np
import numpy.typing as npt
from PIL import Image

Pixels = npt.NDArray[np.int16]


def read(data: bytes) -> Pixels:
    """The colours, row by row, without transparency."""
    with Image.open(BytesIO(data)) as picture:
        return np.asarray(picture.convert("RGB"), dtype=np.int16)

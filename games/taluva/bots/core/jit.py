"""Compiled or plain: the one switch of the core, and the arrays that go with it."""

import importlib
from collections.abc import Callable
from typing import ParamSpec, Protocol, TypeVar, cast

from games.taluva.bots.engine import cache_directory

P = ParamSpec("P")
R = TypeVar("R")


class Ints(Protocol):
    """A row of whole numbers: a list, or a numpy array when the core is compiled."""

    def __getitem__(self, index: int, /) -> int: ...
    def __setitem__(self, index: int, value: int, /) -> None: ...
    def __len__(self) -> int: ...


class Floats(Protocol):
    """A row of real numbers: a list, or a numpy array when the core is compiled."""

    def __getitem__(self, index: int, /) -> float: ...
    def __setitem__(self, index: int, value: float, /) -> None: ...
    def __len__(self) -> int: ...


COMPILED: bool = __name__.split(".")[-2] == "compiled_core"


if COMPILED:
    numba = importlib.import_module("numba")
    numba.config.CACHE_DIR = str(cache_directory())


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """Return the function, compiled as part of those that call it."""
    return cast(Callable[P, R], numba.njit(error_model="numpy")(function)) if COMPILED else function


def entry(function: Callable[P, R]) -> Callable[P, R]:
    """Return the function, compiled to be called from Python, and kept on disk."""
    return (
        cast(Callable[P, R], numba.njit(error_model="numpy", cache=True, nogil=True)(function))
        if COMPILED
        else function
    )


def ints(size: int) -> Ints:
    """Return zeros: 64 bits each when compiled."""
    return cast(Ints, importlib.import_module("numpy").zeros(size, "int64")) if COMPILED else cast(Ints, [0] * size)


def small_ints(size: int) -> Ints:
    """Return zeros: 16 bits each when compiled."""
    return cast(Ints, importlib.import_module("numpy").zeros(size, "int16")) if COMPILED else cast(Ints, [0] * size)


def floats(size: int) -> Floats:
    """Return zeros: 64 bits each when compiled."""
    return cast(Floats, importlib.import_module("numpy").zeros(size)) if COMPILED else cast(Floats, [0.0] * size)

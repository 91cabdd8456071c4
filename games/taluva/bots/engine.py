"""The core, loaded in one of its two ways: compiled by numba, or as plain Python."""

import hashlib
import importlib
import importlib.util
import os
import sys
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from games.taluva.bots.core.border import FastPosition
    from games.taluva.bots.core.meter import Meter
    from games.taluva.bots.core.search.brain import Brain

CORE = Path(__file__).parent / "core"
PURE_PYTHON = "games.taluva.bots.core"
COMPILED = "games.taluva.bots.compiled_core"


def has_numba() -> bool:
    """Return whether numba is installed; it isn't imported to find out."""
    return importlib.util.find_spec("numba") is not None


def is_loaded() -> bool:
    """Return whether the compiled core is in use in this process."""
    return COMPILED in sys.modules


def cache_directory() -> Path:
    """Return where compiled code is kept: one directory for each state of the sources, below NUMBA_CACHE_DIR."""
    base = Path(os.environ.get("NUMBA_CACHE_DIR") or Path(__file__).parents[3] / "var" / "numba")
    digest = hashlib.sha256(b"".join(source.read_bytes() for source in sorted(CORE.rglob("*.py")))).hexdigest()[:16]
    return base if base.name == digest else base / digest


def load_package(name: str, directory: Path = CORE) -> ModuleType:
    """Return the core's sources as a package of another name, so that several may live side by side."""
    if name in sys.modules:
        return sys.modules[name]
    where = [str(directory)]
    spec = importlib.util.spec_from_file_location(name, directory / "__init__.py", submodule_search_locations=where)
    module = importlib.util.module_from_spec(cast(ModuleSpec, spec))
    sys.modules[name] = module
    cast(ModuleSpec, spec).loader.exec_module(module)  # type: ignore[union-attr]  # it has one: it names a file
    return module


def core_module(part: str, name: str = PURE_PYTHON, directory: Path = CORE) -> ModuleType:
    """Return one module of the core."""
    load_package(name, directory)
    return importlib.import_module(f"{name}.{part}")


def position_class(*, compiled: bool) -> "type[FastPosition]":
    """Return the class of positions on flat arrays."""
    return cast("type[FastPosition]", core_module("border", COMPILED if compiled else PURE_PYTHON).FastPosition)


def brain_class(*, compiled: bool) -> "type[Brain]":
    """Return what judges positions and searches them."""
    return cast("type[Brain]", core_module("search.brain", COMPILED if compiled else PURE_PYTHON).Brain)


def meter_class(*, compiled: bool) -> "type[Meter]":
    """Return what measures the core."""
    return cast("type[Meter]", core_module("meter", COMPILED if compiled else PURE_PYTHON).Meter)

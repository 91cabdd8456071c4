"""Files that can be made again: kept whole, for nobody else, and only as many as there is room for."""

from __future__ import annotations

import os
import stat
import time
from pathlib import Path

import pytest

from taluva_site.utils.file_cache import FileCache


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def aged(path: Path, hours: float) -> None:
    moment = time.time() - hours * 3600
    os.utime(path, (moment, moment))


def test_a_file_is_read_as_it_was_written_and_nobody_else_may(tmp_path: Path) -> None:
    cache = FileCache(tmp_path / "kept", 1000)
    assert (cache.get("one"), cache.has("one")) == (None, False)

    cache.put("one", b"first")
    cache.put("one", b"second")

    assert (cache.get("one"), cache.has("one"), names(cache.folder)) == (b"second", True, ["one"])
    modes = [stat.S_IMODE(path.stat().st_mode) for path in (cache.folder, cache.folder / "one")]
    assert modes == [0o700, 0o600]


def test_what_was_used_least_lately_goes_when_there_is_no_room(tmp_path: Path) -> None:
    cache = FileCache(tmp_path, 1000)
    for number in range(10):
        cache.put(f"{number}", b"x" * 100)
        aged(tmp_path / f"{number}", 20 - number)
    assert cache.get("0") == b"x" * 100  # used now

    cache.put("new", b"x" * 100)

    assert names(tmp_path) == ["0", "3", "4", "5", "6", "7", "8", "9", "new"]


def test_each_process_keeps_within_the_room_whatever_others_have_written(tmp_path: Path) -> None:
    for number in range(30):
        FileCache(tmp_path, 1000).put(f"{number:02}", b"x" * 100)

    assert sum(path.stat().st_size for path in tmp_path.iterdir()) <= 1000


def test_what_a_killed_process_left_unfinished_is_removed_and_never_counted(tmp_path: Path) -> None:
    for name, hours in ((".new-old", 2.0), (".new-now", 0.0)):
        (tmp_path / name).write_bytes(b"half")
        aged(tmp_path / name, hours)

    FileCache(tmp_path, 1000).put("one", b"whole")

    assert names(tmp_path) == [".new-now", "one"]


def test_what_can_not_be_written_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()

    with pytest.raises(OSError, match="directory"):
        FileCache(tmp_path, 1000).put("one", b"whole")

    assert names(tmp_path) == ["one"]


def test_all_that_begins_with_a_name_is_forgotten(tmp_path: Path) -> None:
    cache = FileCache(tmp_path, 1000)
    for name in ("match.a.1", "match.a.2", "match.ab.1"):
        cache.put(name, b"x")

    cache.forget("match.a.")
    FileCache(tmp_path / "none", 1000).forget("match")

    assert names(tmp_path) == ["match.ab.1"]

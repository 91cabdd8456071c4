"""Files of a club are its account's alone, also those of an earlier version."""

import os
import stat
from pathlib import Path

from taluva_site.security import private_files


def modes(folder: Path) -> dict[str, str]:
    return {path.name: oct(stat.S_IMODE(path.lstat().st_mode)) for path in (folder, *folder.rglob("*"))}


def test_files_of_an_earlier_version_are_sealed(tmp_path: Path) -> None:
    var, elsewhere, stranger = (tmp_path / name for name in ("var", "elsewhere", "stranger"))
    for folder in (var, var / "log", elsewhere):
        folder.mkdir()
        folder.chmod(0o755)
    files = [
        var / "club.sqlite3",
        var / "log" / "web.log",
        elsewhere / "other.sqlite3",
        elsewhere / "other.sqlite3-wal",
    ]
    for file in (*files, stranger, elsewhere / "note"):
        file.touch()
        file.chmod(0o644)
    (var / "link").symlink_to(stranger)
    private_files.seal_files(private_files.club_paths(var, var / "files", elsewhere / "other.sqlite3"))

    assert modes(var) == {"var": "0o700", "log": "0o700", "club.sqlite3": "0o600", "web.log": "0o600", "link": "0o777"}
    assert modes(elsewhere) == {
        "elsewhere": "0o755",
        "note": "0o644",
        "other.sqlite3": "0o600",
        "other.sqlite3-wal": "0o600",
    }
    assert stat.S_IMODE(stranger.stat().st_mode) == 0o644


def test_every_process_with_the_settings_writes_for_itself_alone(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        private_files.keep_private()
        (tmp_path / "file").touch()
        (tmp_path / "folder").mkdir()
    finally:
        os.umask(before)

    assert modes(tmp_path) | {tmp_path.name: ""} == {tmp_path.name: "", "file": "0o600", "folder": "0o700"}

"""The drill: a backup of a club at work, a mishap, and the way back."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from taluva_site import environment
from taluva_site.operations import supervisor
from taluva_site.security import key_check
from tests import processes, schema

pytestmark = [pytest.mark.worker, pytest.mark.sqlite]  # PostgreSQL's own tools make its backups
NEW_GUEST = "from accounts.services import guests; print(guests.new_guest().username)"
GUESTS = "from accounts.models import User; print(*sorted(User.objects.values_list('username', flat=True)), sep='\\n')"


def manage(var: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    names = {*environment.NAMES, "DJANGO_SETTINGS_MODULE"}
    kept = {name: value for name, value in os.environ.items() if name not in names}
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=processes.ROOT,
        env={**kept, "TALUVA_VAR": str(var)},
        capture_output=True,
        text=True,
        check=False,
    )


def shell(var: Path, code: str) -> str:
    done = manage(var, "shell", "-v0", "-c", code)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.fixture(scope="module")
def new_club(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a club in which nothing has happened."""
    folder = tmp_path_factory.mktemp("new") / "var"
    folder.mkdir(mode=0o700)
    schema.copy_schema(folder / "club.sqlite3")
    done = manage(folder, "migrate", "-v0")
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture
def var(new_club: Path, tmp_path: Path) -> Path:
    """Return the folder of a club of this test's own."""
    return Path(shutil.copytree(new_club, tmp_path / "var"))


def test_backup_and_restore(var: Path, tmp_path: Path) -> None:
    file = tmp_path / "kept" / "club.sqlite3"
    kept = shell(var, NEW_GUEST)
    writer = sqlite3.connect(var / "club.sqlite3", isolation_level=None)
    writer.execute("BEGIN IMMEDIATE")  # somebody is in the middle of something
    backup = manage(var, "backup", str(file))
    writer.execute("ROLLBACK")
    writer.close()
    lost = shell(var, NEW_GUEST)
    again = manage(var, "backup", str(file))
    lock = supervisor.only_one(var)
    while_open = manage(var, "restore", str(file))
    os.close(lock)
    restored = manage(var, "restore", str(file))

    assert (backup.returncode, backup.stderr) == (0, "")
    assert [stat.S_IMODE(path.stat().st_mode) for path in (file.parent, file)] == [0o700, 0o600]
    assert (again.returncode, "writes over nothing" in again.stderr) == (2, True)
    assert (while_open.returncode, "end it first" in while_open.stderr) == (2, True)
    assert (restored.returncode, restored.stderr) == (0, "")
    assert shell(var, GUESTS).splitlines() == [kept]
    (before,) = var.glob("club-before-*.sqlite3")
    with sqlite3.connect(before) as database:
        assert {name for (name,) in database.execute("SELECT username FROM accounts_user")} == {kept, lost}


PLAY = """
from tests.factories import people, running_match
print(running_match(*people(2)).key)
"""
LOOK = """
from games.matches import stored_match
from games.models import Match
print(stored_match.game_of(Match.objects.get()).turn)
"""


def test_a_backup_goes_on_with_its_key_and_says_when_it_is_another(var: Path, tmp_path: Path) -> None:
    file, drill = tmp_path / "club.sqlite3", tmp_path / "drill"
    shell(var, PLAY)
    manage(var, "backup", str(file))
    without_key = manage(drill, "restore", str(file))
    (drill / "secret_key").write_text((var / "secret_key").read_text())
    with_key = manage(drill, "restore", str(file))

    assert (without_key.returncode, without_key.stderr.strip()) == (0, key_check.WRONG_KEY)
    assert (with_key.returncode, with_key.stderr) == (0, "")
    assert shell(drill, LOOK) == "0"


CLEAR = """
from games.models import Match
Match.objects.update(public_seed="the seed of a running game", sealed_seed="")
"""


@pytest.mark.parametrize("way", ["restore", "up"])
def test_what_an_earlier_version_wrote_in_clear_is_in_no_backup_of_this_one(
    way: str, var: Path, tmp_path: Path
) -> None:
    file, later = tmp_path / "before.sqlite3", tmp_path / "later.sqlite3"
    shell(var, PLAY)
    shell(var, CLEAR)
    manage(var, "backup", str(file))
    if way == "restore":
        manage(var, "restore", str(file))
    else:
        shell(var, "from taluva_site.management.commands import up; up.prepare_site()")
    manage(var, "backup", str(later))

    found = [b"the seed of a running game" in path.read_bytes() for path in (file, later)]
    assert found == [True, False]


def test_a_letter_is_no_backup(var: Path, tmp_path: Path) -> None:
    (tmp_path / "letter").write_text("Dear host, " * 1000)
    done = manage(var, "restore", str(tmp_path / "letter"))

    assert done.returncode == 2
    assert "is no backup of a club" in done.stderr
    assert (var / "club.sqlite3").exists()

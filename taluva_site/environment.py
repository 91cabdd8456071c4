"""The environment, read and checked once. Nothing set: the embedded club. Anything set: a hosted one, with all six."""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import unquote, urlsplit

Value = TypeVar("Value")
NAMES = ("DATABASE_URL", "REDIS_URL", "EMAIL_URL", "SECRET_KEY", "ALLOWED_HOSTS", "SITE_URL")
EMBEDDED = "embedded"
SQLITE_OPTIONS = {
    # IMMEDIATE: a transaction that reads first and writes later must not start on a snapshot that it can't write to.
    # FULL: a turn that was answered for survives a power cut.
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": (
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA temp_store=MEMORY; "
        "PRAGMA mmap_size=134217728; PRAGMA cache_size=-20000;"
    ),
}


class Misconfigured(Exception):  # noqa: N818 - a state of the club, not of the program
    """A variable is missing or wrong; the message says which, and what it should look like."""


@dataclass(frozen=True)
class Environment:
    hosted: bool
    var: Path
    secret_key: str
    site_url: str
    allowed_hosts: list[str]
    database: dict[str, Any]
    redis_url: str
    starts_redis: bool
    email: dict[str, Any]
    debug: bool


def read(environ: Mapping[str, str], var: Path) -> Environment:
    """The club's settings from the environment; raises Misconfigured."""
    hosted = any(environ.get(name) for name in NAMES)
    if hosted:
        missing = [name for name in NAMES if not environ.get(name)]
        if missing:
            raise Misconfigured(
                f"{' and '.join(missing)} {'is' if len(missing) == 1 else 'are'} not set. A hosted club needs all of "
                f"{', '.join(NAMES)}; set none of them to run the embedded club. docs/operating.md describes each."
            )
    values = environ if hosted else embedded_defaults(environ, var)
    return Environment(
        hosted=hosted,
        var=var,
        secret_key=checked(values, "SECRET_KEY", secret_key_from),
        site_url=checked(values, "SITE_URL", site_url_from),
        allowed_hosts=checked(values, "ALLOWED_HOSTS", hosts_from),
        database=checked(values, "DATABASE_URL", lambda text: database_from(text, var)),
        redis_url=checked(values, "REDIS_URL", lambda text: redis_from(text, var)),
        starts_redis=values["REDIS_URL"] == EMBEDDED,
        email=checked(values, "EMAIL_URL", smtp_from if hosted else email_from),
        debug=not hosted and environ.get("DEBUG") == "1",
    )


def embedded_defaults(environ: Mapping[str, str], var: Path) -> dict[str, str]:
    port = environ.get("PORT", "8000")
    return {
        "SECRET_KEY": kept_secret(var / "secret_key"),
        "SITE_URL": f"http://localhost:{port}",
        "ALLOWED_HOSTS": "localhost,127.0.0.1,[::1]",
        "DATABASE_URL": EMBEDDED,
        "REDIS_URL": EMBEDDED,
        "EMAIL_URL": "inbox:",
    }


def kept_secret(path: Path) -> str:
    """A secret made at the first start and kept for the next ones."""
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        with path.open("x") as file:
            path.chmod(0o600)
            file.write(secrets.token_urlsafe(48))
    except FileExistsError:
        pass
    return path.read_text()


def checked(values: Mapping[str, str], name: str, parse: Callable[[str], Value]) -> Value:
    try:
        return parse(values[name])
    except ValueError as error:
        raise Misconfigured(f"{name} is wrong: {error}") from error


def secret_key_from(text: str) -> str:
    if len(text) < 50:
        raise ValueError(
            "it must have at least 50 characters; "
            "`python3 -c 'import secrets; print(secrets.token_urlsafe(48))'` makes one."
        )
    return text


def site_url_from(text: str) -> str:
    parts = urlsplit(text)
    if parts.scheme not in {"http", "https"} or not parts.hostname or parts.path.strip("/"):
        raise ValueError(f"{text!r} is not the address of a site, such as https://taluva.example.")
    return text.rstrip("/")


def hosts_from(text: str) -> list[str]:
    hosts = [host.strip() for host in text.split(",") if host.strip()]
    if not hosts or any("/" in host for host in hosts):
        raise ValueError(
            f"{text!r} is not a list of host names separated by commas, such as taluva.example,www.taluva.example."
        )
    return hosts


def database_from(text: str, var: Path) -> dict[str, Any]:
    if text == EMBEDDED:
        return {"ENGINE": "django.db.backends.sqlite3", "NAME": var / "club.sqlite3", "OPTIONS": SQLITE_OPTIONS}
    parts = urlsplit(text)
    if parts.scheme == "sqlite" and parts.path.strip("/"):
        return {"ENGINE": "django.db.backends.sqlite3", "NAME": Path(parts.path), "OPTIONS": SQLITE_OPTIONS}
    if parts.scheme not in {"postgres", "postgresql"} or not parts.path.strip("/"):
        raise ValueError(
            f"{without_password(text)!r} is neither postgresql://user:password@host:5432/name "
            f"nor sqlite:///path nor {EMBEDDED}."
        )
    query = dict(pair.split("=", 1) for pair in parts.query.split("&") if "=" in pair)
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.strip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": unquote(query.get("host", parts.hostname or "")),
        "PORT": str(parts.port or ""),
        "CONN_MAX_AGE": 0,
        "OPTIONS": {"pool": {"min_size": 2, "max_size": 10, "timeout": 10}},
    }


def redis_from(text: str, var: Path) -> str:
    if text == EMBEDDED:
        return f"unix://{socket_path(var)}"
    parts = urlsplit(text)
    if parts.scheme not in {"redis", "rediss", "unix"} or not (parts.hostname or parts.path):
        raise ValueError(
            f"{without_password(text)!r} is neither redis://:password@host:6379/0 nor unix:///path nor {EMBEDDED}."
        )
    return text


def socket_path(var: Path) -> Path:
    """Where the embedded server listens. Such an address has some 100 bytes at most: a deep folder gets a short one."""
    path = (var / "redis.sock").resolve()
    if len(os.fsencode(path)) < 100:
        return path
    import hashlib
    import tempfile

    name = f"taluva-{os.getuid()}-{hashlib.sha256(os.fsencode(path)).hexdigest()[:12]}"
    folder = Path(tempfile.gettempdir()) / name
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder / "redis.sock"


def email_from(text: str) -> dict[str, Any]:
    """How mails leave: {} keeps them in the inbox page; else the arguments of an SMTP connection, and the sender."""
    parts = urlsplit(text)
    if parts.scheme == "inbox":
        return {}
    if parts.scheme not in {"smtp", "smtps", "smtp+tls"} or not parts.hostname:
        raise ValueError(
            f"{without_password(text)!r} is neither smtp://user:password@host:587 "
            "(smtp+tls:// for STARTTLS, smtps:// for TLS) nor inbox:."
        )
    query = dict(pair.split("=", 1) for pair in parts.query.split("&") if "=" in pair)
    return {
        "host": parts.hostname,
        "port": parts.port or {"smtp": 25, "smtps": 465, "smtp+tls": 587}[parts.scheme],
        "username": unquote(parts.username or ""),
        "password": unquote(parts.password or ""),
        "use_tls": parts.scheme == "smtp+tls",
        "use_ssl": parts.scheme == "smtps",
        "sender": unquote(query.get("from", "")),
    }


def smtp_from(text: str) -> dict[str, Any]:
    """As email_from, for a hosted club: its mails have to leave the house."""
    email = email_from(text)
    if not email:
        raise ValueError("a hosted club sends real mail; give smtp://user:password@host:587.")
    return email


def without_password(url: str) -> str:
    parts = urlsplit(url)
    return url.replace(parts.password, "***") if parts.password else url


def read_or_exit(environ: Mapping[str, str], var: Path) -> Environment:
    try:
        return read(environ, var)
    except Misconfigured as problem:
        print(f"The club can't start: {problem}", file=sys.stderr)
        raise SystemExit(2) from None

"""The environment, read and checked once. Nothing set: the embedded club. Anything set: a hosted one, with all six."""

from __future__ import annotations

import os
import re
import secrets
import socket
import stat
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

Value = TypeVar("Value")
NAMES = ("DATABASE_URL", "REDIS_URL", "EMAIL_URL", "SECRET_KEY", "ALLOWED_HOSTS", "SITE_URL")
EMBEDDED = "embedded"
MOST_WEB_PROCESSES = 64
USUAL = {
    "PORT": "8000",
    "SECRET_KEY_FALLBACKS": "",
    "SOCKETS_PER_PERSON": "20",
    "SOCKETS_PER_ADDRESS": "50",
    "CONNECTIONS_PER_ADDRESS": "200",
    "PICTURES_MB": "200",
    "TEMPLATES_DIR": "",
    "SOURCE_URL": "",
}
FOR_A_TRIAL = "only-to-try-the-club-out-0123456789-abcdefghijklmnopqrstuvwxyz"  # as in compose.yaml
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
    host: str
    port: int
    secret_key: str
    secret_key_fallbacks: list[str]
    site_url: str
    allowed_hosts: list[str]
    database: dict[str, Any]
    redis_url: str
    starts_redis: bool
    email: dict[str, Any]
    trusted_proxies: int
    web_processes: int
    sockets_per_person: int
    sockets_per_address: int
    connections_per_address: int
    pictures_mb: int
    debug: bool
    templates: Path | None
    source_url: str


def read_environment(environ: Mapping[str, str], var: Path) -> Environment:
    """Return the club's settings from the environment; raises Misconfigured."""
    hosted = any(environ.get(name) for name in NAMES)
    if hosted:
        missing = [name for name in NAMES if not environ.get(name)]
        if missing:
            raise Misconfigured(
                f"{' and '.join(missing)} {'is' if len(missing) == 1 else 'are'} not set. A hosted club needs all of "
                f"{', '.join(NAMES)}; set none of them to run the embedded club. docs/operating.md describes each."
            )
    values = {**USUAL, "WEB_PROCESSES": str(count_cores()), "TRUSTED_PROXIES": "1" if hosted else "0", **environ}
    port, host = parse_value(values, "PORT", number_from(0, 65535)), environ.get("HOST") or "127.0.0.1"
    if not hosted:
        values |= embedded_defaults(reachable_names(host), port, var)
    site_url = parse_value(values, "SITE_URL", site_url_from)
    return Environment(
        hosted=hosted,
        var=var,
        host=host,
        port=port,
        secret_key=parse_value(values, "SECRET_KEY", lambda text: secret_key_from(text, site_url)),
        secret_key_fallbacks=parse_value(values, "SECRET_KEY_FALLBACKS", lambda text: secret_keys_from(text, site_url)),
        site_url=site_url,
        allowed_hosts=parse_value(values, "ALLOWED_HOSTS", lambda text: hosts_with(text, site_url)),
        database=parse_value(values, "DATABASE_URL", lambda text: database_from(text, var)),
        redis_url=parse_value(values, "REDIS_URL", lambda text: redis_from(text, var)),
        starts_redis=values["REDIS_URL"] == EMBEDDED,
        email=parse_value(values, "EMAIL_URL", lambda text: email_from(text, hosted=hosted)),
        trusted_proxies=parse_value(values, "TRUSTED_PROXIES", number_from(0)),
        web_processes=parse_value(values, "WEB_PROCESSES", number_from(1, MOST_WEB_PROCESSES)),
        sockets_per_person=parse_value(values, "SOCKETS_PER_PERSON", number_from(0)),
        sockets_per_address=parse_value(values, "SOCKETS_PER_ADDRESS", number_from(0)),
        connections_per_address=parse_value(values, "CONNECTIONS_PER_ADDRESS", number_from(0)),
        pictures_mb=parse_value(values, "PICTURES_MB", number_from(10)),
        debug=not hosted and environ.get("DEBUG") == "1",
        templates=parse_value(values, "TEMPLATES_DIR", folder_from),
        source_url=parse_value(values, "SOURCE_URL", link_from),
    )


def embedded_defaults(names: list[str], port: int, var: Path) -> dict[str, str]:
    return {
        "SECRET_KEY": kept_secret(var / "secret_key"),
        "SITE_URL": f"http://{names[0]}:{port}",
        "ALLOWED_HOSTS": ",".join(names),
        "DATABASE_URL": EMBEDDED,
        "REDIS_URL": EMBEDDED,
        "EMAIL_URL": "inbox:",
    }


def reachable_names(host: str) -> list[str]:
    """Return the names under which a club that listens here is found; the one that others should use comes first."""
    local = ["localhost", "127.0.0.1", "[::1]"]
    if host in ("localhost", "127.0.0.1"):
        return local
    if host != "0.0.0.0":  # noqa: S104 - compared, not listened on
        return [host, *local]
    return [*own_address(), socket.gethostname(), f"{socket.gethostname()}.local", *local]


def own_address() -> list[str]:
    """Return this machine's number in its network, if it is in one. Nothing is sent: the system only picks a way."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        try:
            sock.connect(("192.0.2.1", 9))
        except OSError:
            return []
        return [str(sock.getsockname()[0])]


def kept_secret(path: Path) -> str:
    """Return a secret made at the first start and kept for the next ones."""
    try:
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            whole = path.with_name(f"{path.name}.{os.getpid()}")
            whole.touch(mode=0o600)
            whole.write_text(secrets.token_urlsafe(48))
            whole.replace(path)
        return path.read_text()
    except OSError as error:
        raise Misconfigured(
            f"{path.parent} is where it keeps its files, and it can't: {error.strerror}. "
            "Make that folder writable, or name another in TALUVA_VAR."
        ) from error


def parse_value(values: Mapping[str, str], name: str, parse: Callable[[str], Value]) -> Value:
    try:
        return parse(values[name])
    except ValueError as error:
        raise Misconfigured(f"{name} is wrong: {str(error).rstrip('.')}.") from error


def number_from(least: int, most: int | None = None) -> Callable[[str], int]:
    """Return what reads a whole number within these limits."""

    def parse(text: str) -> int:
        if not text.isdecimal() or int(text) < least or (most is not None and int(text) > most):
            limits = f"{least} or more" if most is None else f"{least} to {most}"
            raise ValueError(f"{text!r} is not a whole number, {limits}.")
        return int(text)

    return parse


def count_cores() -> int:
    """Return the processors that this process may use."""
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(usable, MOST_WEB_PROCESSES)


def folder_from(text: str) -> Path | None:
    """Return the folder that is named, or None if none is."""
    if text and not Path(text).is_dir():
        raise ValueError(f"{text!r} is not a folder that this process can see.")
    return Path(text).resolve() if text else None


def link_from(text: str) -> str:
    """Return the address of a web page, or an empty text if none is given."""
    if text and (urlsplit(text).scheme not in {"http", "https"} or not urlsplit(text).hostname):
        raise ValueError(f"{text!r} is not the address of a page, such as https://code.example/club.")
    return text


def secret_key_from(text: str, site_url: str) -> str:
    if text == FOR_A_TRIAL and urlsplit(site_url).hostname != "localhost":
        raise ValueError("everybody can read this one in compose.yaml; a club that others reach needs its own.")
    if len(text) < 50 or len(set(text)) < 10:
        raise ValueError(
            "it must be a random text of at least 50 characters; "
            "`python3 -c 'import secrets; print(secrets.token_urlsafe(48))'` makes one."
        )
    return text


def secret_keys_from(text: str, site_url: str) -> list[str]:
    """Return the former keys, the newest first; a key that everybody knows would let anybody forge a session."""
    return [secret_key_from(key, site_url) for key in text.split()]


def site_url_from(text: str) -> str:
    parts = parts_of(text)
    beside = parts.path.strip("/") or parts.query or parts.fragment or parts.username
    if parts.scheme not in {"http", "https"} or not parts.hostname or beside:
        raise ValueError(f"{without_password(text)!r} is not the address of a site, such as https://taluva.example.")
    return text.rstrip("/")


def hosts_from(text: str) -> list[str]:
    hosts = [host.strip() for host in text.split(",") if host.strip()]
    if not hosts or any("/" in host for host in hosts):
        raise ValueError(
            f"{text!r} is not a list of host names separated by commas, such as taluva.example,www.taluva.example."
        )
    return hosts


def hosts_with(text: str, site_url: str) -> list[str]:
    """Return the names, among which has to be the site's own."""
    hosts, own = hosts_from(text), urlsplit(site_url).hostname or ""
    if not any(
        host in ("*", own) or (host.startswith(".") and f".{own}".endswith(host)) for host in map(bare_host, hosts)
    ):
        raise ValueError(f"{text!r} lacks {own}, the host of SITE_URL.")
    return hosts


def bare_host(host: str) -> str:
    return host.strip("[]").lower()


def database_from(text: str, var: Path) -> dict[str, Any]:
    if text == EMBEDDED:
        return {"ENGINE": "django.db.backends.sqlite3", "NAME": var / "club.sqlite3", "OPTIONS": SQLITE_OPTIONS}
    parts = parts_of(text)
    if parts.scheme == "sqlite" and parts.path.strip("/"):
        path = Path("/") / parts.path.lstrip("/")
        if not path.parent.is_dir():
            raise ValueError(f"there is no folder {path.parent} for the database file.")
        return {"ENGINE": "django.db.backends.sqlite3", "NAME": path, "OPTIONS": SQLITE_OPTIONS}
    if parts.scheme not in {"postgres", "postgresql"} or not parts.path.strip("/"):
        raise ValueError(
            f"{without_password(text)!r} is neither postgresql://user:password@host:5432/name "
            "nor sqlite:///absolute/path."
        )
    query = dict(parse_qsl(parts.query))
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.strip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": query.pop("host", unquote(parts.hostname or "")),
        "PORT": str(parts.port or ""),
        "CONN_MAX_AGE": 0,
        "OPTIONS": {"connect_timeout": 5, **query, "pool": {"min_size": 2, "max_size": 10, "timeout": 10}},
    }


def redis_from(text: str, var: Path) -> str:
    if text == EMBEDDED:
        return f"unix://{socket_path(var)}"
    parts = parts_of(text)
    number = parts.path.strip("/")
    is_server = parts.scheme in {"redis", "rediss"} and parts.hostname and (not number or number.isdecimal())
    if not is_server and not (parts.scheme == "unix" and number and not parts.hostname):
        raise ValueError(f"{without_password(text)!r} is neither redis://:password@host:6379/0 nor unix:///path.")
    return text


def socket_path(var: Path) -> Path:
    """Return where the embedded server listens; a deep folder gets a short path, since 100 bytes are the most."""
    path = (var / "redis.sock").resolve()
    if len(os.fsencode(path)) < 100:
        return path
    import hashlib
    import tempfile

    name = f"taluva-{os.getuid()}-{hashlib.sha256(os.fsencode(path)).hexdigest()[:12]}"
    folder = Path(tempfile.gettempdir()) / name
    folder.mkdir(mode=0o700, exist_ok=True)
    if folder.lstat().st_uid != os.getuid() or stat.S_IMODE(folder.lstat().st_mode) & 0o077:
        raise ValueError(f"{folder} is not this account's alone. Remove it, or name a shorter folder in TALUVA_VAR.")
    return folder / "redis.sock"


def email_from(text: str, *, hosted: bool) -> dict[str, Any]:
    """Return how mails leave: {} for the inbox page, else the arguments of an SMTP connection, and the sender."""
    parts = parts_of(text)
    if parts.scheme == "inbox" and hosted:
        raise ValueError("a hosted club sends real mail; give smtp://user:password@host:587.")
    if parts.scheme == "inbox":
        return {}
    if parts.scheme not in {"smtp", "smtps", "smtp+tls"} or not parts.hostname:
        raise ValueError(
            f"{without_password(text)!r} is neither smtp://user:password@host:587 "
            "(smtp+tls:// for STARTTLS, smtps:// for TLS) nor inbox:."
        )
    query = dict(parse_qsl(parts.query))
    return {
        "host": parts.hostname,
        "port": parts.port or {"smtp": 25, "smtps": 465, "smtp+tls": 587}[parts.scheme],
        "username": unquote(parts.username or ""),
        "password": unquote(parts.password or ""),
        "use_tls": parts.scheme == "smtp+tls",
        "use_ssl": parts.scheme == "smtps",
        "sender": query.get("from", ""),
    }


def parts_of(url: str) -> SplitResult:
    """Return the parts of an address; one whose password would be taken for something else is refused."""
    try:
        parts = urlsplit(url)
        read = (parts.port, parse_qsl(parts.query, strict_parsing=bool(parts.query)))
    except ValueError:
        read = None
    if read is None or "@" in parts.path + parts.fragment:
        raise ValueError(
            f"{without_password(url)!r} can't be read. In a user name or a password write "
            "/ as %2F, ? as %3F, # as %23, @ as %40, : as %3A and % as %25; a port is a number."
        )
    return parts


def without_password(url: str) -> str:
    return re.sub(r"(://[^:@/]*:).*@", r"\1***@", url)


def read_or_exit(environ: Mapping[str, str], var: Path) -> Environment:
    return or_exit(lambda: read_environment(environ, var))


def or_exit(start: Callable[[], Value]) -> Value:
    """Return what it returns; where the club is set up wrongly, its sentence on stderr and exit code 2."""
    try:
        return start()
    except Misconfigured as problem:
        print(f"The club can't start: {problem}", file=sys.stderr)
        raise SystemExit(2) from None

"""The real servers that tests start: Valkey, workers, and a free port."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import redis

from taluva_site.management.commands import up
from taluva_site.operations import supervisor
from taluva_site.redis.valkey import server_program, socket_command, storage_options
from tests import schema

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 120.0  # seconds; long, since a busy machine is no defect


def free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])


def wait_for(what: Callable[[], object], *, within: float = PATIENCE, why: str = "") -> None:
    """Returns as soon as `what` holds; fails when it never does."""
    end = time.monotonic() + within
    while not what():
        if time.monotonic() > end:
            raise AssertionError(f"waited {within:.0f} s in vain: {why or what}")
        time.sleep(0.05)


@contextmanager
def running(
    command: list[str], *, log: Path, environ: Mapping[str, str] | None = None
) -> Iterator[subprocess.Popen[bytes]]:
    """The program, in a session of its own, which ends with the block."""
    with log.open("ab") as file:
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            env={**os.environ, **(environ or {}), "PYTHONUNBUFFERED": "1"},
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=file,
            start_new_session=True,
        )
    try:
        yield process
    finally:
        if process.poll() is None:
            process.terminate()
            try:
                process.wait(15)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()


@contextmanager
def valkey(folder: Path) -> Iterator[str]:
    """The address of a Valkey on a socket in this folder."""
    sock = folder / "redis.sock"
    with running(socket_command(sock, folder), log=folder / "valkey.log"):
        client = redis.Redis(unix_socket_path=str(sock))
        wait_for(lambda: answers(client), why="Valkey does not answer")
        yield f"unix://{sock}"


def answers(client: redis.Redis) -> bool:
    try:
        return bool(client.ping())
    except redis.RedisError:
        return False


@dataclass
class Hosted:
    """A club with its variables set, whose processes are started one by one."""

    folder: Path
    database: str
    redis: str
    mail: str = "smtp://127.0.0.1:9"
    ports: list[int] = field(default_factory=list)

    def environ(self) -> dict[str, str]:
        return {
            "TALUVA_VAR": str(self.folder),
            "DJANGO_SETTINGS_MODULE": "taluva_site.settings",
            "DATABASE_URL": self.database,
            "REDIS_URL": self.redis,
            "EMAIL_URL": self.mail,
            "SECRET_KEY": "".join(chr(33 + (7 * index) % 90) for index in range(60)),
            "ALLOWED_HOSTS": "localhost",
            "SITE_URL": "http://localhost",
            "TRUSTED_PROXIES": "0",
            "METRICS_TOKEN": "open sesame",
        }

    def prepare(self) -> None:
        self.migrate()
        self.manage("collectstatic", "--noinput", "-v0")

    def migrate(self) -> None:
        place = urlsplit(self.database)
        if place.scheme == "sqlite" and not Path(place.path).exists():
            schema.copy_schema(Path(place.path))
        self.manage("migrate", "-v0")

    def manage(self, *arguments: str) -> str:
        command = [sys.executable, "manage.py", *arguments]
        environ = {**os.environ, **self.environ()}
        return subprocess.run(command, cwd=ROOT, env=environ, check=True, capture_output=True, text=True).stdout

    def start(self, name: str, command: list[str]) -> AbstractContextManager[subprocess.Popen[bytes]]:
        return running(command, log=self.folder / f"{name}.log", environ=self.environ())

    @contextmanager
    def web(self) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
        """The address of one more web process, and the process."""
        port = free_port()
        self.ports.append(port)
        with self.start(
            f"web-{len(self.ports)}", [*up.web_command(), "--host", "127.0.0.1", "--port", str(port)]
        ) as process:
            address = f"http://localhost:{port}/"
            wait_for(
                lambda: supervisor.is_open("localhost", port) or process.poll() is not None,
                why=f"no answer at {address}",
            )
            assert process.poll() is None, (self.folder / f"web-{len(self.ports)}.log").read_text()
            yield address, process

    def worker(self, queue: str, name: str = "one") -> AbstractContextManager[subprocess.Popen[bytes]]:
        return self.start(f"{queue}-{name}", up.worker_command(queue, f"{queue}-{name}@%h"))

    def scheduler(self) -> AbstractContextManager[subprocess.Popen[bytes]]:
        return self.start("scheduler", up.scheduler_command())


def port_command(port: int, password: str, folder: Path) -> list[str]:
    """What starts a Valkey at a port, with a password."""
    return [
        server_program(),
        "--bind",
        "127.0.0.1",
        "--port",
        str(port),
        "--requirepass",
        password,
        *storage_options(folder),
    ]


@contextmanager
def valkey_on_port(folder: Path, port: int, password: str) -> Iterator[str]:
    """The address of a Valkey on TCP, with a password."""
    with running(port_command(port, password, folder), log=folder / "valkey.log"):
        url = f"redis://:{password}@127.0.0.1:{port}/0"
        client = redis.Redis.from_url(url)
        wait_for(lambda: answers(client), why="Valkey does not answer")
        yield url

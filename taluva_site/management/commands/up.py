from __future__ import annotations

import os
import socket
import sys
import time
import urllib.request
from argparse import ArgumentParser
from pathlib import Path
from threading import Thread

from django.conf import settings
from django.core.management import BaseCommand, call_command

from taluva_site import environment, supervisor
from taluva_site.supervisor import Child, Supervisor


class Command(BaseCommand):
    help = "Runs the whole club: web, workers, scheduler and (unless REDIS_URL names one) the embedded Valkey."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default=os.environ.get("HOST", "127.0.0.1"))
        parser.add_argument("--port", type=int, default=int(os.environ.get("PORT", "8000")))

    def handle(self, *, host: str, port: int, **options: object) -> None:
        var = Path(settings.VAR)
        try:
            with supervisor.only_one(var) as lock:
                supervisor.end_leftovers(var)
                self.run_club(host, port, var, lock)
        except supervisor.AlreadyRunning as running:
            self.stdout.write(f"The club runs already: {running}")

    def run_club(self, host: str, port: int, var: Path, lock: object) -> None:
        sock = supervisor.listening_socket(host, port)
        address = f"http://{'localhost' if host == '127.0.0.1' else host}:{sock.getsockname()[1]}/"
        lock.write(address)  # type: ignore[attr-defined]
        lock.flush()  # type: ignore[attr-defined]
        os.environ["PORT"] = str(sock.getsockname()[1])
        prepare()
        club = Supervisor(children(sock, var), var)
        Thread(target=announce, args=(address, self.stdout), daemon=True).start()
        club.run()


def prepare() -> None:
    call_command("migrate", interactive=False, verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)


def children(sock: socket.socket, var: Path) -> list[Child]:
    """In the order in which they start; they end in the opposite order."""
    fd = sock.fileno()
    python = [sys.executable, "-m"]
    celery = [*python, "celery", "--quiet", "-A", "taluva_site"]
    web = [*python, "uvicorn", "taluva_site.asgi:application", "--fd", str(fd), *WEB_OPTIONS]
    worker = [*celery, "worker", *WORKER_OPTIONS]
    listed = [
        Child("web", web, pass_fds=(fd,)),
        Child("worker", [*worker, "-Q", "default", "-n", "mail@%h"]),
        Child("bots", ["nice", "-n", "10", *worker, "-Q", "bots", "-n", "bots@%h"]),
        Child("scheduler", [*celery, "beat", "-l", "warning", "--pidfile="]),
    ]
    if settings.ENVIRONMENT.starts_redis:
        listed.insert(0, Child("valkey", supervisor.valkey_command(environment.socket_path(var), var)))
    return listed


WEB_OPTIONS = ["--no-access-log", "--log-level", "warning", "--timeout-graceful-shutdown", "2", "--lifespan", "off"]
WORKER_OPTIONS = ["-c", "1", "-l", "warning", "--without-gossip", "--without-mingle"]


def announce(address: str, out: object) -> None:
    """The address, once it answers, as the last line."""
    for _ in range(600):
        try:
            urllib.request.urlopen(f"{address}healthz", timeout=1).close()  # noqa: S310 - our own address
        except OSError:
            time.sleep(0.1)
        else:
            break
    out.write(f"The club is open: {address}")  # type: ignore[attr-defined]
    out.flush()  # type: ignore[attr-defined]

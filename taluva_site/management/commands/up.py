from __future__ import annotations

import os
import secrets
import sys
from argparse import ArgumentParser
from pathlib import Path

from django.conf import settings
from django.core.management import BaseCommand, CommandError, call_command
from django.db import DatabaseError

from taluva_site import environment
from taluva_site.operations import supervisor
from taluva_site.operations.supervisor import ProcessPlan
from taluva_site.queues import on_demand
from taluva_site.redis import valkey
from taluva_site.security import key_check, private_files
from taluva_site.server.connections import raise_file_limit
from taluva_site.translations import catalogues

WORKER_OPTIONS = ["-c", "1", "-l", "warning", "--without-gossip", "--without-mingle"]


class Command(BaseCommand):
    help = "Runs the whole club: web, workers, scheduler and (unless REDIS_URL names one) the embedded Valkey."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=settings.ENVIRONMENT.port)

    def handle(self, *, port: int, **options: object) -> None:
        var = Path(settings.VAR)
        try:
            lock = supervisor.only_one(var)
            raise_file_limit()
            supervisor.end_leftovers(var)
            self.run_club(port, var, lock)
        except supervisor.AlreadyRunning as running:
            self.stdout.write(f"The club runs already: {running}")
        except OSError as error:
            raise CommandError(f"The club can't start: {error}", returncode=2) from error
        except KeyboardInterrupt:
            self.stdout.write("The club was not open yet.")

    def run_club(self, port: int, var: Path, lock: int) -> None:
        sock = supervisor.listening_socket(settings.ENVIRONMENT.host, port)
        taken = sock.getsockname()[1]
        os.environ["PORT"] = str(taken)
        if port not in (0, taken):
            self.stdout.write(f"Port {port} is taken; the club takes {taken}.")
        prepare_site()
        self.stdout.write(f"What each process says is in {var / 'log'}; Ctrl-C ends them all.")
        address = f"http://{environment.reachable_names(settings.ENVIRONMENT.host)[0]}:{taken}/"
        if not settings.HOSTED:
            os.environ["INBOX_KEY"] = key = secrets.token_urlsafe(24)
            self.stdout.write(f"The inbox: {address}inbox/?key={key}")
        supervisor.become_supervisor(plan_processes(sock.fileno(), var), var, lock, sock, address)


def prepare_site() -> None:
    """Bring tables, translations and static files to this version, and let nobody else read them."""
    try:
        call_command("migrate", interactive=False, verbosity=0)
    except DatabaseError as error:
        place = "DATABASE_URL" if settings.HOSTED else f"the folder {settings.VAR}"
        raise CommandError(
            f"The club can't start: the database does not work ({str(error).strip()}). Look at {place}.", returncode=2
        ) from error
    if not key_check.can_decrypt():
        print(key_check.WRONG_KEY, file=sys.stderr)
    elif not settings.HOSTED:  # no process of another version runs beside this one
        call_command("seal_secrets", verbosity=0)
    catalogues.compile_stale(settings.LOCALE_PATHS)
    call_command("collectstatic", interactive=False, verbosity=0)
    private_files.seal_files(own_files())


def own_files() -> list[Path]:
    database = settings.DATABASES["default"]
    file = Path(database["NAME"]) if database["ENGINE"].endswith("sqlite3") else None
    return private_files.club_paths(Path(settings.VAR), settings.SHARED_FILES, file)


def plan_processes(sock: int, var: Path) -> list[ProcessPlan]:
    """Return the processes in the order in which they start; the first ends last."""
    listed = [
        ProcessPlan("web", [*web_command(settings.ENVIRONMENT.web_processes), "--fd", str(sock)]),
        ProcessPlan("worker", worker_command("default", "mail@%h"), after_web=True),
        ProcessPlan("bots", ["nice", "-n", "10", *worker_command("bots", "bots@%h")], after_web=True),
        ProcessPlan(
            "slow",
            ["nice", "-n", "19", *worker_command("slow", "slow@%h")],
            after_web=True,
            flag=str(on_demand.flag_file(var, "slow")),
        ),
        ProcessPlan("scheduler", scheduler_command(), after_web=True),
    ]
    if settings.ENVIRONMENT.starts_redis:
        listed.insert(0, ProcessPlan("valkey", valkey.socket_command(environment.socket_path(var), var)))
    return listed


def web_command(processes: int = 1) -> list[str]:
    return [sys.executable, "-m", "taluva_site.server", "--processes", str(processes), "--grace", "2"]


def celery_command() -> list[str]:
    return [sys.executable, "-m", "celery", "--quiet", "-A", "taluva_site"]


def worker_command(queue: str, name: str) -> list[str]:
    return [*celery_command(), "worker", *WORKER_OPTIONS, "-Q", queue, "-n", name]


def scheduler_command() -> list[str]:
    return [*celery_command(), "beat", "-l", "warning", "--pidfile="]

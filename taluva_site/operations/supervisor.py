"""Runs the whole club on one machine. Brings back what dies, and ends all together.

`manage.py up` prepares everything and then becomes this program, which is small because it loads nothing of the club.
"""

from __future__ import annotations

import ctypes
import fcntl
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NoReturn

PR_SET_PDEATHSIG = 1
SHORTEST_PAUSE = 0.5
LONGEST_PAUSE = 15.0
GOOD_LIFE = 30.0
PATIENCE = 8.0
LONGEST_LOG = 5_000_000
LOGS_EACH = 2.0
ANSWERS_WITHIN = 60
FIRST_PAGE_WITHIN = 10.0


class AlreadyRunning(Exception):  # noqa: N818 - a state, not a fault
    """A club runs from this folder; the message says where."""


@dataclass(frozen=True)
class ProcessPlan:
    """A process that is kept running."""

    name: str
    command: list[str]
    # Whether the first page comes first: starting all at once would make it wait.
    after_web: bool = False
    # The file that says that there is work for it (on_demand.py); without one it runs always.
    flag: str = ""


@dataclass
class Child:
    plan: ProcessPlan
    process: subprocess.Popen[bytes] | None = None
    pause: float = SHORTEST_PAUSE
    started: float = 0.0
    due: float = 0.0

    def wait_from(self, now: float) -> None:
        """Set when to start again: later each time, but at once for one that had run well."""
        self.pause = SHORTEST_PAUSE if now - self.started > GOOD_LIFE else min(self.pause * 2, LONGEST_PAUSE)
        self.due = now + self.pause


def listening_socket(host: str, port: int) -> socket.socket:
    """Return the preferred port, else a free one. Bound here and handed on: connections wait while the web restarts."""
    for flag in (port, 0):
        sock = socket.socket()
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            sock.bind((host, flag))
            sock.listen(512)
        except OSError:
            sock.close()
            if flag == 0:
                raise
        else:
            return sock
    raise AssertionError("port 0 is always free")


def only_one(var: Path) -> int:
    """Return the lock of this folder's club, which lasts as long as the process.

    Its file says where the club is open.
    """
    var.mkdir(parents=True, exist_ok=True)
    lock = os.open(var / "club.lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise AlreadyRunning(os.read(lock, 500).decode() or "it is just starting") from None
    os.ftruncate(lock, 0)
    return lock


class Supervisor:
    """Whatever ends is started again, after a pause that grows while it keeps dying."""

    def __init__(self, plans: list[ProcessPlan], var: Path, sock: int) -> None:
        self.children = [Child(plan) for plan in plans]
        self.sock = sock
        self.var = var
        self.stopping = threading.Event()
        self.opened = threading.Event()
        self.latest = time.monotonic() + FIRST_PAGE_WITHIN
        self.logs_due = 0.0
        self.environ = {**os.environ, "PYTHONUNBUFFERED": "1", "WORKERS_ON_DEMAND": str(var)}
        (var / "log").mkdir(exist_ok=True)

    def run(self) -> None:
        for signum in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(signum, lambda *_: self.stopping.set())
        while not self.stopping.is_set():
            for child in self.children:
                self.look_after(child)
            self.shorten_logs()
            self.stopping.wait(0.1)
        self.stop()

    def look_after(self, child: Child) -> None:
        now = time.monotonic()
        if child.process is None:
            if now >= child.due and self.may_start(child.plan, now):
                try:
                    self.start(child)
                except OSError as error:
                    child.wait_from(now)
                    print_line(f"{child.plan.name} can't start ({error}); it is tried again.")
        elif (code := child.process.poll()) is not None:
            end_group(child.process.pid)
            child.process = None
            if child.plan.flag and code == 0:  # it had nothing to do
                with suppress(OSError):
                    self.write_state()
                return
            child.wait_from(now)
            print_line(f"{child.plan.name} ended ({code}) and starts again; {self.log(child)} has what it said.")

    def may_start(self, plan: ProcessPlan, now: float) -> bool:
        """Return whether it is this process's turn: the first page may have to come first, or some work."""
        if plan.flag and not os.path.exists(plan.flag):  # noqa: PTH110 - ten times a second
            return False
        return not plan.after_web or self.opened.is_set() or now > self.latest

    def start(self, child: Child) -> None:
        parent = os.getpid()
        if child.plan.flag:
            Path(child.plan.flag).unlink(missing_ok=True)
        with self.log(child).open("ab") as log:  # to append: what is written after it was shortened begins at its start
            child.process = subprocess.Popen(  # noqa: S603 - our own commands
                child.plan.command,
                env=self.environ,
                pass_fds=[self.sock],
                start_new_session=True,  # Ctrl-C reaches the supervisor alone
                preexec_fn=lambda: die_with(parent),  # prctl only: no lock of Python's is taken
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        child.started = time.monotonic()
        with suppress(OSError):  # a full disk: the next start then knows of fewer leftovers
            self.write_state()

    def shorten_logs(self) -> None:
        if time.monotonic() >= self.logs_due:
            self.logs_due = time.monotonic() + LOGS_EACH
            for child in self.children:
                rotate_log(self.log(child))

    def log(self, child: Child) -> Path:
        return self.var / "log" / f"{child.plan.name}.log"

    def write_state(self) -> None:
        pids = {child.process.pid: started_at(child.process.pid) for child in self.children if child.process}
        whole = self.var / "pids.json.new"  # renamed when it is: this process may be killed while it writes
        whole.write_text(json.dumps(pids))
        whole.replace(self.var / "pids.json")

    def stop(self) -> None:
        """End all together, but the first at the very end: Valkey holds what the others still want to say."""
        end_processes(child.process for child in self.children[1:] if child.process)
        end_processes(child.process for child in self.children[:1] if child.process)
        (self.var / "pids.json").unlink(missing_ok=True)


def become_supervisor(plans: list[ProcessPlan], var: Path, lock: int, sock: socket.socket, address: str) -> NoReturn:
    """Replace this process by the supervisor alone, with its number, its lock and its socket."""
    os.write(lock, address.encode())
    order = {
        "plans": [asdict(plan) for plan in plans],
        "var": str(var),
        "sock": sock.fileno(),
        "door": sock.getsockname()[:2],
        "address": address,
    }
    for fd in (lock, sock.fileno()):
        os.set_inheritable(fd, True)
    sys.stdout.flush()
    # -P: the folder of this file is no place to import from.
    os.execv(sys.executable, [sys.executable, "-P", "-u", __file__, json.dumps(order)])  # noqa: S606


def main(order: dict[str, Any]) -> None:
    supervisor = Supervisor([ProcessPlan(**plan) for plan in order["plans"]], Path(order["var"]), order["sock"])
    threading.Thread(target=announce_address, args=(order["door"], order["address"], supervisor), daemon=True).start()
    supervisor.run()


def announce_address(door: tuple[str, int], address: str, supervisor: Supervisor) -> None:
    """Print the address, as the last line, once the club answers there."""
    end = time.monotonic() + ANSWERS_WITHIN
    while not supervisor.stopping.wait(0.05):
        if is_open(*door):
            supervisor.opened.set()
            print_line(f"The club is open: {address}")
            return
        if time.monotonic() > end:
            print_line(f"No answer at {address} within {ANSWERS_WITHIN} s: the logs say why.")
            return


def is_open(host: str, port: int) -> bool:
    """Return whether /healthz answers. Written by hand: an HTTP library would double the size of this process."""
    try:
        with socket.create_connection((host, port), timeout=2) as sock:
            sock.sendall(f"GET /healthz HTTP/1.1\r\nHost: {host}:{port}\r\nConnection: close\r\n\r\n".encode())
            return sock.recv(12) == b"HTTP/1.1 200"
    except OSError:
        return False


def rotate_log(log: Path) -> None:
    """Put a long log aside, in the place of the one before, while its process goes on writing to it.

    A line that is written between the two steps is lost.
    """
    try:
        if log.stat().st_size > LONGEST_LOG:
            with suppress(OSError):  # no room for it: better no old log than no end of this one
                copy_file(log, log.with_suffix(".old.log"))
            os.truncate(log, 0)
    except OSError:
        return


def copy_file(source: Path, target: Path) -> None:
    """Copy a file by hand: shutil would double the size of this process."""
    with source.open("rb") as old, target.open("wb") as new:
        while chunk := old.read(65_536):
            new.write(chunk)


def print_line(line: str) -> None:
    """Print a line; go on when nobody reads it any more."""
    with suppress(OSError):
        print(line, flush=True)


def die_with(parent: int) -> None:
    """Tie a child, before its program starts, to its parent: it ends when the parent does, however that ends (Linux).

    By SIGKILL: each other signal is ignored by what a shell started in the background or is only noted by a handler.
    Linux means the thread that forks, so that has to be one that lasts: the main thread.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(1)


def end_processes(processes: Iterable[subprocess.Popen[bytes]]) -> None:
    """Ask each to end, wait a while for all, and then kill what is left."""
    listed = list(processes)
    for process in listed:
        process.terminate()
    last = time.monotonic() + PATIENCE
    for process in listed:
        with suppress(subprocess.TimeoutExpired):
            process.wait(max(0.0, last - time.monotonic()))
        end_group(process.pid)
        process.wait()


def end_group(pid: int) -> None:
    """Kill the process and its own children (each of ours leads a group)."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)


def end_leftovers(var: Path) -> None:
    """End what a killed supervisor left, where the system did not; called with the lock held."""
    path = var / "pids.json"
    if path.exists():
        for pid, born in json.loads(path.read_text() or "{}").items():
            if born and started_at(int(pid)) == born:  # else the number has gone to another process
                end_group(int(pid))
        path.unlink()


def started_at(pid: int) -> str:
    """Return when the process started, in the system's own words; "" when there is none."""
    stat = Path(f"/proc/{pid}/stat")
    if Path("/proc/self/stat").exists():
        try:
            return stat.read_text().rpartition(")")[2].split()[19]
        except (OSError, IndexError):
            return ""
    listed = subprocess.run(["ps", "-o", "lstart=", "-p", str(pid)], capture_output=True, text=True, check=False)  # noqa: S603, S607
    return listed.stdout.strip()


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))

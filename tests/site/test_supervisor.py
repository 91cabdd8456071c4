"""The real club, started by its real command in a folder of its own, and then mistreated."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import pytest

from games.taluva.bots import engine
from taluva_site import environment
from taluva_site.operations import supervisor
from taluva_site.operations.supervisor import ProcessPlan
from tests import processes, schema

pytestmark = [pytest.mark.worker, pytest.mark.sqlite]  # the embedded club
ALL = {"valkey", "web", "worker", "bots", "scheduler"}
OPEN = "The club is open: "
# Of a start: how many processes there are, the supervisor among them, and the seconds since then. The last one compiles
# the bots' core, where it can be.
MOMENTS = [(2, 0.0), (5, 0.0), (8, 0.0), (8, 0.7), (8, 2.0), (9 + engine.has_numba(), 0.5)]
WEB = 2
# What a shell does for a command with an & behind it, and each program that is then started inherits.
IN_THE_BACKGROUND = ["sh", "-c", 'trap "" INT QUIT; exec "$@"', "sh"]


@dataclass
class Club:
    var: Path
    process: subprocess.Popen[str]
    lines: list[str]

    @property
    def address(self) -> str:
        return next(line for line in self.lines if line.startswith(OPEN)).removeprefix(OPEN)

    def pids(self) -> list[int]:
        return [int(pid) for pid in json.loads((self.var / "pids.json").read_text())]

    def everyone(self) -> list[int]:
        """The children and theirs: each child leads a group."""
        groups = set(self.pids())
        return [pid for pid in all_pids() if group_of(pid) in groups]


def command(port: int = 0) -> list[str]:
    return [sys.executable, "manage.py", "up", "--port", str(port)]


def surroundings(var: Path) -> dict[str, str]:
    names = {*environment.NAMES, "DJANGO_SETTINGS_MODULE", "PORT", "HOST", "TEST_DATABASE_URL"}
    return {**{name: value for name, value in os.environ.items() if name not in names}, "TALUVA_VAR": str(var)} | {
        "WEB_PROCESSES": str(WEB),
        "METRICS_TOKEN": "open sesame",
    }


def launch(var: Path, command: list[str], environ: dict[str, str] | None = None) -> subprocess.Popen[str]:
    return subprocess.Popen(
        command,
        cwd=processes.ROOT,
        env=surroundings(var) | (environ or {}),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )


def start(var: Path, port: int = 0, environ: dict[str, str] | None = None) -> Club:
    process = launch(var, command(port), environ)
    club = Club(var, process, [])
    threading.Thread(target=listen, args=(club,), daemon=True).start()
    processes.wait_for(lambda: is_open(club) or process.poll() is not None)
    assert is_open(club), club.lines
    processes.wait_for(lambda: len(club.everyone()) >= len(ALL) + WEB + 2, why="the workers have not forked")
    return club


def listen(club: Club) -> None:
    assert club.process.stdout
    for line in club.process.stdout:
        club.lines.append(line.strip())


def is_open(club: Club) -> bool:
    return any(line.startswith(OPEN) for line in club.lines)


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    club = start(tmp_path_factory.mktemp("club"))
    yield club
    finish(club)


def finish(club: Club) -> None:
    if club.process.poll() is None:
        club.process.send_signal(signal.SIGINT)
        club.process.wait(30)


def all_pids() -> list[int]:
    return [int(path.name) for path in Path("/proc").iterdir() if path.name.isdigit()]


def members(var: Path) -> list[int]:
    """Every process that lives by this folder, wherever it hangs: its environment says so."""
    return [pid for pid in all_pids() if f"TALUVA_VAR={var}".encode() in environ_of(pid)]


def environ_of(pid: int) -> list[bytes]:
    try:
        return Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
    except (FileNotFoundError, ProcessLookupError, PermissionError):
        return []


def group_of(pid: int) -> int:
    try:
        return os.getpgid(pid)
    except ProcessLookupError:
        return 0


def is_alive(pid: int) -> bool:
    """Not gone, and no zombie that waits to be buried."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def status(address: str) -> int:
    with urllib.request.urlopen(address, timeout=60) as response:
        return int(response.status)


def is_ready(club: Club) -> bool:
    try:
        return status(f"{club.address}readyz") == 200
    except OSError:
        return False


def test_the_last_line_is_the_address_and_everything_runs(club: Club) -> None:
    processes.wait_for(lambda: is_ready(club), why="never ready")

    assert status(club.address) == 200
    assert len(club.pids()) == len(ALL)
    assert {path.stem for path in (club.var / "log").iterdir()} - {"slow"} == ALL  # another test may have called it


def test_the_key_of_the_inbox_is_printed_before_the_address_and_opens_it(club: Club) -> None:
    line = next(line for line in club.lines if line.startswith("The inbox: "))
    address = line.removeprefix("The inbox: ")
    assert club.lines.index(line) < club.lines.index(f"{OPEN}{club.address}")
    assert address.startswith(f"{club.address}inbox/?key=")
    through_a_proxy = {"X-Forwarded-For": "203.0.113.5"}
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    with pytest.raises(urllib.error.HTTPError, match="403"):
        opener.open(urllib.request.Request(f"{club.address}inbox/", headers=through_a_proxy), timeout=60)
    for url in (address, f"{club.address}inbox/"):
        with opener.open(urllib.request.Request(url, headers=through_a_proxy), timeout=60) as answer:
            assert (answer.status, answer.url) == (200, f"{club.address}inbox/")


def test_nobody_else_reads_what_the_club_writes(club: Club) -> None:
    processes.wait_for(lambda: is_ready(club), why="never ready")
    written = [club.var, *club.var.rglob("*")]

    assert len(written) > 50
    assert [path for path in written if for_others(path)] == []


def for_others(path: Path) -> int:
    """What others may do with it; nothing when it has just gone, as SQLite's log does."""
    try:
        return path.stat().st_mode & 0o077
    except FileNotFoundError:
        return 0


def test_a_second_start_says_where_and_does_nothing(club: Club) -> None:
    before = club.pids()
    second = subprocess.run(
        command(), cwd=processes.ROOT, env=surroundings(club.var), capture_output=True, text=True, check=False
    )

    assert (second.returncode, second.stderr) == (0, "")
    assert second.stdout == f"The club runs already: {club.address}\n"
    assert club.pids() == before
    assert status(club.address) == 200


def test_a_taken_port_is_no_error_and_ctrl_c_is_none(tmp_path: Path) -> None:
    with supervisor.listening_socket("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        (tmp_path / "var").mkdir(mode=0o700)
        schema.copy_schema(tmp_path / "var" / "club.sqlite3")
        club = start(tmp_path / "var", port)
        assert f":{port}/" not in club.address
        assert status(club.address) == 200
        everyone = club.everyone()
        club.process.send_signal(signal.SIGINT)

        assert club.process.wait(30) == 0
    processes.wait_for(lambda: not any(is_alive(pid) for pid in everyone), why="somebody lives on")
    assert club.lines[0] == f"Port {port} is taken; the club takes {club.address.split(':')[2].rstrip('/')}."
    assert club.lines[-1] == OPEN + club.address
    assert not (club.var / "pids.json").exists()
    assert (club.var / "log" / "web.log").read_text() == ""


def test_who_is_killed_comes_back_and_waiting_visitors_are_served(club: Club) -> None:
    processes.wait_for(lambda: is_ready(club))
    for index in range(len(ALL)):
        killed = club.pids()[index]
        before = [pid for pid in club.everyone() if group_of(pid) == killed]
        os.kill(killed, signal.SIGKILL)
        processes.wait_for(lambda: not any(is_alive(pid) for pid in before), why="its children live on")  # noqa: B023

        assert status(f"{club.address}healthz") == 200  # waits while the web restarts
        processes.wait_for(lambda: len(club.pids()) == len(ALL) and killed not in club.pids(), why=f"{index} is away")  # noqa: B023
    processes.wait_for(lambda: is_ready(club), why="not ready after the restarts")


def web_processes(club: Club) -> list[int]:
    """Those that answer; their parent loaded the site for them."""
    parent = next(pid for pid in club.pids() if "taluva_site.server" in command_of(pid))
    return [pid for pid in club.everyone() if group_of(pid) == parent and pid != parent]


def command_of(pid: int) -> str:
    return Path(f"/proc/{pid}/cmdline").read_text()


def counted(club: Club) -> float:
    """How many answers of /terms/ the metrics tell of."""
    request = urllib.request.Request(f"{club.address}metrics", headers={"Authorization": "Bearer open sesame"})
    with urllib.request.urlopen(request, timeout=60) as response:
        lines = response.read().decode().splitlines()
    return sum(
        float(line.split()[-1]) for line in lines if line.startswith("taluva_requests_total") and '"terms"' in line
    )


def test_web_processes_share_a_door_and_one_that_dies_is_replaced(club: Club) -> None:
    processes.wait_for(lambda: len(web_processes(club)) == WEB)
    before = web_processes(club)
    for _ in range(40):
        status(f"{club.address}terms/")
    assert counted(club) == 40
    os.kill(before[0], signal.SIGKILL)
    processes.wait_for(lambda: not is_alive(before[0]))  # it might still take a visitor

    assert [status(f"{club.address}terms/") for _ in range(10)] == [200] * 10
    processes.wait_for(lambda: len(web_processes(club)) == WEB and before[0] not in web_processes(club))
    assert before[1] in web_processes(club)
    assert counted(club) == 50


def test_the_slow_worker_comes_when_it_is_called_and_may_go(club: Club) -> None:
    processes.wait_for(lambda: is_ready(club))
    before = set(club.pids())
    (club.var / "slow.wanted").touch()
    processes.wait_for(lambda: len(club.pids()) == len(ALL) + 1, why="it did not come")
    [slow] = set(club.pids()) - before
    processes.wait_for(lambda: len([pid for pid in club.everyone() if group_of(pid) == slow]) == 2, why="no child")
    os.kill(slow, signal.SIGTERM)

    processes.wait_for(lambda: set(club.pids()) == before, why="it has not ended")
    assert not is_alive(slow)
    assert not [line for line in club.lines if line.startswith("slow ended")]


@pytest.fixture
def var(tmp_path: Path) -> Iterator[Path]:
    """A club's folder; who lives by it after the test is ended."""
    yield tmp_path
    for pid in members(tmp_path):
        os.kill(pid, signal.SIGKILL)


def test_a_supervisor_killed_at_any_moment_leaves_no_orphan_and_the_next_start_works(var: Path) -> None:
    nothing_compiled = {"NUMBA_CACHE_DIR": str(var / "numba")}
    for number, seconds in MOMENTS:
        supervising = launch(var, [*IN_THE_BACKGROUND, *command()], nothing_compiled)
        processes.wait_for(lambda: len(members(var)) >= number, why=f"never {number} processes")  # noqa: B023
        time.sleep(seconds)
        supervising.kill()
        supervising.wait()

        processes.wait_for(lambda: not members(var), why=f"{number}, {seconds} s: orphans")
    again = start(var)
    assert status(again.address) == 200
    finish(again)


def test_what_cannot_be_written_does_not_end_the_club(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A folder stands where a file should be: writing fails as on a full disk."""
    club = supervisor.Supervisor(
        [ProcessPlan("one", ["sleep", "60"]), ProcessPlan("two", ["sleep", "60"])], tmp_path, 0
    )
    (tmp_path / "pids.json.new").mkdir()
    (tmp_path / "log" / "two.log").mkdir()
    one, two = club.children

    club.look_after(one)
    club.look_after(two)
    assert one.process
    assert (one.process.poll(), two.process) == (None, None)
    assert capsys.readouterr().out.startswith("two can't start (")
    (tmp_path / "log" / "two.log").rmdir()
    two.due = 0
    club.look_after(two)

    assert two.process
    club.stop()
    assert (one.process.returncode, two.process.returncode) == (-signal.SIGTERM, -signal.SIGTERM)


def test_a_log_is_put_aside_while_its_process_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisor, "LONGEST_LOG", 1000)
    monkeypatch.setattr(supervisor, "LOGS_EACH", 0.0)
    club = supervisor.Supervisor([ProcessPlan("one", ["true"])], tmp_path, 0)
    (child,) = club.children
    log, old = club.log(child), tmp_path / "log" / "one.old.log"
    stop = threading.Event()
    with log.open("ab") as file:
        talker = threading.Thread(target=talk, args=(file, stop))
        talker.start()
        for _ in range(3):
            processes.wait_for(lambda: log.stat().st_size > 1000)
            club.shorten_logs()
        stop.set()
        talker.join()
    assert old.stat().st_size > 1000
    assert b"\0" not in log.read_bytes()
    assert set(old.read_bytes().split(b"\n")) <= {b"a line that a process writes", b""}


def talk(file: BinaryIO, stop: threading.Event) -> None:
    while not stop.wait(0.001):
        file.write(b"a line that a process writes\n")
        file.flush()


def test_a_log_of_a_full_disk_is_emptied_all_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisor, "LONGEST_LOG", 1000)
    log = tmp_path / "one.log"
    log.write_bytes(b"x" * 2000)
    (tmp_path / "one.old.log").mkdir()
    supervisor.rotate_log(log)

    assert log.read_bytes() == b""


def test_a_hosted_club_under_another_name_says_that_it_is_open(tmp_path: Path) -> None:
    hosted = processes.Hosted(tmp_path, f"sqlite:///{tmp_path}/club.sqlite3", environment.EMBEDDED)
    names = {"ALLOWED_HOSTS": "taluva.example", "SITE_URL": "https://taluva.example"}
    schema.copy_schema(tmp_path / "club.sqlite3")
    club = start(tmp_path, environ=hosted.environ() | names)

    assert status(f"{club.address}healthz") == 200
    finish(club)


def test_leftovers_are_ended_at_the_next_start(tmp_path: Path) -> None:
    """Where the system does not end the children of a killed supervisor."""
    ours = subprocess.Popen(["sleep", "60"], start_new_session=True)
    stranger = subprocess.Popen(["sleep", "60"], start_new_session=True)
    (tmp_path / "pids.json").write_text(json.dumps({ours.pid: supervisor.started_at(ours.pid), stranger.pid: "1"}))
    supervisor.end_leftovers(tmp_path)

    assert ours.wait(5) == -signal.SIGKILL
    assert stranger.poll() is None
    stranger.kill()
    stranger.wait()

"""The line protocol: programs that play, programs that do not keep to it, and a level that serves as one."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from games.bots import program, protocol
from games.taluva import rules
from lab import arena
from lab.program_side import ProgramSide
from taluva_site.utils.parallel import map_on_cores
from tests.taluva.games import dealt, played

ROOT = Path(__file__).parents[2]
EXAMPLE = f"{sys.executable} {ROOT / 'docs' / 'example_bot.py'}"
NAMED = "import sys, time\nprint('name x', flush=True)\n"
READS = "for line in sys.stdin: "

Start = Callable[[str], protocol.Program]


@pytest.fixture(autouse=True)
def _plain_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.taluva.bots.engine.has_numba", lambda: False)


def command(code: str) -> str:
    return shlex.join([sys.executable, "-c", code])


@pytest.fixture
def started() -> Iterator[Start]:
    """A running program of this code, which is ended with the test."""
    programs: list[protocol.Program] = []

    def start(code: str) -> protocol.Program:
        programs.append(protocol.Program(command(code)))
        programs[-1].start()
        return programs[-1]

    yield start
    for one in programs:
        one.close()


def process_of(one: protocol.Program) -> subprocess.Popen[bytes]:
    assert one.running
    return one.running.process


def test_a_program_plays_a_whole_game() -> None:
    sides: list[arena.Side] = [ProgramSide(EXAMPLE), arena.LevelSide.named("seedling")]
    places = arena.play_game(rules.Options(), sides, "a", "b")
    assert min(places) == 1


def test_the_example_is_as_short_as_promised() -> None:
    assert len((ROOT / "docs" / "example_bot.py").read_text().splitlines()) <= 50


BROKEN = [
    ("print('turn JJ@9,9E H@0,0', flush=True); time.sleep(999)", r"It played “JJ@9,9E H@0,0”: .* \(T-2\.7\)"),
    ("print('what?', flush=True); time.sleep(999)", r"It said “what\?” instead of “turn …”\."),
    (READS + "print('choices', flush=True)", r"It said “choices” instead of “turn …”\."),
    (
        "sys.stdout.buffer.write(b'turn \\xff\\n'); sys.stdout.flush(); time.sleep(999)",
        r"It played “\ufffd”: .* \(T-10\.2\)",
    ),
    ("print('x' * 70_000, flush=True); time.sleep(999)", "It said a line of more than 64 KB."),
    ("print('\u00e9' * 35_000, flush=True); time.sleep(999)", "It said a line of more than 64 KB."),
    ("sys.stdin.readline()", "It ended."),
]


@pytest.mark.parametrize(("code", "message"), BROKEN)
def test_what_a_program_does_wrong_names_it_and_ends_it(started: Start, code: str, message: str) -> None:
    one = started(NAMED + code)
    process = process_of(one)

    with pytest.raises(protocol.ProtocolError, match=message) as error:
        one.choose(dealt(rules.Options()))

    assert str(error.value).startswith(f"{one.command}: ")
    assert process.returncode is not None


SLOW = {
    "silent": "time.sleep(999)",
    "dripping": "while True: print('x', end='', flush=True); time.sleep(0.01)",
    "not reading": "print('choices', flush=True); time.sleep(999)",
    "with a child": "import subprocess; subprocess.run([sys.executable, '-c', 'import time; time.sleep(999)'])",
}


def assert_is_late(one: protocol.Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "PATIENCE", 0.3)
    monkeypatch.setattr(rules.Game, "choices", lambda game, seat: ["CL@1,0SW H@0,1"] * 20_000)  # more than a pipe takes

    with pytest.raises(protocol.ProtocolError, match="It did not answer within"):
        one.choose(dealt(rules.Options()))


@pytest.mark.parametrize("code", SLOW.values(), ids=SLOW)
def test_a_program_that_takes_too_long_is_ended(started: Start, code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert_is_late(started(NAMED + code), monkeypatch)


DETACHED = """
import pathlib, subprocess, sys
child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(999)'], start_new_session=True)
pathlib.Path({!r}).write_text(str(child.pid))
"""


@pytest.mark.parametrize("code", [SLOW["silent"], SLOW["not reading"]], ids=["silent", "not reading"])
def test_a_child_with_a_session_of_its_own_keeps_nobody_waiting(
    started: Start, code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It lives on, and holds the program's pipes."""
    one = started(DETACHED.format(str(tmp_path / "child")) + NAMED + code)

    assert_is_late(one, monkeypatch)

    os.kill(int((tmp_path / "child").read_text()), signal.SIGKILL)


@pytest.mark.parametrize(
    ("line", "message"),
    [("/there/is/no/such", "No such file"), ("", "can't be started"), ("'open", "No closing quotation")],
)
def test_a_program_that_is_not_there_is_named(line: str, message: str) -> None:
    with pytest.raises(protocol.ProtocolError, match=f"^{line}: .*{message}"):
        protocol.Program(line).start()


def test_a_program_that_ended_is_started_anew(started: Start) -> None:
    text = dealt(rules.Options()).choices(0)[0]
    one = started(NAMED + f"for _ in range(99):\n  if sys.stdin.readline() == 'choose\\n': break\nprint('turn {text}')")
    assert one.choose(dealt(rules.Options())) == text
    process_of(one).wait()
    assert one.choose(dealt(rules.Options())) == text


def test_lines_may_end_as_on_windows(started: Start) -> None:
    assert started("print('name x\\r', flush=True)").name == "x"


NOTES = "for line in sys.stdin:\n  if line == 'quit\\n': open({!r}, 'w').close(); break\n"


@pytest.mark.parametrize("after", ["", "time.sleep(999)"], ids=["it ends", "it does not"])
def test_a_program_is_told_to_quit(started: Start, after: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one = started(NAMED + NOTES.format(str(tmp_path / "told")) + after)
    process = process_of(one)
    if not after:
        monkeypatch.setattr(program, "GRACE", 60.0)

    one.close()

    assert (tmp_path / "told").exists()
    assert process.returncode == (-9 if after else 0)


def start_side(line: str) -> None:
    protocol.Program(line).start()


def test_programs_quit_with_whoever_started_them(tmp_path: Path) -> None:
    lines = [command(NAMED + NOTES.format(str(tmp_path / name))) for name in ("one", "two", "three")]
    list(map_on_cores(start_side, lines[:2], workers=2, start="fork"))
    code = f"from games.bots import protocol; protocol.Program({lines[2]!r}).start()"
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["one", "three", "two"]


def served(lines: list[str]) -> list[str]:
    said: list[str] = []
    protocol.serve_program("builder", (f"{line}\n" for line in lines), said.append, seed=1)
    return said


def test_a_level_serves_as_a_program() -> None:
    game = played(rules.Options(), 6)
    said = served([protocol.HELLO, *protocol.request_lines(game), "quit", "choose"])
    assert said[0] == "name Builder"
    assert game.why_not(said[1].removeprefix("turn ")) is None
    assert len(said) == 2


LINES = "error A line is “taluva-bot 1”, “record” and a number, “choose” or “quit”."
NUMBER = "error After “record” comes the number of its lines, 1 to 9999."
NO_RECORD = "error line 1: The tag Game is missing here. (T-10.1)"
MALFORMED = [
    (["hello"], [LINES]),
    ([""], [LINES]),
    (["taluva-bot 2"], [LINES]),
    (["record"], [LINES]),
    (["record x"], [NUMBER]),
    (["record -1"], [NUMBER]),
    (["record 0"], [NUMBER]),
    (["record 10000"], [NUMBER]),
    (["choose"], [NO_RECORD]),
    (["record 1", "", "choose"], [NO_RECORD]),
    (["record 1", "[Game", "choose"], ["error line 1: This is not a tag. An empty line ends the tags. (T-10.1)"]),
    ([*protocol.request_lines(dealt(rules.Options()))[:-1], "record x", "choose"], [NUMBER, NO_RECORD]),
]


@pytest.mark.parametrize(("lines", "said"), MALFORMED)
def test_a_malformed_line_is_answered_and_the_next_one_heard(lines: list[str], said: list[str]) -> None:
    assert served([*lines, protocol.HELLO]) == [*said, "name Builder"]


def test_a_record_that_is_cut_off_is_said() -> None:
    assert served(["record 3", "[Game"]) == ["error The record has 1 of 3 lines."]


def test_the_engine_takes_any_bytes() -> None:
    engine = [sys.executable, "manage.py", "bots", "engine", "builder"]
    done = subprocess.run(engine, cwd=ROOT, input=b"\xff\xfe\ntaluva-bot 1\n", capture_output=True, check=True)
    assert done.stdout.decode().splitlines() == [LINES, "name Builder"]

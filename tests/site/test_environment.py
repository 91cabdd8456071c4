"""Each variable that is missing or wrong gets a sentence that names it, and exit code 2."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from taluva_site import environment
from taluva_site.environment import Misconfigured, read_environment
from tests import processes

HOSTED = {
    "DATABASE_URL": "postgresql://club:se%20cret@db.example:5433/taluva?sslmode=require",
    "REDIS_URL": "rediss://:secret@redis.example:6379/0",
    "EMAIL_URL": "smtp+tls://club:secret@mail.example?from=Club+%3Cclub@taluva.example%3E",
    "SECRET_KEY": "".join(chr(33 + (7 * index) % 90) for index in range(60)),
    "ALLOWED_HOSTS": "taluva.example, www.taluva.example",
    "SITE_URL": "https://taluva.example/",
}
UNQUOTED = ["hidden/hidden", "12/hidden", "hidden?hidden", "12?hidden", "hidden#hidden", "12#hidden"]
WRONG = [
    ("DATABASE_URL", "mysql://club:hidden@db/taluva"),
    ("DATABASE_URL", "postgresql://club:hidden@db.example"),
    ("DATABASE_URL", "postgresql://club:hidden@db.example:many/taluva"),
    ("DATABASE_URL", "sqlite:///no/such/folder/club.sqlite3"),
    ("REDIS_URL", "redis.example:6379"),
    ("REDIS_URL", "redis://"),
    ("EMAIL_URL", "mail.example"),
    ("EMAIL_URL", "inbox:"),
    ("EMAIL_URL", "smtp://:25"),
    ("SECRET_KEY", "short"),
    ("SECRET_KEY", "x" * 60),
    ("ALLOWED_HOSTS", "https://taluva.example"),
    ("ALLOWED_HOSTS", " , "),
    ("ALLOWED_HOSTS", "other.example"),
    ("SITE_URL", "taluva.example"),
    ("SITE_URL", "https://taluva.example/club"),
    ("TRUSTED_PROXIES", "one"),
    ("PORT", "abc"),
    ("PORT", "99999"),
    ("WEB_PROCESSES", "0"),
    ("WEB_PROCESSES", "65"),
    ("PICTURES_MB", "9"),
    ("CONNECTIONS_PER_ADDRESS", "-1"),
    ("REDIS_URL", "redis://redis.example:abc/0"),
    ("REDIS_URL", "redis://redis.example/first"),
    ("REDIS_URL", "unix://redis.sock"),
    ("SITE_URL", "https://taluva.example:abc"),
    ("SITE_URL", "https://taluva.example/?x=1"),
    ("SITE_URL", "https://club:hidden@taluva.example/"),
    ("SECRET_KEY", environment.FOR_A_TRIAL),
    ("SECRET_KEY_FALLBACKS", "short"),
    ("SECRET_KEY_FALLBACKS", environment.FOR_A_TRIAL),
    *(("DATABASE_URL", f"postgresql://club:{password}@db.example/taluva") for password in UNQUOTED),
    *(("REDIS_URL", f"redis://:{password}@redis.example/0") for password in UNQUOTED),
    *(("EMAIL_URL", f"smtp://club:{password}@mail.example:25") for password in UNQUOTED),
]


def test_nothing_set_is_the_embedded_club(tmp_path: Path) -> None:
    club = read_environment({"PORT": "8123"}, tmp_path)

    assert (club.hosted, club.starts_redis, club.email, club.site_url) == (False, True, {}, "http://localhost:8123")
    assert club.database["NAME"] == tmp_path / "club.sqlite3"
    assert read_environment({}, tmp_path).secret_key == club.secret_key
    assert (tmp_path / "secret_key").stat().st_mode & 0o777 == 0o600


def test_a_host_for_everybody_is_found_by_name_and_number(tmp_path: Path) -> None:
    club = read_environment({"HOST": "0.0.0.0", "PORT": "8123"}, tmp_path)

    assert {socket.gethostname(), f"{socket.gethostname()}.local", "localhost", "127.0.0.1"} <= set(club.allowed_hosts)
    assert club.site_url == f"http://{club.allowed_hosts[0]}:8123"
    assert club.allowed_hosts[0] != "localhost"
    assert read_environment({"HOST": "192.0.2.7"}, tmp_path).site_url == "http://192.0.2.7:8000"


def test_the_key_in_compose_is_good_for_a_trial_only(tmp_path: Path) -> None:
    here = {"SITE_URL": "http://localhost:8000", "ALLOWED_HOSTS": "localhost"}

    assert environment.FOR_A_TRIAL in (processes.ROOT / "compose.yaml").read_text()
    assert read_environment({**HOSTED, **here, "SECRET_KEY": environment.FOR_A_TRIAL}, tmp_path).hosted


def test_former_keys_are_a_list(tmp_path: Path) -> None:
    former = ["".join(chr(35 + (index * step) % 80) for index in range(60)) for step in (7, 11)]

    assert read_environment({}, tmp_path).secret_key_fallbacks == []
    assert (
        read_environment({**HOSTED, "SECRET_KEY_FALLBACKS": " ".join(former)}, tmp_path).secret_key_fallbacks == former
    )


def test_all_six_are_a_hosted_club(tmp_path: Path) -> None:
    club = read_environment(HOSTED, tmp_path)

    assert (club.hosted, club.starts_redis, club.debug, club.trusted_proxies) == (True, False, False, 1)
    assert club.site_url == "https://taluva.example"
    assert club.allowed_hosts == ["taluva.example", "www.taluva.example"]
    assert {key: club.database[key] for key in ("HOST", "PORT", "NAME", "PASSWORD")} == {
        "HOST": "db.example",
        "PORT": "5433",
        "NAME": "taluva",
        "PASSWORD": "se cret",
    }
    assert club.database["OPTIONS"]["sslmode"] == "require"
    assert club.email == {
        "host": "mail.example",
        "port": 587,
        "username": "club",
        "password": "secret",
        "use_tls": True,
        "use_ssl": False,
        "sender": "Club <club@taluva.example>",
    }
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", environment.NAMES)
def test_each_missing_variable_is_named(name: str, tmp_path: Path) -> None:
    with pytest.raises(Misconfigured) as problem:
        read_environment({key: value for key, value in HOSTED.items() if key != name}, tmp_path)

    assert str(problem.value).startswith(f"{name} is not set. A hosted club needs all of DATABASE_URL, ")


@pytest.mark.parametrize(("name", "value"), WRONG)
def test_each_wrong_variable_is_named_and_no_password_is_shown(name: str, value: str, tmp_path: Path) -> None:
    with pytest.raises(Misconfigured) as problem:
        read_environment({**HOSTED, name: value}, tmp_path)

    assert str(problem.value).startswith(f"{name} is wrong: ")
    assert str(problem.value).endswith((".", "makes one."))
    assert "hidden" not in str(problem.value)


def started(environ: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if name not in {*environment.NAMES, "TALUVA_VAR"}}
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=processes.ROOT,
        env={**kept, "DJANGO_SETTINGS_MODULE": "taluva_site.settings", **environ},
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
    )


def test_a_wrong_start_is_one_line_and_exit_code_2(tmp_path: Path) -> None:
    done = started({**HOSTED, "SECRET_KEY": "short", "TALUVA_VAR": str(tmp_path)}, "check")

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("The club can't start: SECRET_KEY is wrong: ")
    assert done.stderr.count("\n") == 1


def test_a_folder_that_is_none_is_one_line_and_exit_code_2(tmp_path: Path) -> None:
    (tmp_path / "var").write_text("")
    done = started({"TALUVA_VAR": str(tmp_path / "var")}, "check")

    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "Make that folder writable, or name another in TALUVA_VAR." in done.stderr


@pytest.mark.parametrize(
    ("command", "words"),
    [("up", "The club can't start: the database does not work"), ("migrate", "The database does not answer; ")],
)
def test_a_database_that_does_not_answer_is_one_line_and_exit_code_2(command: str, words: str, tmp_path: Path) -> None:
    url = f"postgresql://club:hidden@127.0.0.1:{processes.free_port()}/taluva"
    done = started({**HOSTED, "DATABASE_URL": url, "TALUVA_VAR": str(tmp_path)}, command)

    assert done.returncode == 2
    assert words in done.stderr
    assert "DATABASE_URL" in done.stderr
    assert "Traceback" not in done.stderr
    assert "hidden" not in done.stderr


def test_a_file_that_is_no_database_is_one_line_and_exit_code_2(tmp_path: Path) -> None:
    (tmp_path / "club.sqlite3").write_text("no database, but a letter to the host " * 100)
    done = started({"TALUVA_VAR": str(tmp_path)}, "up", "--port", "0")

    assert done.returncode == 2
    assert "The club can't start: the database does not work (file is not a database)" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_folder_that_others_may_use_holds_no_socket(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A deep folder of data gets a short address elsewhere, where somebody may have been before."""
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path))
    var = tmp_path / ("x" * 120)
    folder = environment.socket_path(var).parent
    folder.chmod(0o777)

    with pytest.raises(Misconfigured, match="is not this account's alone"):
        read_environment({}, var)

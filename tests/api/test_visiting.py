"""Programs and levels that visit a club: they play there over the API, by a bot account's token."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.api import tokens
from games.bots import visitor
from games.matches.tables.tables import SeatPlan
from games.models import Match, TurnOrigin
from games.models.token import Scope
from tests.factories import NOW, open_table, outside_bot, person, played

EXAMPLE = f"program:{sys.executable} {Path(__file__).parents[2] / 'docs' / 'example_bot.py'}"
pytestmark = pytest.mark.django_db(transaction=True)


def club_of(server: Any, scopes: list[str]) -> visitor.Club:
    _row, text = tokens.create_token(user=outside_bot(), name="test", scopes=scopes, now=NOW)
    return visitor.Club(server.url + "/", text)


@pytest.mark.parametrize("side", [EXAMPLE, "seedling"], ids=["program", "level"])
def test_a_bot_sits_down_where_it_is_invited_and_plays(live_server: Any, side: str) -> None:
    club, said = club_of(live_server, [Scope.READ, Scope.PLAY, Scope.CREATE]), list[str]()
    choose = visitor.choose_with(side, seed=1)
    match = open_table(person("Ann"), SeatPlan(invited=outside()), draw_seats=False)

    visitor.visit_club(club, choose, said.append)
    played(match)
    visitor.visit_club(club, choose, said.append)
    visitor.visit_club(club, choose, said.append)

    log = Match.objects.get().turns.order_by("number")
    assert [(turn.number, turn.by) for turn in log] == [(1, TurnOrigin.PERSON), (2, TurnOrigin.BOT)]
    assert said == [f"{match.key}: sat down", f"{match.key}: {log[1].text}"]


def outside() -> Any:
    from accounts.models import User

    return User.objects.get(username="Robo")


def test_what_is_refused_is_said_and_tried_again(live_server: Any) -> None:
    club, said = club_of(live_server, [Scope.READ, Scope.PLAY, Scope.CREATE]), list[str]()
    match = open_table(person("Ann"), SeatPlan(invited=outside()), draw_seats=False)
    visitor.visit_club(club, visitor.choose_with("seedling", seed=1), list[str]().append)
    played(match)

    visitor.visit_club(club, lambda _rules, game: f"{game.tile}@9,9E H@0,0", said.append)
    visitor.visit_club(club, visitor.choose_with("seedling", seed=1), said.append)

    assert "422" in said[0]
    assert "T-4.2" in said[0]
    assert Match.objects.get().turn_number == 2


def test_an_invitation_that_is_refused_keeps_nobody_from_the_others(live_server: Any) -> None:
    club, said = club_of(live_server, [Scope.READ, Scope.PLAY, Scope.CREATE]), list[str]()
    ann = person("Ann")
    first, second = (open_table(ann, SeatPlan(invited=outside()), draw_seats=False) for _ in range(2))
    Match.objects.filter(pk=first.pk).update(rated=True)

    visitor.visit_club(club, visitor.choose_with("seedling", seed=1), said.append)

    words = dict(line.split(": ", 1) for line in said)
    assert words[first.key].startswith(f"/api/v1/matches/{first.key}/join: 403 ")
    assert words[second.key] == "sat down"


LACKING = [([Scope.CHAT], "read"), ([Scope.READ], "create"), ([Scope.READ, Scope.CREATE], "play")]


@pytest.mark.parametrize(("scopes", "lacking"), LACKING)
def test_a_token_that_lacks_a_scope_ends_the_visit(live_server: Any, scopes: list[str], lacking: str) -> None:
    club, match = club_of(live_server, scopes), open_table(person("Ann"), SeatPlan(invited=outside()), draw_seats=False)
    if lacking == "play":
        club.sit_down(visitor.AwaitedMatch(match.key, "taluva", 0))
        played(match)
    with pytest.raises(visitor.TokenError, match=f"403 .*lacks the scope .*{lacking}"):
        visitor.visit_club(club, visitor.choose_with("seedling", seed=1), list[str]().append)


def test_a_token_that_holds_no_more_is_told_at_once(live_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TALUVA_TOKEN", "tlv_nobody")
    with pytest.raises(CommandError, match="401"):
        call_command("bots", "visit", live_server.url, "seedling")
    monkeypatch.delenv("TALUVA_TOKEN", raising=False)
    with pytest.raises(CommandError, match="Set TALUVA_TOKEN"):
        call_command("bots", "visit", live_server.url, "seedling")


def test_space_around_a_token_is_no_part_of_it(live_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    club = club_of(live_server, [Scope.CHAT])
    monkeypatch.setenv("TALUVA_TOKEN", f" {club.token}\n")
    with pytest.raises(CommandError, match="lacks the scope"):
        call_command("bots", "visit", live_server.url, "seedling")


@pytest.mark.parametrize("token", ["tlv_€", "tlv_x\ny"])
def test_a_token_that_no_club_gives_is_told_at_once(token: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TALUVA_TOKEN", token)
    with pytest.raises(CommandError, match="The token has a character that no token has"):
        call_command("bots", "visit", "http://127.0.0.1:9", "seedling")


def test_the_program_is_not_told_the_token(monkeypatch: pytest.MonkeyPatch) -> None:
    code = "import os, sys; print(os.environ.get('TALUVA_TOKEN', 'none'), flush=True); sys.stdin.read()"
    tells = shlex.join([sys.executable, "-c", code])
    monkeypatch.setenv("TALUVA_TOKEN", "tlv_nobody")
    with pytest.raises(CommandError, match="It said “none” instead of “name"):
        call_command("bots", "visit", "http://127.0.0.1:9", f"program:{tells}")


@pytest.mark.parametrize("address", ["club.example", "ftp://club.example", "http://", "http://[", "http://club:port"])
def test_an_address_is_looked_at_before_anybody_is_asked(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TALUVA_TOKEN", "tlv_nobody")
    with pytest.raises(CommandError, match="is no address of a club"):
        call_command("bots", "visit", address, "seedling")


SIDES = [
    ("sedling", "There is no level “sedling”"),
    ("program:/there/is/no/such", "/there/is/no/such: It can't be started"),
    ("navigator", "needs numba"),
]


@pytest.mark.parametrize(("side", "message"), SIDES)
def test_a_side_is_looked_at_before_anybody_is_asked(side: str, message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TALUVA_TOKEN", "tlv_nobody")
    monkeypatch.setattr("games.taluva.bots.engine.has_numba", lambda: False)
    with pytest.raises(CommandError, match=message):
        call_command("bots", "visit", "http://127.0.0.1:9", side)


def test_a_club_that_is_away_is_asked_again_later() -> None:
    said: list[str] = []
    visitor.visit_club(visitor.Club("http://127.0.0.1:9", "x"), visitor.choose_with("seedling", seed=1), said.append)
    assert said[0].startswith("http://127.0.0.1:9 does not answer: ")


class Answers(BaseHTTPRequestHandler):
    """A club that says what a test wants, by path; else it knows of no match."""

    def do_GET(self) -> None:
        answers: dict[str, tuple[int, str]] = self.server.answers  # type: ignore[attr-defined]
        status, body = answers.get(self.path.partition("?")[0].removeprefix("/api/v1"), (200, "[]"))
        self.server.tokens.append(self.headers["Authorization"])  # type: ignore[attr-defined]
        self.send_response(status)
        if 300 <= status < 400:
            self.send_header("Location", body)
        self.end_headers()
        self.wfile.write(body.encode())

    def do_POST(self) -> None:
        self.do_GET()

    def log_message(self, *args: object) -> None:
        pass


@contextmanager
def answering() -> Iterator[Any]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Answers) as server:
        server.answers, server.tokens = {}, []  # type: ignore[attr-defined]
        Thread(target=server.serve_forever).start()
        yield server
        server.shutdown()


@pytest.fixture
def odd_club() -> Iterator[tuple[visitor.Club, dict[str, tuple[int, str]]]]:
    with answering() as server:
        yield visitor.Club(f"http://127.0.0.1:{server.server_port}", "x"), server.answers


OFFERS = [("a", "taluva"), ("b", "volcanique"), ("c", "taluva")]
INVITED = json.dumps([{"key": name, "rules": rules, "turn_number": 0} for name, rules in OFFERS])
PASSING = [
    ({"/invitations": (503, "busy")}, ["/api/v1/invitations: 503 busy"]),
    ({"/invitations": (403, "a wall")}, ["/api/v1/invitations: 403 a wall"]),
    ({"/invitations": (200, "<p>")}, ["/invitations: this is not how a club answers: <p>"]),
    (
        {"/matches": (200, '[{"key": 1}]')},
        ['/matches?state=running&awaiting=true&limit=100: this is not how a club answers: [{"key": 1}]'],
    ),
    (
        {"/invitations": (200, INVITED), "/matches/a/join": (429, "wait")},
        ["a: /api/v1/matches/a/join: 429 wait", "c: sat down"],
    ),
    ({"/invitations": (200, INVITED)}, ["a: sat down", "c: sat down"]),
    (
        {"/matches": (200, INVITED), "/matches/a/record": (200, "<p>")},
        [
            "a: line 1: This is not a tag. An empty line ends the tags. (T-10.1)",
            "c: line 1: This is not a tag. An empty line ends the tags. (T-10.1)",
        ],
    ),
]


@pytest.mark.parametrize(("answers", "said"), PASSING)
def test_what_passes_by_is_said_and_the_visit_goes_on(
    odd_club: tuple[visitor.Club, dict[str, tuple[int, str]]], answers: dict[str, tuple[int, str]], said: list[str]
) -> None:
    club, known = odd_club
    known.update(answers)
    heard: list[str] = []
    visitor.visit_club(club, lambda _rules, game: "", heard.append)
    assert heard == said


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_the_token_goes_to_no_other_address(
    odd_club: tuple[visitor.Club, dict[str, tuple[int, str]]], status: int
) -> None:
    club, known = odd_club
    heard: list[str] = []
    with answering() as other:
        place = f"http://127.0.0.1:{other.server_port}"
        leads_on = (status, f"{place}/api/v1/elsewhere")
        known.update({"/invitations": (200, INVITED), "/matches/a/join": leads_on, "/matches": leads_on})

        visitor.visit_club(club, lambda _rules, game: "", heard.append)

    words = f"The club leads on to {place}; use that address."
    assert (heard, other.tokens) == ([f"a: {words}", "c: sat down", words], [])


FICKLE = """
import pathlib, sys
print('name x', flush=True)
for line in sys.stdin:
    if line == 'choose\\n':
        if not pathlib.Path(sys.argv[1]).exists(): pathlib.Path(sys.argv[1]).touch(); sys.exit()
        print('choices', flush=True)
    elif line.startswith('choices'):
        print('turn ' + sys.stdin.readline(), end='', flush=True)
"""


def test_a_program_that_ended_is_started_anew(live_server: Any, tmp_path: Path) -> None:
    club, said = club_of(live_server, [Scope.READ, Scope.PLAY, Scope.CREATE]), list[str]()
    match = open_table(person("Ann"), SeatPlan(invited=outside()), draw_seats=False)
    choose = visitor.choose_with(
        "program:" + shlex.join([sys.executable, "-c", FICKLE, str(tmp_path / "ended")]), seed=1
    )
    visitor.visit_club(club, choose, list[str]().append)
    played(match)

    visitor.visit_club(club, choose, said.append)
    visitor.visit_club(club, choose, said.append)

    assert said[0].startswith(f"{match.key}: {sys.executable} -c ")
    assert said[0].endswith(": It ended.")
    assert said[1] == f"{match.key}: {Match.objects.get().turns.get(number=2).text}"

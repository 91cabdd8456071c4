"""A guest of a club: it plays there over the API, for a level or for a program of the line protocol.

The account is one that its owner has marked as a bot; its token may read, play and create. The club is asked every few
seconds, and so needs no way back to here.
"""

import http.client
import json
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import NamedTuple
from urllib.parse import urlsplit

from games.bot_contract import LevelUnavailable
from games.bots.protocol import Program, choose_by_level
from games.contract import Game, Refusal
from games.registry import RULES, all_levels

Choose = Callable[[str, Game], str]  # from a game's key and the game to a turn
Say = Callable[[str], None]
PATIENCE = 30.0  # seconds for an answer


class AwaitedMatch(NamedTuple):
    """The part of a match that matters here."""

    key: str
    rules: str
    turn_number: int


class ClubError(Refusal):
    """The club did not want what was asked, or gave no answer."""


class TokenError(Refusal):
    """The token does not hold, or may not do this: asking again is no use."""


@dataclass(frozen=True)
class Club:
    """The API of a club, with somebody's token."""

    address: str
    token: str

    def __post_init__(self) -> None:
        if not is_address(self.address):
            raise ClubError(f"“{self.address}” is no address of a club. Write it like https://club.example.")
        if not (self.token.isascii() and self.token.isprintable()):
            raise TokenError("The token has a character that no token has. Copy it anew.")

    def ask(self, path: str, body: dict[str, object] | None = None) -> str:
        """Return the answer to a question, or to something that is to be done; a refusal has the club's own words."""
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        url = f"{self.address.rstrip('/')}/api/v1{path}"
        try:
            return answer_to(urllib.request.Request(url, data, headers))  # noqa: S310  # who runs this names the club
        except (OSError, http.client.HTTPException) as error:
            raise ClubError(f"{self.address} does not answer: {error}") from error

    def matches(self, path: str) -> list[AwaitedMatch]:
        """Return the matches of a list that are of a game that is known here."""
        answer = self.ask(path)
        try:
            listed = json.loads(answer)
            rows = listed["items"] if isinstance(listed, dict) else listed
            return [
                AwaitedMatch(str(row["key"]), str(row["rules"]), int(row["turn_number"]))
                for row in rows
                if row["rules"] in RULES
            ]
        except (ValueError, LookupError, TypeError) as error:
            raise ClubError(f"{path}: this is not how a club answers: {answer[:200]}") from error

    def invited(self) -> list[AwaitedMatch]:
        """Return the matches where a seat is kept for us by name."""
        return self.matches("/invitations")

    def waiting(self) -> list[AwaitedMatch]:
        """Return the matches where we are to move."""
        return self.matches("/matches?state=running&awaiting=true&limit=100")

    def sit_down(self, match: AwaitedMatch) -> str:
        """Take the seat that is kept for us."""
        self.ask(f"/matches/{match.key}/join", {})
        return "sat down"

    def move(self, choose: Choose, match: AwaitedMatch) -> str:
        """Play the turn that is waited for."""
        game = RULES[match.rules].from_record(self.ask(f"/matches/{match.key}/record"))
        text = choose(match.rules, game)
        self.ask(f"/matches/{match.key}/turns", {"number": match.turn_number + 1, "text": text})
        return text


def is_address(text: str) -> bool:
    """Return whether the text is an address at which a club can be asked."""
    try:
        parts = urlsplit(text)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


def open_without_redirects() -> urllib.request.OpenerDirector:
    """Return an opener that follows no redirect: the token and what is sent are for this address alone."""
    opener = urllib.request.OpenerDirector()
    for handler in (
        urllib.request.ProxyHandler,
        urllib.request.HTTPHandler,
        urllib.request.HTTPSHandler,
        urllib.request.HTTPDefaultErrorHandler,
        urllib.request.HTTPErrorProcessor,
    ):
        opener.add_handler(handler())
    return opener


def answer_to(request: urllib.request.Request) -> str:
    """Return what the club answers; raises ClubError or TokenError with what it says when it refuses."""
    try:
        with open_without_redirects().open(request, timeout=PATIENCE) as answer:
            return str(answer.read(), "utf-8", "replace")
    except urllib.error.HTTPError as error:
        words = f"{urlsplit(request.full_url).path}: {error.code} {str(error.read(), 'utf-8', 'replace')[:500]}"
        if "Location" in error.headers:
            place = error.headers["Location"].partition("/api/v1/")[0]
            raise ClubError(f"The club leads on to {place}; use that address.") from error
        # A 403 without that header is about one match only: the account is not for it.
        is_about_token = error.code == 401 or (error.code == 403 and "WWW-Authenticate" in error.headers)
        raise (TokenError if is_about_token else ClubError)(words) from error


def choose_with(side: str, seed: int) -> Choose:
    """Return the player: a level, or `program:` and a command line. Raise Refusal for one that can't play."""
    kind, _, command = side.partition(":")
    if kind == "program":
        program = Program(command)
        program.start()
        return lambda _rules, game: program.choose(game)
    levels = all_levels()
    if side not in levels:
        raise LevelUnavailable(f"There is no level “{side}”. There are {', '.join(levels)}, and program:<command>.")
    rng = Random(seed)  # noqa: S311  # a game, not a secret
    if missing := levels[side].missing:
        raise LevelUnavailable(missing)
    return lambda rules, game: choose_by_level(side, rules, game, rng)


@contextmanager
def reporting_errors(say: Say, where: str = "") -> Iterator[None]:
    """Report errors inside, to be tried again at the next call; raise those that come of an invalid token."""
    try:
        yield
    except TokenError:
        raise
    except Refusal as refusal:
        say(f"{where}{refusal}")


def visit_each(find: Callable[[], list[AwaitedMatch]], do: Callable[[AwaitedMatch], str], say: Say) -> None:
    """Do something at every match that is found, and say what came of it."""
    with reporting_errors(say):
        for match in find():
            with reporting_errors(say, f"{match.key}: "):
                say(f"{match.key}: {do(match)}")


def visit_club(club: Club, choose: Choose, say: Say) -> None:
    """Sit down where a seat is reserved, and play where it is the bot's turn. Raise TokenError."""
    visit_each(club.invited, club.sit_down, say)
    visit_each(club.waiting, partial(club.move, choose), say)

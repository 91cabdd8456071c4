"""A guest of a club: it plays there over the API, for a level or for a program of the line protocol.

The account is one that its owner has marked as a bot; its token may read, play and create. The club is asked every few
seconds, and so needs no way back to here.
"""

import json
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import TypedDict, cast

from games.bots.levels import LEVELS
from games.bots.protocol import Program
from games.rules import taluva
from games.rules.contract import Refusal

Choose = Callable[[taluva.Game], str]
PATIENCE = 30.0  # seconds for an answer


class Waiting(TypedDict):
    """The part of a match that matters here."""

    key: str
    rules: str
    turn_number: int


class ClubError(Refusal):
    """The club did not want what was asked."""


@dataclass(frozen=True)
class Club:
    """The API of a club, with somebody's token."""

    address: str
    token: str

    def ask(self, path: str, body: dict[str, object] | None = None) -> str:
        """The answer to a question, or to something that is to be done; raises ClubError with the club's own words."""
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        url = f"{self.address.rstrip('/')}/api/v1{path}"
        request = urllib.request.Request(url, data, headers)  # noqa: S310  # who runs this names the club
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310  # as above
                return cast(str, answer.read().decode())
        except urllib.error.HTTPError as error:
            raise ClubError(f"{path}: {error.code} {error.read().decode()}") from error

    def sit_down(self) -> list[str]:
        """Take every seat that is kept for us by name; the keys of those matches."""
        keys = [match["key"] for match in cast("list[Waiting]", json.loads(self.ask("/invitations")))]
        for key in keys:
            self.ask(f"/matches/{key}/join", {})
        return keys

    def waiting(self) -> list[Waiting]:
        """The matches where we are to move."""
        rows = json.loads(self.ask("/matches?state=running&awaiting=true&limit=100"))["items"]
        return [row for row in cast("list[Waiting]", rows) if row["rules"] == "taluva"]

    def move(self, match: Waiting, choose: Choose) -> str:
        """Play the turn that is waited for."""
        game = taluva.Game.from_record(self.ask(f"/matches/{match['key']}/record"))
        text = choose(game)
        self.ask(f"/matches/{match['key']}/turns", {"number": match["turn_number"] + 1, "text": text})
        return text


def chooser(side: str, seed: int) -> Choose:
    """Who plays: a level, or `program:` and a command line."""
    kind, _, command = side.partition(":")
    if kind == "program":
        return Program(command).choose
    rng = Random(seed)  # noqa: S311  # a game, not a secret
    return lambda game: LEVELS[side].choose(game, rng)


def call(club: Club, choose: Choose, say: Callable[[str], None]) -> None:
    """Sit down where a seat is kept, and move where it is waited for; what fails is tried at the next call."""
    try:
        for key in club.sit_down():
            say(f"{key}: sat down")
        for match in club.waiting():
            try:
                say(f"{match['key']}: {club.move(match, choose)}")
            except ClubError as error:  # the board has moved on, or the game was left
                say(f"{match['key']}: {error}")
    except OSError as error:
        say(f"{club.address} does not answer: {error}")

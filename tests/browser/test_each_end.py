"""Each way in which a game ends, as winner, loser, guest and spectator see it."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import NamedTuple

import pytest
from playwright.sync_api import expect

from accounts.models import User
from games import sweeping
from games.contract import Game
from games.matches import play, stored_match
from games.models import Match
from games.models.match import DeadlinePolicy
from games.taluva.bots import thinking
from games.taluva.bots.levels import LEVELS
from tests import factories
from tests.browser.players import Open, aside, current
from tests.browser.test_access import faults
from tests.browser.test_end import DESK, PHONE, ROOM
from tests.factories import NOW

Choose = Callable[[Game, random.Random], str]


class End(NamedTuple):
    """How a match is brought to an end, who sits there, who wins it, and what its page says of it."""

    play: Callable[..., Match]
    sitters: str
    winners: str
    why: str


def choose_strongly(game: Game, rng: random.Random) -> str:
    return thinking.choose_turn(LEVELS["settler"], game, rng)


def played_out(first: User, second: User, *, seed: int, tiles: str, choose: Choose) -> Match:
    """A match that was played until its rules ended it; everything in it follows from the seed."""
    match = factories.running_match(first, second, settings={"tiles_per_player": tiles})
    match.seed = f"{seed:064x}"
    match.save(update_fields=["sealed_seed"])
    stored_match.clear_cache()
    rng = random.Random(1)
    while match.is_running:
        game = stored_match.game_of(match)
        match = factories.played(match, choose(game, rng), player=factories.sitter(match, game.awaited()[0]))
    return match


def resigned(first: User, second: User) -> Match:
    match = factories.played_on(factories.running_match(first, second), 6)
    return play.resign_match(match_id=match.pk, player=first, now=NOW)


def timed_out(first: User, second: User) -> Match:
    match = factories.running_match(first, second, at_deadline=DeadlinePolicy.OUT)
    sweeping.sweep_clocks(NOW + timedelta(days=4))
    return current(match)


ENDS = {
    "two kinds used up": End(
        partial(played_out, seed=4, tiles="24", choose=choose_strongly), "Ann Guest", "Ann", "Ann used up all"
    ),
    "last tile": End(
        partial(played_out, seed=0, tiles="12", choose=choose_strongly),
        "Guest Ann",
        "Guest",
        "When the last tile was placed, ",
    ),
    "last tile, shared": End(
        partial(played_out, seed=1, tiles="12", choose=factories.some_choice),
        "Ann Guest",
        "Ann Guest",
        "When the last tile was placed, Ann and Guest were equal in temples, towers and huts.",
    ),
    "nothing to build": End(
        partial(played_out, seed=0, tiles="24", choose=factories.some_choice),
        "Guest Ann",
        "Ann",
        "Guest could build nothing and was out.",
    ),
    "resignation": End(resigned, "Ann Guest", "Guest", "Ann resigned."),
    "time": End(timed_out, "Guest Ann", "Ann", "Guest ran out of time."),
}


@pytest.mark.parametrize("end", ENDS.values(), ids=ENDS)
def test_an_end_is_explained_to_whoever_looks(end: End, site: str, open_as: Open) -> None:
    people = {name: aside(factories.person, name) for name in ("Ann", "Zoe")} | {
        "Guest": aside(factories.guest, "Guest")
    }
    match = aside(end.play, *(people[name] for name in end.sitters.split()))
    winners = end.winners.split()

    for name, wishes in (("Ann", PHONE), ("Guest", DESK), ("Zoe", PHONE)):
        page = open_as(people[name], match.get_absolute_url(), **wishes)
        bar = page.locator("#turn-bar")
        expect(bar.locator("h2")).to_have_text(headline_for(name, winners))
        expect(bar.locator(".why")).to_contain_text(end.why)
        has_lost = name in end.sitters and name not in winners
        expect(bar.get_by_text("You finished in place 2.")).to_have_count(int(has_lost))
        expect(bar.locator("tbody")).to_have_count(2)
        expect(bar.get_by_text("Keep my games")).to_have_count(int(name == "Guest"))
        expect(bar.get_by_role("button", name="Rematch")).to_have_count(int(name in end.sitters))
        page.wait_for_function("() => document.querySelector('#stage .scroll').clientHeight > 100")
        assert max(page.evaluate(ROOM)) <= 1
        assert faults(page) == []
        page.context.close()


def headline_for(name: str, winners: list[str]) -> str:
    """Return who has won, in words to one of them or to somebody else."""
    if winners == [name]:
        return "You won"
    if name in winners:
        [other] = [winner for winner in winners if winner != name]
        return f"You and {other} won"
    return f"{' and '.join(winners)} won"

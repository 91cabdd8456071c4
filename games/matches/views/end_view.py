"""What a page shows of a match that has been played to its end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from games.boards import Tally, Words
from games.contract import Game
from games.matches import bot_turns, queries
from games.matches.phrases import names_in_words
from games.matches.views.game_view import VisibleGame
from games.models import Match, RatingChange, Seat
from games.models.rating import displayed_rating
from games.registry import every_place_counts

# A turn that moves the winner's chance by less has not decided the game.
DECISIVE = 0.12
FEW = 5  # of a kind with so many pieces each is drawn


class PieceBar(NamedTuple):
    """How many pieces of a kind somebody has built; `pieces`: for each of a few whether it is, else empty."""

    symbol: str
    built: int
    most: int
    words: Words
    pieces: tuple[bool, ...]


class RatingSpan(NamedTuple):
    """A displayed rating before and after the game, and the row that says so."""

    before: int
    after: int
    change: RatingChange


class FinalCountLine(NamedTuple):
    """Somebody's line of the final count."""

    seat: Seat
    is_own: bool
    bars: list[PieceBar]
    rating: RatingSpan | None


class DecidingTurn(NamedTuple):
    """The turn that brought the winner most, and the winner's chances before and after it in per cent."""

    number: int
    player: str
    winner: str
    before: int
    after: int


class BotOffer(NamedTuple):
    """The bot to play next: a stronger one after a win, a weaker one after a loss."""

    level: str
    name: str
    is_stronger: bool


@dataclass(frozen=True)
class EndView:
    """A finished match as one reader sees it; `place`: the reader's, if they played and did not win.

    `picture`: the address of the picture to share. `may_learn`: whether lessons are offered, since no bot is weaker.
    """

    headline: str
    winners: list[int]
    place: int | None
    why: Words
    kinds: list[Words]
    racers: list[FinalCountLine]
    decided: DecidingTurn | None
    picture: str
    bot: BotOffer | None
    may_learn: bool


def end_view(match: Match, seen: VisibleGame, who: User | None) -> EndView:
    """Return the end of a match that was played."""
    game, own = seen.game, seen.own_index
    winners = [seat for seat, place in enumerate(game.places) if place == 1]
    tallies = seen.board.tallies(game)
    opponent = bot_level_of(match, own)
    bot = bot_offer(match.rules, opponent, has_won=own in winners) if opponent else None
    return EndView(
        headline=headline([seen.names[seat] for seat in winners if seat != own], has_won=own in winners),
        winners=winners,
        place=None if own is None or own in winners else game.places[own],
        why=seen.board.ending(game, seen.names),
        kinds=[tally.kind for tally in tallies],
        racers=final_count_lines(match, own, tallies, queries.rating_changes(match, who)),
        decided=deciding_turn(seen, winners, chances_known(match)),
        picture=reverse("match-picture", args=[match.key, game.turn, "link"]),
        bot=bot,
        may_learn=bool(opponent) and bot is None and own not in winners,
    )


def headline(others: Sequence[str], *, has_won: bool) -> str:
    """Return who has won; `others`: the winners besides the reader."""
    names = names_in_words(others)
    if not has_won:
        return _("%(names)s won") % {"names": names}
    return _("You and %(names)s won") % {"names": names} if others else _("You won")


def final_count_lines(
    match: Match, own: int | None, tallies: Sequence[Tally], changes: Mapping[int, RatingChange]
) -> list[FinalCountLine]:
    """Return the final count of each seat, the winner first."""
    seats = sorted(match.seats.all(), key=lambda seat: (seat.place or match.players, seat.index))
    return [
        FinalCountLine(
            seat,
            seat.index == own,
            [bar_of(tally, seat.index) for tally in tallies],
            rating_span(changes[seat.index]) if seat.index in changes else None,
        )
        for seat in seats
    ]


def bar_of(tally: Tally, seat: int) -> PieceBar:
    built = tally.built[seat]
    pieces = tuple(piece < built for piece in range(tally.most)) if tally.most <= FEW else ()
    return PieceBar(tally.symbol, built, tally.most, tally.words[seat], pieces)


def rating_span(change: RatingChange) -> RatingSpan:
    return RatingSpan(displayed_rating(change.mu_before), displayed_rating(change.mu), change)


def chances_known(match: Match) -> dict[int, Sequence[float]]:
    """Return everybody's chances as the analysis found them, by the number of turns before."""
    return dict(match.analyses.values_list("number", "chances"))


def deciding_turn(
    seen: VisibleGame, winners: Sequence[int], chances: Mapping[int, Sequence[float]]
) -> DecidingTurn | None:
    """Return the turn that raised the winner's chance most; None where nobody has looked, or no turn did by itself."""
    rises = winner_rises(seen.rules, seen.game, winners, chances)
    if not rises:
        return None
    number, (before, after) = max(rises.items(), key=lambda rise: rise[1][1] - rise[1][0])
    if after - before < DECISIVE:
        return None
    player, winner = seen.names[seen.game.entries[number - 1].seat], seen.names[winners[0]]
    return DecidingTurn(number, player, winner, round(100 * before), round(100 * after))


def winner_rises(
    rules: str, game: Game, winners: Sequence[int], chances: Mapping[int, Sequence[float]]
) -> dict[int, tuple[float, float]]:
    """Return the winner's chances before and after each turn of which both are known; to leave is no turn.

    At the end a win is certain; one that is shared, or one of several places that all count, is left out.
    """
    course = {number: of_seats[winners[0]] for number, of_seats in chances.items()}
    sides = [side for side in game.sides if winners[0] in side]
    if set(winners) == set(sides[0]) and not every_place_counts(rules, game):
        course[game.turn] = 1.0
    return {
        number: (course[number - 1], course[number])
        for number, entry in enumerate(game.entries, 1)
        if {number - 1, number} <= course.keys() and not game.is_departure(entry.text)
    }


def bot_level_of(match: Match, own: int | None) -> str:
    """Return the level of the bot against which the reader played; empty unless it was the only opponent."""
    others = [seat for seat in match.seats.all() if seat.index != own]
    if own is None or len(others) != 1 or others[0].user is None:
        return ""
    return others[0].user.bot_level


def bot_offer(rules: str, level: str, *, has_won: bool) -> BotOffer | None:
    """Return the next stronger or the next weaker bot of those that this club can run."""
    offered = bot_turns.offered_levels(rules)
    levels = list(offered)
    if level not in offered:
        return None
    index = levels.index(level) + (1 if has_won else -1)
    return BotOffer(levels[index], offered[levels[index]].name, has_won) if 0 <= index < len(levels) else None

"""The end of a game: what each seat has built, why the game ended, and which count decided it."""

from collections.abc import Sequence
from dataclasses import replace

from games.boards.board_contract import Tally
from games.boards.translatable import Words, join_sentences, list_words, say
from games.taluva.board.turn.stock import piece_count
from games.taluva.rules import Game, Supply
from games.taluva.rules.ending import TEAMS, Score, add_scores, score
from games.taluva.rules.position import FULL_SUPPLY
from games.taluva.rules.turn_events import EliminatedEvent

KINDS = (say("Temples"), say("Towers"), say("Huts"))
SYMBOLS = ("itemple", "itower", "ihut")
PIECES = ("temple", "tower", "hut")
PLURALS = (say("temples"), say("towers"), say("huts"))
DECIDED = (
    say("When the last tile was placed, temples decided: %(best)d to %(next)d."),
    say("When the last tile was placed, temples were equal and towers decided: %(best)d to %(next)d."),
    say("When the last tile was placed, temples and towers were equal and huts decided: %(best)d to %(next)d."),
)
ALL_EQUAL = say("When the last tile was placed, %(names)s were equal in temples, towers and huts.")
EARLY = say("%(name)s used up all %(kinds)s before the last tile.")
EARLY_AT_LAST = say("%(name)s used up all %(kinds)s with the last tile.")
EARLY_TEAM = say("%(first)s used up all %(kinds)s, and %(second)s all %(others)s, before the last tile.")
EARLY_TEAM_AT_LAST = say("%(first)s used up all %(kinds)s, and %(second)s all %(others)s, with the last tile.")


def tallies_of(game: Game) -> tuple[Tally, ...]:
    """Return what each seat has built of each kind, in the order in which kinds decide (T-7.3)."""
    scores = [score(supply) for supply in game.position.supplies]
    full = (FULL_SUPPLY.temples, FULL_SUPPLY.towers, FULL_SUPPLY.huts)
    return tuple(
        Tally(
            symbol=SYMBOLS[kind],
            kind=KINDS[kind],
            most=full[kind],
            built=tuple(counts[kind] for counts in scores),
            words=tuple(piece_count(counts[kind], PIECES[kind]) for counts in scores),
        )
        for kind in range(len(KINDS))
    )


def ending_words(game: Game, names: Sequence[str]) -> Words:
    """Return why the game ended."""
    if game.reason == "early":
        return early_words(game, names)
    return last_tile_words(game, names) if game.reason == "tiles" else last_standing_words(game, names)


def early_words(game: Game, names: Sequence[str]) -> Words:
    """Return whose pieces were used up (T-7.1), in teams both players' (T-9.2)."""
    winners = [seat for seat, place in enumerate(game.places) if place == 1]
    is_before = bool(game.state()["tiles_left"])
    used = [kinds_used_up(game.position.supplies[seat]) for seat in winners]
    if len(winners) == 1:
        values: dict[str, str | Words] = {"name": names[winners[0]], "kinds": used[0]}
        return replace(EARLY if is_before else EARLY_AT_LAST, values=values)
    first, second = winners
    values = {"first": names[first], "kinds": used[0], "second": names[second], "others": used[1]}
    return replace(EARLY_TEAM if is_before else EARLY_TEAM_AT_LAST, values=values)


def kinds_used_up(supply: Supply) -> Words:
    """Return `temples and towers`."""
    left = (supply.temples, supply.towers, supply.huts)
    return list_words([kind for kind, n in zip(PLURALS, left, strict=True) if not n])


def last_tile_words(game: Game, names: Sequence[str]) -> Words:
    """Return which count decided when the last tile was placed (T-7.2, T-7.3, T-9.3)."""
    first = early_winner(game)
    if first is not None:
        return say(
            "%(name)s finished first by using up two kinds of pieces; the last tile ended the game for the others.",
            name=names[first],
        )
    best, second = sorted(compared_scores(game), reverse=True)[:2]
    decided = next((kind for kind, counts in enumerate(zip(best, second, strict=True)) if len({*counts}) > 1), None)
    if decided is None:
        equal = [say("%(name)s", name=names[seat]) for seat, place in enumerate(game.places) if place == 1]
        return replace(ALL_EQUAL, values={"names": list_words(equal)})
    return replace(DECIDED[decided], values={"best": best[decided], "next": second[decided]})


def early_winner(game: Game) -> int | None:
    """Return who had the first place before the last tile was placed (T-8.1)."""
    winner = game.places.index(1)
    return None if winner in game.standing.seats_in or game.options.teams else winner


def compared_scores(game: Game) -> list[Score]:
    """Return what is compared: everybody's who is still in, in teams their sums."""
    left = game.standing.seats_in
    scores = {seat: score(game.position.supplies[seat]) for seat in left}
    if not game.options.teams:
        return list(scores.values())
    return [add_scores(scores[seat] for seat in team if seat in scores) for team in TEAMS]


def last_standing_words(game: Game, names: Sequence[str]) -> Words:
    """Return who was the last to go, and what that left (T-6.3, T-8.3, T-9.4)."""
    gone = next((event for event in game.events(game.turn) if event["kind"] == "out"), None)
    seat = game.entries[-1].seat
    cause = say("%(name)s used up two kinds of pieces.", name=names[seat]) if gone is None else out_words(gone, names)
    if len(game.places) == 2:
        return cause
    return join_sentences([cause, left_words(game, names, seat)])


def out_words(event: EliminatedEvent, names: Sequence[str]) -> Words:
    name = names[event["seat"]]
    if event["why"] == "no-build":
        return say("%(name)s could build nothing and was out.", name=name)
    if event["why"] == "resign":
        return say("%(name)s resigned.", name=name)
    return say("%(name)s ran out of time.", name=name)


def left_words(game: Game, names: Sequence[str], seat: int) -> Words:
    """Return who was left after `seat` had gone."""
    if game.options.teams:
        return say("The other player of that team was already out.")
    if game.options.ranking:
        return say("Only one player was left without a place.")
    return say("%(name)s was the only player left.", name=names[game.places.index(1)])

"""Random games of Volcanique with random options: every kind of entry is as likely as any other."""

import random

from games.volcanique.rules import Game, Volcanique
from games.volcanique.rules.option_table import OPTIONS

RULES = Volcanique()
DICE = ("D ", "O ")
LONG = {"V": 0.7, "I": 1.0, "S": 1.0, "Z": 0.5}  # how often a longer beginning is chosen for these


def random_settings(rng: random.Random, players: int | None = None) -> dict[str, object]:
    """A quarter of the options has another value than usual."""
    settings: dict[str, object] = {"players": players or rng.choice(RULES.seats)}
    for option in OPTIONS:
        if rng.random() < 0.25:
            settings[option.name] = rng.choice(option.choices).value
    return settings


def start(settings: dict[str, object], number: int) -> Game:
    """A game from a seed of its own."""
    game = RULES.start(settings, f"{number:064x}", draw_seats=bool(number % 2)).game
    assert isinstance(game, Game)
    return game


def random_entry(game: Game, rng: random.Random, seat: int) -> str:
    """A legal entry of a seat: first its kind, then one of that kind."""
    kinds: dict[str, list[str]] = {}
    for text in game.choices(seat):
        kinds.setdefault(text.split(" ")[0], []).append(text)
    if len(kinds) > 1 and rng.random() < 0.95:
        kinds.pop("undo", None)
    if len(kinds) > 2 and rng.random() < 0.5:
        kinds.pop("E", None)
    kind = rng.choice(sorted(kinds))
    text = rng.choice(kinds[kind])
    if rng.random() < LONG.get(kind, 0):
        text = lengthened(game, rng, seat, text)
    return text


def lengthened(game: Game, rng: random.Random, seat: int, text: str) -> str:
    """Another entry that begins as this one does, found word by word."""
    words = text.split(" ")
    count = 2
    while count < len(words):
        texts = game.choices(seat, " ".join(words[:count]))
        if not texts:
            break
        words = rng.choice(texts).split(" ")
        count += 1 if words[0] in "SI" else 9
    return " ".join(words)


def play_some(game: Game, rng: random.Random, *, asks: float = 0.3, leaves: float = 0.0) -> None:
    """One entry: by the rules where they have one, unless a question goes to the player; or of a seat that may play."""
    carried = game.ordered({})
    if carried is not None and carried.text is not None and (carried.text[:2] in DICE or rng.random() > asks):
        game.play(carried.text, carried.seat)
        return
    staying = [seat for seat in game.position.seats if seat not in game.position.left]
    if leaves and rng.random() < leaves:
        game.resign(rng.choice(staying))
        return
    seat = rng.choice(game.may_play())
    if not game.choices(seat):
        seat = rng.choice(game.awaited())
    game.play(random_entry(game, rng, seat), seat)


def play_out(game: Game, rng: random.Random, *, asks: float = 0.3, leaves: float = 0.0) -> Game:
    """The game at its end."""
    while not game.over:
        play_some(game, rng, asks=asks, leaves=leaves)
    return game

"""A record played: its entries judged, and what it says of seed, engine lines and result checked (V-23.7 to V-23.9)."""

from collections.abc import Mapping

from games.chance import Chance, draw_seating, seed_hash
from games.contract import RecordError, Refusal
from games.volcanique.rules.game import Game
from games.volcanique.rules.position import grid as powers
from games.volcanique.rules.records import lines
from games.volcanique.rules.records.record import SEATING, Line, Record, blame_line, read_grid
from games.volcanique.rules.secrets import Knowledge


def game_of(read: Record) -> Game:
    """Return the game of a record, checked whole; raises RecordError."""
    with blame_line(read.lines["grid"], None):
        grid = read_grid(read.heads["grid"], read.options)
    game = Game(read.options, grid, knowledge_of(read, grid), rolls_of(read))
    game.tags = read.tags
    for line in read.entries:
        with blame_line(line.line, line.number):
            play_line(game, line)
    check_end(game, read)
    game.reader = reader_of(game)
    return game


def knowledge_of(read: Record, grid: Mapping[str, str]) -> Knowledge:
    """Return what the record knows; a seed has to fit its fingerprint and the grid."""
    seating = read.heads.get("seating", "joined")
    if seating not in SEATING:
        raise RecordError(read.lines["seating"], None, "V-23.8", "Seats are either drawn or in the order of joining.")
    seed, fingerprint = read.heads.get("seed"), read.heads.get("seedhash")
    if seed is None:
        return Knowledge(fingerprint=fingerprint, is_drawn=SEATING[seating])
    if seed_hash(seed) != fingerprint:
        raise RecordError(read.lines["seed"], None, "V-21.1", "The seed does not fit its fingerprint.")
    dealt, counter = draw_setup(seed, read.options.players, is_drawn=SEATING[seating], has_powers=read.options.powers)[
        1:
    ]
    if dealt != dict(grid) or counter != rolls_of(read):
        raise RecordError(read.lines["grid"], None, "V-15.3", "The grid does not follow from the seed.")
    return Knowledge.of_seed(seed, is_drawn=SEATING[seating])


def draw_setup(
    seed: str, players: int, *, is_drawn: bool, has_powers: bool
) -> tuple[tuple[int, ...], dict[str, str], int]:
    """V-21.4: who sits where, the powers by slot, and the counter after that."""
    chance = Chance(seed)
    seating = draw_seating(chance, players, is_drawn=is_drawn)
    grid = powers.deal_powers(chance) if has_powers else {}
    return seating, grid, chance.counter


def rolls_of(read: Record) -> int:
    """Return the counter of the chance source at the start."""
    counter = read.heads.get("counter", "0")
    if not counter.isdecimal() or len(counter) > 5:
        raise RecordError(read.lines["counter"], None, "V-21.2", "The counter has to be a number.")
    return int(counter)


def play_line(game: Game, line: Line) -> None:
    """Play an entry as it stands; engine lines below it have to be those that follow from it."""
    if line.text.startswith("undo"):
        raise Refusal("A record doesn't contain entries that were undone.", "V-23.5")
    played = game.play(line.text, line.seat) if game.knowledge.is_whole else game.suppose(line.text, line.seat)
    if played != line.text:
        raise Refusal(f"This is written {played}.", "V-23.1")
    if line.derived and line.derived != list(lines.derived_lines(game.position.events)):
        raise Refusal("The engine's lines below this entry do not follow from it.", "V-23.7")


def check_end(game: Game, read: Record) -> None:
    """Seed and result belong to a game that is over."""
    result, seed = read.heads.get("result"), read.heads.get("seed")
    if not game.over and (result is not None or seed is not None):
        line = read.lines["seed" if seed is not None else "result"]
        raise RecordError(line, None, "V-23.8", "Only a game that has ended has a seed and a result.")
    if result is not None and result != game.result:
        raise RecordError(read.lines["result"], None, "V-20.1", f"The result that follows is {game.result}.")


def reader_of(game: Game) -> int | None:
    """Who may see the secrets that the record of a running game shows."""
    if game.over:
        return None
    shown = {
        game.entries[entry - 1].seat
        for entry, rotation in game.knowledge.rotations.items()
        if rotation is not None and entry not in game.position.shown
    }
    return min(shown, default=None)

"""The positions of played examples (examples.py) for the rules package, and what their steps may name of one."""

from collections.abc import Mapping
from dataclasses import replace

from games.volcanique.rules import Game, Options, Volcanique
from games.volcanique.rules.entries.grammar import hex_of
from games.volcanique.rules.position.effects import replace_stacks
from games.volcanique.rules.position.flows import new_flow
from games.volcanique.rules.position.grid import POWERS, SLOTS
from games.volcanique.rules.position.position import Position, Stage
from games.volcanique.rules.position.resources import counts_of, letters_of
from games.volcanique.rules.position.tiles import HIDDEN, KINDS, NAMES
from games.volcanique.rules.position.waits import Roll
from games.volcanique.rules.position.words import hex_words
from games.volcanique.rules.scoring import all_scores, final_places
from games.volcanique.rules.turns import judging
from games.volcanique.rules.turns.turns import begin_turn
from tests.volcanique.naive.placed import lines, table
from tests.volcanique.rules.boards import SEED, add_critter, board_of, game_at, hold, number, units
from tests.volcanique.rules.played.example import Json, Played

NEVER = -1  # an entry that no log has: of secrets that were there from the start


def game_of(example: Played) -> Game:
    """Return the game at the start of a turn, or of everything."""
    if not example.position:
        game = Volcanique().start(example.settings, SEED, draw_seats=False).game
        assert isinstance(game, Game)
        return game
    pos = position_of(Options.from_settings(example.settings), example.position)
    game = game_at(pos)
    if pos.hidden:
        game.knowledge = replace(game.knowledge, rotations={NEVER: 0})
    return game


def position_of(options: Options, data: Mapping[str, object]) -> Position:
    """Return the position at the start of a turn of `active`, after its T0 as far as nobody has to decide anything."""
    pos = Position(options, grid_of(options, data))
    replace_stacks(pos, board_of(table(data, "board")))
    give_slots(pos, data)
    for text in lines(data, "critters"):
        add_critter(pos, text.replace("*", " *"))
    for text in lines(data, "sea"):
        add_critter(pos, text)
    for text in lines(data, "frozen"):
        pos.frost = (hex_of(text), 0)
    for player, letters in table(data, "resources").items():
        hold(pos, number(player), letters)
    for player, count in table(data, "craters").items():
        put_into_crater(pos, number(player), int(count))
    for text in lines(data, "flows"):
        add_flow(pos, *text.split())
    hide(pos, lines(data, "hidden"))
    if supply := table(data, "supply"):
        pos.tiles = tuple(int(supply.get(kind, 0)) for kind in KINDS)
    if "bank" in data:
        pos.supply = counts_of(str(data["bank"]))
    if text := str(data.get("trigger", "")):
        pos.trigger, pos.trigger_seat = text.split()[0], number(text.split()[1])
    pos.turn, pos.rolls = int(str(data.get("turns", options.players))), int(str(data.get("counter", 0)))
    begin_turn(pos, number(str(data.get("active", "P1"))), Stage.NORMAL)
    judging.advance_rules(pos)
    return pos


def grid_of(options: Options, data: Mapping[str, object]) -> dict[str, str]:
    """Return the named powers on the first slots, and others on the rest."""
    named = list(dict.fromkeys(power for text in table(data, "powers").values() for power in text.split()))
    others = [power for power in sorted(POWERS) if power not in named]
    return dict(zip(SLOTS, named + others, strict=False)) if options.powers else {}


def give_slots(pos: Position, data: Mapping[str, object]) -> None:
    """Everybody holds the slots of the powers that are named, with a piece on each."""
    for player, text in table(data, "powers").items():
        seat, powers = number(player), text.split()
        slots = tuple(slot for power in powers for slot in SLOTS if pos.grid[slot] == power)
        pos.slots = tuple(slots if one == seat else held for one, held in enumerate(pos.slots))
        pos.powers = tuple(frozenset(powers) if one == seat else held for one, held in enumerate(pos.powers))
        pos.volcanoes = tuple(len(held) for held in pos.slots)
        pos.hands = tuple(hand - len(slots) * (one == seat) for one, hand in enumerate(pos.hands))


def put_into_crater(pos: Position, seat: int, count: int) -> None:
    pos.craters = tuple(count if one == seat else pieces for one, pieces in enumerate(pos.craters))
    pos.hands = tuple(hand - count * (one == seat) for one, hand in enumerate(pos.hands))


def add_flow(pos: Position, player: str, state: str, cell: str, *visited: str) -> None:
    new_flow(pos, number(player), hex_of(cell), state)
    been = frozenset(map(hex_of, (cell, *visited)))
    pos.flows = (*pos.flows[:-1], pos.flows[-1]._replace(visited=been))


def hide(pos: Position, cells: list[str]) -> None:
    """The tiles below these volcanoes are secret."""
    for text in cells:
        cell = hex_of(text)
        stack = pos.stacks[cell]
        kind = KINDS.index(NAMES[stack[-2]].rstrip("012345"))
        pos.stacks = {**pos.stacks, cell: (*stack[:-2], HIDDEN + kind, stack[-1])}
        pos.hidden = {**pos.hidden, cell: NEVER}


def shown(game: Game) -> Json:
    """Return what the steps of an example may name, as naive.NaiveGame.data has it."""
    pos = game.position
    seats = range(pos.options.players)
    asked = {f"P{seat + 1}": answers(game, seat) for seat in game.awaited()} if pos.wait is not None else {}
    return {
        **{f"board {hex_words(cell)}": board_words(game, cell) for cell in pos.stacks},
        "units": sorted(text.replace(" *", "*") for text in units(pos)),
        "sea": {hex_words(cell): seat for cell, seat in pos.sea.items()},
        "hidden": sorted(map(hex_words, pos.hidden)),
        "resources": [letters_of(held) for held in pos.held],
        "hands": list(pos.hands),
        "craters": list(pos.craters),
        "activations": list(pos.volcanoes),
        "points": list(pos.points),
        "flows": [f"P{flow.seat + 1} {flow.state} {hex_words(flow.cell)}" for flow in pos.flows],
        "visited": [sorted(map(hex_words, flow.visited)) for flow in pos.flows],
        "frozen count": 0 if pos.frost is None else 3 * pos.frost[1] * (pos.frost[1] + 1) + 1,
        "trigger": None if pos.trigger is None else [pos.trigger, pos.trigger_seat],
        "active": pos.active,
        "mode": "winter" if pos.trigger == "winter" and pos.stage is Stage.NORMAL else pos.stage.value,
        "step": int(pos.step),
        "scores": [all_scores(pos)[seat].total for seat in seats],
        "places": list(final_places(pos)),
        "reason": game.reason,
        "removed": pos.removed,
        "counter": game.knowledge.counter_after(pos) if isinstance(pos.wait, Roll) else pos.rolls,
        "asked": asked,
    }


def board_words(game: Game, cell: tuple[int, int]) -> str:
    """Return a stack, secrets included."""
    stack = [NAMES[member] for member in game.position.stacks[cell]]
    return "/".join(name.replace("?", "0") for name in stack)


def answers(game: Game, seat: int) -> list[str]:
    """Return what somebody who is asked may say."""
    return sorted(text for text in game.choices(seat) if text[0] not in "TZu")

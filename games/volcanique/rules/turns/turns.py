"""The course of a turn: lava, the player's actions, collecting, the end of the turn, whose turn is next (V-4, V-24)."""

from typing import NamedTuple

from games.volcanique.rules.entries.actions import End
from games.volcanique.rules.entries.clauses import Rule
from games.volcanique.rules.lava.cooling import LiftStep, SoilStep, erupt_super
from games.volcanique.rules.lava.lava import LavaStep
from games.volcanique.rules.position.ending import STALL, SUPER, WINTER, is_stalled, stop_game
from games.volcanique.rules.position.flows import schedule_tasks
from games.volcanique.rules.position.position import Position, Stage, Step, Task
from games.volcanique.rules.position.resources import all_mixes, covers
from games.volcanique.rules.position.waits import Bonus, StartingIsland
from games.volcanique.rules.questions.policies import default_bonus
from games.volcanique.rules.steps.collecting import CollectStep
from games.volcanique.rules.steps.setup import (
    BASES,
    give_bonus,
    give_starting_resources,
    lay_island,
    preset_bases,
    preset_island,
)
from games.volcanique.rules.turns.possible import can_act


class SetupStep(NamedTuple):
    """V-3.3: the islands are laid out, or built in seat order; then the first turn begins."""

    seat: int

    def run(self, pos: Position) -> None:
        """Ask the next seat for its island, or begin the first turn."""
        if self.seat == pos.options.players:
            give_starting_resources(pos)
            begin_turn(pos, 0, Stage.NORMAL)
            return
        pos.active = self.seat
        schedule_tasks(pos, SetupStep(self.seat + 1))
        if pos.options.setup_mode == "preset":
            lay_island(pos, self.seat, preset_island(BASES[pos.options.players][self.seat]))
        elif self.seat in pos.left:
            lay_island(pos, self.seat, preset_island(preset_bases(pos)[0]))
        else:
            pos.wait = StartingIsland()


def begin_turn(pos: Position, seat: int, stage: Stage) -> None:
    """Begin a turn of `seat`."""
    pos.turn += 1
    pos.active, pos.stage, pos.step = seat, stage, Step.LAVA
    pos.moves, pos.flown, pos.bought, pos.eroded = 0, False, "", False
    pos.settled, pos.sailed, pos.sacrificed, pos.ritual = False, False, False, False
    pos.busy, pos.opening, pos.asked, pos.committed = False, False, 0, True
    pos.tell("turn", seat=seat, turn=pos.turn, stage=stage.value)
    schedule_tasks(pos, BonusStep(), *([LavaStep()] if pos.options.lava_timing == "start" else []), ActionsStep())


class BonusStep(NamedTuple):
    """V-3.7: the bonus of everybody's first turn but the first player's."""

    def run(self, pos: Position) -> None:
        """Ask for it, if there is a choice."""
        count = min(pos.options.bonus_resources, sum(pos.supply))
        if pos.turn > pos.options.players or pos.active == 0 or not count:
            return
        ways = [way for way in all_mixes(count) if covers(pos.supply, way)]
        if len(ways) > 1 and pos.active not in pos.left:
            pos.wait = Bonus(count)
        else:
            give_bonus(pos, pos.active, default_bonus(pos.supply, count))


class ActionsStep(NamedTuple):
    """V-24.1: the player's actions begin; a turn in which nothing can be done passes (V-24.4)."""

    def run(self, pos: Position) -> None:
        """Open them, or go on."""
        if pos.stage is Stage.ERUPTION:
            erupt_super(pos)
            schedule_tasks(pos, *closing_tasks())
            return
        pos.step = Step.CLAIM if pos.stage is Stage.COOL else Step.MOVE
        pos.opening = True
        if pos.active in pos.left or not can_act(pos):
            finish_turn(pos)


def finish_turn(pos: Position) -> None:
    """End the actions of the turn: T5 where there is one, then T6."""
    pos.step = Step.COLLECT
    schedule_tasks(pos, *([CollectStep()] if pos.stage is Stage.NORMAL else []), *closing_tasks())


class FrostStep(NamedTuple):
    """V-19.14, V-19.17: the frost spreads in every turn after the one that began it."""

    def run(self, pos: Position) -> None:
        """Freeze one ring more."""
        if pos.frost is not None and pos.turn > pos.trigger_turn:
            centre, radius = pos.frost
            pos.frost = (centre, radius + 1)
            pos.tell("freeze", radius=radius + 1)


class TurnEnd(NamedTuple):
    """V-24.3: count idle turns, then choose whose turn it is."""

    def run(self, pos: Position) -> None:
        """Begin the next turn, or end the game."""
        pos.idle = 0 if pos.busy else pos.idle + 1
        pos.committed = True
        close_turn(pos)


class LateLavaStep(NamedTuple):
    """D-13: with `lava_timing` = end the lava flows in T6."""

    def run(self, pos: Position) -> None:
        """Flow, and lift what flows that merged left behind."""
        if pos.options.lava_timing == "end":
            schedule_tasks(pos, LavaStep(), LiftStep())


def closing_tasks() -> list[Task]:
    """V-28.17: the tasks of T6, in order."""
    return [SoilStep(), LateLavaStep(), FrostStep(), TurnEnd()]


def close_turn(pos: Position) -> None:
    """V-24.3 (4)."""
    following = (pos.active + 1) % pos.options.players
    if pos.stage is Stage.COOL:
        cool_down(pos, following)
    elif pos.trigger is None and is_stalled(pos):
        pos.trigger, pos.trigger_seat, pos.trigger_turn = STALL, pos.active, pos.turn
        pos.tell("trigger", reason=STALL, seat=pos.active)
        cool_down(pos, following)
    elif pos.trigger is None:
        begin_turn(pos, following, Stage.NORMAL)
    elif pos.trigger == WINTER:
        close_in_winter(pos, following)
    elif pos.stage is Stage.ERUPTION or (following == pos.trigger_seat and pos.trigger != SUPER):
        cool_down(pos, following)
    else:
        begin_turn(pos, following, Stage.ERUPTION if following == pos.trigger_seat else Stage.FINAL)


def close_in_winter(pos: Position, following: int) -> None:
    """V-19.15: once all land is frozen and everybody has had a turn the game cools down."""
    everybody = pos.turn - pos.trigger_turn + 1 >= pos.options.players
    if everybody and all(pos.is_frozen(cell) for cell in pos.stacks):
        cool_down(pos, following)
    else:
        begin_turn(pos, following, Stage.NORMAL)


def cool_down(pos: Position, following: int) -> None:
    """V-19.11, V-19.12: further turns while a flow is active, else the end."""
    if any(flow.is_active for flow in pos.flows):
        begin_turn(pos, following, Stage.COOL)
    else:
        stop_game(pos)


def end_turn(pos: Position, seat: int, end: End) -> None:
    """V-4.5: schedule T5 and T6."""
    pos.committed = True
    finish_turn(pos)


END = Rule(End, (), end_turn)

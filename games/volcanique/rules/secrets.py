"""What a game knows that not everybody may: the seed, and rotations under volcanoes (V-1.11, V-13.6, V-21.1)."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from games.chance import Chance, seed_hash
from games.volcanique.rules.entries.actions import Action, Erupt, Turn
from games.volcanique.rules.position.position import Position
from games.volcanique.rules.position.tiles import is_uno, kind_of
from games.volcanique.rules.position.waits import Roll, Uncover


@dataclass(frozen=True)
class Knowledge:
    """What a game knows. `rotations`: by entry, None where unknown; `assumed`: in a trial."""

    seed: str | None = None
    fingerprint: str | None = None
    is_drawn: bool = False  # whether the seats were drawn (V-21.1)
    rotations: Mapping[int, int | None] = field(default_factory=dict)
    assumed: str | None = None

    @classmethod
    def of_seed(cls, seed: str, *, is_drawn: bool) -> "Knowledge":
        """Everything."""
        return cls(seed, seed_hash(seed), is_drawn)

    @property
    def is_whole(self) -> bool:
        """Return whether chance holds no surprise."""
        return self.seed is not None

    def due(self, pos: Position) -> str | None:
        """Return what chance has brought for now, None if nothing is due or it is not known."""
        if not isinstance(pos.wait, Roll | Uncover):
            return None
        if self.assumed is not None:
            return self.assumed
        if isinstance(pos.wait, Uncover):
            rotation = self.rotations.get(pos.wait.entry)
            return None if rotation is None else str(rotation)
        return None if self.seed is None else str(Chance(self.seed, pos.rolls).roll(pos.wait.sides))

    def counter_after(self, pos: Position) -> int:
        """V-21.2: the counter after the die that is due."""
        if self.seed is None or not isinstance(pos.wait, Roll):
            return pos.rolls + 1
        chance = Chance(self.seed, pos.rolls)
        chance.roll(pos.wait.sides)
        return chance.counter

    def with_secret(self, pos: Position, action: Action) -> "Knowledge":
        """With the rotation that this entry sets, if it is a secret."""
        if not isinstance(action, Erupt | Turn) or is_uno(kind_of(pos.stacks[action.cell][-1])):
            return self
        return replace(self, rotations={**self.rotations, pos.number + 1: action.rotation})

    def seen(self, pos: Position, owners: Mapping[int, int], viewer: int | None) -> "Knowledge":
        """Return what a viewer may know of it at this position; everything once the game is over."""
        if pos.over:
            return replace(self, assumed=None)
        rotations = {
            entry: rotation if entry in pos.shown or owners[entry] == viewer else None
            for entry, rotation in self.rotations.items()
        }
        return replace(self, seed=None, rotations=rotations, assumed=None)

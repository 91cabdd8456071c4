"""Why something is not legal, in a sentence with its clause."""

from collections.abc import Iterable

from games.boards.taluva.draft import Draft
from games.boards.taluva.possible import Possible
from games.boards.words import Words, joined, say
from games.rules.contract import Violation
from games.rules.hexes import DIRECTIONS, Cell
from games.rules.taluva import notation
from games.rules.taluva.building import Build, Kind

SINGLE = (Kind.HUT, Kind.TOWER, Kind.TEMPLE)


def why(violation: Violation) -> Words:
    """The sentence of a broken clause; the message itself is what gets translated."""
    return say("%(message)s (%(clause)s)", message=say(violation.message), clause=violation.clause)


def why_no_volcano(possible: Possible, cell: Cell, wanted: str = "") -> Words | None:
    """Why no volcano can go there: of all directions the reason of the one that comes nearest to being legal."""
    directions = [DIRECTIONS.index(wanted)] if wanted in DIRECTIONS else range(len(DIRECTIONS))
    broken = different(possible.why_not_there(cell, direction) for direction in directions)
    return why(max(broken, key=lambda violation: violation.clause)) if broken else None


def why_no_build(possible: Possible, draft: Draft, wanted: str) -> Words | None:
    """Why that build can't be, or, for a bare cell, why nothing can be built there."""
    if draft.refused is None or draft.placement is None:
        return None
    named = notation.read_build(wanted)
    builds = [named] if named else [Build(kind, draft.refused) for kind in SINGLE]
    broken = different(possible.why_not_built(draft.placement, build) for build in builds)
    return joined([why(violation) for violation in broken]) if broken else None


def different(broken: Iterable[Violation | None]) -> list[Violation]:
    """The violations, each once."""
    return list(dict.fromkeys(violation for violation in broken if violation))

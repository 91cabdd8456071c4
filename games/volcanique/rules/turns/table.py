"""The rules of each kind of entry, but for those that ask what else could be played (possible.py)."""

from collections.abc import Mapping
from typing import Final

from games.volcanique.rules.entries import actions as act
from games.volcanique.rules.entries.clauses import AnyRule
from games.volcanique.rules.lava import volcanoes
from games.volcanique.rules.questions import questions
from games.volcanique.rules.steps import (
    claims,
    flights,
    limited,
    moves,
    purchases,
    rifts,
    sacrifices,
    sea,
    setup,
    summon,
)

RULE_OF: Final[Mapping[type[object], AnyRule]] = {
    act.Found: setup.FOUND,
    act.Choose: setup.BONUS,
    act.Move: moves.MOVE,
    act.Fly: flights.FLY,
    act.Buy: purchases.BUY,
    act.BuyPoints: purchases.POINTS,
    act.Erupt: volcanoes.ERUPT,
    act.Turn: volcanoes.TURN,
    act.Summon: summon.SUMMON,
    act.Erode: claims.ERODE,
    act.Claim: claims.CLAIM,
    act.Upgrade: claims.UPGRADE,
    act.PutToSea: sea.PUT_TO_SEA,
    act.Sail: sea.SAIL,
    act.Land: sea.LAND,
    act.Sacrifice: sacrifices.SACRIFICE,
    act.Ritual: sacrifices.RITUAL,
    act.Drift: limited.DRIFT,
    act.Tear: rifts.TEAR,
    act.Answer: questions.ANSWER,
    act.Reply: questions.REPLY,
}

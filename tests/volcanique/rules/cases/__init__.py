"""The table of cases: for each clause an entry that breaks it, and one like it that is legal."""

from tests.volcanique.rules.cases.answering import ENDS_OF_TURNS, LIMITED, QUESTIONS
from tests.volcanique.rules.cases.buying import PURCHASES
from tests.volcanique.rules.cases.case import BASE, Case
from tests.volcanique.rules.cases.claiming import AT_SEA_CASES, CLAIMS, SACRIFICES
from tests.volcanique.rules.cases.gates import GATES, SETUP
from tests.volcanique.rules.cases.islands import ISLANDS
from tests.volcanique.rules.cases.moving import FLIGHTS, MOVES
from tests.volcanique.rules.cases.volcanoes import VOLCANOES

CASES = [
    *MOVES, *FLIGHTS, *PURCHASES, *VOLCANOES, *ISLANDS, *CLAIMS, *AT_SEA_CASES, *SACRIFICES, *LIMITED, *QUESTIONS,
    *ENDS_OF_TURNS, *SETUP, *GATES,
]  # fmt: skip

__all__ = ["BASE", "CASES", "Case"]

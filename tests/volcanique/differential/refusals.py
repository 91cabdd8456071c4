"""Whether both name the same clause for what they refuse.

A text mostly breaks several clauses, and each side names the first that it meets. The naive rules ask for turn,
question and step of any text first; the package asks whether it is an entry at all, and each kind of entry says with a
clause of its own that it comes too early or late. So of a text that comes at a wrong time the naive rules can't say
which clause the package names, but that it is one of those (`TIME`). Where both come to the entry itself, the clause
has to be the same, or the pair is among the few that the two orders of asking explain (`ORDERS`), or that say the same
(`TWICE`).
"""

import re
from collections.abc import Iterable
from typing import Final

CLAUSE: Final = re.compile(r"(V-\d+\.\d+).*")
AMENDED: Final = {  # the clause that an amendment or decision is about
    "A-3": "V-19.16",
    "A-12": "V-22.1",
    "A-17": "V-16.7",
    "A-18": "V-16.11",
    "A-41": "V-5.6",
    "A-42": "V-23.1",
    "A-43": "V-13.3",
    "A-45": "V-19.7",
    "V-23": "V-23.1",
    "D-35": "V-16.3",
    "D-57": "V-16.20",
    "D-58": "V-13.1",
    "A-44": "V-15.5",
}
NO_TIME: Final = {"V-4.1", "V-4.2", "V-19.7", "V-19.12", "V-22.2", "V-22.7", "V-23.1", "V-24.1"}
TIME: Final = {
    "V-3.3", "V-3.4", "V-3.7", "V-4.1", "V-4.2", "V-5.1", "V-6.7", "V-6.8", "V-10", "V-10.1", "V-10.2", "V-12.4",
    "V-12.6", "V-16.16", "V-19.7", "V-19.11", "V-19.12", "V-21.2", "V-21.6", "V-22.2", "V-23.1",
    "V-24.1",
}  # fmt: skip
HELD: Final = "V-6.3"  # whether what is paid is held: both ask it of every purchase, one sooner, the other later
ORDERS: Final = {  # the naive rules' clause, the package's: both are broken, and asked in another order
    ("V-5.1", "V-2.14"), ("V-5.3", "V-2.14"), ("V-10.3", "V-6.7"), ("V-10.4", "V-6.7"), ("V-10.4", "V-10"),
    ("V-10.4", "V-10.1"), ("V-10.4", "V-10.2"), ("V-11.4", "V-11.3"), ("V-16.11", "V-2.14"), ("V-16.11", "V-5.1"),
    ("V-5.1", "V-16.10"), ("V-13.3", "V-23.1"),
    ("V-22.1", "V-7.3"), ("V-22.2", "V-7.3"), ("V-22.2", "V-14.5"),  # the naive rules list the answers; others are none
}  # fmt: skip
TWICE: Final = {  # what two clauses say: frozen hexes, prices of islands, parts of groups, migrations
    ("V-5.5", "V-19.16"), ("V-6.2", "V-11.1"), ("V-6.8", "V-11.1"), ("V-5.6", "V-16.10"), ("V-7.3", "V-16.3"),
    ("V-23.1", "V-23.6"),
}  # fmt: skip


def clause_of(number: str) -> str:
    """Return the number of a clause without its letters, for an amendment the clause that it is about."""
    amended = AMENDED.get(number, number)
    return CLAUSE.sub(r"\1", amended)


def is_explained(pair: str) -> bool:
    """Whether the second clause of `V-4.1 against V-23.1`, the package's, can stand for the first."""
    naive, real = map(clause_of, pair.split(" against "))
    return (
        naive == real or HELD in (naive, real) or (naive in NO_TIME and real in TIME) or (naive, real) in ORDERS | TWICE
    )


def unexplained(pairs: Iterable[str]) -> set[str]:
    """Return the pairs of clauses that are no names for the same."""
    return {pair for pair in pairs if not is_explained(pair)}

"""What the games of a differential test have shown, and the record of it.

The record lies beside this module. It goes by the program text of the rules, of the naive rules and of the test,
without comments, docstrings, messages and the names of functions: where one of them does something else, the count
begins anew.
"""

import ast
import hashlib
import json
import math
import re
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache, partial
from pathlib import Path

import games.volcanique.rules
from games import chance, contract, hexes
from lab.fuzzing import program_text
from lab.keeping import replace_file
from taluva_site.utils.parallel import map_on_cores
from tests.volcanique import naive
from tests.volcanique.differential.both import Both, DisagreementError, load_rules
from tests.volcanique.naive.options import PRESETS, RANGES

HERE = Path(__file__).parent
RECORD = HERE / "compared.json"
CHUNK = 10  # games that are played before the record is written
NAIVE = Path(naive.__file__).parent
RULES = Path(games.volcanique.rules.__file__).parent
# What decides nothing: names for the site and for programs, and what is written for people.
FACE = {"__init__.py", "rules.py", "programs.py", "text_board.py", "records/writing.py"}
SHARED = [Path(chance.__file__), Path(hexes.__file__)]
MESSAGE = re.compile(r"[A-Z][^|]* .*[.:]")
# What rules of every game are made of: its names change as those of the rules do.
CONTRACT = list(ast.walk(ast.parse(Path(contract.__file__).read_text())))
COUNTERS = ("reasons", "settings", "applied", "refused", "orders", "clauses")
TABLES = [f"preset {name}" for name in PRESETS] + [f"players={players}" for players in range(2, 6)]


@dataclass
class Report:
    """What games have shown: games 0 to `games` - 1 of a record, each from the seed of its number."""

    games: int = 0
    entries: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    settings: Counter[str] = field(default_factory=Counter)
    applied: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    orders: Counter[str] = field(default_factory=Counter)
    clauses: Counter[str] = field(default_factory=Counter)
    lists: int = 0

    @classmethod
    def of(cls, row: Mapping[str, object]) -> "Report":
        """Return what a row of the record says."""
        counters = {name: Counter(row.get(name, {})) for name in COUNTERS}  # type: ignore[call-overload]
        return cls(int(str(row["games"])), int(str(row["entries"])), **counters, lists=int(str(row.get("lists", 0))))

    def add(self, other: "Report") -> None:
        """Count another report in."""
        self.games += other.games
        self.entries += other.entries
        self.lists += other.lists
        for name in COUNTERS:
            getattr(self, name).update(getattr(other, name))


def play_games(numbers: Iterable[int]) -> Report:
    """Play these games and return what they have shown; a difference names its game."""
    report, rules = Report(), load_rules()
    for number in numbers:
        both = Both(rules, number)
        try:
            both.play()
        except DisagreementError as found:
            raise DisagreementError(f"game {number}: {found}") from None
        report.add(report_of(both))
    return report


def report_of(both: Both) -> Report:
    """Return what one game has shown."""
    position = both.naive.position
    settings = Counter(f"{name}={value}" for name, value in both.changed.items())
    settings.update(f"preset {name}" for name in presets_of(both.changed))
    return Report(
        1,
        len(both.naive.log),
        Counter([str(position.reason)]),
        settings,
        position.applied,
        both.naive.refused,
        both.orders,
        both.clauses,
        both.lists,
    )


def presets_of(settings: Mapping[str, object]) -> list[str]:
    """Return the presets that are just these settings."""
    changed = {name: value for name, value in settings.items() if name != "players"}
    return [name for name, preset in PRESETS.items() if preset == changed]


@cache
def source_digest() -> str:
    """Return a name for what was compared with what, and how."""
    rules = [path for path in sorted(RULES.rglob("*.py")) if str(path.relative_to(RULES)) not in FACE]
    test = [HERE / f"{name}.py" for name in ("both", "ledger", "lists", "players", "reading")]
    parts = [without_messages(path) for path in (*rules, *SHARED, *sorted(NAIVE.glob("*.py")), *test)]
    return hashlib.sha256("\n".join(without_names(parts)).encode()).hexdigest()[:16]


def without_names(modules: Sequence[str]) -> list[str]:
    """Return what modules do, their functions and classes numbered: what these are called changes nothing."""
    trees = [ast.parse(text) for text in modules]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    defined = [node.name for node in (*nodes, *CONTRACT) if isinstance(node, ast.FunctionDef | ast.ClassDef)]
    numbers = {name: f"name{number}" for number, name in enumerate(dict.fromkeys(defined))}
    for node in nodes:
        if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.alias):
            node.name = numbers.get(node.name, node.name)
        elif isinstance(node, ast.Name):
            node.id = numbers.get(node.id, node.id)
        elif isinstance(node, ast.Attribute):
            node.attr = numbers.get(node.attr, node.attr)
    return [ast.unparse(tree) for tree in trees]


def without_messages(path: Path) -> str:
    """Return what a module does, but for the sentences that players read."""
    tree = ast.parse(program_text(path))
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and MESSAGE.fullmatch(node.value):
            node.value = ""
    return ast.unparse(tree)


def read_rows(path: Path) -> dict[str, dict[str, object]]:
    """Return what was compared, by sources."""
    return dict(json.loads(path.read_text())) if path.exists() else {}


def play_chunk(first: int, *, games: int) -> Report:
    """Play some games from a number on."""
    return play_games(range(first, min(first + CHUNK, games)))


def run_games(
    games: int, path: Path, say: Callable[[str], None], *, workers: int = 1, until: float = math.inf
) -> Report:
    """Play what is missing, and keep the record after each chunk, so that it can be broken off."""
    rows, key = read_rows(path), source_digest()
    report = Report.of(rows[key]) if key in rows else Report()
    if report.games >= games or time.monotonic() >= until:
        return report
    for chunk in map_on_cores(
        partial(play_chunk, games=games), range(report.games, games, CHUNK), workers, start="fork"
    ):
        report.add(chunk)
        row = vars(report) | {"on": datetime.now(UTC).date().isoformat()}
        replace_file(path, json.dumps({key: row}, indent=1, sort_keys=True) + "\n")
        say(f"{report.games} of {games} games, {report.entries} entries, no difference")
        if time.monotonic() >= until:
            break
    return report


def known_clauses() -> set[str]:
    """Return every clause that the naive rules can note, or how it begins where a number follows."""
    return {text for call in naive_calls("note") for text in clauses_in(call) if text[-1] != " "}


def known_refusals() -> set[str]:
    """Return every clause that the naive rules can name for a refusal."""
    return {text for call in naive_calls("Refused") for text in clauses_in(call.args[0])}


def naive_calls(name: str) -> Iterator[ast.Call]:
    """Yield the calls of a function or method of this name in the naive rules."""
    for path in NAIVE.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and name in (getattr(node.func, "attr", ""), getattr(node.func, "id", "")):
                yield node


def clauses_in(tree: ast.AST) -> set[str]:
    """Return the texts in it that begin with the number of a clause."""
    texts = {str(node.value) for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    return {text for text in texts if text[:2] in ("V-", "A-", "D-")}


def unreached(applied: Iterable[str]) -> set[str]:
    """Return the known clauses that none of these is."""
    reached = set(applied)
    return {known for known in known_clauses() if not any(clause.startswith(known) for clause in reached)}


def unseen_settings(report: Report) -> set[str]:
    """Return the presets, numbers of seats and values of options that no game had."""
    every = {f"{name}={value}" for name, values in RANGES.items() for value in values}
    return {*TABLES, *every} - set(report.settings)


def print_report(report: Report) -> None:
    """Print the coverage, and last what was never reached."""
    for clause, count in sorted(report.applied.items()):
        print(f"{count:9} {clause}")
    print("refused:", ", ".join(f"{clause} {count}" for clause, count in sorted(report.refused.items())))
    print("clauses named for it:", ", ".join(f"{pair} {count}" for pair, count in sorted(report.clauses.items())))
    print("long lists:", report.lists)
    print("armed orders:", ", ".join(f"{what} {count}" for what, count in sorted(report.orders.items())))
    print("ends:", ", ".join(f"{reason} {count}" for reason, count in sorted(report.reasons.items())))
    print(
        "seats and presets:", ", ".join(f"{name} {n}" for name, n in sorted(report.settings.items()) if name[0] == "p")
    )
    print("settings never played:", ", ".join(sorted(unseen_settings(report))) or "-")
    print("never applied:", ", ".join(sorted(unreached(report.applied))) or "-")
    print(f"{report.games} games, {report.entries} entries, no difference")

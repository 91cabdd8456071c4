"""Finds what no formatter mends in the style sheets: what can't be read, what leads nowhere, what stands there twice.

Which properties, values and selectors a browser knows is asked of one (tests/browser/test_style_sheets.py).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import tinycss2

ROOT = Path(__file__).resolve().parent.parent
SHEETS = sorted((ROOT / "static").rglob("*.css"))
# What may set or use a custom property, or name an animation, beside them.
OTHERS = [*(ROOT / "templates").rglob("*.*"), *(ROOT / "static").glob("*/*.js")]
CONDITIONS = ("media", "supports")


class Rule(NamedTuple):
    where: str
    condition: str
    selector: str
    declarations: list[tinycss2.ast.Declaration]


class Sheets(NamedTuple):
    rules: list[Rule]
    errors: list[str]
    animations: set[str]


def read_sheets() -> Sheets:
    """Return all rules of all style sheets, and the errors that a parser finds."""
    sheets = Sheets([], [], set())
    for path in SHEETS:
        nodes = tinycss2.parse_stylesheet(path.read_text(), skip_comments=True, skip_whitespace=True)
        read(sheets, nodes, str(path.relative_to(ROOT)))
    return sheets


def read(sheets: Sheets, nodes: list[tinycss2.ast.Node], where: str, condition: str = "") -> None:
    for node in nodes:
        place = f"{where}:{node.source_line}"
        if node.type == "error":
            sheets.errors.append(f"{place} {node.message}")
            continue
        prelude = tinycss2.serialize(node.prelude).strip()
        if node.type == "at-rule" and node.lower_at_keyword in CONDITIONS:
            inside = tinycss2.parse_rule_list(node.content, skip_comments=True, skip_whitespace=True)
            read(sheets, inside, where, f"{condition} @{node.lower_at_keyword} {prelude}")
        elif node.type == "at-rule" and node.lower_at_keyword == "keyframes":
            sheets.animations.add(prelude)
            read(sheets, tinycss2.parse_rule_list(node.content, True, True), where, f"@keyframes {prelude}")
        else:
            parts = tinycss2.parse_blocks_contents(node.content, skip_comments=True, skip_whitespace=True)
            sheets.errors.extend(
                f"{where}:{part.source_line} {getattr(part, 'message', 'no declaration')}"
                for part in parts
                if part.type != "declaration"
            )
            own = [part for part in parts if part.type == "declaration"]
            sheets.rules.append(Rule(place, condition, " ".join(prelude.split()), own))


def find_doubled(rules: list[Rule]) -> Iterator[str]:
    """Yield the declarations that another one of the same rule, and the rules that one of the same sheet repeats."""
    for rule in rules:
        names = Counter(each.name for each in rule.declarations)
        yield from (f"{rule.where} {name} is declared {count} times" for name, count in names.items() if count > 1)
        if not rule.declarations:
            yield f"{rule.where} {rule.selector} declares nothing"
    seen: dict[tuple[str, str, str], str] = {}
    for rule in rules:
        key = (rule.where.partition(":")[0], rule.condition, rule.selector)
        if key in seen:
            yield f"{rule.where} {rule.selector} has its rule at {seen[key]}"
        seen.setdefault(key, rule.where)


def find_dangling(sheets: Sheets) -> Iterator[str]:
    """Yield the custom properties and animations that are used and never set, or set and never used."""
    text, others = ("".join(path.read_text() for path in paths) for paths in (SHEETS, OTHERS))
    declarations = [each for rule in sheets.rules for each in rule.declarations]
    elsewhere = set(re.findall(r"--[\w-]+", others))
    used = set(re.findall(r"var\(\s*(--[\w-]+)", text))
    known = {each.name for each in declarations} | set(re.findall(r"@property (--[\w-]+)", text))
    own = {name for name in known if name.startswith("--")}
    yield from (f"{name} is used and never set" for name in sorted(used - own - elsewhere))
    yield from (f"{name} is set and never used" for name in sorted(own - used - elsewhere))
    values = [tinycss2.serialize(each.value) for each in declarations if each.name in ("animation", "animation-name")]
    named = {word for value in values for word in value.split()}
    yield from (f"@keyframes {name} is never used" for name in sorted(sheets.animations - named))


def main() -> int:
    sheets = read_sheets()
    found = [*sheets.errors, *find_doubled(sheets.rules), *find_dangling(sheets)]
    print("\n".join(found) or f"{len(sheets.rules)} rules in {len(SHEETS)} style sheets")
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main())

"""How large and how tangled the code is: python -m lab.measure_code [--json] [folder of another checkout].

Counts what the site runs on (games, accounts, taluva_site), without tests, tools and migrations.
"""

from __future__ import annotations

import argparse
import ast
import json
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from pathlib import Path

import grimp

PACKAGES = ("games", "accounts", "taluva_site")
IN_A_GAME = re.compile(r"games/(?P<game>\w+)/(?P<layer>\w+)")
CONVENTIONAL = {"admin", "apps", "forms", "middleware", "models", "tasks", "urls"}
# What draws in SVG is as long as it is, wherever its lines break.
DRAWN = re.compile(r'\b(d|points)="[^"]*"')
LONG_LINE, LONG_FUNCTION, LONG_MODULE = 200, 40, 400
Function = ast.FunctionDef | ast.AsyncFunctionDef


def measure(root: Path) -> dict[str, object]:
    """Return every figure of the checkout in this folder."""
    files = {str(file.relative_to(root)): file.read_text() for file in python_files(root)}
    lines = {path: text.count("\n") for path, text in files.items()}
    folders = Counter(path.rpartition("/")[0] for path in files if not path.endswith("/__init__.py"))
    trees = {path: ast.parse(text) for path, text in files.items()}
    functions = {path: list(functions_in(tree)) for path, tree in trees.items()}
    # Methods often have the names that a protocol or a framework gives them.
    public = [each.name for tree in trees.values() for each in tree.body if isinstance(each, Function)]
    names = [name for name in public if not name.startswith("_")]
    long_functions = {
        f"{path}:{each.name}": length_of(each)
        for path, found in functions.items()
        for each in found
        if length_of(each) > LONG_FUNCTION
    }
    return {
        "production lines": sum(lines.values()),
        "modules": len(files),
        "modules in the largest folders": dict(folders.most_common(5)),
        "import cycles": import_cycles(root),
        "public functions": len(names),
        "public functions with one-word names, %": round(100 * sum("_" not in name for name in names) / len(names), 1),
        f"template lines over {LONG_LINE} characters": long_template_lines(root),
        "modules of one name": modules_of_one_name(files),
        f"functions over {LONG_FUNCTION} lines": long_functions,
        f"modules over {LONG_MODULE} lines": {path: many for path, many in lines.items() if many > LONG_MODULE},
    }


def python_files(root: Path) -> Iterator[Path]:
    for package in PACKAGES:
        for file in sorted((root / package).rglob("*.py")):
            if not {"migrations", "tests"} & set(file.parts):
                yield file


def functions_in(tree: ast.AST) -> Iterator[Function]:
    """Yield functions of modules and methods of classes, without those inside of functions."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, Function):
            yield node
        elif isinstance(node, ast.ClassDef | ast.If | ast.Try):
            yield from functions_in(node)


def length_of(function: Function) -> int:
    return (function.end_lineno or function.lineno) - function.lineno + 1


def import_cycles(root: Path) -> list[list[str]]:
    """Return groups of modules that import each other, imports within functions included, those for types not."""
    sys.path.insert(0, str(root))
    graph = grimp.build_graph(*PACKAGES, exclude_type_checking_imports=True, cache_dir=None)
    modules = sorted(module for module in graph.modules if ".migrations" not in module)
    imported = {module: graph.find_modules_directly_imported_by(module) & set(modules) for module in modules}
    return [sorted(group) for group in components(imported) if len(group) > 1]


def components(edges: Mapping[str, Iterable[str]]) -> list[set[str]]:
    """Return the strongly connected components (Kosaraju)."""
    back = defaultdict(set)
    for node, targets in edges.items():
        for target in targets:
            back[target].add(node)
    order: dict[str, None] = {}
    seen: set[str] = set()
    for node in edges:
        order.update(dict.fromkeys(reachable(node, edges, seen)))
    seen = set()
    return [group for node in reversed(order) if (group := set(reachable(node, back, seen)))]


def reachable(start: str, edges: Mapping[str, Iterable[str]], seen: set[str]) -> list[str]:
    """Return what was not seen yet and can be reached, in the order in which a walk in depth is done with it."""
    done: list[str] = []
    stack = [(start, iter(edges.get(start, ())))] if start not in seen else []
    seen.add(start)
    while stack:
        _node, targets = stack[-1]
        following = next((target for target in targets if target not in seen), None)
        if following is None:
            done.append(stack.pop()[0])
        else:
            seen.add(following)
            stack.append((following, iter(edges.get(following, ()))))
    return done


def long_template_lines(root: Path) -> int:
    files = (file for ending in ("html", "svg", "txt") for file in (root / "templates").rglob(f"*.{ending}"))
    return sum(len(DRAWN.sub("", line)) > LONG_LINE for file in files for line in file.read_text().splitlines())


def modules_of_one_name(paths: Iterable[str]) -> dict[str, int]:
    """Return names that several modules have; the same layer of two games counts once.

    Names that Django looks for may repeat, and a command has the name that people type.
    """
    every = list(paths)
    games = {path.split("/")[1] for path in every if re.match(r"games/\w+/rules/", path)}
    named = [Path(path) for path in every if not path.endswith("/__init__.py") and "/commands/" not in path]
    found = [
        (path.stem, IN_A_GAME.match(str(path)) if path.parts[1] in games else None)
        for path in named
        if path.stem not in CONVENTIONAL
    ]
    counted = Counter(name for name, layer in found if layer is None)
    in_games = Counter((layer["layer"], name, layer["game"]) for name, layer in found if layer)
    for _layer, rows in groupby(sorted(in_games.items()), key=lambda row: row[0][:2]):
        many = [(name, number) for (_, name, _), number in rows]
        counted[many[0][0]] += max(number for _, number in many)
    return {name: number for name, number in counted.most_common() if number > 1}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=Path.cwd())
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    figures = measure(options.folder.resolve())
    if options.json:
        print(json.dumps(figures, indent=2))
        return
    for name, value in figures.items():
        many = f"{len(value)}: {value}" if isinstance(value, dict | list) else value
        print(f"{name:45} {many}")


if __name__ == "__main__":
    main()

"""The answers that an operation may give, as its documentation lists them."""

from __future__ import annotations

from typing import Any

from games.api.problem_json import Problem

# Whoever asks may be unknown, lack the scope, send too much or nonsense, or ask too often.
ALWAYS = (401, 403, 413, 422, 429)


def with_errors(shape: Any, *more: int, status: int = 200) -> dict[Any, Any]:
    """Return the answers of an operation by status: this shape, and problems."""
    return {status: shape, frozenset({*ALWAYS, *more}): Problem}

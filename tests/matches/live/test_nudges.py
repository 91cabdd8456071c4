"""What a moment brings is told in one breath, and of what a group would hear twice only the last."""

from __future__ import annotations

import threading

import pytest
from django.test import override_settings

from games.matches import live
from games.matches.live import Nudge


def about(match: str, turn: int, *, talk: bool = False) -> dict[str, object]:
    return {"type": "nudge", "match": match, "turn": turn, "talk": talk}


@override_settings(CELERY_TASK_ALWAYS_EAGER=False)
def test_a_moment_is_told_in_one_breath(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[list[Nudge]] = []
    came = threading.Event()
    monkeypatch.setattr(live, "MOMENT", 0.5)
    monkeypatch.setattr(live, "send_nudges", lambda some: (told.append(some), came.set()))

    for message in (about("one", 4), about("one", 4, talk=True), about("two", 9), about("one", 5)):
        live.gather_nudges([Nudge("match.x", message), Nudge("user.7", message)])
        assert told == []
    assert came.wait(5)

    [breath] = told
    assert sorted(breath, key=str) == sorted(
        (
            Nudge(group, message)
            for group in ("match.x", "user.7")
            for message in (about("one", 5), about("one", 4, talk=True), about("two", 9))
        ),
        key=str,
    )

    came.clear()
    live.gather_nudges([Nudge("user.7", about("one", 6))])
    assert came.wait(5)
    assert told[1:] == [[Nudge("user.7", about("one", 6))]]

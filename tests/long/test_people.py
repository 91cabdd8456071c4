"""The short form of `python -m bench.people`: everybody hears of every turn."""

from __future__ import annotations

import pytest

from tests.long.test_abuse import run_bench

pytestmark = [pytest.mark.long, pytest.mark.timeout(1500)]


def test_each_nudge_arrives_beside_idle_pages() -> None:
    found = run_bench("people", "--players", "6", "--idle", "40", "--seconds", "20", "--think", "6")

    assert found["trouble"] == {}
    assert found["nudges_delivered"] == found["nudges_expected"] == 2 * found["turns"] > 6
    assert found["one_address"]["stayed"] < found["one_address"]["asked"]

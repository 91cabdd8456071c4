"""Who gets what at each door of the site: as tests/site/access.txt has it, and nothing else; and GETs write nothing."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from tests.site import access
from tests.site.access import Club

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(settings: Any, tmp_path: Path) -> Club:
    settings.ACCOUNT_RATE_LIMITS = False
    settings.METRICS_TOKEN = "open sesame"
    settings.PICTURES_FOLDER = tmp_path
    return access.build()


@pytest.mark.parametrize("part", access.PARTS)
def test_each_viewer_gets_what_the_table_says_and_no_get_writes(part: str, club: Club) -> None:
    table, seen = access.read(), dict(club.walk(part))
    if os.environ.get("ACCESS_TABLE") == "write":
        access.write(seen)
        pytest.fail("tests/site/access.txt is written anew: read what changed, and run the test without ACCESS_TABLE.")
    wrong = []
    for door, statuses in seen.items():
        if door not in table:
            wrong.append(f"no row, put in if it is right:\n{access.line_of(door, statuses)}")
        elif statuses != table[door]:
            differing = [
                f"{viewer} gets {now} instead of {then}"
                for viewer, now, then in zip(access.VIEWERS, statuses, table[door], strict=True)
                if now != then
            ]
            wrong.append(f"{door}: {', '.join(differing)}; if that is right:\n{access.line_of(door, statuses)}")
    assert not wrong, "tests/site/access.txt\n" + "\n".join(wrong)
    assert club.wrong_writes == set(), "a GET writes what tests/site/writes.py does not allow it"


def test_each_row_of_the_table_has_a_door() -> None:
    gone = [str(door) for door in access.read().keys() - set(access.doors())]

    assert not gone, f"tests/site/access.txt has rows for what does not exist, take them out: {gone}"


def test_nobody_meets_a_defect() -> None:
    assert [str(door) for door, statuses in access.read().items() if "500" in statuses] == []

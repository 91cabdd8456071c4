"""Records for tests of studies, and a study that keeps one."""

from __future__ import annotations

from pathlib import Path

from django.test import Client

from accounts.models import User
from games.history.studies import study_records
from games.models import Study
from tests.factories import NOW

RECORDS = Path(__file__).parent.parent / "records" / "taluva"
OVER, RUNNING = ((RECORDS / f"{name}.txt").read_text() for name in ("early-huts-towers", "running"))
DAMAGED = OVER.replace("2. CC@1,-2E", "2. CC@0,0E")


def keep_study(owner: User, title: str = "A study", text: str = OVER, **values: object) -> Study:
    (study,) = study_records.save_studies(owner=owner, text=text, title=title, now=NOW, **values)  # type: ignore[arg-type]
    return study


def as_user(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client

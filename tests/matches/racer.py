"""One process of a race: python -m tests.matches.racer JOBS CALLER NUMBER. Each line that it reads is a match."""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from typing import Any

import django

django.setup()

from django.test import Client  # noqa: E402 - Django has to be set up first
from django.utils import timezone  # noqa: E402

from accounts.models import User  # noqa: E402
from games import tasks  # noqa: E402
from games.matches import play, refusals  # noqa: E402
from games.models import TurnOrigin  # noqa: E402

Job = dict[str, Any]


def service(job: Job, text: str) -> str:
    player = User.objects.get(pk=job["user"])
    try:
        play.play_turn(
            match_key=job["key"], player=player, number=1, text=text, by=TurnOrigin.PERSON, now=timezone.now()
        )
    except refusals.StaleTurn:
        return "stale"
    return "played"


def bot(job: Job, text: str) -> str:
    """The task of the bot that stands in there; it says nothing of how it went."""
    tasks.play_bot_turn(job["id"], 1, 0)
    return "asked"


class Page:
    """A browser that is logged in."""

    def __init__(self, user: int) -> None:
        self.client = Client()
        self.client.force_login(User.objects.get(pk=user))

    def __call__(self, job: Job, text: str) -> str:
        answer = self.client.post(f"/games/{job['key']}/", {"number": 1, "text": text, "key": ""})
        return {303: "played", 409: "stale"}.get(answer.status_code, str(answer.status_code))


def api(job: Job, text: str) -> str:
    answer = Client(headers={"Authorization": f"Bearer {job['token']}"}).post(
        f"/api/v1/matches/{job['key']}/turns",
        json.dumps({"number": 1, "text": text}),
        content_type="application/json",
    )
    return {200: "played", 409: "stale"}.get(answer.status_code, f"{answer.status_code} {answer.text}")


def main(path: str, caller: str, number: str) -> None:
    jobs = json.loads(Path(path).read_text())
    rng = random.Random(int(number))
    door = Page(jobs[0]["user"]) if caller == "page" else {"service": service, "bot": bot, "api": api}[caller]
    print("ready", flush=True)
    for line in sys.stdin:
        job = jobs[int(line)]
        print(door(job, rng.choice(job["turns"])), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])

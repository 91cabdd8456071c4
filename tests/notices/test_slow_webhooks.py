"""A real worker, whose people's webhooks answer letter by letter and never end: the mails go out all the same."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests import post, processes
from tests.notices.receivers import dripping

WITHIN = 4.0  # seconds; a worker that waited itself would need five for each of the webhooks
MAKE = """
import time
from django.utils import timezone
from accounts.models import NoticePreference, User, Webhook
from games.services import planning
from tests.factories import played, running_match

def person(name):
    return User.objects.create_user(name, email=f"{name.lower()}@club.example")

def game(*sitters):
    return running_match(*sitters, now=timezone.now())

ann, ben = person("Ann"), person("Ben")
NoticePreference.objects.create(user=ben, event="your-turn", when="at-once")
for number in range(8):
    hooked = person(f"Hooked {number}")
    NoticePreference.objects.create(user=hooked, event="your-turn", when="never")
    Webhook.objects.create(user=hooked, kind="json", url="https://hook.example:%(port)d/", events=["your-turn"])
    game(hooked, ann)
planning.plan(now=timezone.now())
time.sleep(2)
match = game(ann, ben)
planning.plan(now=timezone.now())
print(time.time())
played(match, now=timezone.now())
planning.plan(now=timezone.now())
"""


@dataclass
class Hooked(processes.Hosted):
    port: int = 0

    def environ(self) -> dict[str, str]:
        hook = {"HOOK": str(self.port), "SSL_CERT_FILE": str(self.folder / "cert.pem")}
        ours = {"DJANGO_SETTINGS_MODULE": "tests.notices.hooked_settings", "MAIL_PICTURES": "off"}
        return {**super().environ(), **hook, **ours}


@pytest.mark.worker
def test_slow_webhooks_hold_up_no_mail(tmp_path: Path, database_url: str) -> None:
    with post.office() as (letters, mail), processes.valkey(tmp_path) as redis, dripping(tmp_path) as receiver:
        club = Hooked(tmp_path, database_url, redis, mail, port=receiver.port)
        club.prepare()
        with club.worker("default"):
            made = club.manage("shell", "-v0", "-c", MAKE % {"port": receiver.port})
            played = float(made.split()[-1])
            turns = lambda: [each for each in letters.to("ben@club.example") if "Your turn" in each["Subject"]]  # noqa: E731
            processes.wait_for(turns, within=60, why="no mail about the turn")
            took = time.time() - played

        assert len(receiver.caught) >= 4
    print(f"the mail came {took:.1f} s after the turn, while {len(receiver.caught)} webhooks were called")
    assert took < WITHIN

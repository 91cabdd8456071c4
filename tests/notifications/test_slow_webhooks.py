"""A real worker, whose people's webhooks answer letter by letter and never end: the mails go out all the same."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from games.notifications.channels.direct import THREADS
from tests import post, processes
from tests.notifications.receivers import dripping

HELD = """
from django.utils import timezone
from accounts.models import NoticePreference, User, Webhook
from games.notifications import deliveries
from tests.factories import running_match

def person(name):
    return User.objects.create_user(name, email=f"{name.lower()}@club.example")

ann = person("Ann")
for number in range(8):
    hooked = person(f"Hooked {number}")
    NoticePreference.objects.create(user=hooked, event="your-turn", when="never")
    Webhook.objects.create(user=hooked, kind="json", url="https://hook.example:%(port)d/", events=["your-turn"])
    running_match(hooked, ann, now=timezone.now())
deliveries.plan_deliveries(now=timezone.now())
"""
MAILED = """
from django.utils import timezone
from accounts.models import NoticePreference, User
from games.notifications import deliveries
from tests.factories import played, running_match

ann, ben = User.objects.get(username="Ann"), User.objects.create_user("Ben", email="ben@club.example")
NoticePreference.objects.create(user=ben, event="your-turn", when="at-once")
played(running_match(ann, ben, now=timezone.now()), now=timezone.now())
deliveries.plan_deliveries(now=timezone.now())
"""


@dataclass
class Hooked(processes.Hosted):
    port: int = 0

    def environ(self) -> dict[str, str]:
        hook = {"HOOK": str(self.port), "SSL_CERT_FILE": str(self.folder / "cert.pem")}
        ours = {"DJANGO_SETTINGS_MODULE": "tests.notifications.hooked_settings", "MAIL_PICTURES": "off"}
        return {**super().environ(), **hook, **ours}


@pytest.mark.worker
def test_slow_webhooks_hold_up_no_mail(tmp_path: Path, database_url: str) -> None:
    with post.office() as (letters, mail), processes.valkey(tmp_path) as redis, dripping(tmp_path) as receiver:
        club = Hooked(tmp_path, database_url, redis, mail, port=receiver.port)
        club.prepare()
        with club.worker("default"):
            club.manage("shell", "-v0", "-c", HELD % {"port": receiver.port})
            processes.wait_for(lambda: len(receiver.caught) == THREADS.number, why="no webhook was called")
            club.manage("shell", "-v0", "-c", MAILED)
            turns = lambda: [each for each in letters.to("ben@club.example") if "Your turn" in each["Subject"]]  # noqa: E731
            processes.wait_for(turns, why="no mail about the turn")

            assert len(receiver.caught) == THREADS.number, "a slot was free again before the mail came"

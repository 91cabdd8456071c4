"""Mails as they look: each kind of event, rendered by Chromium at 360 and 640 pixels, by day and in the dark.

python -m tests.mails folder
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.models.notice import Event
    from tests.notifications.happenings import Happen

WIDTHS = (360, 640)


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="taluva-mails-") as var:
        os.environ.update({"DJANGO_SETTINGS_MODULE": "tests.settings"})
        os.environ["TALUVA_VAR"] = var
        import django

        django.setup()
        from django.test.utils import setup_databases, teardown_databases

        old = setup_databases(verbosity=0, interactive=False)
        pages = dict(written())
        teardown_databases(old, verbosity=0)
    render(pages, folder)


def written() -> Iterator[tuple[str, str]]:
    """The HTML of each kind of mail by name, with its pictures inside."""
    from tests.notifications.happenings import HAPPENS

    for event, happen, _subject in HAPPENS:
        yield (
            f"{event}-{happen.__name__}".replace("_", "-"),
            undone(lambda event=event, happen=happen: one(event, happen)),
        )
    yield "turn-of-three", undone(lambda: late_in_the_game(1))
    yield "turns-of-two-games", undone(lambda: late_in_the_game(2))
    yield "daily", undone(daily)
    yield "code", undone(code)


def undone(make: Callable[[], str]) -> str:
    """What it makes, in a club that is empty again after it."""
    from django.db import transaction

    from games.matches import stored_match

    with transaction.atomic():
        html = make()
        transaction.set_rollback(True)
    stored_match.clear_cache()
    return html


def one(event: Event, happen: Happen) -> str:
    """The mail of something that happens to Ben by itself."""
    from tests.factories import NOW, level_bot, people
    from tests.notifications.conftest import wants

    ann, ben = people(2)
    level_bot()
    for user in (ann, ben):
        wants(user, when="never")
    wants(ben, event)
    happen(ann, ben, NOW)
    return leaving(NOW)


def leaving(now: datetime) -> str:
    """The only mail, as it leaves then, with its pictures inside."""
    from accounts.models import Mail
    from games.notifications.channels.mail import sending
    from tests.notifications.conftest import gather

    gather(now)
    sending.send_due(now=now)
    return str(Mail.objects.get().html)


def late_in_the_game(games: int) -> str:
    """Ann's turn, with much that happened since her last."""
    from tests.factories import NOW, people, played, played_on, running_match
    from tests.notifications.conftest import wants

    ann, ben, cleo = people(3)
    for user in (ann, ben, cleo):
        wants(user, when="never")
    before = [played_on(running_match(ann, ben, cleo, name=name), 20) for name in ("", "Sunday game")[:games]]
    wants(ann, "your-turn")
    for match in before:
        played(match, now=NOW + timedelta(hours=21))
    return leaving(NOW + timedelta(hours=30))


def daily() -> str:
    """A daily mail with all that may stand in it."""
    from accounts.models import Mail
    from tests.factories import NOW, level_bot, people
    from tests.notifications.conftest import gather, send_digests, wants
    from tests.notifications.happenings import HAPPENS

    ann, ben = people(2)
    level_bot()
    wants(ann, when="never")
    wants(ben, when="digest")
    for _event, happen, _subject in HAPPENS:
        happen(ann, ben, NOW)
    gather(NOW)
    send_digests(now=NOW + timedelta(hours=20))
    return str(Mail.objects.get().html)


def code() -> str:
    """One of the mails about accounts."""
    from django.conf import settings

    from accounts.login.adapter import AccountAdapter

    context = {
        "code": "ABCD-EFGH",
        "site_name": settings.SITE_NAME,
        "site_url": settings.SITE_URL,
        "email": "a@b.example",
    }
    message = AccountAdapter().render_mail("account/email/email_confirmation", "a@b.example", context)
    return str(message.alternatives[0][0])


def render(pages: dict[str, str], folder: Path) -> None:
    from playwright.sync_api import sync_playwright

    from tests.browser import chromium

    found = chromium.chromium()
    with sync_playwright() as player:
        browser = player.chromium.launch(
            executable_path=str(found), args=chromium.flags(), env={**os.environ, **chromium.environment(found)}
        )
        for width, theme in product(WIDTHS, ("light", "dark")):
            page = browser.new_page(viewport={"width": width, "height": 300}, color_scheme=theme)
            for name, html in pages.items():
                page.set_content(html)
                wide = page.evaluate("document.documentElement.scrollWidth")
                picture = f"{name}-{width}-{theme}.png"
                page.screenshot(path=folder / picture, full_page=True)
                print(picture, "" if wide <= width else f"scrolls sideways: {wide} px", flush=True)
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))

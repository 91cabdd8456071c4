"""Mails as they look: each kind rendered by Chromium at 360 and 640 pixels.

python -m tests.mails folder
"""

from __future__ import annotations

import base64
import os
import sys
import tempfile
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

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
    """The HTML of some mails by name, with their pictures inside."""
    from games.models import Notice
    from games.models.notice import Event
    from games.services import mails, play, telling, wishes
    from tests.factories import NOW, people, played_on, running_match

    ann, ben, cleo = people(3)
    now = NOW + timedelta(hours=30)
    match = played_on(running_match(ann, ben, cleo, name=""), 21)
    second = played_on(running_match(ann, ben, name="Sunday game"), 8)
    wished = wishes.of(ann)
    one = Notice(user=ann, event=Event.YOUR_TURN, match=match, turn=match.turn_number)
    two = Notice(user=ann, event=Event.YOUR_TURN, match=second, turn=second.turn_number)
    late = Notice(user=ann, event=Event.DEADLINE, match=match, turn=match.turn_number, step=0)
    wrote = Notice(user=ann, event=Event.MESSAGE, match=second, actor=ben, step=told(second, ben))
    for name, notices in {"turn": [one], "turns": [one, two], "deadline": [late], "message": [wrote]}.items():
        letter = mails.compose(wished, notices, now=now)
        yield name, with_pictures(letter.html, mails.pictures(wished, notices))
    yield "digest", mails.digest(wished, [one, two, wrote], telling.matches_of([one, two]), now=now).html
    play.resign(match_id=second.pk, player=ben, now=now)
    end = [Notice(user=ann, event=Event.ENDED, match=second, turn=second.turn_number)]
    yield "ended", with_pictures(mails.compose(wished, end, now=now).html, mails.pictures(wished, end))


def told(match: object, user: object) -> int:
    from games.models import Message

    return Message.objects.create(match=match, user=user, text="Well played! Shall we go on tomorrow?").pk


def with_pictures(html: str, images: list[object]) -> str:
    for image in images:
        data = base64.b64encode(image.png).decode()
        html = html.replace(f"cid:{image.name}", f"data:image/png;base64,{data}")
    return html


def render(pages: dict[str, str], folder: Path) -> None:
    from playwright.sync_api import sync_playwright

    from tests.browser import chromium

    found = chromium.chromium()
    with sync_playwright() as player:
        browser = player.chromium.launch(
            executable_path=str(found), args=chromium.flags(), env={**os.environ, **chromium.environment(found)}
        )
        for width in WIDTHS:
            page = browser.new_page(viewport={"width": width, "height": 600})
            for name, html in pages.items():
                page.set_content(html)
                wide = page.evaluate("document.documentElement.scrollWidth")
                page.screenshot(path=folder / f"{name}-{width}.png", full_page=True)
                print(f"{name}-{width}.png", "" if wide <= width else f"scrolls sideways: {wide} px", flush=True)
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))

"""What every mail about a game must hold, read as a mail program reads it."""

from __future__ import annotations

import email
import email.policy
import re
from collections.abc import Sequence
from email.message import EmailMessage
from html.parser import HTMLParser
from urllib.parse import urlsplit

from django.conf import settings
from django.urls import resolve

from accounts import outbox
from accounts.models import Mail
from games.models import Match


class Page(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.pictures: list[tuple[str, str]] = []
        self.language = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if tag == "a":
            self.links.append(values["href"] or "")
        if tag == "img":
            self.pictures.append((values["src"] or "", values["alt"] or ""))
        if tag == "html":
            self.language = values["lang"] or ""


def read(mail: Mail, images: Sequence[outbox.Image] = ()) -> EmailMessage:
    """The mail as it arrives, with its pictures."""
    text = outbox.as_message(mail, images).message().as_bytes()
    found = email.message_from_bytes(text, policy=email.policy.default)
    assert isinstance(found, EmailMessage)
    return found


def check(message: EmailMessage, mail: Mail, *, with_pictures: bool = True) -> None:
    """Headers, both parts, what the pictures say, links that lead somewhere, no secret, at most 100 KB."""
    words, html = (message.get_body((kind,)).get_content() for kind in ("plain", "html"))
    page = Page(html)
    assert len(message.as_bytes()) <= 100_000
    assert message["Auto-Submitted"] == "auto-generated"
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert message["Message-ID"] == mail.message_id
    assert re.fullmatch(r"(<game\.\w{10}@[\w.]+> ?)+", message["References"])
    assert (page.language, message["Content-Language"]) == ("en", "en")
    images = {part["Content-ID"].strip("<>") for part in message.walk() if part.get_content_type() == "image/png"}
    assert not with_pictures or {source.removeprefix("cid:") for source, _alt in page.pictures} == images
    told = " ".join(line[2:] for line in words.splitlines() if line.startswith("- "))
    assert all(alt in told or alt.startswith("The board as it is now") for _source, alt in page.pictures)
    for link in {*page.links, *re.findall(r"https?://\S+", words), message["List-Unsubscribe"].strip(" <>")}:
        assert link.startswith(settings.SITE_URL)
        found = resolve(urlsplit(link).path)
        assert "key" not in found.kwargs or Match.objects.filter(key=found.kwargs["key"]).exists()
    said = "\n".join([words, html, *(str(value) for value in message.values())])
    for match in Match.objects.all():
        assert match.join_code not in said
        assert not match.seed or match.seed not in said

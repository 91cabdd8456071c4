"""What every mail must hold, read as a mail program reads it. conftest.py reads each that any test writes or sends."""

from __future__ import annotations

import email
import email.policy
import re
from collections.abc import Iterable, Sequence
from email.message import EmailMessage
from html.parser import HTMLParser
from urllib.parse import urlsplit

from django.urls import resolve

from accounts.mail import outbox
from accounts.models import Mail
from games.models import Match
from tests.post import text_of

LINK = re.compile(r"https?://[^\s<>]+")
LEFT_OVER = re.compile(r"\{[{%]|%\(\w+\)|\bNone\b|&amp;(amp|lt|gt|quot|#)")


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
    return parsed(outbox.as_message(mail, images).message().as_bytes())


def parsed(text: bytes) -> EmailMessage:
    found = email.message_from_bytes(text, policy=email.policy.default)
    assert isinstance(found, EmailMessage)
    return found


def check(message: EmailMessage, *, with_pictures: bool = True) -> None:
    """Headers, both parts in one language, what the pictures say, links that lead somewhere, at most 100 KB."""
    words, html = text_of(message, "plain"), text_of(message, "html")
    page = Page(html)
    assert len(message.as_bytes()) <= 100_000
    assert message["Auto-Submitted"] == "auto-generated"
    assert all(message[name].strip() for name in ("Subject", "From", "To", "Message-ID"))
    assert page.language == message["Content-Language"]
    assert len(words.split()) > 4
    assert not LEFT_OVER.search("\n".join([message["Subject"], words, html]))
    images = {part["Content-ID"].strip("<>") for part in message.walk() if part.get_content_type() == "image/png"}
    assert not with_pictures or {source.removeprefix("cid:") for source, _alt in page.pictures} == images
    assert all(alt.strip() for _source, alt in page.pictures)
    links = links_of(message)
    assert len({urlsplit(link)[:2] for link in links}) <= 1, "they lead to the club"
    for link in links:
        resolve(urlsplit(link).path or "/")
    if "X-Taluva-News" in message:
        check_news(message, words, page)


def check_news(message: EmailMessage, words: str, page: Page) -> None:
    """What a mail about games holds besides: one click that stops it, its thread, pictures that say what it says."""
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert message["List-Unsubscribe"].strip(" <>") in page.links
    assert re.fullmatch(r"(<game\.\w{10}@[\w.]+> ?)+", message["References"])
    for told in message["X-Taluva-News"].split():
        _event, key, turn, *_step = told.split("/")
        assert any(f"/games/{key}/" in link for link in links_of(message)) or "more, in My games" in words
        assert turn.isdigit()
    told = " ".join(line[2:] for line in words.splitlines() if line.startswith("- "))
    assert all(alt in told or not told for _source, alt in page.pictures)


def check_secrets(message: EmailMessage, matches: Iterable[Match]) -> None:
    """It leads to games that there are, and names no order of tiles and no door of a private table."""
    said = "\n".join([text_of(message, "plain"), text_of(message, "html"), *(str(each) for each in message.values())])
    keys = {resolve(urlsplit(link).path or "/").kwargs.get("key") for link in links_of(message)} - {None}
    assert keys <= {match.key for match in matches}
    for match in matches:
        assert not match.join_code or match.join_code not in said
        assert not match.seed or match.seed not in said


def links_of(message: EmailMessage) -> set[str]:
    page = Page(text_of(message, "html"))
    found = {*page.links, *LINK.findall(text_of(message, "plain"))}
    return found | {link.strip(" <>") for link in message.get_all("List-Unsubscribe", [])}

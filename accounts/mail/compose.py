"""What a mail looks like: plain text that reads well, and the same words as simple HTML in the look of the club."""

from __future__ import annotations

import re
from typing import NamedTuple

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.utils.translation import get_language

from taluva_site.templating.mail_html import mail_html

LINK = re.compile(r"https?://\S+")
CODE = re.compile(r"[A-Z0-9]{3,5}(-[A-Z0-9]{3,5})+|[0-9]{6}")
HEADERS = {"Auto-Submitted": "auto-generated"}


class Paragraph(NamedTuple):
    kind: str  # "text", "link", "code" or "list"
    lines: list[str]


def compose_mail(
    *, subject: str, text: str, to: str, headers: dict[str, str] | None = None, sender: str | None = None
) -> EmailMultiAlternatives:
    """Return a mail with both bodies, and the header that keeps absence notes from answering it."""
    subject = " ".join(subject.split())
    text = collapse_blank_lines(text)
    message = EmailMultiAlternatives(subject, text, sender or settings.DEFAULT_FROM_EMAIL, [to])
    message.extra_headers = {**HEADERS, "Content-Language": get_language() or "en", **(headers or {})}
    message.attach_alternative(html_of(subject, text), "text/html")
    return message


def collapse_blank_lines(text: str) -> str:
    """Collapse the blank lines that templates leave, to one between paragraphs."""
    return re.sub(r"\n{3,}", "\n\n", "\n".join(line.rstrip() for line in text.splitlines())).strip() + "\n"


def html_of(subject: str, text: str) -> str:
    context = {
        "subject": subject,
        "paragraphs": [wrap_paragraph(block) for block in text.strip().split("\n\n")],
        "site_name": settings.SITE_NAME,
        "site_url": settings.SITE_URL,
    }
    return mail_html("mail/letter.html", context)


def wrap_paragraph(block: str) -> Paragraph:
    lines = block.split("\n")
    if len(lines) == 1 and LINK.fullmatch(lines[0]):
        return Paragraph("link", lines)
    if len(lines) == 1 and CODE.fullmatch(lines[0]):
        return Paragraph("code", lines)
    if all(line.startswith("- ") for line in lines):
        return Paragraph("list", [line[2:] for line in lines])
    return Paragraph("text", lines)

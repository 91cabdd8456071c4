"""The HTML of a mail: templates have classes, as pages do, and their style is written into each element here."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from css_inline import CSSInliner
from django.conf import settings
from django.template.loader import render_to_string

SHEETS = ("css/tokens.css", "css/mail.css")


def mail_html(template: str, context: Mapping[str, object]) -> str:
    return inliner().inline(render_to_string(template, context).strip()) + "\n"


@cache
def inliner() -> CSSInliner:
    sheets = "\n".join((Path(settings.BASE_DIR) / "static" / sheet).read_text() for sheet in SHEETS)
    return CSSInliner(extra_css=sheets, resolve_css_variables=True, load_remote_stylesheets=False)

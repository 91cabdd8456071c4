"""The HTML of a mail: templates have classes, as pages do, and their style is written into each element here.

What has another colour in the dark stands in a sheet besides, for mail programs that follow their reader's wish.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from css_inline import CSSInliner
from django.conf import settings
from django.template.loader import render_to_string

SHEETS = ("css/tokens.css", "css/mail.css")
ROOT = re.compile(r"^:root \{(.*?)\}", re.DOTALL | re.MULTILINE)
LIGHT_DARK = re.compile(r"light-dark\(([^,()]+), ([^,()]+)\)")
TOKEN = re.compile(rf"(--[\w-]+): {LIGHT_DARK.pattern};")
RULE = re.compile(r"^([^{}/@\n]+) \{([^}]+)\}", re.MULTILINE)
VARIABLE = re.compile(r"var\((--[\w-]+)\)")


def mail_html(template: str, context: Mapping[str, object]) -> str:
    html = css_inliner().inline(render_to_string(template, dict(context)).strip())
    return html.replace("</head>", f"<style>{dark_rules()}</style>\n</head>", 1) + "\n"


@cache
def css_inliner() -> CSSInliner:
    css = LIGHT_DARK.sub(r"\1", "\n".join(read_sheets()))
    return CSSInliner(extra_css=css, resolve_css_variables=True, load_remote_stylesheets=False)


@cache
def dark_rules() -> str:
    """Return a rule for each whose colours change; `!important`, since the style of the element would win else."""
    tokens, mail = read_sheets()
    colours = {name: dark for name, _light, dark in TOKEN.findall("".join(ROOT.findall(tokens)))}
    rules = [(selector, "; ".join(dark_declarations(body, colours))) for selector, body in RULE.findall(mail)]
    sheet = "\n".join(f"{selector} {{ {body} }}" for selector, body in rules if body)
    return f"@media (prefers-color-scheme: dark) {{\n{sheet}\n}}"


def dark_declarations(body: str, colours: Mapping[str, str]) -> Iterator[str]:
    for declaration in body.split(";"):
        if set(VARIABLE.findall(declaration)) & colours.keys():
            yield VARIABLE.sub(lambda found: colours[found.group(1)], declaration.strip()) + " !important"


def read_sheets() -> list[str]:
    return [(Path(settings.BASE_DIR) / "static" / sheet).read_text() for sheet in SHEETS]

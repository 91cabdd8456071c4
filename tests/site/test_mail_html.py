"""Mail programs read no style sheet: each element of a mail carries its style, put there when the mail is composed."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

from django.conf import settings

from accounts.mail.compose import compose_mail
from taluva_site.templating.mail_html import SHEETS, dark_rules, mail_html
from tests.site.templates import templates

CLASS = re.compile(r'class="([\w -]+)"')
LETTER = "Hello Anna,\n\nYour code:\n\n123456\n\nhttps://club.example/a/\n\n- one\n- two"


class Styles(HTMLParser):
    """The style of the first element of each class, or of each name where it has none."""

    def __init__(self) -> None:
        super().__init__()
        self.of: dict[str, str] = {}

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        values = dict(attributes)
        self.of.setdefault(values.get("class") or tag, values.get("style") or "")


def html_of(text: str) -> str:
    found = compose_mail(subject="Your code", text=text, to="anna@example.com").alternatives[0].content
    assert isinstance(found, str)
    return found


def test_each_element_carries_its_style_in_the_colours_of_the_club() -> None:
    found = Styles()
    found.feed(html_of(LETTER))

    assert found.of["html"] == "color-scheme: light dark;"
    assert "background: #faf6ec" in found.of["body"]
    assert "background: #f1ebdc" in found.of["code"]
    assert "color: #0d5c6b" in found.of["a"]
    assert found.of["li"] == "margin: 0 0 4px;"


def test_no_variable_is_left_and_no_sheet_but_the_one_for_the_dark() -> None:
    html = html_of(LETTER)
    sheet = re.search(r"<style[^>]*>(.*?)</style>", html, re.DOTALL)

    assert sheet
    assert re.findall(r"<link|var\(|--\w", html) == []
    assert html.count("<style") == 1
    assert re.fullmatch(r"@media \(prefers-color-scheme: dark\) \{\n([^{}@]+ \{ [^{}]+ !important \}\n)+\}", sheet[1])


def test_each_colour_has_its_own_in_the_dark() -> None:
    rules = dark_rules()

    assert "body { background: #12181b !important; color: #f1ebdd !important }" in rules
    assert "a { color: #7ccbd6 !important }" in rules
    assert "serif" not in rules


def test_what_people_wrote_stays_text() -> None:
    assert "<b>&lt;3</b>" not in html_of("<b>&lt;3</b>")
    assert "&lt;b&gt;x &amp;amp; y&lt;/b&gt;" in html_of("<b>x &amp; y</b>")


def test_every_class_of_a_mail_has_its_rule_and_every_rule_its_use() -> None:
    sheet = (Path(settings.BASE_DIR) / "static" / SHEETS[-1]).read_text()
    mails = [path.read_text() for path in templates(".html") if path.parent.name == "mail"]
    used = {name for text in mails for names in CLASS.findall(text) for name in names.split()}

    assert used == set(re.findall(r"\.([a-z]+)(?=[ ,{])", sheet))


def test_the_end_of_a_mail_is_the_end_of_its_page() -> None:
    assert mail_html("mail/frame.html", {"subject": "x"}).endswith("</html>\n")

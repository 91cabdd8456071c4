"""What a browser does not know in a style sheet it passes over without a word; here it has to know all of it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import tinycss2
from playwright.sync_api import Page

from taluva_site.static_storage import minify

STATIC = Path(__file__).parents[2] / "static"
GROUPS = ("media", "supports", "keyframes")
# What Firefox alone calls so, Chromium can't know: of such a selector it has to know the rest.
UNKNOWN = """(rules) => rules.flatMap(([selector, declarations]) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`${selector.replaceAll(/::-moz-[\\w-]+/g, "")} {}`);
  const unknown = declarations.filter(([name, value]) => !CSS.supports(name, value)).map((one) => one.join(": "));
  return sheet.cssRules.length ? unknown : [selector, ...unknown];
})"""

Rule = tuple[str, list[tuple[str, str]]]


def rules(nodes: list[tinycss2.ast.Node], within: str = "") -> Iterator[Rule]:
    """Yield the selector of each rule, with its declarations; a step of an animation has none of its own."""
    for node in nodes:
        if node.type == "at-rule" and node.lower_at_keyword in GROUPS:
            yield from rules(tinycss2.parse_rule_list(node.content, True, True), node.lower_at_keyword)
        elif node.type == "qualified-rule":
            parts = tinycss2.parse_blocks_contents(node.content, skip_comments=True, skip_whitespace=True)
            selector = "*" if within == "keyframes" else tinycss2.serialize(node.prelude)
            yield selector, [(part.lower_name, tinycss2.serialize(part.value).strip()) for part in parts]


@pytest.mark.parametrize("path", sorted(STATIC.rglob("*.css")), ids=lambda path: path.stem)
def test_a_browser_knows_each_selector_property_and_value(page: Page, path: Path) -> None:
    found = list(rules(tinycss2.parse_stylesheet(path.read_text(), skip_comments=True, skip_whitespace=True)))

    assert found
    assert page.evaluate(UNKNOWN, found) == []


# What a browser makes of a sheet; in values that it keeps as they are, blanks mean nothing.
READ = """(text) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return [...sheet.cssRules].map((rule) => rule.cssText.replaceAll(/\\s*([,/])\\s*/g, "$1").replaceAll(/\\s+/g, " "));
}"""


@pytest.mark.parametrize("path", sorted(STATIC.rglob("*.css")), ids=lambda path: path.stem)
def test_a_minified_sheet_says_the_same(page: Page, path: Path) -> None:
    written = path.read_text()

    assert page.evaluate(READ, minify(path.name, written)) == page.evaluate(READ, written)

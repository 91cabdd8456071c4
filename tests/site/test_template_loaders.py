"""What is left of a template's whitespace once it is compiled."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.template import Context, Engine

from taluva_site.templating.loaders import collapse_whitespace


@pytest.mark.parametrize(
    ("written", "compiled"),
    [
        ("<ul>\n    <li>a</li>\n    <li>b</li>\n</ul>\n", "<ul><li>a</li><li>b</li></ul>"),
        ("<p>\n    one\n    two\n</p>", "<p>one two</p>"),
        ("<b>a</b>\n<b>b</b>", "<b>a</b> <b>b</b>"),
        ("a  b <p> c </p>", "a  b <p> c </p>"),
        ("one<br>\ntwo", "one<br>two"),
        ("<g>\n  <use x='1' />\n  <text>\n    1\n  </text>\n</g>", "<g><use x='1'/><text>1</text></g>"),
    ],
    ids=["blocks", "words", "inline", "within a line", "break", "drawing"],
)
def test_a_line_break_stays_as_a_blank_where_it_can_be_seen(written: str, compiled: str) -> None:
    assert collapse_whitespace(written) == compiled


@pytest.mark.parametrize(
    ("written", "compiled"),
    [
        ("a\n<button>\n  b\n</button>\nc", "a <button>b</button> c"),
        ("a\n<svg>\n  <g>\n  </g>\n</svg>\nc", "a <svg><g></g></svg> c"),
    ],
)
def test_a_box_in_a_line_has_blanks_around_it_but_none_inside(written: str, compiled: str) -> None:
    assert collapse_whitespace(written) == compiled


@pytest.mark.parametrize(
    ("written", "compiled"),
    [
        ('<a\n    href="{% url "x" %}"\n    title="b\n    c"\n>', '<a href="{% url "x" %}" title="b c">'),
        ('<a\n  {% if b > 1 %}c="d"{% endif %}\n>', '<a{% if b > 1 %} c="d"{% endif %}>'),
        ("<a {% if b %}c{% endif %} {% if d %}\n e{% endif %}>", "<a{% if b %} c{% endif %}{% if d %} e{% endif %}>"),
        ("<a {% if b %}c{% else %}d{% endif %}>", "<a {% if b %}c{% else %}d{% endif %}>"),
        ("<a {% if b %}{% c %}{% else %}d{% endif %} e>", "<a {% if b %}{% c %}{% else %}d{% endif %} e>"),
        ('<a b="c {% if d %}e{% endif %}f">', '<a b="c {% if d %}e{% endif %}f">'),
        ("<a b{% if c %}=d{% endif %}>", "<a b{% if c %}=d{% endif %}>"),
    ],
    ids=["lines", "condition", "conditions", "branches", "filled branches", "in quotes", "value"],
)
def test_a_tag_stands_in_one_line(written: str, compiled: str) -> None:
    assert collapse_whitespace(written) == compiled


@pytest.mark.parametrize(
    ("written", "compiled"),
    [
        ("{% extends 'a' %}\n{% load i18n %}\n\n<b>a</b>", "{% extends 'a' %}{% load i18n %}<b>a</b>"),
        ("{# Why. #}\nword", "{# Why. #}word"),
        ("{% comment %}\nWhy.\n{% endcomment %}\nword", "{% comment %}\nWhy.\n{% endcomment %}word"),
        ("word\n{% if a %}\n    b\n{% endif %}\n<p>", "word {% if a %}b{% endif %}<p>"),
        ("a\n{% if b %}c\n{% else %}\n d{% endif %}e", "a {% if b %}c {% else %} d{% endif %}e"),
        ("a{% if b %}\n c\n{% endif %}d", "a{% if b %} c {% endif %}d"),
        ("{% for a in b %}\n {{ a }}\n{% endfor %}\nc", "{% for a in b %} {{ a }} {% endfor %} c"),
        ("{{ a }}\n{{ b }}", "{{ a }} {{ b }}"),
    ],
    ids=["head", "note", "comment", "condition", "branches", "close", "loop", "values"],
)
def test_what_draws_nothing_leaves_no_blank(written: str, compiled: str) -> None:
    assert collapse_whitespace(written) == compiled


@pytest.mark.parametrize(
    "kept",
    [
        "<pre>\n  a\n  b\n</pre>",
        "<textarea>\n  a\n</textarea>",
        "<script>\n  a\n</script>",
        "{% blocktranslate %}one\n  two{% endblocktranslate %}",
        "{% blocktranslate trimmed %}\n  one\n{% endblocktranslate %}",
        "{% blocktranslate count n=n %}a\nb{% plural %}c\nd{% endblocktranslate %}",
    ],
)
def test_text_that_means_its_line_breaks_keeps_them(kept: str) -> None:
    assert collapse_whitespace(f"<i>a</i>\n{kept}") in (f"<i>a</i>{kept}", f"<i>a</i> {kept}")


def test_the_tag_of_such_a_text_stands_in_one_line() -> None:
    assert (
        collapse_whitespace('<textarea\n    name="a"\n>\n  b\n</textarea>') == '<textarea name="a">\n  b\n</textarea>'
    )


@pytest.mark.parametrize(
    ("suffix", "compiled"),
    [("html", "<p>a b</p>"), ("svg", "<p>a b</p>"), ("txt", "<p>\n  a\n  b\n</p>\n")],
)
def test_pages_and_drawings_are_collapsed_and_mails_are_not(tmp_path: Path, suffix: str, compiled: str) -> None:
    (tmp_path / f"a.{suffix}").write_text("<p>\n  a\n  b\n</p>\n")
    engine = Engine(dirs=[tmp_path], loaders=["taluva_site.templating.loaders.Loader"])

    assert engine.get_template(f"a.{suffix}").render(Context()) == compiled

"""The template has every text of every kind of source, and what translators make of it is compiled."""

from __future__ import annotations

import importlib
import os
import pkgutil
import re
import shutil
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from django.core.management import CommandError, call_command
from django.test import override_settings
from django.utils import translation

import games.taluva.rules
import games.volcanique.rules
from games import translation_sources
from games.registry import RULES
from taluva_site.translations import catalogues, extraction

ROOT = Path(__file__).resolve().parent.parent.parent
TEMPLATE = (ROOT / extraction.TEMPLATE).read_text()
CATALOG = read_po(BytesIO(TEMPLATE.encode()))
extract_from_python = extraction.in_python


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("You left the table.", "games/matches/views/table_pages.py"),
        ("Name or email address", "accounts/forms.py"),
        ("Build an island, one tile a day.", "templates/taluva/_pitch.html"),
        ("Your code", "templates/account/email/email_confirmation_subject.txt"),
        ("Choose a place for the volcano.", "games/taluva/board/text.py"),
        ("The volcano has to land on a volcano.", "games/taluva/rules/placement.py"),
        ("Teams need exactly four players.", "games/taluva/rules/options.py"),
        ("Not next to your own settlements", "games/taluva/rules"),
        ("Waiting players already see the tile of their next turn.", "games/taluva/rules"),
        ("The strongest: thinks for about one second per turn.", "games/taluva/bots"),
    ],
)
def test_each_kind_of_source_gives_its_texts(text: str, source: str) -> None:
    message = CATALOG.get(text)

    assert message is not None
    assert source in [file for file, _line in message.locations]


@pytest.mark.parametrize(
    ("text", "plural"),
    [
        ("Your turn in %(n)s game", "Your turn in %(n)s games"),
        ("%(n)d hut", "%(n)d huts"),
        ("%(n)d day a turn", "%(n)d days a turn"),
    ],
    ids=["template", "board", "python"],
)
def test_plurals_keep_both_forms(text: str, plural: str) -> None:
    message = CATALOG.get(text)

    assert message is not None
    assert message.id == (text, plural)


def test_a_drawing_is_a_source_too() -> None:
    found = list(extraction.in_template('{% load i18n %}<title>{% translate "An island" %}</title>', Path("a.svg")))

    assert found == [extraction.FoundText("An island", "a.svg")]
    assert ".svg" in extraction.SUFFIXES


def test_a_template_may_be_indented_as_it_likes() -> None:
    source = """{% load i18n %}
    <li>
      <small>
        {% blocktranslate with when=now %}Made {{ when }}.{% endblocktranslate %}
      {% if now %}
          {% translate "Now" %}
   {% endif %}
"""
    found = list(extraction.in_template(source, Path("a.html")))

    assert [each.text for each in found] == ["Made %(when)s.", "Now"]


def test_only_boards_say_and_count(tmp_path: Path) -> None:
    for folder in ("games/taluva/board/turn", "games/bots"):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "new.py").write_text('say("A shore."); count("%(n)d cell", "%(n)d cells", 2)')

    found = {(text, source) for text, source, _context in extraction.find_texts(tmp_path) if source.endswith("new.py")}

    path = "games/taluva/board/turn/new.py"
    assert found == {("A shore.", path), (("%(n)d cell", "%(n)d cells"), path)}


def test_a_sentence_of_the_rules_is_no_docstring_and_no_key() -> None:
    source = (
        'def f(key):\n    """What it does."""\n    return {"apart": "Found it, then.", 1: f"No {key} here."}[key]\n'
    )

    assert translation_sources.sentences_in(source) == ["Found it, then."]


def messages_of_the_rules() -> set[str]:
    """The messages of all clauses and violations that the rules' modules hold, however deep in tables."""
    packages = (games.taluva.rules, games.volcanique.rules)
    return {
        text
        for package in packages
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
        for value in vars(importlib.import_module(module.name)).values()
        for text in held(value)
    }


def held(value: object) -> Iterator[str]:
    if isinstance(message := getattr(value, "message", None), str):
        yield message
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, tuple) else ()
    for part in parts:
        yield from held(part)


def test_every_message_of_a_clause_and_every_option_is_in_the_template() -> None:
    options = [option for rules in RULES.values() for option in rules.options]
    labels = {text for option in options for text in (option.label, option.sentence)}
    choices = {choice.label for option in options for choice in option.choices}

    said = messages_of_the_rules()

    assert len(said) > 25
    assert [text for text in sorted(said | labels | choices) if CATALOG.get(text) is None] == []


def test_the_template_is_the_same_each_time_and_up_to_date() -> None:
    assert extraction.template_text(ROOT) == TEMPLATE
    assert not re.search(r"\d{4}-\d\d-\d\d|POT-Creation|Last-Translator|:\d+$", TEMPLATE, re.MULTILINE)


@cache
def texts_in_python(source: bytes, path: Path) -> tuple[extraction.FoundText, ...]:
    return tuple(extract_from_python(source, path))


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The sources of the site in a folder where they may change; what stays the same is read once."""
    monkeypatch.setattr(extraction, "in_python", texts_in_python)
    for name in (*extraction.PYTHON, "templates", "locale"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def test_check_fails_until_new_texts_are_extracted(sources: Path) -> None:
    added = {
        "templates/landing.html": '{% translate "New in a template" %}',
        "games/dashboard.py": '\nNEW = _("New in a module")\n',
        "games/taluva/board/text.py": '\nNEW = say("New on a board")\n',
        "games/taluva/rules/placement.py": '\nNEW = "New in the rules."\n',
    }
    for path, line in added.items():
        with (sources / path).open("a") as file:
            file.write(line)

    with pytest.raises(CommandError, match="behind the sources") as behind:
        call_command("translations", "check", root=sources)
    for text in ("New in a template", "New in a module", "New on a board", "New in the rules."):
        assert f"+ {text}" in str(behind.value)
    call_command("translations", "extract", root=sources, verbosity=0)
    call_command("translations", "check", root=sources)


def test_check_names_what_is_gone(sources: Path) -> None:
    (sources / "templates" / "503.html").unlink()

    with pytest.raises(CommandError, match="- Temporarily closed"):
        call_command("translations", "check", root=sources)


def test_only_what_changed_is_compiled(tmp_path: Path) -> None:
    source = tmp_path / "eo" / "LC_MESSAGES" / "django.po"
    source.parent.mkdir(parents=True)
    source.write_text(extraction.HEADER + 'msgid "Tables"\nmsgstr "Tabloj"\n')

    assert catalogues.compile_stale([tmp_path]) == [source]
    assert catalogues.compile_stale([tmp_path]) == []
    later = source.with_suffix(".mo").stat().st_mtime_ns + 10**9
    os.utime(source, ns=(later, later))
    assert catalogues.compile_stale([tmp_path]) == [source]
    assert sorted(path.name for path in source.parent.iterdir()) == ["django.mo", "django.po"]


def test_the_command_compiles_what_django_then_says(tmp_path: Path) -> None:
    source = tmp_path / "locale" / "eo" / "LC_MESSAGES" / "django.po"
    source.parent.mkdir(parents=True)
    source.write_text(extraction.HEADER + 'msgid "Tables"\nmsgstr "Tabloj"\n')

    call_command("translations", "compile", root=tmp_path, verbosity=0)

    with override_settings(LOCALE_PATHS=[tmp_path / "locale"]), translation.override("eo"):
        assert translation.gettext("Tables") == "Tabloj"

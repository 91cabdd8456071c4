"""Sentences as values: pure code says what to say, the site translates it.

A `Words` is an English template with named values. `str(words)` is the English; `spoken(words, gettext, ngettext)` the
translation. `say` and `count` are the names that the extraction of messages looks for.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import Union

Value = Union[str, int, "Words"]


@dataclass(frozen=True, slots=True)
class Words:
    """One sentence or phrase: `msgid`, its `plural` if it counts `values["n"]`, and the values, which may be Words."""

    msgid: str
    plural: str | None = None
    values: Mapping[str, Value] = field(default_factory=dict)

    def __str__(self) -> str:
        return words_in_language(self, str, lambda one, many, n: one if n == 1 else many)


def say(msgid: str, **values: Value) -> Words:
    """Return a phrase with named values: `say("%(cell)s: volcano", cell="2,−1")`."""
    return Words(msgid, None, values)


def count(one: str, many: str, n: int, **values: Value) -> Words:
    """Return a phrase that depends on a number: `count("%(n)d turn", "%(n)d turns", 3)`."""
    return Words(one, many, {"n": n, **values})


def words_in_language(words: Words, gettext: Callable[[str], str], ngettext: Callable[[str, str, int], str]) -> str:
    """Return the words in the language of the two functions."""
    number = words.values.get("n")
    counted = words.plural is not None and isinstance(number, int)
    text = ngettext(words.msgid, words.plural or "", number) if counted else gettext(words.msgid)  # type: ignore[arg-type]
    inner = {k: words_in_language(v, gettext, ngettext) if isinstance(v, Words) else v for k, v in words.values.items()}
    return text % inner if inner else text


def list_words(parts: Sequence[Words]) -> Words:
    """Return one, two or more phrases as a list: `a`, `a and b`, `a, b and c`."""
    if len(parts) == 1:
        return parts[0]
    return say("%(first)s and %(last)s", first=joined_by_comma(parts[:-1]), last=parts[-1])


def joined_by_comma(parts: Sequence[Words]) -> Words:
    """Return phrases with commas between them."""
    return reduce(lambda first, second: say("%(first)s, %(second)s", first=first, second=second), parts)


def join_sentences(sentences: Sequence[Words]) -> Words:
    """Return sentences one after the other."""
    return reduce(lambda first, second: say("%(first)s %(second)s", first=first, second=second), sentences)

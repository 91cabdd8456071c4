"""Words about matches for the templates."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from functools import cache
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import formats, timezone
from django.utils.html import Urlizer, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.models.user import Theme
from games.boards import Sight
from games.contract import Credit
from games.matches.phrases import choice_words, ending_words, match_title, option_words, pace_words
from games.matches.queries import seating_code
from games.models import Match, Message, Rating, RatingChange, Study
from games.models.rating import displayed_rating, rating_margin
from games.people import profiles
from games.registry import BOARDS, RULES

register = template.Library()
# A cell as people write it, alone or in brackets or at the end of a sentence; a real minus counts.
CELL = re.compile(r"([(“„]?)([-−]?\d{1,2},[-−]?\d{1,2})([)”“.,;:!?]*)")
# By theme: when the dark picture is shown.
DARK_SOURCES = {
    Theme.LIGHT: "",
    Theme.DARK: '<source srcset="{}">',
    Theme.SYSTEM: '<source media="(prefers-color-scheme: dark)" srcset="{}">',
}


@register.simple_tag(takes_context=True)
def page_credit(context: Mapping[str, object]) -> tuple[str, Credit] | None:
    """Return title and credit of the game that the page is about: its `rules`, or those of its `match`."""
    rules = context.get("rules") or getattr(context.get("match"), "rules", "")
    found = RULES.get(str(getattr(rules, "key", rules)))
    return (found.title, found.credit) if found and found.credit else None


register.filter("match_title", match_title)
register.filter("option_words", option_words)
register.filter("choice_words", choice_words)
register.filter("seating", seating_code)
register.filter("pace_words", pace_words)
register.filter("ending_words", ending_words)


class LinkUrlizer(Urlizer):
    """Addresses in what people write: links that vouch for nothing and tell nothing of where they were followed."""

    url_template = '<a href="{href}" rel="nofollow noopener noreferrer">{url}</a>'


class PlaceUrlizer(LinkUrlizer):
    """Also cells: links that mark them on the board of the same page."""

    def handle_word(self, word: str, **options: Any) -> str:
        """Return `3,-1` as a link, with what stands around it."""
        found = CELL.fullmatch(word)
        if found is None:
            return str(super().handle_word(word, **options))
        before, cell, after = found.groups()
        key = cell.replace("−", "-")
        link = '{}<a class="where" href="?lit={}#board-view" data-cells="{}">{}</a>{}'
        return format_html(link, before, key, key, cell, after)


@register.filter
def with_places(text: str) -> SafeString:
    """Return what somebody wrote about a game: addresses and cells as links, and everything else escaped."""
    return mark_safe(PlaceUrlizer()(text, autoescape=True))  # noqa: S308 (escaped there)


@register.filter
def game_name(rules: str) -> str:
    """Return the game's title where the site has several games; where it has one, nothing needs to name it."""
    return RULES[rules].title if rules in RULES and len(RULES) > 1 else ""


@register.filter
def entry_words(match: Match) -> list[str]:
    """Return for whom the table is, unless it is for everybody."""
    words = []
    if match.min_finished:
        n = match.min_finished
        words.append(
            ngettext(
                "For players with at least %(n)d finished game.", "For players with at least %(n)d finished games.", n
            )
            % {"n": n}
        )
    if match.min_reliability:
        words.append(_("For players with a reliability of at least %(n)d %%.") % {"n": match.min_reliability})
    return words


@register.filter
def tag_words(match: Match) -> list[str]:
    """Return the match's prefetched tags of the reader, each once."""
    return list(dict.fromkeys(tag.text for tag in getattr(match, "seen_tags", ())))


@register.filter
def time_left(deadline: datetime | None) -> str:
    """Return two units at most: 1 d 21 h, 3 h 20 min, 4 min."""
    if deadline is None:
        return _("no limit")
    minutes = max(0, int((deadline - timezone.now()).total_seconds() // 60))
    days, hours, minutes = minutes // 1440, minutes // 60 % 24, minutes % 60
    if days:
        return _("%(days)d d %(hours)d h") % {"days": days, "hours": hours}
    if hours:
        return _("%(hours)d h %(minutes)d min") % {"hours": hours, "minutes": minutes}
    return _("%(minutes)d min") % {"minutes": minutes}


@register.filter
def is_soon(deadline: datetime | None) -> bool:
    return deadline is not None and (deadline - timezone.now()).total_seconds() < 12 * 3600


@register.filter
def seat_for(match: Match, user: object) -> object:
    """Return the person's seat at the match, or nothing."""
    return next(
        (seat for seat in match.seats.all() if seat.user_id and seat.user_id == getattr(user, "pk", None)), None
    )


@register.filter
def last_id(messages: Sequence[Message]) -> int:
    """Return the newest of them: what an open page compares."""
    return messages[-1].pk if messages else 0


@register.simple_tag
@cache
def chip(index: int) -> str:
    """Return the mark and colour of a seat.

    No part of its own, since a list has dozens and an include costs more than it.
    """
    return format_html(
        '<svg class="chip p{0}" viewBox="-34 -34 68 68" aria-hidden="true"><use href="#m{0}"/></svg>', index
    )


@register.simple_tag(takes_context=True)
def card_picture(context: template.Context, shown: Match | Study, number: int | None = None) -> str:
    """Return the small board of a card, light or dark as the reader wishes, as a link to what it shows.

    `number`: the turn that it shows, if not the last. It is no template part of its own, since a list has a score of
    them.
    """
    place = "study-picture" if isinstance(shown, Study) else "match-picture"
    after = shown.turn_number if number is None else number
    light, dark = (reverse(place, args=[shown.key, after, kind]) for kind in ("card", "card-dark"))
    return format_html(
        '<a class="pic" href="{}" tabindex="-1" aria-hidden="true"><picture>{}'
        '<img src="{}" alt="" width="480" height="270" loading="lazy"></picture></a>',
        shown.get_absolute_url() if number is None else f"{shown.get_absolute_url()}{number}/",
        format_html(DARK_SOURCES[Theme(str(context["theme"]))], dark),
        light,
    )


def has_page(user: User | None) -> bool:
    return user is not None and user.is_active and user.kind in profiles.SHOWN


@register.filter
def known_players(match: Match) -> list[User]:
    """Return those who played it and have a page, each once."""
    return list(dict.fromkeys(seat.user for seat in match.seats.all() if seat.user and has_page(seat.user)))


@register.simple_tag
def named(user: User | str | None, *, plain: bool = False) -> str:
    """Return somebody's name, as a link to their page where they have one, unless it is to be `plain`.

    A study knows its players by name alone.
    """
    if not isinstance(user, User):
        return user or _("free")
    if plain or not has_page(user):
        return str(user)
    return format_html('<a class="person" href="{}">{}</a>', reverse("person", args=[user.username]), user)


@register.simple_tag
def island(rules: str) -> str:
    """Return a board out of a real match of this game, drawn as every other."""
    return showcase(rules, get_language())


@cache
def showcase(rules: str, language: str) -> str:
    """Return the showcase with its words in this language, the one that is active."""
    board = BOARDS[rules]
    game = RULES[rules].from_record(board.showcase)
    shown = board.show(game, Sight(names=[""] * 5, name="-showcase", since=game.turn))
    symbols = render_to_string(f"{board.parts}/_symbols.svg")
    return mark_safe(symbols + render_to_string(f"{board.parts}/_board.html", {"board": shown.board}))  # noqa: S308


@register.filter
def of(values: object, key: object) -> object:
    """Return the value of a mapping for this key, or nothing."""
    return values.get(key) if isinstance(values, dict) else None


@register.filter
def strength(rating: Rating | RatingChange) -> int:
    """Return a rating as people know it."""
    return displayed_rating(rating.mu)


@register.filter
def gain(change: RatingChange) -> str:
    """Return by how much a game moved a rating, as the numbers that are shown."""
    return f"{displayed_rating(change.mu) - displayed_rating(change.mu_before):+d}".replace("-", "−")


@register.filter
def give_or_take(rating: Rating) -> int:
    """Return the margin of a rating."""
    return rating_margin(rating.sigma)


@register.simple_tag
def rating_shown(rating: Rating) -> str:
    """Return a rating with its margin. Not a template of its own: a list has dozens of them."""
    both = strength(rating), give_or_take(rating)
    return format_html('<span class="rating keep"><b>{}</b> <small>± {}</small></span>', *both)


@register.filter
def average_words(span: timedelta | None) -> str:
    """Return a span of time in one unit."""
    if span is None:
        return "–"
    hours = span.total_seconds() / 3600
    if hours >= 48:
        return _("%(n)s days") % {"n": formats.localize(round(hours / 24, 1))}
    if hours >= 1:
        return _("%(n)s hours") % {"n": formats.localize(round(hours, 1))}
    return _("%(n)d min") % {"n": round(hours * 60)}

"""Short phrases about a match and its times, the same wherever they stand."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games.contract import Choice, Option
from games.models import Match
from games.registry import RULES


def title_of(match: Match, user: User) -> str:
    """Return the match's name, else whom it is played with."""
    if match.name:
        return match.name
    others = other_names(match, user)
    game = RULES[match.rules].title
    if not others:
        return game
    return _("%(game)s with %(names)s") % {"game": game, "names": names_in_words(others)}


def other_names(match: Match, user: User) -> list[str]:
    return [str(seat.user) for seat in match.seats.all() if seat.user and seat.user_id != user.pk]


def names_in_words(names: Sequence[str]) -> str:
    """Return `Ben`, `Ben and Cleo`, `Ben, Cleo and Dov`."""
    return get_text_list(list(names), _("and"))


def table_words(match: Match) -> str:
    """Return what kind of game one is asked to: `Taluva for 3 players, 2 days a turn, rated.`"""
    counts = _("rated") if match.rated else _("casual")
    values = {"game": RULES[match.rules].title, "n": match.players, "pace": pace_words(match), "counts": counts}
    return _("%(game)s for %(n)d players, %(pace)s, %(counts)s.") % values


def ending_words(match: Match) -> str:
    """Return how it ended, in a few words: `last tile placed`."""
    return _(RULES[match.rules].endings[match.reason])


def pace_words(match: Match) -> str:
    if match.days_per_turn:
        return ngettext("%(n)d day a turn", "%(n)d days a turn", match.days_per_turn) % {"n": match.days_per_turn}
    if match.bank_hours:
        return _("a bank of %(days)d days, %(hours)d hours more each turn") % {
            "days": match.bank_hours // 24,
            "hours": match.increment_hours or 0,
        }
    return _("no time limit")


def clock_words(moment: datetime) -> str:
    """Return `Sunday 21 June, 18:00 (Europe/Berlin)`, in the zone of whoever reads it."""
    local = timezone.localtime(moment)
    zone = str(timezone.get_current_timezone())
    return _("%(day)s, %(time)s (%(zone)s)") % {
        "day": date_format(local, "l j F"),
        "time": date_format(local, "H:i"),
        "zone": zone,
    }


def limit_words(until: datetime, now: datetime) -> str:
    """Return `2 days 3 hours left, until Sunday …`."""
    return _("%(left)s left, until %(until)s.") % {"left": left_words(until - now), "until": clock_words(until)}


def left_words(left: timedelta) -> str:
    """Return `2 days 3 hours`: the two largest units."""
    minutes = max(0, int(left.total_seconds() // 60))
    days, hours, minutes = minutes // 1440, minutes // 60 % 24, minutes % 60
    words = [
        ngettext("%(n)d day", "%(n)d days", days) % {"n": days} if days else "",
        ngettext("%(n)d hour", "%(n)d hours", hours) % {"n": hours} if hours else "",
        ngettext("%(n)d minute", "%(n)d minutes", minutes) % {"n": minutes} if minutes and not days else "",
    ]
    return " ".join(word for word in words if word) or _("less than a minute")


def match_title(match: Match) -> str:
    """Return the match's own name, or who plays it."""
    if match.name:
        return match.name
    names = [str(seat.user) for seat in match.seats.all() if seat.user]
    free = match.players - len(names)
    if free:
        return _("%(name)s's table") % {"name": match.creator}
    return ", ".join(names)


def option_words(match: Match) -> list[str]:
    """Return the options that differ from the usual, in words."""
    words = []
    for option in RULES[match.rules].options:
        value = str(match.options.get(option.name, option.default))
        if value != option.default:
            label = next((choice.label for choice in option.choices if choice.value == value), value)
            words.append(label_words(option, label))
    return words


def choice_words(option_choice: tuple[Option, Choice]) -> str:
    """Return one choice of an option, in words."""
    option, choice = option_choice
    return label_words(option, choice.label)


def label_words(option: Option, label: str) -> str:
    return _(option.label) if option.is_switch else f"{_(option.label)}: {_(label)}"

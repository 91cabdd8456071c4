"""The statistics of the club, as pictures and as tables."""

from __future__ import annotations

from collections.abc import Iterable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import formats

from games.history import statistics
from games.history.archive_forms import StatisticsForm, how_choices
from games.history.charts import Bar, BarChart, BarGroup, bar_chart
from games.history.statistics import EndingRow, Figures
from games.matches.phrases import choice_words
from games.matches.tables.match_lists import option_choices

NEUTRAL = 5


def club_statistics(request: HttpRequest) -> HttpResponse:
    """Show how much is played, which seat wins and how games end, of all public games or of a selection."""
    form = StatisticsForm(request.GET)
    is_valid = form.is_valid()
    wish = form.wish()
    figures, options = statistics.cached_figures(wish), option_choices(wish.rules)
    context = {
        "form": form,
        "figures": figures,
        "games_drawn": month_charts(figures, "games"),
        "turns_drawn": month_charts(figures, "turns"),
        "seats_drawn": seat_charts(figures),
        "widest": range(max((len(table.seats) for table in figures.tables), default=0)),
        "reasons": [(reason, words) for reason, words in how_choices(wish.rules) if reason in figures.reasons],
        "options": [(choice_words(options[str(row.what)]), row) for row in figures.by_option],
        "ends_drawn": ending_groups(figures.by_players, figures.reasons),
        "options_drawn": ending_groups(figures.by_option, figures.reasons, numbered=True),
    }
    return render(request, "games/statistics.html", context, status=200 if is_valid else 422)


def month_charts(figures: Figures, what: str) -> BarChart:
    words = [formats.date_format(month.begin, "M y") for month in figures.months]
    values = [getattr(month, what) for month in figures.months]
    return bar_chart([BarGroup(word, [Bar(value, NEUTRAL)]) for word, value in zip(words, values, strict=True)])


def seat_charts(figures: Figures) -> BarChart:
    groups = []
    for table in figures.tables:
        bars = [Bar(seat.percent, index, (seat.low, seat.high)) for index, seat in enumerate(table.seats)]
        words = f"{table.players // 2}:{table.players // 2}" if table.is_teams else str(table.players)
        groups.append(BarGroup(words, bars))
    return bar_chart(groups)


def ending_groups(rows: Iterable[EndingRow], reasons: list[str], *, numbered: bool = False) -> BarChart:
    """Return a group for each row, named by what it is about or by its number in the table."""
    groups = []
    for number, row in enumerate(rows, 1):
        shares = [row.reasons.get(reason) for reason in reasons]
        bars = [Bar(share.percent if share else 0, mark) for mark, share in enumerate(shares)]
        groups.append(BarGroup(str(number if numbered else row.what), bars))
    return bar_chart(groups)

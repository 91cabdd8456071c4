"""Forms for the times at which a player's clocks stand still."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.matches.clocks import Calendar
from games.matches.clocks.calendar import MOST_DAYS, MOST_HOURS

HOURS = [(hour, f"{hour:02d}:00") for hour in range(24)]
WEEKDAYS = [
    (0, _("Monday")),
    (1, _("Tuesday")),
    (2, _("Wednesday")),
    (3, _("Thursday")),
    (4, _("Friday")),
    (5, _("Saturday")),
    (6, _("Sunday")),
]


def hour_choices() -> list[tuple[int, Any]]:
    hours = [(n, ngettext("%(n)d hour", "%(n)d hours", n) % {"n": n}) for n in range(1, MOST_HOURS + 1)]
    return [(0, _("off")), *hours]


class CalendarForm(forms.Form):
    """When my clocks stand still."""

    hour = forms.TypedChoiceField(label=_("Each day from"), choices=HOURS, coerce=int)
    hours = forms.TypedChoiceField(label=_("for"), choices=hour_choices, coerce=int)
    weekdays = forms.TypedMultipleChoiceField(
        label=_("Days of the week (two at most)"),
        choices=WEEKDAYS,
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    starts_vacation = forms.BooleanField(
        label=_("Use a vacation day automatically before I run out of time"), required=False
    )

    def __init__(self, *args: Any, calendar: Calendar, **kwargs: Any) -> None:
        initial = {
            "hour": calendar.hour if calendar.hours else 22,
            "hours": calendar.hours,
            "weekdays": sorted(calendar.weekdays),
            "starts_vacation": calendar.starts_vacation,
        }
        super().__init__(*args, **{"initial": initial, **kwargs})

    def clean_weekdays(self) -> list[int]:
        days: list[int] = self.cleaned_data["weekdays"]
        if len(days) > MOST_DAYS:
            raise forms.ValidationError(_("Two days a week at most."))
        return days


class VacationForm(forms.Form):
    first = forms.DateField(label=_("From"), widget=forms.DateInput(attrs={"type": "date"}))
    last = forms.DateField(label=_("to"), widget=forms.DateInput(attrs={"type": "date"}))

"""What somebody looks for in the archive, as a form: it lives in the address, so that a search can be shared."""

from __future__ import annotations

from datetime import date
from itertools import chain
from typing import Any

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils import formats
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.history import archive_search, statistics
from games.history.archive_search import ArchiveFilter
from games.matches.phrases import choice_words
from games.matches.tables.match_lists import option_choices
from games.models import Visibility
from games.models.tag import LONGEST
from games.registry import RULES, all_levels

MOST_TURNS = 999
DAYS = date(1970, 1, 1), date(2999, 12, 31)
ANY = ("", _("any"))


def game_choices() -> list[tuple[str, Any]]:
    """Return the games of this site, to choose one or any."""
    return [ANY, *((key, rules.title) for key, rules in RULES.items())]


def how_choices(cleaned: str = "") -> list[tuple[str, Any]]:
    """Return how the matches of a game can end, or those of any; two games may name an ending alike."""
    found: dict[str, Any] = {}
    for key, words in chain.from_iterable(
        rules.endings.items() for key, rules in RULES.items() if cleaned in ("", key)
    ):
        found.setdefault(key, _(words))
    return list(found.items())


def day_field(label: Any) -> forms.DateField:
    within = [MinValueValidator(DAYS[0]), MaxValueValidator(DAYS[1])]
    return forms.DateField(label=label, widget=forms.DateInput({"type": "date"}), required=False, validators=within)


def seat_choices() -> list[tuple[int, str]]:
    seats = sorted({seats for rules in RULES.values() for seats in rules.seats})
    return [(number, str(number)) for number in seats]


RATED = [("", _("both")), ("rated", _("rated")), ("casual", _("casual"))]


class StatisticsForm(forms.Form):
    """Which games are counted."""

    all_optional = True

    rules = forms.ChoiceField(label=_("Game"), choices=game_choices, required=False)
    players = forms.TypedChoiceField(
        label=_("Players"), choices=[ANY, *seat_choices()], coerce=int, empty_value=None, required=False
    )
    rated = forms.ChoiceField(label=_("Rated"), choices=RATED, required=False)

    def wish(self) -> statistics.StatisticsFilter:
        """Return what was understood; the form says what was not."""
        return statistics.StatisticsFilter(**self.cleaned_data)


class ArchiveForm(forms.Form):
    """Every field may stay empty, and so none says that it may."""

    all_optional = True

    rules = forms.ChoiceField(label=_("Game"), choices=game_choices, required=False)
    player = forms.CharField(label=_("Player"), max_length=30, required=False)
    result = forms.ChoiceField(
        label=_("Result of the player"),
        choices=[ANY, (archive_search.WON, _("won")), (archive_search.LOST, _("did not win"))],
        required=False,
    )
    opponent = forms.CharField(label=_("Against"), max_length=30, required=False)
    bot = forms.ChoiceField(label=_("Bots"), required=False)
    players = forms.TypedChoiceField(label=_("Players"), coerce=int, empty_value=None, required=False)
    how = forms.ChoiceField(label=_("Ending"), required=False)
    rated = forms.ChoiceField(label=_("Rated"), choices=RATED, required=False)
    since = day_field(_("Finished after"))
    until = day_field(_("Finished before"))
    shortest = forms.IntegerField(label=_("Minimum turns"), min_value=0, max_value=MOST_TURNS, required=False)
    longest = forms.IntegerField(label=_("Maximum turns"), min_value=0, max_value=MOST_TURNS, required=False)
    name = forms.CharField(label=_("Name contains"), max_length=60, required=False)
    tag = forms.CharField(label=_("Tag"), max_length=LONGEST, required=False)
    visibility = forms.ChoiceField(label=_("Visibility"), required=False)
    option = forms.MultipleChoiceField(label=_("Options"), widget=forms.CheckboxSelectMultiple, required=False)
    sort = forms.ChoiceField(
        label=_("Sort by"),
        choices=[
            ("newest", _("newest first")),
            ("oldest", _("oldest first")),
            ("longest", _("longest first")),
            ("shortest", _("shortest first")),
        ],
        required=False,
    )

    def __init__(self, data: Any, *, user: User | None, mine: bool) -> None:
        super().__init__(data)
        self.mine = mine and user is not None
        levels = [(key, level.name) for key, level in all_levels().items()]
        self.choices(
            "bot", [(archive_search.PEOPLE_ALONE, _("people only")), (archive_search.ANY_BOT, _("with a bot")), *levels]
        )
        self.choices("players", seat_choices())
        rules = data.get("rules", "") if data else ""
        options = option_choices(rules if rules in RULES else "")
        self.choices("option", [(key, choice_words(selected)) for key, selected in options.items()], is_one=False)
        self.choices("how", how_choices(rules if rules in RULES else ""))
        self.choices("visibility", [(one.value, one.label.partition(":")[0]) for one in Visibility])
        if len(RULES) == 1:
            del self.fields["rules"]
        if self.mine:
            del self.fields["player"]
        else:
            del self.fields["visibility"]

    def choices(self, name: str, choices: list[tuple[Any, Any]], *, is_one: bool = True) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [ANY, *choices] if is_one else choices

    def clean_tag(self) -> str:
        return " ".join(self.cleaned_data["tag"].lower().split())

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not self.mine and cleaned.get("result") and not cleaned.get("player"):
            self.add_error("player", _("Enter the name of the player whose result you mean."))
        return cleaned

    def wish(self) -> ArchiveFilter:
        """Return what was understood; what was not is left out, and the form says so."""
        names = ArchiveFilter.__dataclass_fields__.keys() & self.cleaned_data.keys()
        cleaned = {name: self.cleaned_data[name] for name in names}
        return ArchiveFilter(mine=self.mine, options=self.cleaned_data.get("option", ()), **cleaned)

    @property
    def filter_words(self) -> list[tuple[str, str]]:
        """What is looked for, in words."""
        return [
            (str(self.fields[name].label), self.words(name, value))
            for name, value in self.cleaned_data.items()
            if value not in ("", None, [])
        ]

    def words(self, name: str, value: Any) -> str:
        field = self.fields[name]
        if not isinstance(field, forms.ChoiceField):
            return str(formats.localize(value))
        selected = value if isinstance(value, list) else [value]
        return ", ".join(str(label) for key, label in field.widget.choices if key in selected)

"""The form that opens a table: its game, options, clock and seats."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.models import User
from games.bot_contract import Level
from games.matches import bot_turns as bot_service
from games.matches.clocks.clock_rules import DAYS_PER_TURN
from games.matches.tables import eligibility
from games.matches.tables.tables import SeatPlan
from games.models.match import DeadlinePolicy, SeatAccess, Visibility
from games.registry import RULES

NO_LIMIT = "none"
# Days for each turn, or hours: the bank to start with, what a turn adds, what it holds at most.
DAYS = {str(days): {"days_per_turn": days} for days in DAYS_PER_TURN}
BANKS = {
    "bank-quick": {"bank_hours": 72, "increment_hours": 12, "cap_hours": 120},
    "bank-calm": {"bank_hours": 168, "increment_hours": 24, "cap_hours": 240},
}
CLOCKS: dict[str, dict[str, int]] = {**DAYS, **BANKS, NO_LIMIT: {}}


def clock_choices() -> list[tuple[str, str]]:
    days = [(key, ngettext("%(n)d day", "%(n)d days", int(key)) % {"n": int(key)}) for key in DAYS]
    bank = _("A bank of %(bank)d days; each turn adds %(increment)d hours, up to %(cap)d days")
    banks = [
        (
            key,
            bank
            % {
                "bank": hours["bank_hours"] // 24,
                "increment": hours["increment_hours"],
                "cap": hours["cap_hours"] // 24,
            },
        )
        for key, hours in BANKS.items()
    ]
    return [*days, *banks, (NO_LIMIT, str(_("no limit")))]


NOBODY, NAMED, BOT, DRAWN = "nobody", "name", "bot:", "drawn"
OTHER_SEATS = (1, 2, 3, 4)


def level_choices(rules: str) -> list[tuple[str, str]]:
    """Return the bots with their strengths."""
    levels = bot_service.offered_levels(rules).items()
    return [(key, level_label(level)) for key, level in levels]


def level_label(level: Level) -> str:
    """Return the bot's name and strength; the weakest has none worth saying."""
    elo = level.rating["elo"] if level.rating else 0
    return f"{level.name} ({elo})" if elo else level.name


def seat_choices(rules: str, creator: User) -> list[tuple[str, Any]]:
    """Return who may have a seat; a guest's tables are for bots and for who has the link."""
    levels = [(f"{BOT}{key}", _("Bot: %(name)s") % {"name": name}) for key, name in level_choices(rules)]
    people = [
        (SeatAccess.ANYBODY.value, _("Anyone")),
        (SeatAccess.LINK.value, _("Anyone with the link")),
        (NAMED, _("A player by name")),
    ]
    if creator.is_guest:
        people = [(SeatAccess.LINK.value, _("Anyone with the link"))]
    return [(NOBODY, _("No seat")), *people, *levels]


def start_choices() -> list[tuple[str, str]]:
    """Return who may start: drawn, as who sits where then is, or from one of the seats on as they are listed."""
    others = [(str(seat + 1), _("Seat %(number)d, and then as listed") % {"number": seat + 1}) for seat in OTHER_SEATS]
    return [
        (DRAWN, str(_("Random"))),
        ("1", str(_("Me, then in the order listed"))),
        *others,
    ]


class TableForm(forms.Form):
    """A new table: the game's own options, who sits there, and how fast it goes."""

    name = forms.CharField(label=_("Name of the game"), max_length=60, required=False)
    clock = forms.ChoiceField(label=_("Time per turn"), choices=clock_choices, initial="3")
    at_deadline = forms.ChoiceField(label=_("When time runs out"), choices=DeadlinePolicy.choices)
    stand_in_level = forms.ChoiceField(label=_("Stand-in bot"))
    starts = forms.ChoiceField(label=_("Who moves first"), choices=start_choices)
    rated = forms.BooleanField(
        label=_("Rated: the result counts for the ratings"),
        help_text=_("Games with a seat for anyone with the link, or for a program, are always casual."),
        required=False,
        initial=True,
    )
    visibility = forms.ChoiceField(label=_("Visibility"), choices=Visibility.choices)
    min_finished = forms.IntegerField(
        label=_("Minimum number of finished games"), min_value=0, max_value=1000, initial=0, required=False
    )
    min_reliability = forms.IntegerField(
        label=_("Minimum reliability in percent"), min_value=0, max_value=100, initial=0, required=False
    )

    def __init__(self, *args: Any, rules: str, creator: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rules, self.creator = RULES[rules], creator
        self.fields["stand_in_level"].choices = level_choices(rules)  # type: ignore[attr-defined]
        if not level_choices(rules):
            self.fields["at_deadline"].choices = [(DeadlinePolicy.OUT.value, DeadlinePolicy.OUT.label)]  # type: ignore[attr-defined]
            del self.fields["stand_in_level"]
        for seat in OTHER_SEATS:
            first = seat == OTHER_SEATS[0]
            self.fields[f"seat{seat}"] = forms.ChoiceField(
                label=_("Seat %(number)d") % {"number": seat + 1},
                choices=seat_choices(rules, creator),
                initial=(SeatAccess.LINK if creator.is_guest else SeatAccess.ANYBODY).value if first else NOBODY,
            )
            self.fields[f"name{seat}"] = forms.CharField(
                label=_("Name"), max_length=30, required=False, widget=forms.TextInput({"list": "to-ask"})
            )
        if creator.is_guest:
            rated = self.fields["rated"]
            rated.disabled, rated.initial, rated.help_text = True, False, _("Rated games need an account.")
        for option in self.rules.options:
            self.fields[f"option_{option.name}"] = forms.ChoiceField(
                label=_(option.label),
                help_text=_(option.sentence),
                choices=[(choice.value, _(choice.label)) for choice in option.choices],
                initial=option.default,
                required=False,
            )

    @property
    def seat_rows(self) -> list[tuple[Any, Any]]:
        return [(self[f"seat{seat}"], self[f"name{seat}"]) for seat in OTHER_SEATS]

    @property
    def option_fields(self) -> list[Any]:
        return [self[f"option_{option.name}"] for option in self.rules.options]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        plans = {"1": SeatPlan(user=self.creator)}
        for seat in OTHER_SEATS:
            plan = self.plan(seat, data.get(f"seat{seat}", NOBODY), data.get(f"name{seat}", ""))
            if plan is not None:
                plans[str(seat + 1)] = plan
        if len(plans) not in self.rules.seats:
            self.add_error("seat1", _("A game needs at least two players."))
        data["plans"] = self.seats_in_order(plans, data.get("starts", DRAWN))
        return data

    def seats_in_order(self, plans: dict[str, SeatPlan], starts: str) -> list[SeatPlan]:
        """Return the seats from the one on that starts."""
        if starts not in {DRAWN, *plans}:
            self.add_error("starts", _("No player has that name."))
            return []
        first = 0 if starts == DRAWN else list(plans).index(starts)
        seats = list(plans.values())
        return seats[first:] + seats[:first]

    def plan(self, seat: int, choice: str, name: str) -> SeatPlan | None:
        if choice == NOBODY:
            return None
        if choice.startswith(BOT):
            return SeatPlan(user=bot_service.bot_account(choice.removeprefix(BOT)))
        if choice != NAMED:
            return SeatPlan(kept_for=SeatAccess(choice))
        user = eligibility.by_name(name)
        if user is None:
            self.add_error(f"name{seat}", _("No player has that name.") if name else _("Enter a name."))
        elif user == self.creator:
            self.add_error(f"name{seat}", _("You already have a seat."))
        return SeatPlan(invited=user)

    def wishes(self) -> dict[str, Any]:
        """Return what create_match wants besides seats and options."""
        data = self.cleaned_data
        stands_in = data["at_deadline"] == DeadlinePolicy.STAND_IN
        return {
            "name": data["name"],
            **CLOCKS[data["clock"]],
            "at_deadline": data["at_deadline"],
            "stand_in_level": data["stand_in_level"] if stands_in else "",
            "draw_seats": data["starts"] == DRAWN,
            "rated": data["rated"],
            "visibility": data["visibility"],
            "min_finished": data["min_finished"] or 0,
            "min_reliability": data["min_reliability"] or 0,
        }

    def settings(self) -> dict[str, object]:
        return {
            option.name: self.cleaned_data[f"option_{option.name}"] or option.default for option in self.rules.options
        }

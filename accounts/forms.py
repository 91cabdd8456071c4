"""Forms about people. Those of allauth get our words; what they do stays theirs."""

from __future__ import annotations

import zoneinfo
from functools import cache
from importlib.resources import files
from typing import Any

from allauth.account import forms as allauth
from allauth.account.adapter import get_adapter
from allauth.mfa.webauthn.forms import EditWebAuthnForm
from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils.functional import lazy
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from accounts.login.passkeys import AddPasskeyForm
from accounts.models import User
from accounts.models.user import LOOK, PREFERENCES, known_zone, name_key
from accounts.services import names, proof
from taluva_site.utils.characters import NoControls


def zone_or_nothing(text: str) -> str:
    """Return what a script guessed: a guess that is no zone is as good as none."""
    try:
        known_zone(text)
    except ValidationError:
        return ""
    return text


def link_to_reset() -> str:
    return format_html('<a href="{}">{}</a>', reverse("account_reset_password"), _("Forgot your password?"))


class LoginForm(allauth.LoginForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("Name or email address")
        self.fields["login"].widget.attrs["autocomplete"] = "username"
        self.fields["password"].help_text = lazy(link_to_reset, str)()

    def user_credentials(self) -> dict[str, str]:
        """Return one spelling of a name, so that limits count them all together."""
        text = self.cleaned_data["login"]
        who = {"email": text.lower()} if "@" in text else {"username": name_key(text)}
        return {**who, "password": self.cleaned_data["password"]}


class SignupForm(allauth.SignupForm):
    time_zone = forms.CharField(required=False, widget=forms.HiddenInput(attrs={"data-time-zone": True}))

    def __init__(self, *args: Any, guest: User | None = None, **kwargs: Any) -> None:
        self.guest = guest
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("Name")
        self.fields["username"].help_text = _("Shown with your games.")
        self.fields["email"].label = _("Email address")
        self.fields["email"].help_text = _("For a code now, and for notifications later. Only you can see it.")
        self.fields["password1"].help_text = _("At least 10 characters, and not a common password.")

    def clean_username(self) -> str:
        return names.checked_name(self.cleaned_data["username"], owner=self.guest)

    def validate_unique_email(self, value: str) -> str:
        """Accept every address: whose it is only its owner learns, by the mail."""
        return value

    def clean_time_zone(self) -> str:
        return zone_or_nothing(self.cleaned_data["time_zone"])


class AddEmailForm(allauth.AddEmailForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = _("New email address")


class ConfirmAddressForm(allauth.ConfirmEmailVerificationCodeForm):
    def clean_code(self) -> str:
        """Refuse what somebody else has proved by now; allauth would refuse what somebody else only claims, too."""
        code = allauth.BaseConfirmCodeForm.clean_code(self)
        if proof.owner_of(self.email) not in (None, self.user):
            raise get_adapter().validation_error("email_taken")
        return code


class ResetPasswordForm(allauth.ResetPasswordForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = _("Email address")

    def clean_email(self) -> str:
        """Find who has proved the address; allauth would take whoever claims it, and then prove it for them."""
        address = str(super().clean_email())
        owner = proof.owner_of(address)
        self.users = [owner] if owner and owner.is_active else []
        return address


class PasskeyForm(AddPasskeyForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].label = _("What you call it")
        self.fields["name"].help_text = _("To recognize it, for example “my phone”.")
        self.fields["name"].validators.append(NoControls())
        passwordless = self.fields["passwordless"]
        passwordless.label = _("Allow login without name and password")
        passwordless.help_text = _("Your device will ask for your finger, face or PIN.")
        passwordless.initial = True


class PasskeyNameForm(EditWebAuthnForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].validators.append(NoControls())


def time_zone_choices() -> list[tuple[str, list[tuple[str, str]]]]:
    """Return each zone once, by the name that it has today and by region; the one without a region comes last."""
    groups: dict[str, list[tuple[str, str]]] = {}
    for name in sorted(named_today() & zoneinfo.available_timezones()):
        region, _slash, place = name.partition("/")
        groups.setdefault(region, []).append((name, place.replace("_", " ")))
    return [*groups.items(), (str(_("Other")), [("UTC", "UTC")])]


@cache
def named_today() -> set[str]:
    """Return the zones of all countries; those that are left out have other names, or no place of their own."""
    table = files("tzdata.zoneinfo").joinpath("zone.tab").read_text()
    return {line.split("\t")[2] for line in table.splitlines() if not line.startswith("#")}


def language_choices() -> list[tuple[str, Any]]:
    return [("", _("Same as my browser")), *settings.LANGUAGES]


class PreferencesForm(forms.ModelForm):
    time_zone = forms.ChoiceField(label=_("Time zone"), help_text=_("Deadlines and emails use it."))
    language = forms.ChoiceField(label=_("Language"), choices=language_choices, required=False)

    class Meta:
        model = User
        fields = ("username", *PREFERENCES)
        labels = {
            "username": _("Name"),
            "theme": _("Theme"),
            "palette": _("Colours of the board"),
            "patterns": _("Patterns on the fields"),
            "all_numbers": _("Numbers on all fields"),
            "coordinates": _("Coordinates on the fields"),
            "motion": _("Animations on the board"),
            "confirm_twice": _("Ask for confirmation before playing a turn"),
        }
        widgets = {"theme": forms.RadioSelect, "palette": forms.RadioSelect}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        listed, stored = time_zone_choices(), self.initial["time_zone"]
        if stored not in {name for _region, names in listed for name, _place in names}:
            listed.insert(0, (stored, [(stored, stored)]))  # an old name, which some browsers still give
        self.fields["time_zone"].choices = listed  # type: ignore[attr-defined] # of a choice field

    def clean_username(self) -> str:
        return names.checked_name(self.cleaned_data["username"], owner=self.instance)

    def clean_time_zone(self) -> str:
        known_zone(self.cleaned_data["time_zone"])
        return str(self.cleaned_data["time_zone"])

    def save_named(self) -> bool:
        """Save, unless somebody has taken the name just now."""
        try:
            names.save_named(self.instance)
        except ValidationError as taken:
            self.add_error("username", taken)
        return not self.errors

    @property
    def about_you(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name not in LOOK]

    @property
    def look(self) -> list[forms.BoundField]:
        return [self[name] for name in LOOK]

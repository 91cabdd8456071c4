"""People, guests and bots: the row of each, and which names are well formed."""

from __future__ import annotations

import itertools
import unicodedata
import zoneinfo
from collections.abc import Callable
from typing import Any, ClassVar

from django.contrib.auth.models import AbstractUser, UserManager
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator, MinLengthValidator
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts import lookalikes

JOINTS = " .-'’_"


def well_formed_name(name: str) -> None:
    """Raise ValidationError unless a name has letters, marks and digits of any script, with single joints between."""
    letters = all(letter in JOINTS or unicodedata.category(letter)[0] in "LMN" for letter in name)
    joined_twice = any(one == other and one in JOINTS for one, other in itertools.pairwise(name))
    if not letters or joined_twice or name[:1] in JOINTS or name[-1:] in JOINTS.replace(".", ""):
        raise ValidationError(
            _("Names consist of letters and digits, with single spaces, dots, hyphens or apostrophes between them.")
        )


# What somebody sets about themselves, in the order of the form.
LOOK = ("theme", "palette", "patterns", "all_numbers", "coordinates", "motion", "confirm_twice")
PREFERENCES = ("time_zone", "language", *LOOK)

NAME_VALIDATORS: list[Callable[[Any], None]] = [well_formed_name, MinLengthValidator(2), MaxLengthValidator(30)]


def name_key(name: str) -> str:
    """Return what two names may not share: the same letters, however they are written."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def known_zone(name: str) -> None:
    if name not in zoneinfo.available_timezones():
        raise ValidationError(_("Unknown time zone."))


class Kind(models.TextChoices):
    PERSON = "person", _("person")
    GUEST = "guest", _("guest")
    BOT = "bot", _("bot")
    GONE = "gone", _("gone")


class Theme(models.TextChoices):
    SYSTEM = "", _("Same as system")
    LIGHT = "light", _("Light")
    DARK = "dark", _("Dark")


class Palette(models.TextChoices):
    STANDING = "", _("Default (colour-blind friendly)")
    CONTRAST = "contrast", _("High contrast")
    GREYS = "greys", _("Greyscale, for printing")


class ClubManager(UserManager["User"]):
    def get_by_natural_key(self, username: str | None) -> User:
        return self.get(name_key=name_key(username or ""))


class User(AbstractUser):
    """Whoever can sit at a table: people, guests, bots, and those who have gone."""

    first_name = None  # type: ignore[assignment] # one name is enough
    last_name = None  # type: ignore[assignment]

    kind = models.CharField(max_length=6, choices=Kind, default=Kind.PERSON)
    username = models.CharField(_("name"), max_length=30, unique=True, validators=NAME_VALIDATORS)
    name_key = models.CharField(max_length=120, unique=True, editable=False)
    # What two names may not share either: how they look. Null where two did before that was asked.
    look_key = models.CharField(max_length=600, unique=True, null=True, editable=False)  # noqa: DJ001
    email = models.EmailField(_("email address"), blank=True)
    bot_level = models.CharField(max_length=20, blank=True, editable=False)
    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC", validators=[known_zone])
    language = models.CharField(_("language"), max_length=8, blank=True)
    theme = models.CharField(_("theme"), max_length=5, choices=Theme, blank=True, default=Theme.SYSTEM)
    palette = models.CharField(_("colours"), max_length=8, choices=Palette, blank=True, default=Palette.STANDING)
    patterns = models.BooleanField(_("patterns on the fields"), default=True)
    all_numbers = models.BooleanField(_("a number on every field"), default=False)
    coordinates = models.BooleanField(_("coordinates on the fields"), default=False)
    motion = models.BooleanField(_("movement on the board"), default=True)
    confirm_twice = models.BooleanField(_("ask again before a turn is played"), default=False)
    # Whether there is a calendar to read: a turn asks for nobody's without need.
    has_calendar = models.BooleanField(default=False, editable=False)
    seen_at = models.DateTimeField(default=timezone.now, editable=False)

    objects: ClassVar[ClubManager] = ClubManager()
    REQUIRED_FIELDS = ["email"]

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(kind__in=Kind.values), name="user_kind_known"),
            models.CheckConstraint(condition=~models.Q(name_key=""), name="user_has_a_name"),
            models.UniqueConstraint(
                fields=["bot_level"], condition=~models.Q(bot_level=""), name="one_account_a_bot_level"
            ),
        ]

    def __str__(self) -> str:
        return self.username

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.set_keys()
        fields = kwargs.get("update_fields")
        if fields is not None and "username" in fields:
            kwargs["update_fields"] = {*fields, "name_key", "look_key"}
        super().save(*args, **kwargs)

    def clean(self) -> None:
        super().clean()
        self.set_keys()

    def set_keys(self) -> None:
        """Set the keys of the name; who shares the look of another name has no look_key until the name changes."""
        key = name_key(self.username)
        if self._state.adding or key != self.name_key or self.look_key is not None:
            self.look_key = lookalikes.look_key(self.username)
        self.name_key = key

    @property
    def is_person(self) -> bool:
        return self.kind == Kind.PERSON

    @property
    def is_guest(self) -> bool:
        """True until an address is proved: whoever signs up is a guest before."""
        return self.kind == Kind.GUEST

    @property
    def is_bot(self) -> bool:
        return self.kind == Kind.BOT

    @property
    def is_gone(self) -> bool:
        return self.kind == Kind.GONE

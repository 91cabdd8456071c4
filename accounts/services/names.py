"""Which name somebody may have."""

from __future__ import annotations

import re
from collections.abc import Iterable

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.models.user import NAME_VALIDATORS, name_key

# What the site itself gives to guests and to those who have gone.
RESERVED = re.compile(r"(guest|gone) \d+")
# What an app calls others than people: names.reserve(names).
KEPT: set[str] = set()


def reserve(names: Iterable[str]) -> None:
    KEPT.update(name_key(name) for name in names)


def checked_name(text: str, *, owner: User | None = None) -> str:
    """The name as it will be shown; refused when it is malformed, reserved, or somebody else's."""
    name = " ".join(User.normalize_username(text).split())
    for validator in NAME_VALIDATORS:
        validator(name)
    key = name_key(name)
    others = User.objects.exclude(pk=owner.pk) if owner else User.objects.all()
    if RESERVED.fullmatch(key) or key in KEPT or others.filter(name_key=key).exists():
        raise ValidationError(_("Somebody has that name already. Please choose another."), code="unique")
    return name

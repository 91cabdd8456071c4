"""Which name somebody may have."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from accounts.extension import account_extension
from accounts.lookalikes import INVISIBLE, is_one_script, look_key, script_of, scripts_in
from accounts.models import User
from accounts.models.user import JOINTS, NAME_VALIDATORS, name_key
from accounts.services import rights
from taluva_site.utils.characters import refusal_of

# What the site itself gives to guests and to those who have gone, as its letters look.
RESERVED = re.compile(rf"({look_key('guest')}|{look_key('gone')})[{look_key('0123456789')}]+")
# Words that say who runs the club, alone or beside others ("Admin Anna"), and what only the club itself is called.
STAFF_WORDS = (
    *("admin", "admins", "administrator", "administrators", "mod", "mods", "moderator", "moderators"),
    *("official", "staff", "sysadmin", "webmaster"),
)
CLUB_NAMES = (
    *("abuse", "bot", "club", "everybody", "guest", "help", "host", "nobody", "owner", "postmaster", "root"),
    *("security", "support", "system", "team"),
)
# These say it within a longer word, too, at its beginning or end ("siteadmin"); "staff" does not ("Flagstaff").
STAFF_ENDS = ("admin", "administrator", "moderator", "sysadmin", "webmaster")
# Between the two words of "AdminAnna".
NEW_WORD = re.compile("(?<=[a-z])(?=[A-Z])")
# Of accents that any letter may have, and of all marks, those of Indic scripts for instance.
MOST_ACCENTS, MOST_MARKS = 2, 4


def checked_name(text: str, *, owner: User | None = None) -> str:
    """Return the name as it will be shown; raise ValidationError if it is malformed, kept, or somebody else's.

    Whoever has a name keeps it, and may change how it is written, even if nobody else may take it today.
    """
    name = " ".join(part for part in User.normalize_username(text).split(" ") if part)
    keeps = owner is not None and not owner.is_guest
    if owner and keeps and name == owner.username:
        return name
    for validator in (*NAME_VALIDATORS, check_visible, check_marks, check_script):
        validator(name)
    if not (owner and keeps and name_key(name) == owner.name_key):
        check_kept(name)
    check_free(name, owner)
    return name


def check_visible(name: str) -> None:
    """Refuse letters that nobody sees: with them a name would look like somebody else's, or like none."""
    if hidden := INVISIBLE.search(name):
        raise ValidationError(refusal_of(hidden.group()))


def check_marks(name: str) -> None:
    """Refuse towers of accents, and marks that belong to no letter."""
    accents, marks, before = 0, 0, ""
    for char in unicodedata.normalize("NFC", name):
        if unicodedata.category(char)[0] != "M":
            accents, marks, before = 0, 0, char
            continue
        accents += script_of(char) == "Inherited"
        marks += 1
        alone = not before or before in JOINTS or unicodedata.category(char) == "Me"
        if alone or char == before or accents > MOST_ACCENTS or marks > MOST_MARKS:
            raise ValidationError(_("A name can have at most two accents on a letter, and none without a letter."))
        before = char


def check_script(name: str) -> None:
    if is_one_script(name):
        return
    common = max(scripts_in(name), key=lambda script: sum(script_of(char) == script for char in name))
    odd = next(char for char in name if script_of(char) != common and scripts_in(char))
    raise ValidationError(
        _("A name uses one alphabet. “%(letter)s” is from another one.") % {"letter": odd}, code="script"
    )


def check_kept(name: str) -> None:
    """Refuse names of the club itself, of its bots and of its staff, and what looks like one or is numbered."""
    look = look_key(name)
    whole = letters_of(look)
    words, bare_words = words_of(name), words_of(re.sub(r"\d+\b", "", name))
    is_of_the_club = whole in kept_names() or words <= kept_names() or bare_words <= kept_names()
    is_of_staff = (words | bare_words) & staff_words() or whole.startswith(staff_ends()) or whole.endswith(staff_ends())
    if RESERVED.fullmatch(whole) or {look, whole} & reserved_looks() or is_of_the_club or is_of_staff:
        raise ValidationError(_("That name is reserved. Please choose another."), code="kept")


def words_of(name: str) -> set[str]:
    """Return how the words of the name look, without signs; a capital after a small letter begins one."""
    parts = [part for word in NEW_WORD.split(name) for part in re.split(f"[{re.escape(JOINTS)}]", look_key(word))]
    return {letters for part in parts if (letters := letters_of(part))} or {""}


@cache
def reserved_looks() -> frozenset[str]:
    """Return how the names look that the site gives to others than people, such as bots."""
    return frozenset(look for name in account_extension().reserved_names() for look in lookalikes_of(name))


@cache
def staff_words() -> frozenset[str]:
    return frozenset(look for word in STAFF_WORDS for look in lookalikes_of(word))


@cache
def staff_ends() -> tuple[str, ...]:
    return tuple(sorted({look for word in STAFF_ENDS for look in lookalikes_of(word)}))


def kept_names() -> frozenset[str]:
    return frozenset(look for word in (*CLUB_NAMES, settings.SITE_NAME) for look in lookalikes_of(word)) | staff_words()


def lookalikes_of(word: str) -> set[str]:
    """Return how the word looks in any case: ADMlN is no admin in small letters, but one in capitals."""
    cases = {word, word.lower(), word.upper(), word.title()}
    return {each for case in cases for each in (look_key(case), letters_of(look_key(case)))}


def letters_of(look: str) -> str:
    """Return the letters alone: "a.d.m.i.n" is one, too."""
    return "".join(char for char in look if char not in JOINTS and unicodedata.category(char)[0] != "M")


def check_free(name: str, owner: User | None) -> None:
    """Refuse what somebody else is called already, or looks like it.

    What differs by signs only is refused, too, if it is the name of staff or of a moderator.
    """
    others = User.objects.exclude(pk=owner.pk) if owner else User.objects.all()
    if others.filter(name_key=name_key(name)).exists():
        raise ValidationError(_("That name is taken. Please choose another."), code="unique")
    look = look_key(name)
    staff = others.filter(pk__in=rights.users_with_rights().values("pk")).values_list("username", flat=True)
    if others.filter(look_key=look).exists() or any(letters_of(look) == letters_of(look_key(each)) for each in staff):
        raise too_similar()


def too_similar() -> ValidationError:
    return ValidationError(_("That name looks like somebody else’s. Please choose another."), code="unique")


def save_named(user: User) -> None:
    """Save somebody under a name that was checked; raise ValidationError if another has taken it in the meantime."""
    try:
        with transaction.atomic():
            user.save()
    except IntegrityError:
        check_free(user.username, user)
        raise

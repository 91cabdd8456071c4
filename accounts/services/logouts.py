"""Ending sessions, found by the users whom they name."""

from __future__ import annotations

from contextlib import suppress

from allauth.usersessions.models import UserSession
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.base import UpdateError

from accounts.models import SessionUser, User
from accounts.session_engine import SessionStore, delete_sessions, users_named_in


def end_sessions(user: User, *, but: str | None = None) -> None:
    """Log the user out everywhere, and end every unfinished login or reset of theirs, but in the session `but`.

    Where somebody else is logged in, only what was begun about the user ends.
    """
    named = SessionUser.objects.filter(user=user).values_list("session", flat=True)
    listed = UserSession.objects.filter(user=user).values_list("session_key", flat=True)
    delete_sessions(key for key in {*named, *listed} - {but} if not is_kept_by_another(SessionStore(key), user))


def is_kept_by_another(session: SessionStore, user: User) -> bool:
    """Take what names the user out of the session if somebody else is logged in there."""
    if session.get(SESSION_KEY, str(user.pk)) == str(user.pk):
        return False
    for key in [key for key, value in session.items() if user.pk in users_named_in({key: value})]:
        del session[key]
    with suppress(UpdateError):  # it has ended at this moment
        session.save()
    return True

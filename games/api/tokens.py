"""Tokens with which a program acts for a person: made, shown once, found again by their digest, revoked."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.models.user import Kind
from accounts.services.locking import lock_user
from games.matches import refusals, user_texts
from games.models import Token
from games.models.token import Scope

PREFIX = "taluva_"
MOST = 20
# How exactly the page says when a token was last used; more would be a write a request.
USED_EACH = timedelta(minutes=5)


def token_digest(text: str) -> str:
    """Return the hash of a token. It has 256 random bits, so a plain hash is enough: there is nothing to guess."""
    return hashlib.sha256(text.encode()).hexdigest()


@transaction.atomic
def create_token(*, user: User, name: str, scopes: Iterable[str], now: datetime) -> tuple[Token, str]:
    """Return a new token, and its text, which nobody can see again."""
    if user.is_guest:
        raise refusals.Forbidden(_("Guests can't have tokens. Create an account first."))
    known_scopes = [scope for scope in Scope.values if scope in set(scopes)]
    words = user_texts.clean_line(name)[:60]
    if not words or not known_scopes:
        raise refusals.SiteRefusal(_("Enter a name for the token, and choose what it can do."))
    lock_user(user)
    if user.api_tokens.filter(revoked_at=None).count() >= MOST:
        raise refusals.SiteRefusal(_("You have %(number)d tokens. Revoke one first.") % {"number": MOST})
    text = PREFIX + secrets.token_urlsafe(32)
    return Token.objects.create(
        user=user, name=words, digest=token_digest(text), scopes=known_scopes, created_at=now
    ), text


def mark_as_bot(*, user: User, is_bot: bool) -> None:
    """Say whether a program plays under this account: others see it at its seats, and its tables are not rated."""
    if user.is_guest or user.bot_level:
        raise refusals.Forbidden(_("Guests can't have tokens. Create an account first."))
    user.kind = Kind.BOT if is_bot else Kind.PERSON
    user.save(update_fields=["kind"])


def revoke_token(*, user: User, token_id: int, now: datetime) -> None:
    if not user.api_tokens.filter(pk=token_id, revoked_at=None).update(revoked_at=now):
        raise refusals.NotFound(_("There is no such token."))


def find_token(text: str, *, now: datetime) -> Token | None:
    """Return the token of this text, if it holds and its person may come in."""
    token = Token.objects.select_related("user").filter(digest=token_digest(text), revoked_at=None).first()
    if token is None or not token.user.is_active or token.user.is_gone or token.user.is_guest:
        return None
    if token.used_at is None or now - token.used_at > USED_EACH:
        Token.objects.filter(pk=token.pk).update(used_at=now)
    return token


def is_active(token_id: int) -> bool:
    return Token.objects.filter(pk=token_id, revoked_at=None, user__is_active=True).exists()

"""Who asks: a token in the Authorization header, with the scope that the operation wants."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from django.http import HttpRequest
from django.utils import timezone
from ninja.security import HttpBearer

from accounts.models import User
from accounts.services import once
from games.api import tokens
from games.api.problem_json import MissingScope, TooManyRequests
from games.models import Token
from games.models.token import Scope
from taluva_site.http.client_addresses import request_address
from taluva_site.security import limits

Made = TypeVar("Made")
REQUESTS = limits.Limit("api", 300, 60)
GUESSES = limits.Limit("api-guess", 60, 60)


class Bearer(HttpBearer):
    """A token with this scope."""

    def __init__(self, scope: Scope) -> None:
        super().__init__()
        self.scope = scope

    def authenticate(self, request: HttpRequest, token: str) -> Token | None:
        found = tokens.find_token(token, now=timezone.now())
        if found is None:
            check_limit(request, GUESSES, request_address(request))
            return None
        check_limit(request, REQUESTS, found.pk)
        if self.scope not in found.scopes:
            raise MissingScope(self.scope)
        request.user = found.user
        return found


def check_limit(request: HttpRequest, limit: limits.Limit, who: object) -> None:
    allowance = limits.spend(limit, who)
    request.allowance = allowance  # type: ignore[attr-defined]
    if allowance.exceeded:
        raise TooManyRequests(allowance)


def request_user(request: HttpRequest) -> User:
    assert isinstance(request.user, User)  # authenticate() has set it
    return request.user


def run_form_once(request: HttpRequest, key: str | None, wish: object, make: Callable[[], Made]) -> Made:
    """Return what the request makes; of one that is sent twice under a key, what it made the first time."""
    return once.run_once(who=request_user(request).pk, key=key, wish=wish, make=make, now=timezone.now())


READ, PLAY, CHAT, CREATE = (Bearer(scope) for scope in (Scope.READ, Scope.PLAY, Scope.CHAT, Scope.CREATE))

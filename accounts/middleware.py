"""What each request does about its person: known browsers, language and time zone, the proof of their address."""

from __future__ import annotations

import zoneinfo
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone, translation

from accounts.models import User
from accounts.services import devices, presence
from accounts.views.decorators import prove_first
from taluva_site.http.base_middleware import Middleware

MFA = "mfa_"


class KnownDeviceMiddleware(Middleware):
    """Lets a browser be known as one in which the person has been logged in, however they did so."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        user = request.user
        if isinstance(user, User) and user.has_usable_password():
            devices.remember_device(request, response, user)
        return response


class PreferencesMiddleware(Middleware):
    """Answers in the person's language and time zone, and notes that they were here."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        user = request.user
        if not user.is_authenticated:
            return self.get_response(request)
        presence.record_visit(user=user, session_key=request.session.session_key, now=timezone.now())
        if user.language:
            translation.activate(user.language)
            request.LANGUAGE_CODE = translation.get_language()
        with timezone.override(zoneinfo.ZoneInfo(user.time_zone)):
            return self.get_response(request)


class ProofMiddleware(Middleware):
    """Keeps guests from every page of a second step: allauth asks for no proof where no address is stored."""

    def process_view(self, request: HttpRequest, *_view: Any) -> HttpResponseBase | None:
        match = request.resolver_match
        if match is None or not (match.url_name or "").startswith(MFA):
            return None
        return prove_first(request) if isinstance(request.user, User) and request.user.is_guest else None

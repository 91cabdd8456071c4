"""What holds for every answer: static files, compression, probes, headers, caching, refused bodies."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from http import HTTPStatus

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_cache_control
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile

from taluva_site import views
from taluva_site.http.base_middleware import Middleware
from taluva_site.server.bodies import REFUSED

Handler = Callable[[HttpRequest], HttpResponse]
HEADERS = {
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=(), interest-cohort=()",
    "Cross-Origin-Resource-Policy": "same-origin",
    # Django's own middleware sets these too, but not on what is answered before it is asked.
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": settings.SECURE_REFERRER_POLICY,
    "Cross-Origin-Opener-Policy": settings.SECURE_CROSS_ORIGIN_OPENER_POLICY,
}
# Passwords, codes, tokens, sessions, addresses that let programs in, mails.
SECRET_PAGES = ("/account/", "/admin/", "/inbox/", "/notices/channels/")
PROBES = {"/healthz": views.healthz, "/readyz": views.readyz, "/metrics": views.metrics}


class StaticFilesMiddleware(WhiteNoiseMiddleware):
    """Static files, each in one piece. Served as a stream, Django collects them all the same, and warns of it."""

    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> HttpResponse:
        answer = static_file.get_response(request.method, request.META)
        with answer.file or nullcontext() as file:
            response = HttpResponse(file.read() if file else b"", status=int(answer.status))
        del response["Content-Type"]  # the file has its own, or none when it has not changed
        for name, value in answer.headers:
            response[name] = value
        return response


class CompressedPagesMiddleware(GZipMiddleware):
    """Compress pages and their parts to a fifth of their size.

    What they hold that is secret, the CSRF token, is masked anew in each answer, and Django pads at random: so a length
    tells nothing (BREACH).
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if not response.get("Content-Type", "").startswith("text/html"):
            return response
        return super().process_response(request, response)


class ProbesMiddleware(Middleware):
    """Balancers and Prometheus ask each process by its number, without TLS: no name is checked, nobody sent on."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return PROBES.get(request.path_info, self.get_response)(request)


class SecurityHeadersMiddleware(Middleware):
    """The same headers on every answer: pages, redirects, refusals, static files."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        for name, value in HEADERS.items():
            response.setdefault(name, value)
        return response


class CacheControlMiddleware(Middleware):
    """What a page shows may be a person's: no shared cache keeps it, and a browser asks before it shows it again.

    Views of what everybody may see, such as pictures, say so themselves. Pages with secrets are kept nowhere.
    """

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.setdefault("Cache-Control", "private, no-cache")
        if request.path_info.startswith(SECRET_PAGES):
            patch_cache_control(response, private=True, no_store=True)
        elif response.cookies:
            patch_cache_control(response, private=True)
        return response


class RefusedBodiesMiddleware(Middleware):
    """Answers a request whose body was refused before it was read (server/bodies.py)."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        status: HTTPStatus | None = getattr(request, "scope", {}).get(REFUSED)
        return views.body_refused(request, status) if status else self.get_response(request)


class FormsOnlyMiddleware(Middleware):
    """Where forms are sent there is no page: who comes there by the address reads so, where Django says nothing."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.method != "GET" or response.status_code != 405 or response.content:
            return response
        page = views.forms_only(request)
        page["Allow"] = response["Allow"]
        return page

"""Pages that know no game and no person: probes, the manifest and icons, errors."""

from __future__ import annotations

import hashlib
import logging
import secrets
import sys
from http import HTTPStatus

from django.conf import settings
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseForbidden, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from taluva_site.http import problem_details, request_ids
from taluva_site.http.cookies import cookie_theme
from taluva_site.http.redirects import previous_page
from taluva_site.operations import health, outages

log = logging.getLogger("taluva.trouble")


def imprint(request: HttpRequest) -> HttpResponse:
    """Return the host's own page, if there is one."""
    if not settings.HAS_IMPRINT:
        raise Http404
    return render(request, "pages/imprint.html")


def healthz(request: HttpRequest) -> HttpResponse:
    """Answer 200: this process is alive."""
    return HttpResponse("ok\n", content_type="text/plain")


def readyz(request: HttpRequest) -> JsonResponse:
    checks = health.run_checks()
    ready = all(check.ok for check in checks)
    return JsonResponse(
        {check.name: check._asdict() for check in checks} | {"ready": ready}, status=200 if ready else 503
    )


def metrics(request: HttpRequest) -> HttpResponse:
    """Return the metrics for Prometheus, to clients with the token."""
    given = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if not settings.METRICS_TOKEN or not secrets.compare_digest(given.encode(), settings.METRICS_TOKEN.encode()):
        return HttpResponseForbidden("The token of /metrics is METRICS_TOKEN; send it as 'Authorization: Bearer …'.\n")
    from taluva_site.operations.metrics import render_metrics

    return HttpResponse(*render_metrics())


def manifest(request: HttpRequest) -> JsonResponse:
    """Return what a device needs to install the club."""
    return JsonResponse(
        {
            "id": "/",
            "name": settings.SITE_NAME,
            "short_name": settings.SITE_NAME,
            "description": _("Island games by correspondence"),
            "lang": get_language(),
            "start_url": "/",
            "scope": "/",
            "display": "standalone",
            "background_color": "#faf6ec",
            "theme_color": "#2a7381",
            "icons": [icon(*values) for values in ICONS],
        },
        content_type="application/manifest+json",
    )


BODY_REFUSED = {
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: (
        gettext_lazy("Too large"),
        gettext_lazy("That is too large for this address. Send less, or send it in parts."),
    ),
    HTTPStatus.REQUEST_TIMEOUT: (
        gettext_lazy("Request timed out"),
        gettext_lazy("The connection was too slow to send everything in time. Try again."),
    ),
    HTTPStatus.SERVICE_UNAVAILABLE: (
        gettext_lazy("The server is busy"),
        gettext_lazy("Too much is being sent at once. Try again in a few seconds."),
    ),
}
ICONS = [
    ("img/favicon.svg", "any", "image/svg+xml", "any"),
    ("img/icon-192.png", "192x192", "image/png", "any"),
    ("img/icon-512.png", "512x512", "image/png", "any"),
    ("img/icon-maskable-512.png", "512x512", "image/png", "maskable"),
]


def icon(path: str, sizes: str, kind: str, purpose: str) -> dict[str, str]:
    return {"src": static(path), "sizes": sizes, "type": kind, "purpose": purpose}


def favicon(request: HttpRequest) -> HttpResponse:
    """Return the icon for what asks without having read a page, which names a drawing."""
    return redirect(static("img/icon-192.png"))


@never_cache
def offline(request: HttpRequest) -> HttpResponse:
    """Return the page that the service worker keeps, for whatever theme there will be: the system's."""
    return error_page("offline.html", 200, request, theme="")


@never_cache
def service_worker(request: HttpRequest) -> HttpResponse:
    """Return it from the root, so that it may look after the whole site. A new version when what it keeps changes."""
    page = offline(request).content + static("css/site.css").encode() + static("css/tokens.css").encode()
    context = {"offline": reverse("offline"), "version": hashlib.sha256(page).hexdigest()[:12]}
    return render(request, "sw.js", context, content_type="text/javascript")


def error_page(template: str, status: int, request: HttpRequest, **values: object) -> HttpResponse:
    """Return a page that needs neither database nor person: what is broken may be just that."""
    context = {"site_name": settings.SITE_NAME, "theme": cookie_theme(request), **values}
    return HttpResponse(render_to_string(template, context), status=status)


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return error_page("400.html", 400, request)


def permission_denied(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return render(request, "403.html", {"why": str(exception or "")}, status=403)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    return render(request, "expired.html", {"page": previous_page(request)}, status=403)


def page_not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return render(request, "404.html", status=404)


def forms_only(request: HttpRequest) -> HttpResponse:
    return render(request, "405.html", status=405)


def too_many_requests(request: HttpRequest) -> HttpResponse:
    response = render(request, "429.html", status=429)
    response.headers["Retry-After"] = "300"
    return response


def body_refused(request: HttpRequest, status: HTTPStatus) -> HttpResponse:
    """Say why a body was not taken: a page, or a problem document in the API."""
    title, words = BODY_REFUSED[status]
    if problem_details.is_for_program(request.path_info):
        response = problem_details.problem_response(status, words)
    else:
        response = error_page("refused.html", status, request, title=title, words=words)
    response["Cache-Control"] = "no-store"
    response["Content-Length"] = str(len(response.content))  # a client that sends still has to see its end
    if status != HTTPStatus.REQUEST_ENTITY_TOO_LARGE:
        response["Connection"] = "close"
        response["Retry-After"] = "5"
    return response


def server_error(request: HttpRequest) -> HttpResponse:
    """Return a sentence for what the host can mend; else the page of a defect."""
    error = sys.exc_info()[1]
    if not isinstance(error, OperationalError | InterfaceError):
        return error_page("500.html", 500, request, request_id=request_ids.current.get())
    log.error("%s", outages.host_sentence(error))
    if problem_details.is_for_program(request.path_info):
        response = problem_details.problem_response(503, outages.visitor_sentence(error))
    else:  # Without the request: neither its session nor its person can be read now.
        response = render(None, "503.html", {"why": outages.visitor_sentence(error)}, status=503)
    response["Retry-After"] = "30"
    return response

from __future__ import annotations

import secrets

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseForbidden, JsonResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.utils.translation import gettext as _

from taluva_site import health


def landing(request: HttpRequest) -> HttpResponse:
    """What the club is; who is logged in goes to their games."""
    if request.user.is_authenticated:
        return redirect("dashboard")
    return render(request, "landing.html")


def healthz(request: HttpRequest) -> HttpResponse:
    """This process answers."""
    return HttpResponse("ok\n", content_type="text/plain")


def readyz(request: HttpRequest) -> JsonResponse:
    checks = health.checks()
    ready = all(check.ok for check in checks)
    return JsonResponse(
        {check.name: check._asdict() for check in checks} | {"ready": ready}, status=200 if ready else 503
    )


def metrics(request: HttpRequest) -> HttpResponse:
    """For Prometheus, to whoever has the token."""
    given = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if not settings.METRICS_TOKEN or not secrets.compare_digest(given.encode(), settings.METRICS_TOKEN.encode()):
        return HttpResponseForbidden("The token of /metrics is METRICS_TOKEN; send it as 'Authorization: Bearer …'.\n")
    from taluva_site.figures import exposition

    return HttpResponse(*exposition())


def manifest(request: HttpRequest) -> JsonResponse:
    icons = [
        {"src": static("img/favicon.svg"), "sizes": "any", "type": "image/svg+xml"},
    ]
    return JsonResponse(
        {
            "name": settings.SITE_NAME,
            "short_name": settings.SITE_NAME,
            "description": _("Taluva by correspondence"),
            "start_url": "/",
            "display": "standalone",
            "background_color": "#faf6ec",
            "theme_color": "#2a7381",
            "icons": icons,
        },
        content_type="application/manifest+json",
    )


def service_worker(request: HttpRequest) -> HttpResponse:
    """Served from the root, so that it may look after the whole site."""
    return render(request, "sw.js", {"offline": "/offline/"}, content_type="text/javascript")


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return render(request, "400.html", status=400)


def permission_denied(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return render(request, "403.html", {"why": str(exception or "")}, status=403)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    return render(
        request,
        "403.html",
        {"why": _("The page was open for too long, or cookies are off. Load it again.")},
        status=403,
    )


def page_not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return render(request, "404.html", status=404)


def server_error(request: HttpRequest) -> HttpResponse:
    """Without the database and without the request's user: what is broken may be just that."""
    return render(None, "500.html", status=500)

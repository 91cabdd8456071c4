from django.http import HttpRequest, HttpResponse
from django.urls import path

from taluva_site import urls


def session(request: HttpRequest) -> HttpResponse:
    """Return a page that only reads the session."""
    return HttpResponse(f"{request.session.session_key is not None}\n", content_type="text/plain")


urlpatterns = [path("bench/session/", session), *urls.urlpatterns]
handler400, handler403, handler404, handler500 = urls.handler400, urls.handler403, urls.handler404, urls.handler500

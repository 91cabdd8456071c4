from allauth.account.decorators import secure_admin_login
from django.conf import settings
from django.contrib import admin
from django.contrib.sitemaps.views import sitemap
from django.urls import include, path
from django.views.decorators.cache import cache_control, cache_page
from django.views.generic import TemplateView

from games.home.sitemaps import SITEMAPS
from taluva_site import views
from taluva_site.http import wellknown

# The admin is entered by the same door as the rest, with its codes and limits.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

listing = cache_control(public=True, max_age=3600)(sitemap)

urlpatterns = [
    path("manifest.webmanifest", views.manifest, name="manifest"),
    path("favicon.ico", views.favicon, name="favicon"),
    path("sw.js", views.service_worker, name="service-worker"),
    path("offline/", views.offline, name="offline"),
    path("robots.txt", wellknown.robots_txt, name="robots"),
    path("sitemap.xml", wellknown.without_query(cache_page(3600)(listing)), {"sitemaps": SITEMAPS}, name="sitemap"),
    path(".well-known/security.txt", wellknown.security_txt, name="security-txt"),
    path(".well-known/change-password", wellknown.change_password, name="well-known-change-password"),
    path("terms/", TemplateView.as_view(template_name="pages/terms.html"), name="terms"),
    path("privacy/", TemplateView.as_view(template_name="pages/privacy.html"), name="privacy"),
    path("imprint/", views.imprint, name="imprint"),
    path("contact/", TemplateView.as_view(template_name="pages/contact.html"), name="contact"),
    path("colophon/", TemplateView.as_view(template_name="pages/colophon.html"), name="colophon"),
    path("", include("games.api.urls")),
    path("account/", include("accounts.urls")),
    path("account/", include("allauth.urls")),
    path("admin/", admin.site.urls),
    path("", include("games.home.old_addresses")),
    path("", include("games.notifications.urls")),
    path("", include("games.urls")),
]
if not settings.HOSTED:
    urlpatterns.append(path("inbox/", include("accounts.mail.inbox_urls")))

handler400 = "taluva_site.views.bad_request"
handler403 = "taluva_site.views.permission_denied"
handler404 = "taluva_site.views.page_not_found"
handler429 = "taluva_site.views.too_many_requests"  # allauth asks for it
handler500 = "taluva_site.views.server_error"

from django.urls import path, re_path

from games.api import pages
from games.api.site import api

urlpatterns = [
    path("account/tokens/", pages.token_list, name="token-list"),
    path("account/tokens/<int:pk>/revoke/", pages.token_revoke, name="token-revoke"),
    path("account/tokens/mark/", pages.account_mark, name="account-mark"),
    path("api/", pages.reference_page, name="api-reference"),
    path("api/v1/", pages.unknown_operation),  # ninja has a root of its own, which asks for a CSRF token
    path(
        "api/v1/openapi.json", pages.openapi_document, name="api-document"
    ),  # before ninja's own, which builds it anew
    path("api/v1/", api.urls),
    re_path(r"^api/v1/", pages.unknown_operation),
]

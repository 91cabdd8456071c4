"""What holds for every page of the admin: it filters and sorts by what it shows, and secret columns stay unread."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.contrib import admin
from django.contrib.admin.filters import ListFilter
from django.contrib.contenttypes.models import ContentType
from django.contrib.contenttypes.views import shortcut
from django.core.exceptions import PermissionDenied
from django.db import models
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.urls import URLPattern, URLResolver, path

from taluva_site.admin.log_entries import NumbersInLog

# What Django's own list filters put behind the name of their field.
ENDINGS = {"exact", "in", "isnull", "isempty", "gte", "gt", "lte", "lt", "year", "month", "day"}


class NarrowAdmin(NumbersInLog):
    """Filters only by `list_filter` and `date_hierarchy`: with any other filter a secret could be guessed bit by bit.

    The columns in `hidden` are neither shown nor read.
    """

    hidden: tuple[str, ...] = ()

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        filters = self.get_list_filter(request) if request else self.list_filter
        names = {filter_name(each) for each in filters} | {str(self.date_hierarchy)}
        return any(lookup == name or is_ending(lookup.removeprefix(name)) for name in names if lookup.startswith(name))

    def to_field_allowed(self, request: HttpRequest, to_field: str) -> bool:
        """Look rows up by their primary key alone."""
        return to_field == "pk" or (self.opts.pk is not None and to_field == self.opts.pk.name)

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Any:
        """Take an empty `_to_field` of a form for none: Django looks for a field without a name."""
        return super().get_object(request, object_id, from_field or None)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).defer(*self.hidden)

    def get_fields(self, request: HttpRequest, obj: models.Model | None = None) -> Any:
        return [name for name in super().get_fields(request, obj) if name not in self.hidden]


def filter_name(each: Any) -> str:
    """Return the name in the address: of a filter class its parameter, else the field's."""
    if isinstance(each, type) and issubclass(each, ListFilter):
        return str(getattr(each, "parameter_name", ""))
    return str(each[0] if isinstance(each, list | tuple) else each)


def is_ending(rest: str) -> bool:
    return rest.startswith("__") and set(rest.removeprefix("__").split("__")) <= ENDINGS


class ReadOnly(NarrowAdmin):
    """A list and a page to read."""

    def has_add_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return False

    def get_fields(self, request: HttpRequest, obj: models.Model | None = None) -> list[Any]:
        return [field.name for field in self.model._meta.fields if field.name not in self.hidden]


class ClubAdminSite(admin.AdminSite):
    """Narrows each page that is registered, those of other packages too.

    Passwords are typed on the club's own pages alone: Django's know neither second step nor limits, and mail nobody.
    """

    def login(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """Lead in whoever has logged in; others were sent to log in before (taluva_site/urls.py)."""
        return redirect("admin:index")

    def password_change(  # type: ignore[override]  # Django's stubs know no redirect here
        self, request: HttpRequest, extra_context: Any = None
    ) -> HttpResponse:
        return redirect("account_change_password")

    def register(
        self,
        model_or_iterable: type[models.Model] | Iterable[type[models.Model]],
        admin_class: type[admin.ModelAdmin] | None = None,
        **options: Any,
    ) -> None:
        registered = admin_class or admin.ModelAdmin
        if not issubclass(registered, NarrowAdmin):
            registered = type(registered.__name__, (NarrowAdmin, registered), {})
        super().register(model_or_iterable, registered, **options)

    def get_urls(self) -> list[URLPattern | URLResolver]:
        """Replace the link to a row's page: Django's would tell anybody of the staff the address of every row."""
        own = path("r/<int:content_type_id>/<int:object_id>/", self.admin_view(self.view_on_site), name="view_on_site")
        return [own, *(url for url in super().get_urls() if getattr(url, "name", "") != "view_on_site")]

    def view_on_site(self, request: HttpRequest, content_type_id: int, object_id: int) -> HttpResponseBase:
        """Lead to the row's page whoever may look at the row here."""
        page = self._registry.get(get_object_or_404(ContentType, pk=content_type_id).model_class())  # type: ignore[arg-type]
        if page is None or not page.has_view_permission(request):
            raise PermissionDenied
        get_object_or_404(page.get_queryset(request), pk=object_id)
        return shortcut(request, content_type_id, object_id)

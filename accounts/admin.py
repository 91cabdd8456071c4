"""Accounts as staff sees them."""

from __future__ import annotations

from typing import Any

from allauth.account.admin import EmailAddressAdmin
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.forms import AdminUserCreationForm, UserChangeForm
from django.contrib.auth.models import Group
from django.core.exceptions import PermissionDenied
from django.db import models
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.mail import outbox
from accounts.models import Mail, User
from accounts.models.user import PREFERENCES, name_key
from accounts.services import names, rights
from taluva_site.admin.model_admin import NarrowAdmin, ReadOnly

# What lets somebody in, and what they may do: only a superuser changes it.
RIGHTS = ("email", "is_staff", "is_superuser", "groups", "user_permissions")


def is_superuser(request: HttpRequest) -> bool:
    return bool(request.user.is_active and request.user.is_superuser)


def may_act_on(request: HttpRequest, user: User) -> bool:
    assert isinstance(request.user, User)  # the admin lets nobody else in
    return rights.may_act_on(request.user, user)


class NameCheckMixin:
    """Staff may give names that are kept for the club, but none of somebody else."""

    def clean_username(self) -> str:
        form: Any = self
        name = str(form.cleaned_data["username"])
        names.check_free(name, form.instance)
        return name


class ChangeForm(NameCheckMixin, UserChangeForm):
    pass


class CreationForm(NameCheckMixin, AdminUserCreationForm):
    pass


@admin.register(User)
class ClubUserAdmin(NarrowAdmin, UserAdmin):
    """Accounts. Staff changes names and preferences of those who have no more rights; the rest is for superusers."""

    form, add_form = ChangeForm, CreationForm
    list_display = ("username", "kind", "email", "date_joined", "seen_at", "is_active", "is_staff")
    list_filter = ("kind", "is_active", "is_staff")
    search_fields = ("name_key", "email")
    ordering = ("-date_joined",)
    readonly_fields = ("kind", "name_key", "date_joined", "last_login", "seen_at", "is_active")
    fieldsets = (
        (None, {"fields": ("username", "name_key", "kind", "email", "password")}),
        (_("Preferences"), {"fields": PREFERENCES}),
        (_("Permissions"), {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")}),
        (_("When"), {"fields": ("date_joined", "last_login", "seen_at")}),
    )

    def has_add_permission(self, request: HttpRequest) -> bool:
        return is_superuser(request)

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return super().has_change_permission(request, obj) and (obj is None or may_act_on(request, obj))

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> Any:
        fields = super().get_readonly_fields(request, obj)
        return fields if is_superuser(request) else (*fields, *RIGHTS)

    def get_fieldsets(self, request: HttpRequest, obj: User | None = None) -> Any:
        """Return the field with the way to a new password only for who may set it."""
        found = super().get_fieldsets(request, obj)
        if is_superuser(request):
            return found
        return [
            (title, {**options, "fields": [name for name in options["fields"] if name != "password"]})
            for title, options in found
        ]

    def user_change_password(self, request: HttpRequest, id: str, form_url: str = "") -> HttpResponse:  # noqa: A002 - Django's name
        if not is_superuser(request):
            raise PermissionDenied
        return super().user_change_password(request, id, form_url)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[User], search_term: str
    ) -> tuple[QuerySet[User], bool]:
        """Search by the folded name, so that it is found however it is written."""
        return super().get_search_results(request, queryset, name_key(search_term))

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Return False: people leave by themselves (their games stay), and the host suspends an account to close it."""
        return False


@admin.register(Mail)
class MailAdmin(ReadOnly):
    """Mails that wait, were sent or failed, with the reason; never their text.

    Whoever reads a code or a link in a mail could log in as its receiver. Looking is the right to send again, too.
    """

    list_display = ("subject", "to", "state", "attempts", "created_at", "due_at", "sent_at", "reason")
    list_filter = ("state", "created_at")
    search_fields = ("to", "subject", "message_id")
    hidden = ("key", "text", "html", "headers")
    date_hierarchy = "created_at"
    actions = ("send_again",)

    @admin.action(description=_("Send again"))
    def send_again(self, request: HttpRequest, queryset: QuerySet[Mail]) -> None:
        for mail in queryset:
            outbox.send_again(mail, now=timezone.now())
        count = len(queryset)
        text = ngettext("One email will be sent again.", "%(count)d emails will be sent again.", count)
        self.message_user(request, text % {"count": count})

    def has_delete_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return admin.ModelAdmin.has_delete_permission(self, request, obj)


admin.site.unregister((Authenticator, EmailAddress, Group, UserSession))


@admin.register(Group)
class ClubGroupAdmin(NarrowAdmin, GroupAdmin):
    """Groups give rights: only a superuser makes and changes them."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return is_superuser(request)

    def has_change_permission(self, request: HttpRequest, obj: Group | None = None) -> bool:
        return is_superuser(request)

    def has_delete_permission(self, request: HttpRequest, obj: Group | None = None) -> bool:
        return is_superuser(request)


@admin.register(EmailAddress)
class ClubEmailAddressAdmin(ReadOnly, EmailAddressAdmin):
    """Where codes go to: whoever could change an address could take the account."""

    list_select_related = ("user",)

    def has_verify_permission(self, request: HttpRequest) -> bool:
        return is_superuser(request)

    @admin.action(description=_("Mark as confirmed"), permissions=["verify"])
    def make_verified(self, request: HttpRequest, queryset: QuerySet[EmailAddress]) -> None:
        super().make_verified(request, queryset)


@admin.register(Authenticator)
class AuthenticatorAdmin(ReadOnly):
    """Second factors and passkeys, by kind and age; what they are made of is their owner's secret."""

    list_display = ("user", "type", "created_at", "last_used_at")
    list_filter = ("type",)
    list_select_related = ("user",)
    hidden = ("data",)

    def has_delete_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        """Allow to delete it for a member who has lost their device."""
        may_delete = admin.ModelAdmin.has_delete_permission(self, request, obj)
        return may_delete and (not isinstance(obj, Authenticator) or may_act_on(request, obj.user))


@admin.register(UserSession)
class UserSessionAdmin(ReadOnly):
    list_display = ("user", "created_at", "last_seen_at", "ip", "user_agent")
    list_select_related = ("user",)
    search_fields = ("user__name_key", "ip")
    hidden = ("session_key", "data")

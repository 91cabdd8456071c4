from __future__ import annotations

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts import outbox
from accounts.models import Mail, User
from accounts.models.user import PREFERENCES, name_key


@admin.register(User)
class ClubUserAdmin(UserAdmin):
    list_display = ("username", "kind", "email", "date_joined", "seen_at", "is_active", "is_staff")
    list_filter = ("kind", "is_active", "is_staff")
    search_fields = ("name_key", "email")
    ordering = ("-date_joined",)
    readonly_fields = ("kind", "name_key", "date_joined", "last_login", "seen_at", "is_active")
    fieldsets = (
        (None, {"fields": ("username", "name_key", "kind", "email", "password")}),
        (_("Preferences"), {"fields": PREFERENCES}),
        (_("What they may do"), {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")}),
        (_("When"), {"fields": ("date_joined", "last_login", "seen_at")}),
    )

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[User], search_term: str
    ) -> tuple[QuerySet[User], bool]:
        """However the name is written."""
        return super().get_search_results(request, queryset, name_key(search_term))

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """People leave by themselves (their games stay); the host closes an account by suspending it."""
        return False


@admin.register(Mail)
class MailAdmin(admin.ModelAdmin):
    """What is owed, what was sent, and what could not be, with the reason."""

    list_display = ("subject", "to", "state", "attempts", "created_at", "due_at", "sent_at", "reason")
    list_filter = ("state", "created_at")
    search_fields = ("to", "subject", "message_id")
    date_hierarchy = "created_at"
    actions = ("send_again",)

    @admin.action(description=_("Send again"))
    def send_again(self, request: HttpRequest, queryset: QuerySet[Mail]) -> None:
        for mail in queryset:
            outbox.send_again(mail, now=timezone.now())
        count = len(queryset)
        text = ngettext("One mail is on its way again.", "%(count)d mails are on their way again.", count)
        self.message_user(request, text % {"count": count})

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Mail | None = None) -> bool:
        """Looked at, not edited; the right to see is the right to send again."""
        return False

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from accounts import mails, outbox
from accounts.models import User

WRONG = _("That name, address or password is not right.")


class AccountAdapter(DefaultAccountAdapter):
    """What allauth asks us about accounts."""

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "email_password_mismatch": WRONG,
        "username_password_mismatch": WRONG,
        "account_inactive": _("This account is closed."),
        "incorrect_code": _("That code is not right. Look at the newest mail, or ask for a new code."),
        "incorrect_password": _("That password is not right."),
        "enter_current_password": _("That is not your password."),
        "too_many_login_attempts": _("That was tried too often. Wait a few minutes and try again."),
        "rate_limited": _("That was tried too often. Wait a few minutes and try again."),
        "duplicate_email": _("That is your address already."),
    }

    def get_login_stages(self) -> list[str]:
        ours = {"allauth.account.stages.EmailVerificationStage": "accounts.stages.ProofStage"}
        return [ours.get(path, path) for path in super().get_login_stages()]

    def send_confirmation_mail(self, request: HttpRequest, emailconfirmation: Any, signup: bool) -> None:
        """A welcome to whoever has proved no address yet, whether they were here before or not."""
        owner = emailconfirmation.email_address.user
        super().send_confirmation_mail(request, emailconfirmation, signup or owner.is_guest)

    def send_notification_mail(
        self, template_prefix: str, user: User, context: dict[str, Any] | None = None, email: str | None = None
    ) -> None:
        """That a password or a second step was changed; to no address that nobody has proved."""
        if user.is_person:
            super().send_notification_mail(template_prefix, user, context, email)

    def render_mail(
        self, template_prefix: str, email: str, context: dict[str, Any], headers: dict[str, str] | None = None
    ) -> EmailMultiAlternatives:
        """The text from its template; the HTML from the text."""
        subject = render_to_string(f"{template_prefix}_subject.txt", context)
        text = render_to_string(f"{template_prefix}_message.txt", context)
        return mails.composed(subject=subject, text=text, to=email, headers=headers)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Into the outbox, with the person it is for: an export shows it, leaving the club erases it."""
        owner = context.get("user") or owner_of(email)
        site = {"site_name": settings.SITE_NAME, "site_url": settings.SITE_URL}
        values = {**context, **site, "email": email, "user": owner}
        with translation.override((owner and owner.language) or translation.get_language()):
            message = self.render_mail(template_prefix, email, values)
        outbox.write(message, user_id=owner.pk if owner else None)


def owner_of(address: str) -> User | None:
    row = EmailAddress.objects.filter(email=address.lower()).order_by("-verified", "pk").select_related("user").first()
    return row.user if row else User.objects.filter(email__iexact=address).first()

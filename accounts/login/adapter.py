"""What allauth asks us about accounts."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.core import ratelimit
from allauth.core.exceptions import ImmediateHttpResponse
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.mail import EmailMultiAlternatives
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.translation import gettext_lazy as _

from accounts import backends
from accounts.mail import compose, daily_limits, outbox
from accounts.models import User
from accounts.services import devices, proof
from taluva_site.http import redirects

# What strangers can have sent to an address, whether it has an account or not.
REQUESTED_MAILS = {
    f"account/email/{name}"
    for name in (
        "account_already_exists",
        "email_confirmation",
        "email_confirmation_signup",
        "password_reset_code",
        "unknown_account",
    )
}
TOO_MANY = _(
    "We have already sent several emails to this address today. Look for the latest one, or try again tomorrow."
)
# In the session: whose password was reset just now.
RESET = "password-was-reset"
WRONG = _("Wrong name, address or password.")


class AccountAdapter(DefaultAccountAdapter):
    """What allauth asks us about accounts."""

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "email_password_mismatch": WRONG,
        "username_password_mismatch": WRONG,
        "account_inactive": _("This account is closed."),
        "incorrect_code": _("Wrong code. Check the latest email, or request a new code."),
        "incorrect_password": _("Wrong password."),
        "enter_current_password": _("Wrong password."),
        "too_many_login_attempts": _("Too many attempts. Wait a few minutes and try again."),
        "rate_limited": _("Too many attempts. Wait a few minutes and try again."),
        "duplicate_email": _("That is your address already."),
        "email_taken": _("Another account uses this address now."),
    }

    def get_login_stages(self) -> list[str]:
        ours = {"allauth.account.stages.EmailVerificationStage": "accounts.login.stages.ProofStage"}
        return [ours.get(path, path) for path in super().get_login_stages()]

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count a wrong password by the name, or by the browser if it is known for the person of that name."""
        key = self.device_key(request, credentials)
        if not key:
            super().pre_authenticate(request, **credentials)
        elif not ratelimit.consume(request, action="login_known_device", key=key):
            raise self.validation_error("too_many_login_attempts")

    def authenticate(self, request: HttpRequest, **credentials: Any) -> AbstractBaseUser | None:
        """Forget what `pre_authenticate` has counted in this browser, if the password was right."""
        user: AbstractBaseUser | None = super().authenticate(request, **credentials)
        if user and (key := self.device_key(request, credentials)):
            ratelimit.clear(request, action="login_known_device", key=key)
        return user

    def device_key(self, request: HttpRequest, credentials: dict[str, Any]) -> str:
        users = backends.users_of(credentials.get("username", ""), credentials.get("email", ""))
        return devices.limit_key(request, users)

    def is_safe_url(self, url: str | None) -> bool:
        """Return whether "next" may lead there; allauth would break on a host that can't be read, as in http://[::1."""
        return redirects.is_own_address(self.request, url or "")

    def login(self, request: HttpRequest, user: AbstractBaseUser) -> None:
        """Remember over the new session whether the password was reset: a second step may have come between."""
        was_reset = request.session.pop(RESET, None) == user.pk
        super().login(request, user)
        if was_reset:
            request.session[RESET] = user.pk

    def post_login(self, request: HttpRequest, user: AbstractBaseUser, **how: Any) -> HttpResponse:
        """Lead to what works without a password, once, if it was reset just now."""
        response: HttpResponse = super().post_login(request, user, **how)
        return redirect("access") if request.session.pop(RESET, None) == user.pk else response

    def send_confirmation_mail(self, request: HttpRequest, emailconfirmation: Any, signup: bool) -> None:
        """Send a welcome to whoever has proved no address yet; no code, if the address is somebody else's already."""
        address = emailconfirmation.email_address
        if proof.owner_of(address.email) not in (None, address.user):
            self.send_account_already_exists_mail(address.email)
        else:
            super().send_confirmation_mail(request, emailconfirmation, signup or address.user.is_guest)

    def can_delete_email(self, email_address: EmailAddress) -> bool:
        """Keep what is proved: without it there is no way in after the next log-out. It can be changed."""
        return not email_address.verified

    def send_notification_mail(
        self, template_prefix: str, user: User, context: dict[str, Any] | None = None, email: str | None = None
    ) -> None:
        """Tell that a password or a second step was changed; never to an address that nobody has proved."""
        if not user.is_guest:
            super().send_notification_mail(template_prefix, user, {**(context or {}), "user": user}, email)

    def count(self, address: str) -> None:
        """Lead back to the page that asked for the mail, if the address had enough of them today."""
        request, ip = self.request, self.get_client_ip(self.request)
        if not daily_limits.take_slot(request, address=address, ip=ip, now=timezone.now()):
            messages.error(request, TOO_MANY)
            raise ImmediateHttpResponse(redirect(request.get_full_path()))

    def render_mail(
        self, template_prefix: str, email: str, context: dict[str, Any], headers: dict[str, str] | None = None
    ) -> EmailMultiAlternatives:
        """Return the text from its template; the HTML from the text."""
        subject = render_to_string(f"{template_prefix}_subject.txt", context)
        text = render_to_string(f"{template_prefix}_message.txt", context)
        return compose.compose_mail(subject=subject, text=text, to=email, headers=headers)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Put the mail into the outbox, with the person it is for: an export shows it, leaving the club erases it.

        A code belongs to who reads the address: in the export of who asked for it, it would prove the address.
        """
        if template_prefix in REQUESTED_MAILS:
            self.count(email)
        owner = context.get("user") or proof.owner_of(email)
        site = {"site_name": settings.SITE_NAME, "site_url": settings.SITE_URL}
        values = {**context, **site, "email": email, "user": owner}
        with translation.override((owner and owner.language) or translation.get_language()):
            message = self.render_mail(template_prefix, email, values)
        is_theirs = "code" not in context or owner == proof.owner_of(email)
        outbox.queue_mail(message, user_id=owner.pk if owner and is_theirs else None)

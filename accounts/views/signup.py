"""Coming in: as a guest, by signing up, by proving an address."""

from __future__ import annotations

from allauth.account.forms import AddEmailForm
from allauth.account.views import email as allauth_email
from allauth.core import ratelimit
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth import login, update_session_auth_hash
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from accounts.forms import SignupForm, zone_or_nothing
from accounts.models import User
from accounts.services import guests, once
from accounts.session_engine import TYPED_ADDRESS
from taluva_site.http.redirects import login_required, next_page


@require_POST
def guest_start(request: HttpRequest) -> HttpResponse:
    """Make the visitor a guest, and lead to where they wanted to go."""
    return admit_guest(request) or redirect(next_page(request) or "dashboard")


def admit_guest(request: HttpRequest) -> HttpResponse | None:
    """Let a visitor in as a guest; return the answer when that is asked too often, None when somebody is in."""
    if request.user.is_authenticated:
        return None
    if refused := ratelimit.consume_or_429(request, action="guest"):
        return refused
    zone = zone_or_nothing(request.POST.get("time_zone", "")) or "UTC"
    let_in(request, guest_of(request, zone))
    return None


def guest_of(request: HttpRequest, zone: str) -> User:
    """Return a new guest. A second click, before the browser has the answer to the first, is the same one.

    Logging in changes the cookie that tells browsers apart, so nobody becomes that guest later.
    """
    guest = once.run_once(
        who=request.COOKIES.get(settings.CSRF_COOKIE_NAME, ""),
        key=request.POST.get("key"),
        wish="guest",
        make=lambda: guests.new_guest(time_zone=zone).pk,
        now=timezone.now(),
    )
    return User.objects.get(pk=guest)


def let_in(request: HttpRequest, guest: User) -> None:
    """Log this browser in as the guest; when it was already, its session stays good under the new password."""
    if request.user == guest:
        update_session_auth_hash(request, guest)
    else:
        login(request, guest, backend=settings.AUTHENTICATION_BACKENDS[0])
    UserSession.objects.create_from_request(request)


@never_cache
@sensitive_post_parameters("password1")
@require_http_methods(["GET", "POST"])
def signup_page(request: HttpRequest) -> HttpResponse:
    """Return a name, an address and a password, for a new row or for a guest's own.

    The code then makes a person of it.
    """
    guest = request.user if isinstance(request.user, User) else None
    if guest and not guest.is_guest:
        return redirect(next_page(request) or "landing")
    if refused := ratelimit.consume_or_429(request, action="signup"):
        return refused
    form = SignupForm(request.POST or None, guest=guest, initial=guest and typed_before(request, guest))
    if request.method == "POST" and form.is_valid():
        try:
            prove_address(request, guest, form)
            return redirect(with_next(request, "account_email_verification_sent"))
        except ValidationError as taken:
            form.add_error("username", taken)
    context = {
        "form": form,
        "guest": guest,
        "next": next_page(request),
        "login_url": with_next(request, "account_login"),
    }
    return render(request, "account/signup.html", context, status=422 if form.errors else 200)


def typed_before(request: HttpRequest, guest: User) -> dict[str, str]:
    """Return what a guest has typed in this browser before, whether the address was free or somebody else's."""
    address = request.session.get(TYPED_ADDRESS, "")
    return {"username": guest.username, "email": address} if guest.has_usable_password() else {}


def prove_address(request: HttpRequest, guest: User | None, form: SignupForm) -> None:
    """Keep the guest and send the code.

    All is the same if the address is somebody else's, but for the mail's text (AccountAdapter.send_confirmation_mail).
    Where no mail may be sent (AccountAdapter.count), nobody is made.
    """
    address = form.cleaned_data["email"]
    with transaction.atomic():
        guest = guest or guests.new_guest()
        guests.convert_guest(
            guest=guest,
            name=form.cleaned_data["username"],
            password=form.cleaned_data["password1"],
            time_zone=form.cleaned_data["time_zone"],
        )
        send_code(request, guest, address)
    let_in(request, guest)
    request.session[TYPED_ADDRESS] = address


def send_code(request: HttpRequest, guest: User, address: str) -> None:
    """Send a code as for a change of address, which writes no row before the code is typed."""
    form = AddEmailForm(user=guest, data={"email": address})
    if form.is_valid():
        form.save(request)


def with_next(request: HttpRequest, name: str) -> str:
    query = QueryDict(mutable=True)
    if going_on := next_page(request):
        query["next"] = going_on
    return f"{reverse(name)}?{query.urlencode()}" if query else reverse(name)


@login_required
def email_page(request: HttpRequest) -> HttpResponse:
    """Lead a guest to sign up: they have no address to change."""
    if isinstance(request.user, User) and request.user.is_guest:
        return redirect("account_signup")
    return allauth_email(request)

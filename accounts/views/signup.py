from __future__ import annotations

from allauth.account.internal.flows.email_verification import send_verification_email_to_address
from allauth.account.models import EmailAddress
from allauth.account.views import email as allauth_email
from allauth.core.internal import ratelimit
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth import login, update_session_auth_hash
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
from accounts.views.going_on import login_required, wanted


@require_POST
def guest_start(request: HttpRequest) -> HttpResponse:
    """A guest, and then where they wanted to go."""
    return admit(request) or redirect(wanted(request) or "dashboard")


def admit(request: HttpRequest) -> HttpResponse | None:
    """Lets a visitor in as a guest; the answer when that is asked too often, None when somebody is in."""
    if request.user.is_authenticated:
        return None
    limits = {"guest": settings.GUEST_RATE}
    if refused := ratelimit.consume_or_429(request, app="accounts", action="guest", config=limits):
        return refused
    zone = zone_or_nothing(request.POST.get("time_zone", "")) or "UTC"
    let_in(request, guest_of(request, zone))
    return None


def guest_of(request: HttpRequest, zone: str) -> User:
    """A new guest. A second click, before the browser has the answer to the first, is the same one.

    Logging in changes the cookie that tells browsers apart, so nobody becomes that guest later.
    """
    guest = once.once(
        who=request.COOKIES.get(settings.CSRF_COOKIE_NAME, ""),
        key=request.POST.get("key"),
        wish="guest",
        make=lambda: guests.new_guest(time_zone=zone).pk,
        now=timezone.now(),
    )
    return User.objects.get(pk=guest)


def let_in(request: HttpRequest, guest: User) -> None:
    """This browser is the guest's; when it was already, its session stays good under the new password."""
    if request.user == guest:
        update_session_auth_hash(request, guest)
    else:
        login(request, guest, backend=settings.AUTHENTICATION_BACKENDS[0])
    UserSession.objects.create_from_request(request)


@never_cache
@sensitive_post_parameters("password1")
@require_http_methods(["GET", "POST"])
def signup(request: HttpRequest) -> HttpResponse:
    """A name, an address and a password, for a new row or for a guest's own. The code then makes a person of it."""
    guest = request.user if isinstance(request.user, User) else None
    if guest and not guest.is_guest:
        return redirect(wanted(request) or "landing")
    if refused := ratelimit.consume_or_429(request, app="allauth.account", action="signup"):
        return refused
    form = SignupForm(request.POST or None, guest=guest, initial=guest and known_of(guest))
    if request.method == "POST" and form.is_valid():
        prove_address(request, guest or guests.new_guest(), form)
        return redirect(with_next(request, "account_email_verification_sent"))
    context = {"form": form, "guest": guest, "next": wanted(request), "login_url": with_next(request, "account_login")}
    return render(request, "account/signup.html", context, status=422 if form.errors else 200)


def known_of(guest: User) -> dict[str, str]:
    """What a guest has typed before, and did not prove yet."""
    return {"username": guest.username, "email": guest.email} if guest.has_usable_password() else {}


def prove_address(request: HttpRequest, guest: User, form: SignupForm) -> None:
    """The same steps and the same page, whether the address is free or somebody else's: who owns it gets the mail."""
    taken = form.account_already_exists
    proof = guests.keep(
        guest=guest,
        name=form.cleaned_data["username"],
        password=form.cleaned_data["password1"],
        address="" if taken else form.cleaned_data["email"],
        time_zone=form.cleaned_data["time_zone"],
    )
    let_in(request, guest)
    address = EmailAddress(email=form.cleaned_data["email"]) if taken else proof
    send_verification_email_to_address(request, address, signup=True)


def with_next(request: HttpRequest, name: str) -> str:
    query = QueryDict(mutable=True)
    if going_on := wanted(request):
        query["next"] = going_on
    return f"{reverse(name)}?{query.urlencode()}" if query else reverse(name)


@login_required
def email(request: HttpRequest) -> HttpResponse:
    """A guest has no address to change: the way is to sign up."""
    if isinstance(request.user, User) and request.user.is_guest:
        return redirect("account_signup")
    return allauth_email(request)

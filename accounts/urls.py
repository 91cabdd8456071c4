from django.urls import path

from accounts.views import account, leaving, sessions, signup

urlpatterns = [
    path("", account.account, name="account"),
    path("theme/", account.theme, name="theme"),
    path("guest/", signup.guest_start, name="guest-start"),
    path("export/", leaving.export, name="export"),
    path("leave/", leaving.leave, name="leave"),
    path("sessions/<int:pk>/end/", sessions.session_end, name="session-end"),
    # Before allauth's own, which stand under the same addresses.
    path("signup/", signup.signup, name="account_signup"),
    path("email/", signup.email, name="account_email"),
]

from django.urls import path

from accounts.views import account, leaving, sessions, signup

urlpatterns = [
    path("", account.account_page, name="account"),
    path("theme/", account.set_theme, name="theme"),
    path("guest/", signup.guest_start, name="guest-start"),
    path("export/", leaving.export_page, name="export"),
    path("leave/", leaving.leave_page, name="leave"),
    path("sessions/<int:pk>/end/", sessions.session_end, name="session-end"),
    # Before allauth's own, which stand under the same addresses.
    path("signup/", signup.signup_page, name="account_signup"),
    path("email/", signup.email_page, name="account_email"),
]

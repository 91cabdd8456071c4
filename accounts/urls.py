from django.urls import path

from accounts import views

urlpatterns = [
    path("", views.account, name="account"),
    path("guest/", views.guest_start, name="guest-start"),
]

from django.urls import path

from accounts import views

urlpatterns = [
    path("", views.inbox, name="inbox"),
    path("<int:pk>/", views.inbox_mail, name="inbox-mail"),
]

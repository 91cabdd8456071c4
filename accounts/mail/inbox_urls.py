from django.urls import path

from accounts.views import inbox

urlpatterns = [
    path("", inbox.inbox_page, name="inbox"),
    path("<int:pk>/", inbox.inbox_mail, name="inbox-mail"),
    path("<int:pk>/html/", inbox.inbox_html, name="inbox-html"),
]

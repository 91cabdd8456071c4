"""The addresses of notifications and of the channels and feeds that people set up."""

from django.urls import path

from games.notifications.views import bell_pages, channel_pages

urlpatterns = [
    path("notices/", bell_pages.bell_page, name="notices"),
    path("notices/count/", bell_pages.bell_count, name="notices-count"),
    path("notices/read/", bell_pages.read_all, name="notices-read"),
    path("notices/settings/", bell_pages.settings_page, name="notices-settings"),
    path("notices/address/", bell_pages.resume_address, name="notices-resume"),
    path("notices/stop/<str:token>/", bell_pages.stop_page, name="notices-stop"),
    path("notices/channels/", channel_pages.channels_page, name="channels"),
    path("notices/browsers/", channel_pages.browser_add, name="browser-add"),
    path("notices/feeds/renew/", channel_pages.feeds_renew, name="feeds-renew"),
    path("notices/webhooks/<int:pk>/test/", channel_pages.webhook_test, name="webhook-test"),
    path("notices/webhooks/<int:pk>/delete/", channel_pages.webhook_delete, name="webhook-delete"),
    path("feeds/<str:token>/deadlines.ics", channel_pages.deadlines_page, name="feed-deadlines"),
    path("feeds/<str:token>/turns.atom", channel_pages.turns_page, name="feed-turns"),
]

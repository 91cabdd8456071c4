"""How people are told, and their clocks."""

from django.urls import path

from games.views import calendars, feeds, notices

urlpatterns = [
    path("games/<slug:key>/time/<int:seat>/", calendars.give_time, name="give-time"),
    path("notices/", notices.bell, name="notices"),
    path("notices/count/", notices.count, name="notices-count"),
    path("notices/read/", notices.read_all, name="notices-read"),
    path("notices/settings/", notices.preferences, name="notices-settings"),
    path("notices/address/", notices.resume_address, name="notices-resume"),
    path("notices/stop/<str:token>/", notices.stop, name="notices-stop"),
    path("notices/calendar/", calendars.calendar, name="calendar"),
    path("notices/vacation/", calendars.vacation_create, name="vacation-create"),
    path("notices/vacation/<str:first>/", calendars.vacation_cancel, name="vacation-cancel"),
    path("notices/channels/", feeds.channels, name="channels"),
    path("notices/browsers/", feeds.browser_add, name="browser-add"),
    path("notices/feeds/renew/", feeds.feeds_renew, name="feeds-renew"),
    path("notices/webhooks/<int:pk>/test/", feeds.webhook_test, name="webhook-test"),
    path("notices/webhooks/<int:pk>/delete/", feeds.webhook_delete, name="webhook-delete"),
    path("feeds/<str:token>/deadlines.ics", feeds.deadlines, name="feed-deadlines"),
    path("feeds/<str:token>/turns.atom", feeds.turns, name="feed-turns"),
]

from django.urls import path

from games.matches.live.consumers import NudgeConsumer

websocket_urlpatterns = [
    path("ws/", NudgeConsumer.as_asgi()),
    path("ws/games/<slug:key>/", NudgeConsumer.as_asgi()),
]

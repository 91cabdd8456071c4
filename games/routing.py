websocket_urlpatterns: list[object] = []

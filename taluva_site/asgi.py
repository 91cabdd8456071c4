import os
from typing import Any

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "taluva_site.settings")
site: Any = get_asgi_application()

from channels.auth import AuthMiddlewareStack  # noqa: E402 - the apps have to be loaded first
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from channels.security.websocket import AllowedHostsOriginValidator  # noqa: E402
from django.urls import re_path  # noqa: E402

from games.matches.live import websocket_urlpatterns  # noqa: E402
from taluva_site.server.bodies import BoundedBodies  # noqa: E402
from taluva_site.server.concurrency import BoundedConcurrency  # noqa: E402
from taluva_site.server.sockets import BoundedSockets, not_found  # noqa: E402

nowhere: Any = not_found
sockets = URLRouter([*websocket_urlpatterns, re_path("", nowhere)])
application = ProtocolTypeRouter(
    {
        "http": BoundedBodies(BoundedConcurrency(site)),
        "websocket": BoundedSockets(AllowedHostsOriginValidator(AuthMiddlewareStack(sockets))),
    }
)

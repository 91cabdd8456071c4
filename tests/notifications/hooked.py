"""A receiver on this machine counts as public: the one whose port HOOK names. It may take as long as the test does."""

import os

from django.apps import AppConfig


class Hooked(AppConfig):
    name = "tests.notifications.hooked"

    def ready(self) -> None:
        from games.notifications.channels.webhooks import wire  # it brings models, which settings may not

        wire.SECONDS = 600.0
        wire.PORTS = {int(os.environ["HOOK"])}
        wire.is_public = lambda address: address == "127.0.0.1"
        wire.post_request.__kwdefaults__["look_up"] = lambda host, port: ["127.0.0.1"]

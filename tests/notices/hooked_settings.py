"""The club's settings in a place where a receiver on this machine counts as public: the one whose port HOOK names."""

import os

from accounts.notifications import wire
from taluva_site.settings import *  # noqa: F403 - all of them

wire.PORTS = {int(os.environ["HOOK"])}
wire.is_public = lambda address: address == "127.0.0.1"
wire.post.__kwdefaults__["look_up"] = lambda host, port: ["127.0.0.1"]

"""Settings of a process that takes part in a race: the test's own database, as it is."""

import os

from tests.settings import *  # noqa: F403
from tests.settings import DATABASES

DATABASES["default"] = {
    **DATABASES["default"],
    "ENGINE": os.environ["RACE_ENGINE"],
    "NAME": os.environ["RACE_NAME"],
    "USER": os.environ["RACE_USER"],
    "HOST": os.environ["RACE_HOST"],
    "PORT": os.environ["RACE_PORT"],
    "PASSWORD": os.environ["RACE_PASSWORD"],
}

ALLOWED_HOSTS = ["testserver"]
SECRET_KEY = os.environ["RACE_SECRET_KEY"]  # its matches have sealed seeds

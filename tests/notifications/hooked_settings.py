"""The club's settings, with one receiver on this machine that its webhooks may reach."""

from taluva_site.settings import *  # noqa: F403 - all of them
from taluva_site.settings import INSTALLED_APPS

INSTALLED_APPS = [*INSTALLED_APPS, "tests.notifications.hooked.Hooked"]

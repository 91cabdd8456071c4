"""The site's own settings, and one page more: the yardstick."""

from taluva_site.settings import *  # noqa: F403

ROOT_URLCONF = "bench.urls"

"""The site's own settings in a folder of their own, on SQLite or on what TEST_DATABASE_URL names."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

from taluva_site import environment

for name in (
    *environment.NAMES,
    "DEBUG",
    "TALUVA_VAR",
    "METRICS_TOKEN",
    "TRUSTED_PROXIES",
    "SHARED_FILES",
    "SECRET_KEY_FALLBACKS",
    "TEMPLATES_DIR",
    "SOURCE_URL",
):
    os.environ.pop(name, None)
FOLDER = Path(tempfile.mkdtemp(prefix="taluva-tests-"))
atexit.register(shutil.rmtree, FOLDER, ignore_errors=True)
os.environ["TALUVA_VAR"] = str(FOLDER)
# Compiled once for all tests, and for the club that runs from this folder.
os.environ.setdefault("NUMBA_CACHE_DIR", str(Path(__file__).parent.parent / "var" / "numba"))

from taluva_site.settings import *  # noqa: E402, F403 - the folder has to be known first
from taluva_site.settings import STORAGES, VAR  # noqa: E402

DATABASES = {"default": environment.database_from(os.environ.get("TEST_DATABASE_URL") or environment.EMBEDDED, VAR)}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # A file, as in the club: threads and other processes share it. What a power cut may take is no loss here.
    DATABASES["default"]["TEST"] = {"NAME": str(FOLDER / "test.sqlite3")}
    DATABASES["default"]["OPTIONS"] = {
        **DATABASES["default"]["OPTIONS"],
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;",
    }
else:
    DATABASES["default"]["OPTIONS"] = {}

CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = {**STORAGES, "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
STATIC_ROOT = FOLDER / "static"
STATIC_ROOT.mkdir()

# A task runs where it is told; tests marked `worker` have a real one instead (conftest.py).
CELERY_TASK_ALWAYS_EAGER = True
CELERY_TASK_EAGER_PROPAGATES = True
# A test may work out a code of an app in one half minute and send it in the next.
MFA_TOTP_TOLERANCE = 1

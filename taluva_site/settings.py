"""Settings of the site. What differs between machines comes from the environment (environment.py)."""

import os
import sys
from datetime import timedelta
from email.utils import parseaddr
from pathlib import Path
from typing import Any

from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from taluva_site import environment
from taluva_site.operations import sentry
from taluva_site.queues import schedule
from taluva_site.redis import redis_link
from taluva_site.security import private_files

private_files.keep_private()
BASE_DIR = Path(__file__).resolve().parent.parent
VAR = Path(os.environ.get("TALUVA_VAR", BASE_DIR / "var"))
ENVIRONMENT = environment.read_or_exit(os.environ, VAR)
# Where the bots' compiled core is kept (games/taluva/bots/core/jit.py).
os.environ.setdefault("NUMBA_CACHE_DIR", str(VAR / "numba"))

SITE_NAME = os.environ.get("SITE_NAME", "Taluva")
SITE_URL = ENVIRONMENT.site_url
HOSTED = ENVIRONMENT.hosted
HTTPS = SITE_URL.startswith("https://")
SECRET_KEY = ENVIRONMENT.secret_key
SECRET_KEY_FALLBACKS = ENVIRONMENT.secret_key_fallbacks
DEBUG = ENVIRONMENT.debug
ALLOWED_HOSTS = ENVIRONMENT.allowed_hosts
METRICS_TOKEN = os.environ.get("METRICS_TOKEN", "")
# WebSockets in each web process; a page without one asks by itself, less often.
SOCKETS_PER_PERSON = ENVIRONMENT.sockets_per_person
SOCKETS_PER_ADDRESS = ENVIRONMENT.sockets_per_address

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "django.contrib.sitemaps",
    "taluva_site.admin.config.ClubAdminConfig",
    "django.forms",
    "channels",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "taluva_site",
    "accounts",
    "games",
]

MIDDLEWARE = [
    "taluva_site.http.request_ids.RequestIdMiddleware",
    "taluva_site.middleware.SecurityHeadersMiddleware",
    "csp.middleware.CSPMiddleware",
    "taluva_site.middleware.RefusedBodiesMiddleware",
    "taluva_site.middleware.ProbesMiddleware",
    "taluva_site.operations.metrics.RequestFigures",
    "taluva_site.http.problem_details.ApiProblemsMiddleware",
    "taluva_site.http.request_text.RequestTextMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "taluva_site.middleware.StaticFilesMiddleware",
    "taluva_site.middleware.CompressedPagesMiddleware",
    "taluva_site.middleware.CacheControlMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "taluva_site.http.cookies.FormerCookiesMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "allauth.usersessions.middleware.UserSessionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "accounts.middleware.KnownDeviceMiddleware",
    "accounts.middleware.PreferencesMiddleware",
    "accounts.middleware.ProofMiddleware",
    "taluva_site.middleware.FormsOnlyMiddleware",
]

ROOT_URLCONF = "taluva_site.urls"
ASGI_APPLICATION = "taluva_site.asgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        # The host's own folder comes first: a page there replaces ours (docs/operating.md, Pages of your own).
        "DIRS": [*([ENVIRONMENT.templates] if ENVIRONMENT.templates else []), BASE_DIR / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    ["taluva_site.templating.loaders.Loader", "django.template.loaders.app_directories.Loader"],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "accounts.context_processors.site_context",
            ],
        },
    }
]
# An imprint is the host's to write: without one there is neither the page nor its link.
HAS_IMPRINT = bool(ENVIRONMENT.templates and (ENVIRONMENT.templates / "pages" / "imprint.html").is_file())
# Where the source of this very version is, which the AGPL asks a changed club to offer.
SOURCE_URL = ENVIRONMENT.source_url
FORM_RENDERER = "taluva_site.templating.form_renderer.Renderer"

DATABASES = {"default": ENVIRONMENT.database}

REDIS_URL = ENVIRONMENT.redis_url
CACHES = {
    "default": {
        "BACKEND": "taluva_site.redis.cache.ForgivingRedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "c",
        "OPTIONS": redis_link.OPTIONS,
    }
}
CHANNEL_LAYERS = {
    "default": {
        # The pubsub layer subscribes again after a restart of Redis; the core layer stays silent for good.
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {
            "hosts": [{"address": REDIS_URL, "socket_connect_timeout": redis_link.CONNECT_WITHIN}],
            "prefix": "ws",
        },
    }
}

# The same address in the three spellings that its users want.
CELERY_BROKER_URL = REDIS_URL.replace("unix://", "redis+socket://") if REDIS_URL.startswith("unix:") else REDIS_URL
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_MAX_TASKS_PER_CHILD = 500
CELERY_BROKER_TRANSPORT_OPTIONS = {
    # Longer than the longest task. kombu's defaults look for the tasks of a dead worker only each 100 s.
    "visibility_timeout": 300,
    "unacked_restore_interval": 10,
    "unacked_restore_throttle": 1,
    "global_keyprefix": "q:",
    "socket_connect_timeout": redis_link.CONNECT_WITHIN,
    "socket_timeout": 5,
    # For who enqueues, that is for pages. A worker has its own patience, without end.
    "max_retries": 1,
    "interval_start": 0,
    "interval_max": 0.1,
    "connect_retries_timeout": redis_link.ANSWER_WITHIN,
}
CELERY_TASK_PUBLISH_RETRY = False
CELERY_TASK_SOFT_TIME_LIMIT = 60
CELERY_TASK_TIME_LIMIT = 90
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = "UTC"
CELERY_TASK_DEFAULT_QUEUE = "default"
# "bots" takes bots' turns and nothing else. "slow" takes whatever may be late: what visitors can start, and what takes
# long. It goes by the priorities of its tasks, and its worker lets all others go first.
QUEUES = ["default", "bots", "slow"]
QUEUES_ON_DEMAND = ["slow"]  # as `manage.py up` starts its workers (queues/on_demand.py)
SLOW = {
    "draw_picture": 0,  # taken first; the steps are 0, 3, 6 and 9
    "draw_pictures_of": 3,
    "draw_animation": 6,
    "analyse_position": 9,
    "write_dump": 9,
    "forget_pictures": 9,
}
CELERY_TASK_ROUTES: dict[str, dict[str, Any]] = {
    "games.tasks.play_bot_turn": {"queue": "bots"},
    **{f"games.tasks.{task}": {"queue": "slow", "priority": priority} for task, priority in SLOW.items()},
}
# Since when the oldest work of a kind has waited: /readyz asks each (operations/health.py).
OLDEST_WORK = [
    "accounts.mail.outbox.oldest_untried",
    "games.matches.bot_turns.oldest_awaited",
    "games.matches.notices.oldest_unplanned",
]
# A process that has grown beyond it ends with its task, and another one takes its place.
CELERY_WORKER_MAX_MEMORY_PER_CHILD = 700_000  # KiB
# The seconds that a bot leaves people to look at the turn before its own.
BOT_PAUSE = 1.2

CELERY_BEAT_SCHEDULE = schedule.SCHEDULE
CELERY_BEAT_SCHEDULER = "taluva_site.queues.scheduler.ClockProofScheduler"
# The longest sleep of the scheduler, so that it sees soon that the clock was set.
CELERY_BEAT_MAX_LOOP_INTERVAL = 15
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR / "beat-schedule")

AUTH_USER_MODEL = "accounts.User"
# What the games add to accounts (accounts/extension.py).
ACCOUNT_EXTENSION = "games.people.account_extension.GamesAccountExtension"
AUTHENTICATION_BACKENDS = [
    "accounts.backends.ClubBackend",
]
PASSWORD_HASHERS = [
    "taluva_site.security.hashers.BoundedArgon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"

ACCOUNT_ADAPTER = "accounts.login.adapter.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND = True
ACCOUNT_PASSWORD_RESET_BY_CODE_ENABLED = True
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_LOGIN_ON_PASSWORD_RESET = True
ACCOUNT_LOGOUT_REDIRECT_URL = "/"
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_USERNAME_MIN_LENGTH = 2
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if HTTPS else "http"
MFA_ADAPTER = "accounts.login.mfa.MFAAdapter"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = SITE_NAME
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not HTTPS
USERSESSIONS_TRACK_ACTIVITY = False  # it writes with each page; accounts/services/presence.py does so now and then
ACCOUNT_FORMS = {
    "login": "accounts.forms.LoginForm",
    "add_email": "accounts.forms.AddEmailForm",
    "confirm_email_verification_code": "accounts.forms.ConfirmAddressForm",
    "reset_password": "accounts.forms.ResetPasswordForm",
}
MFA_FORMS = {
    "add_webauthn": "accounts.forms.PasskeyForm",
    "authenticate_webauthn": "accounts.login.passkeys.AuthenticateForm",
    "edit_webauthn": "accounts.forms.PasskeyNameForm",
    "login_webauthn": "accounts.login.passkeys.PasskeyLoginForm",
    "reauthenticate_webauthn": "accounts.login.passkeys.ReauthenticateForm",
}
ACCOUNT_RATE_LIMITS = {
    # Wrong passwords in a browser that is known for the person: as many as allauth allows a name.
    "login_known_device": "5/5m/key",
    "guest": "20/h/ip",
    # Mails to one address are counted by accounts/mail/daily_limits.py: allauth's count would let a stranger who
    # asks again and again keep the owner from asking at all.
    "confirm_email": "",
    "reset_password": "20/m/ip",
}
# Behind a proxy every visitor would share one limit, if the proxy's own address were counted.
ALLAUTH_TRUSTED_PROXY_COUNT = ENVIRONMENT.trusted_proxies

# All mail becomes a row first; the outbox sends it (accounts/mail/outbox.py).
EMAIL_BACKEND = "accounts.mail.outbox.OutboxBackend"
EMAIL_TIMEOUT = 15
# Opens the inbox page of an embedded club from other machines; `manage.py up` makes a new one at each start.
INBOX_KEY = "" if HOSTED else os.environ.get("INBOX_KEY", "")
MAIL_SERVER = {name: value for name, value in ENVIRONMENT.email.items() if name != "sender"}
# A board in a mail costs a worker about a second of its processor and the mail 60 KB.
MAIL_PICTURES = os.environ.get("MAIL_PICTURES", "on") != "off"
# Messages in people's browsers, through the servers of the browsers' makers.
WEB_PUSH = os.environ.get("WEB_PUSH", "on") != "off"
DEFAULT_FROM_EMAIL = ENVIRONMENT.email.get("sender") or f"{SITE_NAME} <club@{SITE_URL.split('://')[1].split(':')[0]}>"
SERVER_EMAIL = DEFAULT_FROM_EMAIL
CONTACT = os.environ.get("CONTACT", parseaddr(DEFAULT_FROM_EMAIL)[1])

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
# Functions that yield what is translated besides calls of gettext in Python and templates.
TRANSLATION_SOURCES = ["games.translation_sources.find_texts"]
FORMAT_MODULE_PATH = ["taluva_site.formats"]
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "/static/"
STATIC_ROOT = VAR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
SHARED_FILES = Path(os.environ.get("SHARED_FILES") or VAR / "files")
# Boards as pictures: drawn by workers, read by web processes, and drawn again when they are gone.
PICTURES_FOLDER = SHARED_FILES / "pictures"
PICTURES_MB = ENVIRONMENT.pictures_mb
STORAGES = {
    # What pages offer and tasks write: the public dump. Processes on several machines share this folder.
    "default": {
        "BACKEND": "django.core.files.storage.FileSystemStorage",
        "OPTIONS": {
            "location": SHARED_FILES,
            "file_permissions_mode": 0o600,
            "directory_permissions_mode": 0o700,
        },
    },
    "staticfiles": {
        # Compressing takes seconds and pays only over a network.
        "BACKEND": "taluva_site.static_storage.CompressedStaticFilesStorage"
        if HOSTED
        else "taluva_site.static_storage.MinifiedStaticFilesStorage"
    },
}
WHITENOISE_KEEP_ONLY_HASHED_FILES = True

# Browsers take a cookie of that prefix from this very host only, over https.
COOKIE_PREFIX = "__Host-" if HTTPS else ""
SESSION_COOKIE_NAME = f"{COOKIE_PREFIX}sessionid"
CSRF_COOKIE_NAME = f"{COOKIE_PREFIX}csrftoken"
THEME_COOKIE_NAME = f"{COOKIE_PREFIX}theme"
DEVICE_COOKIE_NAME = f"{COOKIE_PREFIX}device"
LANGUAGE_COOKIE_NAME = f"{COOKIE_PREFIX}language"
LANGUAGE_COOKIE_SECURE = HTTPS
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
MESSAGE_STORAGE = "taluva_site.http.cookies.MessageStorage"
SESSION_ENGINE = "accounts.session_engine"
SESSION_COOKIE_AGE = int(timedelta(days=60).total_seconds())
SESSION_COOKIE_SECURE = HTTPS
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_HTTPONLY = True
CSRF_TRUSTED_ORIGINS = [SITE_URL]
CSRF_FAILURE_VIEW = "taluva_site.views.csrf_failure"
SECURE_SSL_REDIRECT = HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_HSTS_SECONDS = int(timedelta(days=365).total_seconds()) if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
SECURE_HSTS_PRELOAD = HTTPS
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "frame-src": [SELF],
    }
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s [%(request_id)s] %(name)s: %(message)s"}},
    "filters": {
        "short": {"()": "taluva_site.operations.log_filters.WithoutTraceback"},
        "seldom": {"()": "taluva_site.operations.log_filters.OnceAMinute"},
        "request_id": {"()": "taluva_site.http.request_ids.WithRequestId"},
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": "line",
            "stream": sys.stderr,
            "filters": ["seldom", "request_id"],
        }
    },
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        "taluva": {"level": "INFO"},
        "django.request": {"level": "ERROR"},
        "django.security.DisallowedHost": {"filters": ["short"]},
        "celery": {"level": "WARNING"},
        "httpx": {"level": "WARNING"},
    },
}
# Errors go to a Sentry server, too, if the host has one.
environment.or_exit(lambda: sentry.start_sentry(os.environ.get("SENTRY_DSN", "")))

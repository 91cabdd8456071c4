"""Settings of the site. What differs between machines comes from the environment (environment.py)."""

import os
import sys
from datetime import timedelta
from email.utils import parseaddr
from pathlib import Path

from celery.schedules import crontab
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from taluva_site import environment, redis_link

BASE_DIR = Path(__file__).resolve().parent.parent
VAR = Path(os.environ.get("TALUVA_VAR", BASE_DIR / "var"))
ENVIRONMENT = environment.read_or_exit(os.environ, VAR)
# Where the bots' compiled core is kept (games/bots/core/jit.py).
os.environ.setdefault("NUMBA_CACHE_DIR", str(VAR / "numba"))

SITE_NAME = os.environ.get("SITE_NAME", "Taluva")
SITE_URL = ENVIRONMENT.site_url
HOSTED = ENVIRONMENT.hosted
HTTPS = SITE_URL.startswith("https://")
SECRET_KEY = ENVIRONMENT.secret_key
DEBUG = ENVIRONMENT.debug
ALLOWED_HOSTS = ENVIRONMENT.allowed_hosts
METRICS_TOKEN = os.environ.get("METRICS_TOKEN", "")

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "django.contrib.admin",
    "django.forms",
    "channels",
    "django_htmx",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "taluva_site",
    "accounts",
    "games",
]

MIDDLEWARE = [
    "taluva_site.middleware.SecurityHeadersMiddleware",
    "csp.middleware.CSPMiddleware",
    "taluva_site.middleware.ProbesMiddleware",
    "taluva_site.figures.RequestFigures",
    "django.middleware.security.SecurityMiddleware",
    "taluva_site.middleware.StaticFilesMiddleware",
    "taluva_site.middleware.CompressedPagesMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "allauth.usersessions.middleware.UserSessionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "taluva_site.middleware.PreferencesMiddleware",
    "taluva_site.middleware.FormsOnlyMiddleware",
]

ROOT_URLCONF = "taluva_site.urls"
ASGI_APPLICATION = "taluva_site.asgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "taluva_site.context_processors.site",
            ],
        },
    }
]
FORM_RENDERER = "taluva_site.forms.Renderer"

DATABASES = {"default": ENVIRONMENT.database}

REDIS_URL = ENVIRONMENT.redis_url
CACHES = {
    "default": {
        "BACKEND": "taluva_site.cache.ForgivingRedisCache",
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
QUEUES = ["default", "bots"]
CELERY_TASK_ROUTES = {
    f"games.tasks.{task}": {"queue": "bots"} for task in ("play_bot_turn", "analyse_position", "draw_animation")
}
# A process that has grown beyond it ends with its task, and another one takes its place.
CELERY_WORKER_MAX_MEMORY_PER_CHILD = 700_000  # KiB
# The seconds that a bot leaves people to look at the turn before its own.
BOT_PAUSE = 1.2


def every(pause: timedelta, task: str) -> dict[str, object]:
    """A line of the schedule; what waited longer than its own pause is not worth running."""
    return {"task": task, "schedule": pause, "options": {"expires": pause.total_seconds()}}


def nightly(hour: int, minute: int, task: str) -> dict[str, object]:
    """A line of the schedule for once a day, while few play; till noon it is worth running."""
    return {"task": task, "schedule": crontab(minute=str(minute), hour=str(hour)), "options": {"expires": 8 * 3600}}


# Everything that is told after a commit may be lost: these repair it. Each may run twice without harm.
CELERY_BEAT_SCHEDULE = {
    "heartbeat": every(timedelta(seconds=10), "taluva_site.tasks.heartbeat"),
    "mails": every(timedelta(seconds=15), "accounts.tasks.sweep_mails"),
    "sweep": every(timedelta(seconds=15), "games.tasks.sweep"),
    "guests": every(timedelta(hours=6), "accounts.tasks.forget_old_guests"),
    "tidy": every(timedelta(hours=12), "accounts.tasks.tidy"),
    "dump": nightly(3, 40, "games.tasks.write_dump"),
}
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR / "beat-schedule")

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "accounts.backends.ClubBackend",
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
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

ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
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
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = SITE_NAME
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not HTTPS
USERSESSIONS_TRACK_ACTIVITY = False  # it writes with each page; accounts/services/presence.py does so now and then
ACCOUNT_FORMS = {
    "login": "accounts.forms.LoginForm",
    "add_email": "accounts.forms.AddEmailForm",
    "reset_password": "accounts.forms.ResetPasswordForm",
}
MFA_FORMS = {"add_webauthn": "accounts.forms.PasskeyForm"}
GUEST_RATE = "20/h/ip"
# Behind a proxy every visitor would share one limit, if the proxy's own address were counted.
ALLAUTH_TRUSTED_PROXY_COUNT = ENVIRONMENT.trusted_proxies

# All mail becomes a row first; the outbox sends it (accounts/outbox.py).
EMAIL_BACKEND = "accounts.outbox.OutboxBackend"
EMAIL_TIMEOUT = 15
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
FORMAT_MODULE_PATH = ["taluva_site.formats"]
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "/static/"
STATIC_ROOT = VAR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    # What pages offer and tasks write: the public dump. Processes on several machines share this folder.
    "default": {
        "BACKEND": "django.core.files.storage.FileSystemStorage",
        "OPTIONS": {"location": os.environ.get("SHARED_FILES") or VAR / "files"},
    },
    "staticfiles": {
        # Compressing takes seconds and pays only over a network.
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if HOSTED
        else "django.contrib.staticfiles.storage.ManifestStaticFilesStorage"
    },
}
WHITENOISE_KEEP_ONLY_HASHED_FILES = True

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
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
    "filters": {"short": {"()": "taluva_site.trouble.WithoutTraceback"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line", "stream": sys.stderr}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        "taluva": {"level": "INFO"},
        "django.request": {"level": "ERROR"},
        "django.security.DisallowedHost": {"filters": ["short"]},
        "celery": {"level": "WARNING"},
        "httpx": {"level": "WARNING"},
    },
}

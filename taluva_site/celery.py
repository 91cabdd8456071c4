import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "taluva_site.settings")
# Django's checks load every page of the site, which a worker never shows; make test runs them.
os.environ.setdefault("CELERY_SKIP_CHECKS", "1")

app = Celery("taluva_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

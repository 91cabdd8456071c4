"""What /metrics tells. Requests are counted in each web process; the rest is read when it is asked for.

Several web processes behind one address share their counts when PROMETHEUS_MULTIPROC_DIR names a folder.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable
from typing import NamedTuple

import redis
from django.apps import apps
from django.conf import settings
from django.db import DatabaseError
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector

from taluva_site.http.base_middleware import Middleware
from taluva_site.operations import health
from taluva_site.queues import queue_lengths

Values = dict[str, float]
SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
counted = CollectorRegistry()
ANSWERS = Counter("taluva_requests", "Answers, by view and status", ["view", "status"], registry=counted)
LATENCY = Histogram("taluva_request_seconds", "How long an answer took", ["view"], buckets=SECONDS, registry=counted)


class RequestFigures(Middleware):
    """Counts each answer under its view's name, so that an address made up by a stranger adds no series."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        started = time.perf_counter()
        response = self.get_response(request)
        view = request.resolver_match.view_name if request.resolver_match else "none"
        ANSWERS.labels(view, str(response.status_code)).inc()
        LATENCY.labels(view).observe(time.perf_counter() - started)
        return response


class Gauge(NamedTuple):
    """A figure that is read when asked for: its values by label."""

    name: str
    help: str
    label: str
    read: Callable[[], Values]


def count_mails() -> Values:
    mail = apps.get_model("accounts", "Mail")
    return {row["state"]: row["n"] for row in mail._default_manager.order_by().values("state").annotate(n=Count("pk"))}


def count_turns() -> Values:
    turn = apps.get_model("games", "Turn")
    return {row["by"]: row["n"] for row in turn._default_manager.order_by().values("by").annotate(n=Count("pk"))}


def count_waiting_tasks() -> Values:
    """Return how many tasks wait for a worker."""
    return {name: float(queue_lengths.count_tasks(name)) for name in settings.QUEUES}


def readiness_values() -> Values:
    return {check.name: float(check.ok) for check in health.run_checks()}


GAUGES = [
    Gauge("taluva_mails", "Mails by state", "state", count_mails),
    Gauge("taluva_turns", "Turns in the log, by who decided them", "by", count_turns),
    Gauge("taluva_queue_length", "Tasks that wait for a worker", "queue", count_waiting_tasks),
    Gauge("taluva_ready", "What /readyz says of each part", "part", readiness_values),
]


class GaugeCollector:
    """The gauges; one whose source is away is left out, and taluva_ready says why."""

    def collect(self) -> Iterable[GaugeMetricFamily]:
        for gauge in GAUGES:
            family = GaugeMetricFamily(gauge.name, gauge.help, labels=[gauge.label])
            try:
                for label, value in gauge.read().items():
                    family.add_metric([label], value)
            except (redis.RedisError, DatabaseError):
                continue
            yield family


def render_metrics() -> tuple[bytes, str]:
    registry = CollectorRegistry()
    registry.register(GaugeCollector())
    shared = os.environ.get("PROMETHEUS_MULTIPROC_DIR")
    if shared:
        MultiProcessCollector(registry)
    return generate_latest(registry) + (b"" if shared else generate_latest(counted)), CONTENT_TYPE_LATEST

"""A short number for each request: in each line of the log that it causes, in its answer, on the page of an error."""

from __future__ import annotations

import logging
import secrets
from contextvars import ContextVar
from typing import Any

from celery.signals import task_postrun, task_prerun
from django.http import HttpRequest, HttpResponse

from taluva_site.http.base_middleware import Middleware

NONE = "-"
HEADER = "X-Request-ID"
current: ContextVar[str] = ContextVar("request_id", default=NONE)


class RequestIdMiddleware(Middleware):
    """Numbers the requests. A number that a request brings along is ignored: anybody could send another's."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        number = secrets.token_hex(4)
        current.set(number)
        try:
            response = self.get_response(request)
        finally:
            current.set(NONE)
        response[HEADER] = number
        return response


class WithRequestId(logging.Filter):
    """For the format of a line: `%(request_id)s`; of a task it is the beginning of the task's id."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id = current.get()
        return True


@task_prerun.connect
def begin_task(task_id: str, task: Any, **_others: object) -> None:
    if not task.request.is_eager:  # else it is a part of the request
        current.set(task_id[:8])


@task_postrun.connect
def end_task(task: Any, **_others: object) -> None:
    if not task.request.is_eager:
        current.set(NONE)

"""The admin's log names rows by number: what a row is called may be a person's name or address, and would stay."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from django.contrib import admin
from django.contrib.admin.models import ADDITION, CHANGE, DELETION, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import models
from django.http import HttpRequest


class NumbersInLog(admin.ModelAdmin):
    """Writes the log without the words of any row."""

    def log_addition(self, request: HttpRequest, obj: models.Model, message: Any) -> LogEntry:
        return write_log(request, [obj], ADDITION, message)[0]

    def log_change(self, request: HttpRequest, obj: models.Model, message: Any) -> LogEntry:
        return write_log(request, [obj], CHANGE, message)[0]

    def log_deletions(self, request: HttpRequest, queryset: Iterable[models.Model]) -> list[LogEntry]:
        return write_log(request, queryset, DELETION)

    def construct_change_message(self, *args: Any, **kwargs: Any) -> list[dict[str, dict[str, Any]]]:
        """Name fields, and of the rows of an inline form their kind alone."""
        said = super().construct_change_message(*args, **kwargs)
        return [{what: blank_row(which) for what, which in each.items()} for each in said]


def blank_row(said: dict[str, Any]) -> dict[str, Any]:
    return said | {"object": ""} if "object" in said else said


def write_log(request: HttpRequest, rows: Iterable[models.Model], flag: int, message: Any = "") -> list[LogEntry]:
    assert request.user.pk is not None  # the admin's own door has seen to it
    return [
        LogEntry.objects.create(
            user_id=request.user.pk,
            content_type=ContentType.objects.get_for_model(row, for_concrete_model=False),
            object_id=str(row.pk),
            object_repr=f"#{row.pk}",
            action_flag=flag,
            change_message=json.dumps(message) if isinstance(message, list) else message,
        )
        for row in rows
    ]

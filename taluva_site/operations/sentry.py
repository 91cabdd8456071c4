"""Errors to a Sentry server, for hosts who have one: where it broke, and nothing of who was there."""

from __future__ import annotations

import re
from typing import Any

from taluva_site.environment import Misconfigured

Event = dict[str, Any]
# What an event keeps. The rest may hold addresses, names, what somebody wrote, or the secret part of a link.
KEPT = {
    "contexts",
    "environment",
    "event_id",
    "exception",
    "fingerprint",
    "level",
    "logentry",
    "logger",
    "modules",
    "platform",
    "release",
    "sdk",
    "tags",
    "timestamp",
    "transaction",
    "transaction_info",
}
ADDRESS = re.compile(r"\S+@\S+")


def start_sentry(dsn: str) -> None:
    """Send errors to this address from now on, or to none if it is empty; raise Misconfigured if that can't be done."""
    if not dsn:
        return
    try:
        import sentry_sdk
    except ImportError:
        raise Misconfigured(
            "SENTRY_DSN is set, but sentry-sdk is not installed. "
            "Install it with `.ci/install sentry`, or unset SENTRY_DSN."
        ) from None
    try:
        sentry_sdk.init(**sentry_options(dsn))
    except ValueError as error:  # its BadDsn is one
        raise Misconfigured(f"SENTRY_DSN is wrong: {error}.") from error


def sentry_options(dsn: str) -> dict[str, Any]:
    return {
        "dsn": dsn,
        "send_default_pii": False,
        "max_request_body_size": "never",
        "include_local_variables": False,
        "max_breadcrumbs": 0,
        "auto_session_tracking": False,
        "send_client_reports": False,
        "before_send": scrub_event,
    }


def scrub_event(event: Event, _hint: object) -> Event:
    """Return the event without anything about a person; the request's number leads to its lines in the log."""
    from taluva_site.http import request_ids

    kept = {name: value for name, value in event.items() if name in KEPT}
    if event.get("transaction_info", {}).get("source") == "url":  # a whole path, else a route or a task
        kept.pop("transaction", None)
    kept["contexts"] = {name: value for name, value in event.get("contexts", {}).items() if name == "runtime"}
    if "logentry" in event:
        kept["logentry"] = {"message": mask_addresses(event["logentry"].get("message"))}
    if "exception" in event:
        kept["exception"] = {"values": [strip_exception(each) for each in event["exception"].get("values", [])]}
    kept["tags"] = {**event.get("tags", {}), "request_id": request_ids.current.get()}
    return kept


def strip_exception(exception: Event) -> Event:
    """Return the exception by the lines of code that it went through, without the values that they had."""
    trace = exception.get("stacktrace") or {}
    frames = [{name: value for name, value in frame.items() if name != "vars"} for frame in trace.get("frames", [])]
    return {**exception, "value": mask_addresses(exception.get("value")), "stacktrace": {**trace, "frames": frames}}


def mask_addresses(text: str | None) -> str:
    """Return the first line, without addresses: PostgreSQL names the values of a row on the lines after it."""
    return ADDRESS.sub("[address]", (text or "").partition("\n")[0])

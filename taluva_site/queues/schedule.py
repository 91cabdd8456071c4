"""What the scheduler enqueues, and when: CELERY_BEAT_SCHEDULE.

Everything that is enqueued or sent after a commit may be lost: these tasks repair it. Each may run twice without harm.
"""

from __future__ import annotations

from datetime import timedelta

from celery.schedules import crontab


def run_every(pause: timedelta, task: str) -> dict[str, object]:
    """Return a line of the schedule; what waited longer than its own pause is not worth running."""
    return {"task": task, "schedule": pause, "options": {"expires": pause.total_seconds()}}


def run_nightly(hour: int, minute: int, task: str) -> dict[str, object]:
    """Return a line of the schedule for once a day, while few play; till noon it is worth running."""
    return {"task": task, "schedule": crontab(minute=str(minute), hour=str(hour)), "options": {"expires": 8 * 3600}}


SCHEDULE = {
    "heartbeat": run_every(timedelta(seconds=10), "taluva_site.tasks.heartbeat"),
    "mails": run_every(timedelta(seconds=15), "accounts.tasks.sweep_mails"),
    "sweep": run_every(timedelta(seconds=15), "games.tasks.sweep"),
    "guests": run_every(timedelta(hours=6), "accounts.tasks.forget_old_guests"),
    "tidy": run_every(timedelta(hours=12), "accounts.tasks.tidy"),
    # Its first round is an hour after an upgrade: until then, processes of the version before still read plain secrets.
    "secrets": run_every(timedelta(hours=1), "games.tasks.seal_secrets"),
    "workers": run_every(timedelta(seconds=15), "taluva_site.tasks.call_workers"),
    "pictures": run_every(timedelta(minutes=1), "games.tasks.draw_ahead"),
    "old pictures": run_every(timedelta(hours=12), "games.tasks.forget_pictures"),
    "dump": run_nightly(3, 40, "games.tasks.write_dump"),
}

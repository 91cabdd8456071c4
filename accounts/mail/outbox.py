"""Mail, on its way out: first a row, then a task, and again until the server has taken it or refused it for good.

Mails about accounts are written here and sent as they are. Mails of other apps begin as a row without text
(`new_mail`), and the task that the row names renders each as it leaves, in a `Session` with the mail server.
"""

from __future__ import annotations

import base64
import logging
import smtplib
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from email.mime.image import MIMEImage
from email.utils import make_msgid
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.core.mail.backends.base import BaseEmailBackend
from django.core.mail.backends.smtp import EmailBackend as SmtpBackend
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from accounts.mail import bounces
from accounts.models import Mail
from accounts.models.mail import SEND_MAIL, MailState, new_key
from taluva_site.queues.enqueue import enqueue_on_commit

log = logging.getLogger("taluva.outbox")
# What two machines' clocks may differ by.
FUTURE = timedelta(minutes=1)
# While a worker holds a mail it is due again only after this: a killed worker's mails are taken up by the next.
LEASE = timedelta(minutes=2)
LONGEST_PAUSE = timedelta(hours=2)
GIVE_UP_AFTER = timedelta(days=3)
# Seconds; less than a task's soft limit by more than one mail's time-out.
AT_A_TIME = 40
ABOUT_ONE_MAIL = (
    ValueError,
    smtplib.SMTPRecipientsRefused,
    smtplib.SMTPSenderRefused,
    smtplib.SMTPDataError,
    smtplib.SMTPNotSupportedError,
)
KEPT_FOR = timedelta(days=90)
# To addresses that are nobody's: codes that were not typed, and that there is no account.
KEPT_FOR_NOBODY = timedelta(days=7)


class Image(NamedTuple):
    """A picture in a mail; its HTML shows it as `cid:` and the name."""

    name: str
    png: bytes


class OutboxBackend(BaseEmailBackend):
    """Django's mail backend: each mail that is sent becomes a row."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        return sum(len(queue_mail(message)) for message in email_messages)


@transaction.atomic
def queue_mail(message: EmailMessage, *, key: str | None = None, user_id: int | None = None) -> list[Mail]:
    """Create one row per recipient; return the existing row for a key that was used before."""
    mails = []
    for index, address in enumerate(message.recipients()):
        own_key = f"{key or new_key()}:{index}"
        mail, created = Mail.objects.get_or_create(key=own_key, defaults=row_of(message, address, user_id))
        if created:
            enqueue_sending(mail)
        mails.append(mail)
    return mails


def new_mail(*, key: str, user_id: int, address: str, task: str, now: datetime) -> Mail:
    """Return an unsaved mail without text, which this task renders as it leaves."""
    return Mail(
        key=key,
        user_id=user_id,
        to=address,
        sender=settings.DEFAULT_FROM_EMAIL,
        message_id=make_msgid(domain=host_name()),
        task=task,
        created_at=now,
        due_at=now,
    )


def row_of(message: EmailMessage, address: str, user_id: int | None) -> dict[str, Any]:
    html = next((str(body) for body, kind in getattr(message, "alternatives", []) if kind == "text/html"), "")
    return {
        "user_id": user_id,
        "to": address,
        "sender": message.from_email or settings.DEFAULT_FROM_EMAIL,
        "subject": " ".join(str(message.subject).split()),
        "text": str(message.body),
        "html": html,
        "headers": {name: str(value) for name, value in message.extra_headers.items()},
        "message_id": make_msgid(domain=host_name()),
    }


def host_name() -> str:
    """Return the club's host name, as it stands in the names of mails and threads."""
    return urlsplit(settings.SITE_URL).hostname or "localhost"


def enqueue_sending(mail: Mail) -> None:
    enqueue_on_commit(mail.task, mail.pk)


def due_mails(now: datetime, *, task: str = SEND_MAIL) -> list[int]:
    """Return the mails of this task that are due, the longest first."""
    waiting = Mail.objects.filter(state=MailState.WAITING, due_at__lte=now, task=task)
    return list(waiting.order_by("due_at").values_list("pk", flat=True)[:500])


def date_back(now: datetime) -> None:
    """Date back the mails from before the clock was set back, which would wait for as long as that was."""
    ahead = Mail.objects.filter(state=MailState.WAITING, created_at__gt=now + FUTURE)
    ahead.update(created_at=now, due_at=now)


def send_mail_now(*, mail_id: int, now: datetime) -> None:
    """Send a waiting mail that is due, once: of two workers that try, one gets it."""
    send_all([mail_id], now=now)


def send_all(mail_ids: Iterable[int], *, now: datetime) -> None:
    """Send mails that were written with their text."""
    with Session(now=now) as session:
        for mail in session.take_each(mail_ids):
            session.send(mail)


class Session:
    """A connection to the mail server for one mail after another, as long as a task may take."""

    def __init__(self, *, now: datetime) -> None:
        self.now, self.ends_at = now, time.monotonic() + AT_A_TIME
        server = settings.MAIL_SERVER
        self.connection = SmtpBackend(timeout=settings.EMAIL_TIMEOUT, **server) if server else None
        self.is_server_away = False

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *_error: object) -> None:
        hang_up(self.connection)

    def take_each(self, mail_ids: Iterable[int]) -> Iterator[Mail]:
        """Yield the mails that are due, each leased to this worker; end when the server is away or the time is up.

        The server is reached first: finding it, its encryption and the login may take seconds, in which a text that
        was rendered before would grow stale. What is left is for the next sweep.
        """
        for mail_id in mail_ids:
            mail = lease_mail(mail_id, now=self.now)
            if mail and self.has_reached_server(mail):
                yield mail
            if self.is_server_away or time.monotonic() > self.ends_at:
                return

    def has_reached_server(self, mail: Mail) -> bool:
        try:
            open_connection(self.connection)
        except OSError as error:
            self.put_back(mail, error)
            return False
        return True

    def send(self, mail: Mail, images: Sequence[Image] = ()) -> None:
        """Hand the mail over, and save what the server said of it."""
        try:
            hand_over(mail, self.connection, images)
        except (OSError, ValueError) as error:  # smtplib's own errors are OSErrors; a bad address is a ValueError
            self.put_back(mail, error)
        else:
            Mail.objects.filter(pk=mail.pk).update(state=MailState.SENT, sent_at=timezone.now(), reason="")

    def put_back(self, mail: Mail, error: Exception) -> None:
        """Let the mail wait again; end the session unless the server only minded this mail."""
        hang_up(self.connection)
        put_back(mail, error, now=self.now)
        if not isinstance(error, ABOUT_ONE_MAIL):
            self.is_server_away = True
            put_off(error, now=self.now)


def lease_mail(mail_id: int, *, now: datetime) -> Mail | None:
    """Return the mail, leased to this worker; None if it is not due or somebody else has it."""
    waiting = Mail.objects.filter(pk=mail_id, state=MailState.WAITING, due_at__lte=now)
    if not waiting.update(due_at=now + LEASE, attempts=F("attempts") + 1):
        return None
    return Mail.objects.get(pk=mail_id)


def drop_mail(mail: Mail) -> None:
    """Mark the mail as dropped: nothing in it is relevant any more."""
    Mail.objects.filter(pk=mail.pk).update(state=MailState.DROPPED)


def postpone_mail(mail: Mail, until: datetime) -> None:
    Mail.objects.filter(pk=mail.pk).update(due_at=until)


def open_connection(connection: SmtpBackend | None) -> None:
    """Open the connection. What goes wrong here is about the server, whatever it is called, and never about a mail."""
    try:
        if connection:
            connection.open()
    except (ValueError, smtplib.SMTPNotSupportedError) as error:
        raise OSError(str(error)) from error


def hand_over(mail: Mail, connection: SmtpBackend | None, images: Sequence[Image] = ()) -> None:
    """Send the mail to the server that EMAIL_URL names.

    Without one the row itself is the mail, with its pictures in its text: the inbox page shows it.
    """
    if connection:
        connection.send_messages([as_message(mail, images)])
        return
    for image in images:
        picture = f"data:image/png;base64,{base64.b64encode(image.png).decode()}"
        mail.html = mail.html.replace(f"cid:{image.name}", picture)
    mail.save(update_fields=["html"])


def hang_up(connection: SmtpBackend | None) -> None:
    """Close the connection, whatever the server says to it: what it has taken by then is sent."""
    if connection:
        with suppress(OSError):
            connection.close()
        connection.connection = None


def as_message(mail: Mail, images: Sequence[Image] = ()) -> EmailMultiAlternatives:
    headers = {"Auto-Submitted": "auto-generated", **mail.headers, "Message-ID": mail.message_id}
    message = EmailMultiAlternatives(mail.subject, mail.text, mail.sender, [mail.to], headers=headers)
    if mail.html:
        message.attach_alternative(mail.html, "text/html")
    for image in images:
        message.mixed_subtype = "related"  # type: ignore[attr-defined] # Django has it, its stubs do not
        part = MIMEImage(image.png, "png")
        part["Content-ID"] = f"<{image.name}>"
        part["Content-Disposition"] = f'inline; filename="{image.name}.png"'
        message.attach(part)
    return message


def put_back(mail: Mail, error: Exception, *, now: datetime) -> None:
    """Wait longer each time; a refusal for good, or days without success, ends it."""
    if mail.user and bounces.MailRefusal.OF_THE_ADDRESS in recipient_refusals(error):
        bounces.pause_address(mail.user, mail.to, failure_reason(error))
    retry_later(mail, failure_reason(error), now=now, is_final=is_final(error))


def retry_later(mail: Mail, why: str, *, now: datetime, is_final: bool = False) -> None:
    """Put the mail off, longer after each attempt and no longer than for days; the reason stays with the row."""
    pause = min(LONGEST_PAUSE, timedelta(seconds=15) * 2 ** min(mail.attempts - 1, 10))
    has_ended = is_final or now - mail.created_at > GIVE_UP_AFTER
    Mail.objects.filter(pk=mail.pk).update(
        state=MailState.FAILED if has_ended else MailState.WAITING, due_at=now + pause, reason=why[:500]
    )


def put_off(error: Exception, *, now: datetime) -> None:
    """Put off all mails that are due, with the reason: without a server there is no use in trying each."""
    due_now = Mail.objects.filter(state=MailState.WAITING, due_at__lte=now)
    due_now.update(due_at=now + timedelta(seconds=30), reason=failure_reason(error))


def failure_reason(error: Exception) -> str:
    """Return what the host reads in the admin: the server's own words, or what is to be done."""
    if isinstance(error, smtplib.SMTPAuthenticationError):
        return f"The mail server does not know us; EMAIL_URL has the name and password. {error}"[:500]
    if not isinstance(error, (*ABOUT_ONE_MAIL, smtplib.SMTPException)):
        return f"The mail server does not answer; EMAIL_URL names it. {type(error).__name__}: {error}"[:500]
    return f"The mail server refused: {error}"[:500]


def is_final(error: Exception) -> bool:
    """Return whether the server refused for good, or the address is none."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return bounces.MailRefusal.FOR_NOW not in recipient_refusals(error)
    if isinstance(error, smtplib.SMTPDataError):
        return error.smtp_code >= 500
    return isinstance(error, ValueError | smtplib.SMTPNotSupportedError)


def recipient_refusals(error: Exception) -> list[bounces.MailRefusal]:
    """Return what the server said of the recipient, if it refused that."""
    if not isinstance(error, smtplib.SMTPRecipientsRefused):
        return []
    return [bounces.refusal_kind(code, words.decode(errors="replace")) for code, words in error.recipients.values()]


def send_again(mail: Mail, *, now: datetime) -> None:
    """Send once more, under the same Message-ID, what failed or was lost on the way."""
    Mail.objects.filter(pk=mail.pk).update(
        state=MailState.WAITING, due_at=now, created_at=now, sent_at=None, attempts=0, reason=""
    )
    enqueue_sending(mail)


def forget_old(*, now: datetime) -> int:
    """Delete mails after 90 days, or a week if they are to nobody that we know; return how many."""
    is_old = Q(created_at__lt=now - KEPT_FOR) | Q(created_at__lt=now - KEPT_FOR_NOBODY, user=None)
    old = Mail.objects.filter(is_old).exclude(state=MailState.WAITING)
    return old.delete()[0]


def oldest_untried() -> datetime | None:
    """Return since when the oldest mail waits for its first attempt; one that was tried waits for its server."""
    waiting = Mail.objects.filter(state="waiting", attempts=0, reason="").order_by("created_at")
    return waiting.values_list("created_at", flat=True).first()

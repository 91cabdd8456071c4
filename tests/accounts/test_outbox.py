"""Mails on their way: a real SMTP server that takes, refuses, asks for patience, or is away."""

from __future__ import annotations

import smtplib
from collections.abc import Iterator
from datetime import datetime, timedelta
from email.message import Message as Parsed
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.handlers import Message
from django.core.mail import EmailMultiAlternatives
from django.core.mail.backends import smtp
from django.utils import timezone

from accounts import tasks
from accounts.mail import outbox
from accounts.models import Mail
from tests import processes

pytestmark = [pytest.mark.django_db, pytest.mark.own_mails]
REFUSALS = {
    "gone@taluva.example": "550 5.1.1 No such person",
    "later@taluva.example": "451 4.7.1 Greylisted, come back",
}


class Server(Message):
    """Takes mails but for the addresses in REFUSALS and the subject "spam"."""

    def __init__(self) -> None:
        super().__init__()
        self.taken: list[Parsed] = []
        self.connections = 0

    async def handle_EHLO(self, server: Any, session: Any, envelope: Any, hostname: str, responses: Any) -> Any:
        self.connections += 1
        session.host_name = hostname
        return responses

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:
        if address in REFUSALS:
            return REFUSALS[address]
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        if b"Subject: spam" in envelope.content:
            return "554 5.7.1 We do not like it"
        return str(await super().handle_DATA(server, session, envelope))

    def handle_message(self, message: Parsed) -> None:
        self.taken.append(message)


@pytest.fixture
def server(settings: Any) -> Iterator[Server]:
    handler, port = Server(), processes.free_port()
    controller = Controller(handler, hostname="127.0.0.1", port=port)
    controller.start()
    settings.MAIL_SERVER = {"host": "127.0.0.1", "port": port}
    yield handler
    controller.stop()


def written(to: str = "ann@taluva.example", subject: str = "Your turn", key: str | None = None) -> Mail:
    message = EmailMultiAlternatives(subject, "text", "club@taluva.example", [to], headers={"List-Id": "taluva"})
    message.attach_alternative("<p>text</p>", "text/html")
    return outbox.queue_mail(message, key=key)[0]


def sweep(now: datetime | None = None) -> None:
    now = now or timezone.now()
    outbox.send_all(outbox.due_mails(now), now=now)


def fresh(mail: Mail) -> tuple[str, int, str]:
    mail.refresh_from_db()
    return mail.state, mail.attempts, mail.reason


def test_a_mail_arrives_once_with_its_headers(server: Server) -> None:
    mail = written()
    outbox.send_mail_now(mail_id=mail.pk, now=timezone.now())
    outbox.send_mail_now(mail_id=mail.pk, now=timezone.now())
    sweep()

    assert fresh(mail) == ("sent", 1, "")
    (message,) = server.taken
    assert (message["Message-ID"], message["To"], message["List-Id"]) == (mail.message_id, mail.to, "taluva")
    assert message["Auto-Submitted"] == "auto-generated"
    assert [part.get_content_type() for part in message.get_payload()] == ["text/plain", "text/html"]


def test_the_same_key_is_the_same_mail(server: Server) -> None:
    first, second = written(key="turn 7"), written(key="turn 7")
    sweep()

    assert first.pk == second.pk
    assert len(server.taken) == 1


def test_a_sweep_takes_one_connection_and_one_bad_address_stops_nobody(server: Server) -> None:
    mails = [written(), written("gone@taluva.example"), written(subject="spam"), written()]
    sweep()

    states = [fresh(mail)[0] for mail in mails]
    assert states == ["sent", "failed", "failed", "sent"]
    assert "No such person" in mails[1].reason
    assert "We do not like it" in mails[2].reason
    assert server.connections == 3  # a refusal hangs up


def test_five_mails_take_one_connection(server: Server) -> None:
    for _ in range(5):
        written()
    sweep()

    assert (server.connections, len(server.taken)) == (1, 5)


def test_who_is_greylisted_comes_back_later_under_the_same_id(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    mail, now = written("later@taluva.example"), timezone.now()
    sweep(now)
    first = fresh(mail)
    sweep(now)  # too early
    monkeypatch.delitem(REFUSALS, "later@taluva.example")
    sweep(now + timedelta(seconds=16))

    assert first[:2] == ("waiting", 1)
    assert "Greylisted" in first[2]
    assert fresh(mail) == ("sent", 2, "")
    assert [message["Message-ID"] for message in server.taken] == [mail.message_id]


def test_without_a_server_one_mail_tries_and_all_say_why(settings: Any) -> None:
    settings.MAIL_SERVER = {"host": "127.0.0.1", "port": processes.free_port()}
    mails = [written() for _ in range(3)]
    sweep()

    states = [fresh(mail) for mail in mails]
    assert [(state, attempts) for state, attempts, _ in states] == [("waiting", 1), ("waiting", 0), ("waiting", 0)]
    assert all(why.startswith("The mail server does not answer; EMAIL_URL names it.") for _, _, why in states)


def test_pauses_grow_and_days_of_silence_end_it(settings: Any) -> None:
    settings.MAIL_SERVER = {"host": "127.0.0.1", "port": processes.free_port()}
    mail, now = written(), timezone.now()
    pauses = []
    while fresh(mail)[0] == "waiting":
        now = max(mail.due_at, now)
        outbox.send_mail_now(mail_id=mail.pk, now=now)
        mail.refresh_from_db()
        pauses.append(mail.due_at - now)

    assert [pause.total_seconds() for pause in pauses[:4]] == [15, 30, 60, 120]
    assert max(pauses) == outbox.LONGEST_PAUSE
    assert mail.due_at - mail.created_at > outbox.GIVE_UP_AFTER
    assert mail.reason.startswith("The mail server does not answer")


def test_what_a_killed_worker_held_is_due_again_after_the_lease(server: Server) -> None:
    mail, now = written(), timezone.now()
    assert outbox.lease_mail(mail.pk, now=now)  # and then the worker dies
    sweep(now + timedelta(seconds=60))
    before = len(server.taken)
    sweep(now + outbox.LEASE)

    assert (before, len(server.taken)) == (0, 1)
    assert fresh(mail)[:2] == ("sent", 2)


def test_without_a_mail_server_the_row_is_the_mail(settings: Any) -> None:
    settings.MAIL_SERVER = {}
    mail = written()
    tasks.sweep_mails()

    assert fresh(mail) == ("sent", 1, "")


@pytest.mark.parametrize("error", [ValueError("no such host"), smtplib.SMTPNotSupportedError("no STARTTLS")])
def test_what_is_wrong_with_the_server_is_no_fault_of_a_mail(
    error: Exception, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    mails = [written(), written()]

    def fail(backend: smtp.EmailBackend) -> None:
        raise error

    with monkeypatch.context() as wrong:
        wrong.setattr(smtp.EmailBackend, "open", fail)
        now = timezone.now()
        sweep(now)
    states = [fresh(mail) for mail in mails]
    sweep(now + timedelta(seconds=31))

    assert [state for state, _attempts, _reason in states] == ["waiting", "waiting"]
    assert all(str(error) in reason for _state, _attempts, reason in states)
    assert [fresh(mail)[0] for mail in mails] == ["sent", "sent"]


def test_the_server_is_reached_before_a_mail_is_taken_in_hand(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    happened: list[str] = []

    def name() -> str:
        happened.append("searched")
        return "club.example"

    monkeypatch.setattr(smtp.DNS_NAME, "get_fqdn", name)
    mail, now = written(), timezone.now()
    with outbox.Session(now=now) as session:
        for taken in session.take_each([mail.pk]):
            happened.append("rendered")
            session.send(taken)

    assert (happened, len(server.taken), fresh(mail)) == (["searched", "rendered"], 1, ("sent", 1, ""))


def test_a_mail_waits_for_the_task_that_it_names(server: Server) -> None:
    now = timezone.now()
    mail = outbox.new_mail(key="x", user_id=0, address="ann@taluva.example", task="games.tasks.other", now=now)
    mail.user_id = None
    mail.save()
    sweep(now)

    assert (fresh(mail), outbox.due_mails(now, task="games.tasks.other")) == (("waiting", 0, ""), [mail.pk])


def test_a_mail_from_before_the_clock_was_set_back_waits_no_longer_than_others() -> None:
    now = timezone.now()
    ahead, later = now + timedelta(hours=26), now + timedelta(hours=1)
    future, tried = (
        outbox.queue_mail(EmailMultiAlternatives("x", "y", to=["ann@taluva.example"]))[0] for _ in range(2)
    )
    Mail.objects.filter(pk=future.pk).update(created_at=ahead, due_at=ahead)
    Mail.objects.filter(pk=tried.pk).update(created_at=now, due_at=later)
    outbox.date_back(now)

    assert [*Mail.objects.order_by("pk").values_list("created_at", "due_at")] == [(now, now), (now, later)]

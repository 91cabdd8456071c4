"""What others were told of somebody who has left since."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from accounts.models import Mail
from accounts.models.mail import MailState
from accounts.services import account_deletion
from games.matches import play
from games.matches.tables import tables
from games.matches.tables.tables import SeatPlan
from games.notifications.channels.mail import sending
from tests import post
from tests.factories import NOW, open_table, people, played, running_match
from tests.notifications.conftest import wants

HOUR = timedelta(hours=1)

Deliver = Callable[[datetime], list[Mail]]
pytestmark = pytest.mark.django_db


def without_pictures(html: str) -> str:
    """A picture in letters may have any three of them."""
    return re.sub(r"data:image/png;base64,[\w+/=]+", "", html)


def test_what_others_were_told_forgets_the_name_and_what_waits_is_said_anew(
    letters: post.Letters, gathered: Deliver
) -> None:
    ann, ben, cleo = people(3)
    wants(ben)
    won, other = played(running_match(ann, ben)), played(running_match(cleo, ben))
    play.resign_match(match_id=won.pk, player=ann, now=NOW)
    sending.send_mails([mail.pk for mail in gathered(NOW + HOUR)], now=NOW + HOUR)
    sent = list(Mail.objects.all())
    play.resign_match(match_id=other.pk, player=cleo, now=NOW)
    play.resign_match(match_id=running_match(ann, ben).pk, player=ann, now=NOW)
    waiting = [mail.pk for mail in gathered(NOW + 2 * HOUR) if mail.state == MailState.WAITING and mail.user == ben]
    letters.refusals[ben.email] = "451 4.3.0 Come back"
    sending.send_mails(waiting, now=NOW + 2 * HOUR)
    letters.refusals.clear()
    refused = set(Mail.objects.filter(pk__in=waiting).values_list("subject", flat=True))
    assert {"You won: Taluva with Ann", "You won: Taluva with Cleo"} <= refused

    gone = account_deletion.delete_account(user=ann, now=NOW)
    sending.send_mails(waiting, now=NOW + 3 * HOUR)

    bens = Mail.objects.filter(user=ben)
    assert not [mail for mail in bens if re.search(r"\bAnn\b", mail.subject + mail.text + without_pictures(mail.html))]
    assert set(
        bens.filter(pk__in=[mail.pk for mail in sent if "Ann" in mail.text]).values_list("subject", "text", "html")
    ) == {("", "", "")}
    told = bens.filter(pk__in=waiting, state=MailState.SENT)
    assert f"You won: Taluva with {gone}" in {mail.subject for mail in told}


def test_mail_about_somebody_alone_who_left_does_not_go_out(letters: post.Letters, gathered: Deliver) -> None:
    ann, ben = people(2)
    wants(ben)
    match = open_table(ben, SeatPlan(), SeatPlan())
    tables.join_table(match_id=match.pk, user=ann, now=NOW)
    mail = next(mail for mail in gathered(NOW + HOUR) if mail.user == ben)
    letters.refusals[ben.email] = "451 4.3.0 Come back"
    sending.send_mails([mail.pk], now=NOW + HOUR)
    letters.refusals.clear()
    mail.refresh_from_db()
    assert mail.subject.startswith("Ann joined")

    account_deletion.delete_account(user=ann, now=NOW)
    sending.send_mails([mail.pk], now=NOW + 2 * HOUR)

    assert list(Mail.objects.values_list("pk", "state", "subject")) == [(mail.pk, MailState.DROPPED, "")]


def test_mail_about_a_game_that_has_its_name_from_who_left_goes_blank(delivered: Deliver) -> None:
    ann, ben, cleo = people(3)
    wants(ben)
    old = play.resign_match(match_id=running_match(ann, ben, name="Quince").pk, player=ann, now=NOW)
    again = tables.offer_rematch(match_id=old.pk, user=ben, now=NOW)
    tables.decline_invitation(match_id=again.pk, user=ann, now=NOW)
    tables.join_table(match_id=again.pk, user=cleo, now=NOW)
    play.resign_match(match_id=again.pk, player=cleo, now=NOW)
    assert [mail for mail in delivered(NOW + HOUR) if mail.user == ben and "Quince" in mail.subject]

    account_deletion.delete_account(user=ann, now=NOW)

    assert not [mail for mail in Mail.objects.filter(user=ben) if "Quince" in mail.subject + mail.text + mail.html]
    again.refresh_from_db()
    assert (again.name, again.creator) == ("", ben)


def test_a_game_keeps_the_name_that_another_gave_it() -> None:
    ann, ben = people(2)
    old = play.resign_match(match_id=running_match(ben, ann, name="Quince").pk, player=ann, now=NOW)
    again = tables.offer_rematch(match_id=old.pk, user=ann, now=NOW)

    account_deletion.delete_account(user=ann, now=NOW)

    old.refresh_from_db(), again.refresh_from_db()
    assert [old.name, again.name] == ["Quince", "Quince"]

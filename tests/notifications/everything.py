"""A club in which everything happens that a mail is about, and who takes the mails as they leave."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from email.message import EmailMessage

from accounts.models import Mail
from games import sweeping
from games.matches import play, talk
from games.matches.tables import tables
from games.matches.tables.tables import SeatPlan
from games.notifications import notification_settings
from games.notifications.channels.mail import mail_text
from tests.factories import NOW, level_bot, open_table, people, played_on, running_match
from tests.notifications import letters
from tests.notifications.conftest import wants

Deliver = Callable[[datetime], list[Mail]]
HOUR = timedelta(hours=1)


def parsed(mail: Mail, at: datetime) -> EmailMessage:
    """As a mail program gets it at that time, pictures and all."""
    deliveries = list(mail.deliveries.select_related("notice__match", "notice__actor", "notice__user").order_by("pk"))
    preferences = notification_settings.preferences_of(deliveries[0].notice.user)
    letter = mail_text.render_mail(preferences, deliveries, now=at)
    assert (letter.subject, letter.text) == (mail.subject, mail.text)
    mail.html = letter.html  # the row of a mail that went to no server has its pictures inside
    return letters.read(mail, letter.images)


class Post:
    """Takes each new mail as it leaves."""

    def __init__(self, deliver: Deliver) -> None:
        self.deliver = deliver
        self.taken: dict[int, tuple[Mail, EmailMessage]] = {}

    def at(self, now: datetime) -> None:
        for mail in self.deliver(now):
            if mail.pk not in self.taken:
                self.taken[mail.pk] = (mail, parsed(mail, now))


def all_kinds(post: Post) -> None:
    """A club in which everything happens that a mail is about."""
    ann, ben, cleo = people(3)
    level_bot()
    for user in (ann, ben, cleo):
        wants(user)
    one = played_on(running_match(ann, ben, cleo, name="one <b>& two</b>"), 7)
    post.at(NOW + HOUR)
    talk.write_message(match_id=one.pk, user=one.seats.get(index=0).user, text="Well <i>played</i>!", now=NOW)
    sweeping.sweep_clocks(NOW + timedelta(days=3, hours=5))
    post.at(NOW + timedelta(days=3, hours=5))
    sweeping.sweep_clocks(NOW + timedelta(days=4))
    post.at(NOW + timedelta(days=4))
    table = open_table(ann, SeatPlan(invited=ben), SeatPlan(), name="table")
    post.at(NOW + timedelta(days=4))
    tables.join_table(match_id=table.pk, user=cleo, now=NOW)
    post.at(NOW + timedelta(days=4))
    two = running_match(ann, ben)
    post.at(NOW + timedelta(days=4))
    play.resign_match(match_id=two.pk, player=ann, now=NOW)
    tables.offer_rematch(match_id=two.pk, user=ann, now=NOW)
    post.at(NOW + timedelta(days=4))

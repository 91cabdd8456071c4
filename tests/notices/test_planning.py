"""A person whose notices can't be planned or written holds up nobody else's."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import Mail, User
from accounts.models.notices import When
from games.models import Delivery, Notice
from games.models.notice import DeliveryState, Event
from games.services import planning, sweeping
from tests.factories import people, played, running_match
from tests.notices.conftest import wants

pytestmark = pytest.mark.django_db
NOWHERE = "Atlantis/Nowhere"


def mailed() -> list[str]:
    return sorted(Mail.objects.values_list("to", flat=True))


@pytest.mark.parametrize(
    "wish",
    [{"when": When.DIGEST}, {"when": When.AT_ONCE, "mail_from": 8, "mail_until": 7}],
    ids=["its plan fails", "its mail fails"],
)
def test_one_bad_notice_holds_up_nobody_else(wish: dict[str, object], caplog: pytest.LogCaptureFixture) -> None:
    now = timezone.now()
    ann, ben, cleo = people(3)
    wants(ann)
    wants(cleo)
    wants(ben, **wish)
    for other in (ann, cleo):
        played(running_match(ben, other, now=now), now=now)
        played(running_match(other, ben, now=now), now=now)
    Notice.objects.exclude(event=Event.YOUR_TURN, turn=1).delete()
    User.objects.filter(pk=ben.pk).update(time_zone=NOWHERE)

    planning.plan(now=now)

    assert mailed() == [ann.email, cleo.email]
    assert not Notice.objects.filter(planned_at=None).exists()
    assert NOWHERE in caplog.text
    bens = Delivery.objects.filter(notice__user=ben)
    assert {row.state for row in bens} == {DeliveryState.WAITING}

    User.objects.filter(pk=ben.pk).update(time_zone="UTC")
    sweeping.sweep(now=timezone.now() + timedelta(seconds=1), grace=timedelta(0))

    assert mailed() == [ann.email, ben.email, cleo.email]
    assert {row.state for row in bens.all()} == {DeliveryState.DONE}

"""A game is cancelled when all its people want it: who asks, who is asked, who thinks again, and until when."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.test import Client

from accounts.models import Mail, User
from accounts.models.notice_settings import MailTiming
from games.matches import play, refusals, talk
from games.matches.tables import cancelling
from games.models import Match, MatchState, Notice
from games.models.notice import Event
from tests.api.callers import Caller, is_problem
from tests.factories import NOW, level_bot, outside_bot, people, person, played, played_on, running_match
from tests.notifications.conftest import delivered as delivered
from tests.notifications.conftest import wants

pytestmark = pytest.mark.django_db
SUBJECT = "Ann offers to cancel: Atoll"


def ask(match: Match, user: User) -> Match:
    return cancelling.offer_to_cancel(match_id=match.pk, user=user, now=NOW)


def page_of(user: User, match: Match) -> str:
    client = Client()
    client.force_login(user)
    return client.get(match.get_absolute_url()).text


def subjects(mails: list[Mail]) -> list[str]:
    return [mail.subject for mail in mails]


def test_agreement_of_all_people_cancels_in_the_first_two_rounds() -> None:
    ann, ben = people(2)
    match = running_match(ann, ben, level_bot())
    played_on(match, 5)
    match = ask(match, ann)
    assert match.is_running
    match = ask(match, ben)

    assert (match.state, match.seats.filter(awaited_since__isnull=False).exists()) == (MatchState.CANCELLED, False)


def test_who_has_resigned_is_not_asked() -> None:
    ann, ben, cleo = people(3)
    match = running_match(ann, ben, cleo)
    play.resign_match(match_id=match.pk, player=ben, now=NOW)
    assert ask(match, ann).is_running

    assert ask(match, cleo).state == MatchState.CANCELLED


def test_who_has_resigned_has_no_say_and_the_others_see_it() -> None:
    ann, ben, cleo = people(3)
    match = running_match(ann, ben, cleo)
    ask(match, ben)
    play.resign_match(match_id=match.pk, player=ben, now=NOW)

    with pytest.raises(refusals.SiteRefusal, match="those who still play decide"):
        ask(match, ben)
    assert "offers to cancel" not in page_of(ann, match)
    ask(match, ann)
    assert "Agree to cancel" in page_of(cleo, match)
    own = page_of(ben, match)
    assert [words in own for words in ("Agree to cancel", ">Resign</a>", "has left")] == [False, False, True]


def test_bot_from_outside_is_asked_too() -> None:
    ann, robo = person(), outside_bot()
    match = running_match(ann, robo)

    assert ask(match, ann).is_running
    assert not ask(match, robo).is_running


def test_no_cancelling_in_the_third_round_nor_by_strangers() -> None:
    ann, ben = people(2)
    match = running_match(ann, ben)
    with pytest.raises(refusals.Forbidden):
        ask(match, person("Zoe"))
    played_on(match, 4)
    with pytest.raises(refusals.SiteRefusal):
        ask(match, ann)


def test_the_others_read_who_asks_and_agree_there() -> None:
    ann, ben, zoe = person("Ann"), person("Ben"), person("Zoe")
    match = running_match(ann, ben)
    here = match.get_absolute_url()
    agree, back = f'action="{here}cancel/"', f'action="{here}cancel/not/"'
    before = page_of(ann, match)
    ask(match, ann)
    pages = [page_of(user, match) for user in (ann, ben, zoe)]

    assert ("Offer to cancel" in before, "offers to cancel" in before) == (True, False)
    assert ["Ann offers to cancel this game." in page for page in pages] == [False, True, False]
    assert [page.count(agree) for page in pages] == [0, 1, 0]
    assert [page.count(back) for page in pages] == [1, 0, 0]


def test_an_open_page_hears_of_it_and_strangers_don_t() -> None:
    ann, ben, zoe = person("Ann"), person("Ben"), person("Zoe")
    match = ask(running_match(ann, ben), ann)
    clients = [Client(), Client()]
    for client, user in zip(clients, (ben, zoe), strict=True):
        client.force_login(user)

    assert [client.get(f"{match.get_absolute_url()}pulse/").json()["asking"] for client in clients] == [1, 0]
    assert 'data-asking="1"' in clients[0].get(match.get_absolute_url()).text


def test_whoever_asks_may_think_again() -> None:
    ann, ben = people(2)
    match = ask(running_match(ann, ben), ann)
    client = Client()
    client.force_login(ann)
    answer = client.post(f"{match.get_absolute_url()}cancel/not/")

    assert (answer.status_code, answer["Location"]) == (303, match.get_absolute_url())
    assert not Notice.objects.filter(user=ben, event=Event.MESSAGE, read_at=None).exists()
    assert "offers to cancel" not in page_of(ben, match)
    assert ask(match, ben).is_running


def test_the_wish_lapses_with_the_second_round() -> None:
    ann, ben = people(2)
    match = ask(played_on(running_match(ann, ben), 3), ann)
    assert "Ann offers to cancel this game." in page_of(ben, match)
    match = played(match)

    assert ("offers to cancel" in page_of(ben, match), "You offered" in page_of(ann, match)) == (False, False)
    with pytest.raises(refusals.SiteRefusal):
        cancelling.take_back(match_id=match.pk, user=ann, now=NOW)


def test_a_mail_tells_the_others_once_a_turn(delivered: Callable[[datetime], list[Mail]]) -> None:
    ann, ben, cleo = people(3)
    for user in (ann, ben, cleo):
        wants(user, when=MailTiming.NEVER)
    wants(cleo, Event.MESSAGE, when=MailTiming.AT_ONCE)
    match = running_match(ann, ben, cleo, name="Atoll")
    for _ in range(2):
        ask(match, ann)
        cancelling.take_back(match_id=match.pk, user=ann, now=NOW)
    ask(match, ann)
    ask(match, ben)
    told = Notice.objects.filter(event=Event.MESSAGE).values_list("user__username", "actor__username")
    mails = delivered(NOW)

    assert sorted(told) == [("Ben", "Ann"), ("Cleo", "Ann"), ("Cleo", "Ben")]
    assert subjects(mails) == ["Ben offers to cancel: Atoll"]
    assert "Do you agree? The game ends without a result if all players agree." in mails[0].text


@pytest.mark.parametrize("how", ["taken back", "lapsed"])
def test_no_mail_about_a_wish_that_is_gone(how: str, delivered: Callable[[datetime], list[Mail]]) -> None:
    ann, ben = people(2)
    for user in (ann, ben):
        wants(user, when=MailTiming.NEVER)
    wants(ben, Event.MESSAGE, when=MailTiming.LATER, minutes=30)
    match = ask(played_on(running_match(ann, ben, name="Atoll"), 3), ann)
    before = delivered(NOW)
    if how == "lapsed":
        played(match, now=NOW)
    else:
        cancelling.take_back(match_id=match.pk, user=ann, now=NOW)

    assert (before, delivered(NOW + timedelta(hours=1))) == ([], [])


def test_who_is_asked_to_cancel_hears_of_what_is_written_too() -> None:
    ann, ben = people(2)
    match = ask(running_match(ann, ben), ann)
    talk.write_message(match_id=match.pk, user=ann, text="Sorry, I have to leave", now=NOW)

    assert Notice.objects.filter(user=ben, event=Event.MESSAGE).count() == 2


def test_a_program_sees_who_asks_agrees_and_thinks_again() -> None:
    ann, robo, zoe = person("Ann"), outside_bot(), person("Zoe")
    match = running_match(ann, robo, rated=False)
    path = f"/matches/{match.key}"
    callers = Caller(ann), Caller(robo), Caller(zoe)

    def wishes() -> list[list[bool]]:
        return [[seat["wants_cancel"] for seat in caller.get(path).json()["seats"]] for caller in callers]

    callers[0].post(f"{path}/cancel")
    asked = wishes()
    answer = callers[0].client.delete(f"/api/v1{path}/cancel")
    taken_back = wishes()

    assert (asked, taken_back) == ([[True, False], [True, False], [False, False]], [[False, False]] * 3)
    assert (answer.status_code, answer.json()["state"]) == (200, "running")
    assert callers[1].post(f"{path}/cancel").json()["state"] == "running"
    assert callers[0].post(f"{path}/cancel").json()["state"] == "cancelled"
    assert is_problem(callers[0].client.delete(f"/api/v1{path}/cancel"), 422)

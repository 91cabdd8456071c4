"""A second game on the same site: several entries a turn, answers by others, entries out of turn, lasting orders."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.test import Client

from accounts.models import Mail, User
from games import sweeping
from games.matches import play, queries, refusals, seat_orders, stored_match
from games.matches.tables import tables
from games.matches.tables.tables import SeatPlan
from games.models import Match, MatchState, Notice, Seat, SeatOrder, TurnOrigin
from games.models.notice import Event
from games.notifications.channels.mail import sending
from games.registry import IllegalTurn, Refusal
from tests.factories import NOW, difference, people
from tests.notifications.conftest import gather

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lanterns")]
HOUR = timedelta(hours=1)
AT = 3  # where Ann lights the first lantern; no fog ever lies there, nor on the fields after it


def lanterns_of(number: int, **wishes: object) -> tuple[Match, list[User]]:
    sitters = people(number)
    settings = {"asks": wishes.pop("asks", "ask")}
    match = tables.create_match(
        creator=sitters[0],
        rules="lanterns",
        settings=settings,
        seats=[SeatPlan(user=user) for user in sitters],
        now=NOW,
        **{"draw_seats": False, "days_per_turn": 3, **wishes},
    )
    return match, sitters


def said(match: Match, user: User, text: str, hours: int = 1) -> Match:
    """The match after the person has said this; `0 light 5 1` with the fog that lies there."""
    fresh = Match.objects.get(pk=match.pk)
    fog = stored_match.game_of(fresh).brought()
    text = f"{fog} {text}" if fog is not None and text.startswith("light") else text
    return play.play_turn(
        match_key=match.key,
        player=user,
        number=fresh.next_number,
        text=text,
        by=TurnOrigin.PERSON,
        now=NOW + hours * HOUR,
    )


def seat(match: Match, index: int) -> Seat:
    return match.seats.get(index=index)


def log(match: Match) -> list[tuple[int, str, str]]:
    return [(turn.seat, turn.text, turn.by) for turn in match.turns.order_by("number")]


def told(user: User, event: Event) -> list[int]:
    return list(Notice.objects.filter(user=user, event=event).order_by("pk").values_list("turn", flat=True))


def opened(asks: str = "ask") -> tuple[Match, list[User]]:
    """A match of three in which Ann has ended her turn with one lantern."""
    match, sitters = lanterns_of(3, asks=asks)
    said(match, sitters[0], f"light {AT} 1")
    match = said(match, sitters[0], "end", 2)
    return match, sitters


def test_the_clock_of_a_turn_runs_on_over_its_entries_and_tells_once() -> None:
    match, (ann, ben, _) = lanterns_of(3)
    before = seat(match, 0)
    match = said(match, ann, f"light {AT} 1", 5)
    after = seat(match, 0)

    assert (after.awaited_since, after.deadline) == (before.awaited_since, before.deadline)
    assert match.turns.get(number=1).used is None

    match = said(match, ann, "end", 7)
    assert match.turns.get(number=2).used == 7 * HOUR
    assert not seat(match, 0).is_awaited
    assert seat(match, 1).deadline == NOW + 7 * HOUR + timedelta(days=3)
    assert (told(ann, Event.YOUR_TURN), told(ben, Event.YOUR_TURN)) == ([0], [2])


def test_others_are_asked_together_and_answer_in_any_order() -> None:
    match, (ann, ben, cleo) = opened()
    said(match, ben, "end")
    said(match, cleo, f"light {(AT + 2) % 9} 1")
    said(match, cleo, "end")
    said(match, ann, "end")
    match = said(match, ben, f"light {(AT + 1) % 9} 2", 4)

    assert [row.index for row in match.seats.all() if row.is_awaited] == [0, 2]
    assert told(ann, Event.YOUR_TURN)[-1] == told(cleo, Event.YOUR_TURN)[-1] == match.turn_number
    with pytest.raises(refusals.NotYourTurn):
        said(match, ben, "end")
    with pytest.raises(IllegalTurn):
        said(match, cleo, "end")
    said(match, cleo, "yes", 5)
    match = said(match, ann, "no", 6)

    state = queries.game_for(match, None).state(None)
    assert state["lit"] == {str(AT): 0, str((AT + 1) % 9): 1, str((AT + 2) % 9): 1}
    assert [row.index for row in match.seats.all() if row.is_awaited] == [1]
    assert not difference(match)


def test_an_entry_out_of_turn_leaves_the_clock_and_the_notices_of_the_mover_alone() -> None:
    match, (ann, ben, cleo) = opened()
    before = seat(match, 1)
    match = said(match, cleo, f"snuff {AT}", 3)

    assert log(match)[-1] == (2, f"snuff {AT}", "person")
    assert match.turns.get(number=3).used is None
    after = seat(match, 1)
    assert (after.awaited_since, after.deadline) == (before.awaited_since, before.deadline)
    assert not seat(match, 2).is_awaited
    assert told(ben, Event.YOUR_TURN) == [2]
    assert told(ann, Event.YOUR_TURN) == [0]


def test_a_policy_lasts_and_answers_without_a_word() -> None:
    match, (ann, ben, cleo) = opened()
    seat_orders.save_order(match_id=match.pk, user=ann, kind="answer", text="never", now=NOW + HOUR)
    seat_orders.save_order(match_id=match.pk, user=ann, kind="answer", text="always", now=NOW + HOUR)
    assert [(order.kind, order.text) for order in match.orders.all()] == [("answer", "always")]

    match = said(match, ben, f"light {(AT + 1) % 9} 2")
    assert log(match)[-1] == (0, "yes", "prepared")
    said(match, ben, "end")
    said(match, cleo, "end")
    said(match, ann, f"light {(AT + 3) % 9} 1")
    said(match, ann, "end")
    match = said(match, ben, f"light {(AT + 4) % 9} 1")

    assert log(match)[-1] == (0, "yes", "prepared")
    assert match.orders.count() == 1
    assert seat(match, 0).has_orders
    assert told(ann, Event.PREPARED) == []
    assert not difference(match)


def test_a_policy_that_comes_late_answers_at_once() -> None:
    match, (ann, ben, _) = opened()
    match = said(match, ben, f"light {AT + 1} 2")
    assert seat(match, 0).is_awaited
    seat_orders.save_order(match_id=match.pk, user=ann, kind="answer", text="never", now=NOW + 4 * HOUR)
    match.refresh_from_db()

    assert log(match)[-1] == (0, "no", "prepared")
    assert [row.index for row in match.seats.all() if row.is_awaited] == [1]


def test_a_question_stops_the_clock_of_the_turn_which_then_goes_on() -> None:
    match, (ann, ben, _) = opened()
    match = said(match, ben, f"light {AT + 1} 2", 10)
    assert not seat(match, 1).is_awaited
    match = said(match, ann, "no", 30)

    row = seat(match, 1)
    assert row.awaited_since == NOW + 30 * HOUR
    assert row.deadline == NOW + 30 * HOUR + timedelta(days=3) - 8 * HOUR  # Ben had used eight hours of his turn
    match = said(match, ben, "end", 35)
    assert [turn.used for turn in match.turns.order_by("number")][2:] == [8 * HOUR, 20 * HOUR, 5 * HOUR]


def test_an_answer_and_the_turn_after_it_have_a_clock_each() -> None:
    match, (ann, ben) = lanterns_of(2)
    said(match, ann, f"light {AT} 1")
    said(match, ann, "end", 2)
    said(match, ben, f"light {(AT + 4) % 9} 1", 3)
    match = said(match, ben, f"light {AT + 1} 2", 4)
    assert [row.index for row in match.seats.all() if row.is_awaited] == [0]
    late = NOW + 4 * HOUR + timedelta(days=3, minutes=1)
    for minutes in (0, 1, 2):
        sweeping.sweep_clocks(late + timedelta(minutes=minutes))
    match.refresh_from_db()

    assert log(match)[4:] == [(0, "no", "clock")]
    assert seat(match, 0).deadline == late + timedelta(days=3)
    assert told(ann, Event.TIMED_OUT) == [5]
    assert told(ann, Event.YOUR_TURN)[-1] == 5


def test_only_turns_fill_the_bank() -> None:
    wishes = {"days_per_turn": None, "bank_hours": 72, "increment_hours": 12, "cap_hours": 120}
    match, (ann, ben) = lanterns_of(2, **wishes)
    said(match, ann, f"light {AT} 1", 1)
    said(match, ann, "end", 2)
    assert seat(match, 0).bank == (72 - 2 + 12) * HOUR
    said(match, ben, f"light {AT + 1} 1", 3)
    match = said(match, ann, "no", 4)
    assert seat(match, 0).bank == (72 - 2 + 12 - 1) * HOUR


def test_an_answer_is_given_for_those_who_left_nothing() -> None:
    match, (_, ben, _) = opened(asks="auto")
    match = said(match, ben, f"light {(AT + 1) % 9} 2")

    assert log(match)[-1] == (0, "no", "rules")
    assert [row.index for row in match.seats.all() if row.is_awaited] == [1]


@pytest.mark.parametrize("is_legal", [True, False])
def test_an_armed_order_of_a_seat_that_is_not_awaited_comes_at_its_moment(*, is_legal: bool) -> None:
    match, (ann, ben, cleo) = opened()
    where = AT if is_legal else (AT + 4) % 9
    seat_orders.save_order(match_id=match.pk, user=ann, kind="armed", text=f"2 snuff {where}", now=NOW + HOUR)
    seat_orders.save_order(match_id=match.pk, user=ann, kind="answer", text="never", now=NOW + HOUR)
    match = said(match, ben, "end", 3)

    played = [(0, f"snuff {AT}", "prepared")] if is_legal else []
    assert log(match)[3:] == played
    assert [(order.kind, order.text) for order in match.orders.all()] == [("answer", "never")]
    assert seat(match, 0).has_orders
    detail = Notice.objects.get(user=ann, event=Event.PREPARED).detail
    assert detail == ("played" if is_legal else "not played")
    assert told(cleo, Event.YOUR_TURN) == [match.turn_number]


def test_orders_of_one_seat_at_one_moment_are_told_apart() -> None:
    match, (ann, ben, cleo) = opened()
    seat_orders.save_order(match_id=match.pk, user=ann, kind="armed", text=f"2 snuff {AT}", now=NOW + HOUR)
    seat_orders.save_order(match_id=match.pk, user=cleo, kind="armed", text=f"2 snuff {AT}", now=NOW + HOUR)
    said(match, ben, "end", 3)

    assert Notice.objects.get(user=ann, event=Event.PREPARED).detail == "played"
    assert Notice.objects.get(user=cleo, event=Event.PREPARED).detail == "not played"


def test_orders_that_do_not_fit_are_refused_and_lose_nothing() -> None:
    match, (ann, *_) = opened()
    seat_orders.save_order(match_id=match.pk, user=ann, kind="armed", text=f"2 snuff {AT}", now=NOW + HOUR)
    for kind, text in (("armed", "snuff 1"), ("answer", "perhaps"), ("turn", "snuff 1")):
        with pytest.raises(Refusal):
            seat_orders.save_order(match_id=match.pk, user=ann, kind=kind, text=text, now=NOW + HOUR)
    assert [(order.kind, order.text) for order in match.orders.all()] == [("armed", f"2 snuff {AT}")]


def test_running_out_of_time_over_a_question_is_an_answer_and_nobody_is_out() -> None:
    match, (ann, ben, _) = opened()
    match = said(match, ben, f"light {(AT + 1) % 9} 2", 3)
    sweeping.sweep_clocks(NOW + 3 * HOUR + timedelta(days=3, seconds=1))
    match.refresh_from_db()

    assert log(match)[-1] == (0, "no", "clock")
    assert seat(match, 0).reason == ""
    assert told(ann, Event.TIMED_OUT) == [match.turn_number]
    assert [row.index for row in match.seats.all() if row.is_awaited] == [1]


def test_what_is_secret_is_masked_for_everybody_else() -> None:
    match, (_, ben, _) = opened()
    texts = [queries.game_for(match, viewer).text_for(1, viewer) for viewer in (0, 1, None)]
    assert [text[-1] for text in texts] == ["1", "?", "?"]
    with pytest.raises(IllegalTurn):
        said(match, ben, f"light {(AT + 4) % 9} ?")
    assert "light" in queries.game_for(match, 1).to_record()
    assert f"light {AT} 1" not in queries.game_for(match, 1).to_record(1)


def test_taking_back_is_a_further_entry() -> None:
    match, (ann, *_) = lanterns_of(3)
    said(match, ann, f"light {AT} 1")
    match = said(match, ann, "undo")
    assert [text for _, text, _ in log(match)][-1] == "undo"
    assert queries.game_for(match, 0).state(0)["lit"] == {}
    match = said(match, ann, f"light {AT} 2")
    assert queries.game_for(match, 0).state(0)["lit"] == {str(AT): 0}
    assert not difference(match)


def test_a_whole_game_ends_with_places_and_replays() -> None:
    match, sitters = lanterns_of(3, asks="auto")
    seat_orders.save_order(match_id=match.pk, user=sitters[0], kind="answer", text="always", now=NOW)
    for _ in range(200):
        if not match.is_running:
            break
        game = stored_match.game_of(match)
        index = game.awaited()[0]
        match = said(match, sitters[index], next(text for text in game.choices(index) if text != "undo"))

    match.refresh_from_db()
    assert (match.state, match.reason) == (MatchState.FINISHED, "rounds")
    assert None not in [row.place for row in match.seats.all()]
    assert [told(user, Event.ENDED) for user in sitters] == [[match.turn_number]] * 3
    assert not SeatOrder.objects.exists()
    assert not Seat.objects.filter(has_orders=True).exists()
    assert not difference(match)


# The pages, with nothing of their own for lanterns.


def page_of(user: User, address: str) -> str:
    client = Client()
    client.force_login(user)
    return client.get(address).content.decode()


def posted(user: User, address: str, fields: dict[str, object]) -> int:
    client = Client()
    client.force_login(user)
    return client.post(address, fields).status_code


def test_the_page_plays_an_entry_of_several_and_an_answer() -> None:
    match, (ann, ben, _) = opened()
    page = page_of(ben, f"{match.get_absolute_url()}?c=end")
    assert 'id="turn-confirm"' in page
    assert "There is no taking back after this." in page
    assert "tile" not in page.split("<main", 1)[1].lower()

    game = stored_match.game_of(match)
    text = f"{game.brought()} light {AT + 1} 1"
    fields = {"number": match.next_number, "text": text, "key": "one"}
    assert posted(ben, match.get_absolute_url(), fields) == 303
    assert match.turns.count() == 3
    assert "light" in page_of(ann, f"{match.get_absolute_url()}list/")
    assert 'value="yes"' in page_of(ann, f"{match.get_absolute_url()}?c=yes")


def test_who_is_not_to_move_may_do_what_the_game_allows_out_of_turn() -> None:
    match, (_, _, cleo) = opened()
    page = page_of(cleo, f"{match.get_absolute_url()}?c=snuff+{AT}")

    assert f'name="text" value="snuff {AT}"' in page
    assert "Ben to move" in page
    assert "Your turn" not in page.split("</title>")[0]


def test_orders_are_left_changed_and_taken_away_on_the_page() -> None:
    match, (ann, ben, _) = opened()
    base = match.get_absolute_url()
    page = page_of(ann, f"{base}?prepare=answer&c=always")
    assert 'name="kind" value="answer"' in page
    assert posted(ann, f"{base}orders/", {"kind": "answer", "text": "always"}) == 303
    assert posted(ann, f"{base}orders/", {"kind": "answer", "text": "ask"}) == 303
    assert "<code>ask</code>" in page_of(ann, base)
    assert "<code>ask</code>" not in page_of(ben, base)


def test_secret_texts_are_on_nobody_elses_page() -> None:
    match, (ann, ben, _) = opened()
    secret = stored_match.game_of(match).entries[0].text
    base = match.get_absolute_url()
    for address in (base, f"{base}list/", f"{base}1/", f"{base}2/try/", f"/api/v1/matches/{match.key}"):
        assert secret not in page_of(ben, address), address
    assert secret in page_of(ann, f"{base}1/")


def test_secret_texts_are_in_nobody_elses_mail() -> None:
    match, (_, ben, _) = opened()
    gather(NOW + 3 * HOUR)
    sending.send_due(now=NOW + 3 * HOUR)
    [written] = Mail.objects.filter(user=ben)

    assert "Ann:" in written.text
    for text in (written.text, written.html):
        assert stored_match.game_of(match).entries[0].text not in text


def test_the_sandbox_plays_for_everybody_also_out_of_turn() -> None:
    match, (ann, _, _) = opened()
    base = f"{match.get_absolute_url()}2/try/"
    page = page_of(ann, base)
    links = dict(re.findall(r'<a class="btn" href="([^"]*)">Play for (\w+)</a>', page))
    assert sorted(links.values()) == ["Ann", "Cleo"]

    tried = f"{base}?m=2:snuff+{AT}&m=1:end&m=~1"
    page = page_of(ann, tried)
    assert "Cleo: snuff" in page
    assert "Ben: end" in page
    assert 'aria-current="true"' in page
    back = re.search(r'id="line-back" href="([^"]*)"', page)
    assert back is not None
    assert unescape(back[1]) == f"?m=2:snuff%20{AT}"
    refused = Client().get(f"{base}?m=nonsense")
    assert refused.status_code == 422
    assert not match.turns.filter(number__gt=2).exists()


def test_a_new_table_offers_the_options_of_the_game_and_no_bot_that_cannot_play_it() -> None:
    ann, *_ = people(1)
    page = page_of(ann, "/tables/new/lanterns/")
    assert "Questions" in page
    assert "Bot:" not in page
    assert "stand-in bot" not in page

"""Who does much in a short time is told to wait, in a sentence, and loses nothing of what they wrote."""

from __future__ import annotations

import pytest
from django.test import Client

from games.api import tokens
from games.matches import queries, talk
from games.matches.tables import pace
from games.models import Match
from games.models.token import Scope
from taluva_site.security.limits import Limit
from tests.factories import NOW, browser_of, finished_match, level_bot, open_table, people, running_match
from tests.matches.tables.test_new_table import NEW_TABLE

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def one_of_each(monkeypatch: pytest.MonkeyPatch) -> None:
    for module, name in ((pace, "TABLES"), (pace, "INVITATIONS"), (pace, "SEATS"), (talk, "FLOOD")):
        limit = getattr(module, name)
        monkeypatch.setattr(module, name, Limit(limit.name, 1, limit.seconds))


def test_many_tables_wait_and_the_form_keeps_what_was_written() -> None:
    ann, _ben = people(2)
    client = browser_of(ann)
    form = NEW_TABLE | {"name": "A long evening"}
    first, second = (client.post("/tables/new/taluva/", form) for _ in range(2))

    assert (first.status_code, second.status_code, Match.objects.count()) == (303, 429, 1)
    assert "You have opened 1 tables within an hour. Try again in" in second.text
    assert 'value="A long evening"' in second.text


def test_invitations_are_counted_by_person(monkeypatch: pytest.MonkeyPatch) -> None:
    ann, ben, cleo = people(3)
    monkeypatch.setattr(pace, "TABLES", Limit("tables", 9, 3600))
    pace.check_pace(ann, [ben])
    pace.check_pace(ben, [ann])

    with pytest.raises(pace.RateLimited) as refused:
        pace.check_pace(ann, [None, cleo])

    assert refused.value.message.startswith("You have invited 1 people within an hour. Try again in ")
    assert (refused.value.status, 0 < refused.value.seconds <= 3600) == (429, True)


def test_games_with_bots_and_rematches_are_tables_too() -> None:
    ann = people(1)[0]
    client, level = browser_of(ann), {"level": "seedling"}
    over = finished_match(ann, level_bot())
    assert client.post("/play/taluva/", level).status_code == 303

    answers = [client.post("/play/taluva/", level), client.post(f"{over.get_absolute_url()}rematch/")]

    assert [answer.status_code for answer in answers] == [429, 429]
    assert all("You have opened 1 tables within an hour." in answer.text for answer in answers)
    assert Match.objects.count() == 2


def test_the_api_counts_the_same_tables() -> None:
    ann = people(1)[0]
    client = browser_of(ann)
    client.post("/play/taluva/", {"level": "seedling"})
    _, token = tokens.create_token(user=ann, name="program", scopes=Scope.values, now=NOW)
    wish = {"seats": [{"kind": "me"}, {"kind": "anybody"}]}
    program = Client(headers={"Authorization": f"Bearer {token}"})

    answer = program.post("/api/v1/matches", wish, content_type="application/json")

    assert (answer.status_code, 0 < int(answer["Retry-After"]) <= 3600) == (429, True)
    assert answer.json()["detail"].startswith("You have opened 1 tables within an hour.")


def test_tables_of_one_address_are_counted_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pace, "TABLES", Limit("tables", 1, 3600))

    def statuses(number: int, address: str) -> list[int]:
        clients = [Client(REMOTE_ADDR=address) for _ in range(number)]
        return [client.post("/play/taluva/", {"level": "seedling"}).status_code for client in clients]

    assert statuses(pace.HOUSEHOLD + 1, "10.0.0.7") == [303] * pace.HOUSEHOLD + [429]
    assert statuses(1, "10.0.0.8") == [303]


def test_seats_that_are_taken_are_counted_on_pages_and_by_the_api() -> None:
    ann, ben = people(2)
    client, tables = browser_of(ben), [open_table(ann) for _ in range(3)]
    _, token = tokens.create_token(user=ben, name="program", scopes=Scope.values, now=NOW)
    program = Client(headers={"Authorization": f"Bearer {token}"})

    first, second = (client.post(f"{table.get_absolute_url()}join/") for table in tables[:2])
    third = program.post(f"/api/v1/matches/{tables[2].key}/join", {}, content_type="application/json")

    assert [answer.status_code for answer in (first, second, third)] == [303, 429, 429]
    assert "You have joined 1 tables within an hour. Try again in" in second.text
    assert [queries.seat_of(table, ben) is not None for table in tables] == [True, False, False]


def test_what_was_said_too_soon_is_there_to_be_sent_again() -> None:
    ann, ben = people(2)
    match, client = running_match(ann, ben), browser_of(ann)
    path = f"{match.get_absolute_url()}talk/new/"
    first, second = (client.post(path, {"text": text}) for text in ("one", "two & three"))

    assert (first.status_code, second.status_code) == (303, 429)
    assert "Too many messages. Wait" in second.text
    assert f'action="{path}"' in second.text
    assert ">two &amp; three</textarea>" in second.text
    assert list(match.messages.values_list("text", flat=True)) == ["one"]

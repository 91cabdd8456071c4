"""The seed of a running game, and what players prepare in it, stand in no file, dump, fixture or query in clear."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
from django.core import serializers
from django.core.exceptions import FieldError
from django.db import connection
from django.test import Client

from games.matches import sealing, stored_match
from games.matches.tables import tables
from games.models import Match, MatchState, SeatOrder
from taluva_site.security import encryption
from tests import databases
from tests.factories import NOW, finished_match, open_table, people, played, running_match
from tests.processes import Hosted

SEED = "feedbee5" * 8
PLAY = """
import json
from tests import databases
from tests.factories import finished_match, people, played_on, running_match
ann, ben = people(2)
running, finished = [played_on(running_match(ann, ben), 3) for _ in range(2)], [finished_match(ann, ben)]
print(json.dumps([[match.seed for match in matches] for matches in (running, finished)]))
"""
# What the version before 0025 has of a club: its own models write the rows.
OLD_CLUB = """
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone
old = MigrationExecutor(connection).loader.project_state(("games", "0024_moderators")).apps
now, user = timezone.now(), old.get_model("accounts", "User").objects.first()
if user is None:
    user = old.get_model("accounts", "User").objects.create(username="Ann", name_key="ann")
for state in ("running", "finished"):
    old.get_model("games", "Match").objects.create(
        key=state + KEY, rules="taluva", rules_version="1", players=2, creator=user, state=state, seed=state * 5,
        started_at=now, ended_at=now,
    )
"""


def stored(match: Match) -> list[str]:
    """Both columns of the seed, as the database has them."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT seed, sealed_seed FROM games_match WHERE id = %s", [match.pk])
        return list(cursor.fetchone())


@pytest.mark.django_db
def test_the_seed_is_encrypted_while_the_game_runs_and_public_afterwards() -> None:
    match = running_match(*people(2))
    seed = match.seed
    public, sealed = stored(match)

    assert (public, seed in sealed, encryption.decrypt(sealed, "seed")) == ("", False, seed)
    assert Match.objects.get().seed == seed
    tables.end_unplayed(match, "A test.", now=NOW)
    assert stored(match)[0] == Match.objects.get().seed == seed


@pytest.mark.django_db
def test_a_game_played_to_its_end_has_a_public_seed() -> None:
    over = finished_match(*people(2))

    assert stored(over)[0] == over.seed == Match.objects.get().seed


@pytest.mark.django_db
def test_an_open_table_has_no_seed() -> None:
    match = open_table(people(1)[0])

    assert (match.seed, stored(match)) == ("", ["", ""])


@pytest.mark.django_db
@pytest.mark.parametrize("lookup", ["exact", "startswith", "contains", "regex", "gt", "in"])
def test_queries_can_not_ask_for_the_seed(lookup: str) -> None:
    running_match(*people(2))
    with pytest.raises((FieldError, ValueError)):
        Match.objects.filter(**{f"sealed_seed__{lookup}": SEED}).exists()


@pytest.mark.django_db
def test_a_fixture_holds_the_encrypted_seed_and_gives_it_back() -> None:
    match = running_match(*people(2))
    seed, fixture = match.seed, serializers.serialize("json", [match])
    match.delete()
    [loaded] = serializers.deserialize("json", fixture)
    loaded.save()

    assert seed not in fixture
    assert Match.objects.get().seed == seed


@pytest.mark.django_db
def test_pages_that_list_games_decrypt_nothing(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, ben = people(2)
    matches = [played(running_match(ann, ben)) for _ in range(3)]
    client.force_login(ann)
    decrypted: list[str] = []
    monkeypatch.setattr(encryption, "decrypt", lambda stored, _purpose: decrypted.append(stored))
    for path in ("/", "/games/", "/archive/", "/people/Ann/"):
        assert client.get(path, follow=True).status_code == 200

    assert (decrypted, len(matches)) == ([], 3)


@pytest.mark.django_db
def test_without_the_key_a_running_game_is_closed_and_an_ended_one_open(settings: object) -> None:
    ann, ben = people(2)
    running, over = running_match(ann, ben), finished_match(ann, ben)
    stored_match.clear_cache()
    setattr(settings, "SECRET_KEY", "another key " * 5)  # noqa: B010 - a fixture without a type

    with pytest.raises(encryption.UndecryptableError, match="SECRET_KEY_FALLBACKS"):
        stored_match.game_of(Match.objects.get(pk=running.pk))
    assert stored_match.game_of(Match.objects.get(pk=over.pk)).over


@pytest.mark.django_db
def test_seeds_of_the_version_before_are_read_and_then_encrypted() -> None:
    ann, ben = people(2)
    running, over = running_match(ann, ben), finished_match(ann, ben)
    Match.objects.filter(pk=running.pk).update(public_seed=SEED, sealed_seed="")
    assert Match.objects.get(pk=running.pk).seed == SEED

    assert [sealing.seal_seeds() for _ in range(2)] == [1, 0]
    public, sealed = stored(running)
    assert (public, encryption.decrypt(sealed, "seed")) == ("", SEED)
    assert Match.objects.get(pk=running.pk).state == MatchState.RUNNING
    assert stored(over)[0] == over.seed


@pytest.mark.django_db
def test_prepared_turns_are_encrypted_and_those_of_the_version_before_become_so() -> None:
    match = running_match(*people(2), settings={"preview": "on"})
    old = SeatOrder.objects.create(match=match, seat=1, kind="turn", plain_text="JC@0,0E H@1,0")
    new = SeatOrder.objects.create(match=match, seat=1, kind="turn", rank=1, text="JC@0,0E H@0,1")
    texts = [order.text for order in match.orders.all()]
    sealed = [sealing.seal_orders() for _ in range(2)]
    with connection.cursor() as cursor:
        cursor.execute("SELECT text, sealed_text FROM games_order ORDER BY id")
        rows = cursor.fetchall()

    assert texts == ["JC@0,0E H@1,0", "JC@0,0E H@0,1"] == [order.text for order in match.orders.all()]
    assert (sealed, [plain for plain, _sealed in rows]) == ([1, 0], ["", ""])
    assert [encryption.decrypt(stored, "order") for _plain, stored in rows] == texts
    assert "JC@" not in str(old) + str(new) + serializers.serialize("json", match.orders.all())


def copies(club: Hosted, folder: Path) -> Iterator[tuple[str, bytes]]:
    """Everything that somebody gets who takes the club's data along: its files and backup, or a dump of its tables."""
    place = urlsplit(club.database)
    if place.scheme == "sqlite":
        club.manage("backup", str(folder / "kept.sqlite3"))
        for file in folder.rglob("*"):
            if file.is_file() and not file.is_symlink():
                yield file.name, file.read_bytes()
        return
    with psycopg.connect(club.database) as dumped:
        names = dumped.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
        for (name,) in names:
            with dumped.cursor().copy(f'COPY "{name}" TO STDOUT') as rows:
                yield name, b"".join(rows)


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Hosted]:
    """A club with an empty database of its own, and without a Redis."""
    with databases.fresh(tmp_path) as url:
        yield Hosted(tmp_path, url, "redis://127.0.0.1:9/0")


@pytest.mark.worker
@pytest.mark.database
def test_no_file_backup_or_dump_has_the_seed_of_a_running_game(club: Hosted) -> None:
    club.migrate()
    place = urlsplit(club.database)
    # A connection that stays open keeps SQLite's log beside the file, as an open club does.
    with closing(sqlite3.connect(place.path if place.scheme == "sqlite" else ":memory:")) as opened:
        opened.execute("SELECT count(*) FROM sqlite_master").fetchone()
        running, finished = json.loads(club.manage("shell", "-v0", "-c", PLAY))
        held = dict(copies(club, club.folder))

    assert [name for name, data in held.items() for seed in running if seed.encode() in data] == []
    found = [name for name, data in held.items() if finished[0].encode() in data]
    assert set(found) >= ({"kept.sqlite3"} if place.scheme == "sqlite" else {"games_match"})
    if place.scheme == "sqlite":
        assert "club.sqlite3-wal" in held


@pytest.mark.worker
@pytest.mark.database
def test_a_club_of_the_version_before_is_upgraded_with_its_games(club: Hosted) -> None:
    club.manage("migrate", "-v0", "games", "0024")
    club.manage("shell", "-v0", "-c", OLD_CLUB.replace("KEY", "'1'"))
    club.manage("migrate", "-v0")
    club.manage("shell", "-v0", "-c", OLD_CLUB.replace("KEY", "'2'"))  # a process of the version before writes on
    seal = "from games.tasks import seal_secrets; seal_secrets()"
    show = "from games.models import Match; print(*(f'{m.key}={m.seed}' for m in Match.objects.order_by('key')))"
    before = club.manage("shell", "-v0", "-c", show)
    club.manage("shell", "-v0", "-c", seal)

    expected = [f"{state}{number}={state * 5}" for state in ("finished", "running") for number in "12"]
    assert before.split() == club.manage("shell", "-v0", "-c", show).split() == expected
    kept = [name for name, data in copies(club, club.folder) if b"running" * 5 in data]
    assert not {"kept.sqlite3", "games_match"} & set(kept)

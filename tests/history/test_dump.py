"""The public dump: what is in it, what never is, and that it is written whole, however often at a time."""

from __future__ import annotations

import asyncio
import csv
import hashlib
import io
import zipfile
from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.management import CommandError, call_command
from django.test import Client

from accounts.models import User
from accounts.services import account_deletion
from games import records
from games.history import archive_check, dumps, ratings
from games.history.views.dump_pages import Download
from games.matches import play
from games.models import Dump, Match, ProfileWishes, RatingChange, Visibility
from games.tasks import write_dump
from tests.factories import NOW, level_bot, people, played_on, running_match
from tests.history.games import DAY

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _storage_of_its_own(settings: Any) -> None:
    memory = {"BACKEND": "django.core.files.storage.InMemoryStorage"}
    settings.STORAGES = {**settings.STORAGES, "default": memory}


@pytest.fixture
def games() -> list[Match]:
    """Three that all may see; then what does not belong there."""
    ann, ben, cleo = people(3)
    found = [
        short(ann, ben),
        short(ben, ann, settings={"preview": "on"}),
        short(ann, cleo, ben, level_bot(), settings={"teams": "on"}),
    ]
    short(ann, ben, rated=False)
    for visibility in (Visibility.PRIVATE, Visibility.UNLISTED):
        short(ann, ben, visibility=visibility)
    played_on(running_match(ann, ben), 1)
    ratings.reckon_waiting()
    return found


def short(*sitters: User, **wishes: Any) -> Match:
    """A game that ends by resignations after two turns."""
    match = played_on(running_match(*sitters, **wishes), 2)
    for loser in sitters:
        if match.is_running:
            match = play.resign_match(match_id=match.pk, player=loser, now=NOW)
    return match


def content(dump: Dump) -> dict[str, str]:
    """Its files by their names."""
    with default_storage.open(dump.file) as file, zipfile.ZipFile(file) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def lines(dump: Dump) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(content(dump)["games.csv"])))


def said(*arguments: str) -> list[str]:
    out = StringIO()
    call_command("archive", *arguments, "--workers", "1", stdout=out)
    return out.getvalue().splitlines()


def test_each_rated_public_game_and_no_other(games: list[Match]) -> None:
    dump = dumps.write_dump(now=NOW)
    files = content(dump)

    assert dump.games == 3
    assert set(files) == {"README.txt", "games.csv", *(f"records/{match.key}.txt" for match in games)}
    for match in games:
        game = records.read_record(files[f"records/{match.key}.txt"])
        assert (game.turn, game.reason) == (match.turn_number, match.reason)
        assert list(game.places) == list(match.seats.values_list("place", flat=True))


def test_a_line_tells_who_played_and_what_it_made_of_the_ratings(games: list[Match]) -> None:
    first, second, third = lines(dumps.write_dump(now=NOW))

    assert [line["key"] for line in (first, second, third)] == [match.key for match in games]
    assert (first["names"], first["players"], first["teams"]) == ("Ann;Ben", "2", "")
    assert (third["names"], third["teams"]) == ("Ann;Cleo;Ben;Seedling", "0;1;0;1")
    assert "preview=on" in second["options"]
    assert first["ratings_before"] == "1500±1000;1500±1000"
    assert second["ratings_before"].split(";") == first["ratings_after"].split(";")[::-1]
    assert first["ended"] == games[0].ended_at.isoformat(timespec="seconds")  # type: ignore[union-attr]


def test_it_has_no_rating_of_who_does_not_show_theirs(games: list[Match]) -> None:
    before = lines(dumps.write_dump(now=NOW))
    wishes = ProfileWishes.objects.create(user=User.objects.get(username="Ann"), ratings=False)
    after = lines(dumps.write_dump(now=NOW + DAY))

    for name in ("ratings_before", "ratings_after"):
        first, second, third = (line[name] for line in before)
        assert [line[name] for line in after] == [
            f";{first.split(';')[1]}",
            f"{second.split(';')[0]};",
            f";{third.split(';', 1)[1]}",
        ]
    assert said("check")[-1].startswith("7 games, the ratings and the dump checked in ")
    wishes.delete()
    assert said("check")[-1].startswith("7 games, the ratings and the dump checked in ")


def test_its_checksum_is_that_of_the_file(games: list[Match]) -> None:
    dump = dumps.write_dump(now=NOW)
    with default_storage.open(dump.file) as file:
        whole = file.read()

    assert (dump.sha256, dump.size) == (hashlib.sha256(whole).hexdigest(), len(whole))


def test_who_has_left_is_not_in_the_next_one(games: list[Match]) -> None:
    before = dumps.write_dump(now=NOW)
    assert "Ann" in content(before)["games.csv"]
    account_deletion.delete_account(user=User.objects.get(username="Ann"), now=NOW)
    after = dumps.write_dump(now=NOW + DAY)

    assert "Ann" not in "".join(content(after).values())
    assert "Gone" in content(after)["games.csv"]
    assert not default_storage.exists(before.file)
    assert said("check")[-1].startswith("7 games, the ratings and the dump checked in ")


def test_the_next_night_takes_records_over_and_forgets_what_is_hidden_by_then(games: list[Match]) -> None:
    dumps.write_dump(now=NOW)
    Match.objects.filter(pk=games[1].pk).update(visibility=Visibility.PRIVATE)
    fourth = short(*people_again())
    ratings.reckon_waiting()
    dump = dumps.write_dump(now=NOW + DAY)

    assert [line["key"] for line in lines(dump)] == [games[0].key, games[2].key, fourth.key]
    assert Dump.objects.count() == 1
    assert said("check")


def people_again() -> list[User]:
    return list(User.objects.order_by("pk")[:2])


def test_the_same_games_make_the_same_dump(games: list[Match]) -> None:
    first = dumps.write_dump(now=NOW)
    again = dumps.write_dump(now=NOW + DAY)

    assert (again.pk, again.sha256, again.file) == (first.pk, first.sha256, first.file)
    assert again.written_at == NOW + DAY
    assert default_storage.exists(first.file)


def test_two_that_are_written_at_a_time_leave_one(games: list[Match], monkeypatch: pytest.MonkeyPatch) -> None:
    announce = dumps.announce_dump

    def meanwhile(dump: Dump) -> None:
        """Somebody else is done just before."""
        monkeypatch.setattr(dumps, "announce_dump", announce)
        write_dump()
        announce(dump)

    monkeypatch.setattr(dumps, "announce_dump", meanwhile)
    write_dump()

    [dump] = Dump.objects.all()
    assert default_storage.listdir("dumps")[1] == [dump.file.removeprefix("dumps/")]
    assert len(content(dump)) == 5


def test_an_empty_club_has_an_empty_dump() -> None:
    assert (dumps.write_dump(now=NOW).games, said("check")[-1].split(" checked")[0]) == (
        0,
        "0 games, the ratings and the dump",
    )


def test_the_command_writes_it_at_once(games: list[Match]) -> None:
    [line] = said("dump")

    dump = dumps.newest_dump()
    assert dump
    assert line == f"3 games in {dump.file} ({dump.size:,} bytes), SHA-256 {dump.sha256}"


FORGERIES: dict[str, tuple[Callable[[dict[str, str], str], None], str]] = {
    "a record": (lambda files, key: replaced(files, f"records/{key}.txt", "1. ", "1.  "), "its record in the dump"),
    "a missing record": (lambda files, key: files.pop(f"records/{key}.txt") and None, "or its line, and not the other"),
    "a place": (lambda files, key: replaced(files, "games.csv", "last-standing", "early"), "the dump has another"),
    "a rating": (lambda files, key: replaced(files, "games.csv", "1500±1000;", "1600±1000;"), "another ratings_before"),
    "a missing game": (
        lambda files, key: replaced(files, "games.csv", key, "abcdefghij"),
        "it is not in the dump",
    ),
}


def replaced(files: dict[str, str], name: str, old: str, new: str) -> None:
    files[name] = files[name].replace(old, new)


@pytest.mark.parametrize("what", FORGERIES)
def test_a_dump_that_is_not_what_the_rows_say_is_found(what: str, games: list[Match]) -> None:
    dump = dumps.write_dump(now=NOW)
    files = content(dump)
    forge, words = FORGERIES[what]
    forge(files, games[0].key)
    text = io.BytesIO()
    with zipfile.ZipFile(text, "w") as archive:
        for name, value in files.items():
            archive.writestr(name, value)
    dump.sha256 = stored_again(dump, text.getvalue())
    dump.save()

    assert words in " ".join(
        each.words for each in archive_check.archive_differences(workers=1, say=lambda _text: None)
    )


def stored_again(dump: Dump, whole: bytes) -> str:
    """The checksum of what lies there from now on."""
    default_storage.delete(dump.file)
    assert default_storage.save(dump.file, ContentFile(whole)) == dump.file
    return hashlib.sha256(whole).hexdigest()


def test_a_dump_that_was_damaged_is_found_and_written_anew(games: list[Match]) -> None:
    dump = dumps.write_dump(now=NOW)
    stored_again(dump, b"PK")
    with pytest.raises(CommandError, match="1 thing is not as stored"):
        said("check")
    dumps.write_dump(now=NOW)

    assert said("check")


def test_wrong_ratings_in_the_rows_are_found(games: list[Match]) -> None:
    dumps.write_dump(now=NOW)
    RatingChange.objects.update(mu=30)

    words = {each.words for each in archive_check.archive_differences(workers=1, say=lambda _text: None)}
    assert words == {"the dump has another ratings_after"}


def test_the_page_offers_it_with_its_checksum(games: list[Match], client: Client) -> None:
    assert "Not available yet." in client.get("/archive/dump/").text
    assert client.get("/archive/dump/games.zip").status_code == 404
    dump = dumps.write_dump(now=NOW)
    page = client.get("/archive/dump/").text

    assert "Download 3 games" in page
    assert dump.sha256 in page
    assert "4 May 2026, 12:00" in page
    assert 'href="/archive/dump/"' in client.get("/archive/").text


def test_the_file_is_sent_once_to_each_browser(games: list[Match], client: Client) -> None:
    dump = dumps.write_dump(now=NOW)
    answer = client.get("/archive/dump/games.zip")

    assert hashlib.sha256(answer.getvalue()).hexdigest() == dump.sha256
    assert answer["Content-Disposition"] == 'attachment; filename="games-2026-05-04.zip"'
    assert (answer["ETag"], answer["Content-Length"]) == (f'"{dump.sha256}"', str(dump.size))
    assert client.get("/archive/dump/games.zip", headers={"If-None-Match": answer["ETag"]}).status_code == 304


def test_a_download_is_read_part_by_part() -> None:
    whole = bytes(range(256)) * 2048

    async def parts() -> list[int]:
        return [len(part) async for part in Download(io.BytesIO(whole))]

    assert asyncio.run(parts()) == [1 << 18, 1 << 18]

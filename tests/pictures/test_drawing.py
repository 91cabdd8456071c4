"""Pictures for visitors: drawn by a worker, once, for whoever asks within reason; pages never draw."""

from __future__ import annotations

import os
import stat
from dataclasses import replace
from inspect import getfile
from pathlib import Path
from shutil import copytree
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection
from django.test import Client, RequestFactory

from accounts.models import User
from games import tasks
from games.boards import GameBoard
from games.history import computer_analysis
from games.history.studies import study_records
from games.matches import play
from games.matches.tables import pace
from games.matches.tables.pace import Visitor
from games.models import AnalysisRun, Match, Study
from games.pictures import drawing, gallery, images
from games.pictures.gallery import MATCH, STUDY, StillPicture
from games.registry import BOARDS
from taluva_site.http.client_addresses import network_of, request_address
from taluva_site.queues import queue_lengths
from taluva_site.security import limits
from tests.factories import NOW, browser_of, guest, people, person, played_on, running_match

pytestmark = pytest.mark.django_db
Line = list[tuple[str, tuple[Any, ...]]]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, settings: Any) -> Path:
    settings.PICTURES_FOLDER = tmp_path / "pictures"
    return tmp_path / "pictures"


@pytest.fixture
def line(monkeypatch: pytest.MonkeyPatch) -> Line:
    """The tasks that wait for a worker that does not come; nobody waits for a picture."""
    waiting: Line = []

    def enqueue(task: str, *args: Any) -> bool:
        waiting.append((task.rpartition(".")[2], args))
        return True

    monkeypatch.setattr(drawing, "enqueue", enqueue)
    monkeypatch.setattr(queue_lengths, "count_tasks", lambda _queue, _priority=None: len(waiting))
    monkeypatch.setattr(drawing, "PATIENCE", 0.0)
    return waiting


def over(ann: User, ben: User, turns: int = 3) -> Match:
    """A match that ends when the first player gives up after some turns."""
    match = played_on(running_match(ann, ben), turns)
    play.resign_match(match_id=match.pk, player=ann, now=NOW)
    return Match.objects.get(pk=match.pk)


def address(match: Match, number: int, kind: str = "card") -> str:
    return f"{match.get_absolute_url()}{number}/{kind}.png"


def test_a_picture_is_drawn_by_a_task_once_and_kept_on_disk(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match, drawn, png = played_on(running_match(*people(2)), 2), [], images.render_png
    monkeypatch.setattr(
        images, "render_png", lambda rules, game, *more: (drawn.append(game.turn), png(rules, game, *more))[1]
    )

    answers = [Client().get(address(match, 1)) for _again in range(2)]

    [kept] = folder.glob("*.png")
    assert [(answer.status_code, answer["Content-Type"]) for answer in answers] == [(200, "image/png")] * 2
    assert [answer.content for answer in answers] == [kept.read_bytes()] * 2
    assert (drawn, stat.S_IMODE(kept.stat().st_mode)) == ([1], 0o600)


def test_a_page_does_not_draw_and_asks_to_be_asked_again(line: Line) -> None:
    match = played_on(running_match(*people(2)), 2)

    answers = [Client().get(address(match, number)) for number in (1, 1, 2)]

    assert line == [("draw_picture", (MATCH, match.key, number, "card")) for number in (1, 2)]
    told = [(answer.status_code, answer["Retry-After"], answer["Cache-Control"]) for answer in answers]
    assert told == [(503, "5", "no-store")] * 3
    assert answers[0].text == "Too many pictures are being drawn right now. Try again in a few seconds.\n"


@pytest.mark.django_db(transaction=True)
def test_who_waits_for_a_picture_holds_no_connection(line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    """PostgreSQL's pool has fewer of them than requests may wait."""
    match, held = played_on(running_match(*people(2)), 1), []
    clock = iter((0.0, 0.0, 1.0))
    wait = SimpleNamespace(monotonic=lambda: next(clock), sleep=lambda _s: held.append(connection.connection))
    monkeypatch.setattr(drawing, "PATIENCE", 0.5)
    monkeypatch.setattr(drawing, "time", wait)

    assert Client().get(address(match, 1)).status_code == 503
    assert held == [None]


def test_who_asks_for_many_new_pictures_has_to_wait_and_gets_those_that_are_there(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = played_on(running_match(*people(2)), 4)
    monkeypatch.setattr(drawing, "PICTURES", limits.Limit("pictures", 2, 60))
    tasks.draw_picture(MATCH, match.key, 4, "card")
    for number in (1, 2):
        Client().get(address(match, number))

    refused, kept = (Client().get(address(match, number)) for number in (3, 4))
    elsewhere = Client(REMOTE_ADDR="10.0.0.9").get(address(match, 3))

    assert (refused.status_code, kept.status_code, elsewhere.status_code) == (429, 200, 503)
    assert refused.text == "You have requested 2 new pictures within a minute. Try again in 1 minutes.\n"
    assert 0 < int(refused["Retry-After"]) <= 60
    assert [args[2] for _name, args in line] == [1, 2, 3]


def test_a_full_line_takes_no_more_and_who_is_refused_may_ask_again(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = played_on(running_match(*people(2)), 4)
    monkeypatch.setattr(drawing, "STILLS_IN_LINE", 2)
    answers = [Client().get(address(match, number)) for number in (1, 2, 3)]
    assert [answer.status_code for answer in answers] == [503] * 3
    assert [args[2] for _name, args in line] == [1, 2]

    line.clear()
    Client().get(address(match, 3))

    assert [args[2] for _name, args in line] == [3]


def test_a_person_and_an_address_have_their_limits() -> None:
    limit = limits.Limit("tried", 2, 60)

    def spent(user_id: int | None, at: str) -> str:
        try:
            pace.spend_visitor(limit, Visitor(user_id, at), "%(number)d in %(minutes)d")
        except pace.RateLimited as refusal:
            return refusal.message
        return ""

    assert [spent(1, "a") for _ in range(3)] == ["", "", "2 in 1"]
    assert [spent(None, "b") for _ in range(3)] == ["", "", "2 in 1"]
    assert [spent(user, "c") for user in range(10, 18)] == [""] * 6 + ["6 in 1"] * 2


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("10.0.0.1", "10.0.0.1"),
        ("::ffff:10.0.0.1", "10.0.0.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("10.0.0.1:5000", "10.0.0.1"),
        ("[2001:db8:1:2::9]:5000", "2001:db8:1:2::/64"),
        ("[2001:db8:1:2::9]", "2001:db8:1:2::/64"),
        ("unix", "unix"),
        ("", ""),
    ],
)
def test_an_address_counts_with_its_network(address: str, network: str) -> None:
    assert network_of(address) == network


@pytest.mark.parametrize(
    ("proxies", "forwarded", "address"),
    [
        (0, "203.0.113.5", "192.0.2.1"),
        (1, "10.0.0.1, 203.0.113.5:5000", "203.0.113.5"),
        (1, "unknown", "unknown"),
        (1, None, "192.0.2.1"),
        (2, "203.0.113.5", "192.0.2.1"),
    ],
)
def test_a_visitor_is_who_the_trusted_proxy_names(
    proxies: int, forwarded: str | None, address: str, rf: RequestFactory, settings: Any
) -> None:
    settings.ENVIRONMENT = replace(settings.ENVIRONMENT, trusted_proxies=proxies)
    headers = {"X-Forwarded-For": forwarded} if forwarded else {}

    assert request_address(rf.get("/", REMOTE_ADDR="192.0.2.1", headers=headers)) == address


def test_a_private_picture_that_is_kept_is_for_its_players_alone() -> None:
    ann, ben = people(2)
    match = played_on(running_match(ann, ben, visibility="private"), 2)
    kept = browser_of(ann).get(address(match, 2))

    answers = [client.get(address(match, 2)) for client in (Client(), browser_of(guest()), browser_of(ben))]

    assert gallery.read_picture(StillPicture(MATCH, match.key, "taluva", 2, "card").name) == kept.content
    assert [answer.status_code for answer in answers] == [404, 404, 200]
    assert kept["Cache-Control"].startswith("private")


def test_a_game_that_ends_has_its_pictures_before_anybody_looks(
    line: Line, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        match = over(*people(2))

    kinds = ("card", "card-dark", "link")
    answers = [Client().get(address(match, match.turn_number, kind)).status_code for kind in kinds]

    assert (answers, line) == ([200] * 3, [])


def test_pictures_that_are_lacking_are_drawn_while_there_is_room(line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    match = over(*people(2))
    monkeypatch.setattr(drawing, "ENDS_IN_LINE", 1)
    for _twice in range(2):
        drawing.draw_ahead()
    assert line == [("draw_pictures_of", (match.pk,))]

    tasks.draw_pictures_of(match.pk)
    line.clear()
    drawing.draw_ahead()

    assert (line, gallery.lacks_pictures(match)) == ([], False)


def test_a_new_design_shows_no_old_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    match = over(*people(2))

    def names() -> set[str]:
        images.design_hash.cache_clear()
        return {gallery.animation_name(match), StillPicture(MATCH, match.key, "taluva", 3, "card").name}

    css = images.read_stylesheet("taluva")
    before = names(), names()
    monkeypatch.setattr(images, "read_stylesheet", lambda _rules: f"{css} .sea {{ fill: red }}")
    after = names()
    monkeypatch.undo()
    assert names() == before[0] == before[1]
    assert not before[0] & after


def test_what_ends_its_process_at_each_try_is_given_up(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    match, tries = played_on(running_match(*people(2)), 1), []

    def ending(*_args: Any) -> None:
        tries.append(1)
        raise MemoryError

    monkeypatch.setattr(images, "render_png", ending)
    for _ in range(drawing.TRIES):
        with pytest.raises(MemoryError):
            tasks.draw_picture(MATCH, match.key, 1, "card")
    tasks.draw_picture(MATCH, match.key, 1, "card")

    assert len(tries) == drawing.TRIES
    assert "is not drawn: it came to nothing 3 times within an hour" in caplog.text


def test_what_is_lost_again_and_again_is_drawn_again_and_again(folder: Path) -> None:
    """As where there is room for few."""
    match = played_on(running_match(*people(2)), 1)
    for _ in range(drawing.TRIES + 1):
        assert Client().get(address(match, 1)).status_code == 200
        for path in folder.glob("*.png"):
            path.unlink()


def test_nobody_waits_long_for_a_process_that_draws(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match = played_on(running_match(*people(2)), 1)
    monkeypatch.setattr(gallery, "WAITS", 0.0)
    with gallery.drawing_lock():
        assert not gallery.has_locked(os.open(folder / ".lock", os.O_RDWR))
        tasks.draw_picture(MATCH, match.key, 1, "card")

    assert len(list(folder.glob("*.png"))) == 1


def test_what_has_gone_meanwhile_is_not_drawn(folder: Path) -> None:
    match = running_match(*people(2))
    for source, key, number in ((MATCH, "nowhere", 0), (STUDY, "nowhere", 0), (MATCH, match.key, 5)):
        tasks.draw_picture(source, key, number, "card")

    assert not folder.exists()


def test_pictures_of_a_deleted_study_go_and_so_do_those_of_an_earlier_design(folder: Path) -> None:
    match, zoe = over(*people(2)), person("Zoe")
    record = Client().get(f"{match.get_absolute_url()}record.txt").text
    shown, deleted = (study_records.save_studies(owner=zoe, text=record, now=NOW)[0] for _ in range(2))
    for study in (shown, deleted):
        browser_of(zoe).get(f"{study.get_absolute_url()}2/card.png")
    tasks.draw_picture(MATCH, match.key, 2, "card")
    gallery.picture_files().put(f"match.{match.key}.3.card..0123456789ab.png", b"old")
    browser_of(zoe).post(f"{deleted.get_absolute_url()}delete/")
    assert [path.name.split(".")[1] for path in folder.glob("study*")] == [shown.key]

    Study.objects.all().delete()
    tasks.forget_pictures()

    assert [path.name.split(".")[:3] for path in folder.glob("*.png")] == [["match", match.key, "2"]]


def test_a_visitor_asks_for_few_moving_pictures(line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawing, "ANIMATIONS", limits.Limit("animations", 1, 600))
    ann, ben = people(2)
    one, two = over(ann, ben), over(ann, ben)

    answers = [Client().get(f"{match.get_absolute_url()}game.gif") for match in (one, one, two)]

    assert [answer.status_code for answer in answers] == [202, 202, 429]
    assert "You have requested 1 GIFs in a short time." in answers[2].text
    assert 0 < int(answers[2]["Retry-After"]) <= 600
    assert line == [("draw_animation", (one.pk,))]


def test_the_bots_look_at_so_many_games_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    ann, ben = people(2)
    one, two = over(ann, ben), over(ann, ben)
    monkeypatch.setattr(computer_analysis, "AT_ONCE", 1)
    AnalysisRun.objects.create(match=one, user=ann, touched_at=NOW)

    answer = browser_of(ann).post(f"{two.get_absolute_url()}analysis/")

    assert (answer.status_code, answer["Retry-After"]) == (503, "300")
    assert "Try again in a few minutes." in answer.text
    assert [run.match for run in AnalysisRun.objects.all()] == [one]


def test_nobody_has_the_bots_look_at_so_many_games_that_others_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    ann, ben = people(2)
    one, two = over(ann, ben), over(ann, ben)
    monkeypatch.setattr(computer_analysis, "AT_ONCE_OF_ONE", 1)
    AnalysisRun.objects.create(match=one, user=ann, touched_at=NOW)

    refused = browser_of(ann).post(f"{two.get_absolute_url()}analysis/")
    asked = browser_of(ben).post(f"{two.get_absolute_url()}analysis/")

    assert (refused.status_code, refused["Retry-After"], asked.status_code) == (429, "300", 303)
    assert "1 of your games are already being analysed." in refused.text


def test_a_change_of_what_draws_a_board_is_a_new_design(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def design() -> str:
        images.design_hash.cache_clear()
        return images.design_hash("taluva")

    before = design()
    board = copytree(Path(getfile(type(BOARDS["taluva"]))).parent, tmp_path / "board")
    monkeypatch.setattr(images, "getfile", lambda kind: board / "board.py" if kind is not GameBoard else getfile(kind))
    same = design()
    (board / "drawing" / "layers.py").write_text("# drawn otherwise\n")
    after = design()
    monkeypatch.undo()

    assert (same == before, after == before, design() == before) == (True, False, True)

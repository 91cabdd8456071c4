"""Anybody can check an ended match, with our page and without us; and every stored game replays."""

from __future__ import annotations

import hashlib
import importlib.util
import re
import subprocess
import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from types import ModuleType

import pytest
from django.core.management import CommandError, call_command
from django.templatetags.static import static
from django.test import Client

from games.history import fairness
from games.matches import queries
from games.matches.tables import tables
from games.matches.tables.tables import SeatPlan
from games.models import Match
from games.registry import RULES
from tests.factories import NOW, finished_match, join, open_table, people, played_on, running_match

SCRIPT = Path(__file__).resolve().parents[2] / "static" / "taluva" / "verify_taluva.py"
SEED = "0123456789abcdef" * 4


def verifier() -> ModuleType:
    spec = importlib.util.spec_from_file_location("verify_taluva", SCRIPT)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-I", str(SCRIPT), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("players", "drawn", "seats", "begin", "last"),
    [
        (2, False, [0, 1], "SS LS RS JC CJ SC SC JL RR RC JC SJ", "JC"),
        (3, True, [1, 0, 2], "LL LC CJ JC LJ CJ RC SC SJ RJ JR SL", "RS"),
        (5, True, [3, 4, 2, 0, 1], "RC SJ RL CC JC JC CR CJ CR JC RJ CS", "CJ"),
    ],
)
def test_verifier_knows_the_vectors(players: int, drawn: bool, seats: list[int], begin: str, last: str) -> None:
    order, tiles = verifier().draw(SEED, players, 12 * players, drawn)

    assert (order, tiles[:12], tiles[-1]) == (seats, begin.split(), last)
    assert hashlib.sha256(SEED.encode()).hexdigest().startswith("a8ae6e6ee929abea")


def test_verifier_is_short_and_needs_nothing() -> None:
    source = SCRIPT.read_text()

    assert len(source.splitlines()) <= 60
    assert {line.split()[1] for line in source.splitlines() if line.startswith("import ")} <= set(
        sys.stdlib_module_names
    )


@pytest.mark.django_db
@pytest.mark.parametrize("players", [2, 3, 5])
def test_verifier_holds_for_real_matches_and_not_for_forged_ones(players: int, tmp_path: Path) -> None:
    ann, *others = people(players)
    match = open_table(ann, *[SeatPlan()] * (players - 1), settings={"tiles_per_player": "12"})
    for user in others:
        match = tables.join_table(match_id=match.pk, user=user, now=NOW)
    match = played_on(match, 200)
    record = tmp_path / "record.txt"
    record.write_text(queries.record_for(match, None))
    good = run(match.seed, match.seed_hash, str(record), "--seats-drawn")
    forged = run(SEED, match.seed_hash, str(record), "--seats-drawn")

    seats = " ".join(map(str, fairness.check_draw(match).seating or []))
    assert (good.returncode, good.stdout.count("yes"), f": {seats}\n" in good.stdout) == (0, 3, True)
    assert (forged.returncode, forged.stdout.count("NO") >= 2) == (1, True)
    names = {user.username: order for order, user in enumerate([ann, *others])}
    sitters = match.seats.values_list("user__username", flat=True)
    assert [names[name] for name in sitters if name] == fairness.check_draw(match).seating


@pytest.mark.django_db
@pytest.mark.parametrize("drawn", [True, False])
def test_the_page_prints_the_command_that_checks_the_match(drawn: bool, client: Client, tmp_path: Path) -> None:
    match = finished_match(*people(2), draw_seats=drawn)
    page = client.get(f"/games/{match.key}/fairness/").text
    printed = re.search(r'<code id="verify">python3 (\S+) (.*)</code>', page)
    assert printed
    arguments = printed[2].split()
    name = next(part for part in arguments if part.endswith(".txt"))
    record = client.get(f"/games/{match.key}/record.txt")
    (tmp_path / name).write_bytes(record.content)
    command = [sys.executable, "-I", str(SCRIPT), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)

    assert (done.returncode, done.stdout.count("yes"), printed[1]) == (0, 3 if drawn else 2, SCRIPT.name)
    assert RULES["taluva"].from_record(record.text).over
    assert f'filename="{name}"' in record["Content-Disposition"]
    assert ("--seats-drawn" in arguments) == drawn


@pytest.mark.django_db
def test_who_sits_where_is_checked_against_the_order_of_joining(client: Client, tmp_path: Path) -> None:
    ann, ben, cleo = people(3)
    match = open_table(ann, SeatPlan(), SeatPlan())
    for user in (ben, cleo):
        match = tables.join_table(match_id=match.pk, user=user, now=NOW)
    match = played_on(match, 200)
    good, page = fairness.check_draw(match), client.get(f"/games/{match.key}/fairness/").text
    joiners = ("Ann", "Ben", "Cleo")
    first, second = match.seats.all()[:2]
    joined = first.joined, second.joined
    match.seats.filter(pk=first.pk).update(joined=9)
    match.seats.filter(pk=second.pk).update(joined=joined[0])
    match.seats.filter(pk=first.pk).update(joined=joined[1])
    forged, forged_page = fairness.check_draw(Match.objects.get()), client.get(f"/games/{match.key}/fairness/").text
    record = tmp_path / "record.txt"
    record.write_text(queries.record_for(Match.objects.get(), None))
    verdict = run(match.seed, match.seed_hash, str(record), "--seats-drawn")

    assert (good.seats_hold, good.joining, forged.seats_hold) == (True, good.seating, False)
    assert "They joined in this order: Ann, Ben, Cleo." in page
    assert f"on: {', '.join(joiners[order] for order in good.seating or [])}. This matches the seats." in page
    assert "This doesn't match the seats: something is wrong here." in forged_page
    assert (verdict.returncode, verdict.stdout.count("NO")) == (1, 1)


@pytest.mark.django_db
def test_the_order_of_joining_has_no_holes_where_somebody_left() -> None:
    ann, ben, cleo, dov = people(4)
    match = open_table(ann, SeatPlan(), SeatPlan(), SeatPlan())
    for user in (dov, ben):
        join(match, user)
    tables.leave_table(match_id=match.pk, user=dov, now=NOW)
    for user in (cleo, dov):
        match = join(match, user)

    assert sorted(seat.joined or 0 for seat in match.seats.all()) == [0, 2, 3, 4]
    assert sorted(queries.join_order(match)) == [0, 1, 2, 3]
    assert fairness.check_draw(played_on(match, 200)).seats_hold


@pytest.mark.django_db
def test_nothing_but_the_hash_before_the_end() -> None:
    match = running_match(*people(2))

    assert fairness.check_draw(match) == (match.seed_hash, None, None, False, None, None, None, None, None)


@pytest.mark.django_db
def test_the_page_of_a_running_game_says_what_is_true_and_links_how_it_is_drawn(client: Client) -> None:
    match = running_match(*people(2))
    page = client.get(f"/games/{match.key}/fairness/").text

    assert "know or change what comes" in page
    assert "whoever runs it could look" in page
    assert "nobody can know" not in page
    assert match.seed_hash in page
    assert match.seed not in page
    assert 'href="/rules/taluva/#T-2.7"' in page
    assert 'id="T-2.7"' in client.get("/rules/taluva/").text


@pytest.mark.django_db
@pytest.mark.parametrize("how", ["another turn", "another reason", "another place"])
def test_the_page_says_that_turns_replay_only_if_they_do(how: str, client: Client) -> None:
    match = finished_match(*people(2))
    good = client.get(f"/games/{match.key}/fairness/").text
    FORGERIES[how](match)
    forged = client.get(f"/games/{match.key}/fairness/")

    words = "from this seed gives the same result", "from this seed gives another result"
    assert [word in good for word in words] == [True, False]
    assert forged.status_code == 200
    assert [word in forged.text for word in words] == [False, True]


@pytest.mark.django_db
def test_every_stored_game_replays() -> None:
    ann, ben = people(2)
    for _ in range(2):
        finished_match(ann, ben)
    played_on(running_match(ann, ben), 7)
    out = StringIO()
    call_command("archive", "check", "--workers", "1", stdout=out)

    assert out.getvalue().startswith("3 games, the ratings and the dump checked in ")


def change(match: Match, **values: object) -> None:
    Match.objects.filter(pk=match.pk).update(**values)


FORGERIES: dict[str, Callable[[Match], object]] = {
    "another place": lambda match: match.seats.filter(index=0).update(place=5),
    "another reason": lambda match: change(match, reason="early"),
    "another fingerprint": lambda match: change(match, seed_hash="0" * 64),
    "another seed": lambda match: change(match, public_seed=SEED),
    "another state": lambda match: change(match, state="running"),
    "another turn": lambda match: match.turns.filter(number=3).update(text="JJ@0,0E H@1,0"),
    "a missing turn": lambda match: match.turns.filter(number=3).delete(),
}


@pytest.mark.django_db
@pytest.mark.parametrize("how", FORGERIES)
def test_game_that_would_end_differently_is_named(how: str) -> None:
    ann, ben = people(2)
    rows = Match.objects.filter(pk=finished_match(ann, ben).pk)
    FORGERIES[how](rows.get())
    out = StringIO()
    with pytest.raises(CommandError):
        call_command("archive", "check", "--workers", "1", stdout=out)

    assert rows.get().key in out.getvalue()


def test_the_old_address_of_the_verifier_leads_to_it(client: Client) -> None:
    moved = client.get("/static/verify_taluva.py")

    assert (moved.status_code, moved["Location"]) == (301, static("taluva/verify_taluva.py"))
    assert client.get("/static/verify_chess.py").status_code == 404

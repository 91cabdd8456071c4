"""One board for replay, analysis and study: graph, slider, list, alternative and verdict stand together on one page."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from accounts.models import User
from games.history import computer_analysis
from games.matches import play, stored_match
from games.models import Analysis, AnalysisRun, Match, Visibility
from games.registry import BOTS
from tests.factories import NOW, another_turn, people, person, played_on, running_match
from tests.history.studies import keep_study

pytestmark = pytest.mark.django_db
STEP = {"HX-Request": "true", "HX-Target": "span#board"}
PROGRESS = {"HX-Request": "true", "HX-Target": "section#analysis"}


def ended(turns: int = 4, players: int = 2, **wishes: object) -> Match:
    """A game after some turns; all but the last player give up then."""
    match = played_on(running_match(*people(players), **wishes), turns)
    for seat in match.seats.all()[: players - 1]:
        play.resign_match(match_id=match.pk, player=seat.user, now=NOW)
    return Match.objects.get(pk=match.pk)


def analysed(match: Match, *chances: float, best: float = 0.9) -> Match:
    """The bots say these chances of the first seat, and would always have played another turn."""
    for number, chance in enumerate(chances):
        turns = [[another_turn(match, number), best]]
        rest = [(1 - chance) / (match.players - 1)] * (match.players - 1)
        Analysis.objects.create(match=match, number=number, chances=[chance, *rest], turns=turns, simulations=12000)
    return match


def page(match: Match, address: str, *, user: User | None = None, headers: dict[str, str] | None = None) -> str:
    client = Client()
    if user:
        client.force_login(user)
    return " ".join(client.get(match.get_absolute_url() + address, headers=headers).text.split())


def names(match: Match) -> list[str]:
    return [str(seat.user) for seat in match.seats.select_related("user")]


def tabs(text: str) -> list[tuple[str, bool]]:
    found = re.findall(r'id="mode-(\w+)" href="[^"]*"( aria-current="page")?', text)
    return [(name, bool(on)) for name, on in found]


def test_the_address_of_the_course_leads_to_the_analysis_at_the_end() -> None:
    match = ended()

    answer = Client().get(f"{match.get_absolute_url()}course/")

    assert (answer.status_code, answer["Location"]) == (302, f"{match.get_absolute_url()}5/?mode=analysis")


def test_board_graph_slider_list_alternative_and_verdict_are_one_page() -> None:
    match = analysed(ended(), 0.5, 0.52, 0.9, 0.85, 0.2)

    shown = page(match, "2/?mode=analysis")

    ids = ("board", "timeline", "graph", "t", "moves", "layer-alternative", "verdict", "swings", "result")
    assert [name for name in ids if shown.count(f' id="{name}"') != 1] == []
    assert shown.index('id="board-view"') < shown.index('id="graph"') < shown.index('id="turn-bar"')
    assert "Bots: 90 %</text>" in shown
    assert 'aria-valuetext="Turn 2 of 5. {} 90 %, {} 10 %"'.format(*names(match)) in shown


def test_every_turn_is_a_link_of_the_graph_in_the_same_mode() -> None:
    match = analysed(ended(), 0.5, 0.52, 0.9, 0.85, 0.2)
    base = match.get_absolute_url()

    ways = {
        query: re.findall(r'<a href="([^"]+)" tabindex="-1"><rect', page(match, f"3/{query}"))
        for query in ("?mode=analysis", "")
    }

    assert ways == {query: [f"{base}{number}/{query}" for number in range(6)] for query in ways}


def test_the_list_and_the_graph_mark_the_turning_points() -> None:
    match = analysed(ended(), 0.5, 0.52, 0.9, 0.85, 0.2)

    shown = page(match, "1/")

    marks = re.findall(r'<b class="mark (\w+)"><span aria-hidden="true">(.)</span> ([^<]+)</b>', shown)
    assert [(kind, sign) for kind, sign, _words in marks] == [("mistake", "?"), ("mistake", "?"), ("departure", "×")]
    mover = stored_match.replay_match(match, match.turn_number).entries[1].seat
    assert marks[0][2] == f"Mistake: {names(match)[mover]} from {(52, 48)[mover]} % to {(90, 10)[mover]} %"
    assert re.findall(r'<g class="point (\w+)"', shown) == ["mistake", "mistake", "departure"]


def test_why_a_mistake_was_one_says_what_it_gave_away_and_what_it_allows() -> None:
    match = analysed(ended(), 0.81, 0.16, 0.2, best=0.84)
    first = stored_match.replay_match(match, match.turn_number).entries[0].seat
    first_name, other_name = names(match)[first], names(match)[1 - first]
    Analysis.objects.filter(number=0).update(chances=[0.81, 0.19] if first == 0 else [0.19, 0.81])
    Analysis.objects.filter(number=1).update(chances=[0.16, 0.84] if first == 0 else [0.84, 0.16])

    for address in ("1/?why=1", "1/?mode=analysis"):
        shown = page(match, address)
        assert "<b>A mistake: it gave away 68 %.</b>" in shown
        assert f"{first_name}: from 81 % to 16 %." in shown
        assert "Bots' choice, with 84 %:" in shown
        assert f"{other_name}'s best answer, with 84 %:" in shown
        verdict = shown[shown.index('id="verdict"') : shown.index('id="answer"')]
        assert re.search(r"</a> That (founds|builds|expands)", verdict)
    assert 'id="verdict"' not in page(match, "1/")


def test_the_bots_own_choice_has_no_alternative_and_no_reproach() -> None:
    match = analysed(ended(), 0.5, 0.6)
    played = stored_match.replay_match(match, match.turn_number).entries[0].text
    Analysis.objects.filter(number=0).update(turns=[[played, 0.6]])

    shown = page(match, "1/?mode=analysis")

    assert "<b>The bots&#x27; choice.</b>" in shown or "<b>The bots' choice.</b>" in shown
    assert 'id="layer-alternative"' not in shown


@pytest.mark.parametrize("query", ["", "?mode=analysis", "?mode=study", "?mode=x&mode=analysis"])
def test_a_running_game_has_no_analysis_in_any_mode(query: str) -> None:
    match = played_on(running_match(*people(2)), 3)
    analysed(match, 0.5, 0.9, 0.1)

    for number in (1, 3):
        shown = page(match, f"{number}/{query}", user=match.creator)
        for part in (
            'id="layer-alternative"',
            'id="verdict"',
            'id="analysis"',
            'class="areas"',
            "mode-analysis",
            " 90 %",
        ):
            assert part not in shown


def test_modes_are_tabs_at_the_same_turn() -> None:
    over, running = ended(), played_on(running_match(person("Cleo"), person("Dov")), 2)

    assert tabs(page(over, "2/")) == [("replay", True), ("analysis", False), ("sandbox", False)]
    assert tabs(page(over, "2/?mode=analysis")) == [("replay", False), ("analysis", True), ("sandbox", False)]
    assert tabs(page(over, "2/try/")) == [("replay", False), ("analysis", False), ("sandbox", True)]
    assert tabs(page(running, "2/")) == [("replay", True), ("sandbox", False)]
    assert tabs(page(running, "1/")) == []
    assert f'href="{over.get_absolute_url()}2/?mode=analysis&amp;z=2"' in page(over, "2/?z=2")


def test_a_study_has_no_analysis_whatever_its_address_asks_for() -> None:
    study = keep_study(person("Ann"), public=True)
    shown = Client().get(f"{study.get_absolute_url()}2/?mode=analysis").text

    assert tabs(" ".join(shown.split())) == [("replay", True), ("sandbox", False)]


@pytest.mark.parametrize(
    ("ranking", "label"), [("on", "Expected places, turn by turn"), ("off", "Winning chances, turn by turn")]
)
def test_a_graph_says_whether_it_shows_chances_or_expected_places(ranking: str, label: str) -> None:
    match = analysed(ended(players=3, settings={"ranking": ranking}), 0.5, 0.4, 0.3)

    for way in ("2/", "2/try/", "2/?mode=analysis"):
        assert f'aria-label="{label}"' in page(match, way)


def test_a_refused_analysis_leads_back_to_the_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(computer_analysis, "AT_ONCE_OF_ONE", 0)
    match, client = ended(), Client()
    client.force_login(person("Zoe"))
    answer = client.post(f"{match.get_absolute_url()}analysis/", {"t": "2"})

    assert answer.status_code == 429
    assert f'href="{match.get_absolute_url()}2/?mode=analysis"' in answer.text


def test_the_sandbox_of_an_analysed_game_keeps_its_graph() -> None:
    match = analysed(ended(), 0.5, 0.52, 0.9, 0.85, 0.2)

    shown = page(match, "2/try/")

    assert 'class="areas"' in shown
    assert f'<a href="{match.get_absolute_url()}3/try/" tabindex="-1">' in shown
    assert 'id="layer-alternative"' not in shown


def test_a_step_brings_the_board_the_bar_and_the_slider_alone() -> None:
    match = analysed(ended(), 0.5, 0.52, 0.9, 0.85, 0.2)

    shown = page(match, "2/?mode=analysis", headers=STEP)

    ids = ("board", "turn-bar", "t", "layer-alternative", "verdict", "graph", "moves", "swings", "analysis", "match")
    assert [name for name in ids if f' id="{name}"' in shown] == [*ids[:5]]


def test_the_progress_of_an_analysis_brings_no_board() -> None:
    match = analysed(ended(), 0.5, 0.52)
    AnalysisRun.objects.create(match=match, user=match.creator, touched_at=NOW)

    shown = page(match, "2/?mode=analysis", headers=PROGRESS)

    ids = ("analysis", "result", "graph", "moves", "swings", "board", "turn-bar", "match")
    assert [name for name in ids if f' id="{name}"' in shown] == [*ids[:5]]
    assert f'hx-get="{match.get_absolute_url()}2/?mode=analysis"' in shown


def test_who_asks_for_an_analysis_stays_at_the_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BOTS["taluva"], "analysis_budget", lambda *, compiled: 4)
    match, client = ended(), Client()
    client.force_login(match.creator)
    base = match.get_absolute_url()

    answers = [client.post(f"{base}analysis/{part}", {"t": turn}) for part, turn in (("", "2"), ("cancel/", "99"))]

    assert [answer["Location"] for answer in answers] == [f"{base}2/?mode=analysis", f"{base}5/?mode=analysis"]


def test_five_players_share_the_graph_and_a_stranger_of_a_private_game_sees_none() -> None:
    match = analysed(ended(5, 5), 0.2, 0.4, 0.6)

    assert len(re.findall(r'<path class="area p\d"', page(match, "2/?mode=analysis"))) == 5
    Match.objects.update(visibility=Visibility.PRIVATE)
    assert Client().get(f"{match.get_absolute_url()}2/?mode=analysis").status_code == 404

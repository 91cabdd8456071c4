"""Who leaves the club leaves every game replayable, and nothing of theirs in archive, dumps, exports or pictures."""

from __future__ import annotations

import re
import zipfile
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.files.storage import default_storage
from django.core.management import call_command
from django.test import Client

from accounts.models import User
from accounts.services import account_deletion
from games.history import dumps, ratings
from games.history.studies import study_records
from games.matches import match_tags, play, queries, stored_match, talk
from games.matches.tables import tables
from games.models import Match, Study
from games.people import following
from games.pictures import drawing, gallery, images
from tests.factories import NOW, browser_of, person, played_on, running_match

pytestmark = pytest.mark.django_db
# Strings that are nowhere else.
NAME, FORMER, ADDRESS = "Xanthippe", "Kunigunde", "kunigunde@club.example"
SAID, TITLE, TAG = "zwiebelkuchen", "quittengelee", "rhabarber"


@pytest.fixture(autouse=True)
def _storage_of_its_own(settings: Any) -> None:
    memory = {"BACKEND": "django.core.files.storage.InMemoryStorage"}
    settings.STORAGES = {**settings.STORAGES, "default": memory}


@pytest.fixture
def left_behind() -> tuple[User, Match]:
    """A rated game that ended, with all that somebody can leave at it, and a rematch without them.

    They had another name then, under which others keep its record.
    """
    ann, ben = person(FORMER), person("Ben")
    match = played_on(running_match(ann, ben, rated=True, name=TITLE), 6)
    talk.write_message(match_id=match.pk, user=ann, text=SAID, now=NOW)
    play.resign_match(match_id=match.pk, player=ben, now=NOW)
    match.refresh_from_db()
    talk.write_message(match_id=match.pk, user=ann, text=f"{SAID} afterwards", now=NOW + timedelta(minutes=1))
    match_tags.save_tags(match=match, user=ann, text=TAG)
    record = queries.record_for(match, None)
    study_records.save_studies(owner=ann, text=record, title=TITLE, public=True, now=NOW)
    study(ben, match)
    by_hand = re.sub(r'\[(Seat\d) (".*")\]', r"[ \1  \2 ] ", record)
    study_records.save_studies(owner=ben, text=by_hand, title="By hand", public=True, now=NOW)
    ann.username = NAME
    ann.save()
    study(ben, match)
    rematch_without(ann, match, ben)
    following.follow_user(follower=ben, followed=ann, now=NOW)
    ratings.reckon_waiting()
    return ann, match


def study(user: User, match: Match) -> None:
    """As the game's page offers it, for all to see."""
    browser, page = browser_of(user), "/studies/new/"
    form = browser.get(page, {"game": match.key}).context["form"]
    browser.post(page, {"text": form["text"].value(), "title": form["title"].value(), "public": "on"})


def rematch_without(user: User, match: Match, asker: User) -> None:
    """Somebody else takes the seat at it, and it is over soon."""
    again = tables.offer_rematch(match_id=match.pk, user=asker, now=NOW)
    tables.decline_invitation(match_id=again.pk, user=user, now=NOW)
    third = person("Cleo")
    tables.join_table(match_id=again.pk, user=third, now=NOW)
    play.resign_match(match_id=again.pk, player=third, now=NOW)


def everything(match: Match) -> dict[str, str]:
    """What the club tells of the game and its players, by where it tells it."""
    base = match.get_absolute_url()
    places = [
        *(base, f"{base}0/", f"{base}3/?text=1", f"{base}1/?mode=analysis", f"{base}record.txt", f"{base}record.json"),
        *(f"{base}fairness/", "/archive/", "/people/", "/people/Ben/", "/ratings/taluva/", "/studies/", "/statistics/"),
    ]
    reader = Client()
    reader.force_login(User.objects.get(username="Ben"))
    places += [f"{kept.get_absolute_url()}{part}" for kept in Study.objects.all() for part in ("", "record.txt")]
    places += [again.get_absolute_url() for again in match.rematches.all()]
    told = {place: reader.get(place).text for place in [*places, "/games/", "/tables/", "/account/export/"]}
    with default_storage.open(dumps.write_dump(now=NOW).file) as file, zipfile.ZipFile(file) as dump:
        told |= {name: dump.read(name).decode() for name in dump.namelist()}
    drawing.draw_animation(match_id=match.pk)
    game = stored_match.replay_match(match, match.turn_number)
    told["gif"] = (gallery.read_picture(gallery.animation_name(match)) or b"").decode("latin-1")
    return told | {"png": images.render_png(match.rules, game, "link").decode("latin-1")}


def traces(told: dict[str, str]) -> dict[str, list[str]]:
    """Where which of the strings stands."""
    strings = (NAME, FORMER, ADDRESS, SAID, TITLE, TAG)
    return {
        string: [place for place, text in told.items() if string.casefold() in text.casefold()] for string in strings
    }


def test_nothing_of_who_has_left_is_told_anywhere_and_the_game_still_replays(left_behind: tuple[User, Match]) -> None:
    ann, match = left_behind
    before = traces(everything(match))
    assert {string for string, places in before.items() if places} >= {NAME, FORMER, SAID, TITLE, TAG}
    assert {match.get_absolute_url(), "/archive/", "games.csv", "/studies/"} <= set(before[NAME] + before[TITLE])

    account_deletion.delete_account(user=ann, now=NOW + timedelta(days=1))

    after = everything(match)
    assert traces(after) == {string: [] for string in before}
    assert len(after["gif"]) > 1000
    out = StringIO()
    call_command("archive", "check", stdout=out)
    assert match.turns.count() == match.turn_number

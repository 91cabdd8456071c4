"""The two strongest bots have had other names: what is stored of them was renamed, and old keys are answered."""

from __future__ import annotations

from importlib import import_module

import pytest
from django.apps import apps
from django.test import Client

from accounts.models import User
from games.history.studies import study_records
from games.matches import play, queries
from games.models import Match, Study
from games.registry import bot_names
from tests.api.callers import Caller, is_problem
from tests.factories import NOW, level_bot, person, played, running_match

pytestmark = pytest.mark.django_db

MIGRATION = import_module("games.migrations.0029_renamed_bots")


def as_before(level: str, former: str, name: str) -> User:
    """The account of a level as a club of the version before has it."""
    bot = level_bot(level)
    bot.bot_level, bot.username = former, name
    bot.save()
    return bot


def test_accounts_stand_ins_and_studies_have_the_new_names() -> None:
    ann = person("Ann")
    match = running_match(ann, level_bot("elder"), draw_seats=False, at_deadline="stand-in", stand_in_level="seedling")
    played(match)
    match = play.resign_match(match_id=match.pk, player=ann, now=NOW)
    Match.objects.update(stand_in_level="volcano")
    navigator, elder = as_before("navigator", "volcano", "Volcano"), as_before("elder", "taluva", "Taluva")
    kept = study_records.save_studies(
        owner=ann, text=queries.record_for(match, None), title="Against Taluva", public=True, now=NOW
    )
    person("Navigator")  # it was free until now

    MIGRATION.rename_bots(apps, None)
    MIGRATION.rename_bots(apps, None)

    assert User.objects.get(pk=navigator.pk) == level_bot("navigator")
    assert User.objects.get(pk=elder.pk) == level_bot("elder")
    assert (str(level_bot("navigator")), str(level_bot("elder"))) == ("Navigator (bot)", "Elder")
    assert Match.objects.get().stand_in_level == "navigator"
    record = Study.objects.get(pk=kept[0].pk).record
    assert [words in record for words in (' "Elder"]', ' "Taluva"]', '[Game "taluva"]')] == [True, False, True]
    page = Client().get(match.get_absolute_url()).text
    assert ("Elder" in page, "bot_level" in page) == (True, False)


def test_an_account_that_came_by_its_name_second_gets_the_new_name_whole() -> None:
    elder = as_before("elder", "taluva", "Taluva (bot)")

    MIGRATION.rename_bots(apps, None)

    assert str(User.objects.get(pk=elder.pk)) == "Elder"


def test_the_former_names_stay_the_club_s() -> None:
    assert bot_names() >= {"Volcano", "Taluva", "Navigator", "Elder"}


def test_a_program_that_sends_a_former_key_reads_which_there_are() -> None:
    caller = Caller(person("Ann"))
    seats = [{"kind": "me"}, {"kind": "bot", "level": "volcano"}]
    stand_in = {"at_deadline": "stand-in", "stand_in_level": "taluva", "seats": [{"kind": "me"}, {"kind": "anybody"}]}

    answers = [caller.post("/matches", {"seats": seats}), caller.post("/matches", stand_in)]

    assert [is_problem(answer, 422) for answer in answers] == [True, True]
    listed = "Choose one of: seedling, settler, builder, breaker, navigator, elder."
    assert [listed in answer.json()["detail"] for answer in answers] == [True, True]

"""The bots' view of a finished match: each seat's chance to win and the best turns, position by position."""

from __future__ import annotations

import logging
import random
from collections.abc import Collection
from datetime import datetime, timedelta

from django.db.models import F, QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from games.bot_contract import CoreState
from games.matches import bot_core, refusals, stored_match
from games.matches.tables import pace
from games.matches.tables.pace import Visitor
from games.models import Analysis, AnalysisRun, Match, MatchState
from games.registry import BOTS
from taluva_site.queues.enqueue import enqueue_on_commit
from taluva_site.queues.queue_lengths import free_places_for
from taluva_site.security import limits

log = logging.getLogger("taluva.bots")

ANALYSE = "games.tasks.analyse_position"
BEST = 3
SILENCE = timedelta(minutes=2)
# While so many tasks wait for the slow worker, silence is no sign that one was lost.
LINE = 10
TRIES = 3
AT_ONCE, AT_ONCE_OF_ONE = 20, 5  # matches that are being looked at, and those for one person
AGAIN_AFTER = 300  # seconds
MATCHES_AN_HOUR = limits.Limit("analysis", 12, 3600)


def request_analysis(*, match: Match, user: User, address: str = "", now: datetime) -> None:
    """Start an analysis, or resume one that was broken off; refuse while the game runs."""
    if not can_analyse(match.rules):
        raise refusals.SiteRefusal(_("The bots can't play this game."))
    if match.state != MatchState.FINISHED:
        raise refusals.SiteRefusal(_("A game can be analysed once it has ended."))
    if AnalysisRun.objects.filter(match=match).exists() or next_position(match) is None:
        return
    check_room(user)
    sentence = _("You have requested %(number)d analyses within an hour. Try again in %(minutes)d minutes.")
    pace.spend_visitor(MATCHES_AN_HOUR, Visitor(user.pk, address), sentence)
    AnalysisRun.objects.get_or_create(match=match, defaults={"user": user, "touched_at": now})
    enqueue_next_position(match)


def check_room(user: User) -> None:
    """Raise a refusal if the bots look at as many games as they may; nobody takes all places."""
    if AnalysisRun.objects.filter(user=user).count() >= AT_ONCE_OF_ONE:
        sentence = _("%(number)d of your games are already being analysed. Try again in a few minutes.")
        raise pace.RateLimited(sentence % {"number": AT_ONCE_OF_ONE}, AGAIN_AFTER)
    if AnalysisRun.objects.count() >= AT_ONCE:
        sentence = _("%(number)d games are already being analysed. Try again in a few minutes.")
        raise refusals.SiteBusy(sentence % {"number": AT_ONCE}, AGAIN_AFTER)


def cancel_analysis(*, match: Match, user: User) -> None:
    """End the analysis, for who requested it; what was found stays."""
    AnalysisRun.objects.filter(match=match, user=user).delete()


def can_analyse(rules: str) -> bool:
    """Return whether there are bots that analyse this game."""
    return rules in BOTS and BOTS[rules].analysis_budget(compiled=True) > 0


def will_be_close(rules: str) -> bool:
    """Return whether new analyses are as deep as the strongest bot's; the bots' worker waits for its core."""
    return bot_core.known_state(rules) is not CoreState.UNAVAILABLE


def simulation_budget(rules: str) -> int:
    """Return the simulations for a position, as far as the club knows how its bots' worker stands; 0 without bots."""
    return BOTS[rules].analysis_budget(compiled=will_be_close(rules)) if rules in BOTS else 0


def is_close(rules: str, rows: Collection[Analysis]) -> bool:
    """Return whether the rows are as deep as the strongest bot's, and no quick look."""
    return all(row.simulations >= BOTS[rules].analysis_budget(compiled=True) for row in rows)


def next_position(match: Match) -> int | None:
    """Return the first position at which nobody has looked as closely as the bots can here."""
    done = set(match.analyses.filter(simulations__gte=simulation_budget(match.rules)).values_list("number", flat=True))
    return next((number for number in range(match.turn_number) if number not in done), None)


def enqueue_next_position(match: Match) -> None:
    """Enqueue one task for the next position: one at a time, so that pictures get their turn."""
    number = next_position(match)
    if number is None:
        AnalysisRun.objects.filter(match=match).delete()
    else:
        enqueue_on_commit(ANALYSE, match.pk, number)


def analyse_position(*, match_id: int, number: int, now: datetime) -> None:
    """Look at one position, if nobody did as closely, and then at the next, unless it was cancelled.

    It may be called twice.
    """
    match = Match.objects.get(pk=match_id)
    run = AnalysisRun.objects.filter(match=match)
    give_up_hopeless(run)
    bots, core = BOTS[match.rules], bot_core.check_state(match.rules)
    if match.state != MatchState.FINISHED or not run.exists() or core is CoreState.NOT_READY:
        return  # what is found stays: it is worth the wait for the core; `go_on` asks again
    simulations = bots.analysis_budget(compiled=core is CoreState.READY)
    if not match.analyses.filter(number=number, simulations__gte=simulations).exists():
        run.update(tries=F("tries") + 1)  # before it is looked at: that may end the whole process
        rng = random.Random(f"{match.key}:{number}")  # noqa: S311  # a search, not a secret
        game = stored_match.replay_match(match, number)
        outlook = bots.analyse(game, simulations, rng, best=BEST, compiled=core is CoreState.READY)
        chances = [round(chance, 3) for chance in outlook.chances]
        found = {"chances": chances, "turns": outlook.turns, "simulations": simulations}
        Analysis.objects.update_or_create(match=match, number=number, defaults=found)
    if run.update(touched_at=now, tries=0):
        enqueue_next_position(match)


def give_up_hopeless(runs: QuerySet[AnalysisRun]) -> None:
    """Delete what fails again and again; a task that ends its process comes back at once, without end."""
    for run in runs.filter(tries__gte=TRIES):
        log.error("the analysis of match %d is given up: it found nothing in %d tries", run.match_id, run.tries)
        run.delete()


def go_on(now: datetime) -> None:
    """Take up what has found nothing for a while, once in that while: its task was lost."""
    silent = AnalysisRun.objects.filter(touched_at__lte=now - SILENCE)
    give_up_hopeless(silent)
    if not free_places_for(ANALYSE, LINE):
        return
    for run in silent.select_related("match"):
        if silent.filter(pk=run.pk).update(touched_at=now):
            enqueue_next_position(run.match)

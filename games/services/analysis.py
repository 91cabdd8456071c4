"""The bots' view of a finished match: each seat's chance to win and the best turns, position by position."""

from __future__ import annotations

import random
from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from accounts.models import User
from games import bots, positions
from games.models import Analysis, AnalysisRun, Match, State
from games.services import limits, refusals
from games.services.bots import has_fast_core, is_compiling
from taluva_site.queue import tell

# What a position may cost: about a tenth of a second with the fast core, and in plain Python a second.
SIMULATIONS = {True: 2000, False: 24}
BEST = 3
SILENCE = timedelta(minutes=2)
MATCHES_AN_HOUR = limits.Limit("analysis", 12, 3600)


def ask(*, match: Match, user: User, now: datetime) -> None:
    """Begin, or go on where it was broken off; a running game gets no help."""
    if match.rules not in bots.PLAYED:
        raise refusals.SiteRefusal(_("The bots can't play this game."))
    if match.state != State.FINISHED:
        raise refusals.SiteRefusal(_("A game can be analysed once it has ended."))
    if AnalysisRun.objects.filter(match=match).exists() or lacking(match) is None:
        return
    if limits.spend(MATCHES_AN_HOUR, user.pk).exceeded:
        raise refusals.TooMany(_("That was a lot of analysis for one hour. Try again later."))
    AnalysisRun.objects.get_or_create(match=match, defaults={"user": user, "touched_at": now})
    tell_next(match)


def cancel(*, match: Match, user: User) -> None:
    """Whoever asked for it ends it; what was found stays."""
    AnalysisRun.objects.filter(match=match, user=user).delete()


def lacking(match: Match) -> int | None:
    """The first position that nobody has looked at."""
    done = set(match.analyses.values_list("number", flat=True))
    return next((number for number in range(match.turn_number) if number not in done), None)


def tell_next(match: Match) -> None:
    """One task a position, and the next one only after it: so the games of the bots come between."""
    from games.tasks import analyse_position

    number = lacking(match)
    if number is None:
        AnalysisRun.objects.filter(match=match).delete()
    else:
        tell(analyse_position, match.pk, number)


def analyse(*, match_id: int, number: int, now: datetime) -> None:
    """Look at one position, if nobody did, and then at the next, unless it was cancelled. It may be called twice."""
    match = Match.objects.get(pk=match_id)
    run = AnalysisRun.objects.filter(match=match)
    if match.state != State.FINISHED or not run.exists() or is_compiling():
        return  # what is found stays: it is worth the wait for the core; `go_on` asks again
    if not match.analyses.filter(number=number).exists():
        compiled = has_fast_core()
        rng = random.Random(f"{match.key}:{number}")  # noqa: S311  # a search, not a secret
        game = positions.replayed(match, number)
        outlook = bots.analyse(game, SIMULATIONS[compiled], rng, best=BEST, compiled=compiled)
        found = {"chances": [round(chance, 3) for chance in outlook.chances], "turns": outlook.turns}
        Analysis.objects.get_or_create(match=match, number=number, defaults=found)
    if run.update(touched_at=now):
        tell_next(match)


def go_on(now: datetime) -> None:
    """Takes up what has found nothing for a while: its task was lost."""
    for run in AnalysisRun.objects.filter(touched_at__lte=now - SILENCE).select_related("match"):
        tell_next(run.match)

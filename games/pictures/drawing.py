"""Pictures for visitors: what is not there yet is drawn by the worker of the slow queue.

A process of the web never draws. It waits a little for the worker, in few threads, and then asks to be asked again.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from threading import BoundedSemaphore

from django.core.cache import cache
from django.db import connection
from django.utils.translation import gettext as _

from games import records
from games.contract import Game
from games.matches import queries, refusals, stored_match
from games.matches.tables import pace
from games.matches.tables.pace import Visitor
from games.models import Match, MatchState, Study
from games.pictures import gallery
from games.pictures.gallery import StillPicture
from taluva_site.queues.enqueue import enqueue
from taluva_site.queues.queue_lengths import free_places_for
from taluva_site.security import limits

log = logging.getLogger("taluva.pictures")
DRAW_STILL = "games.tasks.draw_picture"
DRAW_ANIMATION = "games.tasks.draw_animation"
DRAW_END = "games.tasks.draw_pictures_of"
PICTURES = limits.Limit("pictures", 120, 60)
ANIMATIONS = limits.Limit("animations", 12, 600)
TRIES, TRIED_FOR = 3, 3600  # of one picture, within so many seconds: a task that ends its process comes back each time
# So many tasks of a kind wait for the worker; a still takes it a fifth of a second, a moving picture several.
STILLS_IN_LINE, ANIMATIONS_IN_LINE, ENDS_IN_LINE = 60, 10, 60
REQUEST_LASTS = int(timedelta(minutes=2).total_seconds())  # whoever asks within this time waits for the same task
PATIENCE, LOOKS = 3.0, 0.05  # seconds that a request waits, and between two looks
WAITING = BoundedSemaphore(12)  # requests of one process that wait
AHEAD = 200  # finished matches, the newest, whose pictures are drawn before anybody asks


def get_still(still: StillPicture, visitor: Visitor) -> bytes:
    """Return the picture; raise a refusal if it is not drawn soon enough, or the visitor has asked for too many."""

    def ask() -> bool:
        is_free = free_places_for(DRAW_STILL, STILLS_IN_LINE) > 0
        return is_free and enqueue(DRAW_STILL, still.source, still.key, still.number, still.kind)

    found = gallery.read_picture(still.name)
    if found is None:
        sentence = _("You have requested %(number)d new pictures within a minute. Try again in %(minutes)d minutes.")
        ask_once(still.name, ask, PICTURES, visitor, sentence)
        found = wait_for(still.name)
    if found is None:
        raise busy_refusal()
    return found


def get_animation(match: Match, visitor: Visitor) -> bytes | None:
    """Return the moving picture of a finished match, or None while it is being drawn."""

    def ask() -> bool:
        return free_places_for(DRAW_ANIMATION, ANIMATIONS_IN_LINE) > 0 and enqueue(DRAW_ANIMATION, match.pk)

    name = gallery.animation_name(match)
    found = gallery.read_picture(name)
    if found is None:
        sentence = _("You have requested %(number)d GIFs in a short time. Try again in %(minutes)d minutes.")
        ask_once(name, ask, ANIMATIONS, visitor, sentence)
    return found


def ask_once(name: str, ask: Callable[[], bool], limit: limits.Limit, visitor: Visitor, sentence: str) -> None:
    """Enqueue the task, unless somebody did a moment ago; raise a refusal if the line is full or the limit reached."""
    if not cache.add(request_key(name), 1, REQUEST_LASTS):
        return
    try:
        pace.spend_visitor(limit, visitor, sentence)
        if not ask():
            raise busy_refusal()
    except refusals.SiteRefusal:
        cache.delete(request_key(name))
        raise


def request_key(name: str) -> str:
    return f"asked:{name}"


def busy_refusal() -> refusals.SiteBusy:
    return refusals.SiteBusy(_("Too many pictures are being drawn right now. Try again in a few seconds."), 5)


def wait_for(name: str) -> bytes | None:
    """Return the picture as soon as it is drawn, or None if that takes too long or too many requests wait."""
    found = gallery.read_picture(name)  # a task that ran at once has drawn it
    if found is not None or not WAITING.acquire(blocking=False):
        return found
    give_back_connection()
    try:
        end = time.monotonic() + PATIENCE
        while found is None and time.monotonic() < end:
            time.sleep(LOOKS)
            found = gallery.read_picture(name)
    finally:
        WAITING.release()
    return found


def give_back_connection() -> None:
    """Let other requests have this one's connection to the database: PostgreSQL's pool has fewer than may wait."""
    if not connection.in_atomic_block:
        connection.close()


def draw_picture(*, source: str, key: str, number: int, kind: str) -> None:
    """Draw a picture that a visitor waits for, unless its match or study is gone. Called by the worker, maybe twice."""
    read = match_game if source == gallery.MATCH else study_game
    found = read(key, number)
    if found is not None:
        rules, game = found
        draw_still(StillPicture(source, key, rules, number, kind), game)


def match_game(key: str, number: int) -> tuple[str, Game] | None:
    """Return the rules and the game after a turn, as a spectator may know it."""
    match = Match.objects.filter(key=key, turn_number__gte=number, started_at__isnull=False).first()
    return (match.rules, queries.game_for(match, None).at(number)) if match else None


def study_game(key: str, number: int) -> tuple[str, Game] | None:
    study = Study.objects.filter(key=key, turn_number__gte=number).first()
    return (study.rules, records.read_record(study.record).at(number)) if study else None


def draw_still(still: StillPicture, game: Game) -> None:
    try_to_draw(still.name, partial(gallery.draw_still, still, game))


def try_to_draw(name: str, work: Callable[[], object]) -> None:
    """Draw, unless that failed several times. Tries are counted before, since one may end the whole process."""
    tries = f"tries:{name}"
    cache.add(tries, 0, TRIED_FOR)
    if cache.incr(tries) > TRIES:
        log.error("%s is not drawn: it came to nothing %d times within an hour", name, TRIES)
    else:
        work()
        cache.delete(tries)
    cache.delete(request_key(name))


def draw_animation(*, match_id: int) -> None:
    """Draw the moving picture. Called by the worker, maybe twice."""
    match = Match.objects.get(pk=match_id)
    if match.state == MatchState.FINISHED:
        try_to_draw(gallery.animation_name(match), partial(gallery.draw_animation, match))


def draw_pictures_of(*, match_id: int) -> None:
    """Draw what lists and links show of an ended match. Called by the worker, maybe twice."""
    match = Match.objects.get(pk=match_id)
    if match.state == MatchState.FINISHED and match.started_at and gallery.lacks_pictures(match):
        game = stored_match.game_of(match).seen_by(None)
        for still in gallery.end_stills(match):
            draw_still(still, game)


def draw_ahead() -> None:
    """Enqueue the pictures of the newest finished matches that lack some: a task was lost, or the design is new."""
    places = free_places_for(DRAW_END, ENDS_IN_LINE)
    newest = Match.objects.filter(state=MatchState.FINISHED, started_at__isnull=False).order_by("-ended_at", "-pk")
    for match in newest[:AHEAD] if places else []:
        if gallery.lacks_pictures(match) and places > 0:
            places -= 1
            enqueue(DRAW_END, match.pk)

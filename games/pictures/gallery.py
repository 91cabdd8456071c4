"""The pictures that were drawn, kept on disk: each once, by one process of a machine at a time.

A name says whatever a picture depends on, its design too. A view that serves a picture checks first who may see it.
"""

from __future__ import annotations

import fcntl
import logging
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.db.models import QuerySet

from games.contract import Game
from games.matches import stored_match
from games.models import Match, Study
from games.pictures import images
from taluva_site.utils.file_cache import FileCache

log = logging.getLogger("taluva.pictures")
MATCH, STUDY = "match", "study"
WAITS = 2.0  # seconds
# What lists and links show of a finished match.
SHOWN_AT_THE_END = ("card", "card-dark", "link")


class StillPicture(NamedTuple):
    """A picture of a match or a study after a turn; `since`: with the turns after that one marked."""

    source: str
    key: str
    rules: str
    number: int
    kind: str
    since: int | None = None

    @property
    def name(self) -> str:
        marked = "" if self.since is None else self.since
        return f"{self.source}.{self.key}.{self.number}.{self.kind}.{marked}.{images.design_hash(self.rules)}.png"


def animation_name(match: Match) -> str:
    return f"{MATCH}.{match.key}.{match.turn_number}.moving..{images.design_hash(match.rules)}.gif"


def read_picture(name: str) -> bytes | None:
    return picture_files().get(name)


def draw_still(still: StillPicture, game: Game) -> bytes:
    """Return the picture of this game; draw it now if it was not drawn before."""
    found = read_picture(still.name)
    if found is not None:
        return found
    with drawing_lock():
        found = read_picture(still.name)  # somebody may just have drawn it
        if found is None:
            found = images.render_png(still.rules, game, still.kind, still.since)
            store_picture(still.name, found)
    return found


def store_picture(name: str, content: bytes) -> None:
    """Keep a picture on disk; where it can't be written, as on a full disk, log it."""
    try:
        picture_files().put(name, content)
    except OSError as error:
        log.warning("%s is not kept: %s", name, error)


def draw_animation(match: Match) -> None:
    """Draw the whole match as a moving picture. Between two of its frames others may draw."""
    name = animation_name(match)
    if not picture_files().has(name):
        game = stored_match.replay_match(match, match.turn_number)
        store_picture(name, images.render_gif(match.rules, game, drawing_lock))


def end_stills(match: Match) -> list[StillPicture]:
    return [StillPicture(MATCH, match.key, match.rules, match.turn_number, kind) for kind in SHOWN_AT_THE_END]


def lacks_pictures(match: Match) -> bool:
    """Return True if a picture of how the match ended was never drawn, or is gone."""
    return not all(picture_files().has(each.name) for each in end_stills(match))


def remove_pictures(source: str, key: str) -> None:
    """Remove all pictures of a match or a study."""
    picture_files().forget(f"{source}.{key}.")


def forget_stale() -> None:
    """Remove the pictures of deleted matches and studies, and those of an earlier design."""
    rows: dict[str, QuerySet[Match] | QuerySet[Study]] = {MATCH: Match.objects.all(), STUDY: Study.objects.all()}
    there = {source: set(found.values_list("key", flat=True)) for source, found in rows.items()}
    designs = {images.design_hash(rules) for rules in images.BOARDS}
    for file in list(picture_files().files()) if picture_files().folder.exists() else []:
        source, key, *_middle, design, _ending = file.path.name.split(".")
        if key not in there.get(source, ()) or design not in designs:
            file.path.unlink(missing_ok=True)


def picture_files() -> FileCache:
    return files_in(Path(settings.PICTURES_FOLDER), settings.PICTURES_MB * 1_000_000)


@cache
def files_in(folder: Path, most: int) -> FileCache:
    return FileCache(folder, most)


@contextmanager
def drawing_lock() -> Iterator[None]:
    """Let one process of this machine draw at a time. The lock is released with its process, however that ends.

    Waits no longer than a picture takes: a mail does not stand still behind a worker that gets no processor.
    """
    folder = picture_files().folder
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    lock, end = os.open(folder / ".lock", os.O_RDWR | os.O_CREAT, 0o600), time.monotonic() + WAITS
    try:
        while not has_locked(lock) and time.monotonic() < end:
            time.sleep(0.02)
        yield
    finally:
        os.close(lock)


def has_locked(lock: int) -> bool:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True

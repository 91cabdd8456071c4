"""Studies: records that somebody keeps, once the rules have found nothing wrong with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import formats
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from accounts.models.user import name_key
from accounts.services.locking import lock_users
from games import records
from games.contract import Game
from games.history.studies import study_seats
from games.matches import refusals, user_texts
from games.matches.tables import pace
from games.models import Match, Seat, Study, Turn
from games.models.study import TITLE
from games.records import RecordPart
from games.registry import RecordError
from taluva_site.security import limits

LONGEST = 400_000  # letters in one go: some two hundred games
AT_ONCE = 50
MOST = 1000
BEGIN = 4  # turns by which a game is known again
AROUND = "\ufeff \n"  # what may stand before and after a record
SAVED = limits.Limit("studies", 60, 3600)


class RecordDamage(NamedTuple):
    """What is wrong with a record: where, why, and the clause of which rules."""

    line: int
    turn: int | None
    sentence: str
    clause: str
    rules: str


class DamagedRecords(refusals.SiteRefusal):
    """Some records can't be read. Nothing is saved then: they can be mended where they were typed."""

    def __init__(self, found: Sequence[RecordDamage]) -> None:
        number = len(found)
        sentence = ngettext("%(number)d record is invalid.", "%(number)d records are invalid.", number)
        super().__init__(sentence % {"number": number}, found[0].clause)
        self.found = found

    @property
    def errors(self) -> list[str]:
        return [f"{one.sentence} ({one.clause})" for one in self.found]


class StudyDraft(NamedTuple):
    """A study that is not kept yet, and the names that its record has for the seats."""

    study: Study
    names: Mapping[int, str]


def save_studies(*, owner: User, text: str, title: str = "", public: bool = False, now: datetime) -> list[Study]:
    """Return a study of each record in the text, or of none if something is wrong with one."""
    return store_studies(read_studies(owner=owner, text=text, title=title, public=public, now=now))


def read_studies(*, owner: User, text: str, title: str = "", public: bool = False, now: datetime) -> list[StudyDraft]:
    """Return the studies, not kept yet.

    Reading many games takes a while, in which nobody else is to wait for the database.
    """
    check_may_publish(owner, public)
    parts = parts_of(text)
    pace.spend_limit(
        SAVED, owner, _("You have saved %(number)d times within an hour. Try again in %(minutes)d minutes.")
    )
    check_room(owner, len(parts))
    games = games_of(parts)
    titles = titles_of(title, len(parts), now)
    return [
        StudyDraft(study_of(owner, name, part.text, game, public=public, now=now), study_seats.names_in(game))
        for name, part, game in zip(titles, parts, games, strict=True)
    ]


def check_room(owner: User, number: int) -> None:
    if Study.objects.filter(owner=owner).count() + number > MOST:
        raise refusals.SiteRefusal(_("You can keep at most %(number)d studies. Delete some first.") % {"number": MOST})


@transaction.atomic
def store_studies(drafts: Sequence[StudyDraft]) -> list[Study]:
    """Write the studies of one owner.

    The owner is locked, and so is whom the records name: whoever is leaving at this moment has gone by then.
    """
    owner = drafts[0].study.owner
    lock_users(owner, names={name for draft in drafts for name in draft.names.values()})
    check_room(owner, len(drafts))
    for study, names in drafts:
        study.save(force_insert=True)
        study_seats.record_seats(study, names)
    return [draft.study for draft in drafts]


def parts_of(text: str) -> list[RecordPart]:
    """Return the records in the text; refused where there is none, or too much."""
    cleaned = user_texts.clean_lines(text)
    if not cleaned.strip():
        raise refusals.SiteRefusal(_("Paste a record, or choose a file."))
    if len(cleaned) > LONGEST:
        sentence = _("That is %(number)d characters; at most %(most)d are allowed at a time.")
        raise refusals.SiteRefusal(sentence % {"number": len(cleaned), "most": LONGEST})
    parts = records.split_records(cleaned)
    if len(parts) > AT_ONCE:
        sentence = _("That is %(number)d records; at most %(most)d are allowed at a time.")
        raise refusals.SiteRefusal(sentence % {"number": len(parts), "most": AT_ONCE})
    return parts


def games_of(parts: Sequence[RecordPart]) -> list[Game]:
    """Return the game of each; refused with all that is wrong with them."""
    games, wrong = [], []
    for part in parts:
        try:
            games.append(records.read_part(part))
        except RecordError as error:
            wrong.append(damage_message(part, error))
    if wrong:
        raise DamagedRecords(wrong)
    return games


def damage_message(part: RecordPart, error: RecordError) -> RecordDamage:
    rules = records.rules_of(part.text)
    words = {"line": error.line, "turn": error.turn, "message": _(error.message)}
    sentence = _("Line %(line)d: %(message)s") if error.turn is None else _("Line %(line)d, turn %(turn)d: %(message)s")
    return RecordDamage(error.line, error.turn, sentence % words, error.clause or "", rules.key if rules else "")


def titles_of(title: str, number: int, now: datetime) -> list[str]:
    """Return a title for each of so many studies."""
    name = checked_title(title or _("Study of %(day)s") % {"day": formats.date_format(now, "j F Y")})
    if number == 1:
        return [name]
    ends = [f" ({index})" for index in range(1, number + 1)]
    return [name[: TITLE - len(end)] + end for end in ends]


def study_of(owner: User, title: str, record: str, game: Game, *, public: bool, now: datetime) -> Study:
    rules = records.rules_of(record)
    assert rules is not None  # it has been read
    return Study(
        owner=owner,
        title=title,
        record=f"{record.strip(AROUND)}\n",
        rules=rules.key,
        options=dict(game.settings),
        players=len(game.places),
        turn_number=game.turn,
        match=match_of(rules.key, game),
        public=public,
        created_at=now,
    )


def match_of(rules: str, game: Game) -> Match | None:
    """Return the club's game that it was taken from: it begins alike, and somebody whom the record names sat there."""
    if not game.turn:
        return None
    names = [name_key(name) for name in study_seats.names_in(game).values()]
    sat = Seat.objects.filter(user__name_key__in=names, user__bot_level="").values("match")  # a bot has no secrets
    found = Match.objects.filter(pk__in=sat, rules=rules, players=len(game.places))
    for number, entry in enumerate(game.entries[:BEGIN], 1):
        found = found.filter(Exists(Turn.objects.filter(match=OuterRef("pk"), number=number, text=entry.text)))
    return found.first()


def change_study(*, study: Study, title: str, public: bool) -> Study:
    """Return the study under another title, or published, or no longer."""
    check_may_publish(study.owner, public)
    study.title, study.public = checked_title(title), public
    study.save(update_fields=["title", "public"])
    return study


def checked_title(title: str) -> str:
    words = user_texts.clean_line(title)
    if not words:
        raise refusals.SiteRefusal(_("Enter a title."))
    if len(words) > TITLE:
        raise refusals.SiteRefusal(_("Titles can have at most %(number)d characters.") % {"number": TITLE})
    return words


def check_may_publish(owner: User, public: bool) -> None:
    if public and owner.is_guest:
        raise refusals.Forbidden(_("Guests' studies are private. Create an account to publish one."))

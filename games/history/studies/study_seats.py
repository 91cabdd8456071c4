"""Who the seats of a study's record are: noted when the study is made, and blanked when one of them leaves the club."""

from __future__ import annotations

from collections.abc import Mapping

from django.db.models import QuerySet

from accounts.models import User
from games.contract import Game
from games.models import Seat, Study, StudySeat
from games.registry import RULES

BLANK = "?"
BATCH = 200


def names_in(game: Game) -> dict[int, str]:
    """Return the names that the game's record has for its seats."""
    tags = {seat: game.tags.get(f"Seat{seat}") for seat in range(len(game.places))}
    return {seat: name for seat, name in tags.items() if name is not None}


def record_seats(study: Study, names: Mapping[int, str]) -> None:
    """Note who has such a name at this moment, and who sat there in the club's game that the record is of."""
    users = dict(possible_leavers().filter(username__in=names.values()).values_list("username", "pk"))
    found = {(seat, users[name]) for seat, name in names.items() if name in users}
    if study.match_id:
        sat = Seat.objects.filter(match=study.match_id, index__in=names, user__in=possible_leavers())
        found.update(sat.values_list("index", "user"))
    StudySeat.objects.bulk_create(StudySeat(study=study, seat=seat, user_id=user) for seat, user in found)


def possible_leavers() -> QuerySet[User]:
    """Return everybody but the club's own bots, who stay."""
    return User.objects.filter(bot_level="")


def blank_seats(user: User) -> None:
    """Take the name of whoever leaves out of the records of others, at exactly the seats that are noted as theirs."""
    last = 0
    while batch := list(studies_naming(user).filter(pk__gt=last).prefetch_related("seats").order_by("pk")[:BATCH]):
        for study in batch:
            seats = [row.seat for row in study.seats.all() if row.user_id == user.pk]
            study.record = RULES[study.rules].rename_seats(study.record, dict.fromkeys(seats, BLANK))
        Study.objects.bulk_update(batch, ["record"])
        last = batch[-1].pk


def studies_naming(user: User) -> QuerySet[Study]:
    """Return the studies of others whose seats are noted as the user's."""
    noted = StudySeat.objects.filter(user=user).values("study")
    return Study.objects.filter(pk__in=noted, rules__in=RULES).exclude(owner=user)

"""Who may play with whom."""

from __future__ import annotations

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.models.user import Kind, name_key
from games.matches import refusals
from games.matches.tables import reliability
from games.models import Block, Follow, Match, MatchState, Seat

OFFERED = 60  # names, where one is asked for


def by_name(name: str) -> User | None:
    """Return whoever can be asked for a game by this name: a person, or a program of somebody's."""
    return people_to_invite().filter(name_key=name_key(name)).first()


def people_to_invite() -> QuerySet[User]:
    return User.objects.filter(kind__in=[Kind.PERSON, Kind.BOT], bot_level="", is_active=True)


def to_ask(user: User) -> list[str]:
    """Return the names of those whom the user follows or has played with, as suggestions for an invitation."""
    sat_with = Seat.objects.filter(match__in=Seat.objects.filter(user=user).values("match")).values("user")
    followed = Follow.objects.filter(follower=user).values("followed")
    known = (
        people_to_invite()
        .filter(Q(pk__in=sat_with) | Q(pk__in=followed))
        .exclude(pk__in=[user.pk, *users_kept_apart_from(user)])
    )
    return list(known.order_by("name_key").values_list("username", flat=True)[:OFFERED])


def check_together(one: User, other: User) -> None:
    """Raise a refusal of a table for two of whom one has blocked the other, or one has gone."""
    if other.is_gone or not other.is_active:
        raise refusals.SiteRefusal(_("%(name)s no longer plays here.") % {"name": other})
    if blocking_users(one, other):
        raise refusals.SiteRefusal(_("You and %(name)s can't play at the same table.") % {"name": other})


def blocking_users(one: User, other: User) -> set[int]:
    """Return who of the two has blocked the other."""
    blocks = Block.objects.filter(blocker__in=[one, other], blocked__in=[one, other])
    return set(blocks.values_list("blocker", flat=True))


def users_kept_apart_from(user: User) -> set[int]:
    """Return everybody whom the user has blocked, or who has blocked the user."""
    pairs = Block.objects.filter(Q(blocker=user) | Q(blocked=user)).values_list("blocker", "blocked")
    return {pk for pair in pairs for pk in pair} - {user.pk}


def check_restrictions(match: Match, user: User) -> None:
    """Raise a refusal unless the user is what the creator asks of whoever joins from the list."""
    finished = Seat.objects.filter(user=user, match__state=MatchState.FINISHED).count()
    if finished < match.min_finished:
        raise refusals.SiteRefusal(
            _("This table is for players with at least %(count)d finished games.") % {"count": match.min_finished}
        )
    if match.min_reliability and reliability.reliability_of([user])[user.pk].games_percent < match.min_reliability:
        raise refusals.SiteRefusal(
            _("This table is for players with a reliability of at least %(percent)d %%.")
            % {"percent": match.min_reliability}
        )

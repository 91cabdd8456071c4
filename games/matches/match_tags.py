"""Tags: a few words by which somebody finds a finished match again."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.services.locking import lock_user
from games.matches import queries, refusals, user_texts
from games.matches.tables import pace
from games.models import Match, MatchState, Tag
from games.models.tag import LONGEST
from taluva_site.security import limits

MOST = 8
KEPT = limits.Limit("tags", 120, 3600)


def save_tags(*, match: Match, user: User, text: str) -> list[str]:
    """Return what the person calls the match from now on, in place of what they did: words between commas."""
    if match.state != MatchState.FINISHED:
        raise refusals.SiteRefusal(_("You can tag a game once it has finished."))
    if not user.is_person:
        raise refusals.Forbidden(_("Create an account to tag games."))
    words = words_of(text)
    pace.spend_limit(
        KEPT, user, _("You have tagged %(number)d games within an hour. Try again in %(minutes)d minutes.")
    )
    public = queries.seat_of(match, user) is not None
    with transaction.atomic():
        lock_user(user)
        Tag.objects.filter(match=match, user=user).exclude(text__in=words).delete()
        tags = [Tag(match=match, user=user, text=word, public=public) for word in words]
        Tag.objects.bulk_create(tags, ignore_conflicts=True)
    return words


def words_of(text: str) -> list[str]:
    """Return the tags in small letters, with single spaces, each once."""
    said = (" ".join(part.lower().split()) for part in user_texts.clean_line(text).split(","))
    words = list(dict.fromkeys(filter(None, said)))
    if len(words) > MOST:
        raise refusals.SiteRefusal(_("A game can have at most %(number)d of your tags.") % {"number": MOST})
    if any(len(word) > LONGEST for word in words):
        raise refusals.SiteRefusal(_("Tags can have at most %(number)d characters.") % {"number": LONGEST})
    return words

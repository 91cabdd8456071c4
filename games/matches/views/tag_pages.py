"""What people call a finished match."""

from __future__ import annotations

from django.db.models import prefetch_related_objects
from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.models import User
from accounts.views.decorators import login_required
from games.matches import match_tags, queries
from games.matches.views.answers import MemberRequest, flash_message, refused_to, see_other
from games.models import Match, State, Tag


def tags_context(match: Match, who: User | None) -> dict[str, object]:
    """Of a finished match, with what is the person's own as they may write it anew."""
    if match.state != State.FINISHED:
        return {}
    prefetch_related_objects([match], queries.prefetch_tags(who))
    seen: list[Tag] = match.seen_tags  # type: ignore[attr-defined] # prefetched so
    return {"own_tags": ", ".join(tag.text for tag in seen if who and tag.user_id == who.pk)}


@require_POST
@login_required
@refused_to("match", keeps="text")
def tags_save(request: MemberRequest, key: str) -> HttpResponse:
    match = queries.match_for(key, request.user)
    match_tags.save_tags(match=match, user=request.user, text=request.POST.get("text", ""))
    flash_message(request, _("Tags saved."))
    return see_other(f"{match.get_absolute_url()}#tags")

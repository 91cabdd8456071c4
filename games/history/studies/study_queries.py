"""Studies, as somebody may find and see them."""

from __future__ import annotations

from django.db.models import Q, QuerySet
from django.http import Http404

from games.matches.queries import AnyUser
from games.models import Study
from taluva_site.utils import paging
from taluva_site.utils.paging import Page


def seen_by(user: AnyUser) -> QuerySet[Study]:
    """Return the published ones and one's own."""
    public = Q(public=True)
    return Study.objects.filter(public if user is None else public | Q(owner=user)).select_related("owner")


def study_for(key: str, user: AnyUser) -> Study:
    study = seen_by(user).filter(key=key).first()
    if study is None:
        raise Http404
    return study


def find_studies(user: AnyUser, *, title: str = "", mine: bool = False) -> QuerySet[Study]:
    """Return the studies with these words in their title, without the text of their records."""
    rows = seen_by(user).defer("record")
    if mine:
        rows = rows.filter(owner=user)
    return rows.filter(title__icontains=title) if title else rows


def page_of_studies(rows: QuerySet[Study], *, after: str = "", before: str = "", most: int) -> Page[Study]:
    """Return a page from a place on, or up to one, the newest first."""
    return paging.page_of_rows(rows, "created_at", falls=True, after=after, before=before, most=most)

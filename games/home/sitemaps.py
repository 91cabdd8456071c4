"""The addresses that a search engine should know: the public pages, and the last public games."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.contrib.sitemaps import Sitemap
from django.db.models import QuerySet
from django.urls import reverse

from games.models import Match, MatchState, Visibility
from games.registry import BOARDS, RULES

MOST = 1000
PAGES = (
    *("landing", "archive", "statistics", "people", "lobby", "studies"),
    *("dump", "api-reference", "terms", "privacy", "contact", "colophon"),
)
GAME_PAGES = ("rules-of", "learn-game", "signs", "ratings-game")


class ClubSitemap(Sitemap):
    protocol = "https" if settings.HTTPS else "http"
    limit = MOST


class PageSitemap(ClubSitemap):
    """What everybody may see."""

    def items(self) -> list[str]:
        of_games = [reverse(name, args=[rules]) for name in GAME_PAGES for rules in RULES]
        return [*(reverse(name) for name in PAGES), *of_games]

    def location(self, item: str) -> str:
        return item


class GameSitemap(ClubSitemap):
    """The public games that ended last."""

    def items(self) -> QuerySet[Match]:
        rows = Match.objects.filter(state=MatchState.FINISHED, visibility=Visibility.PUBLIC, rules__in=BOARDS)
        return rows.order_by("-ended_at", "-pk").only("key", "ended_at")[:MOST]

    def lastmod(self, item: Match) -> datetime | None:
        return item.ended_at

    def location(self, item: Match) -> str:
        return item.get_absolute_url()


SITEMAPS = {"pages": PageSitemap, "games": GameSitemap}

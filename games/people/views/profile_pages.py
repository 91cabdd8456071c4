"""People: the directory, a person's page, two of them head to head, and the leaderboards."""

from __future__ import annotations

from django.forms import modelform_factory
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts.models import User
from games.boards import Words
from games.history import archive_search
from games.history.archive_search import NEWEST, ArchiveFilter
from games.history.charts import Chart, ChartLine, build_chart
from games.matches.queries import AnyUser
from games.matches.tables import eligibility as people_service
from games.matches.tables import reliability
from games.matches.views.answers import MemberRequest, flash_message, refusal_page, see_other, viewer_of
from games.matches.views.game_choice import check_game, choose_game, game_in
from games.models import Follow, ProfileWishes
from games.models.rating import Field
from games.people import following, moderation, profiles
from games.registry import BOARDS, RULES, Refusal, Rules
from taluva_site.http.redirects import login_required

PAGE = 30
GAMES = 6
SPAN = 200  # points that the course of a rating shows at least
NAME = 30  # letters, as many as a name may have
# What somebody may keep to themselves.
PARTS = ("ratings", "results", "opponents", "openings", "times")


def directory_page(request: HttpRequest) -> HttpResponse:
    """Show everybody by name, or those whose name has these letters in it."""
    part, after = (request.GET.get(name, "").replace("\0", "")[:NAME] for name in ("name", "after"))
    rules = game_in(request)
    listed = profiles.list_directory(part, after=after, most=PAGE, rules=rules)
    further = listed[PAGE - 1].user if len(listed) > PAGE else None
    context = {
        "people": listed[:PAGE],
        "part": part,
        "further": further,
        "fields": Field,
        "rules": rules,
        "games": RULES.values(),
    }
    return render(request, "games/people.html", context)


def profile_page(request: HttpRequest, name: str) -> HttpResponse:
    """Show somebody's games and results as far as they let others see them; they themselves see everything."""
    who, reader = profiles.find_person(name), viewer_of(request)
    wishes = profiles.wishes_of(who)
    shown = {part: who == reader or getattr(wishes, part) for part in PARTS}
    courses = profiles.rating_courses(who) if shown["ratings"] else []
    context = {
        "who": who,
        "wishes": wishes,
        "is_hiding": who == reader and not all(getattr(wishes, part) for part in PARTS),
        "is_compared": reader is not None and reader != who and reader.kind in profiles.SHOWN,
        "follows": reader is not None and Follow.objects.filter(follower=reader, followed=who).exists(),
        "games": archive_search.page_of_matches(
            archive_search.finished_matches(reader, ArchiveFilter(player=str(who))), NEWEST, most=GAMES
        ),
        "courses": [(course, course_chart(course)) for course in courses],
        "results": profiles.results_of(who, reader) if shown["results"] else None,
        "streaks": profiles.winning_streaks(who, reader) if shown["results"] else None,
        "opponents": profiles.frequent_opponents(who, reader) if shown["opponents"] else None,
        "openings": openings_of(who, reader) if shown["openings"] else [],
        "has_games": len(RULES) > 1,
        "shows_times": shown["times"],
        "turn_time": profiles.turn_time(who) if shown["times"] else None,
        "reliability": reliability.reliability_of([who])[who.pk],
        **possible_dealings(reader, who),
    }
    return render(request, "games/person.html", context)


def openings_of(who: User, reader: AnyUser) -> list[tuple[Rules, Words, list[profiles.OpeningCount]]]:
    """Return how somebody began, game by game, with what is said above; only of games that tell openings apart."""
    found = []
    for key, board in BOARDS.items():
        if board.openings and (rows := profiles.frequent_openings(who, reader, rules=key)):
            found.append((RULES[key], board.openings, rows))
    return found


def possible_dealings(reader: AnyUser, who: User) -> dict[str, bool]:
    """Return whether the reader may invite somebody to a game, and may block them."""
    if reader is None or reader == who:
        return {}
    blockers = people_service.blocking_users(reader, who)
    return {
        "may_invite": reader.is_person and who.is_person and reader.pk not in blockers,
        "may_block": moderation.may_be_blocked(who) and reader.pk not in blockers,
    }


@login_required
@require_POST
def follow_page(request: MemberRequest, name: str) -> HttpResponse:
    """Follow a player, whose open seats then come first, or unfollow them."""
    whom = profiles.find_person(name)
    page = reverse("person", args=[whom.username])
    try:
        if "stop" in request.POST:
            following.unfollow_user(follower=request.user, followed=whom)
            flash_message(request, _("You no longer follow %(name)s.") % {"name": whom})
        else:
            following.follow_user(follower=request.user, followed=whom, now=timezone.now())
            flash_message(request, _("You follow %(name)s: their open tables are listed first.") % {"name": whom})
    except Refusal as refusal:
        return refusal_page(request, refusal, rules="", back=page)
    return see_other(page)


@never_cache
@login_required
def profile_wishes(request: MemberRequest) -> HttpResponse:
    """Return what others see on my page."""
    form = modelform_factory(ProfileWishes, fields=PARTS)(
        request.POST or None, instance=profiles.wishes_of(request.user)
    )
    if request.method == "POST" and form.is_valid():
        form.save()
        flash_message(request, _("Profile settings saved."))
        return see_other(reverse("person", args=[request.user.username]))
    return render(request, "games/profile_wishes.html", {"form": form}, status=422 if form.errors else 200)


def course_chart(course: profiles.RatingCourse) -> Chart:
    """Return the chart of a rating, its scale wide enough that a single game does not look like a mountain."""
    lowest, highest = min(course.values), max(course.values)
    room = max(0, SPAN - (highest - lowest)) / 2
    return build_chart([ChartLine(str(course.rating.user_id), course.values)], low=lowest - room, high=highest + room)


def head_to_head(request: HttpRequest, name: str, other: str) -> HttpResponse:
    """Show the games of two players against each other."""
    who, whom = profiles.find_person(name), profiles.find_person(other)
    if who == whom:
        raise Http404(_("You can't play against yourself."))
    reader = viewer_of(request)
    if reader not in (who, whom) and not (profiles.wishes_of(who).opponents and profiles.wishes_of(whom).opponents):
        raise Http404(_("This player hides their opponents."))
    wish = ArchiveFilter(player=str(who), opponent=str(whom))
    games = archive_search.page_of_matches(archive_search.finished_matches(reader, wish), NEWEST, most=GAMES)
    context = {"who": who, "whom": whom, "met": profiles.head_to_head(who, whom, reader), "games": games}
    return render(request, "games/head_to_head.html", context)


def ratings_page(request: HttpRequest) -> HttpResponse:
    """Lead to the leaderboards of a game."""
    return choose_game(request, "ratings-game", _("Ratings"))


def leaders_page(request: HttpRequest, rules: str, field: str = Field.TWO) -> HttpResponse:
    """Show the strongest at a game, and apart from them those with few games."""
    check_game(rules)
    if field not in Field.values:
        raise Http404
    listed, reader = profiles.leading_players(field, rules=rules), viewer_of(request)
    own = profiles.standing_of(reader, field, rules=rules) if reader else None
    context = {
        "rules": RULES[rules],
        "games": RULES.values(),
        "field": Field(field),
        "fields": Field,
        "leaders": listed,
        "below": None if own in listed else own,
        "provisional": profiles.provisional_players(field, rules=rules),
        "enough": profiles.ENOUGH,
    }
    return render(request, "games/ratings.html", context)

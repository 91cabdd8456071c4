"""People: the directory, a person's page, two of them head to head, and the leaderboards."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from games import archive, people
from games.archive import NEWEST, Wish
from games.charts import Chart, Line, chart
from games.models.rating import Field
from games.services import reliability
from games.views.answers import viewer

PAGE = 60
GAMES = 6
SPAN = 200  # points that the course of a rating shows at least
NAME = 30  # letters, as many as a name may have


def directory(request: HttpRequest) -> HttpResponse:
    """Everybody by name, or those whose name begins as asked."""
    begin, after = (request.GET.get(name, "").replace("\0", "")[:NAME] for name in ("begin", "after"))
    listed = people.directory(begin, after=after, most=PAGE)
    context = {"people": listed[:PAGE], "begin": begin, "further": listed[PAGE - 1] if len(listed) > PAGE else None}
    return render(request, "games/people.html", context)


def profile(request: HttpRequest, name: str) -> HttpResponse:
    """What the club knows of somebody's games."""
    who = people.person(name)
    games = archive.page(archive.finished(viewer(request), Wish(player=str(who))), NEWEST, most=GAMES)
    courses = people.courses(who)
    context = {
        "who": who,
        "games": games,
        "courses": [(course, course_chart(course)) for course in courses],
        "results": people.results(who),
        "opponents": people.opponents(who),
        "streaks": people.streaks(who),
        "turn_time": people.turn_time(who),
        "reliability": reliability.of_people([who])[who.pk],
    }
    return render(request, "games/person.html", context)


def course_chart(course: people.Course) -> Chart:
    """Never so near that a single game looks like a mountain."""
    lowest, highest = min(course.values), max(course.values)
    room = max(0, SPAN - (highest - lowest)) / 2
    return chart([Line(str(course.rating.user_id), course.values)], low=lowest - room, high=highest + room)


def head_to_head(request: HttpRequest, name: str, other: str) -> HttpResponse:
    """Two of them against each other."""
    who, whom = people.person(name), people.person(other)
    if who == whom:
        raise Http404(_("Nobody plays against themselves."))
    wish = Wish(player=str(who), opponent=str(whom))
    games = archive.page(archive.finished(viewer(request), wish), NEWEST, most=GAMES)
    context = {"who": who, "whom": whom, "met": people.against(who, whom), "games": games}
    return render(request, "games/head_to_head.html", context)


def leaders(request: HttpRequest, field: str = Field.TWO) -> HttpResponse:
    """The strongest, and apart from them those with few games."""
    if field not in Field.values:
        raise Http404
    context = {
        "field": Field(field),
        "fields": Field,
        "leaders": people.leaders(field),
        "provisional": people.provisional(field),
        "enough": people.ENOUGH,
    }
    return render(request, "games/ratings.html", context)

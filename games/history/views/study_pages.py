"""Studies: records that somebody keeps, shown turn by turn as a match is."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from games import records
from games.history.studies import study_queries
from games.history.studies import study_records as study_service
from games.history.studies.study_forms import StudyForm
from games.history.studies.study_records import DamagedRecords, StudyDraft
from games.matches import queries
from games.matches.views.answers import (
    MemberRequest,
    PageRequest,
    flash_message,
    number_from,
    refusal_page,
    run_form_once,
    see_other,
    status_of,
    viewer_of,
)
from games.matches.views.game_view import NamedPlayer, Preview, VisibleGame, context_of
from games.matches.views.modes import Mode, mode_links
from games.matches.views.replay import (
    ReplayBoard,
    is_replay_step,
    replay_board,
    replay_page_view,
    replay_stage,
    replay_step,
    replay_view,
    to_turn,
)
from games.matches.views.sandbox import sandbox_shown
from games.models import MatchState, Study
from games.models.study import TITLE
from games.pictures import gallery, images
from games.pictures.picture_views import picture_response
from games.registry import Refusal
from taluva_site.http.redirects import login_required

PAGE = 9  # rows of three, where there is room
MODES = (Mode.REPLAY, Mode.SANDBOX)
NAME = 30  # letters, as many as a name of the club may have


def study_seen(kept: Study) -> VisibleGame:
    """Return the game of a record, with the names that stand in it."""
    game = records.read_record(kept.record)
    named = [game.tags.get(f"Seat{seat}", "")[:NAME].strip() for seat in range(len(game.places))]
    names = [name or _("Player %(n)d") % {"n": seat} for seat, name in enumerate(named, 1)]
    return VisibleGame(
        rules=kept.rules,
        title=kept.title,
        base=kept.get_absolute_url(),
        game=game,
        seats=[NamedPlayer(seat, name, game.places[seat]) for seat, name in enumerate(names)],
        names=names,
    )


def study_preview(kept: Study, page: ReplayBoard, path: str) -> Preview | None:
    """Return the turn that is shown of a published study."""
    if not kept.public:
        return None
    seen, number = page.seen, page.number
    picture = reverse("study-picture", args=[kept.key, number, "link"])
    words = seen.board.story(seen.game, number, seen.names) if number else (seen.board.status(page.game),)
    return Preview(f"{settings.SITE_URL}{path}", f"{settings.SITE_URL}{picture}", words)


def study_list(request: HttpRequest) -> HttpResponse:
    """Return what is published and one's own, or one's own alone; a page of them from a place on."""
    who, query = viewer_of(request), request.GET
    title, mine = query.get("title", "").replace("\0", "")[:TITLE].strip(), "mine" in query and who is not None
    page = study_queries.page_of_studies(
        study_queries.find_studies(who, title=title, mine=mine),
        after=query.get("after", ""),
        before=query.get("before", ""),
        most=PAGE,
    )
    return render(request, "games/studies.html", {"page": page, "title": title, "mine": mine, "longest": TITLE})


@login_required
def study_create(request: MemberRequest) -> HttpResponse:
    """Create a study from records; errors are shown beside them, and nothing that was typed is lost.

    Who comes from a turn of a game goes on at that turn of the study.
    """
    turn = number_from((request.POST or request.GET).get("t", ""))
    if request.method != "POST":
        page = {"form": StudyForm(initial=record_to_study(request)), "turn": turn}
        return render(request, "games/study_create.html", page)
    form = StudyForm(request.POST, request.FILES)
    status = 422
    if form.is_valid():
        try:
            read = study_service.read_studies(owner=request.user, now=timezone.now(), **wishes(form))
            made = run_form_once(request, ("studies", wishes(form)), partial(store_keys, read))
        except DamagedRecords as damaged:
            for one in damaged.found:
                form.blame(one)
        except Refusal as refusal:
            form.add_error(None, _(refusal.message))
            status = status_of(refusal)
        else:
            return redirect_to_studies(request, made, turn)
    return render(request, "games/study_create.html", {"form": form, "turn": turn}, status=status)


def store_keys(read: Sequence[StudyDraft]) -> list[str]:
    """Store the studies and return their keys."""
    return [study.key for study in study_service.store_studies(read)]


def wishes(form: StudyForm) -> dict[str, Any]:
    return {name: form.cleaned_data[name] for name in ("text", "title", "public")}


def redirect_to_studies(request: MemberRequest, made: list[str], turn: int | None) -> HttpResponse:
    """Return the study that was made, at a turn that it has; of several, the list of one's own."""
    if len(made) == 1:
        has_turn = turn is not None and Study.objects.filter(key=made[0], turn_number__gte=turn).exists()
        return see_other(reverse("study-turn", args=[*made, turn]) if has_turn else reverse("study", args=made))
    flash_message(request, ngettext("%(n)d record is kept.", "%(n)d records are kept.", len(made)) % {"n": len(made)})
    return see_other(f"{reverse('studies')}?mine=1")


def record_to_study(request: MemberRequest) -> dict[str, str]:
    """Return the record of a finished game that somebody wants to study."""
    key = request.GET.get("game")
    if not key:
        return {}
    match = queries.match_for(key, request.user)
    if match.state != MatchState.FINISHED:
        raise Http404
    assert match.ended_at
    day = formats.date_format(timezone.localtime(match.ended_at), "j F Y")
    record = queries.record_for(match, queries.seat_index(match, request.user))
    return {"text": record, "title": _("Game of %(day)s") % {"day": day}}


def study_page(request: PageRequest, key: str, number: int | None = None) -> HttpResponse:
    """Return the game of a study as it was after a turn, or as it ends."""
    kept = study_queries.study_for(key, viewer_of(request))
    at = kept.turn_number if number is None else number
    if at > kept.turn_number:
        raise Http404
    page = replay_board(study_seen(kept), at, request.GET)
    view = replay_view(page, now_words=_("End of the record"), modes=MODES, asks_why=request.GET.get("why") == "1")
    if is_replay_step(request):
        return replay_step(request, page, view)
    around = replay_page_view(page, study_preview(kept, page, request.path))
    own = {"study": kept, "is_own": kept.owner == viewer_of(request), "longest": TITLE}
    return render(request, "games/study.html", context_of(replay_stage(page), view, around, **own))


def study_replay(request: HttpRequest, key: str) -> HttpResponse:
    """Return the slider without scripts: to the turn that it points at."""
    return to_turn(request, "study-turn", key)


def study_sandbox(request: PageRequest, key: str, number: int) -> HttpResponse:
    """Return the board to try things on, after turn `number` of the study and the moves in the address."""
    kept = study_queries.study_for(key, viewer_of(request))
    if number > kept.turn_number:
        raise Http404
    seen = study_seen(kept)
    return sandbox_shown(request, seen, number, modes=mode_links(seen, number, MODES, Mode.SANDBOX))


def study_record(request: HttpRequest, key: str) -> HttpResponse:
    """Return the record as it was sent."""
    kept = study_queries.study_for(key, viewer_of(request))
    response = HttpResponse(kept.record, content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'inline; filename="{kept.rules}-{kept.key}.txt"'
    return response


def study_picture(request: HttpRequest, key: str, number: int, kind: str) -> HttpResponse:
    """Return the board after turn `number` as PNG."""
    kept = study_queries.study_for(key, viewer_of(request))
    if number > kept.turn_number or kind not in images.KINDS:
        raise Http404
    still = gallery.StillPicture(gallery.STUDY, kept.key, kept.rules, number, kind)
    return picture_response(request, still, "private, max-age=86400")


@require_POST
@login_required
def study_change(request: MemberRequest, key: str) -> HttpResponse:
    """Rename, publish or unpublish a study, for its owner."""
    kept = own_study(request, key)
    try:
        study_service.change_study(study=kept, title=request.POST.get("title", ""), public="public" in request.POST)
    except Refusal as refusal:
        return refusal_page(request, refusal, rules=kept.rules, back=kept.get_absolute_url())
    flash_message(request, _("Your study is published.") if kept.public else _("Your study is private."))
    return see_other(kept.get_absolute_url())


@require_POST
@login_required
def study_delete(request: MemberRequest, key: str) -> HttpResponse:
    kept = own_study(request, key)
    kept.delete()
    gallery.remove_pictures(gallery.STUDY, key)
    flash_message(request, _("“%(title)s” deleted.") % {"title": kept.title})
    return see_other(f"{reverse('studies')}?mine=1")


def own_study(request: MemberRequest, key: str) -> Study:
    kept = study_queries.study_for(key, request.user)
    if kept.owner != request.user:
        raise Http404
    return kept

"""Studies: records that somebody keeps."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone
from ninja import Router, Status

from games.api.auth import CREATE, READ, request_user, run_form_once
from games.api.responses import with_errors
from games.api.schemas import IdempotencyKey, Studies, StudyDetail, StudyIn, StudyKey, StudyOut
from games.api.table_operations import Limit, Offset
from games.history.studies import study_queries
from games.history.studies import study_records as study_service
from games.models import Study

router = Router()
COPIED_FIELDS = ("key", "title", "rules", "options", "players", "turn_number", "public", "created_at")


@router.get("/studies", auth=READ, response=with_errors(Studies), summary="Studies")
def study_list(request: HttpRequest, mine: bool = False, limit: Limit = 20, offset: Offset = 0) -> Any:
    """Return the studies that are published and your own, or your own alone, the newest first."""
    rows = study_queries.find_studies(request_user(request), mine=mine).order_by("-created_at", "-pk")
    return {"items": [study_answer(row) for row in rows[offset : offset + limit]], "count": rows.count()}


@router.post("/studies", auth=CREATE, response=with_errors(list[StudyOut], 400, status=201), summary="Keep records")
def study_create(request: HttpRequest, wish: StudyIn, idempotency_key: IdempotencyKey = None) -> Any:
    """Return a study of each record in the text. 422: of none, and `errors` says what is wrong, by line and clause."""
    read = study_service.read_studies(owner=request_user(request), now=timezone.now(), **wish.dict())

    def store() -> list[int]:
        return [study.pk for study in study_service.store_studies(read)]

    pks = run_form_once(request, idempotency_key, ("studies", wish), store)
    made = Study.objects.filter(pk__in=pks).select_related("owner").order_by("pk")
    return Status(201, [study_answer(study) for study in made])


@router.get("/studies/{key}", auth=READ, response=with_errors(StudyDetail, 404), summary="A study")
def study_detail(request: HttpRequest, key: StudyKey) -> Any:
    """Return the study with its record."""
    study = study_queries.study_for(key, request_user(request))
    return {**study_answer(study), "record": study.record}


def study_answer(study: Study) -> dict[str, Any]:
    copied = {name: getattr(study, name) for name in COPIED_FIELDS}
    return {**copied, "url": settings.SITE_URL + study.get_absolute_url(), "by": str(study.owner)}

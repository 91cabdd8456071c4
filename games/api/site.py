"""The API as a whole: its operations, its refusals, its document."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from ninja import NinjaAPI
from ninja.openapi.schema import OpenAPISchema
from ninja.operation import Operation

from games.api import events, matches, problem_json, studies, table_operations, waiting

DESCRIPTION = (
    "Whatever the pages can do in a match, a program can do too, through the same services. Send a token, made in "
    "your account, as “Authorization: Bearer …”. Turns, tables, messages and studies take a key of yours in the "
    "header Idempotency-Key: sent again with it, the same is done once. Refusals are problem+json. Each token has a "
    "limit of requests; the headers RateLimit-Limit, RateLimit-Remaining and RateLimit-Reset tell what is left of it. "
    "The rules of each game, with the clauses that refusals name, stand at /rules/."
)
TEXTS = {"/record": "text/plain", "/events": "text/event-stream"}


class ClubApi(NinjaAPI):
    def create_response(self, request: HttpRequest, data: Any, **kwargs: Any) -> HttpResponse:
        return problem_json.with_limits(request, super().create_response(request, data, **kwargs))

    def get_openapi_operation_id(self, operation: Operation) -> str:
        """Return the name by which generated clients know the operation; it outlives a renamed module."""
        return super().get_openapi_operation_id(operation).replace("_table_operations_", "_tables_")

    document: OpenAPISchema | None = None

    def get_openapi_schema(self, **_more: Any) -> OpenAPISchema:
        """Return the document, built once in a process: that takes half a second, and it never changes."""
        self.document = self.document or self.built_document()
        return self.document

    def built_document(self) -> OpenAPISchema:
        """Return the document, with the media types that the answers really have."""
        schema = super().get_openapi_schema()
        for path, operations in schema["paths"].items():
            for operation in operations.values():
                for status, answer in operation["responses"].items():
                    correct_content_type(path, int(status), answer)
        return schema


def correct_content_type(path: str, status: int, answer: dict[str, Any]) -> None:
    content = answer.get("content", {})
    if status >= 400 and "application/json" in content:
        content[problem_json.MEDIA_TYPE] = content.pop("application/json")
    for end, media_type in TEXTS.items():
        if status == 200 and path.endswith(end):
            answer["content"] = {media_type: {"schema": {"type": "string"}}}


api = ClubApi(
    title="The club's API",
    version="1",
    description=DESCRIPTION,
    docs_url=None,
    openapi_url="/openapi.json",
    urls_namespace="api",
)
for error, handler in problem_json.HANDLERS.items():
    api.add_exception_handler(error, handler)  # type: ignore[arg-type] # each handler takes its own error
api.add_router("", table_operations.router, tags=["Tables"])
api.add_router("", matches.router, tags=["Matches"])
api.add_router("", waiting.router, tags=["Matches"])
api.add_router("", studies.router, tags=["Studies"])
api.add_router("", events.router, tags=["Events"])

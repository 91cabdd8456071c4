"""The pages about the API: its reference, made from its own document, and the tokens of an account."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.decorators import reauthentication_required
from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import condition, require_POST, require_safe

from accounts.views.decorators import proof_required
from games.api import guide, tokens
from games.api.problem_json import problem_answer
from games.api.site import api
from games.matches import refusals
from games.models.token import Scope, Token
from games.registry import Refusal
from taluva_site.http.problem_details import usual_detail
from taluva_site.http.redirects import login_required


class TokenForm(forms.Form):
    name = forms.CharField(label=_("What is it for?"), max_length=60)
    scopes = forms.MultipleChoiceField(
        label=_("What may it do?"), choices=Scope.choices, widget=forms.CheckboxSelectMultiple, initial=["read"]
    )


@login_required
@proof_required
@reauthentication_required(allow_get=True)
@never_cache
def token_list(request: HttpRequest) -> HttpResponse:
    """List my tokens; a new one is shown once, in the answer that made it."""
    form, made = TokenForm(request.POST or None), ""
    if request.method == "POST" and form.is_valid():
        try:
            token, made = tokens.create_token(user=request.user, now=timezone.now(), **form.cleaned_data)  # type: ignore[arg-type]
            tell_owner(request, token)
            form = TokenForm()
        except Refusal as refusal:
            form.add_error(None, refusal.message)
    rows = request.user.api_tokens.filter(revoked_at=None)  # type: ignore[union-attr]
    context = {"form": form, "made": made, "tokens": rows}
    return render(request, "accounts/tokens.html", context, status=422 if form.errors else 200)


def tell_owner(request: HttpRequest, token: Token) -> None:
    """Send a mail, in case it was somebody else at the owner's browser."""
    context = {"token_name": token.name, "scopes": token.scope_labels}
    get_adapter(request).send_notification_mail("account/email/token_created", token.user, context)


@require_POST
@login_required
def token_revoke(request: HttpRequest, pk: int) -> HttpResponse:
    try:
        tokens.revoke_token(user=request.user, token_id=pk, now=timezone.now())  # type: ignore[arg-type]
    except Refusal as refusal:
        return render(request, "404.html", {"why": refusal.message}, status=404)
    answer = redirect("token-list")
    answer.status_code = 303
    return answer


@require_POST
@login_required
@proof_required
def account_mark(request: HttpRequest) -> HttpResponse:
    """Mark the account as a program's, or as a person's again."""
    try:
        tokens.mark_as_bot(user=request.user, is_bot=request.POST.get("bot") == "1")  # type: ignore[arg-type]
    except refusals.Forbidden as refusal:
        return render(request, "404.html", {"why": refusal.message}, status=refusal.status)
    answer = redirect("token-list")
    answer.status_code = 303
    return answer


@csrf_exempt
def unknown_operation(request: HttpRequest) -> HttpResponse:
    """Return an address that no operation has: a program gets a problem, not a page."""
    return problem_answer(request, 404, usual_detail(404))


@cache
def document_as_json() -> bytes:
    return json.dumps(api.get_openapi_schema()).encode()


@cache
def document_mark() -> str:
    return f'"{hashlib.sha256(document_as_json()).hexdigest()[:32]}"'


@require_safe
@condition(etag_func=lambda request: document_mark())
def openapi_document(request: HttpRequest) -> HttpResponse:
    """Return the OpenAPI document, unless the client has this one."""
    headers = {"Cache-Control": "public, no-cache"}
    return HttpResponse(document_as_json(), content_type="application/json; charset=utf-8", headers=headers)


def reference_page(request: HttpRequest) -> HttpResponse:
    """Return the document as a page to read: no script, nothing from elsewhere."""
    return render(request, "api/reference.html", reference_parts())


@cache
def reference_parts() -> dict[str, Any]:
    schema = api.get_openapi_schema()
    return {
        "info": schema["info"],
        "guides": guide.game_guides(),
        "groups": group_operations(schema),
        "shapes": list_shapes(schema),
    }


def group_operations(schema: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    groups: dict[str, list[dict[str, Any]]] = {}
    for path, operations in schema["paths"].items():
        for method, operation in operations.items():
            groups.setdefault(operation["tags"][0], []).append(describe_operation(path, method, operation))
    return groups


def describe_operation(path: str, method: str, operation: dict[str, Any]) -> dict[str, Any]:
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    return {
        "id": operation["operationId"],
        "path": path,
        "method": method.upper(),
        "summary": operation["summary"],
        "text": operation.get("description", ""),
        "body": name_of(body),
        "parameters": [
            {**parameter, "kind": kind_of(parameter["schema"])} for parameter in operation.get("parameters", [])
        ],
        "answers": [
            {"status": status, "shape": name_of(first_schema(answer))}
            for status, answer in sorted(operation["responses"].items(), key=lambda item: int(item[0]))
        ],
    }


def first_schema(answer: dict[str, Any]) -> dict[str, Any]:
    return next((content.get("schema", {}) for content in answer.get("content", {}).values()), {})


def list_shapes(schema: dict[str, Any]) -> list[dict[str, Any]]:
    """Return each shape that goes in or out, with its fields."""
    return [
        {
            "name": name,
            "text": shape.get("description", ""),
            "fields": [
                {
                    "name": field,
                    "kind": kind_of(value),
                    "text": value.get("description", ""),
                    "required": field in shape.get("required", []),
                }
                for field, value in shape.get("properties", {}).items()
            ],
            "values": shape.get("enum", []),
        }
        for name, shape in schema["components"]["schemas"].items()
    ]


def name_of(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"].rsplit("/", 1)[-1])
    if schema.get("type") == "array":
        return name_of(schema["items"]) + "[]"
    return ""


def kind_of(schema: dict[str, Any]) -> str:
    """Return the type of a value in a few words."""
    if name := name_of(schema):
        return name
    if "anyOf" in schema:
        return " | ".join(kind_of(part) for part in schema["anyOf"])
    if "enum" in schema:
        return " | ".join(f"“{value}”" for value in schema["enum"])
    if schema.get("type") == "array":
        return kind_of(schema["items"]) + "[]"
    return str(schema.get("format") or schema.get("type", "any"))

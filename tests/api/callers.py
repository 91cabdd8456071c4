"""A program with a token that calls the JSON API, and what its problems look like."""

from __future__ import annotations

import json
from typing import Any

from django.test import Client

from accounts.models import User
from games.api import tokens
from games.models.token import Scope
from tests.factories import NOW

ALL = Scope.values
V1 = "/api/v1"


class Caller:
    """A program with a token."""

    def __init__(self, user: User, scopes: list[str] = ALL) -> None:
        self.token, text = tokens.create_token(user=user, name="test", scopes=scopes, now=NOW)
        self.client = Client(headers={"Authorization": f"Bearer {text}"})

    def get(self, path: str, **query: Any) -> Any:
        return self.client.get(V1 + path, query)

    def post(self, path: str, body: Any = None, **headers: str) -> Any:
        names = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.client.post(V1 + path, json.dumps(body or {}), content_type="application/json", headers=names)

    def put(self, path: str, body: Any) -> Any:
        return self.client.put(V1 + path, json.dumps(body), content_type="application/json")


def is_problem(answer: Any, status: int) -> bool:
    body = answer.json()
    return (
        answer.status_code == body["status"] == status
        and answer["Content-Type"] == "application/problem+json"
        and bool(body["title"] and body["detail"])
    )

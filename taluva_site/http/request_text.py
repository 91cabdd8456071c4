"""Text in requests that no page can mean: refused before, or instead of, a failure further in."""

from __future__ import annotations

import codecs
import re

from django.db import DataError
from django.http import HttpRequest, HttpResponse

from taluva_site import views
from taluva_site.http.base_middleware import Middleware

NULL = "\0"
# Where the numbers end that databases keep; Django checks that for one value, but not for a list of them.
UNSTORABLE = re.compile(r"\0|\d{19}")


class RequestTextMiddleware(Middleware):
    """Answer 400 to addresses with NUL and to forms in other encodings than ours.

    No database stores numbers of more than eight bytes, and PostgreSQL no NUL: where one in a query or form has come as
    far as that, it is the sender's mistake too.
    """

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if NULL in request.path_info or not is_utf8(request.encoding):
            return views.bad_request(request)
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if isinstance(error, DataError | OverflowError) and has_unstorable(request):
            return views.bad_request(request)
        return None


def is_utf8(encoding: str | None) -> bool:
    """Return True for what every page of ours sends; codecs that make no text would break Django's parser."""
    return encoding is None or codecs.lookup(encoding).name in ("utf-8", "ascii")


def has_unstorable(request: HttpRequest) -> bool:
    sent = [text for data in (request.GET, request.POST) for pair in data.lists() for text in (pair[0], *pair[1])]
    return any(UNSTORABLE.search(str(text)) for text in sent)

"""The public dump of the club's games: what it holds, and the file itself."""

from __future__ import annotations

from collections.abc import AsyncIterator

from asgiref.sync import sync_to_async
from django.core.files.storage import default_storage
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.cache import get_conditional_response, patch_cache_control
from django.views.decorators.http import require_safe

from games.history import dumps


class Download(FileResponse):
    """A file sent part by part, by both kinds of servers: as it is, Django would read it whole first under ASGI."""

    block_size = 1 << 18

    async def __aiter__(self) -> AsyncIterator[bytes]:
        parts = iter(self)
        while part := await sync_to_async(next)(parts, b""):  # type: ignore[call-arg] # where the parts end
            yield part


def dump_page(request: HttpRequest) -> HttpResponse:
    """Return what there is to be downloaded, and how to know that it arrived whole."""
    newest = dumps.newest_dump()
    return render(request, "games/dump.html", {"dump": newest, "file_name": newest and file_name(newest)})


@require_safe
def dump_file(request: HttpRequest) -> HttpResponseBase:
    """Return the dump, unless the browser has this one already."""
    newest = dumps.newest_dump()
    if newest is None or not default_storage.exists(newest.file):
        raise Http404
    etag = f'"{newest.sha256}"'
    if answer := get_conditional_response(request, etag=etag):
        return answer
    response = Download(
        default_storage.open(newest.file),
        as_attachment=True,
        filename=file_name(newest),
        content_type="application/zip",
        headers={"ETag": etag},
    )
    patch_cache_control(response, public=True, no_cache=True)
    return response


def file_name(newest: dumps.Dump) -> str:
    return f"games-{newest.written_at:%Y-%m-%d}.zip"

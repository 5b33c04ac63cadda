"""The one door to numba: where kernels are compiled, and where the machine code is kept.

A module that compiles kernels imports `njit` (and `prange`) from here and nothing from numba. Importing this module
costs what importing numba costs, so only kernel modules do it, and ranking one hand never gets here.

Compiled kernels are kept between runs. numba notices when the file of a kernel changes, but not when a function,
a constant or a table that the kernel took from another file does. So the directory it keeps them in is named after a
hash of everything that can end up inside a kernel: every module of the package that imports this one, every module of
the package that those import, and the stored tables.

The first directory that can be written is used: `SEVENTH_CACHE` if set, the user's cache directory, a private directory
beside other temporary files. Without any, kernels are compiled anew by every process, and all else works.
"""

from __future__ import annotations

import contextlib
import getpass
import hashlib
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar, overload

from seventh import compile_hooks

__all__ = ["CACHE", "njit", "prange"]

_PACKAGE = Path(__file__).resolve().parent
_TABLES = "hands/data/*.npz"
_IMPORT = re.compile(
    rb"^\s*(?:from\s+(seventh[\w.]*)\s+import\s+(?:\(([^)]*)\)|([^(\n]*))|import\s+(seventh[\w.]*))", re.MULTILINE
)
_KEPT = 8
"""So many directories of other versions stay, the last used ones; a cache must not grow with every edit of a kernel."""


def _module_file(name: str) -> Path | None:
    path = _PACKAGE.parent.joinpath(*name.split("."))
    return next((file for file in (path.with_suffix(".py"), path / "__init__.py") if file.is_file()), None)


def _imports(source: bytes) -> Iterator[Path]:
    """The files of the package that a module's import statements can mean."""
    for match in _IMPORT.finditer(source):
        module = (match[1] or match[4]).decode()
        words = re.findall(r"\w+", (match[2] or match[3] or b"").decode())
        for name in (module, *(f"{module}.{word}" for word in words)):
            if file := _module_file(name):
                yield file


def _fingerprint() -> str:
    """A hash of everything that a compiled kernel can be made from."""
    waiting = [file for file in _PACKAGE.rglob("*.py") if b"seventh.compiled" in file.read_bytes()]
    sources: dict[Path, bytes] = {}
    while waiting:
        file = waiting.pop()
        if file not in sources:
            sources[file] = file.read_bytes()
            waiting += _imports(sources[file])
    for file in _PACKAGE.glob(_TABLES):
        sources[file] = file.read_bytes()
    digest = hashlib.sha256(sys.version.encode())
    for file in sorted(sources):
        digest.update(f"\0{file.relative_to(_PACKAGE)}\0{len(sources[file])}\0".encode() + sources[file])
    return digest.hexdigest()[:16]


def _user_cache() -> Path:
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


def _homes() -> Iterator[Path]:
    """Where a cache may live, the best place first."""
    if chosen := os.environ.get("SEVENTH_CACHE"):
        yield Path(chosen).absolute()
    with contextlib.suppress(RuntimeError):  # a user without a home
        yield _user_cache() / "seventh-street"
    with contextlib.suppress(OSError, KeyError):  # nowhere for temporary files, or a user without a name
        yield Path(tempfile.gettempdir()) / f"seventh-street-{getpass.getuser()}"


def _usable(directory: Path) -> bool:
    """Whether this directory is ours to write: machine code in it will be run, so nobody else may have put it there."""
    try:
        directory.mkdir(parents=True, exist_ok=True, mode=0o700)
        with tempfile.TemporaryFile(dir=directory):
            pass
        return not hasattr(os, "getuid") or directory.stat().st_uid == os.getuid()
    except OSError:
        return False


def _cache_directory() -> Path | None:
    name = f"kernels-{_fingerprint()}"
    for home in _homes():
        if _usable(home) and _usable(home / name):
            _forget_old(home, home / name)
            return home / name
    return None


def _forget_old(home: Path, current: Path) -> None:
    try:
        os.utime(current)
        others = sorted(home.glob("kernels-*"), key=lambda path: path.stat().st_mtime, reverse=True)
    except OSError:
        return
    for path in others[_KEPT:]:
        shutil.rmtree(path, ignore_errors=True)


CACHE = _cache_directory()
"""Where compiled kernels are kept; None if no directory can be written."""

if CACHE is not None:
    os.environ["NUMBA_CACHE_DIR"] = str(CACHE)

import numba  # noqa: E402 - it reads its settings when it is imported
from numba.core import event  # noqa: E402

_numba: Any = numba  # its own types know neither its settings nor a decorator with variable options
if CACHE is not None:
    _numba.config.CACHE_DIR = str(CACHE)  # in case somebody imported it before us


class _Compiling(event.Listener):
    """Hears of kernels that are compiled; those that are loaded from the cache are not."""

    def on_start(self, event: object) -> None:  # noqa: ARG002
        compile_hooks.compiling(CACHE is not None)

    def on_end(self, event: object) -> None:
        pass


_register: Any = event.register
_register("numba:compile", _Compiling())

_Function = TypeVar("_Function", bound=Callable[..., Any])


@overload
def njit(function: _Function, /) -> _Function: ...
@overload
def njit(function: None = None, /, **options: Any) -> Callable[[_Function], _Function]: ...
def njit(function: _Function | None = None, /, **options: Any) -> Any:
    """Compile a function on its first call and keep the result. It runs without the interpreter's lock.

    Division by zero gives an infinity or a zero as in numpy: the test that would raise an exception instead costs time.
    """
    settings = {"cache": CACHE is not None, "nogil": True, "error_model": "numpy"} | options
    return _numba.njit(**settings)(function) if function else _numba.njit(**settings)


prange: type[range] = _numba.prange
"""`range` whose turns are shared among threads, in a kernel compiled with `parallel=True`; every thread gets an equal
stretch, so shuffle a work list whose items take unequal times."""

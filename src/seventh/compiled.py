"""The only module that imports numba: compiles kernels and caches the machine code.

A kernel module imports `njit` (and `prange`) from here and nothing from numba. Importing numba is slow, so only kernel
modules import this one; ranking a single hand never does.

Compiled kernels are cached between runs. numba notices when a kernel's own file changes, but not when a function,
constant or table that the kernel takes from another file does. The cache directory is therefore named after a hash of
everything that can end up in a kernel: every module of the package that imports this one, every module those import,
and the stored tables.

The first writable directory is used: `SEVENTH_CACHE` if set, the user's cache directory, a private directory under the
system's temporary directory. If none is writable, every process compiles its own kernels and everything else works.
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
"""Number of cache directories to keep, most recently used first, so that editing kernels does not fill the disk."""


def _module_file(name: str) -> Path | None:
    path = _PACKAGE.parent.joinpath(*name.split("."))
    return next((file for file in (path.with_suffix(".py"), path / "__init__.py") if file.is_file()), None)


def _imports(source: bytes) -> Iterator[Path]:
    """The package's files that a module's import statements may refer to."""
    for match in _IMPORT.finditer(source):
        module = (match[1] or match[4]).decode()
        words = re.findall(r"\w+", (match[2] or match[3] or b"").decode())
        for name in (module, *(f"{module}.{word}" for word in words)):
            if file := _module_file(name):
                yield file


def _fingerprint() -> str:
    """A hash of everything a compiled kernel can depend on."""
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
    """Candidate cache locations, best first."""
    if chosen := os.environ.get("SEVENTH_CACHE"):
        yield Path(chosen).absolute()
    with contextlib.suppress(RuntimeError):  # no home directory
        yield _user_cache() / "seventh-street"
    with contextlib.suppress(OSError, KeyError):  # no temporary directory or no user name
        yield Path(tempfile.gettempdir()) / f"seventh-street-{getpass.getuser()}"


def _usable(directory: Path) -> bool:
    """Whether the directory is writable and owned by us: its machine code is executed, so no one else may write it."""
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
"""The directory of compiled kernels; None if no directory is writable."""

if CACHE is not None:
    os.environ["NUMBA_CACHE_DIR"] = str(CACHE)

import numba  # noqa: E402 - reads its settings on import
from numba.core import event  # noqa: E402

_numba: Any = numba  # its type hints cover neither its settings nor a decorator with variable options
if CACHE is not None:
    _numba.config.CACHE_DIR = str(CACHE)  # in case it was imported before us


class _Compiling(event.Listener):
    """Notified when a kernel is compiled, but not when it is loaded from the cache."""

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
    """Compile a function on its first call, cache the result, and release the GIL while it runs.

    Division by zero gives infinity or zero as in numpy; checking for it in order to raise would cost time.
    """
    settings = {"cache": CACHE is not None, "nogil": True, "error_model": "numpy"} | options
    return _numba.njit(**settings)(function) if function else _numba.njit(**settings)


prange: type[range] = _numba.prange
"""A `range` split among threads in a kernel compiled with `parallel=True`. Each thread gets an equal contiguous share,
so shuffle a work list whose items take unequal times."""

"""The package's optional dependencies (extras), and a one-line error if one is missing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

EXTRAS = {
    "lab": ("numpy", "numba"),
    "cli": ("cyclopts", "rich"),
    "room": (
        "fastapi",
        "uvicorn",
        "sqlalchemy",
        "alembic",
        "argon2",
        "jinja2",
        "markupsafe",
        "prometheus_client",
        "psycopg",
        "pydantic",
        "starlette",
        "websockets",
    ),
}
"""The modules in each extra that our code imports."""


class MissingExtra(ImportError):
    """A feature needs packages that are not installed; the message is one line that says how to install them."""


def extra_of(module: str | None) -> str | None:
    """The extra that includes a module; None if there is none."""
    top = (module or "").partition(".")[0]
    return next((extra for extra, modules in EXTRAS.items() if top in modules), None)


def missing_extra(what: str, module: str | None) -> MissingExtra | None:
    """The error for a feature whose module is missing; None if no extra includes the module."""
    extra = extra_of(module)
    if extra is None:
        return None
    # Without the lab, list everything at once instead of one missing module at a time.
    needed = " and ".join(EXTRAS[extra]) if len(EXTRAS[extra]) <= 2 else (module or "").partition(".")[0]
    return MissingExtra(f"{what} needs {needed}: pip install 'seventh[{extra}]'", name=module)


@contextmanager
def needs_extra(what: str) -> Iterator[None]:
    """Turn a missing module of an extra into `MissingExtra`; `what` is the requested feature."""
    try:
        yield
    except ModuleNotFoundError as error:
        said = missing_extra(what, error.name)
        if said is None:
            raise
        raise said from None

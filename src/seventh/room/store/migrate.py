"""Migrates a database to the schema of this release."""

from __future__ import annotations

import re
import sqlite3
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.pool import StaticPool

from seventh.room.store.errors import StoreError

if TYPE_CHECKING:
    from alembic.script import ScriptDirectory

WORDS = {
    "sqlite": {
        "{int}": "INTEGER",
        "{bytes}": "BLOB",
        "{flag}": "INTEGER",
        "{false}": "0",
        "{no_bytes}": "x''",
        "{small}": "STRICT, WITHOUT ROWID",
        "{large}": "STRICT",
        "{opened_in_hex}": "printf('%011x', opened)",
    },
    "postgresql": {
        "{int}": "BIGINT",
        "{bytes}": "BYTEA",
        "{flag}": "BOOLEAN",
        "{false}": "FALSE",
        "{no_bytes}": "''",
        "{small}": "",
        "{large}": "",
        "{opened_in_hex}": "lpad(to_hex(opened), 11, '0')",
    },
}


def scripts() -> ScriptDirectory:
    """The migrations of this release."""
    from alembic.config import Config  # takes long to load, and is needed only to migrate
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", "seventh.room.store:migrations")
    config.set_main_option("path_separator", "os")
    return ScriptDirectory.from_config(config)


def form_of(connection: Connection) -> str | None:
    """The last migration applied to the database; None if it is empty."""
    if not connection.dialect.has_table(connection, "alembic_version"):
        return None
    return connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()


@cache
def forms() -> dict[str, str | None]:
    """The migrations of this release, each with the one before it; read from their files."""
    found = {}
    for file in files("seventh.room.store").joinpath("migrations", "versions").iterdir():
        if file.name.endswith(".py"):
            text = file.read_text("utf-8")
            said = dict(re.findall(r"^(revision|down_revision) = (?:None|\"([^\"]+)\")", text, re.MULTILINE))
            found[said["revision"]] = said["down_revision"] or None
    return found


def latest_form() -> str:
    """The last migration of this release."""
    known = forms()
    (latest,) = set(known) - set(known.values())
    return latest


def view_of(db: Any, engine: str) -> Engine:
    """A SQLAlchemy engine on top of an existing driver connection, which stays open."""
    return create_engine(f"{engine}://", creator=lambda: db, poolclass=StaticPool)


def migrate(db: Any, engine: str, name: str) -> None:
    """Apply all pending migrations in one transaction."""
    view = view_of(db, engine)
    event.listen(view, "begin", lambda connection: connection.exec_driver_sql("BEGIN"))
    with view.begin() as connection:
        current, latest = form_of(connection), latest_form()
        if current is not None and current not in forms():
            newer = current > latest
            which = "a newer release; run that one" if newer else "an unreleased version; use a different location"
            raise StoreError(f"{name} was written by {which} (schema {current}, not {latest})")
        if current != latest:
            run_migrations(connection)


def run_migrations(connection: Connection) -> None:
    """Apply all pending migrations in the current transaction."""
    from alembic.config import Config
    from alembic.runtime.environment import EnvironmentContext

    known = scripts()

    def steps(revision: Any, _: Any) -> Any:
        return known._upgrade_revs("head", revision)

    with EnvironmentContext(Config(), known, fn=steps) as environment:
        environment.configure(connection=connection)
        environment.run_migrations()


def run_sql(connection: Connection, *names: str) -> None:
    """Run files from `sql/` with the engine's type names filled in; `{engine}` in a file name is the engine's name."""
    engine = connection.dialect.name
    driver = connection.connection.driver_connection
    assert driver is not None
    for name in names:
        text = files("seventh.room.store").joinpath("sql", name.replace("{engine}", engine)).read_text("utf-8")
        for word, meaning in WORDS[engine].items():
            text = text.replace(word, meaning)
        if engine == "sqlite":
            for statement in _statements(text):
                driver.execute(statement)
        else:
            driver.execute(text)


def _statements(text: str) -> list[str]:
    """Split a script into statements, because SQLite's `executescript` commits first."""
    found, begun = [], ""
    for line in text.splitlines(keepends=True):
        begun += line
        if sqlite3.complete_statement(begun):
            found.append(begun)
            begun = ""
    return found

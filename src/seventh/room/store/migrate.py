"""Bringing a database to the form that this release knows."""

from __future__ import annotations

import sqlite3
from importlib.resources import files
from typing import Any

from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.pool import StaticPool

from seventh.room.store.errors import StoreError

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
    config = Config()
    config.set_main_option("script_location", "seventh.room.store:migrations")
    config.set_main_option("path_separator", "os")
    return ScriptDirectory.from_config(config)


def form_of(connection: Connection) -> str | None:
    """The last migration that the database has seen; None if it is empty."""
    return MigrationContext.configure(connection).get_current_revision()


def view_of(db: Any, engine: str) -> Engine:
    """SQLAlchemy's view of a driver's connection that is ours and stays open."""
    return create_engine(f"{engine}://", creator=lambda: db, poolclass=StaticPool)


def migrate(db: Any, engine: str, name: str) -> None:
    """Run the migrations that the database behind this driver's connection has not seen, in one transaction."""
    view = view_of(db, engine)
    event.listen(view, "begin", lambda connection: connection.exec_driver_sql("BEGIN"))
    with view.begin() as connection:
        known = scripts()
        current, latest = form_of(connection), known.get_current_head()
        if current is not None and current not in {script.revision for script in known.walk_revisions()}:
            newer = current > str(latest)
            told = "a newer release: run that one" if newer else "an unfinished release: begin with another place"
            raise StoreError(f"{name} was written by {told} (form {current}, not {latest})")
        if current != latest:
            run_migrations(connection)


def run_migrations(connection: Connection) -> None:
    """Run what the database has not seen, in the transaction that is begun."""
    known = scripts()

    def steps(revision: Any, _: Any) -> Any:
        return known._upgrade_revs("head", revision)

    with EnvironmentContext(Config(), known, fn=steps) as environment:
        environment.configure(connection=connection)
        environment.run_migrations()


def run_sql(connection: Connection, *names: str) -> None:
    """Run files of `sql/`, worded for the engine; `{engine}` in a name is its name."""
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
    """The statements of a script; SQLite's own way to run a whole one commits first."""
    found, begun = [], ""
    for line in text.splitlines(keepends=True):
        begun += line
        if sqlite3.complete_statement(begun):
            found.append(begun)
            begun = ""
    return found

"""The database's own definitions: constraints, indexes, triggers and functions."""

from __future__ import annotations

import sqlite3
from functools import cache

from sqlalchemy import Connection
from sqlalchemy.engine import Engine

from seventh.room.store.migrate import migrate, run_migrations, view_of

_POSTGRES = """
SELECT 'constraint ' || conname, conrelid::regclass::text || ' ' || pg_get_constraintdef(oid) || ' ' || convalidated
FROM pg_constraint WHERE connamespace = current_schema()::regnamespace AND contype IN ('c', 'f', 'p', 'u')
UNION ALL
SELECT 'trigger ' || tgname, pg_get_triggerdef(t.oid) || ' ' || tgenabled::text
FROM pg_trigger t JOIN pg_class c ON c.oid = tgrelid
WHERE NOT tgisinternal AND relnamespace = current_schema()::regnamespace
UNION ALL
SELECT 'function ' || proname, prosrc FROM pg_proc WHERE pronamespace = current_schema()::regnamespace
UNION ALL
SELECT 'index ' || indexname, indexdef FROM pg_indexes WHERE schemaname = current_schema()
UNION ALL
SELECT 'table ' || table_name,
    string_agg(column_name || ' ' || data_type || ' ' || is_nullable, ', ' ORDER BY column_name)
FROM information_schema.columns WHERE table_schema = current_schema() GROUP BY table_name
"""
SCRATCH = "seventh_check"


def definitions_of(connection: Connection) -> dict[str, str]:
    """The definitions in a database, by name."""
    if connection.dialect.name == "sqlite":
        query = "SELECT type || ' ' || name, sql FROM sqlite_master WHERE sql IS NOT NULL"
        return dict(connection.exec_driver_sql(query).all())
    schema = str(connection.exec_driver_sql("SELECT quote_ident(current_schema())").scalar())
    found = connection.exec_driver_sql(_POSTGRES).all()
    return {name: _without(text, schema) for name, text in found if name.split()[1] != "alembic_version"}


def expected_definitions(engine: Engine) -> dict[str, str]:
    """The definitions in a newly created database."""
    return dict(_fresh_file()) if engine.dialect.name == "sqlite" else _fresh_schema(engine)


@cache
def _fresh_file() -> dict[str, str]:
    """SQLite keeps definitions as they were written, so these are the same for every room."""
    db = sqlite3.connect(":memory:", isolation_level=None)
    try:
        migrate(db, "sqlite", "memory")
        return dict(db.execute("SELECT type || ' ' || name, sql FROM sqlite_master WHERE sql IS NOT NULL"))
    finally:
        db.close()


def _fresh_schema(engine: Engine) -> dict[str, str]:
    """PostgreSQL rewrites definitions, so create all tables in a scratch schema, read them back, and roll back."""
    import psycopg  # takes long to load

    _, settings = engine.dialect.create_connect_args(engine.url)
    with psycopg.connect(**settings) as db, view_of(db, "postgresql+psycopg").connect() as connection:
        connection.exec_driver_sql(f"CREATE SCHEMA {SCRATCH}")
        connection.exec_driver_sql(f"SET LOCAL search_path = {SCRATCH}")
        run_migrations(connection)
        found = definitions_of(connection)
        connection.rollback()
    return found


def _without(text: str, schema: str) -> str:
    """A definition without its schema prefix."""
    return text.replace(f"{schema}.", "")

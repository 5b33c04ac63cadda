"""Sealed seeds of rounds in progress, and indexes for the public log."""

from alembic import op

from seventh.room.store.migrate import run_sql

revision = "0002"
down_revision = "0001.1"


def upgrade() -> None:
    run_sql(op.get_bind(), "0002_tables.sql", "0002_{engine}.sql")

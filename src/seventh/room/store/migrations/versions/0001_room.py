"""The first form: ledger, log, rounds and people."""

from alembic import op

from seventh.room.store.migrate import run_sql

revision = "0001.1"  # "0001" had other ids and other rows in the log, and was never released
down_revision = None


def upgrade() -> None:
    run_sql(op.get_bind(), "0001_tables.sql", "0001_{engine}.sql")

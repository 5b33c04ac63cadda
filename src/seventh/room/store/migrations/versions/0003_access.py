"""Scopes and expiry of tokens; second factors."""

from alembic import op

from seventh.room.store.migrate import run_sql

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    run_sql(op.get_bind(), "0003_access.sql")

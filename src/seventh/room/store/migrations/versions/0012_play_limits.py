"""Limits that people set for themselves, exclusions, reality checks and sittings."""

from alembic import op

from seventh.room.store.migrate import run_sql

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    run_sql(op.get_bind(), "0012_play_limits.sql")

"""Links by which players show their rounds to others."""

from alembic import op

from seventh.room.store.migrate import run_sql

revision = "0008"
down_revision = "0006"


def upgrade() -> None:
    run_sql(op.get_bind(), "0008_shares.sql")

"""Houses that the room no longer offers."""

from alembic import op

from seventh.room.store.migrate import run_sql

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    run_sql(op.get_bind(), "0013_retired_houses.sql")

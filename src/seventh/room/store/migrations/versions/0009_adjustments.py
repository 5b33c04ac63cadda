"""Manual changes of chips, and who approved them."""

from alembic import op

from seventh.room.store.migrate import run_sql

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    run_sql(op.get_bind(), "0009_adjustments.sql")

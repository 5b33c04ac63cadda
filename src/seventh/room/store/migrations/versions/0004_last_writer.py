"""The chain heads name the writer that committed last."""

from alembic import op

from seventh.room.store.migrate import run_sql

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    run_sql(op.get_bind(), "0004_last_writer.sql")

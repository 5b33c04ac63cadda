"""Hand-dealt tables and the records of their rounds."""

from alembic import op

from seventh.room.store.migrate import run_sql

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    run_sql(op.get_bind(), "0010_hand_dealt.sql")

"""The houses of a room, in versions."""

from alembic import op

from seventh.room.store.migrate import run_sql

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    run_sql(op.get_bind(), "0011_house_versions.sql", "0011_{engine}.sql")

"""Log entries and transfers of closed rounds can be packed into archives."""

from alembic import op

from seventh.room.store.migrate import run_sql

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    run_sql(op.get_bind(), "0005_tables.sql", "0005_{engine}.sql")

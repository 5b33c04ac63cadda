"""Rows that are overwritten carry a hash of their content."""

from alembic import op
from sqlalchemy import MetaData, Table, select, update

from seventh.room.store.migrate import run_sql
from seventh.room.store.seals import seal_of

revision = "0006"
down_revision = "0005"

TABLES = ("closures", "grants", "people", "seats", "second_factors", "tables", "tokens", "web_sessions")
"""Those whose rows are sealed from here on; later tables have seals from the beginning."""


def upgrade() -> None:
    connection = op.get_bind()
    run_sql(connection, "0006_seals.sql")
    for name in TABLES:
        if connection.exec_driver_sql(f"SELECT 1 FROM {name} LIMIT 1").first() is None:  # noqa: S608 - our own names
            continue  # a new room: looking at the form of its tables would take longer than everything else
        table = Table(name, MetaData(), autoload_with=connection)  # as it is now, not as later releases know it
        for row in connection.execute(select(table)).mappings().all():
            this = [column == row[column.name] for column in table.primary_key]
            connection.execute(update(table).where(*this).values(seal=seal_of(name, dict(row))))

"""The room as people see it: a real server, a real database, a real browser."""

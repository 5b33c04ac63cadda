"""Pay tables that meet a target: exact counts, bounds on each row, and a search in integers."""

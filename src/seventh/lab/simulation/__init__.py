"""Rounds by the million: one kernel per game that deals and settles, tested against the engine on random houses."""

"""The lab: exact mathematics of the three dealer games, and advice from it."""

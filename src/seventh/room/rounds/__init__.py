"""A round from its first commitment to its last chip: a value, what makes it last, and its return after a crash."""

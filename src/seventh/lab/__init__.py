"""The lab: the mathematics that games share, and the interface a game implements (`mathematics`). It names no game."""

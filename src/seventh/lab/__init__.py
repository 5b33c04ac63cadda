"""The lab: the mathematics that games share, and what a game says of its own (`mathematics`). It names no game."""

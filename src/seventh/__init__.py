"""Seventh Street: four seven-card casino games, played, run and proved by the book."""

__version__ = "0.1.0"

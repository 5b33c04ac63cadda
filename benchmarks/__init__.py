"""Measurements beside peers, in one run: `python -m benchmarks.hands`."""

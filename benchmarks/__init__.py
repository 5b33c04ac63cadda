"""Benchmarks, with peers measured in the same run: `python -m benchmarks.hands`."""

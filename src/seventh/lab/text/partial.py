"""The line that marks a partial result."""

from __future__ import annotations


def partial(done: int, asked: int, things: str) -> str:
    """`partial: stopped after 1,000 of 2,000 rounds`."""
    return f"partial: stopped after {done:,} of {asked:,} {things}"

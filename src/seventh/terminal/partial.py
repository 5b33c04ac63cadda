"""How every command says that it was stopped before its work was done."""

from __future__ import annotations


def partial(done: int, asked: int, things: str) -> str:
    """`partial: stopped after 1,000 of 2,000 rounds`."""
    return f"partial: stopped after {done:,} of {asked:,} {things}"

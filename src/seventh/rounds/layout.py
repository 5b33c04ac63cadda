"""The appearance of a game's table, as plain values for a page to draw."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Shape = Literal["circle", "diamond", "shield", "star", "pill"]


class Felt(Struct, frozen=True):
    """The felt's colours as CSS values; the same in every theme."""

    cloth: str
    light: str
    """The highlight."""
    edge: str
    ink: str
    """The print on the felt."""


class SpotLook(Struct, frozen=True):
    """How one spot is drawn."""

    wager: str
    shape: Shape = "circle"
    key: str = ""
    """The key that places a chip on it; empty for a wager made after the deal."""
    later: bool = False
    """Whether the wager is made after the deal."""


class Layout(Struct, frozen=True):
    """A game's table: seats around an oval with a pot in the middle, or spots on a felt in front of a dealer."""

    scene: Literal["felt", "oval"]
    felt: Felt
    spots: tuple[SpotLook, ...] = ()
    """From the left."""

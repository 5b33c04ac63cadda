"""How a game's table looks, as plain values: a page draws them and makes up none of its own."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Shape = Literal["circle", "diamond", "shield", "star", "pill"]


class Felt(Struct, frozen=True):
    """The colours of the cloth, as CSS writes them; alike in every theme."""

    cloth: str
    light: str
    """Where the light falls."""
    edge: str
    ink: str
    """What is printed on it."""


class SpotLook(Struct, frozen=True):
    """How one spot is drawn."""

    wager: str
    shape: Shape = "circle"
    key: str = ""
    """The key that puts a chip on it; none for a wager that is made after the cards."""
    later: bool = False
    """Whether the wager is made after the cards."""


class Layout(Struct, frozen=True):
    """A game's table: seats around an oval with a pot in the middle, or spots on a felt before a dealer."""

    scene: Literal["felt", "oval"]
    felt: Felt
    spots: tuple[SpotLook, ...] = ()
    """From the left."""

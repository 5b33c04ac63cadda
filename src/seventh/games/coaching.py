"""`coaching`: what a seat's choices are worth, from its view of the round alone."""

from __future__ import annotations

from typing import Any

from seventh.games import game_of
from seventh.house import House
from seventh.lab.coaching import Cell, Choice, Coaching, Picture

__all__ = ["Cell", "Choice", "Coaching", "Picture", "coached", "coaching"]

NO_COACH = Coaching("There is no coach for this game.")


def coached(house: House) -> bool:
    """Whether the house's game has a coach."""
    return bool(game_of(house).coach_module)


def coaching(house: House, view: Any) -> Coaching:
    """What the choices in a view are worth. `view` is `round.view(seat)`: nothing hidden from the seat is used."""
    coach = game_of(house).coach
    return coach(view, house) if coach is not None else NO_COACH

"""Actions as clients send them."""

from __future__ import annotations

from functools import cache, reduce
from operator import or_
from typing import Any

import msgspec

from seventh.room.refusals import MALFORMED, RoomRefused
from seventh.rounds.actions import Action, kinds_of


@cache
def _seat_actions() -> Any:
    """The union of all seat actions of all games; built on first use, when all games are registered."""
    return reduce(or_, [kind for kind in kinds_of(Action).values() if kind.role == "seat"])


def action_of(data: Any) -> Action:
    """Decode a client's action."""
    try:
        action: Action = msgspec.convert(data, _seat_actions())
    except msgspec.ValidationError as error:
        raise RoomRefused(MALFORMED, f"invalid action: {error}") from None
    return action

"""A house of the room for the pages: its game's data, under its own name and title."""

from __future__ import annotations

from typing import Any

from seventh.room.houses import Version
from seventh.web.game_info import game_info


def house_info(version: Version) -> dict[str, Any]:
    """The data of a house's game, see `game_info`, with the house's name, title and links."""
    own = {"house": version.house, "title": version.title}
    links = {"rules_url": f"/rules/{version.house}", "play_url": f"/play/{version.house}"}
    return {**game_info(version.rules), **own, **links}

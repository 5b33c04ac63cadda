"""A house of the room for the pages: its game's data, under its own name and title."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from seventh.games import book_house
from seventh.house.settings import changed_texts
from seventh.room.houses import Version
from seventh.web.game_info import game_info


def house_info(version: Version) -> dict[str, Any]:
    """The data of a house's game, see `game_info`, with the house's name, title and links."""
    own = {"house": version.house, "title": version.title}
    links = {"rules_url": f"/rules/{version.house}", "play_url": f"/play/{version.house}"}
    return {**game_info(version.rules), **own, **links}


def lab_link(version: Version) -> str:
    """The lab with the rules of a house of the room, next to the book's."""
    game = version.rules.game
    query = urlencode(changed_texts(version.rules, book_house(game)))
    return f"/lab/{game}" + (f"?{query}" if query else "")

"""What the browser's verifier has to know about each game: its cards, and whether single cards are committed to."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from seventh.cards import format_cards
from seventh.games import GAMES


@lru_cache(maxsize=1)
def proof_games() -> dict[str, dict[str, Any]]:
    """By name: the title, the deck before the shuffle, and whether the deck is committed to card by card."""
    return {
        name: {"title": game.book.title, "cards": format_cards(game.deck), "single": game.round.KEEPS_SECRETS}
        for name, game in GAMES.items()
    }

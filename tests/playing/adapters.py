"""What a game must say about itself to be played at random. A fifth game joins by one more line at the end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from playing import houses
from playing.watching import BostonWatcher, FlushWatcher, ThrillWatcher, Watcher
from seventh.cards import DECK_52, DECK_53, Card
from seventh.games.round import Round


def chips_in_dealer_game(hand: Round) -> int:
    """Stacks, wagers on the layout and what the house has taken or paid."""
    seats = sum(one.stack + sum(one.wagers.values()) for one in hand.hands.values())  # type: ignore[attr-defined]
    return seats + hand.house_result  # type: ignore[attr-defined]


@dataclass(frozen=True)
class Adapter:
    """One game."""

    game: str
    deck: tuple[Card, ...]
    watcher: Callable[[dict[str, Any]], Watcher]
    """Keeps the facts of a round and settles it by the rulebook alone."""
    mend: Callable[[dict[str, Any]], None]
    """Makes the values of a random house fit together."""
    up_cards: int = 0
    """How many of the dealer's cards are dealt face up."""
    chips: Callable[[Round], int] = chips_in_dealer_game
    """All the chips of a round, wherever they are."""


ADAPTERS = {
    adapter.game: adapter
    for adapter in (
        Adapter("boston-7-stud", DECK_52, BostonWatcher, houses.mend_boston),
        Adapter("high-card-flush", DECK_52, FlushWatcher, houses.mend_flush),
        Adapter("seven-card-thrill", DECK_53, ThrillWatcher, houses.mend_nothing, up_cards=1),
    )
}

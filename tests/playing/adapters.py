"""What a game must say about itself to be played at random. A fifth game joins by one more line at the end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from seventh.cards import DECK_52, DECK_53, Card
from seventh.games import GAMES
from seventh.rounds.round import Round
from seventh.rounds.stud import StudRound
from tests.playing import decks, houses
from tests.playing.seats import random_seats, stud_seats
from tests.playing.stud import StudWatcher, stud_holds
from tests.playing.watching import BostonWatcher, FlushWatcher, ThrillWatcher, Watcher


def chips_in_dealer_game(hand: Round) -> int:
    """Stacks, wagers on the layout and what the house has taken or paid."""
    seats = sum(one.stack + sum(one.wagers.values()) for one in hand.hands.values())
    return seats + hand.house_result  # type: ignore[attr-defined]


def chips_in_stud(hand: Round) -> int:
    """Stacks, the pot, and the rake."""
    assert isinstance(hand, StudRound)
    return sum(one.stack + one.total for one in hand.hands.values()) + hand.house_result


def start_of(hand: Round) -> dict[str, Any]:
    """What a round started from besides its house and its seats."""
    return {"dealer_position": hand.dealer_position} if isinstance(hand, StudRound) else {}


@dataclass(frozen=True)
class Adapter:
    """One game."""

    game: str
    deck: tuple[Card, ...]
    watcher: Callable[[dict[str, Any]], Watcher]
    """Keeps the facts of a round and settles it by the rulebook alone."""
    mend: Callable[[dict[str, Any], Random], None]
    """Makes the values of a random house fit together."""
    up_cards: bool = False
    """Whether some cards are dealt face up."""
    chips: Callable[[Round], int] = chips_in_dealer_game
    """All the chips of a round, wherever they are."""
    seats: Callable[[Any, Random], dict[int, int]] = random_seats
    """Random players and their chips."""
    start: Callable[[Random], dict[str, Any]] = lambda rng: {}
    """What else a round starts from."""
    order: Callable[[tuple[Card, ...], Random, int], list[Card]] = decks.against_the_dealer
    """A shuffled deck for this many players."""
    trouble: tuple[float, ...] = (0, 0, 0.03, 0.1, 0.3)
    """How often the floor acts instead of anybody else, one of these in each round."""
    any_order: bool = True
    """Whether seats that are waited for act in any order, and to the same end."""
    holds: Callable[[Any], None] = lambda hand: None
    """What must hold of this game alone at every moment."""

    def new_round(self, house: Any, seats: dict[int, int], start: dict[str, Any]) -> Round:
        return GAMES[self.game].round(house, seats, **start)


ADAPTERS = {
    adapter.game: adapter
    for adapter in (
        Adapter("boston-7-stud", DECK_52, BostonWatcher, houses.mend_boston),
        Adapter("high-card-flush", DECK_52, FlushWatcher, houses.mend_flush),
        Adapter("seven-card-thrill", DECK_53, ThrillWatcher, houses.mend_nothing, up_cards=True),
        Adapter(
            "seven-card-stud",
            DECK_52,
            StudWatcher,
            houses.mend_stud,
            up_cards=True,
            chips=chips_in_stud,
            seats=stud_seats,
            start=lambda rng: {"dealer_position": rng.randrange(9)},
            order=decks.at_stud,
            trouble=(0, 0, 0.01, 0.03, 0.1),
            any_order=False,
            holds=stud_holds,
        ),
    )
}

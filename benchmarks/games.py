"""Complete one-player rounds a second of the games against the dealer, through the public interface, on one core.

    PYTHONPATH=src python -m benchmarks.games [--rounds N]

A round is everything from wagers to settlement: the wagers are placed, every card is dealt by an action of the dealer,
the player decides (always to stay in), sets the hand where there is one to set, and the dealer reveals. Decks are
shuffled before the clock starts; figures are processor time, the best of several turns.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Sequence

from seventh.cards import DECK_52, DECK_53, Card
from seventh.games.actions import Action, Bet, PlaceWagers, SetHand
from seventh.games.catalogue import new_round
from seventh.games.driver import deal_on, from_deck
from seventh.house import House, book_house

PLAYS: dict[str, tuple[PlaceWagers, Action]] = {
    "boston-7-stud": (PlaceWagers({"ante": 500, "first": 500, "three_card_bonus": 100}), Bet("second", 500)),
    "seven-card-thrill": (PlaceWagers({"poker": 500, "special": 100}), SetHand()),
    "high-card-flush": (PlaceWagers({"ante": 500, "flush": 100}), Bet("raise", 500)),
}
TURNS = 5


def play(house: House, wagers: PlaceWagers, stay: Action, decks: Sequence[Sequence[Card]]) -> None:
    leave_it = SetHand()
    for deck in decks:
        table = new_round(house, {1: 100_000})
        table.act(1, wagers)
        draw = from_deck(deck)
        deal_on(table, draw)
        table.act(1, stay)
        deal_on(table, draw)
        if table.outcome is None:
            table.act(1, leave_it)
            deal_on(table, draw)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=3000)
    rounds = parser.parse_args().rounds
    source = random.Random(7)
    for game, (wagers, stay) in PLAYS.items():
        cards = DECK_53 if game == "seven-card-thrill" else DECK_52
        decks = [source.sample(cards, len(cards)) for _ in range(rounds)]
        best = 0.0
        for _ in range(TURNS):
            started = time.process_time()
            play(book_house(game), wagers, stay, decks)
            best = max(best, rounds / (time.process_time() - started))
        print(f"{game:<20} {best:>8,.0f} rounds a second")


if __name__ == "__main__":
    main()

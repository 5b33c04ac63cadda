"""Complete one-player rounds per second of the games against the dealer, through the public interface, on one core.

    PYTHONPATH=src python -m benchmarks.games [--rounds N]

A round includes everything from wagers to settlement, with every step a validated action: the wagers, no more bets,
each stack of cards, the decision (always to stay in), the stub, setting the hand where there is one, the reveal. The
dealer's actions are made once by `driver.deal_on`, which asks the round for each next action, and once by a dealer that
knows the procedure. Decks are shuffled before timing starts; figures are CPU time, the best of several runs.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Sequence

from seventh.cards import DECK_52, DECK_53, Card, format_cards
from seventh.games import book_house, new_round
from seventh.house import House
from seventh.rounds.actions import DEALER, Action, Bet, Deal, NoMoreBets, PlaceWagers, RackStub, Reveal, SetHand
from seventh.rounds.driver import deal_on, from_deck

PLAYS: dict[str, tuple[PlaceWagers, Action]] = {
    "boston-7-stud": (PlaceWagers({"ante": 500, "first": 500, "three_card_bonus": 100}), Bet("second", 500)),
    "seven-card-thrill": (PlaceWagers({"poker": 500, "special": 100}), SetHand()),
    "high-card-flush": (PlaceWagers({"ante": 500, "flush": 100}), Bet("raise", 500)),
}
TURNS = 5


def play_driven(house: House, wagers: PlaceWagers, stay: Action, decks: Sequence[Sequence[Card]]) -> None:
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


def play_by_heart(house: House, wagers: PlaceWagers, stay: Action, decks: Sequence[Sequence[Card]]) -> None:
    boston = house.game == "boston-7-stud"
    no_more_bets, rack, leave_it, reveal = NoMoreBets(), RackStub(), SetHand(), Reveal()
    for deck in decks:
        cards = format_cards(deck[:14])
        act = new_round(house, {1: 100_000}).act
        act(1, wagers)
        act(DEALER, no_more_bets)
        if boston:
            act(DEALER, Deal(1, cards[:6]))
            act(DEALER, Deal(DEALER, cards[6:12]))
            act(1, stay)
            act(DEALER, Deal(1, cards[12:20]))
            act(DEALER, Deal(DEALER, cards[20:]))
            act(DEALER, rack)
            act(1, leave_it)
        else:
            act(DEALER, Deal(1, cards[:14]))
            act(DEALER, Deal(DEALER, cards[14:]))
            act(DEALER, rack)
            act(1, stay)
        act(DEALER, reveal)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=3000)
    rounds = parser.parse_args().rounds
    source = random.Random(7)
    for game, (wagers, stay) in PLAYS.items():
        cards = DECK_53 if game == "seven-card-thrill" else DECK_52
        decks = [source.sample(cards, len(cards)) for _ in range(rounds)]
        rates = dict.fromkeys((play_by_heart, play_driven), 0.0)
        for _ in range(TURNS):
            for play in rates:
                started = time.process_time()
                play(book_house(game), wagers, stay, decks)
                rates[play] = max(rates[play], rounds / (time.process_time() - started))
        known, driven = rates.values()
        print(f"{game:<20} {known:>8,.0f} rounds a second, {driven:>8,.0f} with the driver")


if __name__ == "__main__":
    main()

"""Random deals played through the rules engine, to compare what it pays with what the lab prices."""

import random

from seventh.cards import DECK_52, DECK_53, format_cards
from seventh.games.scripted import Table


def random_deals(count, own, dealer, joker=False, seed=5):
    """Cards of one player and of the dealer, as texts."""
    source = random.Random(seed)
    deck = DECK_53 if joker else DECK_52
    # Every other deal is from half the deck, where long suits and pairs are common.
    for number in range(count):
        cards = source.sample([card for card in deck if number % 2 or card.suit < 2], own + dealer)
        yield format_cards(cards[:own]), format_cards(cards[own:])


def played(game, wagers, own, dealer, house="", actions=()):
    """One seat's round, to the end."""
    bets = ", ".join(f"{name} {amount}" for name, amount in wagers.items())
    settings = "".join(f"house: {line}\n" for line in house.splitlines())
    table = Table(f"{game}\n{settings}seat 1: {bets} | {own}\ndealer: {dealer}")
    for action in actions:
        table.act(1, action)
    return table.finish()


def net(table, wager):
    line = table.settled(1, wager)
    return line.returned + line.payoff - line.amount

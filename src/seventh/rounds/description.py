"""A description of the table in sentences, for screen readers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from seventh.cards import Card
from seventh.rounds.events import HIDDEN
from seventh.rounds.round import Round
from seventh.rounds.words import Words


def described(words: Words, hand: Round, seat: int | None, name: Callable[[int], str]) -> str:
    """The round as a seat may see it; None is a spectator."""
    return " ".join(_sentences(words, hand, hand.view(seat), seat, name))


def _sentences(words: Words, hand: Round, view: Any, seat: int | None, name: Callable[[int], str]) -> Iterator[str]:
    money = words.house.money
    if words.heading(hand):
        yield f"{words.heading(hand)}."
    pots = getattr(view, "pots", ())
    if pots:
        yield f"Pot {money(sum(amount for amount, _ in pots))}."
    dealer = getattr(view, "dealer", "")
    if dealer:
        yield f"The dealer has {card_names(dealer) or 'cards face down'}."
    common = getattr(view, "common", "")
    if common:
        yield f"Common card: {card_names(common)}."
    for line in view.seats:
        shows = getattr(line, "up", "")
        if line.seat != seat and shows and line.status == "in":
            bet = f", bet {money(line.bet)}" if line.bet else ""
            # After the showdown the whole hand is seen.
            whole = "" if HIDDEN in line.cards else words.seen(line.cards + common).name
            cards = line.cards if whole else shows
            yield f"{name(line.seat)} shows {card_names(cards)}{f': {whole}' if whole else ''}{bet}."
    mine = next((line for line in view.seats if line.seat == seat), None)
    if mine is not None and mine.cards:
        called = words.seen(mine.cards + common).name
        yield f"You hold {card_names(mine.cards)}{f': {called}' if called else ''}."
    if mine is not None:
        yield f"You have {money(mine.stack)}."


def card_names(cards: str) -> str:
    """The names of the visible cards."""
    seen = [cards[at : at + 2] for at in range(0, len(cards), 2)]
    return ", ".join(Card(text).name for text in seen if text != HIDDEN)

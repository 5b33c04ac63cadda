"""A description of the table in sentences, for screen readers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from seventh.cards import Card
from seventh.rounds.events import HIDDEN
from seventh.rounds.narration import codes
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
        yield f"The dealer has {card_names(words.seen_at_dealer(dealer).order or dealer) or 'cards face down'}."
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
    folded = [name(line.seat) for line in view.seats if line.seat != seat and line.status == "folded"]
    if folded:
        yield f"Folded: {', '.join(folded)}."
    mine = next((line for line in view.seats if line.seat == seat), None)
    if mine is not None and mine.cards:
        held = words.seen(mine.cards + common)
        up = getattr(mine, "up", "")
        cards = mine.cards if up or common else held.order or mine.cards
        yield f"You hold {_held(cards, up)}{f': {held.name}' if held.name else ''}."
    if mine is not None:
        yield from _bets(words, mine)
        yield f"You have {money(mine.stack)}."


def _bets(words: Words, mine: Any) -> Iterator[str]:
    """The viewer's own bets: spot by spot, or on this street."""
    money = words.house.money
    wagers = {wager: amount for wager, amount in getattr(mine, "wagers", {}).items() if amount}
    if wagers:
        laid = ", ".join(f"{money(amount)} on {words.title(wager)}" for wager, amount in wagers.items())
        yield f"Your bets: {laid}, {money(sum(wagers.values()))} in total." if len(wagers) > 1 else f"Your bet: {laid}."
    elif getattr(mine, "bet", 0):
        yield f"Your bet: {money(mine.bet)}."


def _held(cards: str, up: str) -> str:
    """The viewer's own cards; where some are face up, those face down come first."""
    down = "".join(card for card in codes(cards) if card not in codes(up))
    return f"{card_names(down)} face down, {card_names(up)} face up" if up and down else card_names(cards)


def card_names(cards: str) -> str:
    """The names of the visible cards."""
    return ", ".join(Card(text).name for text in codes(cards) if text != HIDDEN)

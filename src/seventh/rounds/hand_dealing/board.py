"""The table as the dealer sees it: every seat with its chips, wagers and cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from seventh.cards import format_cards
from seventh.rounds.events import HIDDEN
from seventh.rounds.round import Round


class BoardSeat(Struct, frozen=True):
    """One seat of the round."""

    seat: int
    stack: int
    cards: str
    """All cards as far as they are known; `??` for one face down."""
    up: str
    """The cards that lie face up."""
    wagers: tuple[tuple[str, int], ...]
    """Each wager on the layout with its title, or the bet on this street."""
    status: str
    """Out, folded, void, all-in or dead; empty while the hand is in play."""
    name: str = ""
    """The name of the hand, once all of it is known."""


class Board(Struct, frozen=True):
    """The cards and chips on the table."""

    seats: tuple[BoardSeat, ...]
    dealer: str = ""
    dealer_name: str = ""
    common: str = ""
    pot: int = 0


_STATUS = {"in": "", "open": "", "out": "sitting out", "dead": "void", "mucked": "mucked"}


def board_of(hand: Round, words: Any) -> Board:
    """The table now."""
    table: Any = hand
    common = format_cards(getattr(hand, "common", ()))
    seats = tuple(_seat(table, words, seat, common) for seat in hand.seats)
    dealer = format_cards(getattr(hand, "dealer", ()))
    known = dealer and HIDDEN not in dealer and len(dealer) // 2 in words.complete
    named = words.seen_at_dealer(dealer).name if known else ""
    return Board(seats, dealer, named, common, 0 if hand.AGAINST_HOUSE else table.pot)


def _seat(hand: Any, words: Any, seat: int, common: str) -> BoardSeat:
    held = hand.hands[seat]
    cards = format_cards(held.cards)
    status = _STATUS.get(held.status, held.status)
    wagers: Sequence[tuple[str, int]]
    if hand.AGAINST_HOUSE:
        wagers = [(words.label(wager), amount) for wager, amount in held.wagers.items()]
        up = cards if held.shown else ""
    else:
        wagers = [("Bet", held.bet)] if held.bet else []
        up = cards if held.shown else format_cards(held.up)
        if not held.stack and not status and hand.outcome is None:
            status = "all-in"
    whole = cards + common
    name = words.seen(whole).name if len(whole) // 2 in words.complete else ""
    return BoardSeat(seat, held.stack, cards, up, tuple(wagers), status, name)

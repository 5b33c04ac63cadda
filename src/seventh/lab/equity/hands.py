"""Stud hands as text, and which cards are still to come.

`(AsKs)Qs` is two cards down and one up, `(????)2c` a hand with only its up card known. Whether a card is up or
down does not affect the equity; the parentheses are for the reader.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import comb

from seventh.cards import (
    DECK_52,
    JOKER,
    UNKNOWN,
    Card,
    CardError,
    MalformedCard,
    WrongCount,
    check_distinct,
    format_cards,
    parse_cards,
)

MOST_HANDS = 8
FULL = 7
_GROUPS = re.compile(r"(?:\([^()]*\)|[^()])*")


def parse_hand(text: str) -> tuple[Card, ...]:
    """The cards of a hand of three to seven, in order; unknown ones are `??`."""
    if not _GROUPS.fullmatch(text):
        raise MalformedCard(f"{text!r} has an unmatched parenthesis; write (AsKs)Qs")
    cards = parse_cards(text.replace("(", " ").replace(")", " "))
    if JOKER in cards:
        raise CardError(f"{text!r} has a joker; stud is played without one")
    if not 3 <= len(cards) <= FULL:
        raise WrongCount(f"{text!r} has {len(cards)} card{'s' * (len(cards) != 1)}; a stud hand has three to seven")
    return cards


@dataclass(frozen=True)
class Spot:
    """Everything known about the table."""

    hands: tuple[tuple[Card, ...], ...]
    dead: tuple[Card, ...]
    common: tuple[Card, ...]
    """Common cards already on the table (S13)."""
    unseen: tuple[Card, ...]
    """The unseen cards, from which all unknown ones are drawn."""
    to_come: tuple[int, ...]
    """How many cards of each hand are unknown: dealt face down, or not dealt yet."""
    common_to_come: int
    """How many common cards will be dealt instead of one each, because the deck runs short (S13)."""

    @property
    def runouts(self) -> int:
        """The number of ways in which the unknown cards can fall."""
        total, left = 1, len(self.unseen)
        for number in (self.common_to_come, *self.to_come):
            total *= comb(left, number)
            left -= number
        return total

    def texts(self) -> list[str]:
        return [format_cards(hand) for hand in self.hands]


def spot_of(hands: Sequence[str], dead: str = "", common: str = "") -> Spot:
    """Parse a spot; dead cards may be unknown too, and then only their number matters."""
    if not 2 <= len(hands) <= MOST_HANDS:
        given = f"{len(hands)} hand{'s' * (len(hands) != 1)} given"
        raise WrongCount(f"{given}; a stud showdown takes two to {MOST_HANDS}")
    held = tuple(map(parse_hand, hands))
    gone, shared = parse_cards(dead), parse_cards(common)
    if JOKER in (*gone, *shared):
        raise CardError("Jk is not in the stud deck")
    if UNKNOWN in shared:
        raise CardError("a common card is face up; leave it out if it has not been dealt yet")
    named = [card for cards in (*held, gone, shared) for card in cards if card is not UNKNOWN]
    check_distinct(named)
    longest = max(map(len, held)) + len(shared)
    if longest > FULL:
        raise WrongCount(f"a hand has {longest} cards including the common card; the maximum is {FULL}")
    own, common_to_come = _streets(len(held), longest - len(shared), len(shared), len(gone))
    unseen = tuple(card for card in DECK_52 if card not in named)
    to_come = tuple(own - sum(card is not UNKNOWN for card in cards) for cards in held)
    return Spot(held, gone, shared, unseen, to_come, common_to_come)


def _streets(players: int, own: int, common: int, dead: int) -> tuple[int, int]:
    """The final number of cards in each hand, and of common cards still to come.

    Burned cards are reused when the stub is short (S12), so a street can be dealt if the cards nobody holds cover a
    burn and one card each; otherwise one common card is dealt after a burn (S13, S14).
    """
    left = len(DECK_52) - players * own - common - dead
    if left < 0:
        raise WrongCount(f"{players} hands of {own} and {dead} dead cards are more than a deck")
    more_common = 0
    while own + common + more_common < FULL:
        if left > players:
            own, left = own + 1, left - players
        elif left >= 2:
            more_common, left = more_common + 1, left - 1
        else:
            raise WrongCount(f"{players} hands and {dead} dead cards leave no common card to deal")
    return own, more_common

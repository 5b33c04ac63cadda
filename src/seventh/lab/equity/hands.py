"""Hands of stud as they lie on the table, and which cards are still to come.

`(AsKs)Qs` is two down and one up, `(????)2c` a hand of which only the up card is known. Whether a card lies up or down
makes no difference to what it is worth; parentheses are there to be read.
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
    """The cards of a hand of three to seven, in their order; unknown ones are `??`."""
    if not _GROUPS.fullmatch(text):
        raise MalformedCard(f"{text!r} has a parenthesis without its partner; write (AsKs)Qs")
    cards = parse_cards(text.replace("(", " ").replace(")", " "))
    if JOKER in cards:
        raise CardError(f"{text!r} has a joker; stud is played without")
    if not 3 <= len(cards) <= FULL:
        raise WrongCount(f"{text!r} has {len(cards)} card{'s' * (len(cards) != 1)}; a hand of stud has three to seven")
    return cards


@dataclass(frozen=True)
class Spot:
    """Everything that is known on the table."""

    hands: tuple[tuple[Card, ...], ...]
    dead: tuple[Card, ...]
    common: tuple[Card, ...]
    """Common cards that lie on the table already (S13)."""
    unseen: tuple[Card, ...]
    """The cards that nobody has named, from which all unknown ones come."""
    to_come: tuple[int, ...]
    """How many cards of each hand are unknown: dealt face down, or not dealt yet."""
    common_to_come: int
    """How many common cards will be dealt instead of one each, because the deck runs short (S13)."""

    @property
    def runouts(self) -> int:
        """In how many ways the unknown cards can fall."""
        total, left = 1, len(self.unseen)
        for number in (self.common_to_come, *self.to_come):
            total *= comb(left, number)
            left -= number
        return total

    def texts(self) -> list[str]:
        return [format_cards(hand) for hand in self.hands]


def spot_of(hands: Sequence[str], dead: str = "", common: str = "") -> Spot:
    """The spot that these texts describe; dead cards may be unknown too, and then only count."""
    if not 2 <= len(hands) <= MOST_HANDS:
        given = f"{len(hands)} hand{'s' * (len(hands) != 1)} given"
        raise WrongCount(f"{given}; a showdown at stud is between two to {MOST_HANDS}")
    held = tuple(map(parse_hand, hands))
    gone, shared = parse_cards(dead), parse_cards(common)
    if JOKER in (*gone, *shared):
        raise CardError("Jk is not in the deck of stud")
    if UNKNOWN in shared:
        raise CardError("a common card lies face up; leave it out if it is not dealt yet")
    named = [card for cards in (*held, gone, shared) for card in cards if card is not UNKNOWN]
    check_distinct(named)
    longest = max(map(len, held)) + len(shared)
    if longest > FULL:
        raise WrongCount(f"a hand has {longest} cards with the common one; it has at most {FULL}")
    own, common_to_come = _streets(len(held), longest - len(shared), len(shared), len(gone))
    unseen = tuple(card for card in DECK_52 if card not in named)
    to_come = tuple(own - sum(card is not UNKNOWN for card in cards) for cards in held)
    return Spot(held, gone, shared, unseen, to_come, common_to_come)


def _streets(players: int, own: int, common: int, dead: int) -> tuple[int, int]:
    """How many cards of its own each hand will have, and how many common cards are still to come.

    Burned cards come back when the stub is short (S12), so on every street there are enough cards if all that nobody
    holds are a burn and one each; else one common card is dealt after a burn (S13, S14).
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

"""Stud hands on the equity page: street by street, as text and as cards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from seventh.cards import CardError, format_cards, parse_cards
from seventh.lab.equity.hands import FULL, parse_hand, spot_of
from seventh.web.errors import Failure
from seventh.web.lab.questions import Question

DOWN = (0, 1, 6)
"""The places of a hand whose cards are dealt face down."""
STREETS = {3: "Third street", 4: "Fourth street", 5: "Fifth street", 6: "Sixth street", 7: "Seventh street"}


@dataclass(frozen=True)
class Spots:
    """The hands on every street up to now."""

    hands: tuple[tuple[str, ...], ...]
    """The cards of each hand in dealing order."""
    given: tuple[str, ...]
    """The hands as they were given."""
    dead: str
    common: str

    @property
    def longest(self) -> int:
        return max(map(len, self.hands))

    @property
    def streets(self) -> list[int]:
        """From third street to the last one of which a card is known."""
        return list(range(3, self.longest + 1))

    def on(self, street: int) -> list[str]:
        """The hands as they were on a street."""
        if street == self.longest:
            return list(self.given)
        return [format_cards(parse_cards("".join(cards[:street]))) for cards in self.hands]

    def question(self, street: int) -> Question:
        common = self.common if street == self.longest else ""
        return {"ask": "equity", "hands": self.on(street), "dead": self.dead, "common": common}


def read_spots(hands: list[str], dead: str, common: str = "") -> Spots:
    """The spots of these hands; raises `Failure` with what is wrong."""
    try:
        spot_of(hands, dead, common)
        held = tuple(tuple(card.text for card in parse_hand(hand)) for hand in hands)
    except CardError as error:
        raise Failure("malformed", str(error), where="hands") from None
    return Spots(held, tuple(hands), dead, common)


def seats_of(hands: list[str], players: int) -> list[dict[str, Any]]:
    """The players' places for the page, filled as far as the hands go; a hand that cannot be read is shown as text."""
    seats = []
    for number in range(players):
        text = hands[number] if number < len(hands) else ""
        try:
            cards = [card.text for card in parse_cards(text.replace("(", " ").replace(")", " "))]
        except CardError:
            cards = []
        places = [
            {"card": cards[place] if place < len(cards) else "", "down": place in DOWN, "number": place + 1}
            for place in range(FULL)
        ]
        seats.append({"number": number + 1, "text": text, "places": places})
    return seats

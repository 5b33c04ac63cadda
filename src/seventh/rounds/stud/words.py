"""What a game of the stud family has to say for itself."""

from __future__ import annotations

from typing import Any

from seventh.cards import Card
from seventh.house.rules import Rules
from seventh.rounds.words import Words

STREETS = {3: "Third street", 4: "Fourth street", 5: "Fifth street", 6: "Sixth street", 7: "Seventh street"}

WHOLE_HAND = 7


class StudWords(Words):
    """The words of a stud game, from its family value."""

    def __init__(self, house: Any, rules: Rules) -> None:
        super().__init__(house, rules)
        self.about = house.family.wording.about

    def hand(self, cards: tuple[Card, ...]) -> str:
        # Of more than seven, dealt by mistake, the first seven count.
        return self.house.family.hand_name(cards[:WHOLE_HAND]) if cards else ""

    def plays(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return self.house.family.five(cards[:WHOLE_HAND]) if len(cards) >= WHOLE_HAND else ()

    def order(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        """As they were dealt: which lie down and which came last is what a stud hand is read by."""
        return cards

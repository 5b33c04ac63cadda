"""The coach of 7 Card Thrill, a game without a decision after the cards: what the hand is worth as it stands."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from seventh.cards import parse_cards
from seventh.games.dealer_coach import NOTHING, offered
from seventh.games.seven_card_thrill.house import PRIMARY, ThrillHouse
from seventh.games.seven_card_thrill.mathematics import MATHEMATICS
from seventh.hands import joker
from seventh.hands.poker import Wheel
from seventh.lab.coaching import Choice, Coaching
from seventh.rounds.actions import Action, SetHand

POKER = PRIMARY[0]
SAYS = "There is no decision: setting the best five is always right. This is what your Poker bet is worth as it stands."
NO_POKER = Coaching(
    "There is no decision here: setting the best five is always right, and your bets depend on them alone."
)


def coach(view: Any, house: ThrillHouse) -> Coaching:
    seen = offered(view, up_cards=1)
    if isinstance(seen, Coaching):
        return seen
    if not seen.sets:
        return NOTHING
    if POKER not in seen.own.wagers:
        return NO_POKER
    assert MATHEMATICS.advise is not None
    advice = MATHEMATICS.advise((*seen.cards, *seen.dealer), house)
    value = advice.actions[advice.best]
    best = joker.rank(seen.cards, Wheel(house.ace_to_five), house.joker_in_flush == "ace").strength

    def worth(action: Action) -> Fraction | None:
        """Other fives have no figure, unless they rank the same or the house plays the best five anyway."""
        if not isinstance(action, SetHand):
            return None
        if not action.discards or house.best_five_plays:
            return value
        aside = parse_cards(action.discards)
        kept = tuple(card for card in seen.cards if card not in aside)
        rank = joker.rank(kept, Wheel(house.ace_to_five), house.joker_in_flush == "ace")
        return value if rank.strength == best else None

    return Coaching(SAYS, seen.own.wagers[POKER], (Choice(advice.best, SetHand(), value),), worth, advice.hand)

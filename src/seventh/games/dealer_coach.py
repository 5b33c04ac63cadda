"""What the coaches of games against the dealer have in common."""

from __future__ import annotations

from msgspec import Struct, convert

from seventh.cards import UNKNOWN, Card, parse_cards
from seventh.lab.coaching import Coaching
from seventh.rounds.actions import Fold
from seventh.rounds.choice_views import BetChoice
from seventh.rounds.view import RoundView, SeatView

WAGERS = Coaching(
    "Bets are placed before any card is dealt: there is nothing to calculate. The rules show each house edge."
)
NOTHING = Coaching("There is nothing to decide.")


class Offered(Struct, frozen=True):
    """What a seat is offered, and what it sees."""

    own: SeatView
    cards: tuple[Card, ...]
    dealer: tuple[Card, ...]
    """The dealer's cards that are face up."""
    fold: Fold | None
    """Folding, with a claim if the rules ask for one."""
    bet: BetChoice | None
    sets: bool
    """Whether the hand is to be set."""


def offered(view: RoundView, up_cards: int = 0) -> Offered | Coaching:
    """What the viewer is offered; a sentence if that is nothing that has a figure.

    `up_cards` is how many of the dealer's cards are face up by the rules. Figures count everything else as unknown, so
    there are none after a card was exposed by mistake.
    """
    own = next((line for line in view.seats if line.seat == view.viewer), None)
    if own is None:
        return Coaching("Take a seat to be coached.")
    choices = {choice["action"]: choice for choice in view.choices}
    if "place_wagers" in choices:
        return WAGERS
    folds = [convert(fold, Fold) for fold in choices.get("fold", {}).get("any_of", ())]
    fold = max(folds, key=lambda fold: fold.claim, default=None)
    bet = convert(choices["bet"], BetChoice) if "bet" in choices else None
    if fold is None and bet is None and "set_hand" not in choices:
        return NOTHING
    cards, dealer = parse_cards(own.cards), parse_cards(view.dealer)
    if UNKNOWN in cards:
        return Coaching("Some of the cards are unknown, so there are no figures.")
    seen = tuple(card for card in dealer if card is not UNKNOWN)
    if view.set_aside or len(seen) > up_cards:
        return Coaching("A card was exposed by mistake, so there are no exact figures for this hand.")
    return Offered(own, cards, seen, fold, bet, "set_hand" in choices)

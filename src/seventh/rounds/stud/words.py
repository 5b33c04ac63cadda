"""The text of a stud game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from seventh.cards import Card, format_cards, parse_cards
from seventh.house.rules import Rules
from seventh.rounds.actions import Show
from seventh.rounds.events import HIDDEN
from seventh.rounds.narration import cards_text
from seventh.rounds.offers import Intention, Offer
from seventh.rounds.stud.family import Share
from seventh.rounds.stud.narration import STREETS, TELLERS
from seventh.rounds.stud.offers import asked, stud_intentions, stud_offers
from seventh.rounds.stud.opening import opener_of
from seventh.rounds.stud.standing import standing
from seventh.rounds.walkthrough import LAST, Step
from seventh.rounds.words import NO_HAND, HandWords, Words

__all__ = ["STREETS", "StudWords"]

HAND = 5
WHOLE_HAND = 7


_IRREGULARITIES = ("exposed", "face up", "number")


class StudWords(Words):
    """The text of a stud game, from its family."""

    tellers = TELLERS

    def __init__(self, house: Any, rules: Rules) -> None:
        super().__init__(house, rules)
        self.about = house.family.wording.about

    def clause(self, point: str) -> str:
        name = "irregularities" if point in _IRREGULARITIES else point
        return str(getattr(self.house.family.clauses, name))

    def hand(self, cards: tuple[Card, ...]) -> str:
        # If more than seven were dealt by mistake, the first seven count.
        held = cards[:WHOLE_HAND]
        first, *others = self.house.family.shares
        if len(held) >= HAND:
            others = [share for share in others if share.qualifies(held)]
            return "; ".join([share.hand_name(held) for share in (first, *others)])
        return str(first.hand_name(held)) if held else ""

    def plays(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return self.house.family.shares[0].five(cards[:WHOLE_HAND]) if len(cards) >= WHOLE_HAND else ()

    def won_with(self, cards: str, part: str) -> HandWords:
        """The hand that won a part of a pot, with the five cards that play for it."""
        held = () if HIDDEN in cards else parse_cards(cards)[:WHOLE_HAND]
        share: Share | None = next((one for one in self.house.family.shares if one.name == part), None)
        if share is None or len(held) < WHOLE_HAND:
            return NO_HAND
        return HandWords(share.hand_name(held), format_cards(share.five(held)), format_cards(self.order(held)))

    def unqualified(self, cards: str) -> list[str]:
        """The parts of a pot for which a hand does not qualify; every hand qualifies for the first."""
        others = self.house.family.shares[1:]
        if not others or HIDDEN in cards:
            return []
        held = parse_cards(cards)[:WHOLE_HAND]
        return [share.name for share in others if not share.qualifies(held)]

    @property
    def stakes(self) -> str:
        stakes, money = self.house.stakes, self.house.money
        bets = f"{money(stakes.small_bet)} and {money(stakes.big_bet)}"
        return f"{bets} {self.house.structure.replace('_', ' ')}, ante {money(stakes.ante)}"

    @property
    def house_takes(self) -> str:
        rake = self.house.rake
        if not rake.per_thousand:
            return "There is no rake."
        cap = f", at most {self.house.money(rake.cap)}" if rake.cap else ""
        return f"The rake is {rake.per_thousand / 10:.2f}% of each pot{cap}."

    @property
    def walkthrough(self) -> tuple[Step, ...]:
        house = self.house
        ante = f" Everyone antes {house.money(house.stakes.ante)}." if house.stakes.ante else ""
        terms, bring_in, full = house.family.wording.bring_in_terms, house.stakes.bring_in, house.least_bet(3)
        more = f" or complete to {house.money(full)}" if bring_in < full else ""
        return (
            Step("pot", f"{self.about}{ante}"),
            Step("own_cards", "Your first three cards (third street). Only you can see the first two."),
            Step("others", "The face-up cards are all you can see of the other hands. Compare them with yours."),
            Step("pot", f"Betting starts with {terms}, which must bring in {house.money(bring_in)}{more}."),
            Step(
                "actions",
                "Each button says what it costs; the filled one is usual, not advice. "
                "If you fold, you lose only what you have put in.",
                "acted",
            ),
            Step(
                "own_cards",
                "Up to seven cards, with a round of betting after each. Fold if the others look better.",
                "over",
            ),
            Step("result", "This is who won the pot, and why."),
            LAST,
        )

    def offers(self, hand: Any, seat: int) -> list[Offer]:
        return stud_offers(hand, seat)

    def intentions(self, hand: Any, seat: int) -> list[Intention]:
        return stud_intentions(hand, seat)

    def prompt(self, hand: Any, seat: int, offers: list[Offer]) -> str:
        names = [offer.name for offer in offers]
        if "show" in names:
            return "Show your hand, or muck it (fold it unseen)." if "muck" in names else "Show your hand."
        pair = " With a pair showing, the larger bet is allowed too." if hand.betting.pair_doubles else ""
        asks = asked(offers, self.house.money)
        if "bring-in" in names:
            return f"{self._brings_in(hand, seat)}: {asks[0].lower()}{asks[1:]}"
        return f"{asks}{pair if names.count('bet') > 1 else ''}"

    def _brings_in(self, hand: Any, seat: int) -> str:
        """Why this seat brings it in: its up card, or that the player with that card has no chips left."""
        which = self.house.family.bring_in
        dealt_in = [one for one in hand.hands.values() if one.status == "in" and one.up]
        if opener_of(self.house, 3, dealt_in, ()) != seat:
            return f"The player with the {which} up card is all-in"
        return f"Your {cards_text(hand.hands[seat].up[0].text)} is the {which} up card"

    def standing(self, hand: Any, seat: int, name: Callable[[int], str]) -> str:
        return standing(hand, seat, name) if hand.legal(seat).of(Show) else ""

    def heading(self, hand: Any) -> str:
        return "Hand over" if hand.outcome is not None else STREETS[hand.street]

    keys = (
        ("F", "Fold or muck"),
        ("C", "Check, call or bring in"),
        ("B", "Bet, complete, raise or show"),
        ("A", "Stay in without betting, if the dealer exposed your last card"),
    )
    typed = "fold, check, call, bring in, bet 8, raise 8, complete, all in, show, muck"

    def order(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        """In the order dealt, because which cards are down and which came last matters at stud."""
        return cards

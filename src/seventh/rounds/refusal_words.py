"""Refused amounts in words for players: what they can do instead, with money as money.

Programs get the exact numbers, with the exception.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from seventh.rounds.actions import Action, PlaceWagers
from seventh.rounds.legal import Refused, WrongAmount
from seventh.rounds.offers import Offer, capital
from seventh.rounds.spots import WagerSpots

if TYPE_CHECKING:
    from seventh.rounds.words import Words


def refused_in_words(words: Words, hand: Any, seat: int, action: Action, refused: Refused) -> str:
    """`You can raise to $12 only`; empty if the refusal itself says it in words."""
    if not isinstance(refused, WrongAmount):
        return ""
    if isinstance(action, PlaceWagers):
        choice = hand.legal(seat).of(PlaceWagers)
        return _wagers(words, choice, action) if isinstance(choice, WagerSpots) else ""
    tag = str(type(action).__struct_config__.tag)
    offers = [offer for offer in words.offers(hand, seat) if offer.action.get("action") == tag and not offer.pick]
    spans = [range(least, most + 1, step) for least, most, step in (offer.amounts for offer in offers if offer.amounts)]
    # Buttons for single amounts of a range add nothing to it.
    offers = [one for one in offers if one.amounts or not any(one.action.get("amount") in span for span in spans)]
    if not offers:
        return ""
    said = [_offered(words, offer) for offer in offers]
    only = " only" if len(offers) == 1 and not offers[0].amounts and hasattr(action, "amount") else ""
    return f"You can {' or '.join(said)}{only}"


def _offered(words: Words, offer: Offer) -> str:
    label, money = f"{offer.label[0].lower()}{offer.label[1:]}", words.house.money
    if offer.amounts is None:
        return label
    least, most, step = offer.amounts
    if least == most:
        return f"{label} {money(least)}"
    span = "between {} and {}" if label.endswith(" to") else "{} to {}"
    return f"{label} {span.format(money(least), money(most))}, in steps of {money(step)}"


def _wagers(words: Any, choice: WagerSpots, action: PlaceWagers) -> str:
    wrong = choice.wrong(action)
    if wrong is None:
        return ""
    spot, left = wrong
    money, the = words.house.money, words.the(spot.wager)
    if spot.closed:
        return capital(spot.closed)
    if spot.minimum > spot.maximum:
        return f"{capital(the)} must be at least {money(spot.minimum)}, but at most {money(spot.maximum)} here"
    if spot.minimum > left:
        return f"You have only {money(left)} left, but {the} must be at least {money(spot.minimum)}"
    most = min(spot.maximum, left)
    if spot.minimum == most:
        return f"You can bet {money(most)} on {the} only"
    return f"You can bet {money(spot.minimum)} to {money(most)} on {the}, in steps of {money(spot.step)}"

"""Irregularities at stud that the floor may report, as functions of the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from seventh.cards import UNKNOWN, Card, cards_in, format_cards, parse_cards
from seventh.rounds.actions import Action, ExposeDownCard, FaceUpCard, WrongNumber
from seventh.rounds.legal import CardActions, Choice, NotNow, Refused, WrongCards
from seventh.rounds.stud.stock import Stock
from seventh.rounds.stud.table import IN, Hands, StudHand


def exposable(hands: Iterable[StudHand], street: int, dealing: bool, in_time: bool) -> dict[int, tuple[Card, ...]]:
    """The down cards by seat whose exposure the rules cover: the first three during the deal, and the last one dealt.

    The last is the seventh card, or a third card dealt down in place of an exposed one, until a player has acted.
    """
    found = {hand.seat: _exposable(hand, street, dealing, in_time) for hand in hands}
    return {seat: cards for seat, cards in found.items() if cards}


def _exposable(hand: StudHand, street: int, dealing: bool, in_time: bool) -> tuple[Card, ...]:
    if street == 3 and dealing and len(hand.cards) < 3:
        return tuple([card for card in hand.cards if card not in hand.up])
    last_is_down = street in (3, 7) and len(hand.cards) == street and hand.cards[-1] not in hand.up
    return hand.cards[-1:] if last_is_down and in_time else ()


def down_cards_to_expose(down: Mapping[int, tuple[Card, ...]], stock: Stock, clause: str) -> Choice | Refused:
    """The dealer exposed one of these cards, by seat."""
    if not down:
        return NotNow(clause, "no card just dealt face down can be exposed now")

    def test(action: ExposeDownCard) -> Refused | None:
        cards = down.get(action.seat)
        if cards is None:
            return NotNow(clause, f"seat {action.seat} has no such card", ", ".join(f"seat {seat}" for seat in down))
        card = Card(action.card)
        if card not in cards and not (UNKNOWN in cards and card.bit & stock.unordered):
            return WrongCards(clause, f"{card} is not a down card of seat {action.seat}")
        return WrongCards(clause, "an exposed card must be known") if card is UNKNOWN else None

    def candidates() -> Iterator[Action]:
        for seat, cards in down.items():
            yield from (ExposeDownCard(seat, card.text) for card in cards if card is not UNKNOWN)

    return CardActions(ExposeDownCard, clause, test, candidates)


def cards_to_set_aside(stock: Stock, clause: str) -> Choice | Refused:
    """A card found face up in the stub."""
    if stock.on_top == 0:
        return NotNow(clause, "the remaining cards have just been shuffled")

    def test(action: FaceUpCard) -> Refused | None:
        card = Card(action.card)
        return None if card.bit & stock.unordered else WrongCards(clause, f"{card} is not in the stub")

    def candidates() -> Iterator[Action]:
        return (FaceUpCard(card.text) for card in cards_in(stock.unordered))

    return CardActions(FaceUpCard, clause, test, candidates)


def hands_to_recount(hands: Hands, stock: Stock, clause: str, hand_dealt: bool = False) -> Choice | Refused:
    """A hand with the wrong number of cards."""
    if not any(hand.cards for hand in hands.values()):
        return NotNow(clause, "no cards have been dealt")

    def test(action: WrongNumber) -> Refused | None:
        hand = hands.get(action.place) if isinstance(action.place, int) else None
        if hand is None or hand.status is not IN or not hand.cards:
            return NotNow(clause, f"{action.place} has no hand in play")
        cards = parse_cards(action.cards)
        if len(cards) == len(hand.cards):
            return WrongCards(clause, f"{len(cards)} cards is the right number")
        more = len(cards) - len(hand.cards)
        known = [card for card in cards if card is not UNKNOWN]
        strays = [card for card in known if card not in hand.cards and not card.bit & stock.unordered]
        # An extra card that was not turned up is unknown; so may be all cards that a person dealt.
        most = len(cards) if hand_dealt and UNKNOWN in hand.cards else hand.cards.count(UNKNOWN) + max(more, 0)
        unknown = cards.count(UNKNOWN) > most
        if strays or unknown or more > stock.on_top:
            return WrongCards(clause, f"{format_cards(strays)} cannot be in that hand")
        return None

    def candidates() -> Iterator[Action]:
        for hand in hands.remaining:
            if hand.cards and UNKNOWN not in hand.cards:
                yield WrongNumber(hand.seat, format_cards(hand.cards[:-1]))

    return CardActions(WrongNumber, clause, test, candidates)


def lacks_seventh(before: tuple[Card, ...], cards: tuple[Card, ...]) -> bool:
    """Whether only the seventh card is missing, so that it can still be dealt."""
    return len(before) == 7 and cards == before[:6]

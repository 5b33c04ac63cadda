"""Who wins the pots of a hand that is over: plain functions of the hands, the common card and the house."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from seventh.cards import UNKNOWN, Card
from seventh.rounds import events as ev
from seventh.rounds.stud.family import Share
from seventh.rounds.stud.house import StudHouse
from seventh.rounds.stud.pots import Pot, parts, pots_of, rake_of, shares
from seventh.rounds.stud.table import DEAD, IN, MUCKED, Hands, StudHand


def settlement(house: StudHouse, hands: Hands, common: tuple[Card, ...], reached_fourth: bool) -> list[ev.Event]:
    """The chips that go back, the rake, and every winner's share of every pot, main pot first."""
    clauses = house.family.clauses
    returned = _dead_chips(hands) if house.dead_side_pots == "returned" else {}
    events: list[ev.Event] = [ev.ChipsReturned(seat, amount, clauses.pots) for seat, amount in returned.items()]
    pots = pots_of(
        [(seat, hand.total - returned.get(seat, 0), hand.status in (IN, MUCKED)) for seat, hand in hands.items()]
    )
    free = house.rake.no_fourth_street_no_drop and not reached_fourth
    rakes = [0] * len(pots) if free else rake_of(pots, house.rake.per_thousand, house.rake.cap)
    if sum(rakes):
        events.append(ev.RakeTaken(sum(rakes)))
    for number, (pot, rake) in enumerate(zip(pots, rakes, strict=True)):
        divided = _divided(house, hands, common, pot)
        for part, winners in zip(parts(pot.amount - rake, len(divided)), divided, strict=True):
            clause = clauses.pots if len(winners) > 1 else clauses.winner
            won = shares(part, winners)
            events += [ev.PotWon(seat, number, amount, clause) for seat, amount in won.items() if amount]
    return events


def is_beaten(hand: StudHand, hands: Hands, common: tuple[Card, ...], family_shares: Iterable[Share]) -> bool:
    """Whether every pot this hand could win has a better hand shown already."""
    if not any(other.shown for other in hands.values()):
        return False
    shown = [other for other in hands.remaining if other.shown and UNKNOWN not in other.cards]
    pots = [pot for pot in hands.pots if hand.seat in pot.seats]
    for share in family_shares:
        own = _strength(hand, common, share)
        better = {other.seat for other in shown if _strength(other, common, share) > own}
        if own >= 0 and not all(any(seat in better for seat in pot.seats) for pot in pots):
            return False
    return True


def _strength(hand: StudHand, common: tuple[Card, ...], share: Share) -> int:
    """How strong a hand is where one share of the pot is played for; below 0 if it does not qualify."""
    strength = share(sum([card.bit for card in hand.cards + common]))
    return -1 if strength is None else strength


def _dead_chips(hands: Hands) -> dict[int, int]:
    """Whatever no live hand has covered goes back if the floor has killed the hands that could win it."""
    covered = max([hand.total for hand in hands.remaining])
    if not any(hand.status is DEAD and hand.total > covered for hand in hands.values()):
        return {}
    return {seat: hand.total - covered for seat, hand in hands.items() if hand.total > covered}


def _divided(house: StudHouse, hands: Hands, common: tuple[Card, ...], pot: Pot) -> list[tuple[int, ...]]:
    """Who wins each share of a pot; a share for which nobody qualifies falls to the others."""
    left = [hand.seat for hand in hands.remaining]
    seats = [seat for seat in left if seat in pot.seats] or left
    if len(seats) == 1:
        return [tuple(seats)]
    every = [_winners(house, [hands[seat] for seat in seats], common, share) for share in house.family.shares]
    return [winners for winners in every if winners]


def _winners(house: StudHouse, hands: Sequence[StudHand], common: tuple[Card, ...], share: Share) -> tuple[int, ...]:
    """The best of these hands that qualify for a share, in the order in which odd chips go."""
    strengths = [_strength(hand, common, share) for hand in hands]
    best = max(strengths)
    winners = [hand for hand, strength in zip(hands, strengths, strict=True) if strength == best >= 0]
    if house.odd_chip == "high_card_by_suit":
        winners.sort(key=lambda hand: -max(map(house.family.card_order, hand.cards)))
    return tuple([hand.seat for hand in winners])

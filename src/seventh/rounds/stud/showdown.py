"""The showdown: who shows in which order, who may muck instead, and who wins what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from seventh.cards import UNKNOWN, Card, format_cards, parse_cards
from seventh.rounds import events as ev
from seventh.rounds.actions import Show
from seventh.rounds.legal import CardActions, Choice, NotNow, Refused, WrongCards
from seventh.rounds.stud.choices import Choices
from seventh.rounds.stud.family import Share
from seventh.rounds.stud.house import StudHouse
from seventh.rounds.stud.pots import Pot, parts, pots_of, rake_of, shares
from seventh.rounds.stud.table import DEAD, IN, MUCKED, Hands, StudHand


@dataclass(slots=True)
class Showdown:
    """The seats that still have to show or muck. It does not change the hands."""

    house: StudHouse = field(compare=False)
    constant: Choices = field(compare=False)
    hands: Hands = field(compare=False)
    queue: tuple[int, ...] = ()

    def copy(self, hands: Hands) -> Showdown:
        """A copy of the showdown for copies of the hands."""
        return Showdown(self.house, self.constant, hands, self.queue)

    def begin(self, first: int) -> None:
        """Queue the seats that have not shown yet, starting from this one."""
        order = map(self.hands.__getitem__, self.hands.clockwise_from(first))
        self.queue = tuple(
            [hand.seat for hand in order if hand.status is IN and (not hand.shown or UNKNOWN in hand.cards)]
        )

    def leave(self, seat: int) -> None:
        """A seat has shown or mucked, or is out of the hand."""
        self.queue = tuple([other for other in self.queue if other != seat])

    def to_show(self, seat: int, deck: int) -> Choice | Refused:
        """How a seat may show; unknown cards must be named, from this deck."""
        if self.queue[0] != seat:
            return self._not_next(seat)
        held, clause = self.hands[seat].cards, self.constant.clauses.showdown
        if UNKNOWN not in held:
            return self.constant.show

        def test(action: Show) -> Refused | None:
            cards = parse_cards(action.cards)
            known = [card for card in held if card is not UNKNOWN]
            others = [card for card in cards if card not in known]
            complete = len(cards) == len(held) and len(cards) - len(others) == len(known)
            if complete and all(card.bit & deck for card in others):
                return None
            need = f"{len(held)} cards, {format_cards(known) or 'any of the deck'} among them"
            return WrongCards(clause, f"{action.cards or 'nothing'} is not that hand", need)

        return CardActions(Show, clause, test, lambda: iter(()))

    def to_muck(self, seat: int, common: tuple[Card, ...]) -> Choice | Refused:
        if self.queue[0] != seat:
            return self._not_next(seat)
        hand, clause = self.hands[seat], self.constant.clauses.showdown
        if UNKNOWN in hand.cards:
            return self.constant.muck  # only its holder knows it
        if self.house.all_in_shown and (hand.stack == 0 or hand.declared):
            return NotNow(clause, "an all-in player must show the hand", "show")
        if is_beaten(hand, self.hands, common, self.house.family.shares):
            return self.constant.muck
        return NotNow(clause, "only a beaten hand may be mucked", "show")

    def _not_next(self, seat: int) -> Refused:
        return NotNow(self.constant.clauses.showdown, f"it is not seat {seat}'s turn to show", f"seat {self.queue[0]}")


def settlement(house: StudHouse, hands: Hands, common: tuple[Card, ...], reached_fourth: bool) -> list[ev.Event]:
    """The returned chips, the rake, and every winner's share of every pot, main pot first."""
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
        for part, (names, winners) in zip(parts(pot.amount - rake, len(divided)), divided, strict=True):
            clause = clauses.pots if len(winners) > 1 else clauses.winner
            won = shares(part, winners)
            events += [ev.PotWon(seat, number, amount, clause, names) for seat, amount in won.items() if amount]
    return events


def is_beaten(hand: StudHand, hands: Hands, common: tuple[Card, ...], all_shares: Sequence[Share]) -> bool:
    """Whether every pot this hand could win has a better hand shown already."""
    if not any(other.shown for other in hands.values()):
        return False
    shown = [other for other in hands.remaining if other.shown and UNKNOWN not in other.cards]
    pots = [pot for pot in hands.pots if hand.seat in pot.seats]
    for share in all_shares:
        own = _strength(hand, common, share)
        better = {other.seat for other in shown if _strength(other, common, share) > own}
        if own >= 0 and not all(any(seat in better for seat in pot.seats) for pot in pots):
            return False
    return True


def _strength(hand: StudHand, common: tuple[Card, ...], share: Share) -> int:
    """The strength of a hand for one share of the pot; negative if it does not qualify."""
    strength = share.strength(sum([card.bit for card in hand.cards + common]))
    return -1 if strength is None else strength


def _dead_chips(hands: Hands) -> dict[int, int]:
    """Chips to return because the floor has killed every hand that could win them."""
    covered = max([hand.total for hand in hands.remaining])
    if not any(hand.status is DEAD and hand.total > covered for hand in hands.values()):
        return {}
    return {seat: hand.total - covered for seat, hand in hands.items() if hand.total > covered}


class _Part(NamedTuple):
    """What a seat wins of a pot: the names of its parts, none if it is not divided."""

    names: tuple[str, ...]
    winners: tuple[int, ...]


def _divided(house: StudHouse, hands: Hands, common: tuple[Card, ...], pot: Pot) -> list[_Part]:
    """The parts of a pot and their winners.

    A part for which no hand qualifies goes to the others. A hand that wins all parts alone wins the pot undivided.
    """
    left = [hand.seat for hand in hands.remaining]
    seats = [seat for seat in left if seat in pot.seats] or left
    if len(seats) == 1:
        return [_Part((), tuple(seats))]
    entered = [hands[seat] for seat in seats]
    every = [_Part((share.name,), _winners(house, entered, common, share)) for share in house.family.shares]
    won = [part for part in every if part.winners]
    if not won:
        raise ValueError("nobody qualifies for any part of the pot: the first share of a game ranks every hand")
    winners = won[0].winners
    if len(won) == 1:
        return [_Part((), winners)]
    if len(winners) == 1 and all(part.winners == winners for part in won):
        return [_Part(tuple([part.names[0] for part in won]), winners)]
    return won


def _winners(house: StudHouse, hands: Sequence[StudHand], common: tuple[Card, ...], share: Share) -> tuple[int, ...]:
    """The winners of a share, in the order in which they get odd chips."""
    strengths = [_strength(hand, common, share) for hand in hands]
    best = max(strengths)
    winners = [hand for hand, strength in zip(hands, strengths, strict=True) if strength == best >= 0]
    if house.odd_chip == "high_card_by_suit":
        winners.sort(key=lambda hand: -max(map(house.family.card_order, hand.cards)))
    return tuple([hand.seat for hand in winners])

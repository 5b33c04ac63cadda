"""The table of a playout: its state, dealing cards from a deck, and who wins the pot.

Every list is indexed by seat, so that place 0 and empty seats hold nothing; a set of cards is a number with one bit for
each, as in `seventh.cards`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Self

from seventh.cards import Card, card_of, cards_in
from seventh.hands import poker, showing
from seventh.rounds.stud.full_bets import FullBets
from seventh.rounds.stud.house import StudHouse
from seventh.rounds.stud.limits import limits_of
from seventh.rounds.stud.pots import Pot, pots_of, rake_of, shares

SEATS = 9
BIT = [1 << number for number in range(52)]
LOW = [showing.low_card_order(card_of(number)) for number in range(52)]

Shuffle = Callable[[Sequence[Card]], Sequence[Card]]


class PlayoutTable:
    """Chips and cards, without the betting."""

    __slots__ = (
        "_able",
        "_at",
        "_betting",
        "_burns",
        "_cap",
        "_closer",
        "_deck",
        "_following",
        "_free",
        "_levels",
        "_limits",
        "_low_card",
        "_raises",
        "_shuffle",
        "actor",
        "bets",
        "cards",
        "common",
        "current_bet",
        "house",
        "kinds",
        "order",
        "put_in",
        "rake",
        "remaining",
        "stacks",
        "street",
        "to_call",
        "up",
    )

    def __init__(
        self,
        house: StudHouse,
        seats: tuple[int, ...],
        deck: Sequence[int],
        dealer_position: int,
        shuffle: Shuffle | None,
    ) -> None:
        """A table with nothing on it."""
        self.house = house
        self.order, self._following = _around(seats, dealer_position)
        """The seats in dealing order, and for each seat the next."""
        self.remaining = list(self.order)
        """The seats that have not folded, clockwise from the dealer's left."""
        self.street = 3
        self.actor: int | None = None
        """The seat whose turn it is; None when the hand is over."""
        self.kinds: tuple[str, ...] = ()
        """The methods that the actor can choose from."""
        self.to_call = 0
        """What a call costs the actor."""
        self.current_bet = 0
        """What it takes to stay in on this street."""
        self.stacks = [0] * SEATS
        """The chips of each seat that are not in the pot; the result when the hand is over."""
        self.bets = [0] * SEATS
        """What each seat has put in on this street."""
        self.put_in = [0] * SEATS
        """What each seat has put in on all streets."""
        self.cards = [0] * SEATS
        """Each seat's cards as a set, down cards too: a fair player looks at its own."""
        self.up = [0] * SEATS
        """The face-up cards."""
        self.common = 0
        """Cards that everybody has in common, as a set."""
        self.rake = 0
        """What the house took from the pots."""
        self._limits = limits_of(house)
        self._free = [False] * SEATS  # whether a seat is in with chips to bet
        self._able = 0  # how many are
        self._levels = [-1] * SEATS  # the bet that a seat last answered on this street; -1 if it has not acted
        self._low_card = 0  # the seat that must bring in, while nobody has
        self._closer = 0  # the betting is over when the turn comes to this seat
        self._raises = self._cap = 0
        self._betting = FullBets(sizes=self._limits.sizes[3])
        self._burns: tuple[int, ...] = ()
        self._deck = tuple(deck)
        self._at = 0  # how many cards of the deck are dealt
        self._shuffle = shuffle

    def copy(self) -> Self:
        """An independent hand in the same state."""
        # Name by name, and shared whatever is never changed in place: a search copies more often than it acts.
        new = self.__new__(type(self))
        new.house, new._limits, new.order, new._following = self.house, self._limits, self.order, self._following
        new.street, new.actor, new.kinds, new.to_call = self.street, self.actor, self.kinds, self.to_call
        new.current_bet, new._betting, new._raises = self.current_bet, self._betting, self._raises
        new._cap, new._closer, new._able = self._cap, self._closer, self._able
        new._low_card, new.common, new.rake = self._low_card, self.common, self.rake
        new._deck, new._at, new._burns, new._shuffle = self._deck, self._at, self._burns, self._shuffle
        new.remaining, new.stacks, new.bets, new.put_in = (
            self.remaining[:],
            self.stacks[:],
            self.bets[:],
            self.put_in[:],
        )
        new.cards, new.up, new._free, new._levels = self.cards[:], self.up[:], self._free[:], self._levels[:]
        return new

    @property
    def pot(self) -> int:
        """Everything that is in the middle or in front of the seats."""
        return sum(self.put_in)

    # Cards.

    def _deal_three(self) -> int:
        """Two cards down and one up to everybody (S3); returns the seat with the lowest up card (S4)."""
        deck, number = self._deck, len(self.order)
        lowest, lowest_seat = 99, 0
        for seat, first, second, third in zip(self.order, deck, deck[number:], deck[2 * number :], strict=False):
            self.up[seat] = BIT[third]
            self.cards[seat] = BIT[first] | BIT[second] | BIT[third]
            if LOW[third] < lowest:
                lowest, lowest_seat = LOW[third], seat
        self._at = 3 * number
        return lowest_seat

    def _deal_street(self) -> None:
        if len(self._deck) - self._at > len(self.remaining):
            self._burn()
            self._deal_one_each()
        else:
            self._deal_short()

    def _burn(self) -> None:
        self._burns += (self._deck[self._at],)
        self._at += 1

    def _deal_one_each(self) -> None:
        deck, at, cards, up = self._deck, self._at, self.cards, self.up
        face_up = self.street < 7 or self.house.seventh_street_face == "up"
        for seat in self.remaining:
            bit = BIT[deck[at]]
            at += 1
            cards[seat] |= bit
            if face_up:
                up[seat] |= bit
        self._at = at

    def _deal_short(self) -> None:
        """Not enough for a burn and one each: use the burns, or deal one common card (S12 to S14)."""
        house, need = self.house, len(self.remaining)
        stub, burns = self._deck[self._at :], self._burns
        together = len(stub) + len(burns)
        if house.use_burns and (together > need or (together == need and house.skip_burn_when_exact)):
            if house.short_stub == "shuffled_together":
                self._new_stub(self._shuffled(burns + stub))
            else:
                self._new_stub(stub + self._shuffled(burns))
            if together > need:
                self._burn()
            self._deal_one_each()
            return
        if len(stub) < 2:
            # A last card that the house keeps out of the shuffle is out of play.
            joined = burns + stub if house.last_card_joins else burns
            if len(joined) < 2:
                return  # cards set aside by the floor have left too few: this street has betting only
            self._new_stub(self._shuffled(joined))
        self._burn()
        self.common |= BIT[self._deck[self._at]]
        self._at += 1

    def _shuffled(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        return cards if self._shuffle is None else tuple(self._shuffle([card_of(card) for card in cards]))

    def _new_stub(self, cards: tuple[int, ...]) -> None:
        self._deck, self._at, self._burns = cards, 0, ()

    # Chips.

    def _return_uncalled(self) -> None:
        """What the largest stake has beyond the second largest cannot be won by anybody else (S22)."""
        put_in = self.put_in
        most = max(put_in)
        if put_in.count(most) == 1:
            seat = put_in.index(most)
            put_in[seat] = 0
            put_in[seat] = second = max(put_in)
            # That this seat has chips again lets nobody bet: anyone who could would have called.
            self.stacks[seat] += most - second

    def _settle(self) -> None:
        """Give the pots to the best hands (S15, S22), less the rake (S25)."""
        house, put_in, remaining, stacks = self.house, self.put_in, self.remaining, self.stacks
        stakes = [put_in[seat] for seat in remaining]
        if max(put_in) > max(stakes) and house.dead_side_pots == "returned":
            # Only the floor leaves more in the pot than any live hand has covered, by killing hands.
            for seat in self.order:
                stacks[seat] += max(put_in[seat] - max(stakes), 0)
                put_in[seat] = min(put_in[seat], max(stakes))
        if min(stakes) == max(stakes):
            pots = [Pot(sum(put_in), tuple(remaining))]
        else:
            pots = pots_of([(seat, put_in[seat], seat in remaining) for seat in self.order])
        rakes = [0] * len(pots)
        if house.rake.per_thousand and (self.street > 3 or not house.rake.no_fourth_street_no_drop):
            rakes = rake_of(pots, house.rake.per_thousand, house.rake.cap)
            self.rake = sum(rakes)
        # Only a contested pot is worth the work of ranking hands.
        strengths = {}
        if len(remaining) > 1:
            strengths = {seat: poker.strength(self.cards[seat] | self.common) for seat in remaining}
        for pot, rake in zip(pots, rakes, strict=True):
            winners = list(pot.seats)
            if len(winners) > 1:
                best = max([strengths[seat] for seat in winners])
                winners = [seat for seat in winners if strengths[seat] == best]
            if len(winners) > 1 and house.odd_chip == "high_card_by_suit":
                winners.sort(key=self._highest_card, reverse=True)
            for seat, amount in shares(pot.amount - rake, winners).items():
                stacks[seat] += amount
        self.put_in = [0] * SEATS
        self.actor, self.kinds, self.to_call = None, (), 0

    def _highest_card(self, seat: int) -> int:
        """A seat's highest own card by rank, then suit."""
        return showing.low_card_order(next(cards_in(self.cards[seat])))


def set_of(cards: Sequence[int]) -> int:
    """The set of these cards, all of which must be known."""
    if cards and max(cards) > 51:
        raise ValueError("a playout needs to know every card")
    return sum([BIT[card] for card in cards])


@lru_cache(1024)
def _around(seats: tuple[int, ...], dealer_position: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The seats clockwise from the dealer's left, and for each seat the next."""
    order = tuple(sorted(seats, key=lambda seat: (seat <= dealer_position, seat)))
    following = [0] * SEATS
    for seat, after in zip(order, order[1:] + order[:1], strict=True):
        following[seat] = after
    return order, tuple(following)

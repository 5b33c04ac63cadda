"""A second implementation of stud, to check `StudRound` against: no events, refusals or views, and no shared code
except the arithmetic of bets and pots.

Cards are dealt from a deck automatically; only the decisions remain.

>>> from seventh.cards import DECK_52
>>> from seventh.games import book_house
>>> hand = Playout(book_house("seven-card-stud"), {1: 4000, 2: 4000, 5: 4000}, DECK_52)
>>> hand.actor, hand.kinds, hand.amounts
(1, ('bring_in', 'bet_to'), (400,))
>>> hand.bring_in()
>>> hand.actor, hand.kinds, hand.to_call
(2, ('fold', 'call', 'bet_to'), 100)
>>> hand.bet_to(400)
>>> while hand.actor:
...     hand.fold()
>>> hand.stacks
[0, 3850, 4200, 0, 0, 3950, 0, 0, 0]

Lists are indexed by seat and sets of cards are numbers, as `playout_table` says. The methods trust their caller: what
is not among `kinds`, `amounts` and `spread` is not refused but spoils the hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from seventh.hands import poker, showing
from seventh.rounds.stud.full_bets import FullBets, brought_in, counted, fixed_bets
from seventh.rounds.stud.house import StudHouse
from seventh.rounds.stud.round import StudRound
from seventh.rounds.stud.table import BETTING, IN
from tests.games.stud.playout_table import SEATS, PlayoutTable, Shuffle, set_of

_BRING_IN, _FOLD_OR_BRING_IN, _FOLD_OR_CALL = ("bring_in",), ("fold", "bring_in"), ("fold", "call")
_CHECK, _FOLD_OR_CHECK = ("check",), ("fold", "check")
_OR_BET = {kinds: (*kinds, "bet_to") for kinds in (_BRING_IN, _FOLD_OR_BRING_IN, _FOLD_OR_CALL, _CHECK, _FOLD_OR_CHECK)}

_UNPAIRED = 8191
"""Every rank at once: no board without a pair is stronger."""


class Playout(PlayoutTable):
    """One hand of Seven-Card Stud, to be played out."""

    __slots__ = ()

    def __init__(
        self,
        house: StudHouse,
        stacks: Mapping[int, int],
        deck: Sequence[int],
        dealer_position: int = 0,
        shuffle: Shuffle | None = None,
    ) -> None:
        """A hand for these seats with their chips, dealt from all 52 cards, the first on top.

        `shuffle` puts the burns into a new order when the stub is short. Without it they keep theirs, which is as good
        as any if the deck was shuffled.
        """
        super().__init__(house, tuple(stacks), deck, dealer_position, shuffle)
        ante = self._limits.ante
        for seat, chips in stacks.items():
            self.put_in[seat] = min(ante, chips)
            if chips > ante:
                self.stacks[seat] = chips - ante
                self._free[seat] = True
                self._able += 1
        self._return_uncalled()
        low_card = self._deal_three()
        if self._able >= 2:
            self._low_card = low_card
            self._first_turn(low_card)
        else:
            self._end_street()

    @classmethod
    def from_round(
        cls,
        hand: StudRound,
        deck: Sequence[int],
        unseen: Mapping[int | str, Sequence[int]] | None = None,
        shuffle: Shuffle | None = None,
    ) -> Playout:
        """Continue from a live hand in its betting; `deck` is its stub, the first card on top.

        `unseen` puts other cards in the place of those that the one who asks has not seen, or that nobody knows: the
        down cards of a seat, and the `"burns"`.
        """
        if hand.phase != BETTING:
            raise ValueError(f"a playout goes on from betting, not from {hand.phase}")
        if len(deck) != hand.stock.stub:
            raise ValueError(f"the stub has {hand.stock.stub} cards, not {len(deck)}")
        unseen = unseen or {}
        new = cls.__new__(cls)
        PlayoutTable.__init__(new, hand.house, tuple(hand.seats), deck, hand.dealer_position, shuffle)
        new.street, new.current_bet, new.common = hand.street, hand.bet_to, set_of(hand.common)
        new.remaining = []
        for seat, one in hand.hands.items():
            new.stacks[seat], new.bets[seat], new.put_in[seat] = one.stack, one.bet, one.total
            if seat in hand.betting.answered:
                new._levels[seat] = hand.betting.answered[seat]
            if one.status is IN:
                new.remaining.append(seat)
                new._free[seat] = one.can_bet
                new.up[seat] = set_of(one.up)
                new.cards[seat] = new.up[seat] | set_of(unseen[seat]) if seat in unseen else set_of(one.cards)
                if new.cards[seat].bit_count() != len(one.cards):
                    raise ValueError(f"seat {seat} needs {len(one.cards)} different cards")
        new._able = hand.betting.able
        new._low_card = hand.betting.opener if hand.betting.bring_in_due else 0
        new._closer = new._following[hand.queue[-1]]
        new._betting, new._raises = hand.betting.full_bets, hand.betting.raises
        new._cap = hand.betting.cap
        new._burns = tuple(unseen.get("burns", hand.stock.burns))
        set_of(new._burns + new._deck)  # refuses cards that nobody knows
        new._turn(hand.queue[0])
        return new

    # What the actor can do.

    def fold(self) -> None:
        seat = self.actor
        assert seat is not None, "the hand is over"
        self.remaining.remove(seat)
        self._levels[seat] = self.current_bet
        self._free[seat] = False
        self._able -= 1
        self._pass_on(seat)

    def check(self) -> None:
        seat = self.actor
        assert seat is not None, "the hand is over"
        self._levels[seat] = self.current_bet
        self._pass_on(seat)

    def call(self) -> None:
        seat = self.actor
        assert seat is not None, "the hand is over"
        self._put_in(seat, self.to_call)
        self._levels[seat] = self.current_bet
        self._pass_on(seat)

    def bring_in(self) -> None:
        seat = self.actor
        assert seat is not None, "the hand is over"
        bet, chips = self._limits.bring_in, self.stacks[seat]
        self._put_in(seat, bet if bet < chips else chips)
        # The others owe all of it, even if it was short.
        self.current_bet = self._levels[seat] = bet
        self._betting = brought_in(self._limits, self._betting.sizes)
        self._low_card = 0
        self._closer = seat
        self._pass_on(seat)

    def bet_to(self, amount: int) -> None:
        """Bet, complete or raise so that the actor has put in this amount on this street."""
        seat = self.actor
        assert seat is not None, "the hand is over"
        self._betting = betting = counted(self._limits, self.street, self.current_bet, self._betting, amount)
        self._put_in(seat, amount - self.bets[seat])
        self._raises += betting.raises
        if betting.full:
            self._levels = [-1] * SEATS
        self.current_bet = self._levels[seat] = amount
        self._low_card = 0
        self._closer = seat
        self._pass_on(seat)

    @property
    def amounts(self) -> tuple[int, ...]:
        """To what the actor may bet at fixed limit; otherwise the most, and besides it there is the `spread`."""
        seat = self.actor
        if seat is None or "bet_to" not in self.kinds:
            return ()
        all_in = self.bets[seat] + self.stacks[seat]
        if not self._limits.fixed:
            return (self._bounds(seat)[1],)
        return fixed_bets(self._betting, self.current_bet, all_in)

    @property
    def spread(self) -> range:
        """To what the actor may bet at spread, pot and no limit; empty if only the most is left."""
        seat = self.actor
        if seat is None or self._limits.fixed or "bet_to" not in self.kinds:
            return range(0)
        least, most = self._bounds(seat)
        return range(least, most + 1, self.house.table_unit)

    def _bounds(self, seat: int) -> tuple[int, int]:
        """The least and the most to which a seat may bet where sizes are not fixed."""
        limits, street, bet = self._limits, self.street, self.current_bet
        all_in = self.bets[seat] + self.stacks[seat]
        raising = bet >= limits.full[street]
        least = limits.least[street]
        if raising:
            least = bet + self._betting.last_raise
        elif self._low_card:
            least = max(least, limits.bring_in + self.house.table_unit)
        if self.house.structure == "spread_limit":
            most = (bet if raising else 0) + limits.most[street]
        elif self.house.structure == "pot_limit":
            most = bet + self.pot + bet - self.bets[seat]
        else:
            most = all_in
        return least, min(max(least, most), all_in)

    # Whose turn it is.

    def _put_in(self, seat: int, chips: int) -> None:
        self.bets[seat] += chips
        self.put_in[seat] += chips
        self.stacks[seat] -= chips
        if not self.stacks[seat]:
            self._free[seat] = False
            self._able -= 1

    def _first_turn(self, opener: int) -> None:
        """A street begins with the opener, or with the next who has chips."""
        limits = self._limits
        self._raises = 0
        self._cap = limits.heads_up_cap if self._able == 2 else limits.cap
        while not self._free[opener]:
            opener = self._following[opener]
        self._closer = opener
        self._turn(opener)

    def _pass_on(self, seat: int) -> None:
        """A seat has acted: the next one who has chips is to act, unless that closes the street."""
        able = self._able
        if able <= 2 and self._raises < self._cap:
            self._cap = self._limits.heads_up_cap
        following, free, closer = self._following, self._free, self._closer
        seat = following[seat]
        while seat != closer:
            if free[seat]:
                # Nobody bets against players who are all-in: with nothing to call, the last one with chips is done
                # (S21). Nobody else is left only where the floor has killed the hand of the last one to bet.
                if able == 1 and (self.bets[seat] >= self.current_bet or len(self.remaining) == 1):
                    break
                self._turn(seat)
                return
            seat = following[seat]
        self._end_street()

    def _turn(self, seat: int) -> None:
        """Compute a seat's choices right away, because it will need them."""
        self.actor = seat
        limits = self._limits
        bet, stacks, bets = self.current_bet, self.stacks, self.bets
        chips, owed = stacks[seat], bet - bets[seat]
        self.to_call = 0
        if self._low_card:
            kinds = _BRING_IN if seat == self._low_card else _FOLD_OR_BRING_IN
            owed = limits.bring_in
        elif owed > 0:
            kinds = _FOLD_OR_CALL
            self.to_call = owed if owed < chips else chips
        else:
            kinds = _FOLD_OR_CHECK if limits.opener_may_fold or max(self._levels) >= 0 else _CHECK
        self.kinds = kinds
        if chips <= owed or self._raises >= self._cap:
            return
        level = self._levels[seat]
        if level >= 0 and (not limits.per_player or (bet - level) * limits.parts < self._betting.last_raise):
            return  # short all-ins have not reopened the betting
        free = self._free
        for other in self.remaining:
            if free[other] and other != seat and bets[other] + stacks[other] > bet:
                self.kinds = _OR_BET[kinds]
                return

    def _end_street(self) -> None:
        """The betting is over: deal on to the next decision, or to the end."""
        self._return_uncalled()
        self.current_bet = 0
        self.bets = [0] * SEATS
        self._low_card = 0
        if len(self.remaining) > 1:
            while self.street < 7:
                self.street += 1
                self._deal_street()
                if self._able >= 2:
                    self._levels = [-1] * SEATS
                    self._first_turn(self._find_opener())
                    return
        self._settle()

    def _find_opener(self) -> int:
        """The best hand showing, between equals the first from the dealer's left (S8, S16); sets the sizes of a bet."""
        limits, street, up = self._limits, self.street, self.up
        common = self.common if self.house.common_card_opens == "with_common" else 0
        # Everybody shows as many cards: straights and flushes exist from five.
        five = (up[self.remaining[0]] | common).bit_count() >= 5
        strength = poker.strength if five else showing.strength
        best, opener = -1, 0
        for seat in self.remaining:
            found = strength(up[seat] | common)
            if found > best:
                best, opener = found, seat
        paired = street == 4 and max([showing.strength(up[seat]) for seat in self.remaining]) > _UNPAIRED
        self._betting = FullBets(sizes=limits.open_pair_sizes if paired else limits.sizes[street])
        return opener

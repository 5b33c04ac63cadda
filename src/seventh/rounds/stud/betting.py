"""Betting rounds: whose turn it is, what they may do, what has been bet, and when the betting is over."""

from __future__ import annotations

from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any

from seventh.rounds import events as ev
from seventh.rounds.actions import Action, BetTo, BringIn, Call, Check, Fold
from seventh.rounds.legal import Choice, NotNow, Refused
from seventh.rounds.stud.choices import BetRange, Choices, call_of, fixed_bets_of
from seventh.rounds.stud.full_bets import FullBets, brought_in, counted, fixed_bets
from seventh.rounds.stud.limits import Limits
from seventh.rounds.stud.opening import open_pair
from seventh.rounds.stud.table import FOLDED, Hands, StudHand


@dataclass(slots=True)
class BettingRound:
    """The betting of each street in turn: `begin` starts a betting round, which is over when the queue is empty.

    It moves chips between the stacks and bets of the given hands, and marks hands as folded or declared all-in; it
    changes nothing else.
    """

    limits: Limits = field(compare=False)
    constant: Choices = field(compare=False)
    hands: Hands = field(compare=False)
    street: int = 3
    queue: tuple[int, ...] = ()
    """The seats that still have to act, in order."""
    opener: int = 0
    bring_in_due: bool = False
    bet_to: int = 0
    """The amount to match on this street."""
    full_bets: FullBets = FullBets()
    """The last full bet on this street, and what the next one may be."""
    raises: int = 0
    cap: int = 0
    """The maximum number of raises."""
    able: int = 0
    """The number of seats still in with chips to bet."""
    last_aggressor: int = 0
    """The last seat to bet or raise; 0 if none has."""
    answered: dict[int, int] = field(default_factory=dict)
    """The bet that each seat last acted on since the betting was last reopened."""
    acted: bool = False
    """Whether anybody has acted on any street yet."""

    def copy(self, hands: Hands) -> BettingRound:
        """A copy of the betting for copies of the hands."""
        other = BettingRound(*_fields(self))
        other.hands, other.answered = hands, self.answered.copy()
        return other

    @property
    def last_full(self) -> int:
        """The last full bet; 0 if there is none, and on third street until the bring-in is completed."""
        return self.full_bets.last_full

    @property
    def pair_doubles(self) -> bool:
        """Whether the larger bet is allowed on this street because of an open pair."""
        return self.street == 4 and len(self.full_bets.sizes) > 1

    @property
    def begun(self) -> bool:
        """Whether anybody has acted on this street."""
        return bool(self.answered) or any(hand.declared for hand in self.hands.values())

    # Whose turn it is.

    def begin(self, street: int, opener: int) -> None:
        """Start the betting of a street; with fewer than two players able to bet, it is over at once."""
        limits, hands = self.limits, self.hands
        pair = street == 4 and len(limits.open_pair_sizes) > 1 and open_pair(hands.remaining)
        self.street, self.opener, self.bring_in_due = street, opener, street == 3
        self.full_bets = FullBets(sizes=limits.open_pair_sizes if pair else limits.sizes[street])
        self.bet_to = self.raises = self.last_aggressor = 0
        self.answered = {}
        able = [seat for seat in hands.clockwise_from(opener) if hands[seat].can_bet]
        self.able = len(able)
        self.queue = tuple(able) if len(able) >= 2 else ()
        if self.queue and street > 3:
            self.opener = self.queue[0]
        self.cap = limits.cap
        self._watch_heads_up()

    def _drop_idle(self) -> None:
        """If everyone else is all-in, the last player with chips need not act unless there is a bet to call."""
        hands = self.hands
        if self.able < 2 and (len(hands.remaining) == 1 or all(hands[seat].bet >= self.bet_to for seat in self.queue)):
            self.queue = ()

    def _watch_heads_up(self) -> None:
        if self.able <= 2 and self.raises < self.cap:
            self.cap = self.limits.heads_up_cap

    # Choices of a seat.

    def choices(self, seat: int) -> tuple[Choice, ...]:
        constant = self.constant
        declare: tuple[Choice, ...] = (constant.declare,) if self.street == 7 and self._may_declare(seat) else ()
        if not self.queue or self.queue[0] != seat:
            return declare
        hand = self.hands[seat]
        first: tuple[Choice, ...]
        if self.bring_in_due:
            first = (constant.bring_in,) if seat == self.opener else (constant.fold, constant.bring_in)
        elif hand.bet < self.bet_to:
            first = (constant.fold, call_of(min(self.bet_to - hand.bet, hand.stack), constant.clauses.turn))
        elif self.limits.opener_may_fold or self.answered:
            first = (constant.fold, constant.check)
        else:
            first = (constant.check,)
        if self._no_bet(hand):
            return first + declare
        return (*first, self._amounts(hand), *declare)

    def refusal(self, kind: type[Action], seat: int) -> Refused:
        """Why a seat has no choice of this kind now."""
        clauses = self.constant.clauses
        clause = clauses.bring_in if kind is BringIn else clauses.turn
        if not self.queue or self.queue[0] != seat:
            return NotNow(clause, f"it is not seat {seat}'s turn", f"seat {self.queue[0]}" if self.queue else "nobody")
        if kind is BetTo:
            return self.constant.no_bet[self._no_bet(self.hands[seat])]
        if kind is BringIn:
            return NotNow(clause, "the bring-in is already in" if self.street == 3 else "there is no bring-in now")
        if kind is Call:
            return NotNow(clause, "there is no bet to call")
        if self.bring_in_due:
            card = "low" if self.limits.house.family.bring_in == "lowest" else "high"
            return NotNow(clauses.bring_in, f"the {card} card must bet", "bring_in or bet_to")
        if kind is Fold:
            return NotNow(clause, "the first to act may not fold when there is no bet", "check")
        return NotNow(clause, "there is a bet to call", "fold, call or raise")

    def _may_declare(self, seat: int) -> bool:
        hand = self.hands.get(seat)
        return hand is not None and hand.seventh_exposed and hand.can_bet and not self.answered

    def _no_bet(self, hand: StudHand) -> str:
        """Why a seat whose turn it is may not bet or raise; empty if it may."""
        bet_to = self.bet_to
        if hand.bet + hand.stack <= (self.limits.bring_in if self.bring_in_due else bet_to):
            return "no chips"
        level = self.answered.get(hand.seat)
        if level is not None and not self._reopened_to(level):
            return "not reopened"
        if self.raises >= self.cap:
            return "capped"
        for other in self.hands.values():
            if other is not hand and other.bet + other.stack > bet_to and other.can_bet:
                return ""
        return "nobody to call"

    def _reopened_to(self, level: int) -> bool:
        """Whether a seat that has already acted on this bet may raise again: only a full raise clears its action."""
        limits = self.limits
        return limits.per_player and (self.bet_to - level) * limits.parts >= self.full_bets.last_raise

    def _amounts(self, hand: StudHand) -> Choice:
        all_in = hand.bet + hand.stack
        if self.limits.fixed:
            amounts = fixed_bets(self.full_bets, self.bet_to, all_in)
            return fixed_bets_of(amounts, self.constant.clauses.raise_cap)
        return self._range(hand, all_in)

    def _range(self, hand: StudHand, all_in: int) -> Choice:
        """Spread, pot and no limit: at least the last full bet or raise, at most what the structure allows."""
        limits, house, bet_to = self.limits, self.limits.house, self.bet_to
        most, raising, least = all_in, bet_to >= limits.full[self.street], limits.least[self.street]
        if house.structure == "spread_limit":
            most = (bet_to if raising else 0) + limits.most[self.street]
        elif house.structure == "pot_limit":
            most = bet_to + self.hands.pot + (bet_to - hand.bet)
        if raising:
            least = bet_to + self.full_bets.last_raise
        elif self.bring_in_due:
            least = max(least, limits.bring_in + house.table_unit)
        most = min(max(most, least), all_in)
        return BetRange((most,), least, most, house.table_unit, self.constant.clauses.structure)

    def price(self, seat: int, action: Any) -> int:
        """The chips an action takes from the seat's stack."""
        kind = type(action)
        if kind is Call:
            return int(action.amount)
        if kind is BetTo:
            return int(action.amount - self.hands[seat].bet)
        return min(self.limits.bring_in, self.hands[seat].stack) if kind is BringIn else 0

    # Actions of a seat as events, and their effects.

    def event(self, seat: int, action: Any) -> ev.Event:
        """The event of a seat's action."""
        kind = type(action)
        if kind is Call:
            return ev.Called(seat, action.amount)
        if kind is BetTo:
            return ev.BetMade(seat, action.amount)
        if kind is Check:
            return ev.Checked(seat)
        if kind is Fold:
            return ev.Folded(seat, False)
        return ev.BroughtIn(seat, self.price(seat, action)) if kind is BringIn else ev.AllInDeclared(seat)

    def happened(self, event: Any) -> None:
        """Record that a seat has acted."""
        hand, kind = self.hands[event.seat], type(event)
        if kind is ev.Called:
            self._put_in(hand, event.amount)
        elif kind is ev.BetMade:
            self._bet(hand, event.to)
        elif kind is ev.Folded:
            hand.status = FOLDED
            self.able -= 1
        elif kind is ev.BroughtIn:
            self._bring_in(hand, event.amount)
        elif kind is ev.AllInDeclared:
            hand.declared = True
            self.leave(hand.seat)
            return
        self.answered[hand.seat] = self.bet_to
        self.acted = True
        self.queue = self.queue[1:]
        if self.able <= 2:
            self._watch_heads_up()
            self._drop_idle()

    def _bring_in(self, hand: StudHand, amount: int) -> None:
        hands = self.hands
        self._put_in(hand, amount)
        self.bet_to = self.limits.bring_in
        self.full_bets = brought_in(self.limits, self.full_bets.sizes)
        self.bring_in_due = False
        self.queue = tuple([s for s in hands.clockwise_from(hand.seat) if hands[s].can_bet or s == hand.seat])

    def _bet(self, hand: StudHand, to: int) -> None:
        hands = self.hands
        self.full_bets = counted(self.limits, self.street, self.bet_to, self.full_bets, to)
        self.raises += self.full_bets.raises
        if self.full_bets.full:
            self.answered = {}
        self._put_in(hand, to - hand.bet)
        self.bet_to = to
        self.bring_in_due = False
        self.last_aggressor = hand.seat
        self.queue = (hand.seat, *[s for s in hands.clockwise_from(hand.seat)[1:] if hands[s].can_bet])

    def _put_in(self, hand: StudHand, amount: int) -> None:
        hand.stack -= amount
        hand.bet += amount
        hand.total += amount
        if not hand.stack:
            self.able -= 1

    def leave(self, seat: int) -> None:
        """Remove a seat from the betting without an action."""
        self.able = sum([hand.can_bet for hand in self.hands.values()])
        self.queue = tuple([other for other in self.queue if other != seat])
        self._drop_idle()


_fields = attrgetter(*BettingRound.__slots__)

"""Betting at stud: who opens, what may be bet, and when a round of betting is over (S4, S5, S8, S9, S16 to S21)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from functools import cache
from typing import Any, ClassVar

from msgspec import Struct

from seventh.cards import UNKNOWN
from seventh.hands import poker, showing
from seventh.rounds import events as ev
from seventh.rounds.actions import Action, BetTo, BringIn, Call, Check, DeclareAllIn, Fold, Who
from seventh.rounds.legal import AnyOf, Choice, NotNow, Refused, WrongAmount, only
from seventh.rounds.stud.dealing import StudDealing
from seventh.rounds.stud.full_bets import Betting, brought_in, counted, fixed_bets
from seventh.rounds.stud.limits import limits_of
from seventh.rounds.stud.table import BETTING, DEALING, FOLDED, SHOWDOWN, StudHand


class BetRange(Struct, frozen=True):
    """The amounts to which a seat may bet, complete or raise: from a list, or from a range, or all-in."""

    amounts: tuple[int, ...]
    """Single amounts: all-in or the most that is allowed, whether or not the steps reach it."""
    minimum: int
    maximum: int
    """A range besides them; empty if the maximum is below the minimum."""
    step: int
    clause: str
    action: ClassVar[type[Action]] = BetTo

    def refusal(self, action: BetTo) -> Refused | None:
        amount = action.amount
        if amount in self.amounts and type(amount) is int:
            return None
        if type(amount) is int and amount in range(self.minimum, self.maximum + 1, self.step):
            return None
        return WrongAmount(self.clause, f"a bet to {amount} is not possible", self._words())

    def _words(self) -> str:
        words = [str(amount) for amount in self.amounts]
        if self.minimum <= self.maximum:
            words.insert(0, f"{self.minimum} to {self.maximum} in steps of {self.step}")
        return " or ".join(words)

    def __iter__(self) -> Iterator[Action]:
        if self.minimum > self.maximum:
            return iter([BetTo(amount) for amount in self.amounts])
        spread = range(self.minimum, self.maximum + 1, self.step)
        return (BetTo(amount) for amount in sorted({*self.amounts, *spread}))

    @property
    def count(self) -> int:
        spread = range(self.minimum, self.maximum + 1, self.step)
        return len(spread) + sum(amount not in spread for amount in self.amounts)

    def describe(self) -> dict[str, Any]:
        spread = {"from": self.minimum, "to": self.maximum, "step": self.step} if self.minimum <= self.maximum else {}
        return {"action": "bet_to", "clause": self.clause, "amounts": list(self.amounts), **spread}


class StudBetting(StudDealing):
    """A round of betting on each street."""

    __slots__ = ()

    # Who acts, and in which order.

    def _begin_betting(self) -> None:
        self.bet_to = self.raises = self.last_aggressor = 0
        self.uncapped = False
        for hand in self.hands.values():
            hand.bet = 0
            hand.level = None
        self.opener = self._openers()[0]
        self.bring_in_due = self.street == 3
        self.betting = Betting(sizes=self._bet_sizes())
        able = [seat for seat in self.clockwise_from(self.opener) if self.hands[seat].can_bet]
        self.queue = tuple(able) if len(able) >= 2 else ()
        if self.queue and self.street > 3:
            self.opener = self.queue[0]
        self._watch_heads_up()

    def _bet_sizes(self) -> tuple[int, ...]:
        """The sizes of a bet at fixed limit; an open pair on fourth street gives the choice of both (S20)."""
        stakes = self.house.stakes
        if self.street >= 5:
            return (stakes.big_bet,)
        doubles = self.street == 4 and self.house.fourth_street_pair_doubles and self._open_pair
        return (
            (stakes.small_bet, stakes.big_bet) if doubles and stakes.small_bet < stakes.big_bet else (stakes.small_bet,)
        )

    @property
    def _open_pair(self) -> bool:
        boards = [hand.up for hand in self.remaining if UNKNOWN not in hand.up]
        return any(len({card.rank for card in board}) < len(board) for board in boards)

    def _openers(self) -> tuple[int, ...]:
        """The low card on third street, the best hands showing after that; of equals the first opens."""
        hands = self.remaining
        if self.street == 3:
            return (min(hands, key=_low_card).seat,)
        common = self.common if self.house.common_card_opens == "with_common" else ()
        # All five cards count only if everybody shows as many; else a seventh card that was exposed by error does not.
        fewest = min([len(hand.up) for hand in hands]) + len(common)
        boards = [sum([card.bit for card in (hand.up + common)[:fewest]]) for hand in hands]
        if fewest >= 5 and min(map(int.bit_count, boards)) >= 5:
            strengths = [poker.strength(board) for board in boards]
        else:
            strengths = [showing.strength(board) for board in boards]
        best = max(strengths)
        return tuple([hand.seat for hand, strength in zip(hands, strengths, strict=True) if strength == best])

    def _after_acting(self, hand: StudHand) -> None:
        hand.level = self.bet_to
        self.acted = True
        self.queue = self.queue[1:]
        if self.able <= 2:
            self._watch_heads_up()
            self._drop_idle()

    def _drop_idle(self) -> None:
        """Nobody bets against players who are all-in: with nothing to call, the last one with chips need not act."""
        if self.able < 2 and (
            len(self.remaining) == 1 or all(self.hands[seat].bet >= self.bet_to for seat in self.queue)
        ):
            self.queue = ()

    def _watch_heads_up(self) -> None:
        if self.able <= 2 and self.house.uncapped_heads_up and not self._cap_reached:
            self.uncapped = True

    @property
    def _cap_reached(self) -> bool:
        return bool(self.house.raise_cap) and self.raises >= self.house.raise_cap

    def _not_acting(self, seat: int, clause: str) -> Refused | None:
        if self.phase != BETTING:
            return NotNow(clause, "there is no betting now")
        if not self.queue or self.queue[0] != seat:
            return NotNow(clause, f"it is not seat {seat}'s turn", f"seat {self.queue[0]}" if self.queue else "nobody")
        return None

    # What a seat may do. All its choices are worked out together; the refusals below only explain what is missing.

    def _choices(self, who: Who) -> tuple[Choice, ...]:
        if self.phase != BETTING or not isinstance(who, int):
            return super()._choices(who)
        declare: tuple[Choice, ...] = (_DECLARE,) if self.street == 7 and self._may_still_declare(who) else ()
        if not self.queue or self.queue[0] != who:
            return declare
        hand = self.hands[who]
        first: tuple[Choice, ...]
        if self.bring_in_due:
            first = (_BRING_IN,) if who == self.opener else (_FOLD, _BRING_IN)
        elif hand.bet < self.bet_to:
            first = (_FOLD, _call(min(self.bet_to - hand.bet, hand.stack)))
        else:
            first = (_FOLD, _CHECK) if self._may_fold_for_free else (_CHECK,)
        if self._no_bet(hand):
            return first + declare
        return (*first, self._bet_amounts(hand), *declare)

    @property
    def _may_fold_for_free(self) -> bool:
        """Whether a seat that could check may fold: the first to act only if the house lets it (S9)."""
        return self.house.opener_may_fold or any(hand.level is not None for hand in self.hands.values())

    def _may_bring_in(self, seat: int) -> Choice | Refused:
        made = "the bring-in is made already" if self.street == 3 else "there is no bring-in now"
        return self._not_acting(seat, "S5") or NotNow("S5", made)

    def _do_bring_in(self, seat: int, _: BringIn) -> None:
        self._emit(ev.BroughtIn(seat, min(self.house.stakes.bring_in, self.hands[seat].stack)))
        if not self.queue:
            self._go_on()

    def _on_brought_in(self, event: ev.BroughtIn) -> None:
        hand = self.hands[event.seat]
        self._put_in(hand, event.amount)
        self.bet_to = self.house.stakes.bring_in
        self.betting = brought_in(limits_of(self.house), self.betting.sizes)
        self.bring_in_due = False
        self.queue = tuple(
            seat for seat in self.clockwise_from(event.seat) if self.hands[seat].can_bet or seat == event.seat
        )
        self._after_acting(hand)

    def _may_check(self, seat: int) -> Choice | Refused:
        if self.bring_in_due:
            return self._not_acting(seat, "S9") or NotNow("S5", "the low card must bet", "bring_in or bet_to")
        return self._not_acting(seat, "S9") or NotNow("S9", "there is a bet to answer", "fold, call or raise")

    def _do_check(self, seat: int, _: Check) -> None:
        self._emit(ev.Checked(seat))
        if not self.queue:
            self._go_on()

    def _on_checked(self, event: ev.Checked) -> None:
        self._after_acting(self.hands[event.seat])

    def _may_fold(self, seat: int) -> Choice | Refused:
        if self.bring_in_due:
            return self._not_acting(seat, "S9") or NotNow("S5", "the low card must bet", "bring_in or bet_to")
        return self._not_acting(seat, "S9") or NotNow("S9", "the first to act does not fold without a bet", "check")

    def _do_fold(self, seat: int, _: Fold) -> None:
        self._emit(ev.Folded(seat, False))
        if not self.queue:
            self._go_on()

    def _on_folded(self, event: ev.Folded) -> None:
        hand = self.hands[event.seat]
        hand.status = FOLDED
        self.able -= 1
        self._after_acting(hand)

    def _may_call(self, seat: int) -> Choice | Refused:
        return self._not_acting(seat, "S9") or NotNow("S9", "there is no bet to call")

    def _do_call(self, seat: int, action: Call) -> None:
        self._emit(ev.Called(seat, action.amount))
        if not self.queue:
            self._go_on()

    def _on_called(self, event: ev.Called) -> None:
        hand = self.hands[event.seat]
        self._put_in(hand, event.amount)
        self._after_acting(hand)

    def _put_in(self, hand: StudHand, amount: int) -> None:
        hand.stack -= amount
        hand.bet += amount
        hand.total += amount
        if not hand.stack:
            self.able -= 1

    def _may_bet_to(self, seat: int) -> Choice | Refused:
        return self._not_acting(seat, "S9") or _NO_BET[self._no_bet(self.hands[seat])]

    def _no_bet(self, hand: StudHand) -> str:
        """Why a seat whose turn it is may not bet or raise; empty if it may."""
        bet_to = self.bet_to
        if hand.bet + hand.stack <= (self.house.stakes.bring_in if self.bring_in_due else bet_to):
            return "no chips"
        if hand.level is not None and not self._reopened_to(hand.level):
            return "not reopened"
        if not self.uncapped and self._cap_reached and self.house.structure == "fixed_limit":
            return "capped"
        for other in self.hands.values():
            if other is not hand and other.bet + other.stack > bet_to and other.can_bet:
                return ""
        return "nobody to call"

    def _bet_amounts(self, hand: StudHand) -> Choice:
        all_in = hand.bet + hand.stack
        if self.house.structure != "fixed_limit":
            return self._range(all_in)
        return _fixed_bets(*fixed_bets(self.betting, self.bet_to, all_in))

    def _reopened_to(self, level: int) -> bool:
        """Whether somebody who has answered this bet may raise again: a full raise would have forgotten the answer."""
        limits = limits_of(self.house)
        return limits.per_player and (self.bet_to - level) * limits.parts >= self.betting.last_raise

    def _range(self, all_in: int) -> Choice:
        """Spread, pot and no limit: at least the last full bet or raise, at most what the structure allows."""
        limits = limits_of(self.house)
        most, raising, least = all_in, self.bet_to >= limits.full[self.street], limits.least[self.street]
        if self.house.structure == "spread_limit":
            most = (self.bet_to if raising else 0) + limits.most[self.street]
        elif self.house.structure == "pot_limit":
            most = self.bet_to + self.pot + (self.bet_to - self.hands[self.queue[0]].bet)
        if raising:
            least = self.bet_to + self.betting.last_raise
        elif self.bring_in_due:
            least = max(least, self.house.stakes.bring_in + self.house.table_unit)
        most = min(max(most, least), all_in)
        return BetRange((most,), least, most, self.house.table_unit, "S17")

    def _do_bet_to(self, seat: int, action: BetTo) -> None:
        self._emit(ev.BetMade(seat, action.amount))
        if not self.queue:
            self._go_on()

    def _on_bet_made(self, event: ev.BetMade) -> None:
        hand = self.hands[event.seat]
        self.betting = counted(limits_of(self.house), self.street, self.bet_to, self.betting, event.to)
        self.raises += self.betting.raises
        if self.betting.full:
            self._reopen(hand)
        self._put_in(hand, event.to - hand.bet)
        self.bet_to = event.to
        self.bring_in_due = False
        self.last_aggressor = event.seat
        hands = self.hands
        able = [seat for seat in self.clockwise_from(event.seat)[1:] if hands[seat].stack and hands[seat].can_bet]
        self.queue = (event.seat, *able)
        self._after_acting(hand)

    def _reopen(self, raiser: StudHand) -> None:
        for hand in self.hands.values():
            if hand is not raiser:
                hand.level = None

    def price(self, seat: int, action: Action) -> int:
        hand = self.hands[seat]
        match action:
            case Call(amount=amount):
                return amount
            case BetTo(amount=amount):
                return amount - hand.bet
            case BringIn():
                return min(self.house.stakes.bring_in, hand.stack)
        return 0

    # Declaring all-in (S26), and the end of a round.

    def _may_declare_all_in(self, seat: int) -> Choice | Refused:  # noqa: ARG002
        return NotNow("S26", "that is declared on seventh street before the betting, after the dealer exposed the card")

    def _may_still_declare(self, seat: int) -> bool:
        hand = self.hands.get(seat)
        if hand is None or not hand.seventh_exposed or not hand.can_bet:
            return False
        return all(other.level is None for other in self.hands.values())

    def _do_declare_all_in(self, seat: int, _: DeclareAllIn) -> None:
        self._emit(ev.AllInDeclared(seat))
        self._go_on()

    def _on_all_in_declared(self, event: ev.AllInDeclared) -> None:
        self.hands[event.seat].declared = True
        self.able -= 1
        self.queue = tuple(seat for seat in self.queue if seat != event.seat)
        self._drop_idle()

    def _on_bets_collected(self, _: ev.BetsCollected) -> None:
        for hand in self.hands.values():
            hand.bet = 0
        if len(self.remaining) == 1:
            self.queue = ()
        elif self.street == 7:
            self.phase = SHOWDOWN
            self.queue = self._showdown_order()
        else:
            self.street += 1
            self.phase = DEALING
            self._plan_street()

    @abstractmethod
    def _showdown_order(self) -> tuple[int, ...]:
        """Who shows first, and who after that."""


def _low_card(hand: StudHand) -> int:
    """Orders hands for the bring-in; a card that nobody can name is never the lowest."""
    return showing.low_card_order(hand.up[0]) if hand.up and hand.up[0] is not UNKNOWN else 99


@cache
def _call(amount: int) -> AnyOf:
    return only(Call(amount), "S9")


@cache
def _fixed_bets(*amounts: int) -> BetRange:
    return BetRange(amounts, 1, 0, 1, "S19")


_BRING_IN = only(BringIn(), "S5")
_CHECK = only(Check(), "S9")
_FOLD = only(Fold(), "S9")
_DECLARE = only(DeclareAllIn(), "S26")
_NO_BET = {
    "no chips": NotNow("S21", "there are not the chips for that", "what is left can call"),
    "not reopened": NotNow("S21", "an all-in for less than a full raise does not reopen the betting", "call or fold"),
    "capped": NotNow("S19", "the betting is capped", "call or fold"),
    "nobody to call": NotNow("S21", "nobody is left who could call it", "check, call or fold"),
    "": NotNow("S9", "that is not possible now"),
}

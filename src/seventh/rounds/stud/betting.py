"""Betting at stud: who opens, what may be bet, and when a round of betting is over."""

from __future__ import annotations

from abc import abstractmethod

from seventh.cards import UNKNOWN
from seventh.rounds import events as ev
from seventh.rounds.actions import Action, BetTo, BringIn, Call, Check, DeclareAllIn, Fold, Who
from seventh.rounds.legal import Choice, NotNow, Refused
from seventh.rounds.stud.choices import BetRange, call_of, fixed_bets_of
from seventh.rounds.stud.dealing import StudDealing
from seventh.rounds.stud.full_bets import Betting, brought_in, counted, fixed_bets
from seventh.rounds.stud.limits import limits_of
from seventh.rounds.stud.table import BETTING, DEALING, FOLDED, SHOWDOWN, StudHand


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
        """The sizes of a bet at fixed limit; an open pair on fourth street gives the choice of both."""
        stakes = self.house.stakes
        if self.street >= self.family.big_bet_from:
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
        """The up-card that brings in on third street, the best boards after that; of equals the first opens."""
        hands, family = self.remaining, self.family
        if self.street == 3:
            return (min(hands, key=self._bring_in_order).seat,)
        common = self.common if self.house.common_card_opens == "with_common" else ()
        # All five cards count only if everybody shows as many; else a seventh card that was exposed by error does not.
        fewest = min([len(hand.up) for hand in hands]) + len(common)
        boards = [sum([card.bit for card in (hand.up + common)[:fewest]]) for hand in hands]
        if fewest >= 5 and min(map(int.bit_count, boards)) >= 5:
            strengths = [family.full_board(board) for board in boards]
        else:
            strengths = [family.board(board) for board in boards]
        best = max(strengths)
        return tuple([hand.seat for hand, strength in zip(hands, strengths, strict=True) if strength == best])

    def _bring_in_order(self, hand: StudHand) -> int:
        """Orders hands for the bring-in, the first has it; a card that nobody can name never does."""
        if not hand.up or hand.up[0] is UNKNOWN:
            return 99
        order = self.family.card_order(hand.up[0])
        return order if self.family.bring_in == "lowest" else -order

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
        constant = self._constant
        declare: tuple[Choice, ...] = (constant.declare,) if self.street == 7 and self._may_still_declare(who) else ()
        if not self.queue or self.queue[0] != who:
            return declare
        hand = self.hands[who]
        first: tuple[Choice, ...]
        if self.bring_in_due:
            first = (constant.bring_in,) if who == self.opener else (constant.fold, constant.bring_in)
        elif hand.bet < self.bet_to:
            first = (constant.fold, call_of(min(self.bet_to - hand.bet, hand.stack), self.clauses.turn))
        else:
            first = (constant.fold, constant.check) if self._may_fold_for_free else (constant.check,)
        if self._no_bet(hand):
            return first + declare
        return (*first, self._bet_amounts(hand), *declare)

    @property
    def _may_fold_for_free(self) -> bool:
        """Whether a seat that could check may fold: the first to act only if the house lets it."""
        return self.house.opener_may_fold or any(hand.level is not None for hand in self.hands.values())

    def _may_bring_in(self, seat: int) -> Choice | Refused:
        made = "the bring-in is made already" if self.street == 3 else "there is no bring-in now"
        return self._not_acting(seat, self.clauses.bring_in) or NotNow(self.clauses.bring_in, made)

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
            return self._not_acting(seat, self.clauses.turn) or NotNow(
                self.clauses.bring_in, self._must_bet, "bring_in or bet_to"
            )
        return self._not_acting(seat, self.clauses.turn) or NotNow(
            self.clauses.turn, "there is a bet to answer", "fold, call or raise"
        )

    def _do_check(self, seat: int, _: Check) -> None:
        self._emit(ev.Checked(seat))
        if not self.queue:
            self._go_on()

    def _on_checked(self, event: ev.Checked) -> None:
        self._after_acting(self.hands[event.seat])

    @property
    def _must_bet(self) -> str:
        return f"the {'low' if self.family.bring_in == 'lowest' else 'high'} card must bet"

    def _may_fold(self, seat: int) -> Choice | Refused:
        if self.bring_in_due:
            return self._not_acting(seat, self.clauses.turn) or NotNow(
                self.clauses.bring_in, self._must_bet, "bring_in or bet_to"
            )
        return self._not_acting(seat, self.clauses.turn) or NotNow(
            self.clauses.turn, "the first to act does not fold without a bet", "check"
        )

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
        return self._not_acting(seat, self.clauses.turn) or NotNow(self.clauses.turn, "there is no bet to call")

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
        return self._not_acting(seat, self.clauses.turn) or self._constant.no_bet[self._no_bet(self.hands[seat])]

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
        return fixed_bets_of(fixed_bets(self.betting, self.bet_to, all_in), self.clauses.raise_cap)

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
        return BetRange((most,), least, most, self.house.table_unit, self.clauses.structure)

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

    # Declaring all-in, and the end of a round.

    def _may_declare_all_in(self, seat: int) -> Choice | Refused:  # noqa: ARG002
        return NotNow(
            self.clauses.irregularities,
            "that is declared on seventh street before the betting, after the dealer exposed the card",
        )

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

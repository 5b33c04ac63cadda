"""High Card Flush: seven cards, fold or raise, the longest suit against the dealer's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

from seventh.cards import ALL_52, UNKNOWN, set_of
from seventh.games.high_card_flush.house import HighCardFlushHouse
from seventh.hands import flush
from seventh.rounds import events as ev
from seventh.rounds.actions import (
    Action,
    Bet,
    Claim,
    Deal,
    Fold,
    NoMoreBets,
    PlaceWagers,
    RackStub,
    Reveal,
    ShufflerFails,
)
from seventh.rounds.dealer.caps import cut_in_proportion, top_line, top_payoff
from seventh.rounds.dealer.irregularities import DEALERS_ACTIONS, FLOORS_ACTIONS, FloorRound
from seventh.rounds.dealer.settling import lost, pushed, won
from seventh.rounds.dealer.state import COUNTING, DEALING, DECIDING, FOLDED, IN, REVEALING, WAGERS, Hand
from seventh.rounds.events import Settled
from seventh.rounds.legal import BetAmounts, Choice, NotNow, Refused, any_of, only
from seventh.rounds.spots import SpotRule

ANTE, RAISE, FLUSH, STRAIGHT_FLUSH = "ante", "raise", "flush", "straight_flush"
BONUSES = (FLUSH, STRAIGHT_FLUSH)
ROWS = ("", "", "", "three_cards", "four_cards", "five_cards", "six_cards", "seven_cards")


class HighCardFlushRound(FloorRound):
    """One round of High Card Flush."""

    game = "high-card-flush"
    actions = (PlaceWagers, Fold, Claim, Bet, *DEALERS_ACTIONS, *FLOORS_ACTIONS, ShufflerFails)
    PHASES: ClassVar[dict[str, tuple[type[Action], ...]]] = {
        WAGERS: (PlaceWagers, NoMoreBets),
        DEALING: (Claim, Deal, RackStub),
        COUNTING: (RackStub,),
        DECIDING: (Fold, Claim, Bet),
        REVEALING: (Claim, Reveal),
    }
    house: HighCardFlushHouse
    DECK: ClassVar[int] = ALL_52
    FLOW = (WAGERS, DEALING, COUNTING, DECIDING, REVEALING)
    STREETS = (7,)
    CLAUSES: ClassVar[dict[str, str]] = {
        "wagers": "H3",
        "deal": "H1",
        "rack": "H12",
        "set": "H12",
        "reveal": "H5",
        "exposed": "H12",
        "face up": "H12",
        "drawn": "H12",
        "number": "H12",
        "shuffler": "H12",
    }

    __slots__ = ()

    @classmethod
    def spots(cls, house: HighCardFlushHouse) -> tuple[SpotRule, ...]:
        bonuses = [
            cls._limits(
                house, wager, "H3", needs=(ANTE,), closed=f"the {wager.replace('_', ' ')} bonus requires an ante"
            )
            for wager in BONUSES
        ]
        return (cls._limits(house, ANTE, "H3"), *bonuses)

    # Fold or raise.

    def _may_fold(self, seat: int) -> Choice | Refused:
        refusal = self._not_deciding(seat)
        if refusal:
            return refusal
        return _FOLD_OR_CLAIM if self._must_claim(self.hands[seat]) else _FOLD

    def _must_claim(self, hand: Hand) -> bool:
        """Whether the hand has bonus wagers that a fold loses unless they are claimed."""
        return self.house.folded_bonus == "on_claim" and any(wager in hand.wagers for wager in BONUSES)

    def _may_claim(self, seat: int) -> Choice | Refused:
        """After folding without a claim, until the dealer's cards are turned up. The round does not wait for it."""
        hand = self.hands[seat]
        if self.house.folded_bonus == "automatic":
            return NotNow("H10", "this house settles the bonus wagers without a claim")
        if not self._must_claim(hand):
            return NotNow("H10", "there is no bonus wager to claim")
        if hand.status is not FOLDED:
            return NotNow("H10", "only a player who has folded needs to claim")
        return NotNow("H10", "the bonus wagers have already been claimed") if hand.claimed else _CLAIM

    def _may_bet(self, seat: int) -> Choice | Refused:
        refusal = self._not_deciding(seat)
        if refusal:
            return refusal
        hand = self.hands[seat]
        ante, unit = hand.wagers[ANTE], self.house.table_unit
        if hand.stack < ante:
            return NotNow(
                "H4", f"{self.house.money(hand.stack)} does not cover a raise of {self.house.money(ante)}", "fold"
            )
        most = min(ante * self._most_raise(hand), hand.stack)
        return BetAmounts(RAISE, ante, most - (most - ante) % unit, unit, "H4")

    def _most_raise(self, hand: Hand) -> int:
        """The largest raise in antes, by the length of the hand's flush."""
        most = self.house.most_raise
        if UNKNOWN in hand.cards:
            # What the cards allow is known when they are turned up.
            return max(most.four_or_fewer, most.five, most.six_or_seven)
        length = flush.strength(set_of(hand.cards)) >> 13
        return most.four_or_fewer if length <= 4 else most.five if length == 5 else most.six_or_seven

    def _not_deciding(self, seat: int) -> Refused | None:
        hand = self.hands[seat]
        if self.phase != DECIDING:
            return NotNow("H4", "the raise is made after the seven cards are dealt")
        if hand.status is not IN or hand.acted:
            return NotNow("H4", "this hand has already been decided")
        return None

    def _do_fold(self, seat: int, action: Fold) -> None:
        self._emit(ev.Folded(seat, action.claim))

    def _do_claim(self, seat: int, _: Claim) -> None:
        self._emit(ev.Claimed(seat, ""))

    def _on_claimed(self, event: ev.Claimed) -> None:
        self.hands[event.seat].claimed = True

    def _on_folded(self, event: ev.Folded) -> None:
        hand = self.hands[event.seat]
        hand.status = FOLDED
        hand.claimed = event.claim
        self._decided(hand)

    def _default(self, hand: Hand) -> Action:
        if self.phase == WAGERS:
            return PlaceWagers({})
        return Claim() if hand.status is FOLDED else Fold(claim=self._must_claim(hand))

    # Settlement.

    def _cards_decide(self, hand: Hand) -> bool:
        return hand.status is IN or self._bonuses_depend_on(hand)

    def _cards_decide_void(self, hand: Hand) -> bool:
        return len(hand.cards) == self.full_hand and self._bonuses_depend_on(hand)

    def _bonuses_depend_on(self, hand: Hand) -> bool:
        return any(wager in hand.wagers for wager in BONUSES) and not self._forfeits_bonuses(hand)

    def _check_turned(self, hand: Hand) -> None:
        """A raise above what the cards allow is reduced to it, or voids the hand."""
        if RAISE not in hand.wagers:
            return
        raised, most = hand.wagers[RAISE], hand.wagers[ANTE] * self._most_raise(hand)
        if raised <= most:
            return
        if self.house.excess_raise == "returned":
            self._emit(ev.WagerReduced(hand.seat, RAISE, most, raised - most, "H4"))
            return
        self._emit(ev.HandVoided(hand.seat, "H4"))
        for line in self._returned(hand, "H4"):
            self._emit(line)

    def _turns_over(self, hand: Hand) -> bool:
        return hand.status is IN or hand.claimed

    def _lines(self, hand: Hand) -> list[Settled]:
        return [*self._against_dealer(hand), *self._bonus_lines(hand)]

    def _against_dealer(self, hand: Hand) -> list[Settled]:
        if hand.status is FOLDED:
            return [lost(hand, ANTE, "H4")]
        player, dealer = flush.strength(set_of(hand.cards)), flush.strength(set_of(self.dealer))
        ante, raised = hand.wagers[ANTE], hand.wagers[RAISE]
        if not self._qualifies(dealer):
            return [won(hand, ANTE, ante, "H6"), pushed(hand, RAISE, "H6")]
        if player > dealer:
            return [won(hand, ANTE, ante, "H7"), won(hand, RAISE, raised, "H7")]
        if player == dealer:
            return [pushed(hand, ANTE, "H7"), pushed(hand, RAISE, "H7")]
        return [lost(hand, ANTE, "H7"), lost(hand, RAISE, "H7")]

    def _qualifies(self, dealer: int) -> bool:
        need = self.house.dealer_qualifies
        length, highest = dealer >> 13, (dealer & 8191).bit_length() + 1
        return (length, highest) >= (need.length, need.high_card)

    def _forfeits_bonuses(self, hand: Hand) -> bool:
        return hand.status is FOLDED and self.house.folded_bonus == "on_claim" and not hand.claimed

    def _bonus_lines(self, hand: Hand) -> Iterator[Settled]:
        forfeit = self._forfeits_bonuses(hand)
        cards = set_of(hand.cards)
        for wager, clause in ((FLUSH, "H8"), (STRAIGHT_FLUSH, "H9")):
            if wager not in hand.wagers:
                continue
            if forfeit:
                yield lost(hand, wager, "H10")
                continue
            length = flush.strength(cards) >> 13 if wager == FLUSH else flush.longest_run_length(cards)
            table, row = getattr(self.house.pays, wager), ROWS[length]
            if row in table:
                yield won(hand, wager, table.payoff(row, hand.wagers[wager], self.house.rounding), clause, row)
            else:
                yield lost(hand, wager, clause)

    def _capped(self, lines: list[Settled]) -> list[Settled]:
        cap = self.house.aggregate_cap
        if not cap:
            return lines
        if self.house.aggregate_cap_scope == "round":
            return cut_in_proportion(lines, cap, _even_money)
        capped = {
            seat: iter(cut_in_proportion([line for line in lines if line.seat == seat], cap, _even_money))
            for seat in self.seats
        }
        return [next(capped[line.seat]) for line in lines]

    @classmethod
    def next_bet(cls, house: HighCardFlushHouse, wagers: Mapping[str, int]) -> tuple[str, int] | None:  # noqa: ARG003
        return (RAISE, wagers[ANTE]) if ANTE in wagers else None

    @classmethod
    def best_case(
        cls, house: HighCardFlushHouse, wagers: Mapping[str, int], others: Iterable[Mapping[str, int]] = ()
    ) -> list[Settled]:
        """The largest raise counts from the start; if the cap is for the whole round, so do the others'."""
        shared = others if house.aggregate_cap_scope == "round" else ()
        lines = [line for seat, each in enumerate((wagers, *shared)) for line in cls._tops(house, seat, each)]
        cap = house.aggregate_cap
        cut = cut_in_proportion(lines, cap, _even_money) if cap else lines
        return [line for line in cut if line.seat == 0]

    @classmethod
    def round_cap(cls, house: HighCardFlushHouse) -> int | None:
        return house.aggregate_cap or None if house.aggregate_cap_scope == "round" else None

    @classmethod
    def _tops(cls, house: HighCardFlushHouse, seat: int, wagers: Mapping[str, int]) -> Iterator[Settled]:
        ante, most = wagers.get(ANTE, 0), house.most_raise
        raised = wagers.get(RAISE, ante * max(most.four_or_fewer, most.five, most.six_or_seven))
        yield top_line(seat, ANTE, ante, ante)
        yield top_line(seat, RAISE, raised, raised)
        for name in BONUSES:
            amount = wagers.get(name, 0)
            yield top_line(seat, name, amount, top_payoff(getattr(house.pays, name), amount, house.rounding))

    # Voids.

    def _exposure_keeps_bonuses(self, place: int) -> bool:  # noqa: ARG002
        return True

    def _lost_by_folding(self, hand: Hand) -> tuple[str, ...]:
        if self.house.void_refunds_folded:
            return ()
        return (ANTE, *BONUSES) if self._forfeits_bonuses(hand) else (ANTE,)

    def _void_lines(self, hand: Hand, clause: str, keep_bonuses: bool) -> list[Settled]:
        """The bonus wagers do not depend on the dealer: with all seven cards they are settled in any case."""
        lines = self._returned(hand, clause)
        if not keep_bonuses or len(hand.cards) < self.full_hand:
            return lines
        return [*(line for line in lines if line.wager not in BONUSES), *self._bonus_lines(hand)]


def _even_money(line: Settled) -> bool:
    return line.wager in (ANTE, RAISE)


_FOLD = any_of((Fold(),), "H4")
_CLAIM = only(Claim(), "H10")
_FOLD_OR_CLAIM = any_of((Fold(), Fold(claim=True)), "H10")

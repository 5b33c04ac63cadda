"""Three Card Poker: an ante, three cards, fold or play against a dealer who must qualify; Pair Plus as a side bet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from seventh.cards import ALL_52
from seventh.rounds import events as ev
from seventh.rounds.actions import Action, Bet, Deal, Fold, NoMoreBets, PlaceWagers, RackStub, Reveal
from seventh.rounds.dealer.caps import top_line, top_payoff
from seventh.rounds.dealer.irregularities import DEALERS_ACTIONS, FLOORS_ACTIONS, FloorRound
from seventh.rounds.dealer.settling import lost, pushed, won
from seventh.rounds.dealer.state import COUNTING, DEALING, DECIDING, FOLDED, IN, REVEALING, WAGERS, Hand
from seventh.rounds.events import Result, Settled
from seventh.rounds.legal import BetAmounts, Choice, NotNow, Refused, only
from seventh.rounds.spots import SpotRule
from three_card_poker import hand as three_cards
from three_card_poker.house import ThreeCardPokerHouse

ANTE, PLAY, PAIR_PLUS = "ante", "play", "pair_plus"


class ThreeCardPokerRound(FloorRound):
    """One round of Three Card Poker."""

    game = "three-card-poker"
    actions = (PlaceWagers, Fold, Bet, *DEALERS_ACTIONS, *FLOORS_ACTIONS)
    PHASES: ClassVar[dict[str, tuple[type[Action], ...]]] = {
        WAGERS: (PlaceWagers, NoMoreBets),
        DEALING: (Deal, RackStub),
        COUNTING: (RackStub,),
        DECIDING: (Fold, Bet),
        REVEALING: (Reveal,),
    }
    house: ThreeCardPokerHouse
    DECK: ClassVar[int] = ALL_52
    FLOW = (WAGERS, DEALING, COUNTING, DECIDING, REVEALING)
    STREETS = (three_cards.FULL,)
    CLAUSES: ClassVar[dict[str, str]] = {
        "wagers": "P3",
        "deal": "P1",
        "reveal": "P5",
        "rack": "P10",
        "exposed": "P10",
        "face up": "P10",
        "drawn": "P10",
        "number": "P10",
    }

    __slots__ = ()

    @classmethod
    def spots(cls, house: ThreeCardPokerHouse) -> tuple[SpotRule, ...]:
        return tuple(cls._limits(house, wager, "P3") for wager in (ANTE, PAIR_PLUS))

    # Fold or play.

    def _has_decision(self, hand: Hand) -> bool:
        return ANTE in hand.wagers

    def _may_fold(self, seat: int) -> Choice | Refused:
        return self._not_deciding(seat) or _FOLD

    def _may_bet(self, seat: int) -> Choice | Refused:
        refusal = self._not_deciding(seat)
        if refusal:
            return refusal
        hand = self.hands[seat]
        ante = hand.wagers[ANTE]
        if hand.stack < ante:
            return NotNow("P4", f"{hand.stack} does not cover a play wager of {ante}", "fold")
        return BetAmounts(PLAY, ante, ante, 1, "P4")

    def _not_deciding(self, seat: int) -> Refused | None:
        hand = self.hands[seat]
        if self.phase != DECIDING:
            return NotNow("P4", "the play wager is made after the three cards are dealt")
        if hand.status is not IN or hand.acted:
            return NotNow("P4", "this hand has already been decided")
        return None if ANTE in hand.wagers else NotNow("P3", "with Pair Plus alone there is no decision to make")

    def _do_fold(self, seat: int, _: Fold) -> None:
        self._emit(ev.Folded(seat, False))

    def _on_folded(self, event: ev.Folded) -> None:
        hand = self.hands[event.seat]
        hand.status = FOLDED
        self._decided(hand)

    def _default(self, hand: Hand) -> Action:  # noqa: ARG002
        return PlaceWagers({}) if self.phase == WAGERS else Fold()

    # Settlement.

    def _lines(self, hand: Hand) -> list[Settled]:
        if hand.status is FOLDED:
            return [lost(hand, wager, "P4") for wager in hand.wagers]
        player = three_cards.strength(hand.cards)
        lines = self._against_dealer(hand, player) if ANTE in hand.wagers else []
        return [*lines, self._pair_plus(hand, player)] if PAIR_PLUS in hand.wagers else lines

    def _against_dealer(self, hand: Hand, player: int) -> list[Settled]:
        dealer = three_cards.strength(self.dealer)
        if not three_cards.qualifies(dealer, self.house.dealer_qualifies):
            return [self._ante(hand, player, "win", "P6"), pushed(hand, PLAY, "P6")]
        if player > dealer:
            return [self._ante(hand, player, "win", "P7"), won(hand, PLAY, hand.wagers[PLAY], "P7")]
        if player == dealer:
            return [self._ante(hand, player, "push", "P7"), pushed(hand, PLAY, "P7")]
        return [self._ante(hand, player, "lose", "P7"), lost(hand, PLAY, "P7")]

    def _ante(self, hand: Hand, player: int, result: Result, clause: str) -> Settled:
        """The ante depends on the comparison; the bonus is paid on it in any case (P8)."""
        ante, table, row = hand.wagers[ANTE], self.house.pays.ante_bonus, three_cards.row_of(player)
        even = ante if result == "win" else 0
        back = 0 if result == "lose" else ante
        if row not in table:
            return Settled(hand.seat, ANTE, ante, result, back, even, clause)
        payoff = even + table.payoff(row, ante, self.house.rounding)
        return Settled(hand.seat, ANTE, ante, "win" if back else "lose", back, payoff, "P8", row)

    def _pair_plus(self, hand: Hand, player: int) -> Settled:
        table, row = self.house.pays.pair_plus, three_cards.row_of(player)
        if row not in table:
            return lost(hand, PAIR_PLUS, "P9")
        payoff = table.payoff(row, hand.wagers[PAIR_PLUS], self.house.rounding)
        return won(hand, PAIR_PLUS, payoff, "P9", row)

    def _capped(self, lines: list[Settled]) -> list[Settled]:
        return lines

    @classmethod
    def next_bet(cls, house: ThreeCardPokerHouse, wagers: Mapping[str, int]) -> tuple[str, int] | None:  # noqa: ARG003
        return (PLAY, wagers[ANTE]) if ANTE in wagers else None

    @classmethod
    def best_case(
        cls,
        house: ThreeCardPokerHouse,
        wagers: Mapping[str, int],
        others: Iterable[Mapping[str, int]] = (),  # noqa: ARG003
    ) -> list[Settled]:
        ante, pair_plus = wagers.get(ANTE, 0), wagers.get(PAIR_PLUS, 0)
        play = wagers.get(PLAY, ante)
        return [
            top_line(0, ANTE, ante, ante + top_payoff(house.pays.ante_bonus, ante, house.rounding)),
            top_line(0, PLAY, play, play),
            top_line(0, PAIR_PLUS, pair_plus, top_payoff(house.pays.pair_plus, pair_plus, house.rounding)),
        ]

    # Irregularities.

    @property
    def _completes_from_rack(self) -> bool:
        return self.house.short_dealer == "always_completed"


_FOLD = only(Fold(), "P4")

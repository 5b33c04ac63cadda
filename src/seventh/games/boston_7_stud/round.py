"""Boston 7 Stud Poker: three cards, a bonus to claim, fold or a second bet, then four more cards against the dealer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

from seventh.cards import ALL_52, UNKNOWN, Card, format_cards, parse_cards, set_of
from seventh.games.boston_7_stud.house import Boston7House
from seventh.hands import poker, three
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
    SetHand,
    ShufflerFails,
    Who,
)
from seventh.rounds.dealer.caps import cut_each_hand, cut_in_order, top_line, top_payoff
from seventh.rounds.dealer.irregularities import DEALERS_ACTIONS, FLOORS_ACTIONS, FloorRound
from seventh.rounds.dealer.settling import lost, pushed, returned, won
from seventh.rounds.dealer.state import COUNTING, DEALING, DECIDING, FOLDED, IN, REVEALING, SETTING, WAGERS, Hand
from seventh.rounds.events import Result, Settled
from seventh.rounds.legal import BetAmounts, CardActions, Choice, NotNow, Refused, only
from seventh.rounds.spots import SpotRule

ANTE, FIRST, SECOND, THREE_CARD_BONUS = "ante", "first", "second", "three_card_bonus"
_SETTLING = (THREE_CARD_BONUS, FIRST, SECOND, ANTE)


class Boston7Round(FloorRound):
    """One round of Boston 7 Stud Poker."""

    game = "boston-7-stud"
    actions = (PlaceWagers, Claim, Fold, Bet, SetHand, *DEALERS_ACTIONS, *FLOORS_ACTIONS, ShufflerFails)
    PHASES: ClassVar[dict[str, tuple[type[Action], ...]]] = {
        WAGERS: (PlaceWagers, NoMoreBets),
        DEALING: (Claim, Deal, RackStub),
        DECIDING: (Claim, Fold, Bet),
        COUNTING: (RackStub,),
        SETTING: (SetHand,),
        REVEALING: (Reveal,),
    }
    house: Boston7House
    DECK: ClassVar[int] = ALL_52
    FLOW = (WAGERS, DEALING, DECIDING, DEALING, COUNTING, SETTING, REVEALING)
    STREETS = (3, 4)
    CLAUSES: ClassVar[dict[str, str]] = {
        "wagers": "B2",
        "deal": "B4",
        "rack": "B8",
        "set": "B9",
        "reveal": "B9",
        "exposed": "B15",
        "face up": "B16",
        "drawn": "B17",
        "number": "B18",
        "shuffler": "B19",
    }

    __slots__ = ()

    # Wagers before the deal.

    @classmethod
    def spots(cls, house: Boston7House) -> tuple[SpotRule, ...]:
        needs_ante = "the first bet requires an ante of the same amount"
        return (
            cls._limits(house, ANTE, "B14"),
            SpotRule(FIRST, "B2", needs=(ANTE,), same_as=ANTE, closed=needs_ante),
            cls._limits(
                house,
                THREE_CARD_BONUS,
                "B3",
                needs=(FIRST,),
                at_most=ANTE if house.three_card_up_to_ante else "",
                closed="the three-card bonus requires an ante and a first bet",
            ),
        )

    # The three-card bonus.

    @property
    def _claims_open(self) -> bool:
        """From the third card until the first of the final four is dealt."""
        return self.phase == DECIDING or (self.phase == DEALING and self.street == 1 and not self._final_four_begun)

    @property
    def _final_four_begun(self) -> bool:
        return any(len(hand.cards) > 3 for hand in self.in_play)

    def _may_claim(self, seat: int) -> Choice | Refused:
        hand = self.hands[seat]
        if self.house.three_card_claim == "automatic":
            return NotNow("B5", "this house settles the three-card bonus without a claim")
        if not self._claims_open:
            return NotNow(
                "B5", "the three-card bonus is claimed between the third card and the first of the final four"
            )
        if THREE_CARD_BONUS not in hand.wagers:
            return NotNow("B5", "there is no three-card bonus wager to claim")
        if UNKNOWN not in hand.cards[:3]:
            return _CLAIM

        def test(action: Claim) -> Refused | None:
            return self._not_the_hand(hand.cards[:3], action.cards, f"the first three cards of seat {seat}", "B5")

        return CardActions(Claim, "B5", test, lambda: iter(()))

    def _do_claim(self, seat: int, action: Claim) -> None:
        hand = self.hands[seat]
        self._emit(ev.Claimed(seat, "".join(action.cards.split()) or format_cards(hand.cards[:3])))
        self._settle_three_card_bonus(hand)

    def _on_claimed(self, event: ev.Claimed) -> None:
        self.hands[event.seat].claimed = True
        cards, held = parse_cards(event.cards), self.hands[event.seat].cards
        self.hands[event.seat].cards = cards + held[3:]
        self.deck &= ~set_of(cards)

    def _may_be_unknown(self, hand: Hand) -> bool:
        # Without a claim the dealer looks at the three cards to settle the bonus.
        looks = self.house.three_card_claim == "automatic" and THREE_CARD_BONUS in hand.wagers
        return super()._may_be_unknown(hand) and not looks

    def _cards_decide_void(self, hand: Hand) -> bool:
        return len(hand.cards) >= 3 and UNKNOWN in hand.cards[:3]

    def _settle_three_card_bonus(self, hand: Hand) -> None:
        for line in self._capped([self._three_card_line(hand)]):
            self._emit(line)

    def _end_claims(self) -> None:
        for hand in self._with_three_card_bonus():
            self._emit(lost(hand, THREE_CARD_BONUS, "B5"))

    def _three_card_line(self, hand: Hand) -> Settled:
        row = _three_card_row(hand)
        table = self.house.pays.three_card_bonus
        if row not in table:
            return lost(hand, THREE_CARD_BONUS, "B5", row)
        payoff = table.payoff(row, hand.wagers[THREE_CARD_BONUS], self.house.rounding)
        return won(hand, THREE_CARD_BONUS, payoff, "B6", row)

    def _with_three_card_bonus(self) -> list[Hand]:
        return [hand for hand in self.settling_order if THREE_CARD_BONUS in hand.wagers]

    def _do_deal(self, who: Who, action: Deal) -> None:
        if self.street == 1 and self.position == 0:
            self._end_claims()
        super()._do_deal(who, action)
        if self.house.three_card_claim == "automatic" and self._claims_open:
            for hand in self._with_three_card_bonus():
                self._settle_three_card_bonus(hand)

    def _do_rack_stub(self, who: Who, action: RackStub) -> None:
        if self.phase == DEALING:
            # Nobody is left in, so the final four, which would end the claims, are not dealt.
            self._end_claims()
        super()._do_rack_stub(who, action)

    # Fold, or the second bet.

    def _has_decision(self, hand: Hand) -> bool:
        return self.phase == SETTING or FIRST in hand.wagers

    def _may_fold(self, seat: int) -> Choice | Refused:
        return self._not_deciding(seat) or _FOLD

    def _may_bet(self, seat: int) -> Choice | Refused:
        refusal = self._not_deciding(seat)
        if refusal:
            return refusal
        hand = self.hands[seat]
        first = hand.wagers[FIRST]
        if hand.stack < first:
            return NotNow(
                "B7", f"{self.house.money(hand.stack)} does not cover a second bet of {self.house.money(first)}", "fold"
            )
        return BetAmounts(SECOND, first, first, 1, "B7")

    def _not_deciding(self, seat: int) -> Refused | None:
        hand = self.hands[seat]
        if self.phase != DECIDING:
            return NotNow("B7", "the second bet is made after the first three cards are dealt")
        if hand.status is not IN or hand.acted:
            return NotNow("B7", "this hand has already been decided")
        if FIRST not in hand.wagers:
            return NotNow("B13", "with an ante alone there is no decision to make")
        return None

    def _do_fold(self, seat: int, _: Fold) -> None:
        self._emit(ev.Folded(seat, False))

    def _on_folded(self, event: ev.Folded) -> None:
        hand = self.hands[event.seat]
        hand.status = FOLDED
        self._decided(hand)

    @property
    def _deals_stacks(self) -> bool:
        return super()._deals_stacks or (self.street == 1 and self.house.final_four == "stack")

    @property
    def _racks_before_count(self) -> bool:
        return self.house.stub_racked == "before_count"

    @property
    def _may_leave_hand(self) -> bool:
        return self.house.auto_set

    def _default(self, hand: Hand) -> Action:
        if self.phase == WAGERS:
            return PlaceWagers({})
        if self.phase == SETTING:
            return SetHand() if self.house.auto_set else SetHand(format_cards(_weakest_two(hand.cards)))
        unclaimed = THREE_CARD_BONUS in hand.wagers and _three_card_row(hand) in self.house.pays.three_card_bonus
        return Claim() if unclaimed else Fold()

    # Settlement.

    def _lines(self, hand: Hand) -> list[Settled]:
        if hand.status is FOLDED:
            return [lost(hand, wager, "B7") for wager in hand.wagers]
        player = best = poker.strength(set_of(hand.cards))
        if hand.discards:
            player = poker.strength(set_of(hand.kept))
        row = _POKER_ROWS[(player if self.house.bonus_hand == "as_set" else best) >> 26]
        if row not in self.house.pays.ante_bonus:
            row = ""
        if FIRST not in hand.wagers and self.house.ante_only == "bonus_table":
            return [self._ante_by_table(hand, row)]
        dealer = poker.strength(set_of(self.dealer))
        if player < dealer:
            lines = [lost(hand, wager, "B11") for wager in (FIRST, SECOND) if wager in hand.wagers]
        elif player == dealer:
            lines = [pushed(hand, wager, "B11") for wager in (FIRST, SECOND) if wager in hand.wagers]
        else:
            lines = [won(hand, wager, hand.wagers[wager], "B11") for wager in (FIRST, SECOND) if wager in hand.wagers]
        return [*lines, self._ante_line(hand, row, keeps_ante=player >= dealer)]

    def _ante_line(self, hand: Hand, row: str, keeps_ante: bool) -> Settled:
        """The ante depends on the comparison; the bonus is paid on it in any case (B12)."""
        ante = hand.wagers[ANTE]
        bonus = self.house.pays.ante_bonus.payoff(row, ante, self.house.rounding) if row else 0
        result: Result = "lose" if not keeps_ante else "win" if bonus else "push"
        clause = "B12" if bonus else "B13" if FIRST not in hand.wagers else "B11"
        return Settled(hand.seat, ANTE, ante, result, ante if keeps_ante else 0, bonus, clause, row)

    def _ante_by_table(self, hand: Hand, row: str) -> Settled:
        if not row:
            return lost(hand, ANTE, "B13")
        payoff = self.house.pays.ante_bonus.payoff(row, hand.wagers[ANTE], self.house.rounding)
        return won(hand, ANTE, payoff, "B13", row)

    def _capped(self, lines: list[Settled]) -> list[Settled]:
        return cut_each_hand(lines, self._left_to_pay)

    def _left_to_pay(self, seat: int) -> int | None:
        hand = self.hands[seat]
        for tier in self.house.caps:
            if hand.wagers[ANTE] <= tier.ante_up_to:
                return tier.pays_at_most - hand.paid if tier.pays_at_most else None
        return None

    @classmethod
    def next_bet(cls, house: Boston7House, wagers: Mapping[str, int]) -> tuple[str, int] | None:  # noqa: ARG003
        return (SECOND, wagers[FIRST]) if FIRST in wagers else None

    @classmethod
    def best_case(
        cls,
        house: Boston7House,
        wagers: Mapping[str, int],
        others: Iterable[Mapping[str, int]] = (),  # noqa: ARG003
    ) -> list[Settled]:
        """The second bet, equal to the first, counts from the start."""
        ante, first, bonus = (wagers.get(name, 0) for name in (ANTE, FIRST, THREE_CARD_BONUS))
        second = wagers.get(SECOND, first)
        pays, rounding = house.pays, house.rounding
        lines = [
            top_line(0, THREE_CARD_BONUS, bonus, top_payoff(pays.three_card_bonus, bonus, rounding)),
            top_line(0, FIRST, first, first),
            top_line(0, SECOND, second, second),
            top_line(0, ANTE, ante, top_payoff(pays.ante_bonus, ante, rounding)),
        ]
        cap = next((tier.pays_at_most for tier in house.caps if ante <= tier.ante_up_to), 0)
        return cut_in_order(lines, cap) if cap else lines

    # Voids that still pay three-card hands.

    def _exposure_voids(self, place: int) -> bool:
        if place >= 3:
            return super()._exposure_voids(place)
        return not (self.street == 1 or self.phase in (COUNTING, SETTING, REVEALING))

    def _exposure_keeps_bonuses(self, place: int) -> bool:
        return place < 3 or self._voids_keep_bonuses

    @property
    def _voids_keep_bonuses(self) -> bool:
        return self.house.three_card_exception == "every_void"

    @property
    def _shuffler_keeps_bonuses(self) -> bool:
        return True

    def _lost_by_folding(self, hand: Hand) -> tuple[str, ...]:  # noqa: ARG002
        return () if self.house.void_refunds_folded else (ANTE, FIRST)

    def _void_lines(self, hand: Hand, clause: str, keep_bonuses: bool) -> list[Settled]:
        # In settlement order, which is the order in which a cap applies (B14).
        lines = sorted(self._returned(hand, clause), key=lambda line: _SETTLING.index(line.wager))
        if not keep_bonuses or len(hand.cards) < 3:
            return lines
        return list(self._kept_payments(hand, lines))

    def _kept_payments(self, hand: Hand, lines: list[Settled]) -> Iterator[Settled]:
        """Three of a kind is paid on the ante, and a qualifying three-card bonus is paid; the rest is returned."""
        row = _three_card_row(hand)
        trips = row == "three_of_a_kind" and row in self.house.pays.ante_bonus
        for line in lines:
            if line.wager == THREE_CARD_BONUS:
                qualifies = row in self.house.pays.three_card_bonus
                yield self._three_card_line(hand) if qualifies else returned(hand, THREE_CARD_BONUS, "B20")
            elif line.wager == ANTE and line.result == "void" and trips:
                payoff = self.house.pays.ante_bonus.payoff(row, line.amount, self.house.rounding)
                yield won(hand, ANTE, payoff, "B20", row)
            else:
                yield line


def _three_card_row(hand: Hand) -> str:
    return _THREE_CARD_ROWS[three.strength(set_of(hand.cards[:3])) >> 26]


def _weakest_two(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    five = poker.rank(cards).five
    return tuple(card for card in cards if card not in five)


_POKER_ROWS = tuple(category.name.lower() for category in poker.Category)
_THREE_CARD_ROWS = tuple(category.name.lower() for category in three.Category)
_CLAIM = only(Claim(), "B5")
_FOLD = only(Fold(), "B7")

"""Boston 7 Stud Poker in words."""

from __future__ import annotations

from typing import Any

from seventh.cards import Card, card_set
from seventh.games.boston_7_stud.house import Boston7House
from seventh.games.boston_7_stud.round import ANTE, FIRST, SECOND, THREE_CARD_BONUS
from seventh.hands import poker, showing, three
from seventh.house.rules.common import odds, plain
from seventh.house.values import PayTable
from seventh.rounds.dealer.words import Wording, compared, kept_cards, seen
from seventh.rounds.events import HIDDEN, Settled
from seventh.rounds.words import by_rank


class Boston7Wording(Wording):
    house: Boston7House
    about = "Three cards, then fold or a 2nd wager, then four more: your best five against the dealer's."
    aliases = {  # noqa: RUF012
        ANTE: ("ante", "a"),
        FIRST: ("first", "1st", "1st wager", "first wager", "f"),
        THREE_CARD_BONUS: ("bonus", "three card bonus", "3 card bonus", "three card", "3 card", "three", "b"),
        SECOND: ("2nd", "second", "2nd wager", "second wager"),
    }
    cap_clause = "B14"
    complete = (3, 7)
    claim_first = True
    keys = (
        ("F", "Fold"),
        ("B", "2nd wager; later, play the best five"),
        ("C", "Claim the three-card bonus"),
    )
    typed_later = "claim, fold, 2nd, best, discard 2c 3d"

    @property
    def felt_line(self) -> str:
        return "Ante bonus pays whatever the dealer holds"

    @property
    def felt_tables(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        return (THREE_CARD_BONUS,), (ANTE,)

    def pay_table(self, wager: str) -> PayTable | None:
        return self.house.pays.ante_bonus if wager == ANTE else super().pay_table(wager)

    def row(self, wager: str, row: str) -> str:
        return "royal (A-K-Q suited)" if (wager, row) == (THREE_CARD_BONUS, "royal") else super().row(wager, row)

    def table_title(self, wager: str) -> str:
        return "Ante bonus" if wager == ANTE else super().table_title(wager)

    def pays_in_full(self, wager: str) -> str:
        return f"{'a bonus on ' if wager == ANTE else ''}{super().pays_in_full(wager)}"

    def pays(self, wager: str) -> str:
        return f"bonus {super().pays(wager)}" if wager == ANTE else super().pays(wager)

    @property
    def example(self) -> str:
        ante, bonus = self.house.limits.ante.minimum, self.house.limits.three_card_bonus.minimum
        if self.house.three_card_up_to_ante:
            ante = max(ante, bonus)
        amounts = [self.house.money(amount).removeprefix(self.house.currency) for amount in (ante, ante, bonus)]
        return "ante {} first {} bonus {}".format(*amounts)

    def note(self, wagers: dict[str, int]) -> str:
        if FIRST in wagers or ANTE not in wagers:
            return ""
        amount = self.house.money(wagers[ANTE]).removeprefix(self.house.currency)
        return f"An ante alone can win its bonus only (B13); first {amount} adds the 1st wager."

    def hand(self, cards: tuple[Card, ...]) -> str:
        if len(cards) >= 5:
            return poker.rank(cards).name
        return three.rank(cards).name if len(cards) == 3 else showing.rank(cards).name

    def plays(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return poker.rank(cards).five if len(cards) >= 5 else ()

    def order(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return by_rank(cards)

    @property
    def simplest(self) -> dict[str, int]:
        limits = self.house.limits.ante
        amount = min(limits.maximum, max(limits.minimum, 5 * self.house.chips_per_unit))
        return {ANTE: amount, FIRST: amount}

    def claim(self, hand: Any, seat: int) -> str:
        held = three.rank(hand.hands[seat].cards[:3]).category.name.lower()
        return "Claim the three-card bonus" if held in self.house.pays.three_card_bonus else ""

    def strength(self, cards: tuple[Card, ...]) -> int:
        return poker.strength(card_set(cards))

    def matters(self) -> bool:
        return True

    def because(self, line: Settled, cards: str, discards: str, dealer: str, whose: str = "your") -> str:
        match line.clause:
            case "B5":
                if not seen(cards):
                    return ""
                held = three.rank(cards[:6])
                qualifies = held.category.name.lower() in self.house.pays.three_card_bonus
                return "not claimed" if qualifies else f"{held.name} is not in the table"
            case "B6":
                return f"{plain(line.row)} pays {odds(self.house.pays.three_card_bonus[line.row])}"
            case "B7":
                return "folded"
        if not seen(cards) or not seen(dealer):
            return ""
        how = self._against(line, cards, discards, dealer, whose)
        if line.wager != ANTE:
            return how + ("; the wager comes back" if line.result == "push" else "")
        return self._ante(line, how)

    def _against(self, line: Settled, cards: str, discards: str, dealer: str, whose: str) -> str:
        """How the hand stands to the dealer's; no more than the result tells, if nobody saw which five were kept."""
        other = poker.rank(dealer)
        if HIDDEN not in discards:
            return compared(poker.rank(kept_cards(cards, discards)), other, whose)
        if line.wager == ANTE:
            return f"the dealer has {other.name}"
        won, lost = f"{whose} hand beats the dealer's", f"beats {whose} hand"
        kind = other.category.title
        return {"win": f"{won} {kind}", "lose": f"the dealer's {kind} {lost}"}.get(line.result, "a tie")

    def _ante(self, line: Settled, how: str) -> str:
        bonus = f"{plain(line.row)} pays {odds(self.house.pays.ante_bonus[line.row])}" if line.row else ""
        if line.clause == "B13" and self.house.ante_only == "bonus_table":
            return bonus or "no hand of the bonus table"
        if line.returned:
            return f"{bonus}, and the ante comes back" if bonus else f"{how}; the ante comes back"
        return f"{how}, but {bonus} on the ante" if bonus else how

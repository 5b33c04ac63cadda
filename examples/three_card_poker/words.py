"""Text for Three Card Poker: names of hands, wagers, prompts and reasons."""

from __future__ import annotations

from seventh.cards import Card
from seventh.house.rules.common import odds, plain, rank_word
from seventh.house.values import PayTable
from seventh.rounds.dealer.words import Wording, folded, seen
from seventh.rounds.events import Settled
from seventh.rounds.words import by_rank
from three_card_poker import hand as three_cards
from three_card_poker.house import ThreeCardPokerHouse
from three_card_poker.round import ANTE, PAIR_PLUS, PLAY


class ThreeCardPokerWording(Wording):
    house: ThreeCardPokerHouse
    about = "Three cards, then fold or play: your hand against the dealer's, and Pair Plus on your own."
    aliases = {  # noqa: RUF012
        ANTE: ("ante", "a"),
        PAIR_PLUS: ("pair plus", "pair", "plus", "pp"),
        PLAY: ("play", "p"),
    }
    cap_clause = ""
    complete = (3,)
    keys = (("F", "Fold"), ("B", "Play"))
    typed_later = "fold, play"

    def the(self, wager: str) -> str:
        return "the play wager" if wager == PLAY else super().the(wager)

    @property
    def felt_line(self) -> str:
        return f"Dealer qualifies with {self._qualifier} or better"

    @property
    def _qualifier(self) -> str:
        return f"{rank_word(self.house.dealer_qualifies)} high"

    @property
    def felt_tables(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        return (ANTE,), (PAIR_PLUS,)

    def pay_table(self, wager: str) -> PayTable | None:
        return self.house.pays.ante_bonus if wager == ANTE else super().pay_table(wager)

    def table_title(self, wager: str) -> str:
        return "Ante bonus" if wager == ANTE else super().table_title(wager)

    def pays(self, wager: str) -> str:
        return "1 to 1 and a bonus" if wager == ANTE else super().pays(wager)

    def pays_in_full(self, wager: str) -> str:
        return f"1 to 1; a bonus on {super().pays_in_full(wager)}" if wager == ANTE else super().pays_in_full(wager)

    @property
    def example(self) -> str:
        limits, house = self.house.limits, self.house
        amounts = (house.money(n).removeprefix(house.currency) for n in (limits.ante.minimum, limits.pair_plus.minimum))
        return "ante {} pair plus {}".format(*amounts)

    def hand(self, cards: tuple[Card, ...]) -> str:
        return three_cards.name(cards) if len(cards) == three_cards.FULL else ""

    def order(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return by_rank(cards)

    def dealer_note(self, cards: tuple[Card, ...]) -> str:
        if three_cards.qualifies(three_cards.strength(cards), self.house.dealer_qualifies):
            return "The dealer qualifies (P5)."
        return "The dealer does not qualify (P5)."

    def because(self, line: Settled, cards: str, discards: str, dealer: str, whose: str = "your") -> str:  # noqa: ARG002
        if line.clause == "P4":
            return folded(whose)
        if line.wager == PAIR_PLUS:
            if line.result == "win":
                return f"{plain(line.row)} pays {odds(self.house.pays.pair_plus[line.row])}"
            return f"{three_cards.name(cards)} is not in the pay table" if seen(cards) else ""
        against = self._against(cards, dealer, whose) if seen(cards) and seen(dealer) else ""
        if line.clause != "P8":
            return against
        bonus = f"{plain(line.row)} pays a bonus of {odds(self.house.pays.ante_bonus[line.row])}"
        return f"{against}, and {bonus}" if against else bonus

    def _against(self, cards: str, dealers: str, whose: str) -> str:
        player, dealer = three_cards.strength(cards), three_cards.strength(dealers)
        if not three_cards.qualifies(dealer, self.house.dealer_qualifies):
            return f"the dealer does not qualify (needs {self._qualifier})"
        own, other = plain(three_cards.row_of(player)), plain(three_cards.row_of(dealer))
        if player == dealer:
            return f"{whose} {own} ties the dealer's"
        if player > dealer:
            return f"{whose} {own} beats the dealer's{f' {other}' if own != other else ''}"
        return f"the dealer's {other} beats {whose}{f' {own}' if own != other else 's'}"

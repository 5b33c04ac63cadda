"""Text for High Card Flush: names of hands, wagers, prompts and reasons."""

from __future__ import annotations

from fractions import Fraction
from itertools import groupby
from math import comb
from typing import Any, ClassVar

from msgspec.structs import replace

from seventh.cards import Card, format_cards, parse_cards, set_of
from seventh.games.high_card_flush.dealer_hands import DEALER_HANDS, dealer_hands
from seventh.games.high_card_flush.house import HighCardFlushHouse
from seventh.games.high_card_flush.round import ANTE, BONUSES, FLUSH, RAISE, ROWS, STRAIGHT_FLUSH
from seventh.hands import flush
from seventh.house.rules.common import NUMBERS, odds, plain, rank_word
from seventh.house.values import PayTable
from seventh.rounds.chart import Chart, ChartRow
from seventh.rounds.dealer.words import Wording, folded, seen, spaced
from seventh.rounds.events import Settled
from seventh.rounds.walkthrough import LAST, Step
from seventh.rounds.words import HandWords

RANK_SIGNS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")


class HighCardFlushWording(Wording):
    house: HighCardFlushHouse
    about = "Seven cards, then fold or raise: your longest suit against the dealer's."
    aliases = {  # noqa: RUF012
        ANTE: ("ante", "a"),
        FLUSH: ("flush", "f"),
        STRAIGHT_FLUSH: ("straight flush", "straight", "sf", "s"),
        RAISE: ("raise", "r"),
    }
    irregularities: ClassVar[dict[str, str]] = {"exposed": "H12", "face up": "H12", "drawn": "H12", "number": "H12"}
    cap_clause = "H11"
    worked_cards = "KsJs8s4sAhTd6c"
    worked_dealer = "Qh9h5hAcJc7d3s"
    keys = (
        ("F", "Fold"),
        ("B", "Raise one ante"),
        ("2 3", "Raise two or three antes"),
    )
    typed_later = "fold, raise 10, fold without claim"

    def the(self, wager: str) -> str:
        return f"the {self.title(wager)} bonus" if wager in BONUSES else super().the(wager)

    @property
    def felt_line(self) -> str:
        return f"Dealer qualifies with {self._qualifier} or better"

    @property
    def felt_tables(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        return (FLUSH,), (STRAIGHT_FLUSH,)

    @property
    def walkthrough(self) -> tuple[Step, ...]:
        bonuses = " and ".join(self.label(wager) for wager in BONUSES)
        return (
            Step("spots", "Your longest suit plays against the dealer's. The ante is your bet on it.", wagers=(ANTE,)),
            Step("spots", f"{bonuses} are side bets on your own cards, whatever the dealer has.", wagers=BONUSES),
            self.step_deal,
            Step("own_cards", "Your longest suit is lifted. More cards of a suit beat fewer; then high cards decide."),
            Step(
                "dealer",
                f"The dealer qualifies with {self._qualifier} or better. "
                "If not, the ante wins and a raise is returned.",
            ),
            Step(
                "actions",
                "Raise to stay in, or fold and lose the ante. The suggested button is the best choice.",
                "acted",
            ),
            Step("dealer", "Now the dealer's cards are turned up, and each bet is settled.", "over"),
            self.step_result,
            LAST,
        )

    @property
    def _qualifier(self) -> str:
        need = self.house.dealer_qualifies
        return f"{NUMBERS[need.length]} suited cards, {rank_word(need.high_card)} high,"

    @property
    def example(self) -> str:
        limits, house = self.house.limits, self.house
        amounts = (limits.ante.minimum, limits.flush.minimum, limits.straight_flush.minimum)
        return "ante {} flush {} straight {}".format(*(house.money(n).removeprefix(house.currency) for n in amounts))

    @property
    def charts(self) -> tuple[Chart, ...]:
        """The longest suit wins; runs within one suit count for the Straight Flush bonus only."""
        charts = []
        for wager, title, kind, counts in (
            (FLUSH, "Your longest suit", "flush", _BY_LENGTH),
            (STRAIGHT_FLUSH, "Suited cards in a row (bonus only)", "straight flush", _BY_RUN),
        ):
            table = getattr(self.house.pays, wager)
            rows = []
            for length, count in counts.items():
                cards = format_cards(parse_cards(_EXAMPLES[wager][length]))
                ranked = flush.longest_suit(cards) if wager == FLUSH else flush.longest_run(cards)
                pays = ((self.table_title(wager), odds(table[ROWS[length]])),) if ROWS[length] in table else ()
                name = f"{NUMBERS[length]}-card {kind}"
                rows.append(ChartRow(name, cards, format_cards(ranked.cards_that_play), Fraction(count, _HANDS), pays))
            charts.append(Chart(title, tuple(rows)))
        return tuple(charts)

    @property
    def worked_bets(self) -> dict[str, int]:
        return {**self.simplest, FLUSH: self.house.limits.flush.minimum}

    def arrange(self, cards: tuple[Card, ...]) -> str:
        return "  ".join(spaced(suit) for suit in _by_suit(cards))

    def order(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(card for suit in _by_suit(cards) for card in suit)

    def plays(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return flush.longest_suit(cards).cards_that_play

    def hand(self, cards: tuple[Card, ...]) -> str:
        run = flush.longest_run(cards)
        return flush.longest_suit(cards).name + (f"; {run.name}" if run.length >= 3 else "")

    def seen_at_dealer(self, cards: str) -> HandWords:
        """The dealer's longest suit only: a run counts for the player's bonus."""
        seen = self.seen(cards)
        return replace(seen, name=flush.longest_suit(cards).name) if seen.name else seen

    def in_the_room(self, spares_decisions: bool) -> dict[str, str]:  # noqa: ARG002
        claims = self.house.folded_bonus == "on_claim"
        return {"H10": "At the tables of this room the Fold button claims them for you."} if claims else {}

    def bonuses(self, hand: Any, seat: int) -> dict[str, int]:
        mine = hand.hands[seat]
        won: dict[str, int] = {}
        if not mine.cards:
            return won
        lengths = {FLUSH: flush.longest_suit(mine.cards).length, STRAIGHT_FLUSH: flush.longest_run(mine.cards).length}
        for wager, length in lengths.items():
            table, row = getattr(self.house.pays, wager), ROWS[length]
            if wager in mine.wagers and row in table:
                won[wager] = table.payoff(row, mine.wagers[wager], self.house.rounding)
        return won

    def best_bet(self, hand: Any, seat: int, least: int, most: int) -> int:
        """Exactly, from a count of the dealer's hands, which takes a fraction of a millisecond."""
        need, cards = self.house.dealer_qualifies, set_of(hand.hands[seat].cards)
        unqualified, win, _, loss = dealer_hands(cards, need.length, need.high_card)
        raised = most if win > loss else least
        ante = hand.hands[seat].wagers[ANTE]
        worth = ante * (unqualified + win - loss) + raised * (win - loss)
        return raised if worth >= -ante * DEALER_HANDS else 0

    def dealer_note(self, cards: tuple[Card, ...]) -> str:
        hand, need = flush.longest_suit(cards), self.house.dealer_qualifies
        if (hand.length, hand.ranks[0]) >= (need.length, need.high_card):
            return "The dealer qualifies (H5)."
        return "The dealer does not qualify (H5)."  # the requirement is stated at settlement

    def because(self, line: Settled, cards: str, discards: str, dealer: str, whose: str = "your") -> str:  # noqa: ARG002
        match line.clause:
            case "H4" | "H12":  # a void round, and a house that does not return a folded hand's wagers
                return folded(whose)
            case "H6":
                return f"the dealer does not qualify (needs {self._qualifier.removesuffix(',')} or better)"
            case "H10":
                return f"{folded(whose)} without a claim"
            case "H7" if seen(cards) and seen(dealer):
                return self._compared(flush.longest_suit(cards), flush.longest_suit(dealer), whose)
        return self._bonus(line, cards) if seen(cards) and line.clause != "H7" else ""

    def _compared(self, player: flush.LongestSuit, dealer: flush.LongestSuit, whose: str) -> str:
        own, other = f"{NUMBERS[player.length]}-card flush", f"{NUMBERS[dealer.length]}-card flush"
        if player.length == dealer.length:  # then the ranks decide
            own, other = f"{own} ({_ranks(player)})", _ranks(dealer)
        if player == dealer:
            return f"{whose} {own} ties the dealer's"
        if player > dealer:
            return f"{whose} {own} beats the dealer's {other}"
        if player.length == dealer.length:
            own, other = _ranks(player), f"{NUMBERS[dealer.length]}-card flush ({_ranks(dealer)})"
        return f"the dealer's {other} beats {whose} {own}"

    def _bonus(self, line: Settled, cards: str) -> str:
        table: PayTable = getattr(self.house.pays, line.wager)
        if line.wager == FLUSH:
            what = f"{NUMBERS[flush.longest_suit(cards).length]} suited cards"
        else:
            length = flush.longest_run(cards).length
            what = f"{NUMBERS[length]} suited cards in a row" if length > 1 else "no suited cards in a row"
        if line.result == "win":
            return f"{what} pay {odds(table[line.row])}"
        paid = [row for row, pays in table.rows if pays]
        return f"{what}{f' (needs {plain(paid[-1]).split()[0]})' if paid else ', which pays nothing'}"


def _ranks(hand: flush.LongestSuit) -> str:
    return "-".join(RANK_SIGNS[rank - 2] for rank in hand.ranks)


_HANDS = comb(52, 7)
_BY_LENGTH = {7: 6_864, 6: 267_696, 5: 3_814_668, 4: 26_137_540, 3: 78_881_088, 2: 24_676_704}
_BY_RUN = {7: 32, 6: 1_592, 5: 39_960, 4: 676_196, 3: 8_642_932}
_EXAMPLES = {
    FLUSH: {
        7: "AsJsTs8s6s5s2s",
        6: "KhQh9h7h5h3hAs",
        5: "AdJd8d6d3dKs9c",
        4: "KsJs8s4sAhTd6c",
        3: "QhTh5hAsJs8d4c",
        2: "KsTsAh9hQd7d4c",
    },
    STRAIGHT_FLUSH: {
        7: "9h8h7h6h5h4h3h",
        6: "QsJsTs9s8s7s3d",
        5: "8d7d6d5d4dAsJc",
        4: "JsTs9s8sAhKd4c",
        3: "7h6h5hAsJs9dQc",
    },
}


def _by_suit(cards: tuple[Card, ...]) -> list[tuple[Card, ...]]:
    """Suit by suit, the longest first, and among equals the one that plays."""
    by_suit = sorted(cards, key=lambda card: (-card.suit, -card.rank))
    suits = [tuple(group) for _, group in groupby(by_suit, key=lambda card: card.suit)]
    return sorted(suits, key=lambda suit: (-len(suit), [-card.rank for card in suit]))

"""Text for Boston 7 Stud Poker: names of hands, wagers, prompts and reasons."""

from __future__ import annotations

from typing import Any, ClassVar

from seventh.cards import Card, card_set
from seventh.games.boston_7_stud.house import Boston7House
from seventh.games.boston_7_stud.round import ANTE, FIRST, SECOND, THREE_CARD_BONUS
from seventh.hands import poker, showing, three
from seventh.house.rules.common import odds, plain
from seventh.house.values import PayTable
from seventh.rounds.actions import Claim
from seventh.rounds.chart import SEVEN_CARDS, THREE_CARDS, Chart, chart
from seventh.rounds.dealer.words import Wording, compared, folded, kept_cards, seen
from seventh.rounds.events import HIDDEN, Settled
from seventh.rounds.legal import BetAmounts
from seventh.rounds.walkthrough import LAST, Step
from seventh.rounds.words import playing_first, with_article


class Boston7Wording(Wording):
    house: Boston7House
    about = "Three cards, then fold or a second bet, then four more: your best five against the dealer's."
    aliases = {  # noqa: RUF012
        ANTE: ("ante", "a"),
        FIRST: ("first", "1st", "first bet", "first wager", "1st wager", "f"),
        THREE_CARD_BONUS: ("bonus", "three card bonus", "3 card bonus", "three card", "3 card", "three", "b"),
        SECOND: ("second", "2nd", "second bet", "second wager", "2nd wager"),
    }
    irregularities: ClassVar[dict[str, str]] = {"exposed": "B15", "face up": "B16", "drawn": "B17", "number": "B18"}
    cap_clause = "B14"
    worked_cards = "KsKd7h Tc7s4d2c"
    worked_dealer = "QhQs9c 8d5h4s2d"
    complete = (3, 7)
    claim_first = True
    keys = (
        ("F", "Fold"),
        ("B", "Second bet; later, play the best five"),
    )
    typed_later = "fold, second, best, discard 2c 3d"

    @property
    def felt_line(self) -> str:
        return "The ante bonus pays whatever the dealer has"

    @property
    def walkthrough(self) -> tuple[Step, ...]:
        bonus, second = self.title(THREE_CARD_BONUS), self.title(SECOND)
        lowest = self.printed(ANTE)[-1:]
        ante = f" The ante pays a bonus on {lowest[0][0]} or better, win or lose." if lowest else ""
        return (
            Step(
                "spots",
                f"The ante and an equal first bet play against the dealer.{ante}",
                wagers=(ANTE, FIRST),
            ),
            Step("spots", f"The {bonus} is a side bet on your first three cards alone.", wagers=(THREE_CARD_BONUS,)),
            self.step_deal,
            Step("own_cards", "Your first three cards. You get four more if you stay in."),
            Step(
                "actions", f"Make the {second} to stay in, or fold and lose your bets. Folding is never best.", "acted"
            ),
            Step("dealer", "Everyone gets four more cards. Then the better five-card hand wins.", "over"),
            self.step_result,
            LAST,
        )

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
        first = self.house.money(wagers[ANTE])
        return f"An ante alone wins only its bonus (B13); add the first bet of {first} to play on."

    @property
    def charts(self) -> tuple[Chart, ...]:
        return (
            chart(self, "Your best five of seven", SEVEN_CARDS, (ANTE,)),
            chart(self, "Your first three cards", THREE_CARDS, (THREE_CARD_BONUS,)),
        )

    def hand(self, cards: tuple[Card, ...]) -> str:
        if len(cards) >= 5:
            return poker.rank(cards).name
        if len(cards) != 3:
            return showing.rank(cards).name
        name = three.rank(cards).name
        # In every other bet these words mean five cards.
        return f"three-card {name}" if name.startswith(("straight", "flush")) else name

    def plays(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return poker.rank(cards).five if len(cards) >= 5 else ()

    def order(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return playing_first(cards, self.plays(cards))

    @property
    def simplest(self) -> dict[str, int]:
        limits = self.house.limits.ante
        amount = min(limits.maximum, max(limits.minimum, 5 * self.house.chips_per_unit))
        return {ANTE: amount, FIRST: amount}

    @property
    def worked_bets(self) -> dict[str, int]:
        return {**self.simplest, THREE_CARD_BONUS: self.house.limits.three_card_bonus.minimum}

    def bonuses(self, hand: Any, seat: int) -> dict[str, int]:
        if hand.legal(seat).of(Claim) is None:
            return {}
        settled = [event for event in hand.copy().act(seat, Claim()) if isinstance(event, Settled)]
        return {line.wager: line.payoff for line in settled if line.payoff}

    def claimed(self, hand: Any, seat: int) -> str:
        mine = hand.hands[seat]
        if not mine.claimed or not mine.paid:
            return ""
        row = self.row(THREE_CARD_BONUS, three.rank(mine.cards[:3]).category.name.lower())
        won = row if row.startswith("royal") else with_article(row)
        return f"Your {self.title(THREE_CARD_BONUS)} wins {self.house.money(mine.paid)} ({won})."

    def in_the_room(self, spares_decisions: bool) -> dict[str, str]:
        if not spares_decisions:
            return {}
        claims = self.house.three_card_claim == "on_claim"
        told = {"B5": "At the tables of this room it is claimed for you."} if claims else {}
        return {**told, "B9": self.best_kept} if self.house.auto_set else told

    def controls(self, spares_decisions: bool) -> tuple[tuple[tuple[str, str], ...], str]:
        if not (spares_decisions and self.house.auto_set):
            return super().controls(spares_decisions)
        return (("F", "Fold"), ("B", "Second bet")), self.typed_with("fold, second")

    def asks(self, bet: BetAmounts) -> str:
        return f"Make the {self.title(bet.wager)} ({self.house.money(bet.minimum)}), or fold."

    # Folding is never right, whatever the cards and whatever the bonus pays: `best_bet` is the second bet, as usual.

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
                row = held.category.name.lower()
                if row in self.house.pays.three_card_bonus:
                    return f"the {plain(row)} was not claimed"
                return f"{whose} first three cards, {held.name}, don't pay"
            case "B6":
                return f"{plain(line.row)} pays {odds(self.house.pays.three_card_bonus[line.row])}"
            case "B7":
                return folded(whose)
        if not seen(cards) or not seen(dealer):
            return ""
        how = self._against(line, cards, discards, dealer, whose)
        return self._ante(line, how) if line.wager == ANTE else how

    def _against(self, line: Settled, cards: str, discards: str, dealer: str, whose: str) -> str:
        """How the hand compares with the dealer's; if nobody saw which five were kept, no more than the result says."""
        other = poker.rank(dealer)
        if HIDDEN not in discards:
            return compared(poker.rank(kept_cards(cards, discards)), other, whose)
        if line.wager == ANTE:
            return f"the dealer has {other.name}"
        won, lost = f"{whose} hand beats the dealer's", f"beats {whose} hand"
        kind = other.category.title
        return {"win": f"{won} {kind}", "lose": f"the dealer's {kind} {lost}"}.get(line.result, "a tie")

    def push_note(self, line: Settled) -> str:
        """Beating the dealer saves the ante, and only its bonus pays."""
        lowest = self.printed(ANTE)[-1:]
        if line.wager != ANTE or line.result != "push" or not lowest:
            return ""
        return f"The ante itself pays only from {lowest[0][0]} up (B12)."

    def _ante(self, line: Settled, how: str) -> str:
        """The ante has its own bonus, which is paid even if the dealer wins."""
        row, pays = plain(line.row), odds(self.house.pays.ante_bonus[line.row]) if line.row else ""
        bonus = f"{row} pays {pays}" if pays else ""
        if line.clause == "B13" and self.house.ante_only == "bonus_table":
            return bonus or "not a hand in the bonus table"
        if bonus and not line.returned:
            return f"{how}, but the ante bonus for {with_article(row)} pays {pays}"
        return bonus or how

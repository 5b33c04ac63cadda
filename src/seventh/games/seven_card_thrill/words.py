"""Text for 7 Card Thrill: names of hands, wagers, prompts and reasons."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from seventh.cards import JOKER, Card, parse_cards
from seventh.games.seven_card_thrill.house import ThrillHouse
from seventh.games.seven_card_thrill.round import FULL_HOUSE, PAIR_OF_KINGS, POKER, SPECIAL, THREE_OF_A_KIND
from seventh.hands import joker, showing
from seventh.hands.poker import Category, Wheel
from seventh.house.rules.common import odds
from seventh.rounds.chart import WITH_JOKER, Chart, chart
from seventh.rounds.dealer.words import Wording, compared, kept_cards, seen, with_ranks, without_kicker
from seventh.rounds.events import HIDDEN, Settled
from seventh.rounds.walkthrough import LAST, Step
from seventh.rounds.words import playing_first

_SUITED = (Category.FLUSH, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH)


class ThrillWording(Wording):
    house: ThrillHouse
    about = "Seven cards from a deck with a joker: bet on beating the dealer, or on your own hand."
    aliases = {  # noqa: RUF012
        POKER: ("poker", "p"),
        PAIR_OF_KINGS: ("kings", "pair of kings or better", "pair of kings", "pair", "k"),
        THREE_OF_A_KIND: (
            "trips",
            "3 of a kind or better",
            "three of a kind or better",
            "3 of a kind",
            "three of a kind",
            "three",
            "t",
        ),
        FULL_HOUSE: ("full", "full house or better", "full house", "boat", "f"),
        SPECIAL: ("special", "s"),
    }
    irregularities: ClassVar[dict[str, str]] = {"exposed": "T13", "face up": "T13", "drawn": "T13", "number": "T13"}
    cap_clause = "T12"
    worked_cards = "JkAs9h9d6c4s2h"
    worked_dealer = "KhKdJc8s7d5c3h"
    keys = (("B", "Play the best five"),)
    typed_later = "best, discard 2c 3d"

    @property
    def felt_line(self) -> str:
        return "The joker is an ace, or completes a straight or a flush"

    @property
    def decides(self) -> bool:
        return not self.house.best_five_plays

    @property
    def walkthrough(self) -> tuple[Step, ...]:
        one = self.house.primary_wagers == "exactly_one"
        own, choose = (
            (PAIR_OF_KINGS, THREE_OF_A_KIND, FULL_HOUSE),
            "Choose one of the four" if one else "You need at least one of the four",
        )
        lifted = " The best five are lifted." if self.house.best_five_plays else ""
        steps = (
            Step("spots", "Poker is a bet that your best five of seven cards beat the dealer's.", wagers=(POKER,)),
            Step("spots", f"These three are bets on your own hand instead. {choose}.", wagers=own),
            Step("spots", f"Special is a side bet on a rare hand; it pays {self.pays(SPECIAL)}.", wagers=(SPECIAL,)),
            self.step_deal,
            Step("own_cards", f"Your seven cards.{lifted} {self.felt_line}."),
        )
        keep = (Step("actions", "Keep five of your seven cards.", "acted"),) if self.decides else ()
        return (*steps, *keep, self.step_result, LAST)

    @property
    def felt_tables(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        return (POKER, PAIR_OF_KINGS), (SPECIAL,)

    def row(self, wager: str, row: str) -> str:
        only = self.house.half_pay_kings == "pair_only"
        words = {
            (POKER, "higher"): "beats the dealer",
            (POKER, "low_dealer_hand"): "dealer king-jack high or lower",
            (PAIR_OF_KINGS, "better"): "better than a pair of kings" if only else "other hands better than kings",
            (PAIR_OF_KINGS, "kings"): "pair of kings" if only else "hand with a pair of kings",
            (THREE_OF_A_KIND, "three_of_a_kind"): "three of a kind or better",
            (FULL_HOUSE, "full_house"): "full house or better",
        }
        return words.get((wager, row)) or super().row(wager, row)

    def pays(self, wager: str) -> str:
        if wager not in (POKER, PAIR_OF_KINGS):
            return super().pays(wager)
        if wager == POKER:
            rows, exception, unpaid = (
                ("higher", "low_dealer_hand"),
                "dealer K\N{NON-BREAKING HYPHEN}J or lower",
                "pushes",
            )
        else:
            only = self.house.half_pay_kings == "pair_only"
            rows, exception, unpaid = ("better", "kings"), f"{'' if only else 'with a '}pair of kings", "loses"
        table = getattr(self.house.pays, wager)
        usual, other = (odds(table[row]) if table[row] else unpaid for row in rows)
        return usual if usual == other else f"{usual}; {exception} {other}"

    @property
    def example(self) -> str:
        limits, house = self.house.limits, self.house
        names = (POKER, SPECIAL) if house.primary_wagers == "exactly_one" else (POKER, PAIR_OF_KINGS, SPECIAL)
        return " ".join(
            f"{self.short(name)} {house.money(getattr(limits, name).minimum).removeprefix(house.currency)}"
            for name in names
        )

    def _rank(self, cards: tuple[Card, ...]) -> joker.JokerHand:
        wheel = Wheel.SECOND if self.house.ace_to_five == "second" else Wheel.LOWEST
        return joker.rank(cards, wheel, second_ace=self.house.joker_in_flush == "ace")

    @property
    def charts(self) -> tuple[Chart, ...]:
        """Each hand with every bet that it wins: all but Special also pay for better hands than the one they name."""
        plain = chart(self, "Your best five of seven", WITH_JOKER)
        rows = [
            replace(row, pays=self._won_with(Category[key.upper()]))
            for key, row in zip(WITH_JOKER, plain.rows, strict=True)
        ]
        return (replace(plain, rows=tuple(rows), notes=tuple(self._notes())),)

    def _notes(self) -> Iterator[str]:
        if self.house.ace_to_five == "second":
            yield "5-4-3-2-A is the second-highest straight, above K-Q-J-10-9 (T6)."
        yield f"{self.felt_line} (T1)."

    def _won_with(self, hand: Category) -> tuple[tuple[str, str], ...]:
        pays, won = self.house.pays, {}
        for wager, row, least in (
            (SPECIAL, hand.name.lower(), Category.STRAIGHT),
            (FULL_HOUSE, "full_house", Category.FULL_HOUSE),
            (THREE_OF_A_KIND, "three_of_a_kind", Category.THREE_OF_A_KIND),
        ):
            table = getattr(pays, wager)
            if hand >= least and row in table and table[row]:
                won[wager] = odds(table[row])
        better, kings = (odds(pay) if pay else "" for pay in (pays.pair_of_kings[row] for row in ("better", "kings")))
        both = self.house.half_pay_kings == "holds_kings" and hand in (Category.TWO_PAIR, Category.FULL_HOUSE)
        if hand is Category.PAIR and better + kings:
            won[PAIR_OF_KINGS] = ", ".join(f"{rank} {pay}" for rank, pay in (("aces", better), ("kings", kings)) if pay)
        elif hand >= Category.TWO_PAIR and better:
            won[PAIR_OF_KINGS] = f"{better}, with a pair of kings {kings or 'nothing'}" if both else better
        return tuple((self.label(wager).removesuffix(" or Better"), pay) for wager, pay in won.items())

    def hand(self, cards: tuple[Card, ...]) -> str:
        if len(cards) < 5:
            natural = [card for card in cards if card is not JOKER]
            return showing.rank(natural).name if natural else JOKER.name
        hand = self._rank(cards)
        return f"{hand.name}; the joker counts as {_joker(hand)}" if hand.joker_is else hand.name

    def plays(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return self._rank(cards).five if len(cards) >= 5 else ()

    def order(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return playing_first(cards, self.plays(cards))

    def strength(self, cards: tuple[Card, ...]) -> int:
        return self._rank(cards).strength

    def matters(self) -> bool:
        return not self.house.best_five_plays

    def in_the_room(self, spares_decisions: bool) -> dict[str, str]:
        return {"T5": self.best_kept} if spares_decisions else {}

    def controls(self, spares_decisions: bool) -> tuple[tuple[tuple[str, str], ...], str]:
        return ((), self.typed_with("")) if spares_decisions else super().controls(spares_decisions)

    def because(self, line: Settled, cards: str, discards: str, dealer: str, whose: str = "your") -> str:
        if not seen(cards) or (line.wager == POKER and not seen(dealer)):
            return ""
        if not self.house.best_five_plays and HIDDEN in discards:
            return ""  # nobody saw which five were kept
        player = self._rank(parse_cards(cards) if self.house.best_five_plays else kept_cards(cards, discards))
        if line.wager == POKER:
            other = self._rank(parse_cards(dealer))
            text, wheel = compared(player, other, whose), _wheel(player, other)
            if line.result != "win":
                return f"{text}{wheel}"
            aside = (
                ", which is king-jack high or lower," if line.row == "low_dealer_hand" else f"{wheel}," if wheel else ""
            )
            return f"{text}{aside} and pays {odds(self.house.pays.poker[line.row])}"
        name, table = with_ranks(without_kicker(player.name)), getattr(self.house.pays, line.wager)
        if line.result == "win":
            return f"{name} pays {odds(table[line.row])}"
        paid = [row for row, pays in table.rows if pays]
        return f"{name} is not enough{f' (needs {self._at_least(line.wager, paid[-1])})' if paid else ''}"

    def _at_least(self, wager: str, row: str) -> str:
        """The requirement of a wager on the player's own hand."""
        return {
            PAIR_OF_KINGS: "a pair of kings or better",
            THREE_OF_A_KIND: "three of a kind or better",
            FULL_HOUSE: "a full house or better",
        }.get(wager, f"a {self.row(wager, row)} or better")


def _wheel(one: joker.JokerHand, other: joker.JokerHand) -> str:
    """Why an ace-to-five straight beats one with a higher top card, where that ranking decides; else empty."""
    better, worse = max(one, other), min(one, other)
    straights = better.category in (Category.STRAIGHT, Category.STRAIGHT_FLUSH) and better.category is worse.category
    if not straights or better == worse or not better.name.endswith("ace to five"):
        return ""
    return ", as ace to five is the second-highest straight (T6)"


def _joker(hand: joker.JokerHand) -> str:
    """What the joker counts as; the suit is named only where it matters, as somebody may hold the card itself."""
    card = hand.joker_is
    assert card is not None
    if hand.category in _SUITED:
        return f"the {card.name}"
    rank = card.name.partition(" ")[0]
    return f"{'an' if rank[0] in 'ae' else 'a'} {rank}"

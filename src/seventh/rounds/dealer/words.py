"""The text of a dealer game. A new game implements these few methods."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, ClassVar

from seventh.cards import Card, parse_cards
from seventh.hands.poker import PokerHand
from seventh.house.rules.common import NOT_PAID, odds, plain
from seventh.house.values import PayTable, of_wager
from seventh.rounds.actions import DEALER, Action, Bet, Claim, SetHand
from seventh.rounds.chart import Chart, usual
from seventh.rounds.dealer.narration import TELLERS, joined
from seventh.rounds.dealer.offers import dealer_offers
from seventh.rounds.dealer.state import FOLDED
from seventh.rounds.events import HIDDEN, Event, Settled
from seventh.rounds.legal import BetAmounts
from seventh.rounds.narration import Told
from seventh.rounds.offers import Offer, capital
from seventh.rounds.review import ReviewLine
from seventh.rounds.round import Round
from seventh.rounds.walkthrough import LAST, Step
from seventh.rounds.words import NO_HAND, HandWords, Words


class Wording(Words):
    """The text of a game against the dealer."""

    aliases: ClassVar[dict[str, tuple[str, ...]]]
    """Names that can be typed for each wager; prompts use the first."""
    irregularities: ClassVar[dict[str, str]] = {}
    """The clause on each irregularity, for narration: exposed, face up, drawn, number."""
    cap_clause: ClassVar[str]
    """The clause of the payout cap."""
    claim_first: ClassVar[bool] = False
    """Whether any other decision forfeits a bonus that can be claimed."""
    keys: ClassVar[tuple[tuple[str, str], ...]]
    """The keyboard shortcuts of the decisions after the deal."""
    typed_later: ClassVar[str]
    """What can be typed after the deal, as a comma-separated list."""
    tellers = TELLERS

    def clause(self, point: str) -> str:
        return self.irregularities.get(point, "")

    def seen(self, cards: str) -> HandWords:
        """As for every game; a hand dealt too many cards by mistake is void and has no name."""
        return super().seen(cards) if len(cards) <= 2 * max(self.complete) else NO_HAND

    def the(self, wager: str) -> str:
        """A wager within a sentence: "the ante", "the Special bet"."""
        title = self.title(wager)
        return f"the {title} bet" if title.lower() != title else f"the {title}"

    def short(self, wager: str) -> str:
        """The name to type for a wager."""
        return self.aliases[wager][0]

    def only_fold(self, due: tuple[str, int] | None, left: int, add: bool = False) -> str:
        """The warning before the deal that the chips left would not cover the bet due after it; empty if they do.

        `add` says whether the player can add the chips that are missing."""
        if due is None or due[1] <= left:
            return ""
        money = self.house.money
        return (
            f"You'd have {money(left)} left: after the cards you could only fold. "
            f"{capital(self.the(due[0]))} needs {money(due[1] - left)} more{': add chips first' if add else ''}."
        )

    # The layout.

    def label(self, wager: str) -> str:
        """The label of a wager's spot."""
        title = self.title(wager)
        return f"{title[0].upper()}{title[1:]}"

    def pay_table(self, wager: str) -> PayTable | None:
        """A wager's pay table; None if it always pays 1 to 1."""
        table: PayTable | None = of_wager(self.house.pays, wager)
        return table

    def row(self, wager: str, row: str) -> str:  # noqa: ARG002
        """The display name of a pay table row."""
        return plain(row)

    def pays(self, wager: str) -> str:
        """What a wager pays, short enough for its spot."""
        table = self.pay_table(wager)
        return odds(Fraction(1)) if table is None else at_most(table)

    def pays_in_full(self, wager: str) -> str:
        """What a wager pays in full, row by row."""
        table = self.pay_table(wager)
        if table is None:
            return odds(Fraction(1))
        return ", ".join(f"{row} {pays}" for row, pays in self.printed(wager))

    def printed(self, wager: str) -> list[tuple[str, str]]:
        """A wager's pay table as printed on the felt, without rows that pay nothing."""
        table = self.pay_table(wager)
        return [(self.row(wager, row), odds(pays)) for row, pays in table.rows if pays] if table else []

    def always_pays_alike(self, wager: str) -> bool:
        """Whether a winning wager always pays the same odds."""
        table = self.pay_table(wager)
        return table is None or len({pays for _, pays in table.rows if pays}) == 1

    def best_rows(self, wager: str) -> str:
        """The hands with the highest pay of a wager; empty without a pay table."""
        table = self.pay_table(wager)
        if table is None:
            return ""
        most = max(pays for _, pays in table.rows)
        return " or ".join(self.row(wager, row) for row, pays in table.rows if pays == most)

    def table_title(self, wager: str) -> str:
        """The heading of a wager's pay table."""
        return self.label(wager)

    @property
    def charts(self) -> tuple[Chart, ...]:
        return usual(self, tuple(wager.key for wager in self.rules.wagers))

    @property
    def walkthrough(self) -> tuple[Step, ...]:
        return (
            Step("spots", f"{self.about} Bets go on these spots."),
            self.step_deal,
            Step("own_cards", "These are your cards, with the name of your hand below."),
            Step("actions", "When it is your turn, these buttons show your choices and their cost.", "acted"),
            Step("dealer", "Then the dealer's cards are turned up.", "over"),
            self.step_result,
            LAST,
        )

    @property
    def step_deal(self) -> Step:
        """The tour step that ends with the deal."""
        # No amounts: a tour that is taken again may find other bets, and the button that repeats them.
        return Step(
            "go", "A bet is already laid out for you. Press this button to deal; these are play chips.", "dealt"
        )

    @property
    def step_result(self) -> Step:
        """The tour step about the result."""
        return Step("result", "This is what you won or lost, bet by bet, and why.")

    @property
    @abstractmethod
    def felt_line(self) -> str:
        """The line printed on the felt."""

    @property
    @abstractmethod
    def felt_tables(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The wagers whose pay tables are printed on the left and on the right of the felt."""

    @property
    @abstractmethod
    def example(self) -> str:
        """An example of wagers this house accepts, as typed."""

    def arrange(self, cards: tuple[Card, ...]) -> str:
        """The same as text, for a terminal."""
        return spaced(self.order(cards))

    def push_note(self, line: Settled) -> str:  # noqa: ARG002
        """Why a wager pushes, in a sentence, where the reason for the result does not say it; empty for none."""
        return ""

    def dealer_note(self, cards: tuple[Card, ...]) -> str:  # noqa: ARG002
        """A note on the dealer's hand; empty for none."""
        return ""

    def strength(self, cards: tuple[Card, ...]) -> int:  # noqa: ARG002
        """The strength of the hand a player keeps, if there is a choice."""
        return 0

    def matters(self) -> bool:
        """Whether the choice of five cards can affect the result."""
        return False

    best_kept: ClassVar[str] = "At the tables of this room your best five are kept for you."

    # Choices.

    def bonuses(self, hand: Any, seat: int) -> dict[str, int]:  # noqa: ARG002
        """What a claim would win with the seat's cards, by wager; empty if there is nothing to claim."""
        return {}

    def claimed(self, hand: Any, seat: int) -> str:  # noqa: ARG002
        """A sentence about a bonus that was claimed before the current decision; empty for none."""
        return ""

    def best_bet(self, hand: Any, seat: int, least: int, most: int) -> int:  # noqa: ARG002
        """The best further bet given what the seat knows, 0 for a fold: the suggested button."""
        return least

    def automatic(self, hand: Any, seat: int) -> Action | None:
        """Also lets the house pick the best five if it may, and claims a bonus that is won."""
        if SetHand() in hand.legal(seat):
            return SetHand()
        if self.claim_first and self.bonuses(hand, seat):
            return Claim()
        return super().automatic(hand, seat)

    def offers(self, hand: Round, seat: int) -> list[Offer]:
        return dealer_offers(self, hand, seat)

    def prompt(self, hand: Any, seat: int, offers: list[Offer]) -> str:
        if any(offer.pick for offer in offers):
            best = any(offer.name == "best" for offer in offers)
            return f"{'Play the best five, or press' if best else 'Press'} the two cards to set aside."
        kept = self.listed(self.bonuses(hand, seat))
        if hand.hands[seat].status == FOLDED:
            return f"You folded. You can still claim {kept} until the dealer continues."
        bet = hand.legal(seat).of(Bet)
        asks = "You don't have enough chips for another bet: you can only fold." if bet is None else self.asks(bet)
        if not kept:
            return f"{self.claimed(hand, seat)} {asks}".strip()
        if self.claim_first:
            return f"Claim {kept} first. {asks}"
        won = [f"{self.the(wager)} {{}}wins {self.house.money(won)}" for wager, won in self.bonuses(hand, seat).items()]
        return f"{asks} If you fold, {' and '.join(won).replace('{}', 'still ', 1).replace('{}', '')}."

    def asks(self, bet: BetAmounts) -> str:
        """The choice between a bet after the deal and folding, as a request."""
        money, title = self.house.money, capital(self.title(bet.wager))
        most = f" to {money(bet.maximum)}" if bet.minimum < bet.maximum else ""
        return f"{title} {money(bet.minimum)}{most} or fold."

    def listed(self, bonuses: dict[str, int]) -> str:
        """The bonuses won, with amounts: "the Flush bonus ($12)"."""
        return " and ".join(f"{self.the(wager)} ({self.house.money(won)})" for wager, won in bonuses.items())

    @property
    def simplest(self) -> dict[str, int]:
        """The usual wagers, at their minimum."""
        first = self.rules.wagers[0].key
        return {first: of_wager(self.house.limits, first).minimum}

    worked_cards: ClassVar[str] = ""
    """The player's cards in the worked example of the rules; random if empty."""
    worked_dealer: ClassVar[str] = ""

    @property
    def worked_bets(self) -> dict[str, int]:
        """The wagers of the worked example."""
        return self.simplest

    @property
    def typed(self) -> str:
        return self.typed_with(self.typed_later)

    def typed_with(self, later: str) -> str:
        """What can be typed, with this after the deal."""
        *_, last = re.findall(r"[a-z_ ]*[a-z]", self.example)
        before = (
            f"{self.example} sets these bets and leaves the others as they are; {last.strip()} 0 takes that bet back; "
            "deal, undo, clear, rebet, double"
        )
        return f"{before}; {later}" if later else before

    def because(self, line: Settled, cards: str, discards: str, dealer: str, whose: str = "your") -> str:
        """The reason for a settlement, without the result; empty if it depends on cards that are not `seen`.

        `cards` are those of the seat that made the wager, `discards` the ones it set aside, and `whose` is `your` or
        `their`. Wagers with the same reason are narrated in one sentence.
        """
        table = self.pay_table(line.wager)
        if line.payoff and line.row and table is not None and line.row in table:
            return f"{self.row(line.wager, line.row)} pays {odds(table[line.row])}"
        if not seen(cards):
            return ""
        own = self.hand(kept_cards(cards, discards if seen(discards) else ""))
        if self.judged_by(line.wager) != DEALER or not seen(dealer):
            return f"{whose} hand is {own}"
        return f"{whose} hand is {own}, the dealer's {self.hand(parse_cards(dealer))}"

    def judged_by(self, wager: str) -> str:
        """What decides a wager: `dealer` if it must beat the dealer's hand, `own` if only the player's hand counts."""
        first = self.rules.wagers[0].key
        return DEALER if wager == first or self.pay_table(wager) is None else "own"

    def joined(self, n: Any, events: Sequence[Event], told: list[Told], lines: Sequence[ReviewLine]) -> list[Told]:
        return joined(n, events, told, lines)


def at_most(table: PayTable) -> str:
    """The highest pay of a table: `30 to 1` if it is the only one, otherwise `up to 200 to 1`."""
    paid = {pays for _, pays in table.rows if pays}
    if not paid:
        return NOT_PAID
    return f"{'up to ' if len(paid) > 1 else ''}{odds(max(paid))}"


def without_kicker(name: str) -> str:
    """A hand's name without kickers."""
    return re.sub(r", \w+ kicker\Z", "", name)


def spaced(cards: tuple[Card, ...]) -> str:
    return " ".join(card.text for card in cards)


def seen(cards: str) -> bool:
    """Whether all of these cards are visible."""
    return bool(cards) and HIDDEN not in cards


def kept_cards(cards: str, discards: str) -> tuple[Card, ...]:
    """The cards that play: the five kept, or all if the house chooses."""
    aside = parse_cards(discards)
    return tuple(card for card in parse_cards(cards) if card not in aside)


def folded(whose: str) -> str:
    """The reason for a wager lost by folding."""
    return f"{'you' if whose == 'your' else 'they'} folded"


def compared(player: PokerHand, dealer: PokerHand, whose: str = "your") -> str:
    """How two poker hands compare, as a phrase that names only as much as distinguishes them."""
    (own, other), *finer = [(name(player), name(dealer)) for name in (_kind, _without_kicker, _in_full)]
    for mine, theirs in finer:
        if own == other and player != dealer:
            own, other = mine, theirs
    if player == dealer:
        return f"{whose} {own} ties the dealer's"
    by = f" {own if player < dealer else other}" if own != other else " on the kickers"
    if player > dealer:
        return f"{whose} {own} beats the dealer's{by}"
    return f"the dealer's {other} beats {whose}{by if own != other else f's{by}'}"


def _kind(hand: PokerHand) -> str:
    title = hand.category.title
    return title if title != "high card" else hand.name


def _without_kicker(hand: PokerHand) -> str:
    return with_ranks(without_kicker(hand.name))


def _in_full(hand: PokerHand) -> str:
    return with_ranks(hand.name)


def with_ranks(name: str) -> str:
    """`two pair, kings and fours` for use within a sentence: `two pair (kings and fours)`."""
    kind, comma, ranks = name.partition(", ")
    return f"{kind} ({ranks})" if comma else kind

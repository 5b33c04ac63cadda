"""Simple players of stud: legal, sensible, and the same every time, for company at the table.

A bot sees what a person in its seat sees, and nothing else. It gives its cards points, takes some off for what the
others show, and folds, calls or raises by two marks that rise from street to street. What it does is a function of what
it sees; a `bluffs` function from outside can add surprise.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from seventh.cards import UNKNOWN, Card, parse_cards
from seventh.hands import poker, showing
from seventh.rounds.actions import Action, BetTo, BringIn, Call, Check, Fold
from seventh.rounds.legal import Legal
from seventh.rounds.round import Round
from seventh.rounds.stud import StudRound
from seventh.rounds.view import StudSeatView, StudView

MADE = {
    "HIGH_CARD": 0,
    "PAIR": 24,
    "TWO_PAIR": 48,
    "THREE_OF_A_KIND": 64,
    "STRAIGHT": 76,
    "FLUSH": 82,
    "FULL_HOUSE": 92,
    "FOUR_OF_A_KIND": 98,
    "STRAIGHT_FLUSH": 100,
    "ROYAL_FLUSH": 100,
}
"""Points of a made hand; a pair and high cards have some more for their ranks."""

STAYS = {3: 16, 4: 22, 5: 30, 6: 34, 7: 38}
"""Points with which an even-tempered player calls a bet on each street."""

RAISES = {3: 30, 4: 36, 5: 44, 6: 48, 7: 56}
"""Points with which one bets and raises."""


def never(_: StudView) -> bool:
    return False


@dataclass(frozen=True)
class SimpleBot:
    """A player with a temper. Call it with a hand and a seat for what it does there."""

    name: str
    loose: int = 0
    """Points added when it decides whether to stay in; below 0 is tight."""
    lively: int = 0
    """Points added when it decides whether to bet or raise."""
    bluffs: Callable[[StudView], bool] = never
    """Whether to bet this time whatever the cards are."""

    def __call__(self, hand: Round, seat: int) -> Action:
        """What it does when it is its turn."""
        view, legal = hand.view(seat), hand.legal(seat)
        if not isinstance(hand, StudRound) or not isinstance(view, StudView):
            raise ValueError(f"{self.name} plays stud only")
        if legal.of(Call) is None and legal.of(Check) is None and legal.of(BetTo) is None:
            return hand.default(seat)
        return self._decide(view, legal)

    def _decide(self, view: StudView, legal: Legal) -> Action:
        points = points_of(view)
        bet = legal.of(BetTo)
        wants = points + self.lively >= RAISES[view.street] and _bets(view) <= 1 + points // 25
        if bet is not None and (wants or self.bluffs(view)):
            return next(iter(bet))
        for kind in (BringIn, Check):
            choice = legal.of(kind)
            if choice is not None:
                return next(iter(choice))
        call = legal.of(Call)
        if call is not None and points + self.loose >= self._price(view, next(iter(call))):
            return next(iter(call))
        fold = legal.of(Fold)
        assert fold is not None
        return next(iter(fold))

    def _price(self, view: StudView, call: Action) -> int:
        """The points that a call takes: fewer when it is cheap for what can be won."""
        assert isinstance(call, Call)
        pot = sum(amount for amount, _ in view.pots)
        return STAYS[view.street] * min(call.amount * 6, pot) // max(pot, 1)


def _bets(view: StudView) -> int:
    """About how many bets have gone in on this street: who has little must not raise without end."""
    largest = max(seat.bet for seat in view.seats)
    last = max((choice["amounts"][0] - view.bet_to for choice in view.choices if choice.get("amounts")), default=0)
    return largest // last if last > 0 else 0


def points_of(view: StudView) -> int:
    """What the viewer's hand is worth, 0 to 100, given what the others show."""
    mine = next(seat for seat in view.seats if seat.seat == view.viewer)
    cards = tuple(card for card in parse_cards(mine.cards + view.common) if card is not UNKNOWN)
    points = _made(cards) + (_draw(cards) if view.street < 7 else 0)
    return max(min(points, 100) - _threat(view, mine, MADE[_category(cards)]), 0)


def _category(cards: tuple[Card, ...]) -> str:
    return poker.rank(cards).category.name if len(cards) >= 5 else showing.rank(cards).category.name


def _made(cards: tuple[Card, ...]) -> int:
    category = _category(cards)
    points = MADE[category]
    ranks = sorted((card.rank for card in cards), reverse=True)
    if category == "HIGH_CARD":
        return points + sum(max(rank - 9, 0) for rank in ranks[:3])
    if category == "PAIR":
        paired = next(rank for rank in ranks if ranks.count(rank) == 2)
        return points + paired + max(ranks[0] - 11, 0)
    return points


def _draw(cards: tuple[Card, ...]) -> int:
    """Points for cards that may become a flush or a straight."""
    to_come = 7 - len(cards)
    suited = max(sum(card.suit == suit for card in cards) for suit in range(4))
    ranks = {card.rank for card in cards}
    ranks |= {1} if 14 in ranks else set()
    in_a_row = max(len(ranks & set(range(low, low + 5))) for low in range(1, 11))
    points = 0
    if suited < 5 and suited + to_come >= 5:
        points = {3: 14, 4: 26}.get(suited, 0) if suited > 3 or len(cards) <= 4 else 0
    if in_a_row < 5 and in_a_row + to_come >= 5 and (in_a_row > 3 or len(cards) == 3):
        points = max(points, {3: 10, 4: 18}.get(in_a_row, 0))
    return points


def _threat(view: StudView, mine: StudSeatView, made: int) -> int:
    """Points off for boards that beat the viewer's whole hand already."""
    boards = [parse_cards(seat.up) for seat in view.seats if seat is not mine and seat.status == "in" and seat.up]
    shown = [MADE[showing.rank(board[:4]).category.name] for board in boards if UNKNOWN not in board]
    return max(max(shown, default=0) - made, 0) // 2


COMPANY = (
    SimpleBot("Ada"),
    SimpleBot("Bert", loose=8),
    SimpleBot("Cora", lively=8),
    SimpleBot("Dirk", loose=-6, lively=-6),
    SimpleBot("Ella", loose=14, lively=-8),
    SimpleBot("Finn", lively=14, loose=4),
    SimpleBot("Gwen", loose=-4, lively=6),
)
"""Seven different tempers, enough for a full table around one person."""

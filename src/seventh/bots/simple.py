"""Simple players of stud: legal, sensible, and the same every time, for company at the table.

A bot sees what a person in its seat sees, and nothing else. It gives its cards points, as its game of stud says,
and folds, calls or raises by two marks that rise from street to street. What it does is a function of what it sees; a
`bluffs` function from outside can add surprise.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from seventh.cards import UNKNOWN, parse_cards
from seventh.rounds.actions import Action, BetTo, BringIn, Call, Check, Fold
from seventh.rounds.legal import Legal
from seventh.rounds.round import Round
from seventh.rounds.stud.family import Points
from seventh.rounds.view import StudView

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
        if not isinstance(view, StudView):
            raise ValueError(f"{self.name} plays stud only")
        if legal.of(Call) is None and legal.of(Check) is None and legal.of(BetTo) is None:
            return hand.default(seat)
        return self._decide(view, legal, points_of(view, hand.house.family.points))

    def _decide(self, view: StudView, legal: Legal, points: int) -> Action:
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


def points_of(view: StudView, points: Points) -> int:
    """What the viewer's hand is worth, 0 to 100, given what the others show."""
    mine = next(seat for seat in view.seats if seat.seat == view.viewer)
    cards = tuple(card for card in parse_cards(mine.cards + view.common) if card is not UNKNOWN)
    others = [seat for seat in view.seats if seat is not mine and seat.status == "in" and seat.up]
    return points(cards, [parse_cards(seat.up) for seat in others], view.street)


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

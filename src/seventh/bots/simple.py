"""Simple stud bots: legal, sensible and deterministic opponents.

A bot sees only what a person in its seat would see. It scores its cards with the points function of its stud game, and
folds, calls or raises by two thresholds that rise from street to street. Its action is a function of its view; a
`bluffs` function can add randomness.
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
"""Points at which an average player calls a bet, by street."""

RAISES = {3: 30, 4: 36, 5: 44, 6: 48, 7: 56}
"""Points at which an average player bets and raises, by street."""


def never(_: StudView) -> bool:
    return False


@dataclass(frozen=True)
class SimpleBot:
    """A bot with a playing style. Call it with a round and a seat for its action."""

    name: str
    loose: int = 0
    """Points added when deciding whether to call; negative is tight."""
    lively: int = 0
    """Points added when deciding whether to bet or raise."""
    bluffs: Callable[[StudView], bool] = never
    """Whether to bet this time regardless of the cards."""

    def __call__(self, hand: Round, seat: int) -> Action:
        """The bot's action on its turn."""
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
        """The points a call requires: fewer when the pot odds are good."""
        assert isinstance(call, Call)
        pot = sum(amount for amount, _ in view.pots)
        return STAYS[view.street] * min(call.amount * 6, pot) // max(pot, 1)


def _bets(view: StudView) -> int:
    """Approximate number of bets on this street, so that a weak hand does not keep raising."""
    largest = max(seat.bet for seat in view.seats)
    last = max((choice["amounts"][0] - view.bet_to for choice in view.choices if choice.get("amounts")), default=0)
    return largest // last if last > 0 else 0


def points_of(view: StudView, points: Points) -> int:
    """The value of the viewer's hand, 0 to 100, given the other players' up cards."""
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
"""Seven playing styles, enough to fill a table around one person."""

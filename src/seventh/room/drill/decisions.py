"""Decisions against the dealer: close ones on purpose, with the figures of the game's coach."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from msgspec import to_builtins

from seventh.cards import UNKNOWN, parse_cards
from seventh.games import GAMES, Game, book_house, new_round, wording_of
from seventh.games.coaching import Coaching, coached, coaching
from seventh.lab.text import coaching as text
from seventh.room.drill.chance import Chance
from seventh.room.drill.question import Kind, Question, Shown, Solution
from seventh.rounds.actions import DEALER, Fold, NoMoreBets, PlaceWagers
from seventh.rounds.driver import deal_on, from_deck
from seventh.rounds.round import Round

CANDIDATES = 16
"""Deals of which one is asked about: the more, the closer the decisions."""
_SOFTENS = Fraction(1, 20)
"""Antes added to every difference, so that no decision crowds out all others."""


def drilled() -> list[str]:
    """The games with a coach in which something can be folded, that is, decided."""
    return [name for name, game in GAMES.items() if coached(game.book) and _decides(game)]


def _decides(game: Game) -> bool:
    return Fold in game.round.actions


def ask(games: list[str], chance: Chance, weight: Callable[[str], int]) -> Question:
    """Of some deals of each game, the closer ones and those of weak topics more often."""
    found = [one for game in games for one in (deal(game, chance) for _ in range(CANDIDATES)) if one is not None]
    weights = [closeness(known) * weight(topic_of(hand.game, known)) for hand, known in found]
    return question(*chance.weighted(found, weights))


def deal(game: str, chance: Chance) -> tuple[Round, Coaching] | None:
    """A hand of seat 1 that has to decide, and what its choices are worth; None if there was nothing to decide."""
    house, words = book_house(game), wording_of(book_house(game))
    hand = new_round(house, {1: 100 * sum(words.simplest.values())})
    hand.act(1, PlaceWagers(dict(words.simplest)))
    hand.act(DEALER, NoMoreBets())
    deal_on(hand, from_deck(chance.shuffled(GAMES[game].deck)))
    known = coaching(house, hand.view(1))
    return (hand, known) if len(known.choices) > 1 else None


def gap(known: Coaching) -> Fraction:
    """How much the best choice is worth above the next best, in antes."""
    values = sorted((choice.ev for choice in known.choices), reverse=True)
    return values[0] - values[1]


def closeness(known: Coaching) -> int:
    """The weight of a decision: the closer, the larger."""
    return max(1, int(100 / (gap(known) + _SOFTENS)))


def topic_of(game: str, known: Coaching) -> str:
    """The best choice, and whether it is close: what people get wrong is seldom all of a game."""
    assert known.best is not None
    return f"{game} {known.best.name} {'close' if gap(known) < Fraction(1, 4) else 'clear'}"


def question(hand: Round, known: Coaching) -> Question:
    game, house, words = hand.game, hand.house, wording_of(hand.house)
    view: Any = hand.view(1)
    labels = {_key(one.action): one.label for one in words.offers(hand, 1) if not one.amounts}
    named = [(one, labels.get(_key(to_builtins(one.action)), one.name.replace("_", " "))) for one in known.choices]
    best = max(choice.ev for choice in known.choices)
    rows = tuple(
        (label, text.antes(one.ev), text.chips(house, one.ev * known.unit), _cost(best - one.ev), str(one.ev))
        for one, label in named
    )
    right = frozenset(one.name for one in known.choices if one.ev == best)
    first = next(label for one, label in named if one.ev == best)
    own = next(line for line in view.seats if line.seat == 1)
    shown = [Shown("Your cards", words.seen(own.cards).order or own.cards, known.hand)]
    seen = "".join(card.text for card in parse_cards(view.dealer) if card is not UNKNOWN)
    if seen:
        shown.append(Shown("The dealer shows", seen))
    bets = ", ".join(f"{words.title(wager)} {house.money(amount)}" for wager, amount in own.wagers.items())
    return Question(
        kind="decisions",
        game=game,
        topic=topic_of(game, known),
        title=house.title,
        asks="What is the best choice?",
        shown=tuple(shown),
        choices=tuple((one.name, label) for one, label in named),
        facts=(f"Your bets: {bets}.",),
        solution=Solution(right, f"{first} is best.", rows, ("Choice", "Worth", "In chips", "Cost", "Exact, in antes")),
    )


def _cost(cost: Fraction) -> str:
    return text.antes(cost).lstrip("+") if cost else "best"


def _key(action: dict[str, Any]) -> str:
    return repr(sorted(action.items()))


KIND = Kind(
    "decisions", "Decisions", "Fold, play or raise? Mostly close decisions, each with exact values.", drilled, ask
)

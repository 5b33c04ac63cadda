"""Payouts for dealers: a hand, its bets, and what the rules pay, from the settlement of a real round."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from seventh.games import GAMES, book_house, new_round, wording_of
from seventh.house import House
from seventh.room.drill.chance import Chance
from seventh.room.drill.question import Kind, NotAnAnswer, Question, Shown, Solution
from seventh.rounds.actions import DEALER, Bet, Claim, NoMoreBets, PlaceWagers
from seventh.rounds.dealer.narration import result_words
from seventh.rounds.driver import deal_on, from_deck
from seventh.rounds.events import Settled
from seventh.rounds.legal import BetAmounts
from seventh.rounds.offers import capital
from seventh.rounds.round import CLOSED, Round
from seventh.rounds.spots import WagerSpots

CANDIDATES = 24
_MOST_UNITS = 12
_AMOUNT = re.compile(r"[0-9]{1,9}(\.[0-9]{1,6})?")


def drilled() -> list[str]:
    return [name for name, game in GAMES.items() if game.round.AGAINST_HOUSE]


def ask(games: list[str], chance: Chance, weight: Callable[[str], int]) -> Question:
    game = chance.one_of(games)
    found = [played(game, chance) for _ in range(CANDIDATES)]
    weights = [interest(hand) * weight(topic_of(game, hand)) for hand in found]
    return question(game, chance.weighted(found, weights))


def played(game: str, chance: Chance) -> Round:
    """A round to its end: seat 1 with bets in round amounts that stays in, claims what it can, and is settled."""
    house = book_house(game)
    hand = new_round(house, {1: 10_000 * house.table_unit})
    hand.act(1, PlaceWagers(_wagers(hand, chance)))
    hand.act(DEALER, NoMoreBets())
    deck = from_deck(chance.shuffled(GAMES[game].deck))
    while hand.phase != CLOSED:
        if DEALER in hand.to_act:
            deal_on(hand, deck)
            continue
        hand.act(1, _stays(hand, chance))
    return hand


def _wagers(hand: Round, chance: Chance) -> dict[str, int]:
    choice = hand.legal(1).of(PlaceWagers)
    assert isinstance(choice, WagerSpots)
    while True:
        chosen: dict[str, int] = {}
        left = choice.budget
        for name in choice.names:
            amounts = choice.spot(name, chosen).amounts(left)
            if amounts and (not chosen or chance.below(4)):
                chosen[name] = amounts[chance.below(min(len(amounts), _MOST_UNITS))]
                left -= chosen[name]
        if PlaceWagers(chosen) in hand.legal(1):
            return chosen


def _stays(hand: Round, chance: Chance) -> Any:
    claim, bet = hand.legal(1).of(Claim), hand.legal(1).of(Bet)
    if claim is not None:
        return Claim()
    if isinstance(bet, BetAmounts):
        amounts = range(bet.minimum, bet.maximum + 1, bet.step)
        return Bet(bet.wager, amounts[chance.below(len(amounts))])
    return hand.default(1)


def lines_of(hand: Round) -> list[Settled]:
    outcome = hand.outcome
    assert outcome is not None
    return [line for line in outcome.settled if isinstance(line, Settled) and line.seat == 1]


def topic_of(game: str, hand: Round) -> str:
    """The bet that pays most by its table, or plainly winning or losing."""
    best = max(lines_of(hand), key=lambda line: (bool(line.row), line.payoff))
    return f"{game} {best.wager} {best.row or best.result}"


def interest(hand: Round) -> int:
    """Rounds that pay something, by a row of a table above all, come more often than they are dealt."""
    lines = lines_of(hand)
    return 1 + 4 * any(line.payoff for line in lines) + 12 * sum(bool(line.row and line.payoff) for line in lines)


def question(game: str, hand: Round) -> Question:
    house, words = hand.house, wording_of(hand.house)
    view: Any = hand.view(1)
    own, lines = view.seats[0], lines_of(hand)
    total = sum(line.payoff for line in lines)
    rows = tuple(
        (
            capital(words.title(line.wager)),
            house.money(line.amount),
            result_words(line, house.money),
            house.money(line.payoff),
            capital(words.because(line, own.cards, own.discards, view.dealer, "the player's")),
            line.clause,
        )
        for line in lines
    )
    mine, dealer = words.seen(own.cards), words.seen_at_dealer(view.dealer)
    return Question(
        kind="payouts",
        game=game,
        topic=topic_of(game, hand),
        title=house.title,
        asks="You are the dealer. How much do you pay out on these bets in total, not counting returned stakes?",
        shown=(*_streets(hand, own.cards, mine.order), Shown("You", dealer.order or view.dealer)),
        read=money_reader(house),
        allowed=f"an amount such as {house.money(10 * house.chips_per_unit)}, or 0",
        facts=tuple(f"{capital(words.title(line.wager))}: {house.money(line.amount)}" for line in lines),
        solution=Solution(
            frozenset((str(total),)),
            f"Pay {house.money(total)}. The player: {mine.name}. The dealer: {dealer.name}.",
            rows,
            ("Bet", "Amount", "Result", "Pays", "Reason", "Clause"),
        ),
    )


def _streets(hand: Any, cards: str, order: str) -> tuple[Shown, ...]:
    """The player's cards; where they are dealt in parts, those apart, since bets can depend on the first ones."""
    if len(hand.STREETS) == 1:
        return (Shown("The player", order or cards),)
    parts: list[Shown] = []
    left = cards
    for number in hand.STREETS:
        parts.append(Shown("The player's next cards" if parts else "The player's first cards", left[: 2 * number]))
        left = left[2 * number :]
    return tuple(parts)


def money_reader(house: House) -> Callable[[str], str]:
    """Reads an amount of money, and writes it in chips."""

    def read(typed: str) -> str:
        plain = typed.strip().removeprefix(house.currency).replace(",", "")
        chips = Fraction(plain) * house.chips_per_unit if _AMOUNT.fullmatch(plain) else None
        if chips is None or chips.denominator != 1:
            allowed = f"0 or more, up to nine digits, in steps of {house.money(1)}"
            raise NotAnAnswer(f"{typed.strip()[:20]!r} is not an amount; allowed: {allowed}")
        return str(chips.numerator)

    return read


KIND = Kind("payouts", "Payouts", "You are the dealer: what do these bets pay? With reasons and clauses.", drilled, ask)

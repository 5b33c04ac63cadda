"""A worked example: a round with prepared cards, the suggested moves, and its narration.

Only the cards are written by hand: the rules settle it, and the game's text gives the reasons.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct, convert

from seventh.games import game_of, wording_of
from seventh.games.scripted import Table
from seventh.house import House
from seventh.rounds import events as ev
from seventh.rounds.actions import Action, kinds_of
from seventh.rounds.narration import Narrator, codes
from seventh.rounds.offers import PRIMARY, Offer

YOU = 1
_BETS, _CARDS, _MOVE, _DEALER, _RESULT = "Your bets", "Your cards", "Your move", "The dealer's hand", "The result"
_PARTS: dict[type[ev.Event], str] = {
    ev.WagersPlaced: _BETS,
    ev.Dealt: _CARDS,
    ev.BetPlaced: _MOVE,
    ev.Folded: _MOVE,
    ev.Claimed: _MOVE,
    ev.Revealed: _DEALER,
    ev.Settled: _RESULT,
}


class WorkedHand(Struct, frozen=True):
    """Cards on the table, with their name."""

    who: str
    cards: str
    plays: str
    name: str


class WorkedStep(Struct):
    """One part of the round: its sentences and the hands to show."""

    title: str
    says: list[str]
    hands: list[WorkedHand]


def worked_round(house: House) -> list[WorkedStep]:
    """A round of the house's game against the dealer, step by step; empty for games among players."""
    game, words = game_of(house), wording_of(house)
    if not game.round.AGAINST_HOUSE:
        return []
    bets = ", ".join(f"{wager} {amount}" for wager, amount in words.worked_bets.items())
    text = f"{game.name}\nseat {YOU}: {bets} | {words.worked_cards}\ndealer: {words.worked_dealer}"
    table = Table(text, house=house)
    while table.round.outcome is None:
        offers = words.offers(table.round, YOU)
        table.act(YOU, words.automatic(table.round, YOU) or _suggested(offers))
    return list(_narrated(table, words).values())


def _suggested(offers: list[Offer]) -> Action:
    data = next((offer for offer in offers if offer.kind == PRIMARY), offers[0]).action
    return convert(data, kinds_of(Action)[data["action"]])


def _narrated(table: Table, words: Any) -> dict[int, WorkedStep]:
    hand: Any = table.round
    narrator = Narrator(words, hand.seats, lambda seat: f"Seat {seat}", YOU)
    steps: dict[int, WorkedStep] = {}
    own: list[str] = []
    part = ""
    for event, told in zip(hand.events, narrator.tell_all(hand.events), strict=True):
        found = _PARTS.get(type(event))
        if isinstance(event, ev.Dealt):
            if event.place != YOU:
                continue
            own += codes(event.cards)
        if found is None:
            continue
        if found != part:
            steps[len(steps)] = WorkedStep(found, [], [])
            part = found
        step = steps[len(steps) - 1]
        if isinstance(event, ev.Dealt):
            step.hands[:] = [_hand("You", "".join(own), words)]
        elif isinstance(event, ev.Revealed):
            dealer = "".join(card.text for card in hand.dealer)
            step.hands += [_hand("You", "".join(own), words), _hand("Dealer", dealer, words)]
        if told.say and not isinstance(event, ev.Dealt):
            step.says.append(told.say)
    steps[len(steps) - 1].says.append(_sum(table, words))
    return steps


def _hand(who: str, cards: str, words: Any) -> WorkedHand:
    seen = words.seen(cards)
    return WorkedHand(who, seen.order or cards, seen.plays, seen.name)


def _sum(table: Table, words: Any) -> str:
    net, money = table.net(YOU), words.house.money
    if not net:
        return "In total, you break even."
    return f"In total, you {'win' if net > 0 else 'lose'} {money(abs(net))}."

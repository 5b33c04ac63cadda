"""Rounds that the engine dealt, entered again by hand: down cards stay unknown until they are turned up."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from seventh.cards import Card, format_cards
from seventh.games import GAMES
from seventh.records.checking import _begin, _play
from seventh.records.hand_dealt import HandDealtRound
from seventh.records.record import Recorder, Step
from seventh.rounds import actions as act
from seventh.rounds import events as ev
from seventh.rounds.driver import from_deck
from seventh.rounds.round import Round

SETTLES = (ev.Settled, ev.PotWon, ev.RakeTaken, ev.ChipsReturned, ev.BetReturned)


def random_round(name: str, seed: object) -> Recorder:
    """A complete round dealt by the engine, at games against the dealer with irregularities in half of them."""
    rng = Random(f"{name} {seed}")
    while True:
        recorder = _begin(GAMES[name], rng)
        (_play if recorder.round.AGAINST_HOUSE else _play_on)(recorder, rng)
        if any(isinstance(event, ev.Dealt | ev.RoundVoided) for event in recorder.round.events):
            return recorder  # and not a round without wagers, which a dealer does not deal


def _play_on(recorder: Recorder, rng: Random) -> None:
    """Play a hand of stud in which few fold, so that most reach the showdown."""
    hand = recorder.round
    deck = list(GAMES[hand.game].deck)
    rng.shuffle(deck)
    draw = from_deck(deck)

    def shuffled(cards: Sequence[Card]) -> Sequence[Card]:
        return rng.sample(list(cards), len(cards))

    while hand.outcome is None:
        recorder.deal_on(draw, shuffled)
        for seat in hand.to_act:
            actions = list(hand.legal(seat))
            kept = [action for action in actions if not isinstance(action, act.Fold)]
            recorder.act(seat, rng.choice(kept if kept and rng.randrange(12) else actions))


def by_hand(hand: Round) -> HandDealtRound:
    """A hand-dealt round for the same seats under the same rules."""
    return HandDealtRound(type(hand).start(hand.house, hand.seats, hand.dealer_position, hand_dealt=True))


def settled(hand: Round) -> list[ev.Event]:
    return [event for event in hand.events if isinstance(event, SETTLES)]


def nets(hand: Round) -> dict[int, int]:
    assert hand.outcome is not None
    return hand.outcome.nets


class Dealer:
    """A person who knows what the engine dealt, and enters it step by step."""

    def __init__(self, played: Recorder, dealt: HandDealtRound | None = None) -> None:
        self.played: Any = played.round
        self.dealt = dealt or by_hand(played.round)
        self.queue: list[str] = []
        self.steps = list(played.steps)

    def run(self) -> HandDealtRound:
        while (entry := self.next_entry()) is not None:
            self.dealt.enter(entry)
        return self.dealt

    def next_entry(self) -> str | None:
        """The next line to type; None when the round is over."""
        entry = self._next()
        return "" if isinstance(entry, RunCard) and self.dealt.instruction.needs == "nothing" else entry

    def _next(self) -> str | None:
        if self.queue:
            return self.queue.pop(0)
        if self.dealt.round.outcome is not None:
            return None
        while self.steps:
            step = self.steps.pop(0)
            if isinstance(step.action, act.Show | act.Muck):
                continue  # shown at the end, in the order of the hand-dealt round
            self.queue = self.entries(step)
            if self.queue:
                return self.queue.pop(0)
        return self.at_the_end()

    def entries(self, step: Step) -> list[str]:
        action, seat, money = step.action, step.who, self.typed
        match action:
            case act.PlaceWagers(amounts=amounts):
                words = self.dealt.words
                placed = " ".join(f"{words.short(name)} {money(amount)}" for name, amount in amounts.items())
                return [f"{seat} {placed or 'out'} yes"]  # also if nothing is left for the next bet
            case act.NoMoreBets():
                return ["close"]
            case act.Deal(cards=cards):
                up = next((event.up for event in step.events if isinstance(event, ev.Dealt)), "")
                return [up]
            case act.DealCards(cards=cards):
                dealt = [event for event in step.events if isinstance(event, ev.Dealt)]
                return [RunCard(event.cards) for event in dealt]
            case act.Claim():
                shown = next(event.cards for event in step.events if isinstance(event, ev.Claimed))
                return [f"{seat} claim {shown}".strip()]
            case act.Fold(claim=claim):
                return [f"{seat} fold claim" if claim else f"{seat} fold"]
            case act.Bet(amount=amount) | act.BetTo(amount=amount):
                return [f"{seat} bet {money(amount)}"]
            case act.SetHand(discards=discards):
                return [f"{seat} set" if discards else f"{seat} best"]
            case act.Reveal():
                held = getattr(self.dealt.round, "dealer")  # noqa: B009 - only at games against the dealer
                return [format_cards(card for card in self.played.dealer if card not in held)]
            case act.ShuffleBurns():
                return ["shuffle"]
            case act.ExposeDealerCard(card=card):
                return [f"! exposed {card}"]
            case act.FaceUpCard(card=card):
                return [f"! boxed {card}"]
            case act.DrawnInError():
                return ["! drawn"]
            case act.WrongNumber(place=place, cards=cards):
                return [f"! count {place} {len(cards) // 2}"]
            case act.ShufflerFails():
                return ["! shuffler"]
            case act.VoidRound(reason=reason):
                return [f"! void {reason}"]
            case act.Check() | act.Call() | act.BringIn():
                return [str(action.__struct_config__.tag).replace("_", " ")]
        return [""]

    def typed(self, amount: int) -> str:
        house: Any = self.played.house
        return house.money(amount).removeprefix(house.currency).replace(",", "")

    def at_the_end(self) -> str:
        """Hands still to be turned up, discards to be named, and the showdown."""
        told, hand = self.dealt.instruction, self.dealt.round
        seat = told.place
        if told.choose_from:
            return format_cards(self.played.hands[seat].discards)
        if any(isinstance(e, ev.Mucked) and e.seat == seat for e in self.played.events):
            return "muck"
        held, own = hand.hands[seat].cards, self.played.hands[seat].cards
        return format_cards(card for card in own if card not in held)


class RunCard(str):
    """A card of a run at stud: typed only if it is dealt face up."""

    __slots__ = ()

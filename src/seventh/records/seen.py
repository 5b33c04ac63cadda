"""A round as one seat may see it: cards the seat never saw are `??`, and the record can still be replayed."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from seventh.cards import parse_cards
from seventh.records.record import Record, Recorder, Step
from seventh.rounds import events as ev
from seventh.rounds.actions import Action, Burn, DealCards, ShuffleBurns, WrongNumber
from seventh.rounds.events import HIDDEN, Event
from seventh.rounds.round import Round

Sees = Callable[[int, str], bool]
"""Whether a seat's card may be named."""


def seen_by(record: Record, viewer: int | None) -> Record:
    """The record for one seat, None for a spectator. Its proof keeps everything but openings, which are personal.

    A round without hidden cards is not masked, but available only when it is over: then its seed, and so every card, is
    public.
    """
    if viewer is not None and viewer not in record.seats:
        raise ValueError(f"seat {viewer} was not in the round; its seats are {', '.join(map(str, record.seats))}")
    hand = record.new_round()
    if not hand.KEEPS_SECRETS:
        if record.result is None:
            raise ValueError(f"a round of {record.game} is not available before it is over")
        return record
    for step in record.steps:
        hand.act(step.who, step.action)
    sees = visible_cards(hand, viewer)
    recorder = Recorder(record.new_round(), record.about)
    for step in record.steps:
        recorder.act(step.who, _masked_step(step, sees))
    if record.proof is not None:
        recorder.proof = msgspec.structs.replace(record.proof, openings=())
    return msgspec.structs.replace(recorder.record(), form=record.form)


SHOWS_CARDS = (ev.Dealt, ev.Shown, ev.DownCardExposed, ev.Miscounted)
"""The events in which a viewer may see cards of a seat."""


def visible_cards(hand: Round, viewer: int | None) -> Sees:
    """Which cards the viewer has seen so far, including those of hands that were turned over later."""
    seen: set[tuple[int, str]] = set()
    for event in hand.events:
        if not isinstance(event, SHOWS_CARDS):
            continue
        match event.seen_by(viewer):
            case ev.Dealt(place=int(seat), cards=cards) | ev.Shown(seat=seat, cards=cards):
                seen |= {(seat, card) for card in _split(cards)}
            case ev.Miscounted(place=int(seat), cards=cards):
                seen |= {(seat, card) for card in _split(cards) if card != HIDDEN}
            case ev.DownCardExposed(seat=seat, card=card):
                seen.add((seat, card))
    for view in hand.view(viewer).seats:
        seen |= {(view.seat, card) for card in _split(view.cards)}
    return lambda seat, card: (seat, card) in seen


def masked(action: Action, sees: Sees) -> Action:
    """An action that is not a deal, without the cards in it that the viewer has not seen."""
    match action:
        case Burn():
            return Burn()
        case ShuffleBurns(order=order):
            return ShuffleBurns(HIDDEN * len(parse_cards(order)))
        case WrongNumber(place=int(seat), cards=cards):
            return WrongNumber(seat, "".join(_mask(seat, card, sees) for card in _split(cards)))
    return action


def _masked_step(step: Step, sees: Sees) -> Action:
    if not isinstance(step.action, DealCards):
        return masked(step.action, sees)
    return DealCards("".join(_masked_deal(event, sees) for event in step.events))


def _masked_deal(event: Event, sees: Sees) -> str:
    if not isinstance(event, ev.Dealt):
        return ""
    return _mask(event.place, event.cards, sees) if isinstance(event.place, int) else event.cards


def _mask(seat: int, card: str, sees: Sees) -> str:
    return card if sees(seat, card) else HIDDEN


def _split(cards: str) -> list[str]:
    return [card.text for card in parse_cards(cards)]

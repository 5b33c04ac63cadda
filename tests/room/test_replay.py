"""Replays: frames made from a record equal the record, step by step, for every seat and for a spectator (R42, R43)."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from seventh.games import wording_of
from seventh.records import phh, seen_by
from seventh.records.record import Record
from seventh.room.replay import Looker, Replay, ReplayStep, replay, seats_only
from seventh.rounds import events as ev
from seventh.rounds.events import HIDDEN
from seventh.rounds.narration import Narrator, codes
from tests.known import known
from tests.records.playing_any import random_round
from tests.records.playing_stud import RandomHand

DEALER_GAMES = ("high-card-flush", "boston-7-stud", "seven-card-thrill")
ROUNDS = 10


def view_of(step: ReplayStep) -> Any:
    return known(step.frame.round).view


def stud_round(seed: int, trouble: float = 0.0) -> Record:
    return RandomHand(Random(f"replay {seed}"), trouble=trouble, folds=0.08).play().record()


def some_round(game: str, seed: int, trouble: float = 0.0) -> Record:
    return random_round(game, seed, trouble) if game in DEALER_GAMES else stud_round(seed, trouble)


def views_of(record: Record, viewer: int | None) -> list[Any]:
    """The view after each recorded step, by playing the record again."""
    hand = record.new_round()
    views = [hand.view(viewer)]
    for step in record.steps:
        hand.act(step.who, step.action)
        views.append(hand.view(viewer))
    return [msgspec.structs.replace(view, choices=()) for view in views]


class Fold:
    """Cards and chips by the events that a seat saw, without the rules."""

    def __init__(self, record: Record) -> None:
        self.stacks = dict(record.seats)
        self.cards: dict[int, list[str]] = {seat: [] for seat in record.seats}
        self.wagers: dict[int, int] = dict.fromkeys(record.seats, 0)
        self.bets: dict[int, int] = dict.fromkeys(record.seats, 0)
        self.dealer: list[str] = []

    def see(self, event: Any) -> None:
        match event:
            case ev.Dealt(place=int(seat), cards=cards):
                self.cards[seat] += codes(cards)
            case ev.Dealt(place="dealer", cards=cards):
                self.dealer += codes(cards)
            case ev.Revealed(cards=cards):
                self.dealer = codes(cards)
            case ev.Shown(seat=seat, cards=cards):
                self.cards[seat] = codes(cards)
            case ev.WagersPlaced(seat=seat, amounts=amounts):
                self.stacks[seat] += self.wagers[seat] - sum(amounts.values())
                self.wagers[seat] = sum(amounts.values())
            case ev.BetPlaced(seat=seat, amount=amount) | ev.AntePosted(seat=seat, amount=amount):
                self.stacks[seat] -= amount
            case ev.Settled(seat=seat, returned=returned, payoff=payoff):
                self.stacks[seat] += returned + payoff
            case ev.BroughtIn(seat=seat, amount=amount) | ev.Called(seat=seat, amount=amount):
                self.put_in(seat, amount)
            case ev.BetMade(seat=seat, to=to):
                self.put_in(seat, to - self.bets[seat])
            case ev.BetsCollected():
                self.bets = dict.fromkeys(self.bets, 0)
            case ev.BetReturned(seat=seat, amount=amount) | ev.PotWon(seat=seat, amount=amount):
                self.stacks[seat] += amount
            case ev.ChipsReturned(seat=seat, amount=amount):
                self.stacks[seat] += amount

    def put_in(self, seat: int, amount: int) -> None:
        self.bets[seat] += amount
        self.stacks[seat] -= amount

    def agrees_with(self, view: Any) -> None:
        for line in view.seats:
            assert line.stack == self.stacks[line.seat]
            assert sorted(codes(line.cards)) == sorted(self.cards[line.seat])
        assert sorted(codes(getattr(view, "dealer", ""))) == sorted(self.dealer)


def outcome_classes(record: Record) -> set[str]:
    """The ways in which wagers and pots ended."""
    found: set[str] = {event.result for event in record.events if isinstance(event, ev.Settled)}
    found |= {type(event).__name__ for event in record.events} & {"Folded", "Mucked", "Shown", "PotWon"}
    return found | ({"void"} if record.result and record.result.void else set())


EXPECTED = {
    "high-card-flush": {"win", "lose", "push", "Folded"},
    "boston-7-stud": {"win", "lose", "push", "Folded", "Shown"},
    "seven-card-thrill": {"win", "lose", "push", "Shown"},
    "seven-card-stud": {"PotWon", "Folded", "Shown", "Mucked"},
}


def assert_equals_its_record(record: Record) -> None:
    for viewer in (None, *record.seats):
        found = replay(record, Looker(viewer))
        views = views_of(record, viewer)
        starts = [step.action for step in found.steps[1:]]
        assert starts == sorted(set(starts))
        assert view_of(found.steps[0]) == views[0]
        assert view_of(found.steps[-1]) == views[-1], "the last frame is the final view"
        fold = Fold(record)
        for step in found.steps:
            for event in step.frame.events:
                fold.see(event)
            assert view_of(step) in views
            fold.agrees_with(view_of(step))
        told = [event for step in found.steps for event in step.frame.events]
        assert told == [event.seen_by(viewer) for event in record.events], "nothing left out, nothing added"


@pytest.mark.parametrize("game", EXPECTED)
def test_R43_every_step_of_a_replay_equals_the_record_for_every_seat(game):
    """Some rounds, and as many more as it takes until wagers have ended in every way."""
    missing = set(EXPECTED[game])
    for seed in range(2000):
        record = some_round(game, seed)
        if seed < ROUNDS or missing & outcome_classes(record):
            assert_equals_its_record(record)
        missing -= outcome_classes(record)
        if seed >= ROUNDS and not missing:
            return
    raise AssertionError(f"no round with {missing}")


@pytest.mark.parametrize("game", EXPECTED)
def test_R42_captions_are_the_narrators_and_none_is_lost(game):
    for seed in range(ROUNDS):
        record = some_round(game, seed, trouble=0.1)
        viewer = min(record.seats)
        found = replay(record, Looker(viewer, names=seats_only(record.seats)))
        order = getattr(record.new_round(), "order", ())
        names = {seat: f"Seat {seat}" for seat in record.seats}
        wording = wording_of(record.new_house())
        narrator = Narrator(wording, record.seats, names.__getitem__, viewer, order=order, minus="\u2212")
        said = []
        for step in record.steps:
            said += [one.say for one in narrator.tell_all([e.seen_by(viewer) for e in step.events]) if one.say]
        assert [line for step in found.steps[1:] for line in step.says] == said
        assert all(set(step.caption) <= set(step.says) for step in found.steps)
        assert all(step.says for step in found.steps[1:]), "no step without words"
        assert view_of(found.steps[-1]) == views_of(record, viewer)[-1]


def shown_cards(found: Replay) -> set[str]:
    """Every card that any frame names."""
    cards: set[str] = set()
    for step in found.steps:
        view = view_of(step)
        for line in view.seats:
            cards |= set(codes(line.cards))
        cards |= set(codes(getattr(view, "dealer", "") + getattr(view, "common", "") + view.set_aside))
    return cards - {HIDDEN}


def test_R30_a_card_that_is_shown_later_is_hidden_before():
    """The record knows it from the start: frames must not."""
    for seed in range(60):
        record = stud_round(seed)
        shows = [event for event in record.events if isinstance(event, ev.Shown)]
        viewer = next((seat for seat in record.seats if shows and seat != shows[-1].seat), None)
        if viewer is None:
            continue
        found = replay(seen_by(record, viewer), Looker(viewer))
        whose = shows[-1].seat
        lines = [{line.seat: line for line in view_of(step).seats}[whose] for step in found.steps]
        assert HIDDEN not in lines[-1].cards
        dealt = [line for line in lines if len(line.cards) == 6]
        assert all(line.cards.startswith(HIDDEN * 2) for line in dealt)
        assert dealt
        return
    raise AssertionError("no showdown")


@pytest.mark.parametrize("game", EXPECTED)
def test_a_spectator_of_every_card_sees_what_the_record_knows(game):
    record = some_round(game, 3)
    found = replay(record, Looker(None, every_card=True))
    dealt = [event for event in record.events if isinstance(event, ev.Dealt) and isinstance(event.place, int)]
    assert {card for event in dealt for card in codes(event.cards)} <= shown_cards(found)
    seen = shown_cards(replay(record, Looker(None)))
    assert seen < shown_cards(found) if game not in DEALER_GAMES else seen <= shown_cards(found)


def test_a_hand_with_the_wrong_number_of_cards_is_replayed():
    """A void hand may have more cards than any hand can be ranked with."""
    for seed in range(400):
        record = random_round("boston-7-stud", seed, trouble=0.3)
        if any(isinstance(event, ev.Miscounted) for event in record.events):
            for viewer in (None, *record.seats):
                replay(record, Looker(viewer))
            return
    raise AssertionError("no miscount")


def test_a_phh_hand_is_replayed_in_its_own_amounts():
    record = RandomHand(Random("phh replay"), folds=0.05).play().record()
    played = phh.replay(phh.read(phh.write(record))[0])
    found = replay(played.record, Looker(None, every_card=True))
    final = {line.seat: line.stack for line in view_of(found.steps[-1]).seats}
    assert [final[seat] * played.unit for seat in played.seats] == list(played.finishing_stacks)

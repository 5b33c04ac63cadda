"""Rounds of every game dealt from seeds, as a room would: played at random, recorded, with their proof."""

from random import Random
from typing import Any

from seventh.fair import Inputs, Secret, Shuffled
from seventh.games import game as game_named
from seventh.records import Recorder
from seventh.rounds.actions import DEALER, FLOOR, Fold
from seventh.rounds.calls import action_for
from tests.known import known
from tests.playing.adapters import ADAPTERS
from tests.playing.houses import random_house
from tests.playing.moves import random_action

STUD = "seven-card-stud"
DEALER_GAMES = ("boston-7-stud", "seven-card-thrill", "high-card-flush")
GAMES = (*DEALER_GAMES, STUD)


class Played:
    """A round in progress or over, with the deck it came from."""

    def __init__(self, game, seed, house=None, seats=None, folds=0.1, stop=1.0):
        self.rng = rng = Random(f"fair {game} {seed}")
        adapter = ADAPTERS[game]
        house = house or random_house(game, rng, adapter.mend)[0]
        seats = seats or adapter.seats(house, rng)
        self.hand: Any = game_named(game).round(house, seats, **adapter.start(rng))
        self.recorder = Recorder(self.hand)
        givers = [seat for seat in seats if rng.random() < 0.9]
        client_seeds = {seat: rng.randbytes(rng.randrange(1, 33)) for seat in givers}
        self.inputs = Inputs(Secret(rng.randbytes(32)), game, f"table {seed}", f"{game}/{seed}", client_seeds)
        self.shuffled = Shuffled(self.inputs)
        while self.hand.outcome is None and rng.random() < stop:
            self.step(folds)

    def step(self, folds):
        who = self.rng.choice(sorted(self.hand.to_act, key=str))
        if who == DEALER:
            action = self.shuffled.dealer_action(self.hand)
        else:
            action = known(random_action(self.hand, who, self.rng))
            if isinstance(action, Fold) and self.rng.random() >= folds:
                action = next((a for a in self.hand.legal(who) if not isinstance(a, Fold)), action)
        self.recorder.act(who, action)

    def record(self, viewer=None, revealed=True):
        """The record with its proof: everything, or while the seed is secret with a seat's openings."""
        self.recorder.proof = self.shuffled.proof(self.hand, viewer, revealed=revealed)
        return self.recorder.record()


def with_shuffled_burns(start=0, **options):
    """A hand of stud in which the burns were shuffled."""
    for seed in range(start, start + 10_000):
        played = Played(STUD, seed, folds=0.0, **options)
        if any(type(event).__name__ == "BurnsShuffled" for event in played.hand.events):
            return played
    raise LookupError


def with_a_card_too_many(seat=1, more=True, streets=(4, 5), seeds=10_000):
    """A hand of stud in which the floor called a wrong number of cards, and which was then played on."""
    for seed in range(seeds):
        played = Played(STUD, seed, folds=0.0, stop=0.0)
        hand, top = played.hand, played.shuffled.top
        while hand.outcome is None and not (hand.street in streets and hand.betting.acted and seat in hand.seats):
            played.step(0.0)
        if hand.outcome is not None or len(hand.remaining) < 3 or not hand.held(seat):
            continue
        key = f"seat:{seat}:{'more' if more else 'fewer'}"
        played.recorder.act(FLOOR, action_for(hand, "wrong_number", key, "", top(hand)))
        while hand.outcome is None:
            played.step(0.0)
        return played
    raise LookupError

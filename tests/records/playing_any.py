"""Random rounds of the games against the dealer, recorded as they are played."""

from random import Random

from seventh.games import new_round
from seventh.records import Recorder
from seventh.rounds.actions import FLOOR
from tests.playing.adapters import ADAPTERS
from tests.playing.houses import random_house
from tests.playing.moves import random_action
from tests.playing.seats import random_seats


def random_round(game, seed, trouble=0.05, unknown=False, unasked=0.0):
    """One round to its end; `unasked` is how often a seat acts that nobody waits for, if it can."""
    rng = Random(f"{game} {seed}")
    adapter = ADAPTERS[game]
    house, _ = random_house(game, rng, adapter.mend)
    recorder = Recorder(new_round(house, random_seats(house, rng)), {"seed": seed})
    order = list(adapter.deck)
    rng.shuffle(order)
    while recorder.round.outcome is None:
        waiting = sorted(recorder.round.to_act, key=str)
        who = FLOOR if rng.random() < trouble else rng.choice(waiting)
        if unasked and rng.random() < unasked:
            who = rng.choice(list(recorder.round.seats))
        action = random_action(recorder.round, who, rng, unknown, order)
        if action is not None:
            recorder.act(who, action)
    return recorder.record()

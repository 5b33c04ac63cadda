"""Random players: who sits where, and with how many chips."""

from __future__ import annotations

from random import Random

from seventh.house import House
from seventh.rounds.stud.house import StudHouse


def random_seats(house: House, rng: Random) -> dict[int, int]:
    """One to six players; some have too little for a further wager, or for any."""
    unit = house.table_unit
    taken = rng.sample(range(1, house.seats + 1), rng.randrange(1, house.seats + 1))
    return {seat: rng.randrange(rng.choice((10, 40, 40, 120))) * unit + rng.choice((0, 0, 1)) for seat in sorted(taken)}


def stud_seats(house: StudHouse, rng: Random) -> dict[int, int]:
    """Two to eight players, all with chips: deep, some short, or hardly anybody with enough for the ante."""
    stakes = house.stakes
    most = (40 * stakes.big_bet, 12 * stakes.big_bet, stakes.ante + 3 * stakes.small_bet, stakes.ante + stakes.bring_in)
    some = rng.choice((most, most[:2], most[1:], most[2:]))
    taken = rng.sample(range(1, house.seats + 1), rng.choice((house.seats, rng.randrange(2, house.seats + 1))))
    tops = {seat: rng.choice(some) for seat in sorted(taken)}
    return {seat: rng.choice((rng.randint(1, top), top)) for seat, top in tops.items()}

"""Live rounds for tests: opened at a table with chips on the ledger, played step by step by scripted players."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from seventh.fair import Secret
from seventh.games import book_house
from seventh.house import House
from seventh.room.changes import Change, Transfer
from seventh.room.custody.keys import RoomKey
from seventh.room.ledger import stack
from seventh.room.rounds.live_round import LiveRound, Moved
from seventh.room.rounds.rounds import Seated, open_round, rules_in_force
from seventh.room.store import Store, open_store
from tools.scripted_players import own_seed, scripted

GAMES = ("seven-card-stud", "boston-7-stud", "seven-card-thrill", "high-card-flush")
RICH = 100_000_000


def new_store(path: Path, house_chips: int = RICH) -> Store:
    """A store on SQLite with a house that has chips."""
    store = open_store(path)
    if house_chips:
        store.commit(Change(transfers=(Transfer("funding", "mint", "house", house_chips, "grant"),))).result()
    return store


def open_at(
    store: Store,
    house: House | str,
    seats: int = 3,
    table: str = "t",
    number: int = 1,
    chips: int = 50_000,
    fresh: bool = False,
    key: RoomKey | None = None,
) -> LiveRound:
    """A round that is committed, with everybody's chips on the ledger; the same cards each time unless it is fresh."""
    house = book_house(house) if isinstance(house, str) else house
    people = {seat: f"{seat:012x}" for seat in range(1, seats + 1)}
    stacks = [stack(table, person) for person in people.values()]
    bring = tuple(Transfer(f"{table}:{number}:{name}", "mint", name, chips, "grant") for name in stacks)
    seated = {seat: Seated(person, chips) for seat, person in people.items()}
    secret = None if fresh else Secret(sha256(f"{house.game} {table}/{number}".encode()).digest())
    position = 1 if house.game == "seven-card-stud" else None
    live, change = open_round(
        table=table, number=number, house=house, seats=seated, dealer_position=position, at=1, secret=secret, key=key
    )
    store.commit(rules_in_force(house) + Change(opens=tuple(stacks), transfers=bring) + change).result()
    return live


def steps(live: LiveRound, word: str = "test") -> Iterator[Moved]:
    """One step after another until the round is over; the caller sends nothing back, each goes on from the last."""
    play = scripted(word)
    for seat in () if live.seeds_closed else sorted(set(live.seats) - set(live.client_seeds)):
        moved = live.contribute(seat, own_seed(word, live, seat), 2)
        yield moved
        live = moved.after
    while not live.over:
        seats = sorted(seat for seat in live.hand.to_act if isinstance(seat, int))
        if seats:
            person, number = live.seats[seats[0]].person, live.decision(seats[0])
            action = play(live, seats[0])
            moved = live.act(seats[0], action, 3, person, f"{live.id}:{seats[0]}:{number}")
        else:
            moved = live.deal_on(4)
        yield moved
        live = moved.after


def play_out(store: Store, live: LiveRound, word: str = "test") -> LiveRound:
    """Play to the end, everything committed."""
    for moved in steps(live, word):
        store.commit(moved.change).result()
        live = moved.after
    return live

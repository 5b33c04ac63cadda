"""The ledger agrees with the rules after every event of every game (R10, R12, R15)."""

from random import Random

import pytest

from seventh.room.ledger import HOUSE, RAKE
from seventh.room.rounds.postings import Books, call_off, post
from seventh.rounds.dealer.state import DealerState
from seventh.rounds.events import RoundVoided, Settled
from seventh.rounds.round import Round
from seventh.rounds.stud import StudRound
from tests.playing.adapters import ADAPTERS
from tests.playing.walks import random_start, walk

RICH = 10**9


class Ledger:
    """Balances that refuse to be negative, as the database's do."""

    def __init__(self, hand: Round) -> None:
        self.start = {f"stack:t:{seat}": chips for seat, chips in hand.seats.items()} | {HOUSE: RICH, RAKE: 0}
        self.balances = {**self.start, "escrow:t/1": 0}
        self.ids: set[str] = set()
        self.obligations: set[str] = set()

    def post(self, transfers) -> None:
        for transfer in transfers:
            assert transfer.amount > 0
            assert transfer.id not in self.ids
            assert transfer.round == "t/1"
            self.ids.add(transfer.id)
            if transfer.obligation is not None:
                assert transfer.obligation not in self.obligations, transfer
                self.obligations.add(transfer.obligation)
            self.balances[transfer.giver] -= transfer.amount
            assert self.balances[transfer.giver] >= 0, transfer
            self.balances[transfer.taker] += transfer.amount


def books_of(hand: Round) -> Books:
    return Books("t/1", "escrow:t/1", {seat: f"stack:t:{seat}" for seat in hand.seats}, hand.house)


def stacks_by_rules(hand: Round) -> dict[str, int]:
    return {f"stack:t:{seat}": one.stack for seat, one in hand.hands.items()}


@pytest.mark.parametrize("game", ADAPTERS)
def test_R10_the_ledger_and_the_rules_have_the_same_chips_after_every_action(game):
    voids = 0
    for seed in range(250):
        rng = Random(f"postings {game} {seed}")
        hand = random_start(game, rng)
        ledger, books = Ledger(hand), books_of(hand)
        for events in walk(hand, rng):
            books, transfers = post(books, events)
            ledger.post(transfers)
            stacks = stacks_by_rules(hand)
            assert {name: ledger.balances[name] for name in stacks} == stacks, (seed, events)
            assert books.held == ledger.balances["escrow:t/1"]
            if isinstance(hand, StudRound):
                assert books.held == hand.pot
                assert ledger.balances[HOUSE] == RICH
            else:
                owed = sum(sum(one.wagers.values()) for one in hand.hands.values())
                assert hand.outcome or books.held >= owed, "the wagers that lie on the layout are not all in escrow"
        assert ledger.balances["escrow:t/1"] == 0, "R12: an escrow that is not empty when the round closes"
        assert isinstance(hand, StudRound | DealerState)
        assert ledger.balances[HOUSE] + ledger.balances[RAKE] - RICH == hand.house_result
        assert books.events == len(hand.events)
        voids += any(isinstance(event, RoundVoided) for event in hand.events)
    assert voids > 5


@pytest.mark.parametrize("game", ADAPTERS)
def test_R12_events_posted_at_once_or_one_by_one_are_the_same_transfers(game):
    for seed in range(20):
        rng = Random(f"at once {game} {seed}")
        hand = random_start(game, rng)
        one_by_one, books = [], books_of(hand)
        for events in walk(hand, rng):
            for event in events:
                books, transfers = post(books, (event,))
                one_by_one += transfers
        assert post(books_of(hand), hand.events) == (books, tuple(one_by_one))


@pytest.mark.parametrize("game", ADAPTERS)
def test_R23_a_round_called_off_at_any_moment_leaves_every_account_as_it_was(game):
    for seed in range(60):
        rng = Random(f"call off {game} {seed}")
        hand = random_start(game, rng)
        ledger, books, stop = Ledger(hand), books_of(hand), rng.randrange(40)
        for number, events in enumerate(walk(hand, rng)):
            if number == stop or hand.outcome:
                break
            books, transfers = post(books, events)
            ledger.post(transfers)
        ledger.post(call_off("t/1", "escrow:t/1", books.moved))
        assert ledger.balances == {**ledger.start, "escrow:t/1": 0}


def test_R15_the_house_has_reserved_every_payoff_before_it_is_owed():
    """With nothing but what was reserved, nobody waits for a payoff."""
    won = 0
    for seed in range(200):
        rng = Random(f"reserve {seed}")
        hand = random_start("high-card-flush", rng, by_the_book=True)
        ledger, books = Ledger(hand), books_of(hand)
        for events in walk(hand, rng, trouble=0):
            books, transfers = post(books, events)
            if any(isinstance(event, Settled) for event in events):
                assert all(transfer.giver != HOUSE for transfer in transfers)
                won += any(isinstance(event, Settled) and event.payoff for event in events)
            ledger.post(transfers)
    assert won > 50

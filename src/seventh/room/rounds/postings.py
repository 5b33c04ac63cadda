"""From what happens in a round to the chips that move: the one place where events become transfers.

A round has an account of its own, its escrow. Wagers go there from the stacks, with them what the house could come to
owe (R15); what is won comes out of it, and what is left when the round closes is the house's. The books of a round are
a value: posting gives new ones and leaves the old as they were.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from seventh.games import game_of
from seventh.house import House
from seventh.room.changes import Transfer
from seventh.room.ledger import HOUSE, RAKE
from seventh.rounds import events as ev
from seventh.rounds.events import Event

WAGER, RESERVE, RELEASE, SETTLEMENT, RETURN, RAKED, REFUND = (
    "wager",
    "reserve",
    "release",
    "settlement",
    "return",
    "rake",
    "refund",
)
"""What a transfer of a round is for."""


class Books(Struct, frozen=True):
    """What the ledger knows of a round."""

    round: str
    escrow: str
    """The round's own account."""
    stacks: dict[int, str]
    """The account of each seat."""
    house: House
    events: int = 0
    """How many events have been posted."""
    wagers: dict[int, dict[str, int]] = {}
    """Everything that each seat wagered against the dealer, settled or not."""
    reserved: dict[int, int] = {}
    """What the house has put up for each of them."""
    bets: dict[int, int] = {}
    """Stud: what lies in front of each seat on this street."""
    moved: dict[str, int] = {}
    """What every account but the escrow has received from it, below 0 what it has put in."""

    @property
    def held(self) -> int:
        """The chips in the escrow."""
        return -sum(self.moved.values())


def post(books: Books, events: Sequence[Event]) -> tuple[Books, tuple[Transfer, ...]]:
    """The books after these events, and the transfers that they mean."""
    if _HANDLERS.keys().isdisjoint([type(event) for event in events]):
        return replace(books, events=books.events + len(events)), ()
    posting = _Posting(books)
    for event in events:
        handler = _HANDLERS.get(type(event))
        if handler is not None:
            posting.part = 0
            handler(posting, event)
        posting.number += 1
    return posting.books(), tuple(posting.transfers)


def call_off(round_id: str, escrow: str, moved: Mapping[str, int]) -> tuple[Transfer, ...]:
    """Put every chip of a round back where it came from, whatever the rules would say: it cannot go on."""
    returned = [(account, amount) for account, amount in moved.items() if amount > 0]
    put_in = [(account, -amount) for account, amount in moved.items() if amount < 0]
    # What came out goes back in first: the escrow is never below zero.
    ways = [(account, escrow, amount) for account, amount in returned]
    ways += [(escrow, account, amount) for account, amount in put_in]
    return tuple(
        Transfer(f"{round_id}:void:{k}", giver, taker, amount, REFUND, round_id, f"void:{giver}:{taker}")
        for k, (giver, taker, amount) in enumerate(ways)
    )


class _Posting:
    """Books that are being written."""

    __slots__ = ("_books", "bets", "moved", "number", "part", "reserved", "transfers", "wagers")

    def __init__(self, books: Books) -> None:
        self._books = books
        self.number = books.events
        self.part = 0
        self.transfers: list[Transfer] = []
        self.wagers = dict(books.wagers)
        self.reserved = dict(books.reserved)
        self.bets = dict(books.bets)
        self.moved = dict(books.moved)

    def books(self) -> Books:
        return replace(
            self._books,
            events=self.number,
            wagers=self.wagers,
            reserved=self.reserved,
            bets=self.bets,
            moved=self.moved,
        )

    def into(self, account: str, amount: int, kind: str) -> None:
        """Chips for the escrow; fewer than none come back out of it."""
        if amount > 0:
            self._transfer(account, self._books.escrow, amount, kind, None)
            self.moved[account] = self.moved.get(account, 0) - amount
        elif amount < 0:
            self.out(account, -amount, RELEASE if kind is RESERVE else RETURN)

    def out(self, account: str, amount: int, kind: str, obligation: str | None = None) -> None:
        """Chips from the escrow."""
        if amount:
            self._transfer(self._books.escrow, account, amount, kind, obligation)
            self.moved[account] = self.moved.get(account, 0) + amount

    def _transfer(self, giver: str, taker: str, amount: int, kind: str, obligation: str | None) -> None:
        books = self._books
        name = f"{books.round}:{self.number}:{self.part}"
        self.transfers.append(Transfer(name, giver, taker, amount, kind, books.round, obligation))
        self.part += 1

    def stack(self, seat: int) -> str:
        return self._books.stacks[seat]

    # Against the dealer.

    def wagers_placed(self, event: ev.WagersPlaced) -> None:
        before = sum(self.wagers.get(event.seat, {}).values())
        self.into(self.stack(event.seat), sum(event.amounts.values()) - before, WAGER)
        self._reserve(event.seat, event.amounts)

    def bet_placed(self, event: ev.BetPlaced) -> None:
        self.into(self.stack(event.seat), event.amount, WAGER)
        # A raise below the largest leaves more put up than is needed; it goes back when the round closes.
        self._reserve(event.seat, {**self.wagers[event.seat], event.wager: event.amount}, gives_back=False)

    def _reserve(self, seat: int, wagers: dict[str, int], gives_back: bool = True) -> None:
        self.wagers[seat] = wagers
        house = self._books.house
        need, have = game_of(house).round.worst_case(house, wagers), self.reserved.get(seat, 0)
        if need > have or gives_back:
            self.into(HOUSE, need - have, RESERVE)
            self.reserved[seat] = need

    def settled(self, event: ev.Settled) -> None:
        kind = REFUND if event.result == "void" else SETTLEMENT
        self.out(self.stack(event.seat), event.returned + event.payoff, kind, f"{event.seat}:{event.wager}")

    def round_closed(self, _: ev.RoundClosed) -> None:
        if self.wagers:  # at stud the house has no part in a pot, and nothing may be left of it
            self.out(HOUSE, -sum(self.moved.values()), RELEASE, "rest")

    # Stud.

    def ante_posted(self, event: ev.AntePosted) -> None:
        self.into(self.stack(event.seat), event.amount, WAGER)

    def put_in(self, event: ev.BroughtIn | ev.Called) -> None:
        self._bet(event.seat, event.amount)

    def bet_made(self, event: ev.BetMade) -> None:
        self._bet(event.seat, event.to - self.bets.get(event.seat, 0))

    def _bet(self, seat: int, amount: int) -> None:
        self.bets[seat] = self.bets.get(seat, 0) + amount
        self.into(self.stack(seat), amount, WAGER)

    def bet_returned(self, event: ev.BetReturned) -> None:
        self.bets[event.seat] = max(self.bets.get(event.seat, 0) - event.amount, 0)
        self.out(self.stack(event.seat), event.amount, RETURN)

    def bets_collected(self, _: ev.BetsCollected) -> None:
        self.bets = {}

    def rake_taken(self, event: ev.RakeTaken) -> None:
        self.out(RAKE, event.amount, RAKED, "rake")

    def pot_won(self, event: ev.PotWon) -> None:
        self.out(self.stack(event.seat), event.amount, SETTLEMENT, f"{event.seat}:pot {event.pot}")

    def chips_returned(self, event: ev.ChipsReturned) -> None:
        self.out(self.stack(event.seat), event.amount, REFUND, f"{event.seat}:returned")


_HANDLERS: dict[type[Event], Callable[[_Posting, Any], None]] = {
    ev.WagersPlaced: _Posting.wagers_placed,
    ev.BetPlaced: _Posting.bet_placed,
    ev.Settled: _Posting.settled,
    ev.RoundClosed: _Posting.round_closed,
    ev.AntePosted: _Posting.ante_posted,
    ev.BroughtIn: _Posting.put_in,
    ev.Called: _Posting.put_in,
    ev.BetMade: _Posting.bet_made,
    ev.BetReturned: _Posting.bet_returned,
    ev.BetsCollected: _Posting.bets_collected,
    ev.RakeTaken: _Posting.rake_taken,
    ev.PotWon: _Posting.pot_won,
    ev.ChipsReturned: _Posting.chips_returned,
}
"""Every event that moves chips."""

"""Turns the events of a round into transfers; the only place that does.

A round has its own escrow account. Wagers move there from the stacks, together with the house's maximum liability
(R15); winnings are paid out of it, and what is left when the round closes returns to the house. The books of a round
are an immutable value: posting returns new books.
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
"""Kinds of transfer in a round."""


class Books(Struct, frozen=True):
    """The ledger's state of a round."""

    round: str
    escrow: str
    """The round's escrow account."""
    stacks: dict[int, str]
    """The account of each seat."""
    house: House
    events: int = 0
    """The number of events posted."""
    wagers: dict[int, dict[str, int]] = {}
    """Each seat's wagers against the dealer, settled or not."""
    reserved: dict[int, int] = {}
    """The house's reserve for each seat."""
    bets: dict[int, int] = {}
    """Stud: each seat's bets on this street."""
    moved: dict[str, int] = {}
    """Net receipts of each other account from the escrow; negative for what it paid in."""

    @property
    def held(self) -> int:
        """The chips in the escrow."""
        return -sum(self.moved.values())


def post(books: Books, events: Sequence[Event]) -> tuple[Books, tuple[Transfer, ...]]:
    """The books after these events, and the resulting transfers."""
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
    """Return every chip of a round that cannot continue, regardless of the rules."""
    returned = [(account, amount) for account, amount in moved.items() if amount > 0]
    put_in = [(account, -amount) for account, amount in moved.items() if amount < 0]
    # Payouts go back in first, so that the escrow never becomes negative.
    ways = [(account, escrow, amount) for account, amount in returned]
    ways += [(escrow, account, amount) for account, amount in put_in]
    return tuple(
        Transfer(f"{round_id}:void:{k}", giver, taker, amount, REFUND, round_id, f"void:{giver}:{taker}")
        for k, (giver, taker, amount) in enumerate(ways)
    )


class _Posting:
    """Books being written."""

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
        """Move chips into the escrow; a negative amount moves them out."""
        if amount > 0:
            self._transfer(account, self._books.escrow, amount, kind, None)
            self.moved[account] = self.moved.get(account, 0) - amount
        elif amount < 0:
            self.out(account, -amount, RELEASE if kind is RESERVE else RETURN)

    def out(self, account: str, amount: int, kind: str, obligation: str | None = None) -> None:
        """Move chips out of the escrow."""
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
        # A raise below the maximum leaves an excess reserve, which is released when the round closes.
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
        if self.wagers:  # at stud the house has no share of the pot, and nothing may be left in the escrow
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
"""The events that move chips."""
